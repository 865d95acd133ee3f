/* What the words of a bare answer may be, and the statement that it is; see bare_answer.h. */
#include "bare_answer.h"
#include "verbs.h"
#include "text.h"

#include <assert.h>
#include <string.h>

/* ---- writing ----------------------------------------------------------------------------- */

void answer_put(struct bare_answer *a, const char *text, size_t length)
{
    if (a->length + length <= a->size)
        memcpy(a->out + a->length, text, length);
    a->length += length;
}

void answer_put_seat(struct bare_answer *a, int seat)
{
    char name[SEAT_TOKEN];
    answer_put(a, name, seat_write(a->r->setting.seats, seat, name));
}

/* ---- what a word may be ------------------------------------------------------------------- */

struct span answer_fold(struct span word, struct folded *room)
{
    room->length = text_fold(word, room->text);
    return (struct span){room->text, room->length};
}

/* The trick on the table as an answer goes on with it. */
struct answer_follow {
    int led, due, plays;
};

static struct answer_follow following_of(const struct ask *ask)
{
    return (struct answer_follow){ask->led, ask->due, ask->plays};
}

/* The card that a word stands for, a bare number one of the suit led; -1: none. */
static int card_meant(const struct bare_answer *a, const struct question *q,
    const struct answer_part *part, struct answer_follow *f, struct span word)
{
    struct folded room;
    struct span folded = answer_fold(word, &room);
    int32_t number;
    int card = card_read_by(&a->r->setting, folded);
    const bool bare = card < 0 && number_read(folded, &number) && number > 0;
    if (bare && part->numbered && number < 64)
        card = part->base + number;
    if (!q->ranks)
        return card;
    if (card < 0 && (card = card_said(&a->r->setting, f->led, folded)) < 0)
        return card;
    f->led = f->led == -1 ? card_leads_by(&a->r->setting, card) : f->led;
    if (--f->due <= 0)
        *f = (struct answer_follow){-1, f->plays, f->plays};
    return card;
}

int answer_stack(const struct bare_answer *a, const struct answer_part *part, struct span word)
{
    static const struct question plain = {.ranks = false};
    struct answer_follow none = {-1, 0, 0};
    size_t length = 0;
    while (length < word.length && word.at[length] != '+' && word.at[length] != '@')
        length++;
    return length > 0 && length < word.length
               ? card_meant(a, &plain, part, &none, (struct span){word.at, length})
               : -1;
}

bool answer_is_unseen(struct span word) { return text_is(word, "?"); }

bool answer_is_number(struct span word)
{
    struct folded room;
    int32_t number;
    return number_read(answer_fold(word, &room), &number);
}

/* `-2+`: that and all above, as the last step is without saying so. */
static size_t is_step(struct span word)
{
    return word.length > 1 && word.at[word.length - 1] == '+';
}

/* The name that a word spells, or the only one that begins so: its place, or -1. */
static int name_meant(const struct ask *ask, const struct answer_part *part, struct span word)
{
    struct folded said, own;
    const struct span folded = answer_fold(word, &said);
    int begun = -1;
    for (int i = 0; i < ask->names; i++) {
        const struct span name = answer_fold(ask->name[i], &own);
        if ((part->set != 0 && part->set != ask->name_set[i]) || name.length < folded.length
            || memcmp(name.at, folded.at, folded.length) != 0)
            continue;
        if (name.length == folded.length)
            return i;
        if (part->whole)
            continue;
        begun = begun == -1 ? i : -2;
    }
    return begun >= 0 && folded.length > 0 ? begun : -1;
}

static bool is_card_for(const struct bare_answer *a, const struct answer_part *part, int card)
{
    return card >= 0 && (part->set == 0 || cards_hold(&a->ask.set[part->set - 1], card));
}

/* May the word be chosen in some way now? */
static bool is_choice(const struct ask *ask, struct span word)
{
    struct folded room;
    bool found = false;
    const struct span folded = answer_fold(word, &room);
    for (int i = 0; i < ask->ways * ANSWER_PARTS && !found; i++) {
        const struct answer_part *part = &ask->way[i / ANSWER_PARTS]->part[i % ANSWER_PARTS];
        found = part->kind == PART_CHOICE && keyword_find(part->words, folded) >= 0;
    }
    return found;
}

static bool fits_part(const struct bare_answer *a, const struct question *q,
    const struct answer_part *part, struct answer_follow *f, struct span word)
{
    struct folded room;
    switch (part->kind) {
    case PART_SEAT: return seats_find(a->r->setting.seats, word, NULL) >= 0;
    case PART_CARDS:
        return is_card_for(a, part, card_meant(a, q, part, f, word))
               || (part->unseen && answer_is_unseen(word))
               || is_card_for(a, part, answer_stack(a, part, word));
    case PART_STEPS: return answer_is_number((struct span){word.at, word.length - is_step(word)});
    case PART_NUMBERS:
    case PART_COUNTS: return answer_is_number(word);
    case PART_CHOICE: return keyword_find(part->words, answer_fold(word, &room)) >= 0;
    case PART_TEXTS:
        return quoted_length(word) > 0
               || (memchr(word.at, '=', word.length) == NULL && !is_choice(&a->ask, word));
    case PART_PAIRS: return quoted_length(word) == 0 && memchr(word.at, '=', word.length) != NULL;
    case PART_NAMES: return name_meant(&a->ask, part, word) >= 0;
    case PART_NONE: break;
    }
    return false;
}

static int part_least(const struct bare_answer *a, const struct answer_part *part)
{
    return part->kind == PART_COUNTS ? ask_counts(&a->ask, part, a->r->seats.count) : part->least;
}

static int part_most(const struct bare_answer *a, const struct answer_part *part)
{
    return part->kind == PART_COUNTS ? ask_counts(&a->ask, part, a->r->seats.count) : part->most;
}

/*
 * Shares the words among the parts, the first ones first: part i ends before word end[i]. How many
 * words were taken.
 */
static int share_words(const struct bare_answer *a, const struct question *q, int end[ANSWER_PARTS],
    bool *enough)
{
    struct answer_follow f = following_of(&a->ask);
    int at = 0;
    *enough = true;
    for (int i = 0; i < ANSWER_PARTS && *enough; i++) {
        const struct answer_part *part = &q->part[i];
        const int first = at;
        while (at < a->words && at - first < part_most(a, part)
               && fits_part(a, q, part, &f, a->word[at]))
            at++;
        end[i] = at;
        *enough = at - first >= part_least(a, part);
    }
    return at;
}

static bool fits_question(const struct bare_answer *a, const struct question *q,
    int end[ANSWER_PARTS])
{
    bool enough;
    return share_words(a, q, end, &enough) == a->words && enough;
}

/* ---- an answer becomes a statement -------------------------------------------------------- */

/* A stack, or a card with its place: the number that it may begin with is a card; or ? */
static void put_stack(struct bare_answer *a, const struct answer_part *part, struct span word)
{
    const int card = answer_stack(a, part, word);
    char text[16];
    size_t behind = 0;
    if (card >= 0) {
        while (word.at[behind] != '+' && word.at[behind] != '@')
            behind++;
        answer_put(a, text, card_write_by(&a->r->setting, card, false, text));
    }
    answer_put(a, word.at + behind, word.length - behind);
}

/* A name of the state or the deck as a token: those that are plain stand as they are. */
static void put_name(struct bare_answer *a, struct span name)
{
    const bool plain = text_is_plain(name);
    answer_put(a, "\"", plain ? 0 : 1);
    for (size_t i = 0; i < name.length; i++) {
        answer_put(a, "\"", name.at[i] == '"');
        answer_put(a, name.at + i, 1);
    }
    answer_put(a, "\"", plain ? 0 : 1);
}

static void put_word(struct bare_answer *a, const struct question *q,
    const struct answer_part *part, struct answer_follow *f, int at, int first)
{
    struct folded room;
    char text[16];
    int card;
    switch (part->kind) {
    case PART_SEAT: answer_put_seat(a, seats_find(a->r->setting.seats, a->word[at], NULL)); return;
    case PART_CARDS:
        card = card_meant(a, q, part, f, a->word[at]);
        if (card >= 0)
            answer_put(a, text, card_write_by(&a->r->setting, card, false, text));
        else
            put_stack(a, part, a->word[at]);
        return;
    case PART_COUNTS:
        answer_put_seat(a, at - first);
        answer_put(a, "=", 1);
        answer_put(a, a->word[at].at, a->word[at].length);
        return;
    case PART_STEPS:
        answer_put(a, text, number_write(at - first, text));
        answer_put(a, "+=", at + 1 == a->words ? 2 : 0);
        answer_put(a, "=", at + 1 == a->words ? 0 : 1);
        answer_put(a, a->word[at].at, a->word[at].length - is_step(a->word[at]));
        return;
    case PART_CHOICE: {
        struct span word = keyword_name(part->words,
            keyword_find(part->words, answer_fold(a->word[at], &room)));
        answer_put(a, word.at, word.length);
        return;
    }
    case PART_NAMES: put_name(a, a->ask.name[name_meant(&a->ask, part, a->word[at])]); return;
    case PART_NUMBERS:
    case PART_TEXTS:
    case PART_PAIRS: answer_put(a, a->word[at].at, a->word[at].length); return;
    case PART_NONE: return;
    }
}

static void put_part(struct bare_answer *a, const struct question *q, int part,
    const int end[ANSWER_PARTS])
{
    struct answer_follow f = following_of(&a->ask);
    const int first = part > 0 ? end[part - 1] : 0;
    assert(q != NULL);
    for (int i = first; i < end[part]; i++) {
        answer_put(a, " ", i > first);
        put_word(a, q, &q->part[part], &f, i, first);
    }
}

/* What stands for a {name} of a form; returns what is after it. */
static const char *put_named(struct bare_answer *a, const struct question *q, const char *at,
    const int end[ANSWER_PARTS])
{
    const size_t length = strcspn(at, "}");
    const struct span name = {at, length};
    char text[16];
    if (span_is(name, "seat"))
        answer_put_seat(a, a->seat >= 0 ? a->seat : a->ask.seat);
    else if (span_is(name, "next"))
        answer_put_seat(a,
            a->ask.seat < 0 && a->seat >= 0 ? (a->seat + 1) % a->r->seats.count : a->ask.next);
    else if (span_is(name, "number"))
        answer_put(a, text, number_write(a->ask.number, text));
    else if (span_is(name, "card"))
        answer_put(a, text, card_write_by(&a->r->setting, a->ask.card, false, text));
    else
        put_part(a, q, at[0] - '1', end);
    return at + length + 1;
}

void answer_put_form(struct bare_answer *a, const struct question *q, const char *form,
    const int end[ANSWER_PARTS])
{
    for (const char *at = form; *at != '\0';) {
        const size_t plain = strcspn(at, "{");
        answer_put(a, at, plain);
        at += plain;
        if (*at == '{')
            at = put_named(a, q, at + 1, end);
    }
    while (a->length > 0 && a->length <= a->size && a->out[a->length - 1] == ' ')
        a->length--; /* of a part that was left out */
    if (a->stands)
        answer_put(a, " !", 2);
}

static bool form_names_seat(const char *form)
{
    for (form += strcspn(form, "{"); *form != '\0'; form += 1 + strcspn(form + 1, "{"))
        if (strncmp(form, "{seat}", strlen("{seat}")) == 0)
            return true;
    return false;
}

/* A slip of a card where cards are played: it has a digit, or goes on where a card ends. */
static bool is_card_or_slip(const struct setting *setting, struct span word)
{
    int32_t number;
    bool digit = false, card = false;
    for (size_t i = 0; i < word.length; i++) {
        digit |= word.at[i] >= '0' && word.at[i] <= '9';
        card |= card_read_by(setting, (struct span){word.at, i + 1}) >= 0;
    }
    return setting->book->verbs[VERB_PLAY].takes != 0
           && (card || (digit && !number_read(word, &number)));
}

/* A word of this game or of another one; or nearly one of this, as a line may begin. */
static bool is_of_language(const struct rulebook *book, struct span word, bool begins)
{
    bool found = begins && verb_nearest(book->verbs, word) != NULL;
    for (int i = 0; rulebooks[i] != NULL && !found; i++)
        found = verb_find(rulebooks[i]->verbs, word) > VERB_PLAY;
    return found;
}

/*
 * May what is said be names of anything, where several may stand? A card, or what is nearly a word
 * of the language, is none: `u3 9 t`, `chose 7`.
 */
static bool may_be_texts(const struct bare_answer *a, const struct question *q)
{
    static const struct answer_part any = {.kind = PART_NAMES};
    const struct rulebook *book = a->r->setting.book;
    struct folded room;
    if (q->part[0].kind != PART_TEXTS || q->part[0].most < 2 || a->words < 1
        || quoted_length(a->word[0]) > 0 || name_meant(&a->ask, &any, a->word[0]) >= 0)
        return true;
    const struct span word = answer_fold(a->word[0], &room);
    return !is_card_or_slip(&a->r->setting, word) && !is_of_language(book, word, a->words > 1);
}

/* Who is named in front stands in the form, or before it. */
static bool take_way(struct bare_answer *a, const struct question *q)
{
    int end[ANSWER_PARTS];
    /* which nobody said */
    const bool whose = a->seat < 0 && a->ask.seat < 0 && form_names_seat(q->form);
    if (whose || !may_be_texts(a, q) || !fits_question(a, q, end))
        return false;
    if (a->seat >= 0 && !form_names_seat(q->form)) {
        answer_put_seat(a, a->seat);
        answer_put(a, ": ", 2);
    }
    answer_put_form(a, q, q->form, end);
    return true;
}

/* What may be anything is tried last, and numbers that are as many as the seats first. */
enum { DOUBTS = 3 };
static int doubt_of(const struct question *q)
{
    return q->part[0].kind == PART_COUNTS ? 0 : q->part[0].kind == PART_TEXTS ? 2 : 1;
}

/*
 * Takes the answer as it stands, or with its first word, and a colon after it, as the player's
 * name.
 */
bool answer_take(struct bare_answer *a)
{
    struct bare_answer named = *a;
    named.word = named.all;
    named.words = a->words + 1;
    named.seat = -1;
    for (int i = 0; i < DOUBTS * a->ask.ways; i++) {
        const struct question *q = a->ask.way[i % a->ask.ways];
        const bool first = a->seat >= 0 && q->part[0].kind == PART_SEAT;
        if (doubt_of(q) != i / a->ask.ways
            || !(first ? take_way(&named, q) : a->words > 0 && take_way(a, q)))
            continue;
        if (first)
            a->length = named.length;
        return true;
    }
    return false;
}

/* ---- what was no answer ------------------------------------------------------------------- */

/* How far the words go with a way to answer: so many fit, the next one not the part. */
struct near_answer {
    const struct bare_answer *of;
    const struct question *way;
    int fit, part; /* ANSWER_PARTS: there is a word more than are asked for */
};

static struct near_answer missed_by(const struct bare_answer *a, const struct question *q)
{
    struct near_answer m = {a, q, 0, 0};
    int end[ANSWER_PARTS] = {0};
    bool enough;
    m.fit = share_words(a, q, end, &enough);
    while (m.part < ANSWER_PARTS && q->part[m.part].kind != PART_NONE) {
        const struct answer_part *part = &q->part[m.part];
        const int taken = end[m.part] - (m.part > 0 ? end[m.part - 1] : 0);
        /* the last part that may take more is the one that the word does not fit */
        const bool last = m.part == ANSWER_PARTS - 1 || q->part[m.part + 1].kind == PART_NONE;
        if (taken < part_least(a, part) || (last && taken < part_most(a, part)))
            return m;
        m.part++;
    }
    m.part = ANSWER_PARTS;
    return m;
}

/* What something is called for short: moon for newmoon. */
static bool is_end_of(struct span word, struct span known)
{
    return word.length > 3 && word.length < known.length
           && memcmp(known.at + known.length - word.length, word.at, word.length) == 0;
}

/* The one of the words that may be chosen, the names or the cards that is little different. */
static struct span nearest(const struct near_answer *m, struct span word, int *card)
{
    enum { CARDS = 128, SHORT = 3 }; /* h18 is no slip for h19 */
    const struct bare_answer *a = m->of;
    const struct answer_part *part = &m->way->part[m->part < ANSWER_PARTS ? m->part : 0];
    struct folded room;
    struct guess near = {.word = word, .far = word.length < 4 ? 2 : 3};
    struct span found = {"", 0};
    *card = -1;
    if (m->part == ANSWER_PARTS || m->fit == a->words)
        return found;
    for (int i = 0; part->kind == PART_CHOICE && keyword_name(part->words, i).length > 0; i++) {
        const struct span name = keyword_name(part->words, i);
        memcpy(room.text, name.at, name.length);
        room.text[name.length] = '\0';
        if (guess_known(&near, room.text))
            found = name;
    }
    for (int code = 0; part->kind == PART_CARDS && part->set != 0 && code < CARDS; code++) {
        if (!is_card_for(a, part, code))
            continue;
        const size_t length = card_write_by(&a->r->setting, code, false, room.text);
        room.text[length] = '\0';
        if (length > SHORT
            && (guess_known(&near, room.text)
                || (*card < 0 && is_end_of(word, (struct span){room.text, length}))))
            *card = code;
    }
    return found;
}

/*
 * The way that the words go farthest with, if it is half the way, else the first one; among equals
 * one of which the next word is nearly a word, or one that waits for another.
 */
static struct near_answer missed_least(const struct bare_answer *a, const struct bare_answer *named)
{
    struct near_answer best = missed_by(a, a->ask.way[0]);
    int worth = -1;
    for (int i = 0; i < a->ask.ways; i++) {
        const struct question *q = a->ask.way[i];
        const bool first = a->seat >= 0 && q->part[0].kind == PART_SEAT;
        const bool later = i > 0 && (q->part[0].kind == PART_COUNTS || doubt_of(q) > 1);
        struct folded room;
        int card = -1;
        if (later || !may_be_texts(a, q))
            continue;
        const struct near_answer m = missed_by(first ? named : a, q);
        const bool all = m.fit == m.of->words;
        const struct span word = all ? (struct span){"", 0} : m.of->word[m.fit];
        const bool near = !all
                          && (nearest(&m, answer_fold(word, &room), &card).length > 0 || card >= 0);
        const int value = 4 * m.fit + (near ? 2 : 0) + (m.part < ANSWER_PARTS);
        if (worth < 0 || (value > worth && m.fit > 0 && 2 * m.fit >= m.of->words)) {
            best = m;
            worth = value;
        }
    }
    return best;
}

/*
 * The two cards that a number alone may be where no suit is led, each with a sign of its kind in
 * front: 10 is h10 or f10. False: it is not one of two.
 */
static bool is_either(const struct near_answer *m, int either[2])
{
    const struct bare_answer *a = m->of;
    const struct answer_part *part = &m->way->part[m->part < ANSWER_PARTS ? m->part : 0];
    struct folded room;
    char text[NAME_MOST + 1];
    int found = 0;
    if (m->part == ANSWER_PARTS || m->fit == a->words || part->kind != PART_CARDS
        || !answer_is_number(a->word[m->fit]))
        return false;
    const struct span number = answer_fold(a->word[m->fit], &room);
    memcpy(text + 1, number.at, number.length);
    for (text[0] = 'z'; text[0] >= 'a'; text[0]--) {
        const int card = card_read_by(&a->r->setting, (struct span){text, number.length + 1});
        if (!is_card_for(a, part, card))
            continue;
        if (found == 2)
            return false;
        either[found++] = card;
    }
    return found == 2;
}

/* What is wrong with the word that does not fit. */
static const char *tell_missed(const struct near_answer *m)
{
    const struct bare_answer *a = m->of;
    const struct answer_part *part = &m->way->part[m->part < ANSWER_PARTS ? m->part : 0];
    struct folded room;
    if (m->fit == a->words)
        return N_("“{found}” is not enough; expected {about}, as in `{example}`");
    if (m->part == ANSWER_PARTS)
        return N_("“{found}” is more than was asked for; expected {about}, as in `{example}`");
    if (part->kind == PART_SEAT)
        return N_("nobody at this table is called “{found}”; expected {about}, as in `{example}`");
    if (part->kind == PART_NUMBERS || part->kind == PART_COUNTS || part->kind == PART_STEPS)
        return N_("“{found}” is not a number; expected {about}, as in `{example}`");
    if (part->kind == PART_CARDS && !answer_is_unseen(a->word[m->fit])
        && card_read_by(&a->r->setting, answer_fold(a->word[m->fit], &room)) < 0)
        return N_("“{found}” is not a card of this game; expected {about}, as in `{example}`");
    return N_("“{found}” is not an answer here; expected {about}, as in `{example}`");
}

int answer_missed(const struct bare_answer *a, struct fault *fault)
{
    struct bare_answer named = *a;
    struct folded room;
    int card;
    named.word = named.all;
    named.words = a->words + 1;
    named.seat = -1;
    const struct near_answer m = missed_least(a, &named);
    const bool all = m.fit == m.of->words;
    const struct span found = all ? a->whole : m.of->word[m.fit];
    const struct span near = nearest(&m, answer_fold(found, &room), &card);
    const bool known = card >= 0 || near.length > 0;
    int either[2];
    if (is_either(&m, either)) {
        fault_set(fault, a->column,
            N_("“{found}” does not say which kind: `{near}` or `{other}`?"));
        message_text(&fault->message, "found", found);
        message_card(&fault->message, "near", either[0]);
        message_card(&fault->message, "other", either[1]);
        return m.fit;
    }
    fault_set(fault, a->column,
        known ? N_("“{found}” is not an answer here; did you mean `{near}`?") : tell_missed(&m));
    message_text(&fault->message, "found", text_unquoted(found));
    if (card >= 0)
        message_card(&fault->message, "near", card);
    else if (known)
        message_text(&fault->message, "near", near);
    else
        message_word(&fault->message, "about", m.way->about);
    if (!known)
        message_word(&fault->message, "example", m.way->example);
    fault->missed = known ? NULL : m.way;
    return m.fit;
}
