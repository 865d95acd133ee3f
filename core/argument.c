/* One argument of a statement, by the kinds that its verb takes; see argument.h. */
#include "argument.h"
#include "verbs.h"

#include <assert.h>
#include <string.h>

int argument_seat(const struct statement_parse *in, struct span written, uint32_t column)
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
                               : N_("nobody at this table is called “{found}”; expected {seats}"));
    message_text(&in->fault->message, "found", written);
    message_seats(&in->fault->message, "seats", meant);
    return SEAT_UNKNOWN;
}

struct argument *argument_add(const struct statement_parse *in, const struct token *t,
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
        if ((seat = argument_seat(in, key_written, t->column)) < 0)
            return false;
    } else if (takes & ARGUMENT_CARD_NUMBER) {
        card = card_read_by(in->setting, key);
        if (card < 0) {
            fault_set(in->fault, t->column,
                N_("“{found}” is not a card of this game; expected {hint}"));
            message_text(&in->fault->message, "found", key_written);
            message_word(&in->fault->message, "hint", in->setting->book->card_hint);
            return false;
        }
    }
    struct argument *a = argument_add(in, t,
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
        int card = card_read_by(in->setting, text);
        bool unseen = (in->verb->takes & ARGUMENT_UNSEEN) && span_is(text, "?");
        int32_t place = 0;
        bool placed = card_size < size;
        struct span digits = {t->text + i + card_size + 1, placed ? size - card_size - 1 : 0};
        if ((card < 0 && !unseen) || (placed && !number_read(digits, &place))) {
            in->out->count = before;
            return false;
        }
        struct argument *a = argument_add(in, t, card >= 0 ? ARGUMENT_CARD : ARGUMENT_UNSEEN);
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
    return lead < cards && first->kind == ARGUMENT_CARD ? card_leads_by(in->setting, first->card)
                                                        : -1;
}

/* A card of that suit by what stands after its letter: `12`, `t`. -1: there is none. */
static int card_of_suit(const struct setting *setting, int suit, struct span rank)
{
    char text[NAME_MOST + 4];
    /* a pack writes the suit alone for its card 0; else every suit has a 2 */
    const bool packed = setting->book->pack_card_write != NULL;
    const size_t length = packed ? card_write_by(setting, suit * 16, false, text)
                                 : card_write_by(setting, suit * 16 + 2, false, text) - 1;
    if (rank.length > NAME_MOST)
        return -1;
    memcpy(text + length, rank.at, rank.length);
    return card_read_by(setting, (struct span){text, length + rank.length});
}

/* The rank of a key: `0 j q k` are 10 to 13, so that each rank is one key; empty: it is none. */
static struct span rank_of_key(char key)
{
    static const char keys[] = "0jqk";
    static const char *const ranks[] = {"10", "11", "12", "13"};
    const char *at = key != '\0' ? strchr(keys, key) : NULL;
    return span_of(at != NULL ? ranks[at - keys] : "");
}

int card_said(const struct setting *setting, int led, struct span word)
{
    char text[NAME_MOST + 4];
    int32_t number;
    const int card = card_read_by(setting, word);
    if (card >= 0 || setting->book->verbs[VERB_PLAY].takes == 0 || word.length == 0
        || word.length > NAME_MOST)
        return card;
    if (setting->book->pack_card_read != NULL)
        return led >= 0 ? card_of_suit(setting, led, word) : -1;
    const struct span rank = rank_of_key(word.at[word.length - 1]);
    if (led >= 0 && rank.length > 0 && word.length == 1)
        return card_of_suit(setting, led, rank);
    if (led >= 0 && number_read(word, &number))
        return card_of_suit(setting, led, word);
    memcpy(text, word.at, word.length - 1);
    memcpy(text + word.length - 1, rank.at, rank.length);
    return rank.length > 0 && word.length > 1
               ? card_read_by(setting, (struct span){text, word.length - 1 + rank.length})
               : -1;
}

int argument_bare_rank(const struct statement_parse *in, struct span word)
{
    int32_t number;
    const bool rank = number_read(word, &number)
                      || (word.length == 1 && rank_of_key(word.at[0]).length > 0)
                      || in->setting->book->pack_card_read != NULL;
    if (!rank || in->out->common || in->out->row || in->out->verb != VERB_PLAY)
        return -1;
    const int led = suit_led(in);
    return led < 0 ? -1 : card_said(in->setting, led, word);
}

/* A card that a statement names, or the rank of one that is played. */
static int card_named(const struct statement_parse *in, struct span word)
{
    const int card = card_said(in->setting, -1, word);
    return card >= 0 ? card : argument_bare_rank(in, word);
}

/* Is it a card but for its suit? `card`: as it would be spelled with one. */
static bool lacks_suit(const struct statement_parse *in, struct span word, int *card)
{
    const struct rulebook *book = in->setting->book;
    if (book->verbs[VERB_PLAY].takes == 0 || word.length > 2
        || card_read_by(in->setting, word) >= 0)
        return false;
    const int led = in->out->common || in->out->row ? -1 : suit_led(in);
    const int suit = led >= 0 ? led : 0;
    *card = card_said(in->setting, suit, word);
    if (*card < 0)
        *card = card_of_suit(in->setting, suit, word);
    return *card >= 0;
}

/* Is it a suit alone? `card`: one of it. */
static bool lacks_rank(const struct setting *setting, struct span word, int *card)
{
    char text[NAME_MOST + 1];
    if (setting->book->verbs[VERB_PLAY].takes == 0 || word.length == 0 || word.length > NAME_MOST
        || (word.at[word.length - 1] >= '0' && word.at[word.length - 1] <= '9'))
        return false;
    memcpy(text, word.at, word.length);
    text[word.length] = '7'; /* every suit has one */
    *card = card_read_by(setting, (struct span){text, word.length + 1});
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

bool argument_tell_part(const struct statement_parse *in, const struct token *t)
{
    const struct span word = {t->text, t->length};
    const uint32_t column = t->column;
    int card = -1;
    if (lacks_suit(in, word, &card))
        fault_set(in->fault, column,
            N_("“{found}” of which suit? Expected it with its suit, as in `{card}`"));
    else if (lacks_rank(in->setting, word, &card) && tell_apart(in, t))
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
    if (argument_tell_part(in, t))
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
        && ((found = card_read_by(in->setting, text)) >= 0
            || (found = card_named(in, text)) >= 0)) {
        if ((a = argument_add(in, t, ARGUMENT_CARD)) != NULL)
            a->card = (int16_t)found;
        return a != NULL;
    }
    if ((takes & TAKES_STACKS) && (read_stack(in, t, &full) || full))
        return !full;
    if ((takes & ARGUMENT_UNSEEN) && span_is(text, "?"))
        return argument_add(in, t, ARGUMENT_UNSEEN) != NULL;
    if ((takes & ARGUMENT_WORD) && (found = keyword_find(in->verb->words, text)) >= 0) {
        if ((a = argument_add(in, t, ARGUMENT_WORD)) != NULL)
            a->number = found;
        return a != NULL;
    }
    if ((takes & ARGUMENT_NUMBER) && number_read(text, &number)) {
        if ((a = argument_add(in, t, ARGUMENT_NUMBER)) != NULL)
            a->number = number;
        return a != NULL;
    }
    *done = false;
    return true;
}

bool argument_read(const struct statement_parse *in, const struct token *t)
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
        int seat = argument_seat(in, t->written, t->column);
        struct argument *a = seat >= 0 ? argument_add(in, t, ARGUMENT_SEAT) : NULL;
        if (a != NULL)
            a->seat = (int8_t)seat;
        return a != NULL;
    }
    if ((takes & ARGUMENT_TEXT) && !(t->length == 1 && t->text[0] == '@' && !t->quoted))
        return argument_add(in, t, ARGUMENT_TEXT) != NULL;
    return misfit(in, t);
}
