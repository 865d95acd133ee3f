/* How the seats stand, which all games tell alike. */
#include "text.h"
#include "unsure.h"

void standing_by_points(struct standing *standing, int seats)
{
    for (int i = 0; i < seats; i++) {
        int ahead = 0;
        for (int k = 0; k < seats; k++)
            ahead += standing[k].won != standing[i].won ? standing[k].won
                                                        : standing[k].points > standing[i].points;
        standing[i].place = (uint8_t)(ahead + 1);
    }
}

/* By the places that were noted, else by the points: the most, or as its pack says the fewest. */
static void stand_noted(const struct setting *setting, struct standing *out)
{
    const struct noted_result *noted = setting->noted;
    const struct deck_part *deck = setting->book->deck;
    const int seats = setting->seats->count;
    const bool low = deck != NULL && deck->fewest_win != NULL && deck->fewest_win(setting->pack);
    for (int i = 0; i < seats; i++)
        out[i] = (struct standing){.scored = noted->points,
            .points = noted->points ? (low ? -noted->point[i] : noted->point[i]) : 0};
    standing_by_points(out, seats);
    for (int i = 0; i < seats; i++) {
        out[i].points = low ? -out[i].points : out[i].points;
        out[i].place = noted->places ? noted->place[i] : out[i].place;
        out[i].won = out[i].place == 1;
    }
}

/* Do all readings agree that it is over, and who has won? */
static bool is_decided(const struct setting *setting)
{
    const struct unsure *u = setting->unsure;
    return !unsure_of(u, "finished") && !unsure_of(u, "winners") && (u == NULL || !u->later);
}

bool rulebook_finished(const struct rulebook *book, const void *state,
    const struct setting *setting, uint32_t *winners)
{
    struct standing standing[SEATS_MOST];
    if (setting->noted == NULL) {
        const bool finished = book->finished(state, setting, winners);
        *winners = is_decided(setting) ? *winners : 0;
        return finished && is_decided(setting);
    }
    stand_noted(setting, standing);
    *winners = 0;
    for (int i = 0; i < setting->seats->count; i++)
        *winners |= (uint32_t)standing[i].won << i;
    return true;
}

static void leave_unsure(const struct unsure *u, int seat, struct standing *out)
{
    if (u->later || unsure_of_seat(u, seat, "place"))
        *out = (struct standing){.scored = out->scored, .points = out->points};
    out->scored &= !unsure_of_seat(u, seat, "points");
}

void rulebook_stand(const struct rulebook *book, const void *state, const struct setting *setting,
    struct standing *out)
{
    uint32_t winners = 0;
    int first = 0, seats = setting->seats->count;
    if (setting->noted != NULL) {
        stand_noted(setting, out);
        return;
    }
    rulebook_finished(book, state, setting, &winners);
    for (int i = 0; i < seats; i++)
        first += (winners & 1u << i) != 0;
    for (int i = 0; i < seats; i++) {
        bool won = winners >> i & 1;
        out[i] = (struct standing){.place = first == 0 ? 0 : (uint8_t)(won ? 1 : first + 1),
            .won = won};
    }
    if (book->stand != NULL)
        book->stand(state, setting, out);
    for (int i = 0; i < seats && setting->unsure != NULL; i++)
        leave_unsure(setting->unsure, i, &out[i]);
}

static void tell_one(const struct rulebook *book, const void *state, const struct setting *setting,
    int seat, const struct standing *standing, struct teller *t)
{
    tell_open(t, NULL, '{');
    tell_seat(t, "seat", seat);
    if (book->tell_seat != NULL && setting->noted == NULL)
        book->tell_seat(state, setting, seat, t);
    else if (standing->scored)
        tell_number(t, "points", standing->points);
    else
        tell_nothing(t, "points");
    if (standing->place > 0)
        tell_number(t, "place", standing->place);
    else
        tell_nothing(t, "place");
    tell_close(t);
}

void rulebook_tell_end(const struct rulebook *book, const void *state,
    const struct setting *setting, struct teller *to)
{
    struct standing standing[SEATS_MOST] = {{0}};
    struct veil veil;
    veil_end(&veil, setting->unsure, to);
    struct teller *t = setting->unsure != NULL ? &veil.teller : to;
    if (book->stand != NULL || setting->noted != NULL) {
        rulebook_stand(book, state, setting, standing);
        tell_open(to, "standing", '[');
        for (int place = 0; place <= setting->seats->count; place++)
            for (int i = 0; i < setting->seats->count; i++)
                if (standing[i].place == place) {
                    veil_seat(&veil, i);
                    tell_one(book, state, setting, i, &standing[i], t);
                }
        tell_close(to);
    }
    veil_end(&veil, setting->unsure, to);
    if (book->tell_rest != NULL && setting->noted == NULL)
        book->tell_rest(state, setting, t);
}

void rulebook_compare(const struct rulebook *book, const void *state, const struct setting *setting,
    struct comparison *c)
{
    struct standing standing[SEATS_MOST] = {{0}};
    uint32_t winners = 0, seats = 0;
    tell_truth(&c->teller, "finished", book->finished(state, setting, &winners));
    for (int i = 0; i < setting->seats->count; i++)
        seats |= winners >> i & 1 ? 1u << c->seat[i] : 0;
    tell_number(&c->teller, "winners", seats);
    if (book->tell_rest != NULL)
        book->tell_rest(state, setting, &c->teller);
    rulebook_stand(book, state, setting, standing);
    for (int i = 0; i < setting->seats->count; i++) {
        comparison_of_seat(c, i);
        tell_one(book, state, setting, i, &standing[i], &c->teller);
    }
}
