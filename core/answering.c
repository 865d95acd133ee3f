/* What the words of a bare answer may be, and the statement that it is; see answering.h. */
#include "answering.h"
#include "verbs.h"
#include "text.h"

#include <assert.h>
#include <string.h>

/* ---- writing ----------------------------------------------------------------------------- */

void answer_put(struct answering *a, const char *text, size_t length)
{
    if (a->length + length <= a->size)
        memcpy(a->out + a->length, text, length);
    a->length += length;
}

void answer_put_seat(struct answering *a, int seat)
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
struct following {
    int led, due, plays;
};

static struct following following_of(const struct ask *ask)
{
    return (struct following){ask->led, ask->due, ask->plays};
}

/*
 * `r0 rj rq rk` and bare `0 j q k` are 10 to 13, so that each rank is one key: the rank, and what
 * stands before it; 0: none.
 */
static int rank_of_letter(struct span *word)
{
    static const char letters[] = {'0', 'j', 'q', 'k'};
    const char *letter = word->length > 0
                             ? memchr(letters, word->at[word->length - 1], sizeof letters)
                             : NULL;
    if (letter == NULL)
        return 0;
    word->length--;
    return 10 + (int)(letter - letters);
}

/* A card as its suit, or the one led, and a rank; -1: there is none. */
static int card_of_rank(const struct answering *a, struct span suit, int led, int rank)
{
    const struct rulebook *book = a->r->setting.book;
    char text[NAME_MOST + 4];
    struct span code = {text, 0};
    if (suit.length == 0 && led >= 0)
        code.length = book->card_write(led * 16 + 2, false, text) - 1; /* every suit has a 2 */
    else if (suit.length <= 4) {
        memcpy(text, suit.at, suit.length);
        code.length = suit.length;
    }
    if (code.length > 0)
        code.length += number_write(rank, text + code.length);
    return code.length > 0 ? book->card_read(code) : -1;
}

/* The card that a word stands for, a bare number one of the suit led; -1: none. */
static int card_meant(const struct answering *a, const struct question *q,
    const struct answer_part *part, struct following *f, struct span word)
{
    const struct rulebook *book = a->r->setting.book;
    struct folded room;
    struct span folded = answer_fold(word, &room);
    int32_t number;
    int card = book->card_read(folded);
    const bool bare = card < 0 && number_read(folded, &number) && number > 0;
    if (bare && part->numbered && number < 64)
        card = part->base + number;
    if (!q->ranks)
        return card;
    if (bare && f->led >= 0)
        card = card_of_rank(a, (struct span){"", 0}, f->led, number);
    struct span suit = folded;
    const int rank = card < 0 ? rank_of_letter(&suit) : 0;
    if (rank > 0)
        card = card_of_rank(a, suit, f->led, rank);
    if (card < 0)
        return card;
    f->led = f->led < 0 ? card / 16 : f->led;
    if (--f->due <= 0)
        *f = (struct following){-1, f->plays, f->plays};
    return card;
}

int answer_stack(const struct answering *a, const struct answer_part *part, struct span word)
{
    static const struct question plain = {.ranks = false};
    struct following none = {-1, 0, 0};
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

static bool is_card_for(const struct answering *a, const struct answer_part *part, int card)
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

static bool fits_part(const struct answering *a, const struct question *q,
    const struct answer_part *part, struct following *f, struct span word)
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

static int part_least(const struct answering *a, const struct answer_part *part)
{
    return part->kind == PART_COUNTS ? a->r->seats.count : part->least;
}

static int part_most(const struct answering *a, const struct answer_part *part)
{
    return part->kind == PART_COUNTS ? a->r->seats.count : part->most;
}

/*
 * Shares the words among the parts, the first ones first: part i ends before word end[i]. How many
 * words were taken.
 */
static int share_words(const struct answering *a, const struct question *q, int end[ANSWER_PARTS],
    bool *enough)
{
    struct following f = following_of(&a->ask);
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

static bool fits_question(const struct answering *a, const struct question *q,
    int end[ANSWER_PARTS])
{
    bool enough;
    return share_words(a, q, end, &enough) == a->words && enough;
}

struct span answer_misfit(const struct answering *a)
{
    int end[ANSWER_PARTS];
    bool enough;
    const int fit = share_words(a, a->ask.way[0], end, &enough);
    return fit < a->words ? a->word[fit] : a->whole;
}

/* ---- an answer becomes a statement -------------------------------------------------------- */

/* A stack, or a card with its place: the number that it may begin with is a card; or ? */
static void put_stack(struct answering *a, const struct answer_part *part, struct span word)
{
    const int card = answer_stack(a, part, word);
    char text[16];
    size_t behind = 0;
    if (card >= 0) {
        while (word.at[behind] != '+' && word.at[behind] != '@')
            behind++;
        answer_put(a, text, a->r->setting.book->card_write(card, false, text));
    }
    answer_put(a, word.at + behind, word.length - behind);
}

/* A name of the state or the deck as a token: those that are plain stand as they are. */
static void put_name(struct answering *a, struct span name)
{
    const bool plain = text_is_plain(name);
    answer_put(a, "\"", plain ? 0 : 1);
    for (size_t i = 0; i < name.length; i++) {
        answer_put(a, "\"", name.at[i] == '"');
        answer_put(a, name.at + i, 1);
    }
    answer_put(a, "\"", plain ? 0 : 1);
}

static void put_word(struct answering *a, const struct question *q, const struct answer_part *part,
    struct following *f, int at, int first)
{
    const struct rulebook *book = a->r->setting.book;
    struct folded room;
    char text[16];
    int card;
    switch (part->kind) {
    case PART_SEAT: answer_put_seat(a, seats_find(a->r->setting.seats, a->word[at], NULL)); return;
    case PART_CARDS:
        card = card_meant(a, q, part, f, a->word[at]);
        if (card >= 0)
            answer_put(a, text, book->card_write(card, false, text));
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

static void put_part(struct answering *a, const struct question *q, int part,
    const int end[ANSWER_PARTS])
{
    struct following f = following_of(&a->ask);
    const int first = part > 0 ? end[part - 1] : 0;
    assert(q != NULL);
    for (int i = first; i < end[part]; i++) {
        answer_put(a, " ", i > first);
        put_word(a, q, &q->part[part], &f, i, first);
    }
}

/* What stands for a {name} of a form; returns what is after it. */
static const char *put_named(struct answering *a, const struct question *q, const char *at,
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
        answer_put(a, text, a->r->setting.book->card_write(a->ask.card, false, text));
    else
        put_part(a, q, at[0] - '1', end);
    return at + length + 1;
}

void answer_put_form(struct answering *a, const struct question *q, const char *form,
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

/* Who is named in front stands in the form, or before it. */
static bool take_way(struct answering *a, const struct question *q)
{
    int end[ANSWER_PARTS];
    /* which nobody said */
    const bool whose = a->seat < 0 && a->ask.seat < 0 && form_names_seat(q->form);
    if (whose || !fits_question(a, q, end))
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
bool answer_take(struct answering *a)
{
    struct answering named = *a;
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
