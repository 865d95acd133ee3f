/*
 * Text to statements: the grammar of text.h, with the verbs and cards of a rulebook. Back: spell.c.
 */
#include "argument.h"
#include "verbs.h"

#include <assert.h>
#include <string.h>

/* ---- cards in several words -------------------------------------------------------------- */

/*
 * Where a verb takes cards or numbers only, a comma parts them: r9,r3. What is after it is read
 * next.
 */
static bool cut_at_comma(struct reader *r, struct token *t)
{
    struct span rest = t->written, piece;
    if (!word_cut(&rest, &piece) || piece.length == 0)
        return false;
    r->at = (size_t)(rest.at - r->line);
    r->column = t->column + 1;
    for (size_t i = 0; i < piece.length; i++)
        r->column += ((unsigned char)piece.at[i] & 0xC0) != 0x80;
    t->written = piece;
    t->length = (uint16_t)text_fold(piece, t->text);
    t->text[t->length] = '\0';
    return true;
}

/* May the word be the first of `red 7`, `赤 の 7` or `7 of red`? */
static bool may_begin_card(const struct setting *setting, const struct reader *r,
    const struct token *t)
{
    static const char of[] = " of ";
    char text[NAME_MOST + 1];
    if (t->kind != TOKEN_WORD || t->quoted || t->seat || t->equals >= 0 || t->length == 0
        || t->length >= NAME_MOST)
        return false;
    if (t->text[0] >= '0' && t->text[0] <= '9') {
        char folded[sizeof of];
        const struct span next = {r->line + r->at, sizeof of - 1};
        return t->length <= 2 && r->at + next.length < r->length
               && span_is((struct span){folded, text_fold(next, folded)}, of);
    }
    if (t->text[t->length - 1] >= '0' && t->text[t->length - 1] <= '9')
        return false; /* whole, as nearly all are */
    memcpy(text, t->text, t->length);
    text[t->length] = '2'; /* every suit has one */
    return card_read_by(setting, (struct span){text, t->length + 1U}) >= 0
           && card_read_by(setting, (struct span){t->text, t->length}) < 0;
}

void token_join_card(struct reader *r, const struct setting *setting, struct token *t)
{
    const struct rulebook *book = setting->book;
    enum { WORDS_MOST = 2 }; /* after the first */
    if (book == NULL || book->verbs[VERB_PLAY].takes == 0 || !may_begin_card(setting, r, t))
        return;
    struct reader ahead = *r;
    for (int i = 0; i < WORDS_MOST; i++) {
        struct fault none;
        struct token next;
        char folded[NAME_MOST];
        token_next(&ahead, false, &next, &none);
        if (next.kind != TOKEN_WORD || next.quoted)
            return;
        if (next.comma)
            cut_at_comma(&ahead, &next);
        const struct span all = {t->written.at,
            (size_t)(next.written.at + next.written.length - t->written.at)};
        if (all.length > NAME_MOST)
            return;
        const struct span word = {folded, text_fold(all, folded)};
        if (card_read_by(setting, word) < 0)
            continue;
        *r = ahead;
        t->written = all;
        t->length = t->spelled = (uint16_t)word.length;
        memcpy(t->text, folded, word.length);
        t->text[word.length] = '\0';
        return;
    }
}

bool word_is_and(struct span folded) { return span_is(folded, "and") || span_is(folded, "と"); }

static bool commas_part(const struct verb *verb)
{
    const unsigned values = ARGUMENT_CARD | ARGUMENT_NUMBER | ARGUMENT_SEAT_NUMBER
                            | ARGUMENT_CARD_NUMBER;
    return (verb->takes & values)
           && !(verb->takes & (ARGUMENT_TEXT | ARGUMENT_SEAT | ARGUMENT_PAIR));
}

/* Bare cards begin with one of them: r9,r3. */
static void cut_first_card(struct reader *r, const struct setting *setting, struct token *t)
{
    const struct rulebook *book = setting->book;
    struct span rest = t->written, piece;
    char folded[NAME_MOST];
    if (book == NULL || book->verbs[VERB_PLAY].takes == 0 || !word_cut(&rest, &piece))
        return;
    if (card_read_by(setting, (struct span){folded, text_fold(piece, folded)}) >= 0)
        cut_at_comma(r, t);
}

/* Does this word begin a row of cards? `?` is a card that nobody saw. */
static bool begins_plays(const struct setting *setting, struct span word)
{
    const unsigned takes = setting->book->verbs[VERB_PLAY].takes;
    return takes != 0
           && (card_said(setting, -1, word) >= 0
               || ((takes & ARGUMENT_UNSEEN) && span_is(word, "?")));
}

/* Does a statement begin here? What stands after a verb that takes nothing is the next one. */
static bool begins_statement(const struct statement_parse *in, const struct token *t)
{
    const struct rulebook *book = in->setting->book;
    const struct span word = {t->text, t->length};
    assert(in->verb != NULL);
    if (book == NULL || t->quoted)
        return false;
    return begins_plays(in->setting, word) || verb_find(book->verbs, word) > VERB_PLAY;
}

/* Is it a number, or NAME=N, where bare ones are play? */
static bool begins_numbers(const struct rulebook *book, const struct token *t)
{
    int32_t number;
    return (book->verbs[VERB_PLAY].takes & ARGUMENT_NUMBER)
           && (t->equals >= 0
               || (!t->quoted && number_read((struct span){t->text, t->length}, &number)));
}

/* Does NAME=COUNT follow? */
static bool pair_follows(const struct statement_parse *in)
{
    struct reader ahead = *in->rest;
    struct fault fault;
    struct token next;
    token_next(&ahead, false, &next, &fault);
    return next.kind == TOKEN_WORD && next.equals >= 0;
}

/*
 * `event "X"` is a row of the deck where the act of that name would need a player's, until the play
 * begins. So is マイナスカード 傘 カード=-1, but マイナスカード あき=-2 is a sum.
 */
static bool is_row(const struct statement_parse *in, const struct verb *verb,
    const struct verb *rows, struct span word)
{
    const struct setting *setting = in->setting;
    bool here = setting->state == NULL || setting->book->deck == NULL
                || deck_row_here(setting->book->deck, setting->state);
    return here && verb->seat != SEAT_MAY && in->out->seat < 0 && verb_find(rows, word) >= 0
           && (verb->seat == SEAT_MUST || !pair_follows(in));
}

bool word_is_nearly_card(const struct setting *setting, struct span folded)
{
    const struct rulebook *book = setting->book;
    char text[NAME_MOST + 1];
    size_t suit = 0;
    int32_t number;
    while (suit < folded.length && (folded.at[suit] < '0' || folded.at[suit] > '9'))
        suit++;
    assert(book != NULL && book->verbs != NULL && folded.length <= NAME_MOST);
    if (book->verbs[VERB_PLAY].takes == 0 || suit == folded.length)
        return false;
    if (suit == 0) /* `10` in a deck without tens */
        return number_read(folded, &number);
    memcpy(text, folded.at, suit);
    text[suit] = '2'; /* every suit has one */
    return card_read_by(setting, (struct span){text, suit + 1}) >= 0;
}

/* Does a card follow? */
static bool card_follows(const struct statement_parse *in, const struct reader *r)
{
    struct reader ahead = *r;
    struct fault fault;
    struct token next;
    token_next(&ahead, false, &next, &fault);
    return next.kind == TOKEN_WORD && !next.quoted
           && begins_plays(in->setting, (struct span){next.text, next.length});
}

/* What was expected where a statement begins. */
static void tell_no_verb(const struct statement_parse *in, const struct token *t,
    const struct verb *verbs)
{
    const struct rulebook *book = in->setting->book;
    const struct span word = {t->text, t->length};
    const char *near = verb_nearest(verbs, word);
    const bool row = book != NULL && book->deck != NULL && verbs == book->deck->rows,
               plays = book != NULL && !t->quoted && !row,
               nearly_card = plays && word_is_nearly_card(in->setting, word);
    fault_set(in->fault, t->column,
        near != NULL ? N_("“{found}” is not a word of this game; did you mean `{near}`?")
        : book == NULL
            ? N_("“{found}” is not a statement; expected `game` first, as in `game haratama`")
        : row
            ? N_("“{found}” begins no row of this game's packs; expected one that `fuda pack new` "
                 "explains")
        : nearly_card ? N_("“{found}” is not a card of this game; expected {hint}")
                      : N_("“{found}” is not a word of this game; expected a verb, or {hint}"));
    if (near == NULL && plays && argument_tell_part(in, t))
        return;
    if (near == NULL && plays && !nearly_card && in->setting->seats->count > 0
        && card_follows(in, in->rest)) {
        argument_seat(in, t->written, t->column);
        return;
    }
    message_text(&in->fault->message, "found", t->written);
    if (near != NULL)
        message_text(&in->fault->message, "near", span_of(near));
    if (book != NULL)
        message_word(&in->fault->message, "hint", book->card_hint);
}

/* Finds the verb that a first token spells; bare cards are plays, and their own first argument. */
static bool find_verb(struct statement_parse *in, const struct token *t, bool in_pack, bool *bare)
{
    const struct rulebook *book = in->setting->book;
    struct span word = {t->text, t->length};
    const struct verb *verbs = book == NULL || in_pack ? NULL : book->verbs;
    const struct verb *rows = book == NULL || book->deck == NULL ? NULL : book->deck->rows;
    int found = -1;
    *bare = false;
    in->out->common = in->out->row = false;
    in->out->verb = VERB_PLAY; /* until another is found */
    if (verbs != NULL && begins_numbers(book, t)) {
        *bare = true;
        found = VERB_PLAY;
        in->verb = &verbs[VERB_PLAY];
    } else if (!t->quoted) {
        if (verbs != NULL
            && (begins_plays(in->setting, word) || argument_bare_rank(in, word) >= 0)) {
            *bare = true;
            found = VERB_PLAY;
            in->verb = &verbs[VERB_PLAY];
        } else if (verbs != NULL && (found = verb_find(verbs, word)) >= 0
                   && !is_row(in, &verbs[found], rows, word)) {
            in->verb = &verbs[found];
        } else if ((found = verb_find(common_verbs, word)) >= 0) {
            in->out->common = true;
            in->verb = &common_verbs[found];
        } else if (rows != NULL && (found = verb_find(rows, word)) >= 0) {
            in->out->row = true;
            in->verb = &rows[found];
        }
    }
    in->out->verb = (uint8_t)(found < 0 ? 0 : found);
    if (found >= 0)
        return true;
    tell_no_verb(in, t, verbs != NULL ? verbs : rows);
    return false;
}

/*
 * A player's name in the place of a verb, where no colon was written: `Aki lead`; before a card its
 * beginning will do.
 */
static bool is_name_alone(const struct statement_parse *in, const struct reader *r,
    const struct token *t)
{
    const struct rulebook *book = in->setting->book;
    const struct span word = {t->text, t->length};
    if (book == NULL || t->quoted || in->setting->seats->count == 0)
        return false;
    const int seat = seats_find(in->setting->seats, t->written, NULL);
    if (seat < 0 || (!seat_is(in->setting->seats, seat, t->written) && !card_follows(in, r)))
        return false;
    return verb_find(common_verbs, word) < 0 && verb_find(book->verbs, word) < 0
           && (book->deck == NULL || verb_find(book->deck->rows, word) < 0)
           && (book->verbs[VERB_PLAY].takes == 0 || card_read_by(in->setting, word) < 0);
}

/* The seat before the colon, if there is one; `t` becomes the token after it. */
static bool read_seat(struct reader *r, struct statement_parse *in, struct token *t)
{
    in->out->seat = r->seat;
    in->out->inherited = r->seat >= 0;
    if (!t->seat && !is_name_alone(in, r, t))
        return true;
    int seat = argument_seat(in, t->written, t->column);
    if (seat < 0 && verb_find(common_verbs, (struct span){t->text, t->length}) >= 0) {
        fault_set(in->fault, t->column,
            N_("`{found}` is a statement, and a colon after it makes a name of it; expected a name "
               "that begins with a colon in quotes, as \":3\""));
        message_text(&in->fault->message, "found", t->written);
    } else if (seat < 0 && in->setting->book != NULL && in->setting->book->deck != NULL
               && verb_find(in->setting->book->deck->rows, (struct span){t->text, t->length})
                      >= 0) {
        fault_set(in->fault, t->column,
            N_("`{found}` is a row of a pack, which has no colon; expected it without one"));
        message_text(&in->fault->message, "found", t->written);
    }
    if (seat < 0) {
        in->out->seat = r->seat = -1; /* what follows is not the player's named before */
        return false;
    }
    in->out->seat = r->seat = (int8_t)seat;
    in->out->inherited = false;
    token_next(r, false, t, in->fault);
    if (t->kind == TOKEN_WORD)
        return true;
    if (t->kind != TOKEN_BAD)
        fault_set(in->fault, t->column,
            N_("a name alone; expected a verb or cards after the colon"));
    return false;
}

/* What stands behind the verb up to a comment, as one text. */
static bool read_rest(struct reader *r, struct statement_parse *in, struct token *t)
{
    while (r->at < r->length && (r->line[r->at] == ' ' || r->line[r->at] == '\t')) {
        r->at++;
        r->column++;
    }
    const char *at = r->line + r->at, *comment = memchr(at, '#', r->length - r->at);
    size_t length = comment != NULL ? (size_t)(comment - at) : r->length - r->at;
    while (length > 0 && strchr(" \t\r", at[length - 1]) != NULL)
        length--;
    t->column = r->column;
    t->written = (struct span){at, length};
    r->at = r->length;
    if (length > NAME_MOST) {
        fault_set(in->fault, t->column, N_("this text is too long; expected at most 255 bytes"));
        return false;
    }
    if (!text_is_clean(t->written)) {
        fault_set(in->fault, t->column,
            N_("invisible characters, or bytes that are not UTF-8; expected plain text"));
        return false;
    }
    return length == 0 || argument_add(in, t, ARGUMENT_TEXT) != NULL;
}

static bool read_arguments(struct reader *r, struct statement_parse *in, struct token *t, bool bare)
{
    assert(in->verb != NULL);
    if (in->verb->takes & TAKES_REST)
        return read_rest(r, in, t);
    if (bare && !argument_read(in, t))
        return false;
    assert(in->verb != NULL);
    const bool alone = in->verb->most == 0; /* then the next statement may follow without a ; */
    struct reader before = {0};
    for (;;) {
        if (alone)
            before = *r;
        token_next(r, false, t, in->fault);
        if (t->kind == TOKEN_BAD)
            return false;
        if (t->kind != TOKEN_WORD)
            return true;
        if (alone && begins_statement(in, t)) {
            *r = before;
            return true;
        }
        if (t->comma && commas_part(in->verb))
            cut_at_comma(r, t);
        if ((in->verb->takes & ARGUMENT_CARD) && !(in->verb->takes & ARGUMENT_TEXT)) {
            token_join_card(r, in->setting, t);
            if (in->out->count > 0 && !t->quoted && word_is_and((struct span){t->text, t->length}))
                continue;
        }
        if (in->out->stands) {
            fault_set(in->fault, t->column,
                N_("words after the final !; expected the end of the statement"));
            return false;
        }
        if (!t->quoted && t->length == 1 && t->text[0] == '!')
            in->out->stands = true;
        else if (!argument_read(in, t))
            return false;
    }
}

/* Seat and number of arguments against the verb's row. */
static bool fits(const struct statement_parse *in, uint32_t end_column)
{
    struct statement *s = in->out;
    const struct verb *v = in->verb;
    assert(v != NULL);
    const char *id = NULL;
    uint32_t column = s->column;
    if (v->seat == SEAT_NONE && s->seat >= 0) {
        if (!s->inherited)
            id = v->name[0] != '\0'
                     ? N_("`{verb}` is not a player's act; expected it without a name: {usage}")
                     : N_("this is not one player's alone; expected no name and colon before it: "
                          "{usage}");
        s->seat = -1;
        s->inherited = false;
    } else if (v->seat == SEAT_MUST && s->seat < 0) {
        id = N_("whose? Expected a name and a colon first: {usage}");
    }
    if (id == NULL && s->count < v->least) {
        id = N_("too few words; expected: {usage}");
        column = end_column;
    } else if (id == NULL && s->count > v->most) {
        id = N_("too many words; expected: {usage}");
        column = s->argument[v->most].column;
    }
    if (id == NULL)
        return true;
    fault_set(in->fault, column, id);
    message_text(&in->fault->message, "verb", span_of(v->name));
    message_word(&in->fault->message, "usage", v->usage);
    return false;
}

/*
 * r33 is meant for a card, and so is whatever stands where one is expected. Of what could be a verb
 * too it is what begins with a suit, or is two letters or one character long.
 */
static bool looks_like_card(const struct setting *setting, const struct token *t)
{
    char text[NAME_MOST + 1];
    size_t first = 1;
    if (t->quoted || t->equals >= 0)
        return false;
    if (t->length < 3 || strcspn(t->text, "0123456789") < t->length)
        return true;
    while (first < t->length && ((unsigned char)t->text[first] & 0xC0) == 0x80)
        first++;
    if (first == t->length)
        return true;
    memcpy(text, t->text, first);
    text[first] = '2'; /* every suit has one */
    return (unsigned char)t->text[0] >= 0x80
           && card_read_by(setting, (struct span){text, first + 1}) >= 0;
}

/*
 * One card may be written apart, as `g 9`: the two words are one card, which is read where it
 * exists. A letter alone before a number is one card in any case. False: the word stands for
 * itself.
 */
static bool written_apart(struct reader *r, const struct setting *setting, const struct token *t,
    int *card)
{
    char text[NAME_MOST + 1];
    struct reader behind = *r;
    struct fault none;
    struct token next;
    token_next(&behind, false, &next, &none);
    if (next.kind != TOKEN_WORD || t->quoted || next.quoted || t->length + next.length > NAME_MOST)
        return false;
    memcpy(text, t->text, t->length);
    memcpy(text + t->length, next.text, next.length);
    *card = card_read_by(setting, (struct span){text, t->length + next.length});
    const bool number = strspn(next.text, "0123456789") == next.length,
               letter = t->length == 1 && t->text[0] > '9';
    if (*card < 0 && !(letter && number))
        return false;
    *r = behind;
    return true;
}

/*
 * Is what begins here a line of plays, although it cannot be read? Then its cards are taken down
 * all the same.
 */
static bool take_down_plays(struct reader r, const struct setting *setting, struct statement *out)
{
    struct fault none;
    const struct statement_parse in = {.setting = setting, .out = out, .fault = &none};
    struct token t;
    out->count = 0;
    token_next(&r, true, &t, &none);
    if (t.kind == TOKEN_WORD && t.seat)
        token_next(&r, false, &t, &none);
    for (; t.kind == TOKEN_WORD; token_next(&r, false, &t, &none)) {
        int card = card_read_by(setting, (struct span){t.text, t.length});
        const bool apart = card < 0 && written_apart(&r, setting, &t, &card);
        struct argument *a = apart || card >= 0 || looks_like_card(setting, &t) || out->count > 0
                                 ? argument_add(&in, &t,
                                     card >= 0 ? ARGUMENT_CARD : ARGUMENT_UNSEEN)
                                 : NULL;
        if (a == NULL)
            break;
        a->card = (int16_t)card;
    }
    out->verb = VERB_PLAY;
    out->common = out->row = false;
    return out->count > 0;
}

/* Its verb is none, or that of plays. */
static bool may_be_plays(const struct statement_parse *in)
{
    const struct rulebook *book = in->setting->book;
    return book != NULL && book->verbs[VERB_PLAY].takes != 0
           && (in->verb == NULL || in->verb == &book->verbs[VERB_PLAY]);
}

enum read_result statement_read(struct reader *r, const struct setting *setting, bool in_pack,
    struct statement *out, struct fault *fault)
{
    struct statement_parse in = {.setting = setting, .out = out, .fault = fault, .rest = r};
    struct reader begin;
    struct token t;
    bool bare;
    fault->message.id = NULL;
    do {
        begin = *r;
        token_next(r, true, &t, fault);
    } while (t.kind == TOKEN_SEMICOLON);
    if (t.kind == TOKEN_END)
        return READ_END;
    out->line = r->number;
    out->column = t.column;
    out->count = 0;
    out->stands = out->lost = false;
    token_join_card(r, setting, &t);
    if (t.kind == TOKEN_WORD && read_seat(r, &in, &t)) {
        token_join_card(r, setting, &t);
        if (t.comma)
            cut_first_card(r, setting, &t);
        if (find_verb(&in, &t, in_pack, &bare) && read_arguments(r, &in, &t, bare)
            && fits(&in, t.column))
            return READ_STATEMENT;
    }
    if (t.kind == TOKEN_WORD || t.kind == TOKEN_BAD)
        reader_skip(r);
    out->lost = !in_pack && may_be_plays(&in) && take_down_plays(begin, setting, out);
    return READ_FAULT;
}
