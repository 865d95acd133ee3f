/* The window: keeps the statements of a round for the repair to read again; see repair.h. */
#include "repair.h"
#include "record.h"

#include <string.h>

enum { STATES = 5, ALIGNED = 16 }; /* states of a game that lie behind the repair; bytes */

static size_t aligned(size_t size) { return (size + ALIGNED - 1) / ALIGNED * ALIGNED; }

size_t repair_room(void)
{
    return aligned(sizeof(struct repair)) + STATES * aligned(rulebook_room());
}

struct repair *repair_init(void *memory)
{
    struct repair *p = memory;
    const size_t room = aligned(rulebook_room());
    char *at = (char *)memory + aligned(sizeof *p);
    void **const state[STATES] = {&p->base, &p->state, &p->walk, &p->before, &p->aside};
    for (int i = 0; i < STATES; i++)
        *state[i] = at + (size_t)i * room;
    p->setting = NULL;
    p->count = 0;
    p->found.counted = p->other.counted = true;
    p->plain.counted = false;
    return p;
}

void repair_go_on(struct repair *p, const void *state)
{
    rulebook_copy(p->setting->book, p->base, state);
    p->first = p->first && p->count == 0;
    p->unsure.later |= p->unsure.count > 0 && p->count > 0;
    p->count = 0;
    p->used = 0;
    p->settleds = 0;
    p->work = 0;
}

void repair_begin(struct repair *p, const struct setting *setting, const void *state,
    uint32_t players_line)
{
    const size_t size = setting->book->state_size;
    void *const work[STATES] = {p->base, p->state, p->walk, p->before, p->aside};
    p->setting = setting;
    for (int i = 0; i < STATES; i++)
        memset(work[i], 0, size); /* a game's copy may read what it copies over */
    repair_go_on(p, state);
    p->habits = 0;
    p->first = true;
    p->unsure = (struct unsure){.all = false};
    p->players_line = players_line;
}

/* Copies a text that a statement points to into the room behind the statement. */
static struct span keep_text(struct repair *p, struct span text)
{
    if (text.length == 0)
        return text;
    char *at = memcpy(p->room + p->used, text.at, text.length);
    p->used += (uint32_t)text.length;
    return (struct span){at, text.length};
}

static size_t texts_of(const struct statement *s)
{
    size_t length = 0;
    for (int i = 0; i < s->count; i++)
        length += s->argument[i].text.length
                  + (s->argument[i].kind == ARGUMENT_PAIR ? s->argument[i].value.length : 0);
    return length;
}

bool repair_hear(struct repair *p, const struct statement *said, uint32_t line)
{
    static const struct statement nothing = {.seat = -1};
    const bool wordless = said == NULL;
    said = wordless ? &nothing : said;
    const size_t own = offsetof(struct statement, argument) + said->count * sizeof *said->argument;
    p->used = (uint32_t)aligned(p->used);
    if (p->count == SAID_MOST || p->used + own + texts_of(said) + ALIGNED > SAID_ROOM)
        return false;
    struct statement *s = memcpy(p->room + p->used, said, own);
    p->used += (uint32_t)own;
    s->line = line;
    for (int i = 0; i < s->count; i++) {
        s->argument[i].text = keep_text(p, s->argument[i].text);
        if (s->argument[i].kind == ARGUMENT_PAIR)
            s->argument[i].value = keep_text(p, s->argument[i].value);
    }
    p->said[p->count++] = (struct heard_line){s, wordless, wordless};
    return true;
}

void repair_misheard(struct repair *p)
{
    if (p->count > 0)
        p->said[p->count - 1].unreadable = true;
}
