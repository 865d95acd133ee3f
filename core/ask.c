/* Bare answers as statements: a typed line, read; see ask.h. */
#include "bare_answer.h"
#include "verbs.h"

#include <assert.h>
#include <string.h>

bool record_asks(const struct record *r, struct ask *out)
{
    *out = (struct ask){.seat = -1, .card = -1, .led = -1};
    const struct table_part *table = r->begun ? r->setting.book->table : NULL;
    if (table == NULL || table->ask == NULL || r->setting.ended)
        return false;
    table->ask(r->state, &r->setting, out);
    return out->ways > 0;
}

/* ---- statements ---------------------------------------------------------------------------- */

/* What a verb is that is none of the game's own. */
enum { OF_ALL_GAMES = -1, OF_A_DECK = -2 };

/*
 * The verb that a first word spells; NULL: none. `own`: its place among the game's, or what else it
 * is.
 */
static const struct verb *verb_of(const struct bare_answer *a, struct span word, int *own)
{
    const struct rulebook *book = a->r->setting.book;
    struct folded room;
    struct span folded = answer_fold(word, &room);
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
static bool take_counts(struct bare_answer *a, const struct verb *verb)
{
    const int seats = a->r->seats.count;
    bool counts = (verb->takes & ARGUMENT_SEAT_NUMBER) != 0 && a->words == seats + 1 && a->seat < 0;
    for (int i = 1; i < a->words && counts; i++)
        counts = answer_is_number(a->word[i]);
    if (!counts)
        return false;
    answer_put(a, verb->name, strlen(verb->name));
    for (int i = 0; i < seats; i++) {
        answer_put(a, " ", 1);
        answer_put_seat(a, i);
        answer_put(a, "=", 1);
        answer_put(a, a->word[i + 1].at, a->word[i + 1].length);
    }
    answer_put(a, " !", a->stands ? 2 : 0);
    return true;
}

/* Does the answer's form begin with the verb, after a name or not? */
static bool form_begins(const char *form, const struct verb *verb)
{
    const char *at = strstr(form, ": ");
    const size_t length = strlen(verb->name);
    at = at != NULL ? at + strlen(": ") : form;
    return strncmp(at, verb->name, length) == 0 && (at[length] == ' ' || at[length] == '\0');
}

static bool is_asked(const struct ask *ask, const struct verb *verb)
{
    bool asked = false;
    for (int i = 0; i < ask->ways && !asked; i++)
        asked = form_begins(ask->way[i]->form, verb);
    return asked;
}

/*
 * A verb in front of an answer is said again: `take 9` and `Aki: row 3 18 24` are what `9` and
 * `Aki: 3 18 24` are where that is asked.
 */
static bool take_verb_again(struct bare_answer *a, const struct verb *verb)
{
    struct bare_answer rest = *a;
    struct ask asked = a->ask;
    rest.ask.ways = 0;
    for (int i = 0; i < asked.ways; i++) {
        const char *form = asked.way[i]->form;
        if (form_begins(form, verb) && strchr(form, ';') == NULL)
            ask_way(&rest.ask, asked.way[i]);
    }
    for (int i = 0; i < ASK_SAID && asked.said[i] != NULL && rest.ask.ways < ASK_WAYS; i++)
        if (form_begins(asked.said[i]->form, verb))
            ask_way(&rest.ask, asked.said[i]);
    rest.word++;
    rest.words--;
    rest.length = 0;
    if (rest.words < 1 || rest.ask.ways == 0 || !answer_take(&rest))
        return false;
    a->length = rest.length;
    return true;
}

/* Can what was put be read as one statement? */
static bool is_readable(const struct bare_answer *a)
{
    struct reader made;
    struct statement said;
    struct fault none;
    if (a->length > a->size)
        return false;
    reader_begin(&made, a->out, a->length, 1);
    return statement_read(&made, &a->r->setting, false, &said, &none) == READ_STATEMENT;
}

static void take_statement(struct bare_answer *a, const struct verb *verb, int own,
    unsigned *lacked)
{
    if (verb != NULL && take_counts(a, verb))
        return;
    const bool nameless = verb != NULL && own >= 0 && a->seat < 0 && !a->named && !a->known
                          && verb->seat == SEAT_MUST && a->ask.seat >= 0 && a->ask.acts >> own & 1;
    if (nameless) {
        *lacked |= ANSWER_WAS_NAMELESS | (is_asked(&a->ask, verb) ? ANSWER_WAS_ASKED : 0);
        answer_put_seat(a, a->ask.seat);
        answer_put(a, ": ", 2);
        a->column -= (uint32_t)a->length; /* the words stand where they stood */
    }
    answer_put(a, a->whole.at, a->whole.length);
    if (verb != NULL && own >= 0 && a->readable && !is_readable(a) && take_verb_again(a, verb))
        *lacked |= ANSWER_WAS_BARE;
}

/* `Bo lead`, `あき リード`: a name without its colon. */
static bool is_name_in_front(const struct bare_answer *a)
{
    struct folded room;
    int own;
    const struct rulebook *book = a->r->setting.book;
    if (book == NULL || a->words < 2 || a->seat >= 0
        || seats_find(a->r->setting.seats, a->word[0], NULL) < 0)
        return false;
    assert(book->verbs != NULL);
    const struct span next = answer_fold(a->word[1], &room);
    if (book->verbs[VERB_PLAY].takes != 0
        && (card_read_by(&a->r->setting, next) >= 0 || word_is_nearly_card(&a->r->setting, next)))
        return true;
    return verb_of(a, a->word[1], &own) != NULL || verb_nearest(book->verbs, next) != NULL;
}

/* `Aki 1 2 3` where Aki's three humans are asked: the answer of a player named without a colon. */
static bool take_named(struct bare_answer *a)
{
    struct bare_answer named = *a;
    const int seat = a->words > 1 && a->seat < 0 ? seats_find(a->r->setting.seats, a->word[0], NULL)
                                                 : -1;
    if (seat < 0)
        return false;
    named.seat = seat;
    named.word++;
    named.words--;
    named.ask.ways = 0; /* the names of anything are not taken from so few words */
    for (int i = 0; i < a->ask.ways; i++) {
        bool texts = false;
        for (int part = 0; part < ANSWER_PARTS; part++)
            texts |= a->ask.way[i]->part[part].kind == PART_TEXTS;
        if (!texts)
            ask_way(&named.ask, a->ask.way[i]);
    }
    if (!answer_take(&named))
        return false;
    a->length = named.length;
    return true;
}

/* A first word that is, or nearly is, one of the language is not meant as an answer. */
static bool is_near_verb(const struct bare_answer *a)
{
    struct folded room;
    return verb_nearest(a->r->setting.book->verbs, answer_fold(a->word[0], &room)) != NULL;
}

/* A single word that is a player's whole name, where a player is asked for. */
static bool is_name_asked(const struct bare_answer *a)
{
    if (a->words != 1 || a->ask.ways == 0 || a->ask.way[0]->part[0].kind != PART_SEAT)
        return false;
    int seat = seats_find(a->r->setting.seats, a->word[0], NULL);
    return seat >= 0 && seat_is(a->r->setting.seats, seat, a->word[0]);
}

static bool begins_with_card(const struct bare_answer *a)
{
    struct folded room;
    return a->r->setting.book->verbs[VERB_PLAY].takes != 0
           && card_read_by(&a->r->setting, answer_fold(a->word[0], &room)) >= 0;
}

/* A row of the deck where none may stand any more: `ability donba` is a choice then. */
static bool is_late_row(const struct bare_answer *a, int own)
{
    return own == OF_A_DECK && !deck_row_here(a->r->setting.book->deck, a->r->state);
}

/* `sun` is a verb that sets up a position, with a number behind it, and a card. */
static bool is_card_asked(const struct bare_answer *a)
{
    struct folded room;
    return a->ask.ways > 0 && (a->words == 1 || !answer_is_number(a->word[1]))
           && a->ask.way[0]->part[0].kind == PART_CARDS
           && card_read_by(&a->r->setting, answer_fold(a->word[0], &room)) >= 0;
}

/* Is it to be read as it stands, or is what was asked not answered? */
static bool is_statement(const struct bare_answer *a, const struct verb *verb)
{
    return verb != NULL || !a->readable || a->ask.ways == 0 || a->words == 0 || a->ask.way[0]->ranks
           || begins_with_card(a) || is_near_verb(a);
}

static bool take(struct bare_answer *a, unsigned *lacked, struct fault *fault)
{
    int own = -1;
    const struct verb *verb = a->words > 0 ? verb_of(a, a->word[0], &own) : NULL;
    if (verb != NULL && is_card_asked(a))
        verb = NULL;
    if ((verb == NULL || is_name_asked(a) || is_late_row(a, own)) && a->readable
        && answer_take(a)) {
        *lacked |= a->length == a->whole.length && a->length <= a->size
                           && memcmp(a->out, a->whole.at, a->length) == 0
                       ? 0
                       : ANSWER_WAS_BARE;
        return true;
    }
    if (verb == NULL && a->readable && is_name_in_front(a)) {
        answer_put_seat(a, seats_find(a->r->setting.seats, a->word[0], NULL));
        answer_put(a, ": ", 2);
        answer_put(a, a->word[1].at, (size_t)(a->whole.at + a->whole.length - a->word[1].at));
        return true;
    }
    if (verb == NULL && a->readable && take_named(a)) {
        *lacked |= ANSWER_WAS_BARE;
        return true;
    }
    if (is_statement(a, verb)) {
        take_statement(a, verb, own, lacked);
        return true;
    }
    *lacked |= ANSWER_WAS_BARE;
    if (answer_missed(a, fault) > 0)
        *lacked |= ANSWER_WAS_BEGUN;
    return false;
}

/* ---- reading ------------------------------------------------------------------------------- */

static bool is_card_or_number(const struct bare_answer *a, struct span word)
{
    static const struct answer_part plain = {.kind = PART_CARDS};
    struct folded room;
    return answer_is_number(word) || answer_is_unseen(word) || answer_stack(a, &plain, word) >= 0
           || card_read_by(&a->r->setting, answer_fold(word, &room)) >= 0;
}

/* Reads r9,r3 and 3、7 as several words: a name may hold a comma. */
static void add_word(struct bare_answer *a, struct span word)
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
static bool ends_here(const struct bare_answer *a)
{
    int own;
    const struct verb *verb = a->words == 1 ? verb_of(a, a->word[0], &own) : NULL;
    return verb != NULL && verb->most == 0;
}

/* Do cards stand in what is said: of a verb that takes some, or in an answer with ranks? */
static bool expects_cards(const struct bare_answer *a)
{
    int own;
    const struct verb *verb = a->words > 0 ? verb_of(a, a->word[0], &own) : NULL;
    bool ranks = a->ask.ways == 0;
    for (int i = 0; i < a->ask.ways && !ranks; i++)
        ranks = a->ask.way[i]->ranks;
    return verb != NULL ? (verb->takes & ARGUMENT_CARD) && !(verb->takes & ARGUMENT_TEXT) : ranks;
}

/* Adds the token, and what belongs to its card. */
static void add_token(struct bare_answer *a, struct reader *typed, struct token *t)
{
    struct folded room;
    if (!t->quoted && expects_cards(a))
        token_join_card(typed, &a->r->setting, t);
    if (t->quoted || a->words == 0 || !word_is_and(answer_fold(t->written, &room))
        || !is_card_or_number(a, a->word[a->words - 1]))
        add_word(a, t->written);
}

/*
 * Before `game` and `players` there are no words to look up: whoever reads it says what is missing.
 */
static void read_words(struct bare_answer *a, struct reader *typed, struct token *t)
{
    struct fault ignored;
    const char *begin = t->written.at, *end;
    bool named = a->named = t->seat;
    if (named) {
        a->seat = seats_find(a->r->setting.seats, t->written, NULL);
        typed->seat = (int8_t)a->seat;
    } else {
        add_token(a, typed, t);
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
            add_token(a, typed, t);
    }
    if (t->kind == TOKEN_BAD) {
        reader_skip(typed);
        end = typed->line + typed->at;
    }
    a->readable = t->kind != TOKEN_BAD && (!named || a->seat >= 0);
    a->whole = (struct span){begin, (size_t)(end - begin)};
}

enum read_result answer_next(struct reader *typed, const struct record *r, struct answer *out,
    struct fault *fault)
{
    struct bare_answer a = {.r = r, .seat = -1, .out = out->at, .size = out->room};
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
    out->column = a.column;
    if (a.length <= out->room)
        return READ_STATEMENT;
    fault_set(fault, out->column, N_("this line is too long; expected at most 65536 bytes"));
    return READ_FAULT;
}

size_t ask_otherwise(const struct ask *ask, const struct record *r, char *out, size_t size)
{
    static const int none[ANSWER_PARTS];
    struct bare_answer a = {.r = r, .ask = *ask, .seat = -1, .out = out, .size = size - 1};
    answer_put_form(&a, NULL, ask->otherwise, none);
    if (a.length >= size)
        return 0;
    out[a.length] = '\0';
    return a.length;
}
