/* What @ in a statement stands for: the cards that lie before the camera; see watch.h. */
#define _XOPEN_SOURCE 700
#include "look.h"

#include <stdlib.h>
#include <string.h>

/* How many bytes of the line part tokens here: space, ; and : in either width. */
static size_t parting(const char *at)
{
    static const char *const wide[] = {"\u3000", "；", "："};
    if (*at == ' ' || *at == '\t' || *at == ';' || *at == ':')
        return 1;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strncmp(at, wide[i], strlen(wide[i])) == 0)
            return strlen(wide[i]);
    return 0;
}

static size_t token_length(const char *at, const char *end)
{
    const char *begin = at;
    while (at < end && parting(at) == 0) {
        const size_t quoted = quoted_length((struct span){at, (size_t)(end - at)});
        at += quoted > 0 ? quoted : 1;
    }
    return (size_t)(at - begin);
}

/* The next lone @ from `at` on, in either width; NULL: none. */
static const char *find_mark(const char *at, size_t *length)
{
    for (const char *end = at + strlen(at); at < end && *at != '#';) {
        size_t token = token_length(at, end);
        if ((token == 1 && *at == '@')
            || (token == strlen("＠") && strncmp(at, "＠", token) == 0)) {
            *length = token;
            return at;
        }
        at += token > 0 ? token : parting(at);
    }
    return NULL;
}

enum card_part { CARDS, OTHERS, ALL };

static bool is_part(const struct sticker *s, enum card_part part)
{
    return part == ALL || (part == CARDS) == (s->card >= 0);
}

static void put_line(const struct watch *w, const struct look *look, enum card_part part,
    const char *line, const char *mark, size_t length, struct text *out)
{
    bool first = true;
    text_add(out, "", 0);
    out->length = 0;
    text_add(out, line, (size_t)(mark - line));
    for (int i = 0; i < look->count; i++) {
        const struct sticker *s = &w->deck.card[look->sight[i].card].sticker;
        if (!is_part(s, part))
            continue;
        text_put(out, first ? "" : " ");
        text_put(out, s->token);
        first = false;
    }
    text_put(out, mark + length);
}

/* Can the line be read by the language at all? */
static bool reads(const struct record *r, const struct text *line)
{
    struct statement *said = memory_get(sizeof *said);
    struct reader reader;
    struct fault fault;
    enum read_result result = READ_FAULT;
    reader_begin(&reader, line->at, line->length, 1);
    while ((result = statement_read(&reader, &r->setting, false, said, &fault)) == READ_STATEMENT)
        ;
    free(said);
    return result == READ_END;
}

/* The line says that faces alone told a card of it, where that can be said. */
static void put_faces(const struct record *r, const struct look *look, struct text *line)
{
    bool face = false;
    for (int i = 0; i < look->count; i++)
        face |= look->sight[i].kind == SIGHT_FACE;
    struct text said = {0};
    text_printf(&said, "%s%s", BY_FACE, line->at);
    if (face && reads(r, &said)) {
        line->length = 0;
        text_add(line, said.at, said.length);
    }
    text_clear(&said);
}

/*
 * Cards of two kinds may lie there, those that are played and those that a record writes as
 * numbers: the statement takes the ones that it can.
 */
static void expand(const struct watch *w, const struct record *r, const struct look *look,
    const char *line, const char *mark, size_t length, struct text *out)
{
    bool some[2] = {false, false};
    for (int i = 0; i < look->count; i++)
        some[w->deck.card[look->sight[i].card].sticker.card >= 0 ? CARDS : OTHERS] = true;
    for (enum card_part part = CARDS; part <= OTHERS && some[CARDS] && some[OTHERS]; part++) {
        put_line(w, look, part, line, mark, length, out);
        if (reads(r, out))
            return;
    }
    put_line(w, look, ALL, line, mark, length, out);
}

/* "r3 or r8? …"; false. */
static bool complain_of_face(const struct watch *w, const struct record *r, const struct glimpse *s)
{
    struct text card = {0}, other = {0};
    camera_look_name(w, r, &card, s->card, s->code);
    camera_look_name(w, r, &other, s->other, s->code);
    complain(w->context,
        s->other < 0 || s->other == s->card
            ? N_("{card}? Its face does not tell surely; nothing was entered")
            : N_("{card} or {other}? Its face does not tell surely; nothing was entered"),
        "tt", "card", card.at, "other", other.at);
    text_clear(&card);
    text_clear(&other);
    return false;
}

/* Is the n-th of what lies there known for certain? False: it complained. */
static bool is_sure(const struct watch *w, const struct record *r, const struct look *look, int n)
{
    const struct glimpse *s = &look->sight[n];
    struct text name = {0};
    bool twice = s->kind == SIGHT_DOUBT && s->twice;
    for (int k = 0; k < n; k++)
        twice |= strcmp(look->sight[k].code, s->code) == 0;
    if (s->card >= 0 && (s->kind == SIGHT_CARD || s->kind == SIGHT_FACE) && !twice)
        return true;
    if (s->kind == SIGHT_ASK)
        return complain_of_face(w, r, s);
    camera_look_name(w, r, &name, s->card, s->code);
    complain(w->context,
        s->kind == SIGHT_HIDDEN ? N_("{card} is covered; nothing was entered")
        : s->card < 0 ? N_("{card} lies there, which is no card of this deck; nothing was entered")
        : twice       ? N_("{card} is read in two places; nothing was entered")
                      : N_("{card} is read where another card is read too; nothing was entered"),
        "t", "card", name.at);
    text_clear(&name);
    return false;
}

static bool is_certain(const struct watch *w, const struct record *r, const struct look *look)
{
    if (look->count == 0)
        complain(w->context, N_("the camera sees no card; nothing was entered"), "");
    for (int i = 0; i < look->count; i++)
        if (!is_sure(w, r, look, i))
            return false;
    return look->count > 0;
}

bool watch_expand(struct watch *w, const struct record *r, const char *line, struct text *out)
{
    size_t length, second;
    const char *mark = find_mark(line, &length);
    text_add(out, "", 0);
    if (mark == NULL)
        return true;
    if (find_mark(mark + length, &second) != NULL)
        return complain(w->context, N_("expected one @ in a line: it is all that the camera sees"),
            "");
    struct look *seen = memory_get(sizeof *seen);
    bool good = (w->on || (camera_look_make_deck(w, r) && camera_look_open(w, false)))
                && camera_look_look(w, r, watch_hears, seen) && is_certain(w, r, seen);
    if (!w->on)
        scanner_close(&w->scanner);
    if (good)
        expand(w, r, seen, line, mark, length, out), put_faces(r, seen, out);
    free(seen);
    return good;
}
