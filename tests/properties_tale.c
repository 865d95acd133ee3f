/* Tales: lines of a Haratama record made by chance; see properties_tale.h. */
#include "properties_tale.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"Aki", "Bo", "Chie", "\"Dai D\""};

unsigned roll(struct dice *d, unsigned n)
{
    d->state += 0x9E3779B97F4A7C15u;
    uint64_t z = d->state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (unsigned)((z ^ z >> 31) % n);
}

static void add(struct tale *t, const char *format, ...)
{
    va_list values;
    size_t length = strlen(t->line[t->lines]);
    va_start(values, format);
    vsnprintf(t->line[t->lines] + length, sizeof t->line[0] - length, format, values);
    va_end(values);
}

static void end_line(struct tale *t, struct dice *d)
{
    if (roll(d, 8) == 0)
        add(t, "; ");
    else if (t->lines + 1 < LINES_MOST)
        t->line[++t->lines][0] = '\0';
}

static void add_card(struct tale *t, int card)
{
    add(t, " %c%d", "rbpg"[card / 13], card % 13 + 1);
}

static int any_card(const struct tale *t, struct dice *d)
{
    return (int)roll(d, 4) * 13 + (int)roll(d, roll(d, 20) != 0 && t->players == 3 ? 10 : 13);
}

void deal_hands(struct dice *d, int players, uint64_t *hand)
{
    int cards[52], count = 0;
    for (int card = 0; card < 52; card++)
        if (players == 4 || card % 13 < 10)
            cards[count++] = card;
    for (int i = 0; i < players; i++) {
        hand[i] = 0;
        for (int k = 0; k < 13; k++) {
            unsigned at = roll(d, (unsigned)count);
            hand[i] |= (uint64_t)1 << cards[at];
            cards[at] = cards[--count];
        }
    }
}

int any_of(struct dice *d, uint64_t set)
{
    unsigned count = 0;
    for (uint64_t left = set; left != 0; left &= left - 1)
        count++;
    if (count == 0)
        return -1;
    for (unsigned skip = roll(d, count); skip > 0; skip--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* A statement that may be said at any time, most often wrongly. */
static void stray(struct tale *t, struct dice *d)
{
    const char *name = names[roll(d, (unsigned)t->players)];
    switch (roll(d, 16)) {
    case 0: add(t, "round"); break;
    case 1: add(t, "kami %u %u %u", 1 + roll(d, 10), 1 + roll(d, 10), roll(d, 12)); break;
    case 2:
        add(t, "aside");
        add_card(t, any_card(t, d));
        break;
    case 3:
        add(t, "%s: pass", name);
        add_card(t, any_card(t, d));
        add(t, " ?");
        break;
    case 4: add(t, "%s: fox%s", name, roll(d, 2) ? "" : " no"); break;
    case 5: add(t, "%s: lead", name); break;
    case 6:
        add(t, "%s: hand ? ? ? ? ? ? ? ? ? ? ? ?", name);
        add_card(t, any_card(t, d));
        break;
    case 7: add(t, "%s: trick %u", name, roll(d, 5)); break;
    case 8:
        add(t, "%s: trick", name);
        add_card(t, any_card(t, d));
        break;
    case 9: add(t, "relics Aki=%u Bo=%u Chie=%u", roll(d, 9), roll(d, 6), roll(d, 6)); break;
    case 10:
        add(t, "%s:", name);
        add_card(t, any_card(t, d));
        add(t, " !");
        break;
    case 11:
        add_card(t, any_card(t, d));
        add_card(t, any_card(t, d));
        break;
    case 12: add(t, "note \"a; b \"\"c\"\" #d\" # e"); break;
    case 13: add(t, "house bad-break=%s", roll(d, 2) ? "void" : "stands"); break;
    case 14: add(t, "%s: juggle r3", name); break;
    default:
        add(t, "%s: show", name);
        add_card(t, any_card(t, d));
        add_card(t, any_card(t, d));
        break;
    }
    end_line(t, d);
}

/* A round by plays that are mostly by the rules, then perhaps by tricks or by totals. */
static void tell_round(struct tale *t, struct dice *d)
{
    uint64_t hand[4], table = 0;
    unsigned odd = roll(d, 3) * 3, stop = roll(d, 3) ? 60 : roll(d, 52);
    int seat = 0, winner = 0, best = 0, on_table = 0;
    deal_hands(d, t->players, hand);
    add(t, "round");
    end_line(t, d);
    add(t, "kami %u %u %u", 1 + roll(d, 3), 4 + roll(d, 2), 6 + roll(d, 3));
    end_line(t, d);
    for (int i = 0; i < t->players; i++)
        if (hand[i] & (uint64_t)1 << (13 + 4))
            seat = i;
    add(t, "%s: lead", names[seat]);
    end_line(t, d);
    for (unsigned play = 0; play < stop && hand[seat] != 0; play++) {
        uint64_t follow = on_table == 0 ? 0 : hand[seat] & ((uint64_t)0x1FFF << best / 13 * 13);
        int card = any_of(d, follow != 0 && roll(d, 12) != 0 ? follow : hand[seat]);
        if (roll(d, 100) < odd)
            stray(t, d);
        if (roll(d, 4) == 0)
            add(t, "%s:", names[seat]);
        add_card(t, card);
        t->line[t->lines + 1][0] = '\0';
        t->lines += t->lines + 1 < LINES_MOST;
        hand[seat] &= ~((uint64_t)1 << card);
        table |= (uint64_t)1 << card;
        if (on_table == 0 || (card / 13 == best / 13 && card > best)) {
            best = card;
            winner = seat;
        }
        on_table = (on_table + 1) % t->players;
        seat = on_table == 0 ? winner : (seat + 1) % t->players;
    }
    if (stop < 52 && roll(d, 3) != 0) {
        add(t, "relics Aki=%u Bo=%u Chie=%u", roll(d, 7), roll(d, 5), roll(d, 5));
        end_line(t, d);
    }
}

void tale_make(struct tale *t, struct dice *d)
{
    t->lines = 0;
    t->line[0][0] = '\0';
    t->players = 3 + (int)roll(d, 2);
    add(t, "game haratama");
    t->line[++t->lines][0] = '\0';
    add(t, "players Aki Bo Chie%s", t->players == 4 ? " \"Dai D\"" : "");
    t->line[++t->lines][0] = '\0';
    if (roll(d, 4) == 0) {
        add(t, "house early-end=in-play");
        t->line[++t->lines][0] = '\0';
    }
    for (unsigned rounds = 1 + roll(d, 4); rounds > 0 && t->lines < LINES_MOST - 120; rounds--) {
        if (roll(d, 3) == 0) {
            add(t, "round; kami 1 2 3; relics Aki=%u Bo=%u Chie=%u", roll(d, 13), roll(d, 5),
                roll(d, 3));
            t->line[++t->lines][0] = '\0';
        } else {
            tell_round(t, d);
        }
        while (roll(d, 3) == 0)
            stray(t, d);
    }
    t->lines += t->line[t->lines][0] != '\0';
}
