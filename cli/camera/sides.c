/* From where each seat lays; see sides.h. */
#define _XOPEN_SOURCE 700
#include "sides.h"

#include <math.h>

/* In sides of a code; a card is about four of them long. */
static const double APART = 1.5; /* the places of two seats are further apart, */
/* and they are so many times further apart than cards of one seat */
static const double SPREADS = 3;
/* nearer than this share of the way to the next place: clearly there */
static const double CLEAR = 0.6;

void sides_begin(struct sides *s, int seats) { *s = (struct sides){.seats = seats}; }

void sides_learn(struct sides *s, int seat, const struct spot_laid *at, bool told)
{
    for (int times = told ? 2 : 1; times > 0; times--)
        s->seat[seat].at[s->seat[seat].count++ % SIDE_CARDS] = *at;
}

static int kept(const struct sides *s, int seat)
{
    return s->seat[seat].count < SIDE_CARDS ? s->seat[seat].count : SIDE_CARDS;
}

static struct spot_laid middle(const struct sides *s, int seat)
{
    struct spot_laid sum = {0, 0, 0};
    int count = kept(s, seat);
    for (int i = 0; i < count; i++) {
        sum.x += s->seat[seat].at[i].x / count;
        sum.y += s->seat[seat].at[i].y / count;
        sum.size += s->seat[seat].at[i].size / count;
    }
    return sum;
}

static double apart(const struct spot_laid *a, const struct spot_laid *b)
{
    return hypot(a->x - b->x, a->y - b->y);
}

/* How far a seat's cards lie from their middle, on the average of all seats. */
static double spread(const struct sides *s)
{
    double sum = 0;
    int count = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        struct spot_laid at = middle(s, seat);
        for (int i = 0; i < kept(s, seat); i++, count++)
            sum += apart(&at, &s->seat[seat].at[i]);
    }
    return count > 0 ? sum / count : 0;
}

bool sides_known(const struct sides *s)
{
    double wide = spread(s);
    for (int a = 0; a < s->seats; a++) {
        if (s->seat[a].count < 2)
            return false;
        struct spot_laid here = middle(s, a);
        for (int b = 0; b < a; b++) {
            struct spot_laid there = middle(s, b);
            double far = apart(&here, &there);
            if (far < APART * (here.size + there.size) / 2 || far < SPREADS * wide)
                return false;
        }
    }
    return s->seats > 1;
}

int sides_whose(const struct sides *s, const struct spot_laid *at)
{
    int best = -1;
    double least = HUGE_VAL, next = HUGE_VAL;
    if (!sides_known(s))
        return -1;
    for (int seat = 0; seat < s->seats; seat++) {
        struct spot_laid there = middle(s, seat);
        double far = apart(at, &there);
        if (far < least) {
            next = least;
            best = seat;
            least = far;
        } else if (far < next) {
            next = far;
        }
    }
    return least < CLEAR * next ? best : -1;
}

int sides_hour(const struct sides *s, int seat)
{
    static const double turn = 6.283185307179586;
    double x = 0, y = 0;
    for (int i = 0; i < s->seats; i++) {
        struct spot_laid at = middle(s, i);
        x += at.x / s->seats;
        y += at.y / s->seats;
    }
    struct spot_laid at = middle(s, seat);
    int hour = (int)lround(atan2(at.x - x, y - at.y) / turn * 12);
    return hour <= 0 ? hour + 12 : hour;
}
