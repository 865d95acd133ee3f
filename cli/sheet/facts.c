/* What a game tells, kept as a tree of facts; see facts.h. */
#include "facts.h"
#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

/* ---- listening --------------------------------------------------------------------------- */

/* Bytes of its own that a value needs. */
static size_t own_bytes(const struct value *value)
{
    return value->kind == VALUE_TEXT   ? value->length
           : value->kind == VALUE_WORD ? strlen(value->text) + 1
                                       : 0;
}

/* Copies what the value points to to `own`, which lies after its fact. */
static void take_over(struct value *value, char *own)
{
    if (value->kind == VALUE_TEXT || value->kind == VALUE_WORD)
        value->text = memcpy(own, value->text, own_bytes(value));
}

static struct fact *add(struct facts *told, const struct value *value, char bracket)
{
    struct fact *fact = memory_get(sizeof *fact + own_bytes(value));
    *fact = (struct fact){.key = value->name, .bracket = bracket, .value = *value, .in = told->in};
    take_over(&fact->value, (char *)(fact + 1));
    struct fact **place = told->in->last != NULL ? &told->in->last->next : &told->in->first;
    *place = told->in->last = fact;
    told->in->count++;
    return fact;
}

static void forget(struct fact *in)
{
    for (struct fact *fact = in->first, *next; fact != NULL; fact = next) {
        next = fact->next;
        forget(fact);
        free(fact);
    }
    in->first = in->last = NULL;
    in->count = 0;
}

static void pass_on(struct facts *told)
{
    if (told->in != &told->root || told->whole == NULL)
        return;
    told->whole(told->user, told->root.last);
    forget(&told->root);
}

static void open_fact(struct teller *t, const char *key, char bracket)
{
    struct facts *told = (struct facts *)t;
    told->in = add(told, &(struct value){.name = key, .kind = VALUE_NOTHING}, bracket);
}

static void close_fact(struct teller *t)
{
    struct facts *told = (struct facts *)t;
    told->in = told->in->in;
    pass_on(told);
}

static void add_value(struct teller *t, const struct value *value)
{
    struct facts *told = (struct facts *)t;
    add(told, value, 0);
    pass_on(told);
}

void facts_begin(struct facts *told, void (*whole)(void *user, const struct fact *fact), void *user)
{
    *told = (struct facts){
        .teller = {.open = open_fact, .close = close_fact, .value = add_value},
        .root = {.bracket = '{'},
        .in = &told->root,
        .whole = whole,
        .user = user,
    };
}

void facts_clear(struct facts *told)
{
    forget(&told->root);
    told->in = &told->root;
}

void facts_cut(struct facts *told, int count)
{
    struct fact *last = NULL, *fact = told->root.first;
    for (int i = 0; i < count && fact != NULL; i++) {
        last = fact;
        fact = fact->next;
    }
    struct fact behind = {.first = fact};
    if (last != NULL)
        last->next = NULL;
    else
        told->root.first = NULL;
    told->root.last = last;
    told->root.count = count < told->root.count ? count : told->root.count;
    forget(&behind);
}

const struct fact *facts_first(const struct facts *told) { return told->root.first; }

/* ---- asking ------------------------------------------------------------------------------ */

const struct fact *fact_of(const struct fact *in, const char *key)
{
    const struct fact *fact = in != NULL && in->bracket == '{' ? in->first : NULL;
    while (fact != NULL && (fact->key == NULL || strcmp(fact->key, key) != 0))
        fact = fact->next;
    return fact;
}

const struct fact *fact_at(const struct fact *list, int n)
{
    const struct fact *fact = list != NULL && list->bracket == '[' ? list->first : NULL;
    for (; fact != NULL && n > 0; n--)
        fact = fact->next;
    return fact;
}

bool fact_is(const struct fact *fact, enum value_kind kind)
{
    return fact != NULL && fact->bracket == 0 && fact->value.kind == kind;
}

bool fact_is_word(const struct fact *fact, const char *word)
{
    return fact_is(fact, VALUE_WORD) && strcmp(fact->value.text, word) == 0;
}

bool fact_holds(const struct fact *fact)
{
    if (fact == NULL || fact->bracket != 0)
        return fact != NULL && fact->count > 0;
    switch (fact->value.kind) {
    case VALUE_NOTHING: return false;
    case VALUE_NUMBERS:
    case VALUE_TRUTH:
    case VALUE_SEATS: return fact->value.number != 0;
    case VALUE_TEXT: return fact->value.length > 0;
    case VALUE_WORD: return fact->value.text[0] != '\0';
    case VALUE_CARDS: return (fact->value.cards.bits[0] | fact->value.cards.bits[1]) != 0;
    case VALUE_NUMBER:
    case VALUE_SEAT:
    case VALUE_CARD:
    case VALUE_SHARE:
    case VALUE_ANSWERS: return true;
    }
    return false;
}

static int32_t number_of(const struct fact *fact, enum value_kind kind, int32_t none)
{
    return fact_is(fact, kind) ? fact->value.number : none;
}

long fact_number(const struct fact *in, const char *key)
{
    return number_of(fact_of(in, key), VALUE_NUMBER, 0);
}

int fact_seat(const struct fact *in, const char *key)
{
    return (int)number_of(fact_of(in, key), VALUE_SEAT, -1);
}

int fact_card(const struct fact *in, const char *key)
{
    return (int)number_of(fact_of(in, key), VALUE_CARD, -1);
}

int fact_count(const struct fact *in, const char *key)
{
    const struct fact *fact = fact_of(in, key);
    return fact != NULL ? fact->count : 0;
}
