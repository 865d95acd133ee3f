/*
 * Text to statements: the grammar of text.h, with the verbs and cards of a rulebook. Back: spell.c.
 */
#include "verbs.h"
#include "core/rulebook.h"

#include <assert.h>
#include <string.h>

/* ---- seats ------------------------------------------------------------------------------- */

/* Of somebody who is called politely, the name. */
static struct span without_san(struct span folded)
{
    static const char san[] = "さん";
    const size_t length = sizeof san - 1;
    if (folded.length > length && ((unsigned char)folded.at[folded.length - 1] & 0x80)
        && memcmp(folded.at + folded.length - length, san, length) == 0)
        folded.length -= length;
    return folded;
}

static int find_name(const struct seats *seats, struct span folded, uint32_t *candidates)
{
    uint32_t begin = 0, whole = 0;
    int found = SEAT_UNKNOWN, named = SEAT_UNKNOWN;
    for (int i = 0; i < seats->count && folded.length > 0; i++) {
        if (seats->row[i].folded_length < folded.length || seats->row[i].folded[0] != folded.at[0]
            || memcmp(seats->row[i].folded, folded.at, folded.length) != 0)
            continue;
        if (seats->row[i].folded_length == folded.length) {
            /* of games of earlier days alone: see record_host */
            named = whole == 0 ? i : SEAT_AMBIGUOUS;
            whole |= 1u << i;
        }
        found = begin == 0 ? i : SEAT_AMBIGUOUS;
        begin |= 1u << i;
    }
    if (candidates != NULL)
        *candidates = whole != 0 ? whole : begin != 0 ? begin : (1u << seats->count) - 1;
    return named != SEAT_UNKNOWN ? named : found;
}

static int find_spelled(const struct seats *seats, struct span name)
{
    for (int i = 0; i < seats->count; i++)
        if (seats->row[i].length == name.length
            && memcmp(seats->row[i].name, name.at, name.length) == 0)
            return i;
    return SEAT_UNKNOWN;
}

/*
 * Of two who were told apart when the record was kept, as ZOË and Zoë, whoever it was then; else it
 * is not one.
 */
static int find_kept(const struct seats *seats, struct span name)
{
    char one[NAME_MOST], other[NAME_MOST];
    int found = SEAT_AMBIGUOUS;
    const size_t length = text_fold(name, one);
    for (int i = 0; i < seats->count; i++)
        if (text_fold((struct span){seats->row[i].name, seats->row[i].length}, other) == length
            && memcmp(one, other, length) == 0)
            found = i;
    return found;
}

int seats_find(const struct seats *seats, struct span written, uint32_t *candidates)
{
    char name[NAME_MOST], room[NAME_MOST];
    const struct span spelled = {name, text_spell(written, name)};
    int found = find_spelled(seats, spelled);
    if (found >= 0)
        return found;
    const struct span folded = {room, person_fold(spelled, room)}, polite = without_san(folded);
    found = find_name(seats, folded, candidates);
    if (found == SEAT_AMBIGUOUS)
        return find_kept(seats, spelled);
    return found == SEAT_UNKNOWN && polite.length < folded.length
               ? find_name(seats, polite, candidates)
               : found;
}

bool seat_is(const struct seats *seats, int seat, struct span written)
{
    char name[NAME_MOST];
    return person_same((struct span){seats->row[seat].name, seats->row[seat].length},
        (struct span){name, text_spell(written, name)});
}

void seat_add(struct seats *seats, struct span name)
{
    const int seat = seats->count++;
    assert(seat < SEATS_MOST && name.length <= NAME_MOST);
    seats->row[seat].length = (uint8_t)name.length;
    memcpy(seats->row[seat].name, name.at, name.length);
    seats->row[seat].folded_length = (uint8_t)person_fold(name, seats->row[seat].folded);
}

/* ---- arguments --------------------------------------------------------------------------- */

/* What a statement is read with. */
struct statement_parse {
    const struct setting *setting;
    const struct verb *verb;
    struct statement *out;
    struct fault *fault;
    const struct reader *rest; /* what stands after the verb's token, while it is found */
};

static int find_seat(const struct statement_parse *in, struct span written, uint32_t column)
{
    uint32_t meant = 0;
    if (in->setting->seats->count == 0) {
        fault_set(in->fault, column,
            N_("nobody is at the table yet; expected a line `players NAME…` first"));
        return SEAT_UNKNOWN;
    }
    int seat = seats_find(in->setting->seats, written, &meant);
    if (seat >= 0)
        return seat;
    fault_set(in->fault, column,
        seat == SEAT_AMBIGUOUS ? N_("“{found}” is not one player; expected one of {seats}")
                               : N_("“{found}” is nobody at this table; expected {seats}"));
    message_text(&in->fault->message, "found", written);
    message_seats(&in->fault->message, "seats", meant);
    return SEAT_UNKNOWN;
}

static struct argument *add(const struct statement_parse *in, const struct token *t,
    enum argument_kind kind)
{
    if (in->out->count == ARGUMENTS_MOST) {
        fault_set(in->fault, t->column,
            N_("too many words; expected at most {most} after one verb"));
        message_number(&in->fault->message, "most", ARGUMENTS_MOST);
        return NULL;
    }
    struct argument *a = &in->out->argument[in->out->count++];
    a->kind = kind;
    a->joined = a->placed = false;
    a->seat = -1;
    a->card = -1;
    a->number = 0;
    a->column = t->column;
    a->text = t->written;
    return a;
}

/* key=value, by what the verb takes for a key. */
static bool read_pair(const struct statement_parse *in, const struct token *t)
{
    struct span key = {t->text, (size_t)t->equals};
    struct span value = {t->text + t->equals + 1, (size_t)(t->length - t->equals - 1)};
    struct span key_written = {t->written.at, t->key_length};
    unsigned takes = in->verb->takes;
    int32_t number = 0;
    int seat = -1, card = -1;
    bool plain = (takes & ARGUMENT_PAIR) != 0;
    if (!plain && !number_read(value, &number)) {
        fault_set(in->fault, t->column,
            N_("“{found}” has no number after the =; expected: {usage}"));
        message_text(&in->fault->message, "found", t->written);
        message_word(&in->fault->message, "usage", in->verb->usage);
        return false;
    }
    if (takes & ARGUMENT_SEAT_NUMBER) {
        if ((seat = find_seat(in, key_written, t->column)) < 0)
            return false;
    } else if (takes & ARGUMENT_CARD_NUMBER) {
        card = in->setting->book->card_read(key);
        if (card < 0) {
            fault_set(in->fault, t->column,
                N_("“{found}” is not a card of this game; expected {hint}"));
            message_text(&in->fault->message, "found", key_written);
            message_word(&in->fault->message, "hint", in->setting->book->card_hint);
            return false;
        }
    }
    struct argument *a = add(in, t,
        plain       ? ARGUMENT_PAIR
        : seat >= 0 ? ARGUMENT_SEAT_NUMBER
                    : ARGUMENT_CARD_NUMBER);
    if (a == NULL)
        return false;
    a->seat = (int8_t)seat;
    a->card = (int16_t)card;
    a->number = plain ? keyword_find(in->verb->words, key) : number;
    a->text = plain && a->number >= 0 ? keyword_name(in->verb->words, a->number) : key_written;
    a->value = (struct span){t->written.at + t->value_at, t->written.length - t->value_at};
    return true;
}

/* h18+f5+h9@2: cards after a + lie on the one before. True if the token is such a stack. */
static bool read_stack(const struct statement_parse *in, const struct token *t, bool *full)
{
    uint8_t before = in->out->count;
    for (size_t i = 0; i <= t->length;) {
        size_t size = strcspn(t->text + i, "+");
        size_t card_size = strcspn(t->text + i, "+@");
        struct span text = {t->text + i, card_size};
        int card = in->setting->book->card_read(text);
        bool unseen = (in->verb->takes & ARGUMENT_UNSEEN) && span_is(text, "?");
        int32_t place = 0;
        bool placed = card_size < size;
        struct span digits = {t->text + i + card_size + 1, placed ? size - card_size - 1 : 0};
        if ((card < 0 && !unseen) || (placed && !number_read(digits, &place))) {
            in->out->count = before;
            return false;
        }
        struct argument *a = add(in, t, card >= 0 ? ARGUMENT_CARD : ARGUMENT_UNSEEN);
        if (a == NULL) {
            *full = true;
            return false;
        }
        a->card = (int16_t)card;
        a->joined = i > 0;
        a->placed = placed;
        a->number = place;
        i += size + 1;
    }
    return true;
}

/*
 * The suit led in the trick that the next card of a row belongs to; -1: it leads, or that is not
 * known. A row goes on with the trick on the table, then whole tricks follow.
 */
static int suit_led(const struct statement_parse *in)
{
    const struct table_part *table = in->setting->book->table;
    const int cards = in->out->count, players = in->setting->seats->count;
    struct ask ask = {.led = -1, .due = (uint8_t)players};
    if (players == 0)
        return -1;
    if (table != NULL && table->ask != NULL && in->setting->state != NULL)
        table->ask(in->setting->state, in->setting, &ask);
    if (cards < ask.due && (ask.led >= 0 || ask.due < players))
        return ask.led;
    const int due = ask.due > 0 ? ask.due : players;
    const int lead = cards < due ? 0 : due + (cards - due) / players * players;
    const struct argument *first = &in->out->argument[lead];
    return lead < cards && first->kind == ARGUMENT_CARD ? first->card / 16 : -1;
}

/* A card of that suit by what stands after its letter: `12`, `t`. -1: there is none. */
static int card_of_suit(const struct rulebook *book, int suit, struct span rank)
{
    char text[NAME_MOST + 4];
    /* every suit has a 2 */
    const size_t length = book->card_write(suit * 16 + 2, false, text) - 1;
    if (rank.length > NAME_MOST)
        return -1;
    memcpy(text + length, rank.at, rank.length);
    return book->card_read((struct span){text, length + rank.length});
}

/* The rank of a key: `0 j q k` are 10 to 13, so that each rank is one key; empty: it is none. */
static struct span rank_of_key(char key)
{
    static const char keys[] = "0jqk";
    static const char *const ranks[] = {"10", "11", "12", "13"};
    const char *at = key != '\0' ? strchr(keys, key) : NULL;
    return span_of(at != NULL ? ranks[at - keys] : "");
}

int card_said(const struct rulebook *book, int led, struct span word)
{
    char text[NAME_MOST + 4];
    int32_t number;
    const int card = book->card_read(word);
    if (card >= 0 || book->verbs[VERB_PLAY].takes == 0 || word.length == 0
        || word.length > NAME_MOST)
        return card;
    const struct span rank = rank_of_key(word.at[word.length - 1]);
    if (led >= 0 && rank.length > 0 && word.length == 1)
        return card_of_suit(book, led, rank);
    if (led >= 0 && number_read(word, &number))
        return card_of_suit(book, led, word);
    memcpy(text, word.at, word.length - 1);
    memcpy(text + word.length - 1, rank.at, rank.length);
    return rank.length > 0 && word.length > 1
               ? book->card_read((struct span){text, word.length - 1 + rank.length})
               : -1;
}

/* A rank alone where a suit is led. -1: it is none. */
static int bare_rank(const struct statement_parse *in, struct span word)
{
    int32_t number;
    const bool rank = number_read(word, &number)
                      || (word.length == 1 && rank_of_key(word.at[0]).length > 0);
    if (!rank || in->out->common || in->out->row || in->out->verb != VERB_PLAY)
        return -1;
    const int led = suit_led(in);
    return led < 0 ? -1 : card_said(in->setting->book, led, word);
}

/* A card that a statement names, or the rank of one that is played. */
static int card_named(const struct statement_parse *in, struct span word)
{
    const int card = card_said(in->setting->book, -1, word);
    return card >= 0 ? card : bare_rank(in, word);
}

/* Is it a card but for its suit? `card`: as it would be spelled with one. */
static bool lacks_suit(const struct statement_parse *in, struct span word, int *card)
{
    const struct rulebook *book = in->setting->book;
    if (book->verbs[VERB_PLAY].takes == 0 || word.length > 2 || book->card_read(word) >= 0)
        return false;
    const int led = in->out->common || in->out->row ? -1 : suit_led(in);
    const int suit = led >= 0 ? led : 0;
    *card = card_said(book, suit, word);
    if (*card < 0)
        *card = card_of_suit(book, suit, word);
    return *card >= 0;
}

/* Is it a suit alone? `card`: one of it. */
static bool lacks_rank(const struct rulebook *book, struct span word, int *card)
{
    char text[NAME_MOST + 1];
    if (book->verbs[VERB_PLAY].takes == 0 || word.length == 0 || word.length > NAME_MOST
        || (word.at[word.length - 1] >= '0' && word.at[word.length - 1] <= '9'))
        return false;
    memcpy(text, word.at, word.length);
    text[word.length] = '7'; /* every suit has one */
    *card = book->card_read((struct span){text, word.length + 1});
    return *card >= 0;
}

/* A card in two words that is not in the deck, `red 14`. */
static bool tell_apart(const struct statement_parse *in, const struct token *t)
{
    struct reader ahead = *in->rest;
    struct fault none;
    struct token next;
    int32_t number;
    token_next(&ahead, false, &next, &none);
    if (next.kind != TOKEN_WORD || next.quoted
        || !number_read((struct span){next.text, next.length}, &number))
        return false;
    fault_set(in->fault, t->column, N_("“{found}” is not a card of this game; expected {hint}"));
    message_text(&in->fault->message, "found",
        (struct span){t->written.at,
            (size_t)(next.written.at + next.written.length - t->written.at)});
    message_word(&in->fault->message, "hint", in->setting->book->card_hint);
    return true;
}

/* A card of which a part lacks: which, and as it would be spelled with it. False: it is none. */
static bool tell_part(const struct statement_parse *in, const struct token *t)
{
    const struct span word = {t->text, t->length};
    const uint32_t column = t->column;
    int card = -1;
    if (lacks_suit(in, word, &card))
        fault_set(in->fault, column,
            N_("“{found}” of which suit? Expected it with its suit, as in `{card}`"));
    else if (lacks_rank(in->setting->book, word, &card) && tell_apart(in, t))
        card = -1;
    else if (card >= 0)
        fault_set(in->fault, column,
            N_("“{found}” is a suit; expected a card of it, as in `{card}`"));
    else
        return false;
    if (card >= 0) {
        message_text(&in->fault->message, "found", t->written);
        message_card(&in->fault->message, "card", card);
    }
    return true;
}

/* What would make a card of the word. True: that is all told. */
static bool misfit_card(const struct statement_parse *in, const struct token *t)
{
    const struct rulebook *book = in->setting->book;
    const struct span word = {t->text, t->length};
    if (t->quoted)
        return false;
    if (tell_part(in, t))
        return true;
    if (verb_find(book->verbs, word) > VERB_PLAY || verb_find(common_verbs, word) >= 0)
        fault_set(in->fault, t->column,
            N_("“{found}” begins another statement; expected `;` before it, or a line of its own"));
    return false;
}

/* What was expected where a token fits none of the verb's kinds. */
static bool misfit(const struct statement_parse *in, const struct token *t)
{
    unsigned takes = in->verb->takes;
    int32_t number;
    const char *id =
        takes & ARGUMENT_CARD ? N_("“{found}” is not a card of this game; expected {hint}")
        : (takes & ARGUMENT_SEAT_NUMBER) && number_read((struct span){t->text, t->length}, &number)
            ? N_("“{found}” is whose? Expected a number for each player, clockwise, or: {usage}")
        : takes & (ARGUMENT_NUMBER | ARGUMENT_SEAT_NUMBER | ARGUMENT_CARD_NUMBER)
            ? N_("“{found}” is not the number expected here; expected: {usage}")
            : N_("“{found}” does not belong here; expected: {usage}");
    if (t->length == 1 && t->text[0] == '@')
        id = N_("@ is what the camera sees, and only at the table; expected cards in words");
    fault_set(in->fault, t->column, id);
    if ((takes & ARGUMENT_CARD) && misfit_card(in, t))
        return false;
    message_text(&in->fault->message, "found", t->written);
    if (takes & ARGUMENT_CARD)
        message_word(&in->fault->message, "hint", in->setting->book->card_hint);
    message_word(&in->fault->message, "usage", in->verb->usage);
    return false;
}

static bool read_unquoted(const struct statement_parse *in, const struct token *t, bool *done)
{
    unsigned takes = in->verb->takes;
    struct span text = {t->text, t->length};
    struct argument *a = NULL;
    int32_t number;
    int found;
    bool full = false;
    *done = true;
    if ((takes & ARGUMENT_CARD) && !(takes & TAKES_STACKS)
        && ((found = in->setting->book->card_read(text)) >= 0
            || (found = card_named(in, text)) >= 0)) {
        if ((a = add(in, t, ARGUMENT_CARD)) != NULL)
            a->card = (int16_t)found;
        return a != NULL;
    }
    if ((takes & TAKES_STACKS) && (read_stack(in, t, &full) || full))
        return !full;
    if ((takes & ARGUMENT_UNSEEN) && span_is(text, "?"))
        return add(in, t, ARGUMENT_UNSEEN) != NULL;
    if ((takes & ARGUMENT_WORD) && (found = keyword_find(in->verb->words, text)) >= 0) {
        if ((a = add(in, t, ARGUMENT_WORD)) != NULL)
            a->number = found;
        return a != NULL;
    }
    if ((takes & ARGUMENT_NUMBER) && number_read(text, &number)) {
        if ((a = add(in, t, ARGUMENT_NUMBER)) != NULL)
            a->number = number;
        return a != NULL;
    }
    *done = false;
    return true;
}

static bool read_argument(const struct statement_parse *in, const struct token *t)
{
    unsigned takes = in->verb->takes;
    if (t->equals >= 0 && (takes & (ARGUMENT_PAIR | ARGUMENT_SEAT_NUMBER | ARGUMENT_CARD_NUMBER)))
        return read_pair(in, t);
    /*
     * where texts may stand too, only the first argument is a player, if there is one of that name
     */
    bool texts = takes & ARGUMENT_TEXT;
    bool seat_here = (takes & ARGUMENT_SEAT) != 0
                     && (!texts
                         || (in->out->count == 0
                             && seats_find(in->setting->seats, t->written, NULL) >= 0));
    bool done = false;
    if (!t->quoted && !(texts && seat_here) && !read_unquoted(in, t, &done))
        return false;
    if (done)
        return true;
    if (seat_here) {
        int seat = find_seat(in, t->written, t->column);
        struct argument *a = seat >= 0 ? add(in, t, ARGUMENT_SEAT) : NULL;
        if (a != NULL)
            a->seat = (int8_t)seat;
        return a != NULL;
    }
    if ((takes & ARGUMENT_TEXT) && !(t->length == 1 && t->text[0] == '@' && !t->quoted))
        return add(in, t, ARGUMENT_TEXT) != NULL;
    return misfit(in, t);
}

/* ---- a statement ------------------------------------------------------------------------- */

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
static bool may_begin_card(const struct rulebook *book, const struct reader *r,
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
    return book->card_read((struct span){text, t->length + 1U}) >= 0
           && book->card_read((struct span){t->text, t->length}) < 0;
}

void token_join_card(struct reader *r, const struct rulebook *book, struct token *t)
{
    enum { WORDS_MOST = 2 }; /* after the first */
    if (book == NULL || book->verbs[VERB_PLAY].takes == 0 || !may_begin_card(book, r, t))
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
        if (book->card_read(word) < 0)
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
    if (book->card_read((struct span){folded, text_fold(piece, folded)}) >= 0)
        cut_at_comma(r, t);
}

/* Does this word begin a row of cards? `?` is a card that nobody saw. */
static bool begins_plays(const struct rulebook *book, struct span word)
{
    const unsigned takes = book->verbs[VERB_PLAY].takes;
    return takes != 0
           && (card_said(book, -1, word) >= 0 || ((takes & ARGUMENT_UNSEEN) && span_is(word, "?")));
}

/* Does a statement begin here? What stands after a verb that takes nothing is the next one. */
static bool begins_statement(const struct statement_parse *in, const struct token *t)
{
    const struct rulebook *book = in->setting->book;
    const struct span word = {t->text, t->length};
    assert(in->verb != NULL);
    if (book == NULL || t->quoted)
        return false;
    return begins_plays(book, word) || verb_find(book->verbs, word) > VERB_PLAY;
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
                || setting->book->deck->row_here(setting->state);
    return here && verb->seat != SEAT_MAY && in->out->seat < 0 && verb_find(rows, word) >= 0
           && (verb->seat == SEAT_MUST || !pair_follows(in));
}

bool word_is_nearly_card(const struct rulebook *book, struct span folded)
{
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
    return book->card_read((struct span){text, suit + 1}) >= 0;
}

/* Does a card follow? */
static bool card_follows(const struct statement_parse *in, const struct reader *r)
{
    struct reader ahead = *r;
    struct fault fault;
    struct token next;
    token_next(&ahead, false, &next, &fault);
    return next.kind == TOKEN_WORD && !next.quoted
           && begins_plays(in->setting->book, (struct span){next.text, next.length});
}

/* What was expected where a statement begins. */
static void tell_no_verb(const struct statement_parse *in, const struct token *t,
    const struct verb *verbs)
{
    const struct rulebook *book = in->setting->book;
    const struct span word = {t->text, t->length};
    const char *near = verb_nearest(verbs, word);
    const bool plays = book != NULL && !t->quoted,
               nearly_card = plays && word_is_nearly_card(book, word);
    fault_set(in->fault, t->column,
        near != NULL ? N_("“{found}” is not a word of this game; did you mean `{near}`?")
        : book == NULL
            ? N_("“{found}” is not a statement; expected `game` first, as in `game haratama`")
        : nearly_card ? N_("“{found}” is not a card of this game; expected {hint}")
                      : N_("“{found}” is not a word of this game; expected a verb, or {hint}"));
    if (near == NULL && plays && tell_part(in, t))
        return;
    if (near == NULL && plays && !nearly_card && in->setting->seats->count > 0
        && card_follows(in, in->rest)) {
        find_seat(in, t->written, t->column);
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
        if (verbs != NULL && (begins_plays(book, word) || bare_rank(in, word) >= 0)) {
            *bare = true;
            found = VERB_PLAY;
            in->verb = &verbs[VERB_PLAY];
        } else if (verbs != NULL && (found = verb_find(verbs, word)) >= 0
                   && !is_row(in, &verbs[found], rows, word)) {
            in->verb = &verbs[found];
        } else if ((found = verb_find(common_verbs, word)) >= 0) {
            in->out->common = true;
            in->verb = &common_verbs[found];
        } else if ((found = verb_find(rows, word)) >= 0) {
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
           && (book->verbs[VERB_PLAY].takes == 0 || book->card_read(word) < 0);
}

/* The seat before the colon, if there is one; `t` becomes the token after it. */
static bool read_seat(struct reader *r, struct statement_parse *in, struct token *t)
{
    in->out->seat = r->seat;
    in->out->inherited = r->seat >= 0;
    if (!t->seat && !is_name_alone(in, r, t))
        return true;
    int seat = find_seat(in, t->written, t->column);
    if (seat < 0 && verb_find(common_verbs, (struct span){t->text, t->length}) >= 0) {
        fault_set(in->fault, t->column,
            N_("`{found}` is a statement, and a colon after it makes a name of it; expected a name "
               "that begins with a colon in quotes, as \":3\""));
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
            N_("signs that are not seen, or bytes that are not UTF-8; expected plain text"));
        return false;
    }
    return length == 0 || add(in, t, ARGUMENT_TEXT) != NULL;
}

static bool read_arguments(struct reader *r, struct statement_parse *in, struct token *t, bool bare)
{
    if (in->verb->takes & TAKES_REST)
        return read_rest(r, in, t);
    if (bare && !read_argument(in, t))
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
            token_join_card(r, in->setting->book, t);
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
        else if (!read_argument(in, t))
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
            id = N_("`{verb}` is not a player's act; expected it without a name: {usage}");
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
static bool looks_like_card(const struct rulebook *book, const struct token *t)
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
           && book->card_read((struct span){text, first + 1}) >= 0;
}

/*
 * One card may be written apart, as `g 9`: the two words are one card, which is read where it
 * exists. A letter alone before a number is one card in any case. False: the word stands for
 * itself.
 */
static bool written_apart(struct reader *r, const struct rulebook *book, const struct token *t,
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
    *card = book->card_read((struct span){text, t->length + next.length});
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
        int card = setting->book->card_read((struct span){t.text, t.length});
        const bool apart = card < 0 && written_apart(&r, setting->book, &t, &card);
        struct argument *a = apart || card >= 0 || looks_like_card(setting->book, &t)
                                     || out->count > 0
                                 ? add(&in, &t, card >= 0 ? ARGUMENT_CARD : ARGUMENT_UNSEEN)
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
    token_join_card(r, setting->book, &t);
    if (t.kind == TOKEN_WORD && read_seat(r, &in, &t)) {
        token_join_card(r, setting->book, &t);
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
