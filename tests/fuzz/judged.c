/* A record and its beginning, judged; see judged.h. */
#include "judged.h"
#include "cli/memory.h"
#include "core/round.h"

#include <stddef.h>
#include <string.h>

enum { JUDGED_MOST = 2000 };

struct trick_judged {
    struct ruling row[JUDGED_MOST];
    size_t count, before_end; /* so many were told before the end */
    /* at some line it was doubted of a card whose it was, or of which trick */
    bool doubted;
};

/* Who judges: the first member of packs' user. */
struct bench {
    struct packs packs;
    struct trick_judged *to;
};

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    struct trick_judged *to = ((struct bench *)user)->to;
    (void)r;
    if (to->count < JUDGED_MOST)
        to->row[to->count++] = *ruling;
}

static const void *on_deck(void *user, const struct rulebook *book, struct span name)
{
    return packs_find(&((struct bench *)user)->packs, book, name);
}

/* Was a card not seen, or is it nobody's yet? */
static bool doubts_a_card(const struct record *r)
{
    const struct round *round = r->state;
    if (r->setting.book == NULL || r->setting.book->table->trick == NULL)
        return false;
    for (int i = 0; i < round->trick.plays; i++)
        if (!play_seen(&round->trick.play[i]) || round->trick.play[i].apart)
            return true;
    return false;
}

static void judge(const struct session *s, size_t lines, const char *decks,
    struct trick_judged *out)
{
    static struct record_room room; /* taken once */
    struct record record;
    struct bench bench = {.packs = {.context = s->context}, .to = out};
    const struct record_host host = {.finding = on_finding, .pack_find = on_deck, .user = &bench};
    if (room.state == NULL)
        room = memory_rooms();
    out->count = 0;
    out->doubted = false;
    if (decks != NULL)
        packs_keep(&bench.packs, decks);
    record_init(&record, &host, &room);
    for (size_t i = 0; i < lines; i++) {
        record_line(&record, s->steps[i].text, strlen(s->steps[i].text));
        out->doubted |= doubts_a_card(&record);
    }
    out->before_end = out->count;
    record_end(&record);
    packs_end(&bench.packs);
}

static bool same(const struct ruling *a, const struct ruling *b)
{
    return a->kind == b->kind && a->rule == b->rule && a->seat == b->seat && a->card == b->card
           && a->line == b->line;
}

static bool holds(const struct trick_judged *all, const struct ruling *one)
{
    for (size_t i = 0; i < all->count; i++)
        if (same(&all->row[i], one))
            return true;
    return false;
}

static void show(const struct session *s, size_t lines, const struct ruling *ruling)
{
    for (size_t i = 0; i < s->count; i++)
        printf("%s%s\n", i == lines ? "  ---- judged to here, then whole\n  " : "  ",
            s->steps[i].text);
    printf("kind %d, rule %d (%s), seat %d, card %d, line %u\n", (int)ruling->kind, ruling->rule,
        s->record.setting.book->rules[ruling->rule].id, ruling->seat, ruling->card, ruling->line);
}

/*
 * A card that could not be played to its trick; not one that was played when it was another's turn.
 */
static bool proves_card(const struct session *s, const struct ruling *one)
{
    const struct rulebook *book = s->record.setting.book;
    return one->kind == RULING_IRREGULAR && one->card >= 0 && book->table->trick != NULL
           && strcmp(book->rules[one->rule].id, "turn") != 0;
}

/*
 * A line that cannot be, a turn that was another's, an ability of no pack: how lines are to be read
 * may show after them.
 */
static bool may_read_otherwise(const struct session *s, const struct trick_judged *all)
{
    for (size_t i = 0; i < all->count && !all->doubted; i++) {
        const char *rule = s->record.setting.book->rules[all->row[i].rule].id;
        if (all->row[i].kind == RULING_IMPOSSIBLE || strcmp(rule, "turn") == 0
            || strcmp(rule, "ability") == 0)
            return true;
    }
    return all->doubted;
}

static const char *compare(const struct session *s, size_t lines, const struct trick_judged *part,
    const struct trick_judged *all)
{
    for (size_t i = 0; i < part->count; i++) {
        const struct ruling *one = &part->row[i];
        if (i < part->before_end && (i >= all->count || !same(one, &all->row[i]))) {
            show(s, lines, one);
            return "what was told of a line depends on what follows";
        }
        if (i >= part->before_end && proves_card(s, one) && !holds(all, one)
            && !may_read_otherwise(s, all)) {
            show(s, lines, one);
            return "what was irregular is no longer so";
        }
    }
    return NULL;
}

const char *judged_wrong(const struct session *s, const char *decks)
{
    static struct trick_judged part, all;
    const char *wrong = NULL;
    judge(s, s->count, decks, &all);
    for (size_t k = 1; wrong == NULL && all.count < JUDGED_MOST && k < 4; k++) {
        const size_t lines = s->count * k / 4;
        judge(s, lines, decks, &part);
        wrong = compare(s, lines, &part, &all);
    }
    return wrong;
}
