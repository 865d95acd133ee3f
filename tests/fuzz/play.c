/* A game played by a fuzzer; see play.h. */
#include "play.h"
#include "judged.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A promise that is broken ends it, in every build. */
static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "not so: %s\n", what);
    printf("not so: %s\n", what);
    abort();
}

/* A position, or an unknown act that is no draw. */
static bool leaves_untold(const char *line)
{
    const char *unseen = strchr(line, '?');
    while (unseen != NULL && unseen - line >= 5 && strncmp(unseen - 5, "draw ", 5) == 0)
        unseen = strchr(unseen + 1, '?');
    return unseen != NULL || strstr(line, "position") != NULL;
}

/* After a line, or as many as were taken back: no card is lost within one part of the game. */
static void cards_conserved(struct play *p, bool behind)
{
    struct counted now;
    const char *wrong = places_wrong(&p->session, &now);
    for (size_t i = 0; i < p->session.count;
         i++) /* cards that no line has moved, or nobody knows where to */
        behind &= !leaves_untold(p->session.steps[i].text);
    if (wrong != NULL
        || (behind && now.cards >= 0 && p->counted.cards >= 0 && now.part == p->counted.part
            && now.cards != p->counted.cards)) {
        printf("%ld cards, then %ld\n", p->counted.cards, now.cards);
        for (size_t i = 0; i < p->session.count; i++)
            printf("  %s\n", p->session.steps[i].text);
    }
    must(wrong == NULL, wrong);
    must(!behind || now.cards < 0 || p->counted.cards < 0 || now.part != p->counted.part
             || now.cards == p->counted.cards,
        "a line has changed how many cards there are");
    p->counted = now;
}

/* ---- all that a record tells, as one number ------------------------------------------------ */

struct sum {
    struct teller teller;
    const struct record *record;
    uint64_t told;
    int depth, seats;
    bool standing;
};

static void add(struct sum *s, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        s->told = (s->told ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
}

static void sum_open(struct teller *t, const char *key, char bracket)
{
    struct sum *s = (struct sum *)t;
    if (key != NULL)
        add(s, key, strlen(key));
    add(s, &bracket, 1);
    s->standing |= key != NULL && strcmp(key, "standing") == 0;
    s->depth++;
}

static void sum_close(struct teller *t)
{
    struct sum *s = (struct sum *)t;
    add(s, "}", 1);
    must(--s->depth >= 0, "a value closes that was not opened");
}

/* What counts cards or turns is never below nothing; points are, and what they are made of. */
static bool is_count(const char *key)
{
    static const char *const known[] = {"hand", "captured", "relics", "discards", "down", "battle",
        "spread", "turn", "turns", "tricks", "placements", "ignitions", "round", "deal", "night",
        "pile", "altar"};
    for (size_t i = 0; key != NULL && i < sizeof known / sizeof *known; i++)
        if (strcmp(key, known[i]) == 0)
            return true;
    return false;
}

static void sum_value(struct teller *t, const struct value *value)
{
    struct sum *s = (struct sum *)t;
    char text[NAME_MOST];
    if (value->name != NULL)
        add(s, value->name, strlen(value->name));
    add(s, text, value_write(value, &s->record->setting, text));
    must(value->kind != VALUE_NUMBER || value->number >= 0 || !is_count(value->name),
        "a count is below nothing");
    if (s->standing && value->name != NULL && strcmp(value->name, "place") == 0
        && value->kind == VALUE_NUMBER)
        must(value->number >= 1 && value->number <= s->record->seats.count,
            "a place is not a place");
}

static void standing_holds(const struct record *r)
{
    struct standing standing[SEATS_MOST] = {{0}};
    rulebook_stand(r->setting.book, r->state, &r->setting, standing);
    for (int i = 0; i < r->seats.count; i++) {
        int ahead = 0;
        for (int k = 0; k < r->seats.count; k++)
            ahead += standing[k].place > 0 && standing[k].place < standing[i].place;
        must(standing[i].place == 0 || standing[i].place == ahead + 1,
            "places leave a gap, or are shared wrongly");
    }
}

static uint64_t told_by(const struct record *r)
{
    struct sum s = {.teller = {sum_open, sum_close, sum_value},
        .record = r,
        .told = 0xCBF29CE484222325u};
    uint32_t told = 0;
    add(&s, &r->line, sizeof r->line);
    if (!r->begun)
        return s.told;
    const struct rulebook *book = r->setting.book;
    if (book->tell_rows != NULL)
        book->tell_rows(r->state, &r->setting, &s.teller, &told, true);
    rulebook_tell_end(book, r->state, &r->setting, &s.teller);
    if (book->table != NULL)
        book->table->tell(r->state, &r->setting, &s.teller);
    must(s.depth == 0, "a value was left open");
    standing_holds(r);
    return s.told;
}

/* What would come of a card that may be played is looked at, and nothing comes of that. */
static void look_at_legal(struct play *p, unsigned pick)
{
    const struct record *r = &p->session.record;
    const struct knowledge_part *known = r->begun ? r->setting.book->knowledge : NULL;
    const int seat = known != NULL && known->legal != NULL ? known->turn(r->state, &r->setting)
                                                           : -1;
    uint32_t winners;
    if (seat < 0 || r->setting.ended || r->setting.noted != NULL
        || r->setting.book->finished(r->state, &r->setting, &winners))
        return;
    const struct cardset legal = known->legal(r->state, &r->setting, seat);
    char line[NAME_MOST];
    for (int card = 0; card < 127; card++) {
        if (!cards_hold(&legal, card) || pick-- % 7 != 0)
            continue;
        struct value value = {.kind = VALUE_CARD, .number = card};
        line[value_write(&value, &r->setting, line)] = '\0';
        const uint64_t before = told_by(r);
        session_look(&p->session, line);
        must(told_by(r) == before, "a look at a line has changed something");
        return;
    }
}

/* ---- playing --------------------------------------------------------------------------------- */

void play_begin(struct play *p, const char *decks)
{
    static struct context context;
    if (!context.english)
        say_begin(&context, "en");
    context.english = true;
    session_begin(&p->session, &context);
    p->decks = decks;
    must(decks == NULL || packs_keep(&p->session.packs, decks), "a deck is not read");
    p->counted = (struct counted){-1, 0};
    p->before[0] = told_by(&p->session.record);
}

static void note(struct play *p)
{
    if (p->session.count <= PLAY_LINES_MOST)
        p->before[p->session.count] = told_by(&p->session.record);
}

bool play_line(struct play *p, const char *line, bool typed, bool ask)
{
    struct session *s = &p->session;
    const size_t count = s->count;
    if (count == PLAY_LINES_MOST)
        return false;
    const uint64_t before = told_by(&s->record);
    must(before == p->before[count], "what is told has changed by itself");
    typed = typed && s->record.begun; /* as the table does: the heading is never typed */
    if (getenv("SHOW"))
        printf("typed %d: «%s»\n", typed, line);
    const enum step_end end = typed ? session_answer(s, line, ask) : session_try(s, line, ask);
    if (end == STEP_TAKEN) {
        must(s->count == count + 1, "a line that was taken is no step");
        note(p);
        cards_conserved(p, true);
        look_at_legal(p, (unsigned)before);
    } else {
        must(s->count == count && told_by(&s->record) == before,
            "a line that was not taken has changed something");
    }
    if (count == 0 && end == STEP_TAKEN)
        s->heading = 1;
    return true;
}

void play_undo(struct play *p)
{
    if (!session_undo(&p->session))
        return;
    must(told_by(&p->session.record) == p->before[p->session.count],
        "undo has not brought back what was");
    cards_conserved(p, false);
}

void play_redo(struct play *p)
{
    struct session *s = &p->session;
    if (s->count == s->kept || !session_redo(s, s->steps[s->count].text))
        return;
    must(told_by(&s->record) == p->before[s->count], "redo has not brought back what was");
    cards_conserved(p, true);
}

void play_mend(struct play *p, size_t at, const char *line, bool keep)
{
    struct session *s = &p->session;
    struct mending mending = {0};
    if (at < s->heading || at >= s->count)
        return;
    const uint64_t before = told_by(&s->record);
    const size_t count = s->count;
    if (!session_mend(s, at, line, &mending)) {
        must(told_by(&s->record) == before && s->count == count,
            "a line that cannot be put in has changed something");
        return;
    }
    if (!keep) {
        session_unmend(s, &mending);
        must(told_by(&s->record) == before && s->count == count,
            "a mending that was taken back has left a trace");
    }
    mending_clear(&mending);
    if (keep) { /* what was before each line is another thing now */
        struct said_line *lines = s->steps;
        const size_t all = s->count, kept = s->kept;
        s->steps = NULL;
        session_replay(s, lines, 0);
        note(p);
        for (size_t i = 0; i < all; i++) {
            must(session_try(s, lines[i].text, false) == STEP_TAKEN,
                "a mended record does not stand by itself");
            note(p);
        }
        said_lines_free(lines, kept);
    }
    cards_conserved(p, false);
}

void play_end(struct play *p)
{
    struct play *again = calloc(1, sizeof *again);
    struct session *s = &p->session;
    if (again == NULL)
        abort();
    play_begin(again, p->decks);
    for (size_t i = 0; i < s->count; i++) {
        must(session_try(&again->session, s->steps[i].text, false) == STEP_TAKEN,
            "a stored line is not taken again");
        const bool same = told_by(&again->session.record) == p->before[i + 1];
        for (size_t k = 0; k <= i && !same; k++)
            printf("  %s\n", s->steps[k].text);
        must(same, "a stored line comes to something else");
    }
    session_clear(&again->session);
    free(again);
    const char *wrong = judged_wrong(s, p->decks);
    must(wrong == NULL, wrong);
    session_clear(s);
}
