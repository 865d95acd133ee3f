/* The model of a table; see camera_nights.h. */
#define _GNU_SOURCE
#include "camera_nights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const names[SEATS] = {"Aki", "Bo", "Chie", "Dai"};

static uint64_t luck_state;

void luck_begin(uint64_t seed) { luck_state = seed * 0x9E3779B97F4A7C15u + 1; }

unsigned luck(unsigned below)
{
    luck_state = luck_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((luck_state >> 33) % below);
}

struct at seat_place(int seat)
{
    static const struct at place[SEATS] = {{640, 500}, {470, 370}, {640, 240}, {810, 370}};
    return place[seat];
}

static struct at edge(int seat)
{
    static const struct at place[SEATS] = {{640, 900}, {-200, 370}, {640, -200}, {1480, 370}};
    return place[seat];
}

static double shiver(double most) { return most * ((int)luck(2001) - 1000) / 1000; }

static struct at about(struct at p, double most)
{
    return (struct at){p.x + shiver(most), p.y + shiver(most)};
}

static void key(struct model *m, int card, long when, enum held_how how, struct at at)
{
    struct draft_piece *t = &m->card[card];
    if (t->keys < KEYS_MOST)
        t->key[t->keys++] = (struct key){when, how, at};
}

void pass_hand(struct model *m, long from, long to, struct at begin, struct at end, double size)
{
    if (m->hands < HANDS_MOST)
        m->hand[m->hands++] = (struct passing){from, to, begin, end, size};
}

struct at beside(struct at p, int seat, double far)
{
    struct at e = edge(seat);
    double d = hypot(e.x - p.x, e.y - p.y);
    return (struct at){p.x + (e.x - p.x) * far / d, p.y + (e.y - p.y) * far / d};
}

/* From the hand to the table, from `when` on; it lies there 350 ms later, and the hand leaves. */
void lay_at(struct model *m, int card, int seat, long when, struct at at)
{
    key(m, card, when, HELD, edge(seat));
    key(m, card, when + 350, LYING, at);
    pass_hand(m, when + 350, when + 430, beside(at, seat, 70), beside(at, seat, 75), HAND);
    pass_hand(m, when + 430, when + 650, beside(at, seat, 75), edge(seat), HAND);
}

static struct at spot_of(int seat) { return about(seat_place(seat), 22); }

void lay(struct model *m, int card, int seat)
{
    lay_at(m, card, seat, m->now, spot_of(seat));
    m->now += 350;
}

static struct at place_now(const struct model *m, int card)
{
    const struct draft_piece *t = &m->card[card];
    return t->key[t->keys - 1].at;
}

void take(struct model *m, int card, int seat, long when)
{
    struct at at = place_now(m, card);
    pass_hand(m, when - 200, when, edge(seat), beside(at, seat, 40), HAND);
    key(m, card, when, HELD, at);
    key(m, card, when + 300, AWAY, edge(seat));
}

void push(struct model *m, int card, int seat, long when, struct at to)
{
    struct at from = place_now(m, card);
    long takes = 150 + (long)luck(250);
    key(m, card, when, HELD, from);
    key(m, card, when + takes, LYING, to);
    pass_hand(m, when - 200, when, edge(seat), beside(from, seat, 40), HAND);
    pass_hand(m, when + takes, when + takes + 250, beside(to, seat, 40), edge(seat), HAND);
}

/* Held over the table so that it can be read, and taken back. */
void hover(struct model *m, int card, int seat, long how_long)
{
    struct at at = spot_of(seat);
    key(m, card, m->now, HELD, edge(seat));
    for (long t = 300; t < 300 + how_long; t += 120)
        key(m, card, m->now + t, HELD, about(at, 9));
    key(m, card, m->now + 300 + how_long, HELD, at);
    key(m, card, m->now + 600 + how_long, AWAY, edge(seat));
    m->now += 700 + how_long;
}

void pause_for(struct model *m, long least, long more)
{
    m->now += least + (long)luck((unsigned)more);
}

static void type_at(struct model *m, long when, bool answer, const char *text)
{
    struct typed_line *t = &m->typed[m->lines++];
    *t = (struct typed_line){.when = when, .answer = answer};
    snprintf(t->text, sizeof t->text, "%s", text);
}

void type(struct model *m, const char *text)
{
    type_at(m, m->now, false, text);
    m->now += 400;
}

/* ---- the film ---------------------------------------------------------------------------- */

static const struct key *key_at(const struct draft_piece *t, long when)
{
    const struct key *k = NULL;
    for (int i = 0; i < t->keys && t->key[i].when <= when; i++)
        k = &t->key[i];
    return k;
}

static struct at on_the_way(struct at a, struct at b, long from, long to, long when)
{
    double share = to > from ? (double)(when - from) / (double)(to - from) : 0;
    return (struct at){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

static bool is_in_picture(struct at p) { return p.x > 20 && p.x < 1260 && p.y > 20 && p.y < 700; }

static struct at seen_at(const struct model *m, struct at p, long when)
{
    bool bumped = m->bump_at > 0 && when >= m->bump_at;
    return (struct at){p.x + (bumped ? m->bump.x : 0), p.y + (bumped ? m->bump.y : 0)};
}

static bool under_a_hand(const struct model *m, struct at p, long when)
{
    for (int i = 0; i < m->hands; i++) {
        const struct passing *h = &m->hand[i];
        if (when < h->from || when >= h->to)
            continue;
        struct at at = on_the_way(h->begin, h->end, h->from, h->to, when);
        if (hypot(at.x - p.x, at.y - p.y) < h->size / 2 + CODE_PIXELS * 0.4)
            return true;
    }
    return false;
}

/* Does a card that came to lie later lie over the code of this one, which came with `own`? */
static bool under_a_card(const struct model *m, const struct key *own, long when)
{
    for (int i = 0; i < m->cards; i++) {
        const struct key *k = key_at(&m->card[i], when);
        if (k != NULL && k != own && k->how == LYING && k->when >= own->when
            && (k->when > own->when || k > own)
            && hypot(k->at.x - own->at.x, k->at.y - own->at.y) < BODY / 2.0 + CODE_PIXELS * 0.4)
            return true;
    }
    return false;
}

static void film_card(const struct model *m, const struct draft_piece *t, long when, bool dark,
    FILE *out)
{
    const struct key *k = key_at(t, when), *next = k + 1;
    if (k == NULL || k->how == AWAY)
        return;
    struct at p = k->at;
    if (k->how == HELD && next < t->key + t->keys)
        p = on_the_way(k->at, next->at, k->when, next->when, when);
    bool covered = k->how == LYING && (under_a_hand(m, p, when) || under_a_card(m, k, when));
    struct at seen = seen_at(m, p, when);
    if (!is_in_picture(seen))
        return;
    if (k->how == HELD) {
        seen = about(seen, 2.5);
        fprintf(out, "hand %.1f %.1f %d\n", seen.x, seen.y + 50, HAND);
    }
    fprintf(out, "body %.1f %.1f %d\n", seen.x, seen.y, BODY);
    bool read = !dark && !covered && !t->covered && luck(100) < (k->how == HELD ? 60 : 97);
    if (read)
        fprintf(out, "card %s %.1f %.1f %d 0\n", t->code, seen.x + shiver(0.5),
            seen.y + shiver(0.5), CODE_PIXELS);
}

static void film_frame(const struct model *m, long when, FILE *out)
{
    bool dark = when >= m->dark_from && when < m->dark_to;
    fprintf(out, "frame %ld%s\n", 1000 + when, dark ? " dark" : "");
    for (int i = 0; i < m->cards; i++)
        film_card(m, &m->card[i], when, dark, out);
    for (int i = 0; i < m->hands; i++) {
        const struct passing *h = &m->hand[i];
        if (when < h->from || when >= h->to)
            continue;
        struct at p = seen_at(m, on_the_way(h->begin, h->end, h->from, h->to, when), when);
        fprintf(out, "hand %.1f %.1f %.0f\n", p.x + shiver(3), p.y + shiver(3), h->size);
    }
}

bool film(const struct model *m, const char *file)
{
    FILE *out = fopen(file, "w");
    for (long when = 0; out != NULL && when < m->now + 4000; when += FRAME_MS) {
        for (int i = 0; i < m->lines; i++)
            if (m->typed[i].when >= when && m->typed[i].when < when + FRAME_MS)
                fprintf(out, "%s %s\n", m->typed[i].answer ? "answer" : "type", m->typed[i].text);
        film_frame(m, when, out);
    }
    return out != NULL && fclose(out) == 0;
}

/* ---- the game ---------------------------------------------------------------------------- */

bool is_tezumashi(const struct model *m) { return strcmp(m->game, "tezumashi") == 0; }

static int rank_of(const struct draft_piece *t) { return (int)strtol(t->token + 1, NULL, 10); }

static void deal_out(struct model *m)
{
    for (int i = 0; i < m->cards / SEATS * SEATS; i++) {
        int card;
        do
            card = (int)luck((unsigned)m->cards);
        while (m->hand_of[card] >= 0);
        m->hand_of[card] = i % SEATS;
    }
}

/* Number cards only; nobody but Aki has the first lead, and nobody has blue 5. */
static void deal(struct model *m)
{
    const char *suits = is_tezumashi(m) ? "buwr" : "rbpg";
    int ranks = is_tezumashi(m) ? 9 : 13;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 1; rank <= ranks; rank++) {
            struct draft_piece *t = &m->card[m->cards];
            if (!is_tezumashi(m) && suits[suit] == 'b' && rank == 5)
                continue;
            *t = (struct draft_piece){.keys = 0};
            snprintf(t->token, sizeof t->token, "%c%d", suits[suit], rank);
            snprintf(t->code, sizeof t->code, "F/%s/%c%d", is_tezumashi(m) ? "TZ" : "HT",
                suits[suit] - 'a' + 'A', rank);
            m->hand_of[m->cards++] = -1;
        }
    deal_out(m);
}

char suit_of(const struct model *m, int card) { return m->card[card].token[0]; }

static bool holds(const struct model *m, int seat, char suit)
{
    for (int i = 0; i < m->cards; i++)
        if (m->hand_of[i] == seat && suit_of(m, i) == suit)
            return true;
    return false;
}

/* A card that this seat may play now, not `but`; -1: there is none. */
int may_play(const struct model *m, int seat, int but)
{
    char led = m->trick_count > 0 ? suit_of(m, m->trick[0]) : 0;
    int fits[CARDS_MOST], count = 0;
    bool bound = led != 0 && holds(m, seat, led);
    for (int i = 0; i < m->cards; i++)
        if (m->hand_of[i] == seat && i != but && (!bound || suit_of(m, i) == led)
            && (led != 0 || is_tezumashi(m) || suit_of(m, i) != 'b'))
            fits[count++] = i;
    for (int i = 0; count == 0 && but < 0 && i < m->cards; i++)
        if (m->hand_of[i] == seat)
            fits[count++] = i; /* blue, and nothing else */
    return count > 0 ? fits[luck((unsigned)count)] : -1;
}

int next_seat(const struct model *m) { return (m->leader + m->trick_count) % SEATS; }

/* It is played for good. */
void played(struct model *m, int card)
{
    m->hand_of[card] = -1;
    m->trick[m->trick_count++] = card;
    snprintf(m->truth + strlen(m->truth), sizeof m->truth - strlen(m->truth), "%s ",
        m->card[card].token);
}

static int winner_of(const struct model *m)
{
    int best = 0;
    for (int i = 1; i < m->trick_count; i++)
        if (suit_of(m, m->trick[i]) == suit_of(m, m->trick[0])
            && rank_of(&m->card[m->trick[i]]) > rank_of(&m->card[m->trick[best]]))
            best = i;
    return (m->leader + best) % SEATS;
}

/*
 * The winner takes them one after the other; `pile`: they lie open before the winner, the last one
 * on top.
 */
void sweep(struct model *m, long first, bool pile)
{
    int seat = winner_of(m);
    for (int i = 0; i < m->trick_count; i++) {
        long when = m->now + first + i * (long)(40 + luck(60));
        take(m, m->trick[m->trick_count - 1 - i], seat, when);
    }
    m->now += first + 700;
    if (pile) {
        struct at at = beside(seat_place(seat), seat, 150);
        key(m, m->trick[0], m->now, LYING, at);
    }
    m->leader = seat;
    m->won[seat]++;
    m->trick_count = 0;
    pause_for(m, 500, 800);
}

static struct at heap_spot(void)
{
    return (struct at){420 + (double)luck(440), 200 + (double)luck(340)};
}

/* From all seats at once, a card after the other; some are pushed elsewhere. */
static void spread(struct model *m)
{
    long begun = m->now, last = begun;
    for (int i = 0; i < m->cards; i++) {
        long when = begun + (long)luck(2500);
        lay_at(m, i, (int)luck(SEATS), when, heap_spot());
        last = when > last ? when : last;
    }
    m->now = last + 700;
    for (int i = 0; i < m->cards; i++)
        if (luck(2) == 0)
            push(m, i, (int)luck(SEATS), m->now + (long)luck(2500), heap_spot());
    m->now += 3000 + (long)luck(1500);
}

/* Together, squared by little pushes, and taken up. */
static void square(struct model *m, int dealer)
{
    struct at at = about(seat_place(dealer), 60);
    for (int i = 0; i < m->cards; i++)
        push(m, i, dealer, m->now + (long)luck(900), about(at, 15));
    m->now += 1500 + (long)luck(1500);
    for (int times = (int)luck(3); times > 0; times--, m->now += 600 + (long)luck(900)) {
        struct at to = about(at, 8);
        for (int i = 0; i < m->cards; i++)
            key(m, i, m->now, LYING, to);
        pass_hand(m, m->now - 100, m->now + 250, beside(to, dealer, 60), beside(to, dealer, 70),
            HAND);
    }
    for (int i = 0; i < m->cards; i++)
        take(m, i, dealer, m->now);
    m->now += 600;
}

void shuffle(struct model *m)
{
    int dealer = (int)luck(SEATS);
    m->leader = m->trick_count = 0;
    spread(m);
    square(m, dealer);
    for (int times = (int)luck(5); times > 0; times--)
        hover(m, (int)luck((unsigned)m->cards), dealer, 100 + (long)luck(300));
    for (int i = 0; i < m->cards; i++, m->now += 120)
        if (i % 3 == 0)
            pass_hand(m, m->now, m->now + 300, seat_place(dealer), edge(i % SEATS), HAND);
    m->now += 1500;
    deal_out(m);
}

/* Somebody plays as one does. */
int play(struct model *m)
{
    int seat = next_seat(m), card = may_play(m, seat, -1);
    lay(m, card, seat);
    played(m, card);
    return card;
}

void play_rest(struct model *m)
{
    while (m->trick_count < SEATS) {
        play(m);
        pause_for(m, 500, 900);
    }
}

static void play_trick(struct model *m)
{
    play_rest(m);
    sweep(m, 900, false);
}

void play_tricks(struct model *m, int count)
{
    while (count-- > 0)
        play_trick(m);
}

void begin(struct model *m, const char *game, const char *answer)
{
    *m = (struct model){.game = game, .now = 200};
    deal(m);
    type_at(m, 0, true, answer);
    if (is_tezumashi(m)) {
        type(m, "deal");
        type(m, "Aki: start");
    } else {
        type(m, "round; kami 3 7 10");
        type(m, "Aki: lead");
    }
    type(m, "watch");
    m->now += 1500;
}
