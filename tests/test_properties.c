/*
 * What must hold of every Haratama record: written statements replay to the same state, a failed
 * one changes nothing, and ends nothing if what it stands for has been done, a copied state goes on
 * as the first, cards and relics are conserved, `legal` is what the rules say of a known hand, and
 * no bytes whatever bring the reader down. SEED=… takes a run back, ITERS=… is the number of
 * records.
 */
#include "check.h"
#include "core/core.h"
#include "core/round.h"
#include "properties_tale.h"
#include "plain.h"

enum { ITERS = 10000, FOUND_MOST = 4000, STATE_MOST = 1 << 14 };

struct bench {
    uint64_t seed;
    struct rulings *rulings, *more;
    unsigned char *state, *other, *before, *spare, *kept, *pack;
    struct tale *tale, *written;
};

/* ---- a whole record ---------------------------------------------------------------------- */

/* What came of a record: findings, the state at its end, and its score. */
struct outcome_of {
    struct ruling found[FOUND_MOST];
    unsigned count, faults;
    unsigned char state[STATE_MOST];
    size_t state_size;
    /* the score, as it is told */
    bool in_captured, in_loss, sums_hold;
    const char *ended;
    long captured, loss, most, members, rounds;
    int players;
};

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    struct outcome_of *o = user;
    (void)r;
    if (o->count < FOUND_MOST)
        o->found[o->count++] = *ruling;
}

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    (void)line, (void)fault, (void)r;
    ((struct outcome_of *)user)->faults++;
}

static void on_end(void *user, const struct record *r)
{
    struct outcome_of *o = user;
    o->state_size = r->begun ? r->setting.book->state_size : 0;
    memcpy(o->state, r->state, o->state_size);
}

struct ears {
    struct plain plain;
    struct outcome_of *to;
};

static struct outcome_of *heard(struct teller *t) { return ((struct ears *)(void *)t)->to; }

static void hear_open(struct teller *t, const char *key, char bracket)
{
    struct outcome_of *o = heard(t);
    (void)bracket;
    o->in_captured = key != NULL && strcmp(key, "captured") == 0;
    o->in_loss = key != NULL && strcmp(key, "loss") == 0;
    if (o->in_captured)
        o->captured = o->most = o->loss = 0;
}

static void hear_close(struct teller *t)
{
    struct outcome_of *o = heard(t);
    o->in_captured = o->in_loss = false;
}

static void hear_number(struct teller *t, const char *key, long number)
{
    struct outcome_of *o = heard(t);
    (void)key;
    if (o->in_captured) {
        o->captured += number;
        o->most = number > o->most ? number : o->most;
    } else if (o->in_loss) {
        o->loss += number;
    }
}

static void hear_truth(struct teller *t, const char *key, bool truth)
{
    (void)t, (void)key, (void)truth;
}
static void hear_nothing(struct teller *t, const char *key) { (void)t, (void)key; }

/* `ended` is a round's last member: closed rounds have all relics, and lose for each of them. */
static void hear_word(struct teller *t, const char *key, struct span text)
{
    struct outcome_of *o = heard(t);
    if (key == NULL || strcmp(key, "ended") != 0)
        return;
    o->rounds++;
    if (text.length == 4) { /* open */
        o->sums_hold &= o->captured <= 12 && o->loss == 0;
        return;
    }
    long haratama = o->players == 4 ? 8 : 9;
    bool whole = o->captured == 12 || (o->players == 3 && o->captured == 11);
    long loss = o->most >= haratama ? 10 * o->most * (o->players - 1) : 10 * o->captured;
    o->sums_hold &= whole && o->loss == loss;
}

static void judge_lines(struct bench *b, const struct tale *tale, struct outcome_of *o)
{
    struct record r;
    struct ears ears = {.plain = {{hear_open, hear_close, plain_value}, &r.setting, hear_number,
                            hear_truth, hear_word, hear_nothing},
        .to = o};
    const struct record_host host = {.fault = on_fault,
        .finding = on_finding,
        .game_ends = on_end,
        .teller = &ears.plain.teller,
        .user = o};
    o->count = o->faults = 0;
    o->rounds = 0;
    o->players = tale->players;
    o->sums_hold = true;
    o->in_captured = o->in_loss = false;
    record_init(&r, &host, &(struct record_room){b->state, b->spare, b->pack, b->rulings, NULL});
    for (int i = 0; i < tale->lines; i++)
        record_line(&r, tale->line[i], strlen(tale->line[i]));
    record_end(&r);
}

static bool same_ruling(const struct ruling *a, const struct ruling *b)
{
    bool same = a->kind == b->kind && a->rule == b->rule && a->option == b->option
                && a->seat == b->seat && a->card == b->card && a->line == b->line
                && a->because_count == b->because_count && a->suspect_count == b->suspect_count;
    for (int i = 0; same && i < a->because_count; i++)
        same = a->because[i] == b->because[i];
    for (int i = 0; same && i < a->suspect_count; i++)
        same = a->suspect[i].seat == b->suspect[i].seat && a->suspect[i].line == b->suspect[i].line;
    return same;
}

static bool same_outcome(const struct outcome_of *a, const struct outcome_of *b)
{
    bool same = a->count == b->count && a->state_size == b->state_size && a->rounds == b->rounds
                && memcmp(a->state, b->state, a->state_size) == 0;
    for (unsigned i = 0; same && i < a->count; i++)
        same = same_ruling(&a->found[i], &b->found[i]);
    return same;
}

/* ---- statement by statement -------------------------------------------------------------- */

/* The table of one record, without `record`: what book->apply needs. */
struct scene {
    struct setting setting;
    struct seats seats;
    struct house house;
    bool begun;
};

static void seat_players(struct scene *s, const struct statement *said, void *state)
{
    s->seats.count = said->count;
    for (int i = 0; i < said->count; i++) {
        s->seats.row[i].length = (uint8_t)text_spell(said->argument[i].text, s->seats.row[i].name);
        s->seats.row[i].folded_length = (uint8_t)text_fold(said->argument[i].text,
            s->seats.row[i].folded);
    }
    s->begun = true;
    s->setting.book->begin(state, &s->setting);
}

/* Cards of the plays accepted in this round: none twice. */
static uint64_t cards_of(const struct statement *said)
{
    uint64_t cards = 0;
    for (int i = 0; i < said->count; i++)
        cards |= (uint64_t)1 << said->argument[i].card;
    return cards;
}

struct walk {
    struct bench *bench;
    struct scene scene;
    uint64_t played;
    int copy_at, applied;
    bool copied;
    bool follows; /* `kept` is the state as it was before the statement applied last */
};

static void apply_one(struct walk *w, const struct statement *said)
{
    struct bench *b = w->bench;
    const struct rulebook *book = w->scene.setting.book;
    const struct setting *setting = &w->scene.setting;
    struct fault fault;
    bool turns = book->turns_page != NULL && book->turns_page(b->state, setting, said);
    /* a row of which nobody can tell whose it is may be passed over, where that was told before */
    bool nobodys = said->seat < 0 && book->knowledge->turn(b->state, setting) < 0;
    if (w->applied++ == w->copy_at) {
        memcpy(b->other, b->state, book->state_size);
        w->copied = true;
    }
    memcpy(b->before, b->state, book->state_size);
    b->rulings->count = b->more->count = 0;
    enum outcome outcome = rulebook_try(setting, b->state, b->kept, w->follows, said, b->rulings,
        &fault);
    w->follows = true;
    check(memcmp(b->kept, b->before, book->state_size) == 0,
        "what is kept of a state is not the state as it was");
    if (outcome != APPLIED)
        check(memcmp(b->before, b->state, book->state_size) == 0,
            "a failed statement changed the state");
    if (w->copied) {
        enum outcome again = rulebook_try(setting, b->other, b->spare, false, said, b->more,
            &fault);
        check(again == outcome && memcmp(b->other, b->state, book->state_size) == 0
                  && b->more->count == b->rulings->count,
            "a copied state went another way");
    }
    if (turns)
        w->played = 0;
    bool late = false;
    for (int i = 0; i < b->rulings->count; i++)
        late |= strcmp(book->rules[b->rulings->row[i].rule].id, "early-end") == 0;
    if (outcome != APPLIED || said->verb != VERB_PLAY || late || nobodys)
        return;
    check((w->played & cards_of(said)) == 0, "a card was played twice");
    w->played |= cards_of(said);
}

static void house_one(struct scene *s, const struct statement *said)
{
    struct house house = s->house;
    struct fault fault;
    for (int i = 0; i < said->count; i++)
        if (!house_set(&house, &s->setting, &said->argument[i], &fault))
            return;
    s->house = house;
}

/* Appends the statement as it would be stored to the line of the tale written back. */
static void write_one(struct bench *b, const struct setting *setting, const struct statement *said,
    int line)
{
    char *to = b->written->line[line];
    size_t at = strlen(to);
    if (at > 0)
        at += (size_t)snprintf(to + at, LINE_ROOM - at, "; ");
    size_t length = statement_write(said, setting, to + at, LINE_ROOM - 1 - at);
    check(at + length < LINE_ROOM - 1, "a statement grew out of its line");
    to[at + length < LINE_ROOM - 1 ? at + length : LINE_ROOM - 1] = '\0';
}

static void walk_line(struct walk *w, int line)
{
    struct bench *b = w->bench;
    struct scene *s = &w->scene;
    struct reader reader;
    struct statement said;
    struct fault fault;
    enum read_result result;
    b->written->line[line][0] = '\0';
    reader_begin(&reader, b->tale->line[line], strlen(b->tale->line[line]), (uint32_t)line + 1);
    while ((result = statement_read(&reader, &s->setting, false, &said, &fault)) != READ_END) {
        if (result == READ_FAULT)
            continue;
        write_one(b, &s->setting, &said, line);
        if (said.common && said.verb == SAY_PLAYERS && !s->begun) {
            seat_players(s, &said, b->state);
            memset(b->kept, 0, rulebook_room());
        } else if (said.common && said.verb == SAY_HOUSE)
            house_one(s, &said);
        else if (!said.common && s->begun)
            apply_one(w, &said);
    }
}

/* Reads and applies every statement by hand, and writes each back. */
static void walk(struct bench *b, struct dice *d)
{
    struct walk w = {.bench = b, .copy_at = (int)roll(d, 200)};
    w.scene.setting = (struct setting){.book = &haratama_rulebook,
        .seats = &w.scene.seats,
        .house = &w.scene.house};
    house_default(&w.scene.house, &haratama_rulebook);
    for (int i = 0; i < b->tale->lines; i++)
        walk_line(&w, i);
    b->written->lines = b->tale->lines;
    b->written->players = b->tale->players;
    if (!w.copied)
        return;
    b->rulings->count = b->more->count = 0;
    haratama_rulebook.weigh(b->state, &w.scene.setting, b->rulings);
    haratama_rulebook.weigh(b->other, &w.scene.setting, b->more);
    bool same = b->rulings->count == b->more->count;
    for (int i = 0; same && i < b->rulings->count; i++)
        same = same_ruling(&b->rulings->row[i], &b->more->row[i]);
    check(same, "a copied state was weighed differently");
}

/* ---- what may be played ------------------------------------------------------------------ */

static uint64_t code_bit(int card) { return (uint64_t)1 << (card / 13 * 16 + card % 13 + 1); }

static uint64_t codes(uint64_t cards)
{
    uint64_t set = 0;
    for (; cards != 0; cards &= cards - 1)
        set |= code_bit(__builtin_ctzll(cards));
    return set;
}

/* 3.3.1 of the rulebook, for a hand that lies open. */
static uint64_t rules_allow(uint64_t hand, int led, bool broken)
{
    const uint64_t blue = (uint64_t)0x1FFF << 13;
    if (led >= 0) {
        uint64_t follow = hand & ((uint64_t)0x1FFF << (13 * led));
        return follow != 0 ? follow : hand;
    }
    return broken || (hand & ~blue) == 0 ? hand : hand & ~blue;
}

static void list_cards(char *line, const char *who, const char *verb, uint64_t cards)
{
    size_t at = (size_t)sprintf(line, "%s: %s", who, verb);
    for (; cards != 0; cards &= cards - 1) {
        int card = __builtin_ctzll(cards);
        at += (size_t)sprintf(line + at, " %c%d", "rbpg"[card / 13], card % 13 + 1);
    }
}

static void feed(struct record *r, const char *line) { record_line(r, line, strlen(line)); }

/*
 * Says the hands, as played, or as dealt with both cards passed face up; `hand` becomes as played.
 */
static void open_hands(struct record *r, struct dice *d, int players, uint64_t *hand)
{
    static const char *const names[] = {"Aki", "Bo", "Chie", "Dai"};
    char line[LINE_ROOM];
    uint64_t given[4] = {0};
    bool dealt = roll(d, 2) == 0;
    for (int i = 0; i < players; i++) {
        list_cards(line, names[i], "hand", hand[i]);
        feed(r, line);
    }
    for (int i = 0; i < players && dealt; i++) {
        given[i] |= (uint64_t)1 << any_of(d, hand[i]);
        given[i] |= (uint64_t)1 << any_of(d, hand[i] & ~given[i]);
        list_cards(line, names[i], "pass", given[i]);
        feed(r, line);
    }
    for (int i = 0; i < players; i++)
        hand[i] = (hand[i] & ~given[i]) | given[(i + players - 1) % players];
}

static void play_openly(struct record *r, struct dice *d, int players, uint64_t *hand)
{
    int led = -1, best = 0, winner = 0, on_table = 0, seat = roll(d, 2) ? -1 : 0;
    bool broken = false;
    uint64_t out = 0;
    for (int i = 0; i < players; i++)
        out |= hand[i];
    for (int i = 0; i < players; i++) /* blue 5, or 6 with blue 5 aside */
        if (hand[i] & (uint64_t)1 << (out & (uint64_t)1 << 17 ? 17 : 18))
            seat = i;
    while (seat >= 0 && hand[seat] != 0) {
        uint64_t fair = rules_allow(hand[seat], on_table == 0 ? -1 : led, broken);
        struct cardset may = r->setting.book->knowledge->legal(r->state, &r->setting, seat);
        check(may.bits[0] == codes(fair) && may.bits[1] == 0,
            "legal() is not what the rules allow");
        check(r->setting.book->knowledge->turn(r->state, &r->setting) == seat,
            "turn() is not whose turn it is");
        int card = any_of(d, roll(d, 15) ? fair : hand[seat]);
        char line[16];
        sprintf(line, "%c%d", "rbpg"[card / 13], card % 13 + 1);
        feed(r, line);
        hand[seat] &= ~((uint64_t)1 << card);
        broken |= card / 13 == 1;
        if (on_table == 0)
            led = card / 13;
        if (on_table == 0 || (card / 13 == led && card > best)) {
            best = card;
            winner = seat;
        }
        on_table = (on_table + 1) % players;
        seat = on_table == 0 ? winner : (seat + 1) % players;
    }
}

static void open_round(struct bench *b, struct dice *d)
{
    const struct record_host host = {0};
    struct record r;
    uint64_t hand[4];
    int players = 3 + (int)roll(d, 2);
    record_init(&r, &host, &(struct record_room){b->state, b->spare, b->pack, b->rulings, NULL});
    feed(&r, "game haratama");
    feed(&r, players == 3 ? "players Aki Bo Chie" : "players Aki Bo Chie Dai");
    feed(&r, "round");
    deal_hands(d, players, hand);
    if (players == 3) {
        uint64_t left = 0;
        for (int card = 0; card < 52; card++)
            left |= card % 13 < 10 ? (uint64_t)1 << card : 0;
        int aside = any_of(d, left & ~(hand[0] | hand[1] | hand[2]));
        char line[16];
        sprintf(line, "aside %c%d", "rbpg"[aside / 13], aside % 13 + 1);
        feed(&r, line);
    }
    open_hands(&r, d, players, hand);
    play_openly(&r, d, players, hand);
    record_end(&r);
    check(!r.impossible && !r.unreadable, "an open round was not accepted");
}

/* ---- any bytes whatever ------------------------------------------------------------------ */

static size_t spoil(struct dice *d, char *line, size_t length)
{
    static const char bits[] = ";:!=?@\"#, \t\0r1b13\xEF\xBC\x91\xE8\xB5\xA4\xFF\xC0\x80";
    for (unsigned i = 1 + roll(d, 4); i > 0 && length > 0; i--) {
        size_t at = roll(d, (unsigned)length);
        switch (roll(d, 4)) {
        case 0: line[at] = (char)roll(d, 256); break;
        case 1: line[at] = bits[roll(d, sizeof bits)]; break;
        case 2:
            memmove(line + at, line + at + 1, length - at - 1);
            length--;
            break;
        default:
            if (length + 1 < LINE_ROOM) {
                memmove(line + at + 1, line + at, length - at);
                line[at] = bits[roll(d, sizeof bits)];
                length++;
            }
        }
    }
    return length;
}

static void fuzz(struct bench *b, struct dice *d, struct outcome_of *o)
{
    const struct record_host host = {.fault = on_fault, .finding = on_finding, .user = o};
    struct record r;
    char *line = malloc(LINE_MOST + 64); /* exactly as long as it is read: for the sanitizers */
    if (line == NULL)
        abort();
    o->count = o->faults = 0;
    record_init(&r, &host, &(struct record_room){b->state, b->spare, b->pack, b->rulings, NULL});
    for (int i = 0; i < b->tale->lines; i++) {
        size_t length = strlen(b->tale->line[i]);
        memcpy(line, b->tale->line[i], length);
        if (roll(d, 3) == 0)
            length = spoil(d, line, length);
        if (roll(d, 4000) == 0)
            for (length = LINE_MOST + roll(d, 64); length > 0 && roll(d, 5000) != 0; length--)
                line[length] = (char)roll(d, 256);
        char *exact = malloc(length + 1);
        if (exact == NULL)
            abort();
        memcpy(exact, line, length);
        record_line(&r, exact, length);
        free(exact);
        if (roll(d, 400) == 0)
            record_line(&r, b->tale->line[roll(d, 3)], 13);
        CHECK(b->rulings->count <= RULINGS_MOST);
    }
    record_end(&r);
    free(line);
}

/* ---- all of it --------------------------------------------------------------------------- */

static void one_record(struct bench *b, struct outcome_of *straight, struct outcome_of *again)
{
    struct dice d = {b->seed};
    tale_make(b->tale, &d);
    walk(b, &d);
    judge_lines(b, b->tale, straight);
    judge_lines(b, b->written, again);
    check(same_outcome(straight, again), "written back it came out differently");
    check(again->faults <= straight->faults, "what was written could not be read");
    check(straight->sums_hold, "relics or losses of a round do not add up");
    open_round(b, &d);
    fuzz(b, &d, straight);
}

static void *room(size_t size)
{
    void *at = calloc(1, size);
    if (at == NULL)
        abort();
    return at;
}

int main(void)
{
    uint64_t seed = number_from("SEED", 20261121), iters = number_from("ITERS", ITERS);
    struct bench b = {.rulings = room(sizeof *b.rulings),
        .more = room(sizeof *b.more),
        .state = room(rulebook_room()),
        .other = room(rulebook_room()),
        .before = room(rulebook_room()),
        .spare = room(rulebook_room()),
        .kept = room(rulebook_room()),
        .pack = room(rulebook_room()),
        .tale = room(sizeof *b.tale),
        .written = room(sizeof *b.written)};
    struct outcome_of *outcomes = room(2 * sizeof *outcomes);
    printf("SEED=%llu ITERS=%llu\n", (unsigned long long)seed, (unsigned long long)iters);
    if (haratama_rulebook.state_size > STATE_MOST)
        abort();
    for (uint64_t i = 0; i < iters; i++) {
        chance_seed = b.seed = seed + i;
        one_record(&b, &outcomes[0], &outcomes[1]);
    }
    void *const all[] = {b.rulings, b.more, b.state, b.other, b.before, b.spare, b.kept, b.pack,
        b.tale, b.written, outcomes};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    return finish();
}
