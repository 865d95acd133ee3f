/* Ratings against the vectors that the reference implementations of the model publish. */
#include "check.h"
#include "cli/report/rating.h"

#include <math.h>

struct vector {
    int count;
    uint8_t place[4];
    struct rating in[4], out[4];
};

static const struct vector vectors[] = {
    {4, {1, 2, 3, 4}, {{29.182, 4.782}, {27.174, 4.922}, {16.672, 6.217}, {25, 25.0 / 3}},
        {{30.210227447000438, 4.765617924939384}, {27.644725221915632, 4.883479590134575},
            {17.4036218889969, 6.101259408259549}, {19.21460876538932, 7.854669920480409}}},
    {3, {1, 2, 2}, {{10, 8}, {5, 10}, {0, 12}},
        {{11.942996666741, 7.926888197620}, {2.938117854632, 9.653804487570},
            {-1.402431701220, 11.323641575517}}},
};

static void check_vector(const struct vector *v)
{
    struct rating r[4];
    memcpy(r, v->in, sizeof r);
    rating_update(RATING_GAMMA_SHARE, r, v->place, v->count);
    for (int i = 0; i < v->count; i++)
        CHECK(fabs(r[i].mu - v->out[i].mu) < 1e-9 && fabs(r[i].sigma - v->out[i].sigma) < 1e-9);
}

/* Whoever sits where, the ratings are the same; and a larger γ only makes them surer. */
static void check_seats(void)
{
    for (int n = 0; n < 1000; n++) {
        struct rating a[4], b[4], c[4];
        uint8_t place[4], turned[4];
        for (int i = 0; i < 4; i++) {
            a[i] = c[i] = (struct rating){chance(500) / 10.0, 1 + chance(80) / 10.0};
            b[(i + 1) % 4] = a[i];
            turned[(i + 1) % 4] = place[i] = (uint8_t)(1 + chance(4));
        }
        rating_update(RATING_GAMMA_ONE, a, place, 4);
        rating_update(RATING_GAMMA_ONE, b, turned, 4);
        rating_update(RATING_GAMMA_SHARE, c, place, 4);
        for (int i = 0; i < 4; i++) {
            CHECK(fabs(a[i].mu - b[(i + 1) % 4].mu) < 1e-9
                  && fabs(a[i].sigma - b[(i + 1) % 4].sigma) < 1e-9);
            CHECK(fabs(a[i].mu - c[i].mu) < 1e-9 && a[i].sigma <= c[i].sigma + 1e-9);
        }
    }
}

int main(void)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        check_vector(&vectors[i]);
    check_seats();
    return finish();
}
