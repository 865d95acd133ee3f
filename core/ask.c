/* Bare answers as statements; see ask.h. */
#include "ask.h"
#include "record.h"
#include "verbs.h"

#include <assert.h>
#include <string.h>

enum { ANSWER_WORDS = ARGUMENTS_MOST + 2 };

/* A statement of a typed line, word by word, and what is made of it. */
struct answering {
    const struct record *r;
    struct ask ask;
    struct span whole;                    /* as it was typed */
    struct span all[ANSWER_WORDS + 1];    /* the name in front first */
    struct span *word;                    /* … and what stands behind it */
    int words;
    int seat;                             /* named in front; -1: nobody is */
    bool readable;                        /* else the language says what is wrong with it */
    bool known;                           /* somebody was named before, and nobody is now */
    bool stands;                          /* a ! at the end */
    uint32_t column;
    char *out;
    size_t size, length;
};

bool record_asks(const struct record *r, struct ask *out)
{
    *out = (struct ask){.seat = -1, .card = -1, .led = -1};
    const struct table_part *table = r->begun ? r->setting.book->table : NULL;
    if (table == NULL || table->ask == NULL || r->setting.ended)
        return false;
    table->ask(r->state, &r->setting, out);
    return out->ways > 0;
}

/* ---- writing ----------------------------------------------------------------------------- */

static void put(struct answering *a, const char *text, size_t length)
{
    if (a->length + length <= a->size)
        memcpy(a->out + a->length, text, length);
    a->length += length;
}

static void put_seat(struct answering *a, int seat)
{
    char name[SEAT_TOKEN];
    put(a, name, seat_write(a->r->setting.seats, seat, name));
}

/* ---- what a word may be ------------------------------------------------------------------- */

struct folded {
    char text[NAME_MOST];
    size_t length;
};

static struct span fold(struct span word, struct folded *room)
{
    room->length = text_fold(word, room->text);
    return (struct span){room->text, room->length};
}

/* The trick on the table as an answer goes on with it. */
struct following {
    int led, due, plays;
};

static struct following following_of(const struct ask *ask) { return (struct following){ask->led, ask->due, ask->plays}; }

/* `r0 rj rq rk` and bare `0 j q k` are 10 to 13, so that each rank is one key: the rank, and what stands before it; 0: none. */
static int rank_of_letter(struct span *word)
{
    static const char letters[] = {'0', 'j', 'q', 'k'};
    const char *letter = word->length > 0 ? memchr(letters, word->at[word->length - 1], sizeof letters) : NULL;
    if (letter == NULL)
        return 0;
    word->length--;
    return 10 + (int)(letter - letters);
}

/* A card as its suit and a rank; -1: there is none. */
static int card_of_rank(const struct answering *a, struct span suit, int led, int rank)
{
    const struct rulebook *book = a->r->setting.book;
    char text[NAME_MOST];
    struct span code = {text, 0};
    if (suit.length == 0 && led >= 0)
        code.length = book->card_write(led * 16 + rank, false, text);
    else if (suit.length > 0 && suit.length <= 4) {
        memcpy(text, suit.at, suit.length);
        code.length = suit.length + number_write(rank, text + suit.length);
    }
    return code.length > 0 ? book->card_read(code) : -1;
}

/* The card that a word stands for, a bare number one of the suit led; -1: none. */
static int card_meant(const struct answering *a, const struct question *q, const struct answer_part *part,
                      struct following *f, struct span word)
{
    const struct rulebook *book = a->r->setting.book;
    struct folded room;
    struct span folded = fold(word, &room);
    int32_t number;
    int card = book->card_read(folded);
    const bool bare = card < 0 && number_read(folded, &number) && number > 0;
    if (bare && part->numbered && number < 64)
        card = part->base + number;
    if (!q->ranks)
        return card;
    if (bare && f->led >= 0 && number < 16)
        card = f->led * 16 + number;
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

/* The first card of a stack as h18+f5, or of a card with its place; -1: it is none. */
static int stack_of(const struct answering *a, const struct answer_part *part, struct span word)
{
    static const struct question plain = {.ranks = false};
    struct following none = {-1, 0, 0};
    size_t length = 0;
    while (length < word.length && word.at[length] != '+' && word.at[length] != '@')
        length++;
    return length > 0 && length < word.length ? card_meant(a, &plain, part, &none, (struct span){word.at, length}) : -1;
}

static bool is_unseen(struct span word) { return text_is(word, "?"); }

static bool is_number(struct span word)
{
    struct folded room;
    int32_t number;
    return number_read(fold(word, &room), &number);
}

/* `-2+`: that and all above, as the last step is without saying so. */
static size_t is_step(struct span word) { return word.length > 1 && word.at[word.length - 1] == '+'; }

/* The name that a word spells, or the only one that begins so: its place, or -1. */
static int name_meant(const struct ask *ask, const struct answer_part *part, struct span word)
{
    struct folded said, own;
    const struct span folded = fold(word, &said);
    int begun = -1;
    for (int i = 0; i < ask->names; i++) {
        const struct span name = fold(ask->name[i], &own);
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
    const struct span folded = fold(word, &room);
    for (int i = 0; i < ask->ways * ANSWER_PARTS && !found; i++) {
        const struct answer_part *part = &ask->way[i / ANSWER_PARTS]->part[i % ANSWER_PARTS];
        found = part->kind == PART_CHOICE && keyword_find(part->words, folded) >= 0;
    }
    return found;
}

static bool fits_part(const struct answering *a, const struct question *q, const struct answer_part *part,
                      struct following *f, struct span word)
{
    struct folded room;
    switch (part->kind) {
    case PART_SEAT: return seats_find(a->r->setting.seats, fold(word, &room), NULL) >= 0;
    case PART_CARDS:
        return is_card_for(a, part, card_meant(a, q, part, f, word)) || (part->unseen && is_unseen(word))
            || is_card_for(a, part, stack_of(a, part, word));
    case PART_STEPS: return is_number((struct span){word.at, word.length - is_step(word)});
    case PART_NUMBERS:
    case PART_COUNTS: return is_number(word);
    case PART_CHOICE: return keyword_find(part->words, fold(word, &room)) >= 0;
    case PART_TEXTS: return quoted_length(word) > 0 || (memchr(word.at, '=', word.length) == NULL && !is_choice(&a->ask, word));
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

/* Shares the words among the parts, the first ones first: part i ends before word end[i]. */
static bool fits_question(const struct answering *a, const struct question *q, int end[ANSWER_PARTS])
{
    struct following f = following_of(&a->ask);
    int at = 0;
    for (int i = 0; i < ANSWER_PARTS; i++) {
        const struct answer_part *part = &q->part[i];
        const int first = at;
        while (at < a->words && at - first < part_most(a, part) && fits_part(a, q, part, &f, a->word[at]))
            at++;
        end[i] = at;
        if (at - first < part_least(a, part))
            return false;
    }
    return at == a->words;
}

/* ---- an answer becomes a statement -------------------------------------------------------- */

/* A stack, or a card with its place: the number that it may begin with is a card; or ? */
static void put_stack(struct answering *a, const struct answer_part *part, struct span word)
{
    const int card = stack_of(a, part, word);
    char text[16];
    size_t behind = 0;
    if (card >= 0) {
        while (word.at[behind] != '+' && word.at[behind] != '@')
            behind++;
        put(a, text, a->r->setting.book->card_write(card, false, text));
    }
    put(a, word.at + behind, word.length - behind);
}

/* A name of the state or the deck as a token: those that are plain stand as they are. */
static void put_name(struct answering *a, struct span name)
{
    const bool plain = text_is_plain(name);
    put(a, "\"", plain ? 0 : 1);
    for (size_t i = 0; i < name.length; i++) {
        put(a, "\"", name.at[i] == '"');
        put(a, name.at + i, 1);
    }
    put(a, "\"", plain ? 0 : 1);
}

static void put_word(struct answering *a, const struct question *q, const struct answer_part *part,
                     struct following *f, int at, int first)
{
    const struct rulebook *book = a->r->setting.book;
    struct folded room;
    char text[16];
    int card;
    switch (part->kind) {
    case PART_SEAT:
        put_seat(a, seats_find(a->r->setting.seats, fold(a->word[at], &room), NULL));
        return;
    case PART_CARDS:
        card = card_meant(a, q, part, f, a->word[at]);
        if (card >= 0)
            put(a, text, book->card_write(card, false, text));
        else
            put_stack(a, part, a->word[at]);
        return;
    case PART_COUNTS:
        put_seat(a, at - first);
        put(a, "=", 1);
        put(a, a->word[at].at, a->word[at].length);
        return;
    case PART_STEPS:
        put(a, text, number_write(at - first, text));
        put(a, "+=", at + 1 == a->words ? 2 : 0);
        put(a, "=", at + 1 == a->words ? 0 : 1);
        put(a, a->word[at].at, a->word[at].length - is_step(a->word[at]));
        return;
    case PART_CHOICE: {
        struct span word = keyword_name(part->words, keyword_find(part->words, fold(a->word[at], &room)));
        put(a, word.at, word.length);
        return;
    }
    case PART_NAMES:
        put_name(a, a->ask.name[name_meant(&a->ask, part, a->word[at])]);
        return;
    case PART_NUMBERS:
    case PART_TEXTS:
    case PART_PAIRS:
        put(a, a->word[at].at, a->word[at].length);
        return;
    case PART_NONE:
        return;
    }
}

static void put_part(struct answering *a, const struct question *q, int part, const int end[ANSWER_PARTS])
{
    struct following f = following_of(&a->ask);
    const int first = part > 0 ? end[part - 1] : 0;
    assert(q != NULL);
    for (int i = first; i < end[part]; i++) {
        put(a, " ", i > first);
        put_word(a, q, &q->part[part], &f, i, first);
    }
}

/* What stands for a {name} of a form; returns what is behind it. */
static const char *put_named(struct answering *a, const struct question *q, const char *at, const int end[ANSWER_PARTS])
{
    const size_t length = strcspn(at, "}");
    const struct span name = {at, length};
    char text[16];
    if (span_is(name, "seat"))
        put_seat(a, a->seat >= 0 ? a->seat : a->ask.seat);
    else if (span_is(name, "next"))
        put_seat(a, a->ask.next);
    else if (span_is(name, "number"))
        put(a, text, number_write(a->ask.number, text));
    else if (span_is(name, "card"))
        put(a, text, a->r->setting.book->card_write(a->ask.card, false, text));
    else
        put_part(a, q, at[0] - '1', end);
    return at + length + 1;
}

static void put_form(struct answering *a, const struct question *q, const char *form, const int end[ANSWER_PARTS])
{
    for (const char *at = form; *at != '\0';) {
        const size_t plain = strcspn(at, "{");
        put(a, at, plain);
        at += plain;
        if (*at == '{')
            at = put_named(a, q, at + 1, end);
    }
    while (a->length > 0 && a->length <= a->size && a->out[a->length - 1] == ' ')
        a->length--;                /* of a part that was left out */
    if (a->stands)
        put(a, " !", 2);
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
    if (!fits_question(a, q, end))
        return false;
    if (a->seat >= 0 && !form_names_seat(q->form)) {
        put_seat(a, a->seat);
        put(a, ": ", 2);
    }
    put_form(a, q, q->form, end);
    return true;
}

/* What may be anything is tried last, and numbers that are as many as the seats first. */
enum { DOUBTS = 3 };
static int doubt_of(const struct question *q)
{
    return q->part[0].kind == PART_COUNTS ? 0 : q->part[0].kind == PART_TEXTS ? 2 : 1;
}

/* … or is the answer's first word, with a colon behind it. */
static bool take_answer(struct answering *a)
{
    struct answering named = *a;
    named.word = named.all;
    named.words = a->words + 1;
    named.seat = -1;
    for (int i = 0; i < DOUBTS * a->ask.ways; i++) {
        const struct question *q = a->ask.way[i % a->ask.ways];
        const bool first = a->seat >= 0 && q->part[0].kind == PART_SEAT;
        if (doubt_of(q) != i / a->ask.ways || !(first ? take_way(&named, q) : a->words > 0 && take_way(a, q)))
            continue;
        if (first)
            a->length = named.length;
        return true;
    }
    return false;
}

/* ---- statements ---------------------------------------------------------------------------- */

/* What a verb is that is none of the game's own. */
enum { OF_ALL_GAMES = -1, OF_A_DECK = -2 };

/* The verb that a first word spells; NULL: none. `own`: its place among the game's, or what else it is. */
static const struct verb *verb_of(const struct answering *a, struct span word, int *own)
{
    const struct rulebook *book = a->r->setting.book;
    struct folded room;
    struct span folded = fold(word, &room);
    int common;
    *own = OF_ALL_GAMES;
    if (quoted_length(word) > 0)
        return NULL;
    if ((*own = verb_find(book->verbs, folded)) > VERB_PLAY)
        return &book->verbs[*own];
    *own = OF_ALL_GAMES;
    if ((common = verb_find(common_verbs, folded)) >= 0)
        return &common_verbs[common];
    *own = OF_A_DECK;
    common = book->deck != NULL ? verb_find(book->deck->rows, folded) : -1;
    return common >= 0 ? &book->deck->rows[common] : NULL;
}

/* `relics 2 9 1 0`: a number for each seat, clockwise. */
static bool take_counts(struct answering *a, const struct verb *verb)
{
    const int seats = a->r->seats.count;
    bool counts = (verb->takes & ARGUMENT_SEAT_NUMBER) != 0 && a->words == seats + 1 && a->seat < 0;
    for (int i = 1; i < a->words && counts; i++)
        counts = is_number(a->word[i]);
    if (!counts)
        return false;
    put(a, verb->name, strlen(verb->name));
    for (int i = 0; i < seats; i++) {
        put(a, " ", 1);
        put_seat(a, i);
        put(a, "=", 1);
        put(a, a->word[i + 1].at, a->word[i + 1].length);
    }
    put(a, " !", a->stands ? 2 : 0);
    return true;
}

static void take_statement(struct answering *a, const struct verb *verb, int own, unsigned *lacked)
{
    if (verb != NULL && take_counts(a, verb))
        return;
    const bool nameless = verb != NULL && own >= 0 && a->seat < 0 && !a->known && verb->seat == SEAT_MUST && a->ask.seat >= 0
                       && a->ask.acts >> own & 1;
    if (nameless) {
        *lacked |= ANSWER_WAS_NAMELESS;
        put_seat(a, a->ask.seat);
        put(a, ": ", 2);
    }
    put(a, a->whole.at, a->whole.length);
}

/* `Bo lead`, `あき リード`: a name without its colon. */
static bool is_name_in_front(const struct answering *a)
{
    struct folded room;
    int own;
    if (a->words < 2 || a->seat >= 0 || seats_find(a->r->setting.seats, fold(a->word[0], &room), NULL) < 0)
        return false;
    return verb_of(a, a->word[1], &own) != NULL || a->r->setting.book->card_read(fold(a->word[1], &room)) >= 0
        || word_is_nearly_card(a->r->setting.book, fold(a->word[1], &room));
}

/* A first word that is, or nearly is, one of the language is not meant as an answer. */
static bool is_near_verb(const struct answering *a)
{
    struct folded room;
    return verb_nearest(a->r->setting.book->verbs, fold(a->word[0], &room)) != NULL;
}

/* A single word that is a player's whole name, where a player is asked for. */
static bool is_name_asked(const struct answering *a)
{
    struct folded room;
    if (a->words != 1 || a->ask.ways == 0 || a->ask.way[0]->part[0].kind != PART_SEAT)
        return false;
    struct span folded = fold(a->word[0], &room);
    int seat = seats_find(a->r->setting.seats, folded, NULL);
    return seat >= 0 && a->r->setting.seats->row[seat].folded_length == folded.length;
}

static bool begins_with_card(const struct answering *a)
{
    struct folded room;
    return a->r->setting.book->verbs[VERB_PLAY].takes != 0
        && a->r->setting.book->card_read(fold(a->word[0], &room)) >= 0;
}

/* A row of the deck where none may stand any more: `ability donba` is a choice then. */
static bool is_late_row(const struct answering *a, int own)
{
    return own == OF_A_DECK && !a->r->setting.book->deck->row_here(a->r->state);
}

static bool take(struct answering *a, unsigned *lacked, struct fault *fault)
{
    int own = -1;
    const struct verb *verb = a->words > 0 ? verb_of(a, a->word[0], &own) : NULL;
    if ((verb == NULL || is_name_asked(a) || is_late_row(a, own)) && a->readable && take_answer(a)) {
        *lacked |= a->length == a->whole.length && a->length <= a->size
                && memcmp(a->out, a->whole.at, a->length) == 0 ? 0 : ANSWER_WAS_BARE;
        return true;
    }
    if (verb == NULL && a->readable && is_name_in_front(a)) {
        struct folded room;
        put_seat(a, seats_find(a->r->setting.seats, fold(a->word[0], &room), NULL));
        put(a, ": ", 2);
        put(a, a->word[1].at, (size_t)(a->whole.at + a->whole.length - a->word[1].at));
        return true;
    }
    if (verb != NULL || !a->readable || a->ask.ways == 0 || a->words == 0 || a->ask.way[0]->ranks || begins_with_card(a)
        || is_near_verb(a)) {
        take_statement(a, verb, own, lacked);
        return true;
    }
    *lacked |= ANSWER_WAS_BARE;
    fault_set(fault, a->column, a->ask.ways > 1 ? N_("“{found}” is no answer here; expected {about}. `help` shows the other ways to answer")
                                                : N_("“{found}” is no answer here; expected {about}"));
    message_text(&fault->message, "found", text_unquoted(a->whole));
    message_word(&fault->message, "about", a->ask.way[0]->about);
    return false;
}

/* ---- reading ------------------------------------------------------------------------------- */

static bool is_card_or_number(const struct answering *a, struct span word)
{
    static const struct answer_part plain = {.kind = PART_CARDS};
    struct folded room;
    return is_number(word) || is_unseen(word) || stack_of(a, &plain, word) >= 0
        || a->r->setting.book->card_read(fold(word, &room)) >= 0;
}

/* Reads r9,r3 and 3、7 as several words: a name may hold a comma. */
static void add_word(struct answering *a, struct span word)
{
    struct span piece, rest = word;
    while (a->words < ANSWER_WORDS && word_cut(&rest, &piece) && is_card_or_number(a, piece)) {
        a->word[a->words++] = piece;
        word = rest;
    }
    if (a->words < ANSWER_WORDS && word.length > 0)
        a->word[a->words++] = word;
}

/* A verb that takes nothing ends its statement where the next one begins: `round kami 3 7 10`. */
static bool ends_here(const struct answering *a)
{
    int own;
    const struct verb *verb = a->words == 1 ? verb_of(a, a->word[0], &own) : NULL;
    return verb != NULL && verb->most == 0;
}

/* Before `game` and `players` there are no words to look up: whoever reads it says what is missing. */
static void read_words(struct answering *a, struct reader *typed, struct token *t)
{
    struct fault ignored;
    const char *begin = t->written.at, *end;
    bool named = t->seat;
    struct folded room;
    if (named) {
        a->seat = seats_find(a->r->setting.seats, fold(t->written, &room), NULL);
        typed->seat = (int8_t)a->seat;
    } else {
        add_word(a, t->written);
    }
    for (end = typed->line + typed->at;; end = typed->line + typed->at) {
        const struct reader before = *typed;
        token_next(typed, false, t, &ignored);
        if (t->kind == TOKEN_WORD && ends_here(a) && !text_is(t->written, "!")) {
            *typed = before;
            break;
        }
        if (t->kind != TOKEN_WORD)
            break;
        if (!t->quoted && text_is(t->written, "!"))
            a->stands = true;
        else
            add_word(a, t->written);
    }
    if (t->kind == TOKEN_BAD) {
        reader_skip(typed);
        end = typed->line + typed->at;
    }
    a->readable = t->kind != TOKEN_BAD && (!named || a->seat >= 0);
    a->whole = (struct span){begin, (size_t)(end - begin)};
}

enum read_result answer_next(struct reader *typed, const struct record *r, struct answer *out, struct fault *fault)
{
    struct answering a = {.r = r, .seat = -1, .out = out->at, .size = out->room};
    struct token t;
    do
        token_next(typed, true, &t, fault);
    while (t.kind == TOKEN_SEMICOLON);
    out->column = t.column;
    out->length = out->lacked = 0;
    if (t.kind == TOKEN_END)
        return READ_END;
    if (t.kind == TOKEN_BAD) {
        reader_skip(typed);
        return READ_FAULT;
    }
    a.column = t.column;
    a.known = typed->seat >= 0 && !t.seat;
    record_asks(r, &a.ask);
    a.word = a.all + 1;
    a.all[0] = t.written;
    read_words(&a, typed, &t);
    if (!take(&a, &out->lacked, fault))
        return READ_FAULT;
    out->length = a.length;
    if (a.length <= out->room)
        return READ_STATEMENT;
    fault_set(fault, out->column, N_("this line is too long; expected at most 65536 bytes"));
    return READ_FAULT;
}

size_t ask_otherwise(const struct ask *ask, const struct record *r, char *out, size_t size)
{
    static const int none[ANSWER_PARTS];
    struct answering a = {.r = r, .ask = *ask, .seat = -1, .out = out, .size = size - 1};
    put_form(&a, NULL, ask->otherwise, none);
    if (a.length >= size)
        return 0;
    out[a.length] = '\0';
    return a.length;
}
