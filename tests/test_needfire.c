/*
 * NeedFire against a second, independent way of computing.
 *
 *   decks      relabelled at random: the structure is found whole, and each damage is named
 *   positions  strength, case and wounded counted straight from sets of elements, and told
 *   what-if    is what the ignition then really does, and changes nothing; news say what the
 *              score says
 *   hands      every way in which the hidden cards can lie, enumerated one by one
 *   games      whole games played by a dealer of its own: nothing is found in a lawful game,
 *              52 cards are conserved after every statement, sizes agree, what is written reads
 *              back the same,
 *              both parts end exactly, ranks agree; and a breach is found under its id
 *
 * SEED= and ITERS= (positions; the rest in proportion) may be given.
 */
#include "check.h"
#include "core/needfire/needfire.h"
#include "plain.h"

/* Says the record besides. */
static void check_log(bool good, const char *what, const char *detail)
{
    check(good, "%s\n%s", what, detail);
}

static void shuffle(int *list, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int k = (int)chance((unsigned)i + 1), was = list[i];
        list[i] = list[k];
        list[k] = was;
    }
}

/* ---- a deck, relabelled ------------------------------------------------------------------ */

/* The test's own idea of a deck: elements 0–25, cards 0–25 humans and 26–51 fires. */
struct own_deck {
    int makes[52];
    bool reacts[26][26];
    char name[52][8];    /* "h17" */
    char element[26][8]; /* "b3" */
};

/* The plane of order 3, found by search rather than by a formula: sets as bits of 13. */
static bool add_line(int line[13], int found, int from)
{
    if (found == 13)
        return true;
    for (int set = from; set < 1 << 13; set++) {
        bool fits = __builtin_popcount((unsigned)set) == 4;
        for (int l = 0; l < found && fits; l++)
            fits = __builtin_popcount((unsigned)(line[l] & set)) == 1;
        line[found] = set;
        if (fits && add_line(line, found + 1, set + 1))
            return true;
    }
    return false;
}

static void find_plane(bool plane[13][13])
{
    int line[13];
    add_line(line, 0, 0);
    for (int l = 0; l < 13; l++)
        for (int e = 0; e < 13; e++)
            plane[l][e] = line[l] >> e & 1;
}

static void make_deck(struct own_deck *d)
{
    static bool plane[13][13], known = false;
    int element[26], label[26], human[63], fire[63];
    if (!known)
        find_plane(plane);
    known = true;
    memset(d, 0, sizeof *d);
    for (int i = 0; i < 63; i++)
        human[i] = fire[i] = i + 1;
    for (int i = 0; i < 26; i++)
        element[i] = label[i] = i;
    shuffle(human, 63);
    shuffle(fire, 63);
    shuffle(element, 26);
    shuffle(label, 13);
    shuffle(label + 13, 13);
    bool swap = chance(2);
    for (int i = 0; i < 26; i++) {
        int colour = i / 13, other = 1 - colour;
        d->makes[i] = i;
        d->makes[26 + i] = i;
        for (int e = 0; e < 13; e++)
            d->reacts[i][other * 13 + e] = plane[i % 13][e];
        snprintf(d->name[i], sizeof *d->name, "h%d", human[i]);
        snprintf(d->name[26 + i], sizeof *d->name, "f%d", fire[i]);
        snprintf(d->element[i], sizeof *d->element, "%c%d", (label[i] < 13) != swap ? 'b' : 'w',
            label[i] % 13 + 1);
    }
}

static size_t write_rows(const struct own_deck *d, char *out, size_t size)
{
    int order[52];
    size_t at = 0;
    for (int i = 0; i < 52; i++)
        order[i] = i;
    shuffle(order, 52);
    for (int i = 0; i < 52; i++) {
        int c = order[i];
        at += (size_t)snprintf(out + at, size - at, "%s %s%s makes %s", c < 26 ? "human" : "fire",
            d->name[c] + 1, chance(2) ? " \"Name\"" : "", d->element[d->makes[c]]);
        if (c < 26) {
            at += (size_t)snprintf(out + at, size - at, " reacts");
            for (int e = 0; e < 26; e++)
                if (d->reacts[c][e])
                    at += (size_t)snprintf(out + at, size - at, " %s", d->element[e]);
        }
        at += (size_t)snprintf(out + at, size - at, "\n");
    }
    return at;
}

/* ---- a record, fed line by line ---------------------------------------------------------- */

struct bench {
    struct record record;
    struct needfire state, before;
    struct needfire_deck pack, rows;
    struct rulings findings;
    unsigned faults, lawful_breaches;
    char told[1 << 16]; /* what was told, as JSON */
    size_t length;
    bool comma;
    struct ruling last; /* the last finding that is not `open` */
    char log[1 << 16];  /* the lines of this record */
    size_t log_length;
};
static struct bench bench;

static void put(const char *text, size_t length)
{
    if (bench.length + length < sizeof bench.told) {
        memcpy(bench.told + bench.length, text, length);
        bench.length += length;
        bench.told[bench.length] = '\0';
    }
}

static void put_key(const char *key)
{
    if (bench.comma)
        put(",", 1);
    bench.comma = true;
    if (key != NULL) {
        put(key, strlen(key));
        put(":", 1);
    }
}

static void put_open(struct teller *t, const char *key, char bracket)
{
    (void)t;
    put_key(key);
    put(&bracket, 1);
    bench.comma = false;
}

static void put_close(struct teller *t) { (void)t, put(")", 1), bench.comma = true; }

static void put_number(struct teller *t, const char *key, long number)
{
    char digits[24];
    (void)t;
    put_key(key);
    put(digits, (size_t)snprintf(digits, sizeof digits, "%ld", number));
}

static void put_truth(struct teller *t, const char *key, bool truth) { put_number(t, key, truth); }

static void put_span(struct teller *t, const char *key, struct span text)
{
    (void)t;
    put_key(key);
    put(text.at, text.length);
}

static void put_nothing(struct teller *t, const char *key) { put_number(t, key, -1); }

static struct plain plain = {{put_open, put_close, plain_value}, &bench.record.setting, put_number,
    put_truth, put_span, put_nothing};

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    (void)user, (void)line, (void)r;
    if (bench.faults++ == 0)
        check_log(false, fault->message.id, bench.log);
}

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    (void)user, (void)r;
    if (ruling->kind == RULING_OPEN)
        return;
    bench.lawful_breaches++;
    bench.last = *ruling;
}

static void *new_pack(void *user, const struct rulebook *book, struct span name)
{
    (void)user, (void)book, (void)name;
    return &bench.rows;
}

static const void *find_pack(void *user, const struct rulebook *book, struct span name)
{
    (void)user, (void)book;
    return text_is(name, "own") ? &bench.rows : NULL;
}

static void bench_begin(void)
{
    struct record_host host = {.fault = on_fault,
        .finding = on_finding,
        .teller = &plain.teller,
        .pack_new = new_pack,
        .pack_find = find_pack};
    record_init(&bench.record, &host,
        &(struct record_room){&bench.state, &bench.before, &bench.pack, &bench.findings, NULL});
    bench.faults = bench.lawful_breaches = 0;
    bench.length = bench.log_length = 0;
    bench.told[0] = bench.log[0] = '\0';
    bench.comma = false;
}

static void feed(const char *line)
{
    size_t length = strlen(line);
    if (bench.log_length + length + 2 < sizeof bench.log) {
        memcpy(bench.log + bench.log_length, line, length + 1);
        bench.log_length += length;
        bench.log[bench.log_length++] = '\n';
        bench.log[bench.log_length] = '\0';
    }
    record_line(&bench.record, line, length);
}

static void feed_text(char *text)
{
    for (char *at = text; *at != '\0';) {
        char *end = strchr(at, '\n');
        record_line(&bench.record, at, (size_t)(end - at));
        at = end + 1;
    }
}

/* ---- decks ------------------------------------------------------------------------------- */

static struct rulings complaints;

static unsigned complaints_of(const char *rule, int card)
{
    unsigned count = 0;
    for (int i = 0; i < complaints.count; i++)
        count += strcmp(needfire_rulebook.rules[complaints.row[i].rule].id, rule) == 0
                 && (card < 0 || complaints.row[i].card == card);
    return count;
}

/* How often this card, or any, is among the cards that findings of a rule list. */
static unsigned named_by(const char *rule, int card)
{
    unsigned count = 0;
    for (int i = 0; i < complaints.count; i++)
        for (int k = 0; k < complaints.row[i].message.count; k++) {
            const struct value *v = &complaints.row[i].message.value[k];
            for (int c = 0; v->kind == VALUE_CARDS && c < 128; c++)
                count += (card < 0 || card == c) && (v->cards.bits[c / 64] >> c % 64 & 1)
                         && strcmp(needfire_rulebook.rules[complaints.row[i].rule].id, rule) == 0;
        }
    return count;
}

static void check_pack(struct needfire_deck *deck)
{
    complaints.count = 0;
    needfire_rulebook.deck->check(deck, &complaints);
}

static int code_of(const char *name)
{
    return needfire_rulebook.card_read((struct span){name, strlen(name)});
}

static void load_deck(const struct own_deck *d)
{
    static char text[8192], head[] = "pack needfire \"own\"\n";
    write_rows(d, text, sizeof text);
    feed_text(head);
    feed_text(text);
}

/* Damages one thing, and expects the rule that it breaks, at that card, and nothing unexplained. */
static void test_damage(const struct own_deck *d)
{
    static struct needfire_deck deck;
    int human = (int)chance(26), code = code_of(d->name[human]);
    deck = bench.rows;
    struct card_face *face = &deck.card[code];
    uint32_t own_colour = face->makes > COLOUR ? 0x7FFC000u : 0x3FFEu,
             other = 0x7FFFFFEu & ~own_colour;
    uint32_t lost = face->reacts & (0u - face->reacts);
    switch (chance(4)) {
    case 0: {
        uint32_t gained = own_colour & (0u - own_colour);
        face->reacts = (face->reacts & ~lost) | gained;
        check_pack(&deck);
        check_log(complaints_of("opposite", code) == 1 && complaints_of("opposite", -1) == 1,
            "opposite is found", d->name[human]);
        check_log(complaints_of("four", -1) == 2 && named_by("four", code) == 1,
            "so is four, of the element gained", d->name[human]);
        break;
    }
    case 1: {
        uint32_t gained = other & ~face->reacts;
        gained &= 0u - gained;
        face->reacts = (face->reacts & ~lost) | gained;
        check_pack(&deck);
        check_log(complaints_of("opposite", -1) == 0 && complaints_of("four", -1) == 2
                      && named_by("four", code) == 1 && named_by("four", -1) == 3 + 5,
            "four names three and five humans", d->name[human]);
        check_log(complaints_of("share-one", code) > 0
                      && complaints_of("share-one", code) == complaints_of("share-one", -1),
            "share-one is found, of this human alone", d->name[human]);
        break;
    }
    case 2:
        face->makes = (uint8_t)((face->makes - 1) / 13 * 13 + face->makes % 13 + 1);
        check_pack(&deck);
        check_log(complaints_of("human", code) == 1 && complaints_of("human", -1) == 3
                      && complaints.count == 3,
            "an element twice and one never generated warn", d->name[human]);
        check_log(complaints.row[0].kind == RULING_OPEN, "as a warning", d->name[human]);
        break;
    case 3:
        memset(face, 0, sizeof *face);
        deck.count[0]--;
        check_pack(&deck);
        check_log(complaints_of("deck", -1) == 1 && complaints_of("four", -1) == 1
                      && complaints.count == 2,
            "a card is missed", d->name[human]);
        break;
    }
}

static void test_decks(unsigned count)
{
    static struct needfire_deck reference;
    check_log(needfire_rulebook.deck->builtin(&reference, (struct span){"", 0}),
        "there is a reference", "");
    check_pack(&reference);
    check_log(complaints.count == 0, "the reference deck is whole", "");
    for (unsigned i = 0; i < count; i++) {
        struct own_deck d;
        make_deck(&d);
        bench_begin();
        load_deck(&d);
        record_end(&bench.record);
        check_pack(&bench.rows);
        check_log(complaints.count == 0, "a relabelled deck is whole",
            complaints.count > 0 ? complaints.row[0].message.id : "");
        test_damage(&d);
    }
}

/* ---- positions --------------------------------------------------------------------------- */

/* A table as the test keeps it: battle cards with what lies on them. */
struct stack {
    int card, count, on[52];
};
struct table {
    int players, rows[PLAYERS];
    struct stack row[PLAYERS][32];
};

static const char *const names[PLAYERS] = {"Aki", "Bo", "Chie", "Dai"};

/* Strength: what the neighbourhood makes, element by element, as far as the card reacts to it. */
static int strength(const struct own_deck *d, const struct table *t, int seat, int k)
{
    int made[26] = {0}, sum = 0;
    const struct stack *s = &t->row[seat][k];
    for (int i = 0; i < s->count; i++)
        made[d->makes[s->on[i]]]++;
    if (k > 0)
        made[d->makes[s[-1].card]]++;
    if (k + 1 < t->rows[seat])
        made[d->makes[s[1].card]]++;
    for (int e = 0; e < 26; e++)
        sum += d->reacts[s->card][e] ? made[e] : 0;
    return sum;
}

struct outcome_of_fight {
    const char *word;
    int fighters;
    int seat[64], card[64], power[64];
    bool wounded[64];
};

static void own_fight(const struct own_deck *d, const struct table *t, int ignition,
    struct outcome_of_fight *f)
{
    int best = 0, at_best = 0, above_zero = 0;
    memset(f, 0, sizeof *f);
    for (int i = 0; i < t->players; i++)
        for (int k = 0; k < t->rows[i]; k++)
            if (d->reacts[t->row[i][k].card][d->makes[ignition]]) {
                f->seat[f->fighters] = i;
                f->card[f->fighters] = t->row[i][k].card;
                f->power[f->fighters++] = strength(d, t, i, k);
            }
    for (int i = 0; i < f->fighters; i++)
        best = f->power[i] > best ? f->power[i] : best;
    for (int i = 0; i < f->fighters; i++) {
        at_best += f->power[i] == best;
        above_zero += f->power[i] != 0;
    }
    f->word = f->fighters < 2   ? "none"
              : above_zero == 1 ? "reversal"
              : at_best == 1    ? "best"
                                : "tie";
    for (int i = 0; i < f->fighters; i++)
        switch (f->word[0]) {
        case 'n': break;
        case 'r': f->wounded[i] = f->power[i] > 0; break;
        case 'b': f->wounded[i] = f->power[i] < best; break;
        case 't': f->wounded[i] = true; break;
        }
}

/* What must be told of the last fight; the reasons are told too, and counted only. */
static bool fight_agrees(const struct own_deck *d, const struct outcome_of_fight *f)
{
    static const char *const words[] = {[FIGHT_NONE] = "none",
        [FIGHT_BEST] = "best",
        [FIGHT_TIE] = "tie",
        [FIGHT_REVERSAL] = "reversal"};
    const struct fight *fight = &bench.state.fight;
    bool good = fight->count == f->fighters && strcmp(words[fight->verdict], f->word) == 0;
    for (int i = 0; i < f->fighters && good; i++) {
        const struct fighter *one = &fight->fighter[i];
        int reasons = (one->beside[0] != NOTHING) + (one->beside[1] != NOTHING);
        for (int k = 0; k < 64; k++)
            reasons += (int)(one->by[0] >> k & 1) + (int)(one->by[1] >> k & 1);
        good = one->seat == f->seat[i] && one->card == code_of(d->name[f->card[i]])
               && one->power == f->power[i] && reasons == f->power[i]
               && (fight->wounded >> one->card & 1) == f->wounded[i];
    }
    return good;
}

/* The same, told: case and wounded at the end of the row. */
static bool told_agrees(const struct own_deck *d, const struct outcome_of_fight *f)
{
    char end[1024];
    size_t at = (size_t)snprintf(end, sizeof end, "case:%s,wounded:[", f->word);
    bool first = true;
    for (int i = 0; i < f->fighters; i++)
        if (f->wounded[i]) {
            at += (size_t)snprintf(end + at, sizeof end - at, "%s%s", first ? "" : ",",
                d->name[f->card[i]]);
            first = false;
        }
    at += (size_t)snprintf(end + at, sizeof end - at, "))");
    return bench.length >= at && strcmp(bench.told + bench.length - at, end) == 0;
}

/* ---- what-if and news ---- */

/* What `what-if` tells of this ignition, into `out`; and the state stays bit for bit. */
static bool tell_what_if(int seat, int card, char *out, size_t size)
{
    static struct needfire before;
    size_t length = bench.length;
    bool comma = bench.comma;
    before = bench.state;
    bench.comma = false;
    bool good = needfire_rulebook.trial->what_if(&bench.state, &bench.record.setting, seat, card,
        &plain.teller, NULL);
    snprintf(out, size, "%s", bench.told + length);
    bench.length = length;
    bench.told[length] = '\0';
    bench.comma = comma;
    return good && memcmp(&before, &bench.state, sizeof before) == 0;
}

/* Is the row told last what what-if told, but for what only what-if adds? */
static bool what_if_agrees(const char *told)
{
    const char *added = strstr(told, ",settled:");
    size_t length = added != NULL ? (size_t)(added - told) : 0;
    return length > 0 && bench.length >= length + 1
           && memcmp(bench.told + bench.length - 1 - length, told, length) == 0;
}

static const struct value *value_of(const struct message *m, const char *name)
{
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->value[i].name, name) == 0)
            return &m->value[i];
    return NULL;
}

static int news_number(const struct message *m, const char *name)
{
    const struct value *v = value_of(m, name);
    return v != NULL ? v->number : -1;
}

static bool begins_with(const struct message *m, const char *text)
{
    return strncmp(m->id, text, strlen(text)) == 0;
}

enum { NEWS = 48 };

static unsigned news_since(const struct needfire *before, struct message *out)
{
    struct news news = {.row = out, .most = NEWS};
    needfire_rulebook.table->news(before, &bench.state, &bench.record.setting, &news);
    return news.count;
}

/* News of an ignition: who lit what, every fighter, the case with its wounded. */
static bool news_agree(const struct needfire *before, const struct own_deck *d, int seat,
    int ignition, const struct outcome_of_fight *f)
{
    static const struct {
        const char *word, *text;
    } cases[] = {{"none", "Fewer"}, {"best", "One is"}, {"tie", "No single"},
        {"reversal", "Only "}};
    struct message news[NEWS];
    uint64_t wounded = 0;
    unsigned count = news_since(before, news), at = 0;
    while (at < count && !begins_with(&news[at], "{seat} lights"))
        at++;
    if (at + (unsigned)f->fighters + 2 > count || news_number(&news[at], "seat") != seat
        || news_number(&news[at], "card") != code_of(d->name[ignition]))
        return false;
    at++;
    for (int i = 0; i < f->fighters; i++, at++) {
        int reasons = 0;
        const struct value *by = value_of(&news[at], "by"), *beside = value_of(&news[at], "beside");
        for (int k = 0; k < 2; k++)
            reasons += __builtin_popcountll(by->cards.bits[k])
                       + __builtin_popcountll(beside->cards.bits[k]);
        wounded |= f->wounded[i] ? bit(code_of(d->name[f->card[i]])) : 0;
        if (news_number(&news[at], "owner") != f->seat[i]
            || news_number(&news[at], "power") != f->power[i] || reasons != f->power[i]
            || news_number(&news[at], "card") != code_of(d->name[f->card[i]]))
            return false;
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(cases[i].word, f->word) == 0 && !begins_with(&news[at], cases[i].text))
            return false;
    return value_of(&news[at], "cards")->cards.bits[0] == wounded;
}

/* Deals a position: up to six stacks a seat. */
static void deal_position(struct table *t, int *ignition)
{
    int card[52], at = 0, loose;
    for (int i = 0; i < 52; i++)
        card[i] = i;
    shuffle(card, 26);
    shuffle(card + 26, 26);
    memset(t, 0, sizeof *t);
    t->players = 3 + (int)chance(2);
    for (int i = 0; i < t->players; i++)
        t->rows[i] = (int)chance(7);
    for (int i = 0; i < t->players; i++)
        for (int k = 0; k < t->rows[i] && at < 22; k++)
            t->row[i][k].card = card[at++];
    /* whoever got none for want of cards has a shorter row */
    for (int i = 0, left = at; i < t->players; i++) {
        t->rows[i] = t->rows[i] < left ? t->rows[i] : left;
        left -= t->rows[i];
    }
    int rest[52], count = 0;
    for (int i = at; i < 25; i++)
        rest[count++] = card[i];
    for (int i = 26; i < 51; i++)
        rest[count++] = card[i];
    shuffle(rest, count);
    *ignition = rest[--count];
    loose = (int)chance(30);
    for (int i = 0; i < loose && count > 3; i++) {
        int seat = (int)chance((unsigned)t->players);
        if (t->rows[seat] == 0)
            continue;
        struct stack *s = &t->row[seat][chance((unsigned)t->rows[seat])];
        s->on[s->count++] = rest[--count];
    }
}

static void feed_rows(const struct own_deck *d, const struct table *t)
{
    char line[2048];
    for (int i = 0; i < t->players; i++) {
        size_t at = (size_t)snprintf(line, sizeof line, "%s: row", names[i]);
        for (int k = 0; k < t->rows[i]; k++) {
            at += (size_t)snprintf(line + at, sizeof line - at, " %s", d->name[t->row[i][k].card]);
            for (int p = 0; p < t->row[i][k].count; p++)
                at += (size_t)snprintf(line + at, sizeof line - at, "+%s",
                    d->name[t->row[i][k].on[p]]);
        }
        if (t->rows[i] > 0)
            feed(line);
    }
}

static void test_positions(unsigned count)
{
    struct own_deck d;
    for (unsigned i = 0; i < count; i++) {
        struct table t;
        struct outcome_of_fight f;
        char line[64], told[4096];
        int ignition;
        bench_begin();
        if (i % 50 == 0) {
            make_deck(&d);
            load_deck(&d);
        }
        deal_position(&t, &ignition);
        feed("game needfire");
        feed("pack \"own\"");
        feed(t.players == 3 ? "players Aki Bo Chie" : "players Aki Bo Chie Dai");
        feed_rows(&d, &t);
        int seat = (int)chance((unsigned)t.players);
        snprintf(line, sizeof line, "%s: ignite %s", names[seat], d.name[ignition]);
        bool asked = tell_what_if(seat, code_of(d.name[ignition]), told, sizeof told);
        static struct needfire before;
        before = bench.state;
        feed(line);
        own_fight(&d, &t, ignition, &f);
        check_log(asked && what_if_agrees(told), "what-if tells what then happens", bench.log);
        check_log(news_agree(&before, &d, seat, ignition, &f), "news of a position", bench.log);
        check_log(fight_agrees(&d, &f) && told_agrees(&d, &f), "a position's fight", bench.log);
        check_log(bench.lawful_breaches == 0, "nothing is found in a position", bench.log);
        bench.record.host.teller = NULL;
        record_end(&bench.record);
    }
}

/* ---- hidden hands, by enumeration -------------------------------------------------------- */

enum { WORLDS = 60000, POOL = 5, KNOWN = 5 };

/* Sets of the fires f1–f10: POOL of them unseen at first, the others come in the open. */
struct world {
    uint16_t hand, down;
};
struct worlds {
    int count;
    struct world row[WORLDS];
};
static struct worlds worlds, next_worlds;

static void add_world(uint16_t hand, uint16_t down)
{
    if (next_worlds.count < WORLDS)
        next_worlds.row[next_worlds.count++] = (struct world){hand, down};
}

static void turn_worlds(void)
{
    worlds.count = next_worlds.count;
    memcpy(worlds.row, next_worlds.row, (size_t)next_worlds.count * sizeof *worlds.row);
    next_worlds.count = 0;
}

static void all_lay(void)
{
    for (int i = 0; i < worlds.count; i++)
        for (int c = 0; c < POOL + KNOWN; c++)
            if (worlds.row[i].hand >> c & 1)
                add_world((uint16_t)(worlds.row[i].hand & ~(1 << c)),
                    (uint16_t)(worlds.row[i].down | 1 << c));
    turn_worlds();
}

/* In how many worlds does card `c` lie in the hand, or face down? Keeps those, the card gone. */
static int keep(int c, bool hand, bool gone)
{
    int found = 0;
    for (int i = 0; i < worlds.count; i++) {
        struct world w = worlds.row[i];
        if (!((hand ? w.hand : w.down) >> c & 1))
            continue;
        found++;
        if (gone && hand)
            w.hand &= (uint16_t) ~(1 << c);
        else if (gone)
            w.down &= (uint16_t) ~(1 << c);
        add_world(w.hand, w.down);
    }
    if (found > 0)
        turn_worlds();
    next_worlds.count = 0;
    return found;
}

static void begin_worlds(struct needfire *s, int unseen)
{
    static const struct seats seats = {.count = 3};
    struct setting setting = {.seats = &seats};
    needfire_rulebook.begin(s, &setting);
    s->part = BATTLE;
    s->hand[0].sized = true;
    s->hand[0].size = s->hand[0].unseen = (uint8_t)unseen;
    worlds.count = next_worlds.count = 0;
    for (int set = 0; set < 1 << POOL; set++) {
        int size = 0;
        for (int c = 0; c < POOL; c++)
            size += set >> c & 1;
        if (size == unseen)
            add_world((uint16_t)set, 0);
    }
    turn_worlds();
}

static void test_hand(void)
{
    static struct needfire s;
    int unseen = (int)chance(4), known = 0;
    bool gone[POOL + KNOWN] = {false};
    char detail[64] = "";
    size_t at = 0;
    begin_worlds(&s, unseen);
    for (int step = 0; step < 12 && worlds.count < 4000; step++) {
        int c = (int)chance((unsigned)(POOL + known)), card = FIRE + 1 + c;
        bool held = s.card[card].place == HELD || c < POOL;
        s.clock++;
        switch (chance(5)) {
        case 0:
            if (known == KNOWN)
                break;
            needfire_hand_gain(&s, 0, FIRE + 1 + POOL + known);
            for (int i = 0; i < worlds.count; i++)
                worlds.row[i].hand |= (uint16_t)(1 << (POOL + known));
            known++;
            at += (size_t)snprintf(detail + at, sizeof detail - at, "+ ");
            if (chance(2) == 0)
                break;
            /* fall through */
        case 1:
            if (needfire_hand_lay(&s, 0))
                all_lay();
            at += (size_t)snprintf(detail + at, sizeof detail - at, "? ");
            break;
        case 2:
        case 3: {
            bool hand = chance(2);
            if (!held || gone[c])
                break;
            bool good = hand ? needfire_hand_leave(&s, 0, card) : needfire_down_leave(&s, 0, card);
            check_log(good == (keep(c, hand, true) > 0), "a card leaves hand or discards", detail);
            gone[c] = good;
            at += (size_t)snprintf(detail + at, sizeof detail - at, "%c%d%c ", hand ? 'h' : 'd', c,
                good ? '+' : '-');
            break;
        }
        case 4: {
            if (!held || gone[c])
                break;
            struct needfire before = s;
            bool shown = needfire_hand_show(&s, 0, card);
            int in_hand = keep(c, true, false), down = in_hand > 0 ? 0 : keep(c, false, false);
            check_log(shown == (in_hand + down > 0), "a card is shown", detail);
            if (!shown)
                s = before;
            at += (size_t)snprintf(detail + at, sizeof detail - at, "s%d%c ", c, shown ? '+' : '-');
            break;
        }
        }
        for (int i = 0; i < worlds.count && i < 1; i++) {
            int size = 0;
            for (int k = 0; k < POOL + KNOWN; k++)
                size += worlds.row[i].hand >> k & 1;
            check_log(size == s.hand[0].size, "the size of the hand", detail);
        }
    }
}

/* ---- whole games ------------------------------------------------------------------------- */

struct hidden {
    int count, card[52];
};

struct game {
    struct own_deck d;
    struct table t;
    struct hidden hand[PLAYERS], down[PLAYERS], spread;
    int open[PLAYERS], out;
    bool seen[52]; /* this card was named in the open */
    int seen_rate; /* how many of ten hidden things are written down all the same */
    char line[4096];
    size_t length;
};

static void say_line(struct game *g, const char *before, const char *word)
{
    g->length += (size_t)snprintf(g->line + g->length, sizeof g->line - g->length, "%s%s", before,
        word);
}

static int take_out(struct hidden *h, int at)
{
    int card = h->card[at];
    h->card[at] = h->card[--h->count];
    return card;
}

static void give(struct hidden *h, int card) { h->card[h->count++] = card; }

static bool same_holding(const struct cards_held *a, const struct cards_held *b)
{
    return a->sized == b->sized && a->size == b->size && a->unseen == b->unseen
           && a->before == b->before && a->down == b->down && a->lit == b->lit
           && a->laid_count == b->laid_count && memcmp(a->laid, b->laid, sizeof a->laid) == 0;
}

static bool same_state(const struct needfire *a, const struct needfire *b)
{
    bool same = a->placements == b->placements && a->part == b->part && a->turn == b->turn
                && a->spread == b->spread && a->over == b->over && a->clock == b->clock
                && a->pending == b->pending && a->treated == b->treated
                && a->ignitions == b->ignitions && a->placing.seat == b->placing.seat
                && a->placing.taken == b->placing.taken && a->placing.target == b->placing.target
                && memcmp(a->row_count, b->row_count, sizeof a->row_count) == 0;
    for (int i = 0; i < a->players; i++)
        same &= same_holding(&a->hand[i], &b->hand[i])
                && memcmp(a->row[i], b->row[i], a->row_count[i]) == 0;
    for (int c = 1; c < CODES; c++) {
        const struct whereabouts *x = &a->card[c], *y = &b->card[c];
        same &= x->place == y->place && x->on == y->on && x->seat == y->seat && x->down == y->down
                && x->freed == y->freed && x->since == y->since && x->shown == y->shown
                && x->line == y->line;
    }
    return same;
}

/* Every card is in one place, and hidden places have room for just those that nobody saw. */
static bool conserved(const struct game *g)
{
    const struct needfire *s = &bench.state;
    int unseen = 0, hidden = 0, rows = 0;
    for (int i = 0; i < 52; i++) {
        const struct whereabouts *at = &s->card[code_of(g->d.name[i])];
        int code = code_of(g->d.name[i]);
        unseen += at->place == UNSEEN;
        rows += at->place == IN_ROW;
        if (cards_hold(&s->seen, code) != (at->place != UNSEEN))
            return false;
        for (int k = 0; k < s->players; k++)
            if (cards_hold(&s->powers[k], code) != (at->place == POWERS && at->seat == k))
                return false;
    }
    for (int i = 0; i < s->players; i++) {
        hidden += s->hand[i].unseen;
        rows -= s->row_count[i];
    }
    if (s->part == SETTING)
        return rows == 0;
    return rows == 0 && unseen == hidden + s->spread + (s->part == BATTLE ? 4 : 2);
}

static bool table_agrees(const struct game *g)
{
    const struct needfire *s = &bench.state;
    for (int i = 0; i < g->t.players; i++) {
        if (s->row_count[i] != g->t.rows[i] || s->hand[i].size != g->hand[i].count
            || s->hand[i].down != g->down[i].count
            || needfire_discards(s, i, false) != g->down[i].count + g->open[i])
            return false;
        for (int k = 0; k < g->t.rows[i]; k++) {
            const struct stack *stack = &g->t.row[i][k];
            if (s->row[i][k] != code_of(g->d.name[stack->card]))
                return false;
            for (int p = 0; p < stack->count; p++) {
                const struct whereabouts *at = &s->card[code_of(g->d.name[stack->on[p]])];
                if (at->place != POWERS || at->on != s->row[i][k])
                    return false;
            }
        }
    }
    return true;
}

/* Statements that cannot be leave the state as it is, bit for bit. */
static void refuse(struct needfire *s)
{
    static struct needfire before;
    static struct statement said;
    static struct rulings ignored;
    static const char *const words[] = {"ignite", "take", "wound", "guard", "hand"};
    struct fault fault;
    const struct rulebook *book = &needfire_rulebook;
    int verb = 0, seat = (int)chance(s->players), card = s->row[seat][0];
    const char *word = words[chance(sizeof words / sizeof *words)];
    while (strcmp(book->verbs[verb].name, word) != 0)
        verb++;
    if (s->row_count[seat] == 0 || (s->pending & bit(card)))
        return;
    before = *s;
    memset(&said, 0, sizeof said);
    said.line = bench.record.line + 1;
    said.verb = (uint8_t)verb;
    said.seat = (int8_t)((seat + 1) % s->players);
    said.count = word[0] == 'w' || word[0] == 'g' ? 2 : 1;
    for (int i = 0; i < said.count; i++)
        said.argument[i] = (struct argument){.kind = ARGUMENT_CARD, .card = (int16_t)card};
    if (said.count == 2) /* a wound of another's power card, or of a card in no row */
        said.argument[0].card = (int16_t)(FIRE + 1 + chance(26));
    ignored.count = 0;
    if (rulebook_try(&bench.record.setting, s, &bench.before, false, &said, &ignored, &fault)
        != APPLIED)
        check_log(memcmp(&before, s, sizeof before) == 0, "a refused statement changes nothing",
            word);
    else
        check_log(word[0] == 'w' || (word[0] == 'i' && needfire_is_over(s)),
            "what cannot be is refused", word);
    *s = before;
}

/* Feeds the line, and once more a copy of the state with the statement as it is stored. */
static void feed_twice(struct game *g, bool compare)
{
    static struct needfire copy;
    static struct rulings ignored;
    static struct statement said;
    struct fault fault;
    struct reader reader;
    char stored[4096];
    copy = bench.state;
    feed(g->line);
    g->length = 0;
    size_t length = statement_write(&bench.record.statement, &bench.record.setting, stored,
        sizeof stored);
    reader_begin(&reader, stored, length, bench.record.line);
    bool read = statement_read(&reader, &bench.record.setting, false, &said, &fault)
                == READ_STATEMENT;
    ignored.count = 0;
    check_log(read
                  && rulebook_try(&bench.record.setting, &copy, &bench.before, false, &said,
                         &ignored, &fault)
                         == APPLIED
                  && same_state(&copy, &bench.state),
        "a stored statement does the same again", bench.log);
    check_log(memcmp(&copy, &bench.state, sizeof copy) == 0, "bit for bit", bench.log);
    refuse(&copy);
    if (compare) {
        check_log(conserved(g), "52 cards are conserved", bench.log);
        check_log(table_agrees(g), "rows, hands and discards agree", bench.log);
    }
}

static void name_seat(struct game *g, int seat, bool must)
{
    if (must || chance(3) > 0)
        say_line(g, names[seat], ": ");
}

static bool visible(const struct game *g) { return (int)chance(10) < g->seen_rate; }

/* ---- a game: setting up, the placement part ---- */

static int begin_game(struct game *g, int players)
{
    int card[52], at = 0, starter = 0, highest = 0;
    memset(g, 0, sizeof *g);
    make_deck(&g->d);
    g->t.players = players;
    g->seen_rate = (int)chance(11);
    for (int i = 0; i < 52; i++)
        card[i] = i;
    shuffle(card, 26);
    shuffle(card + 26, 26);
    for (int i = 0; i < players; i++) {
        g->t.rows[i] = 3;
        for (int k = 0; k < 3; k++, at++) {
            int number = atoi(g->d.name[card[at]] + 1);
            g->t.row[i][k].card = card[at];
            give(&g->hand[i], card[26 + at]);
            if (number > highest) {
                highest = number;
                starter = i;
            }
        }
    }
    for (int i = at + 1; i < 26; i++) {
        give(&g->spread, card[i]);
        give(&g->spread, card[26 + i]);
    }
    return starter;
}

static void feed_setting(struct game *g)
{
    bench_begin();
    load_deck(&g->d);
    feed("game needfire");
    feed("pack \"own\"");
    feed(g->t.players == 3 ? "players Aki Bo Chie" : "players Aki Bo Chie Dai");
    feed_rows(&g->d, &g->t);
    for (int i = 0; i < g->t.players; i++) {
        if (!visible(g))
            continue;
        say_line(g, names[i], ": hand");
        for (int k = 0; k < 3; k++)
            say_line(g, " ", visible(g) ? g->d.name[g->hand[i].card[k]] : "?");
        feed(g->line);
        g->length = 0;
    }
}

static void take_human(struct game *g, int seat, int card)
{
    int place = (int)chance((unsigned)g->t.rows[seat] + 1);
    struct stack *row = g->t.row[seat];
    char at[16] = "";
    if (place < g->t.rows[seat] || chance(2))
        snprintf(at, sizeof at, "@%d", place + 1);
    memmove(row + place + 1, row + place, (size_t)(g->t.rows[seat] - place) * sizeof *row);
    row[place] = (struct stack){.card = card};
    g->t.rows[seat]++;
    say_line(g, " ", g->d.name[card]);
    say_line(g, "", at);
}

static void own_take(struct game *g, int seat)
{
    name_seat(g, seat, false);
    say_line(g, "", "take");
    for (int k = 0; k < (g->t.players == 4 ? 1 : 2); k++) {
        int card = take_out(&g->spread, (int)chance((unsigned)g->spread.count));
        if (card < 26) {
            take_human(g, seat, card);
        } else {
            give(&g->hand[seat], card);
            say_line(g, " ", visible(g) ? g->d.name[card] : "?");
        }
    }
    feed_twice(g, true);
}

/* Lays a battle card with all it carries on another. */
static void own_merge(struct game *g, int seat, int from, int target_card)
{
    struct stack *row = g->t.row[seat], moved = row[from];
    g->t.rows[seat]--;
    memmove(row + from, row + from + 1, (size_t)(g->t.rows[seat] - from) * sizeof *row);
    int k = 0;
    while (row[k].card != target_card)
        k++;
    row[k].on[row[k].count++] = moved.card;
    for (int i = 0; i < moved.count; i++)
        row[k].on[row[k].count++] = moved.on[i];
    say_line(g, " ", g->d.name[moved.card]);
}

static void own_power(struct game *g, int seat)
{
    int target = (int)chance((unsigned)g->t.rows[seat]), card = g->t.row[seat][target].card;
    bool over = g->t.rows[seat] > 6;
    name_seat(g, seat, false);
    say_line(g, "power ", g->d.name[card]);
    while (over && (g->t.rows[seat] > 6 || (g->t.rows[seat] > 1 && chance(3) == 0))) {
        int from = (int)chance((unsigned)g->t.rows[seat]);
        if (g->t.row[seat][from].card != card)
            own_merge(g, seat, from, card);
    }
    for (int k = 0; k < g->t.rows[seat]; k++)
        while (g->t.row[seat][k].card == card && g->hand[seat].count > 0 && chance(2)) {
            int laid = take_out(&g->hand[seat], (int)chance((unsigned)g->hand[seat].count));
            g->t.row[seat][k].on[g->t.row[seat][k].count++] = laid;
            say_line(g, " ", g->d.name[laid]);
        }
    feed_twice(g, true);
}

static int own_placement(struct game *g, int seat)
{
    int turns = 0;
    for (; g->spread.count > 2; seat = (seat + 1) % g->t.players, turns++) {
        own_take(g, seat);
        if (g->t.rows[seat] > 6 || chance(3) == 0)
            own_power(g, seat);
    }
    check_log(turns == (g->t.players == 4 ? 24 : 15), "so many placement turns", bench.log);
    return seat;
}

/* ---- a game: the battle part ---- */

static struct stack *find_stack(struct game *g, int seat, int card)
{
    for (int k = 0; k < g->t.rows[seat]; k++)
        if (g->t.row[seat][k].card == card)
            return &g->t.row[seat][k];
    return NULL;
}

/* Is this human among those with which the news say the wounded card could be guarded? */
static bool guard_told(int wounded, int guard)
{
    static struct needfire before;
    struct message news[NEWS];
    before = bench.state;
    before.ignitions--; /* as if this ignition had just come */
    unsigned count = news_since(&before, news);
    for (unsigned i = 0; i < count; i++)
        if (begins_with(&news[i], "{owner} could guard")
            && news_number(&news[i], "card") == wounded)
            return cards_hold(&value_of(&news[i], "cards")->cards, guard);
    return false;
}

/* Guards if it can and likes to. */
static bool own_guard(struct game *g, int seat, int wounded)
{
    bool from_hand = chance(2);
    struct hidden *from = from_hand ? &g->hand[seat] : &g->down[seat];
    for (int i = 0; i < from->count; i++) {
        int card = from->card[i];
        if (card >= 26 || !g->d.reacts[wounded][g->d.makes[card]] || chance(2))
            continue;
        int code = code_of(g->d.name[card]);
        bool known = needfire_hand_may_leave(&bench.state, seat, code)
                     != needfire_down_may_leave(&bench.state, seat, code);
        check_log(guard_told(code_of(g->d.name[wounded]), code),
            "a guard that comes was told as possible", bench.log);
        take_out(from, i);
        g->open[seat]++;
        name_seat(g, seat, false);
        say_line(g, "guard ", g->d.name[wounded]);
        say_line(g, " ", g->d.name[card]);
        if (!known || chance(2))
            say_line(g, " ", from_hand ? "hand" : "discard");
        feed_twice(g, true);
        return true;
    }
    return false;
}

static void own_wound(struct game *g, int seat, int wounded)
{
    struct stack *s = find_stack(g, seat, wounded);
    int taken = s->count > 0 ? s->on[chance((unsigned)s->count)] : wounded, powers = s->count;
    if (own_guard(g, seat, wounded))
        return;
    if (taken == wounded) {
        size_t behind = (size_t)(g->t.row[seat] + g->t.rows[seat] - s - 1);
        memmove(s, s + 1, behind * sizeof *s);
        g->t.rows[seat]--;
    } else {
        int k = 0;
        while (s->on[k] != taken)
            k++;
        s->on[k] = s->on[--s->count];
    }
    give(&g->hand[seat], taken);
    int laid = take_out(&g->hand[seat], (int)chance((unsigned)g->hand[seat].count));
    give(&g->down[seat], laid);
    name_seat(g, seat, false);
    say_line(g, "wound ", g->d.name[wounded]);
    bool say_taken = powers > 1 || chance(2);
    if (say_taken)
        say_line(g, " ", g->d.name[taken]);
    if (visible(g) && (say_taken || (laid != taken && laid != wounded)))
        say_line(g, " ", g->d.name[laid]);
    else if (chance(2))
        say_line(g, " ", "?");
    feed_twice(g, true);
}

static void own_wounds(struct game *g, int active, const struct outcome_of_fight *f)
{
    int order[64];
    for (int i = 0; i < f->fighters; i++)
        order[i] = i;
    shuffle(order, f->fighters);
    for (int step = 0, seat = active; step < g->t.players; step++, seat = (seat + 1) % g->t.players)
        for (int i = 0; i < f->fighters; i++)
            if (f->wounded[order[i]] && f->seat[order[i]] == seat)
                own_wound(g, seat, f->card[order[i]]);
}

static bool own_end(const struct game *g)
{
    int cards = 0;
    bool many = false;
    for (int i = 0; i < g->t.players; i++) {
        cards += g->hand[i].count;
        many |= g->down[i].count + g->open[i] > 6;
    }
    return cards == 0 || many;
}

static void own_turn(struct game *g, int seat)
{
    struct outcome_of_fight f;
    int card = take_out(&g->hand[seat], (int)chance((unsigned)g->hand[seat].count));
    /* a card seen to come to this hand names its seat; otherwise the turn does */
    name_seat(g, seat, false);
    say_line(g, "ignite ", g->d.name[card]);
    own_fight(&g->d, &g->t, card, &f);
    g->out++;
    char told[4096];
    static struct needfire before;
    bool asked = tell_what_if(seat, code_of(g->d.name[card]), told, sizeof told);
    before = bench.state;
    feed_twice(g, true);
    check_log(fight_agrees(&g->d, &f) && told_agrees(&g->d, &f), "a fight in a game", bench.log);
    check_log(asked && what_if_agrees(told), "what-if in a game", bench.log);
    check_log(news_agree(&before, &g->d, seat, card, &f), "news in a game", bench.log);
    check_log(!needfire_rulebook.trial->what_if(&bench.state, &bench.record.setting, seat,
                  code_of(g->d.name[card]), NULL, NULL),
        "a card is lit once", bench.log);
    own_wounds(g, seat, &f);
}

/* Who is ahead, by the three criteria, compared pair by pair. */
static int own_compare(struct game *g, int a, int b)
{
    int discards = g->down[b].count + g->open[b] - g->down[a].count - g->open[a];
    if (g->t.rows[a] != g->t.rows[b])
        return g->t.rows[a] - g->t.rows[b];
    if (discards != 0)
        return discards;
    for (int power = 60; power >= 0; power--) {
        int more = 0;
        for (int k = 0; k < g->t.rows[a]; k++)
            more += (strength(&g->d, &g->t, a, k) == power)
                    - (strength(&g->d, &g->t, b, k) == power);
        if (more != 0)
            return more;
    }
    return 0;
}

/* The game's end is told, with who has won. */
static void check_end_news(uint32_t winners)
{
    static struct needfire before;
    struct message news[NEWS];
    before = bench.state;
    before.over = false;
    before.hand[0].sized = false; /* so that it was not over for want of cards either */
    unsigned count = news_since(&before, news), at = 0;
    while (at < count && !begins_with(&news[at], "The game is over"))
        at++;
    check_log(at < count && (uint32_t)news_number(&news[at], "winners") == winners,
        "the end is told", bench.log);
}

static void check_ranks(struct game *g)
{
    uint32_t winners, expected = 0;
    struct ranking rank[PLAYERS];
    bool over = needfire_rulebook.finished(&bench.state, &bench.record.setting, &winners);
    needfire_rank(&bench.state, &bench.record.setting, false, false, rank);
    for (int i = 0; i < g->t.players; i++) {
        int place = 1;
        for (int k = 0; k < g->t.players; k++)
            place += own_compare(g, k, i) > 0;
        check_log(rank[i].place == place, "a place", bench.log);
        expected |= place == 1 ? 1u << i : 0;
    }
    check_log(over && winners == expected, "the game is over, and who has won", bench.log);
    check_end_news(winners);
}

static bool is_finished(void)
{
    uint32_t winners;
    return needfire_rulebook.finished(&bench.state, &bench.record.setting, &winners);
}

/* ---- undo -------------------------------------------------------------------------------- */

/*
 * The lines of the game's log once more from the beginning: after each as many as have been applied
 * the state must be the one it was then. Undo at the table applies all lines but the last.
 */
static void test_undo(void)
{
    static struct needfire again, half;
    static struct statement said;
    static struct rulings ignored;
    struct fault fault;
    const struct setting *setting = &bench.record.setting;
    uint32_t number = bench.record.line;
    int lines = 0, stop;
    for (const char *at = bench.log; *at != '\0'; at++)
        lines += *at == '\n';
    number -= (uint32_t)lines;
    stop = 1 + (int)chance((unsigned)lines - 1);
    for (int round = 0; round < 2; round++) {
        int line = 0;
        needfire_rulebook.begin(&again, setting);
        for (const char *at = bench.log, *end; *at != '\0'; at = end + 1, line++) {
            struct reader reader;
            end = strchr(at, '\n');
            if (round == 1 && line == stop) {
                check_log(memcmp(&half, &again, sizeof half) == 0,
                    "undo is the inverse, bit for bit", bench.log);
                return;
            }
            reader_begin(&reader, at, (size_t)(end - at), number + 1 + (uint32_t)line);
            while (statement_read(&reader, setting, false, &said, &fault) == READ_STATEMENT)
                if (!said.common) {
                    ignored.count = 0;
                    rulebook_try(setting, &again, &bench.before, false, &said, &ignored, &fault);
                }
            if (line + 1 == stop)
                half = again;
        }
        if (round == 0)
            check_log(memcmp(&again, &bench.state, sizeof again) == 0,
                "a replay ends as the game did", bench.log);
    }
}

static void play_game(int players)
{
    static struct game g;
    int seat = begin_game(&g, players);
    feed_setting(&g);
    seat = own_placement(&g, seat);
    while (!own_end(&g)) {
        check_log(!is_finished(), "the game is not over", bench.log);
        while (g.hand[seat].count == 0)
            seat = (seat + 1) % players;
        check_log(needfire_rulebook.knowledge->turn(&bench.state, &bench.record.setting) == seat,
            "whose turn it is", bench.log);
        own_turn(&g, seat);
        seat = (seat + 1) % players;
    }
    check_ranks(&g);
    test_undo();
    bench.record.host.teller = NULL;
    record_end(&bench.record);
    check_log(bench.lawful_breaches == 0, "nothing is found in a lawful game",
        bench.lawful_breaches > 0 ? bench.last.message.id : "");
    if (bench.lawful_breaches > 0)
        check_log(false, "  that game was", bench.log);
}

/* ---- breaches ---------------------------------------------------------------------------- */

enum breach {
    TURN,
    START,
    MANY,
    PLACE,
    LIMIT,
    EARLY_MERGE,
    FOREIGN,
    SECOND,
    STRANGER,
    UNDONE,
    TWICE,
    BREACHES
};

static const struct {
    const char *rule;
    enum ruling_kind kind;
} breaches[BREACHES] = {
    [TURN] = {"turn", RULING_IRREGULAR},
    [START] = {"start", RULING_IRREGULAR},
    [MANY] = {"take", RULING_IRREGULAR},
    [PLACE] = {"take", RULING_IRREGULAR},
    [LIMIT] = {"limit", RULING_IRREGULAR},
    [EARLY_MERGE] = {"merge", RULING_IRREGULAR},
    [FOREIGN] = {"power", RULING_IRREGULAR},
    [SECOND] = {"power", RULING_IRREGULAR},
    [STRANGER] = {"ignite", RULING_IRREGULAR},
    [UNDONE] = {"wound", RULING_IRREGULAR},
    [TWICE] = {"deck", RULING_IMPOSSIBLE},
};

static const char *row_name(const struct game *g, int seat, int k)
{
    return g->d.name[g->t.row[seat][k].card];
}

/* A human of the middle that nobody has seen. */
static const char *spread_human(const struct game *g, int n)
{
    for (int i = 0; i < g->spread.count; i++)
        if (g->spread.card[i] < 26 && n-- == 0)
            return g->d.name[g->spread.card[i]];
    return "?";
}

/*
 * Plays some lawful turns, then the breach; the line that breaks the rule, or 0 if it cannot come.
 */
static uint32_t commit(struct game *g, enum breach breach, int seat)
{
    char line[256];
    int after = (seat + 1) % g->t.players, later = (seat + 2) % g->t.players;
    bool start = breach == START;
    if (!start) {
        own_take(g, seat);
        if (g->t.rows[seat] > 6)
            own_power(g, seat);
    }
    uint32_t now = bench.record.line + 1;
    if (spread_human(g, 4)[0] == '?')
        return 0;
    switch (breach) {
    case TURN: snprintf(line, sizeof line, "%s: take ?", names[later]); break;
    case START: snprintf(line, sizeof line, "%s: take ?", names[after]); break;
    case MANY:
        snprintf(line, sizeof line, "%s: take ? %s %s", names[after], spread_human(g, 0),
            spread_human(g, 1));
        break;
    case PLACE:
        snprintf(line, sizeof line, "%s: take %s@%d", names[after], spread_human(g, 0),
            g->t.rows[after] + 2 + (int)chance(9));
        break;
    case LIMIT: {
        /* many at once breaks `take` first: the limit is found at the same line, when Bo goes on */
        snprintf(line, sizeof line, "%s: take %s %s %s %s", names[after], spread_human(g, 0),
            spread_human(g, 1), spread_human(g, 2), spread_human(g, 3));
        feed(line);
        if (bench.state.row_count[after] <= 6)
            return 0;
        snprintf(line, sizeof line, "%s: take ?", names[later]);
        break;
    }
    case EARLY_MERGE:
        snprintf(line, sizeof line, "%s: power %s %s", names[seat], row_name(g, seat, 0),
            row_name(g, seat, 1));
        break;
    case FOREIGN:
        snprintf(line, sizeof line, "%s: power %s", names[seat], row_name(g, after, 0));
        break;
    case SECOND:
        snprintf(line, sizeof line, "%s: power %s", names[seat], row_name(g, seat, 0));
        feed(line);
        now++;
        snprintf(line, sizeof line, "%s: power %s", names[seat], row_name(g, seat, 1));
        break;
    case TWICE:
        snprintf(line, sizeof line, "%s: take %s", names[after], row_name(g, later, 0));
        break;
    default: return 0;
    }
    feed(line);
    return now;
}

/* In the battle part: a human that never came to the hand is lit; a wound is left undone. */
static uint32_t commit_battle(struct game *g, enum breach breach, int seat)
{
    char line[256];
    struct outcome_of_fight f;
    seat = own_placement(g, seat);
    if (own_end(g))
        return 0;
    while (g->hand[seat].count == 0)
        seat = (seat + 1) % g->t.players;
    uint32_t now = bench.record.line + 1;
    if (breach == STRANGER) {
        snprintf(line, sizeof line, "%s: ignite %s", names[seat], spread_human(g, 0));
        if (strchr(line, '?'))
            return 0;
        feed(line);
        return now;
    }
    int card = g->hand[seat].card[0];
    own_fight(&g->d, &g->t, card, &f);
    snprintf(line, sizeof line, "%s: ignite %s", names[seat], g->d.name[card]);
    take_out(&g->hand[seat], 0);
    feed(line);
    for (int step = 0; step < g->t.players; step++) {
        seat = (seat + 1) % g->t.players;
        if (g->hand[seat].count == 0)
            continue;
        snprintf(line, sizeof line, "%s: ignite %s", names[seat], g->d.name[g->hand[seat].card[0]]);
        feed(line);
        return f.word[0] == 'n' || own_end(g) ? 0 : now;
    }
    return 0;
}

static unsigned found_breaches[BREACHES];
static const char *wanted_rule;
static enum ruling_kind wanted_kind;
static uint32_t wanted_line;
static bool wanted_found;

static void on_breach(void *user, const struct ruling *ruling, const struct record *r)
{
    (void)user;
    wanted_found |= ruling->kind == wanted_kind && ruling->line == wanted_line
                    && strcmp(r->setting.book->rules[ruling->rule].id, wanted_rule) == 0;
}

static void test_breach(enum breach breach)
{
    static struct game g;
    int seat = begin_game(&g, 3 + (int)chance(2));
    g.seen_rate = 10;
    feed_setting(&g);
    bool battle = breach == STRANGER || breach == UNDONE;
    uint32_t line = battle ? commit_battle(&g, breach, seat) : commit(&g, breach, seat);
    bench.record.host.teller = NULL;
    bench.record.host.finding = on_breach;
    wanted_rule = breaches[breach].rule;
    wanted_kind = breaches[breach].kind;
    wanted_line = line;
    wanted_found = false;
    record_end(&bench.record);
    if (line == 0)
        return;
    check_log(wanted_found, wanted_rule, bench.log);
    found_breaches[breach]++;
}

/* ---- all of it --------------------------------------------------------------------------- */

int main(void)
{
    unsigned iterations = (unsigned)number_from("ITERS", 250000);
    chance_begin(number_from("SEED", 20240818));
    test_decks(iterations / 200 + 1);
    test_positions(iterations);
    for (unsigned i = 0; i < iterations / 20 + 1; i++)
        test_hand();
    for (unsigned i = 0; i < iterations / 200 + 1; i++)
        play_game(3 + (int)(i % 2));
    for (unsigned i = 0; i < iterations / 400 + BREACHES; i++)
        test_breach((enum breach)(i % BREACHES));
    for (int i = 0; i < BREACHES; i++)
        check_log(found_breaches[i] > 0 || iterations < 2000, "every breach came up",
            breaches[i].rule);
    return finish();
}
