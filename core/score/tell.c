/* Scores told: the rounds and the table at a glance. */
#include "score.h"

static void tell_numbers(struct teller *t, const char *key, const struct scores *s, int seats,
    const int32_t *first, size_t apart)
{
    tell_open(t, key, '[');
    for (int i = 0; i < seats; i++)
        tell_number(t, NULL, first[(size_t)(i % s->sides) * apart]);
    tell_close(t);
}

static void tell_round(const struct scores *s, const struct setting *setting, uint32_t n,
    struct teller *t)
{
    const struct score_pack *pack = setting->pack;
    const int seats = setting->seats->count;
    tell_open(t, NULL, '{');
    tell_number(t, "round", (long)n + 1);
    if (pack->deals != NOBODY_DEALS)
        tell_seat(t, "dealer", s->round[n].dealer);
    if (!s->round[n].given && !score_is_plain(pack)) {
        tell_open(t, "entered", '{');
        for (int c = 0; c < pack->columns; c++)
            tell_numbers(t, pack->column[c].name, s, seats, &s->round[n].entered[0][c], COLUMNS);
        tell_close(t);
    }
    tell_numbers(t, "points", s, seats, s->round[n].points, 1);
    tell_numbers(t, "total", s, seats, s->round[n].total, 1);
    tell_close(t);
}

void score_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last)
{
    const struct scores *s = state;
    (void)last;
    for (; *told < s->rounds; ++*told)
        tell_round(s, setting, *told, t);
}

static void place(const void *state, const struct setting *setting, struct message *out)
{
    const struct scores *s = state;
    const struct score_pack *pack = setting->pack;
    static const char *const places[2][2] = {{N_("R{round} {column}"),
                                                 N_("R{round} {column} ({dealer} deals)")},
        {N_("R{round}"), N_("R{round} ({dealer} deals)")}};
    message_set(out, places[score_is_plain(pack)][pack->deals != NOBODY_DEALS]);
    message_number(out, "round", s->rounds + 1);
    message_seat(out, "dealer", s->dealer);
    message_text(out, "column", span_of(pack->column[s->open % pack->columns].name));
}

static void news(const void *before, const void *after, const struct setting *setting,
    struct news *out)
{
    const struct scores *was = before, *is = after;
    uint32_t winners;
    if (is->rounds > was->rounds && score_finished(is, setting, &winners))
        message_seats(news_add(out, N_("The game is over, won by {winners}.")), "winners", winners);
}

static void tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    const struct scores *s = state;
    const struct score_pack *pack = setting->pack;
    struct fault none;
    int32_t rounds = 0;
    uint32_t winners;
    tell_open(t, NULL, '{');
    tell_number(t, "round", s->rounds + !score_finished(s, setting, &winners));
    if (score_rounds(pack, setting->seats->count, &rounds, &none) && rounds > 0)
        tell_number(t, "rounds", rounds);
    if (pack->deals != NOBODY_DEALS)
        tell_seat(t, "dealer", s->dealer);
    tell_open(t, "seats", '[');
    for (int i = 0; i < setting->seats->count; i++) {
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", i);
        for (int c = 0; c < s->open; c++)
            tell_number(t, pack->column[c].name, s->now[i % s->sides][c]);
        tell_number(t, "total", s->total[i % s->sides]);
        tell_close(t);
    }
    tell_close(t);
    tell_close(t);
}

const struct table_part score_table_part = {
    .cards = N_(
        "A line has a number for each player, clockwise: 20 -10 0. Names will do too, in any "
        "order: Aki=20 Bo=-10. `points` says the points of a round as you counted them."),
    .place = place,
    .news = news,
    .tell = tell_table,
    .ask = score_ask,
};
