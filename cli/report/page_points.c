/* How the points of a game went; see page_points.h. */
#include "page_points.h"
#include "page_chart.h"
#include "cli/campaign/replay_records.h"
#include "cli/deck/stored.h"

#include <stdlib.h>
#include <string.h>

void points_clear(struct points *p)
{
    free(p->of);
    free(p->known);
    free(p->rounds.row);
}

static void note(struct points *p, const struct record *r)
{
    struct standing standing[SEATS_MOST];
    bool scored = r->begun;
    p->of = memory_row(p->of, p->count, sizeof *p->of);
    p->known = memory_row(p->known, p->count, sizeof *p->known);
    if (r->begun)
        rulebook_stand(r->setting.book, r->state, &r->setting, standing);
    for (int i = 0; i < r->seats.count && scored; i++) {
        scored = standing[i].scored;
        p->of[p->count][i] = standing[i].points;
    }
    p->known[p->count++] = scored;
}

struct points_walk {
    struct points *points;
    struct session *session;
};

static bool follow_line(void *user, const struct store_line *line)
{
    struct points_walk *f = user;
    if (session_try(f->session, line->text, false) != STEP_TAKEN) {
        session_try(f->session, "#", false);
        f->points->refused = true;
    }
    note(f->points, &f->session->record);
    could_rounds_add(&f->points->rounds, &f->session->record, f->points->count);
    return true;
}

bool points_follow(struct points *p, struct session *s, const struct campaign *campaign,
    const struct store_entry *e)
{
    struct points_walk f = {p, s};
    *p = (struct points){.count = 0};
    return decks_load(&s->packs, campaign->store, &e->campaign, &e->id)
           && replay_heading(s, &e->heading)
           && campaign_ok(campaign,
               store_lines_each(campaign->store, &e->id, false, follow_line, &f))
           && s->record.begun;
}

/*
 * The round in which a step was said, as the table calls it: the first word of "R2 T4 Bo"; else its
 * number.
 */
static void put_round(struct text *out, const struct session *s, size_t step)
{
    const char *place = step < s->count && s->steps[step].place != NULL ? s->steps[step].place : "";
    text_add(out, place, strcspn(place, " "));
    if (out->length == 0)
        text_number(out, (long)step + 1);
}

/* Does anything change from one line to another? A result that was noted alone is no curve. */
static bool is_curve(const struct points *p, int seats)
{
    unsigned changes = 0;
    for (size_t i = 1; i < p->count; i++)
        changes += p->known[i] && p->known[i - 1]
                   && memcmp(p->of[i], p->of[i - 1], (size_t)seats * sizeof **p->of) != 0;
    return changes > 1;
}

/* A chart with what its texts lie in. */
struct curve {
    struct chart chart;
    struct text names[CHART_LINES], from, to, ticks[CHART_TICKS];
};

static void curve_clear(struct curve *c)
{
    if (c == NULL)
        return;
    for (int i = 0; i < CHART_LINES; i++)
        text_clear(&c->names[i]);
    for (int i = 0; i < CHART_TICKS; i++)
        text_clear(&c->ticks[i]);
    text_clear(&c->from);
    text_clear(&c->to);
    free(c);
}

/*
 * The lines with which a round ends, after the one that the game begins with; how many; 0: too few
 * or too many for a curve.
 */
static int ends_of_rounds(const struct session *s, const struct points *p, size_t end[CHART_TICKS])
{
    int rounds = 0;
    bool all = true;
    for (size_t i = 0; i < p->count && all; i++) {
        struct text round = {0}, next = {0};
        put_round(&round, s, s->heading + i);
        if (i + 1 < p->count)
            put_round(&next, s, s->heading + i + 1);
        if (next.length == 0 || strcmp(round.at, next.at) != 0) {
            all = rounds + 1 < CHART_TICKS;
            if (all)
                end[rounds++] = i;
        }
        text_clear(&round);
        text_clear(&next);
    }
    return all && rounds > 1 && end[0] > 0 ? rounds : 0;
}

static void put_points(struct curve *c, const struct points *p, int column, size_t step)
{
    for (int i = 0; i < c->chart.lines && p->known[step]; i++)
        chart_put(&c->chart.line[i], column, p->of[step][i]);
}

/* A column a round, from where the game begins. */
static void put_rounds(struct curve *c, const struct session *s, const struct points *p,
    const size_t *end, int rounds)
{
    c->chart.columns = rounds + 1;
    text_put(&c->ticks[0], "0");
    put_points(c, p, 0, 0);
    for (int i = 0; i < rounds; i++) {
        if (i + 1 < CHART_TICKS)
            put_round(&c->ticks[i + 1], s, s->heading + end[i]);
        put_points(c, p, i + 1, end[i]);
    }
    for (int i = 0; i <= rounds; i++)
        c->chart.tick[i] = c->ticks[i].at;
}

/* NULL: there is nothing to draw. */
static struct curve *curve_new(const struct context *in, const struct session *s,
    const struct points *p)
{
    const struct seats *seats = &s->record.seats;
    if (seats->count > CHART_LINES || !is_curve(p, seats->count))
        return NULL;
    size_t end[CHART_TICKS];
    const int rounds = ends_of_rounds(s, p, end);
    struct curve *c = memory_get(sizeof *c);
    memset(c, 0, sizeof *c);
    put_round(&c->from, s, s->heading);
    put_round(&c->to, s, s->heading + p->count - 1);
    c->chart = (struct chart){.title = say(in, N_("Points, round by round")),
        .from = c->from.at,
        .to = c->to.at,
        .lines = seats->count,
        .columns = chart_columns(p->count)};
    for (int i = 0; i < seats->count; i++) {
        say_seat(&c->names[i], seats, i);
        c->chart.line[i].name = c->names[i].at;
    }
    if (rounds > 0)
        put_rounds(c, s, p, end, rounds);
    for (size_t k = 0; k < p->count && rounds == 0; k++)
        put_points(c, p, chart_column(k, p->count), k);
    return c;
}

void points_svg(struct text *html, const struct context *in, const struct session *s,
    const struct points *p)
{
    struct curve *c = curve_new(in, s, p);
    if (c != NULL)
        chart_svg(html, in, &c->chart);
    curve_clear(c);
}

/* "Haratama · 2026-11-28 · Won by Aki", cut where the picture ends. */
static void put_title(struct text *out, const struct context *in, const struct session *s,
    const char *day)
{
    enum { TITLE_COLUMNS = 52 };
    const struct record *r = &s->record;
    struct text whole = {0}, names = {0};
    uint32_t winners = 0;
    text_put(&whole, say_title(in, &r->setting));
    text_printf(&whole, "%s%s", *day != '\0' ? " · " : "", day);
    if (rulebook_finished(r->setting.book, r->state, &r->setting, &winners) && winners != 0) {
        say_seats(in, &names, &r->seats, winners);
        text_put(&whole, " · ");
        say_with(in, &whole, N_("Won by {name}"), "t", "name", names.at);
    }
    if (say_width(whole.at, whole.length) <= TITLE_COLUMNS) {
        text_put(out, whole.at);
    } else {
        say_padded(out, whole.at, whole.length, TITLE_COLUMNS - 1, false);
        text_put(out, "…");
    }
    text_clear(&whole);
    text_clear(&names);
}

bool points_list(struct text *out, const struct context *in, const struct session *s,
    const struct points *p, const char *day)
{
    struct curve *c = curve_new(in, s, p);
    struct text title = {0};
    bool drawn = false;
    if (c != NULL) {
        put_title(&title, in, s, day);
        c->chart.title = title.at;
        drawn = chart_list(out, &c->chart);
    }
    text_clear(&title);
    curve_clear(c);
    return drawn;
}
