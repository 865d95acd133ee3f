/*
 * Another line in the place of one said earlier, and what becomes of those after it; see session.h.
 */
#define _XOPEN_SOURCE 700
#include "session.h"

#include <stdlib.h>
#include <string.h>

static void note_unfit(struct mending *m, size_t step, enum unfitness how, const char *words)
{
    m->unfit = memory_row(m->unfit, m->unfits, sizeof *m->unfit);
    m->unfit[m->unfits++] = (struct unfit){.step = step, .how = how, .why = memory_text(words)};
}

/* A step said again, in these words. `moved`: one before it is somewhere else by now. */
static void say_again(struct session *s, struct mending *m, size_t step, const char *text,
    bool *moved)
{
    const struct said_line *was = &m->before[step];
    if (session_try(s, text, false) != STEP_TAKEN) {
        note_unfit(m, step, UNFIT_REFUSED, s->wrong.at);
        return;
    }
    const char *place = s->steps[s->count - 1].place;
    if (!*moved && strcmp(place, was->place) != 0)
        note_unfit(m, step, UNFIT_MOVED, place);
    *moved |= strcmp(place, was->place) != 0;
    if (s->broken && !was->broke)
        note_unfit(m, step, UNFIT_BREAKS, s->wrong.at);
    else if (m->deck && strcmp(s->steps[s->count - 1].told, was->told) != 0)
        note_unfit(m, step, UNFIT_TOLD, s->steps[s->count - 1].told);
}

/*
 * As it was typed; or, if that cannot be taken, said of whom the line before it named: `r9 3` in
 * the place of `Bo: r4 r3`.
 */
static bool say_instead(struct session *s, const char *before, const char *line)
{
    const size_t name = line_named(before);
    if (session_answer(s, line, false) == STEP_TAKEN)
        return true;
    if (name == 0)
        return false;
    struct text named = {0};
    text_add(&named, before, name);
    text_printf(&named, ": %s", line);
    const bool taken = session_answer(s, named.at, false) == STEP_TAKEN;
    text_clear(&named);
    /* not: what is told is of what was typed */
    return taken || session_answer(s, line, false) == STEP_TAKEN;
}

bool session_mend(struct session *s, size_t at, const char *line, struct mending *out)
{
    *out = (struct mending){.before = s->steps,
        .count = s->count,
        .kept = s->kept,
        .at = at,
        .deck = strncmp(line, "pack ", strlen("pack ")) == 0};
    session_replay(s, out->before, at);
    if (!say_instead(s, out->before[at].text, line)) {
        struct text wrong = s->wrong;
        struct untaken untaken = s->untaken;
        s->wrong = (struct text){0};
        s->untaken = (struct untaken){0};
        session_unmend(s, out);
        text_clear(&s->wrong);
        s->wrong = wrong; /* for whoever typed it */
        s->untaken = untaken;
        return false;
    }
    if (s->broken)
        note_unfit(out, at, UNFIT_BREAKS, s->wrong.at);
    bool live = s->packs.live, moved = false;
    s->packs.live = false;
    for (size_t i = at + 1; i < out->count; i++)
        say_again(s, out, i, out->before[i].text, &moved);
    s->packs.live = live;
    return true;
}

void session_retell(struct session *s, size_t at, const struct retold *lines, size_t count,
    struct mending *out)
{
    const bool live = s->packs.live;
    bool moved = false;
    *out = (struct mending){.before = s->steps, .count = s->count, .kept = s->kept, .at = at};
    session_replay(s, out->before, at);
    s->packs.live = false;
    for (size_t i = 0; i < count; i++)
        if (lines[i].was != NO_STEP)
            say_again(s, out, (size_t)lines[i].was, lines[i].text, &moved);
        else
            session_try(s, lines[i].text, false);
    s->packs.live = live;
}

void retold_free(struct retold *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(lines[i].text);
    free(lines);
}

void session_unmend(struct session *s, struct mending *m)
{
    said_lines_free(s->steps, s->kept);
    session_replay(s, m->before, m->count);
    said_lines_free(s->steps, s->kept);
    s->steps = m->before; /* with those undone after them */
    s->count = m->count;
    s->kept = m->kept;
    m->before = NULL;
    mending_clear(m);
}

void mending_clear(struct mending *m)
{
    for (size_t i = 0; i < m->unfits; i++)
        free(m->unfit[i].why);
    free(m->unfit);
    if (m->before != NULL)
        said_lines_free(m->before, m->kept);
    *m = (struct mending){0};
}
