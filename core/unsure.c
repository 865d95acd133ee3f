/* Readings told and compared, and told again without what they do not tell alike; see unsure.h. */
#include "unsure.h"

#include <string.h>

/* ---- where a value stands ------------------------------------------------------------------ */

static const uint32_t FNV_BASIS = 2166136261u, FNV_PRIME = 16777619u;

/* FNV-1a. */
static uint32_t hash_bytes(uint32_t hash, const void *bytes, size_t length)
{
    for (const unsigned char *at = bytes; length > 0; length--)
        hash = (hash ^ *at++) * FNV_PRIME;
    return hash;
}

static uint32_t hash_number(uint32_t hash, uint32_t number)
{
    return hash_bytes(hash, &number, sizeof number);
}

static uint32_t hash_word(uint32_t hash, const char *word)
{
    return hash_bytes(hash, word, strlen(word));
}

static uint32_t path_of_seat(int seat)
{
    return hash_number(hash_word(FNV_BASIS, "standing"), (uint32_t)seat);
}

static void begin_at(struct telling_place *w, uint32_t path)
{
    *w = (struct telling_place){.depth = 0};
    w->in[0].path = path;
}

/* Of the value told next; `number` stands for the number that it has in an array. */
static uint32_t path_of(const struct telling_place *w, const char *key, uint32_t number)
{
    return key != NULL ? hash_word(w->in[w->depth].path, key)
                       : hash_number(w->in[w->depth].path, number);
}

static uint32_t passed(struct telling_place *w) { return w->in[w->depth].members++; }

static void go_in(struct telling_place *w, uint32_t path)
{
    w->depth += w->depth + 1 < NESTED_MOST;
    w->in[w->depth].path = path;
    w->in[w->depth].members = 0;
}

static void go_out(struct telling_place *w) { w->depth -= w->depth > 0; }

/* How much an array holds stands where the array does. */
static uint32_t path_of_count(uint32_t path) { return hash_word(path, "#"); }

/* ---- readings compared --------------------------------------------------------------------- */

/* Where this leaf is kept, or would be. */
static unsigned slot_of(const struct comparison *c, uint32_t path)
{
    unsigned i = path % LEAVES_MOST;
    while (c->leaf[i].told > 0 && c->leaf[i].path != path)
        i = (i + 1) % LEAVES_MOST;
    return i;
}

static void note(struct comparison *c, uint32_t path, uint32_t value)
{
    struct leaf *leaf = &c->leaf[slot_of(c, path)];
    if (c->readings > 1) {
        leaf->differs |= leaf->value != value;
        leaf->told = (uint16_t)(leaf->told > 0 ? leaf->told + 1 : 0);
    } else if (c->count + 1 < LEAVES_MOST) { /* one stays empty, at which the search ends */
        c->count = (uint16_t)(c->count + (leaf->told == 0));
        *leaf = (struct leaf){path, value, 1, false};
    }
}

static uint32_t hash_value(const struct comparison *c, const struct value *value)
{
    const uint32_t kind = hash_number(FNV_BASIS, (uint32_t)value->kind);
    char text[NAME_MOST];
    switch (value->kind) {
    case VALUE_WORD: return hash_word(kind, value->text);
    case VALUE_TEXT: return hash_bytes(kind, value->text, value->length);
    case VALUE_SEAT: return hash_number(kind, (uint32_t)c->seat[value->number]);
    case VALUE_CARD:
        return hash_bytes(kind, text, card_spell(c->setting, value->number, false, text));
    case VALUE_SHARE: return hash_bytes(kind, &value->share, sizeof value->share);
    case VALUE_NOTHING: return kind;
    default: return hash_number(kind, (uint32_t)value->number);
    }
}

/* Numbers of an array are the seats', in the order in which they sit. */
static uint32_t place_of(const struct comparison *c, const struct value *value)
{
    const uint32_t number = c->where.in[c->where.depth].members;
    const bool seats = value->kind == VALUE_NUMBER || value->kind == VALUE_NOTHING;
    return seats && number < SEATS_MOST ? (uint32_t)c->seat[number] : number;
}

static void compare_value(struct teller *t, const struct value *value)
{
    struct comparison *c = (struct comparison *)t;
    note(c, path_of(&c->where, value->name, place_of(c, value)), hash_value(c, value));
    passed(&c->where);
}

static void compare_open(struct teller *t, const char *key, char bracket)
{
    struct comparison *c = (struct comparison *)t;
    (void)bracket;
    const uint32_t path = path_of(&c->where, key, c->where.in[c->where.depth].members);
    passed(&c->where);
    go_in(&c->where, path);
}

static void compare_close(struct teller *t)
{
    struct comparison *c = (struct comparison *)t;
    note(c, path_of_count(c->where.in[c->where.depth].path), c->where.in[c->where.depth].members);
    go_out(&c->where);
}

void comparison_begin(struct comparison *c)
{
    memset(c, 0, sizeof *c);
    c->teller = (struct teller){compare_open, compare_close, compare_value};
}

void comparison_next(struct comparison *c, const struct setting *setting)
{
    c->readings++;
    c->setting = setting;
    begin_at(&c->where, FNV_BASIS);
    for (int i = 0; i < SEATS_MOST; i++)
        c->seat[i] = (int8_t)i;
}

void comparison_exchange(struct comparison *c, int a, int b)
{
    const int8_t first = c->seat[a];
    c->seat[a] = c->seat[b];
    c->seat[b] = first;
}

void comparison_of_seat(struct comparison *c, int seat)
{
    begin_at(&c->where, path_of_seat(seat < 0 ? seat : c->seat[seat]));
}

static bool is_unsure(const struct comparison *c, const struct leaf *leaf)
{
    return leaf->differs || leaf->told < c->readings;
}

bool comparison_differs(const struct comparison *c)
{
    bool differs = false;
    for (unsigned i = 0; i < LEAVES_MOST && !differs; i++)
        differs = c->leaf[i].told > 0 && is_unsure(c, &c->leaf[i]);
    return differs;
}

/* ---- what stays unknown -------------------------------------------------------------------- */

void unsure_add(struct unsure *u, const struct comparison *c)
{
    u->all |= c->count + 1 == LEAVES_MOST;
    for (unsigned i = 0; i < LEAVES_MOST; i++) {
        if (c->leaf[i].told == 0 || !is_unsure(c, &c->leaf[i]))
            continue;
        if (u->count == UNSURE_MOST)
            u->all = true;
        else
            u->path[u->count++] = c->leaf[i].path;
    }
}

static bool has_path(const struct unsure *u, uint32_t path)
{
    for (unsigned i = 0; i < u->count; i++)
        if (u->path[i] == path)
            return true;
    return u->all;
}

bool unsure_any(const struct unsure *u) { return u != NULL && (u->all || u->rows || u->count > 0); }

bool unsure_of_seat(const struct unsure *u, int seat, const char *key)
{
    return u != NULL && has_path(u, hash_word(hash_number(path_of_seat(seat), 0), key));
}

bool unsure_of(const struct unsure *u, const char *key)
{
    return u != NULL && has_path(u, hash_word(FNV_BASIS, key));
}

/* ---- the veil ------------------------------------------------------------------------------ */

static bool is_veiled(const struct veil *v, uint32_t path)
{
    if (v->unsure != NULL)
        return has_path(v->unsure, path);
    if (v->compared->readings == 0)
        return true;
    const struct leaf *leaf = &v->compared->leaf[slot_of(v->compared, path)];
    return leaf->told == 0 || is_unsure(v->compared, leaf);
}

/* A row is told by its number, and a seat by its name, whatever is not known of it. */
static bool is_heading(const struct veil *v)
{
    return v->headed && v->where.depth == 1 && v->where.in[1].members == 0;
}

static void veil_value(struct teller *t, const struct value *value)
{
    struct veil *v = (struct veil *)t;
    const struct value nothing = {.name = value->name, .kind = VALUE_NOTHING};
    if (v->hidden > 0)
        return;
    const uint32_t path = path_of(&v->where, value->name, v->where.in[v->where.depth].members);
    v->to->value(v->to, is_veiled(v, path) && !is_heading(v) ? &nothing : value);
    passed(&v->where);
}

static void veil_open(struct teller *t, const char *key, char bracket)
{
    struct veil *v = (struct veil *)t;
    const uint32_t path = path_of(&v->where, key, v->where.in[v->where.depth].members);
    if (v->hidden > 0 || (bracket == '[' && is_veiled(v, path_of_count(path)))) {
        if (v->hidden++ == 0) {
            passed(&v->where);
            tell_nothing(v->to, key);
        }
        return;
    }
    passed(&v->where);
    go_in(&v->where, path);
    v->to->open(v->to, key, bracket);
}

static void veil_close(struct teller *t)
{
    struct veil *v = (struct veil *)t;
    if (v->hidden > 0) {
        v->hidden--;
        return;
    }
    go_out(&v->where);
    v->to->close(v->to);
}

static void veil_begin(struct veil *v, struct teller *to)
{
    *v = (struct veil){.teller = {veil_open, veil_close, veil_value}, .to = to};
    begin_at(&v->where, FNV_BASIS);
}

void veil_rows(struct veil *v, const struct comparison *c, struct teller *to)
{
    veil_begin(v, to);
    v->compared = c;
    v->headed = true;
}

void veil_end(struct veil *v, const struct unsure *u, struct teller *to)
{
    veil_begin(v, to);
    v->unsure = u;
}

void veil_seat(struct veil *v, int seat)
{
    begin_at(&v->where, path_of_seat(seat));
    v->headed = true;
}
