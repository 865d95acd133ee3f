/*
 * What TAB offers at the prompt: cards, names, statements and the table's own words, where each may
 * stand.
 */
#define _XOPEN_SOURCE 700
#include "prompt_words.h"

#include <string.h>

static void offer_if(const char *candidate, const char *word, void (*offer)(void *, const char *),
    void *to)
{
    if (strncmp(candidate, word, strlen(word)) == 0)
        offer(to, candidate);
}

/* A word's name and, to a reader of Japanese, its first spelling there. */
static void offer_word(const struct context *context, const char *name, const char *japanese,
    const char *word, void (*offer)(void *, const char *), void *to)
{
    char first[NAME_MOST];
    offer_if(name, word, offer, to);
    if (!context->japanese || japanese == NULL)
        return;
    snprintf(first, sizeof first, "%.*s", (int)strcspn(japanese, "/"), japanese);
    offer_if(first, word, offer, to);
}

/* How much of a name can be written without quotes and still means this seat; 0: nothing of it. */
static size_t plain_length(const struct seats *seats, int seat)
{
    const char *name = seats->row[seat].name;
    size_t length = 0;
    while (length < seats->row[seat].length && strchr(" \t:;=\"#!", name[length]) == NULL)
        length++;
    return length > 0 && seats_find(seats, (struct span){name, length}, NULL) == seat ? length : 0;
}

static void offer_names(const struct table *t, const char *word, const char *behind,
    void (*offer)(void *, const char *), void *to)
{
    const struct seats *seats = &t->session.record.seats;
    for (int i = 0; i < seats->count; i++) {
        char name[NAME_MOST + 4];
        int length = (int)plain_length(seats, i);
        if (length == 0)
            continue;
        snprintf(name, sizeof name, "%.*s%s", length, seats->row[i].name, behind);
        offer_if(name, word, offer, to);
    }
}

/* Only cards that can still be played by the seat on turn, or named in this line; and of them only
 * those that need no quotes. */
static void offer_cards(const struct table *t, int seat, const char *word,
    void (*offer)(void *, const char *), void *to)
{
    const struct record *r = &t->session.record;
    const struct rulebook *book = r->setting.book;
    if (!r->begun || book->knowledge == NULL)
        return;
    if (seat < 0)
        seat = book->knowledge->turn(r->state, &r->setting);
    if (seat < 0)
        return;
    struct cardset cards = book->knowledge->legal(r->state, &r->setting, seat);
    for (int card = 0; card < 128; card++)
        if (cards.bits[card / 64] >> card % 64 & 1) {
            char text[NAME_MOST + 1];
            bool japanese = ((unsigned char)word[0] & 0x80) != 0; /* 赤9 after 赤 */
            size_t length = card_spell(&r->setting, card, japanese, text);
            text[length] = '\0';
            if (length > 0 && strcspn(text, " \t:;=\"#!") == length)
                offer_if(text, word, offer, to);
        }
}

/* What stands after a word of the table's own; false: cards and names may, as in a statement. */
static bool offer_behind(const struct table *t, const struct command *w, const char *word,
    void (*offer)(void *, const char *), void *to)
{
    const struct rulebook *book = t->session.record.setting.book;
    const struct verb *verb;
    if (w->takes[0] == OPERAND_CARD)
        return false;
    if (w->takes[0] == OPERAND_PLAYER)
        offer_names(t, word, "", offer, to);
    for (const char *at = w->choices; at != NULL && *at != '\0';) {
        char choice[NAME_MOST];
        size_t length = strcspn(at, "|");
        snprintf(choice, sizeof choice, "%.*s", (int)strcspn(at, "/|"), at);
        offer_if(choice, word, offer, to);
        at += length + (at[length] == '|');
    }
    for (int i = 0; w->takes[0] == OPERAND_VERB && book != NULL && book->verbs[i].name != NULL; i++)
        offer_if(book->verbs[i].name, word, offer, to);
    for (int i = 0; w->takes[0] == OPERAND_RULE && book != NULL && book->rules[i].id != NULL; i++)
        offer_if(book->rules[i].id, word, offer, to);
    for (int i = 0; w->takes[0] == OPERAND_COMMAND && (verb = word_statement(book, i)) != NULL; i++)
        if (verb->name[0] != '\0' && word_is_said_here(book, verb))
            offer_if(verb->name, word, offer, to);
    for (const struct command *other = table_words;
         w->takes[0] == OPERAND_COMMAND && other->name != NULL; other++)
        offer_if(other->name, word, offer, to);
    return true;
}

void table_complete(void *user, const char *before, const char *word,
    void (*offer)(void *to, const char *candidate), void *to)
{
    const struct table *t = user;
    const struct rulebook *book = t->session.record.setting.book;
    if (t->first != NULL) {
        if (t->first->offer != NULL)
            t->first->offer(t, word, offer, to);
        return;
    }
    const char *statement = strrchr(before, ';');
    statement = statement != NULL ? statement + 1 : before;
    statement += strspn(statement, " ");
    const char *colon = strchr(statement, ':');
    const char *behind = colon != NULL ? colon + 1 + strspn(colon + 1, " ") : statement;
    int seat = -1;
    if (colon != NULL) {
        char name[NAME_MOST + 1];
        snprintf(name, sizeof name, "%.*s", (int)(colon - statement), statement);
        seat = word_seat(t, name);
    }
    const struct command *own = colon == NULL
                                    ? word_find((struct span){statement, strcspn(statement, " ")})
                                    : NULL;
    if (*behind != '\0' && own != NULL && offer_behind(t, own, word, offer, to))
        return;
    offer_cards(t, seat, word, offer, to);
    if (*behind != '\0') {
        offer_names(t, word, "=", offer, to);
        return;
    }
    ask_offer(t, word, offer, to);
    for (int i = 1; book != NULL && book->verbs[i].name != NULL; i++)
        offer_word(t->context, book->verbs[i].name, book->verbs[i].ja, word, offer, to);
    if (colon == NULL) {
        offer_names(t, word, ask_wants_seat(t) ? "" : ":", offer, to);
        for (const struct command *w = table_words; w->name != NULL; w++)
            if (word_has_answer(book, w))
                offer_word(t->context, w->name, w->japanese, word, offer, to);
    }
}
