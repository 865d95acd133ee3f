/* Trick games made by chance, mostly lawful, with hands shown in part; see proof.h. */
#include "proof.h"

static const char *const who[] = {"Aki", "Bo", "Chie", "Dai"};

static void write_card(FILE *out, const struct kind *kind, int card)
{
    if (kind->trumps && card % 16 >= TRUMP)
        fprintf(out, " %ct", kind->letters[card / 16]);
    else
        fprintf(out, " %c%d", kind->letters[card / 16], card % 16 + 1);
}

static void write_cards(FILE *out, const struct kind *kind, const int *card, int count,
    unsigned hidden)
{
    for (int i = 0; i < count; i++)
        if (chance(8) < hidden)
            fputs(" ?", out);
        else
            write_card(out, kind, card[i]);
    fputc('\n', out);
}

/* Mostly a card of the suit led, where there is one. */
static int choose(const int *hand, int count, int led)
{
    for (int tries = 0; tries < 60 && led >= 0 && chance(25) != 0; tries++) {
        int at = (int)chance((unsigned)count);
        if (hand[at] / 16 == led)
            return at;
    }
    return (int)chance((unsigned)count);
}

static int shuffle(const struct round *r, int *deck)
{
    int cards = 0;
    for (int card = 0; card < CARDS; card++)
        if (in_deck(r, card))
            deck[cards++] = card;
    for (int i = cards - 1; i > 0; i--) {
        int k = (int)chance((unsigned)i + 1), card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
    }
    return cards;
}

/* A trick; who leads is named where nothing before tells it. Who takes it. */
static int write_trick(FILE *out, const struct round *r, int hand[SEATS][13], int left, int leader,
    bool named)
{
    struct round now = {.kind = r->kind, .players = r->players, .leader = leader};
    if (named)
        fprintf(out, "%s:", who[leader]);
    for (int n = 0, led = -1; n < r->players; n++) {
        int seat = (leader + n) % r->players, at = choose(hand[seat], left, led),
            card = hand[seat][at];
        hand[seat][at] = hand[seat][left - 1];
        led = led < 0 ? card / 16 : led;
        now.laid[now.plays++] =
            (struct laid){.card = (unsigned)card, .seat = (unsigned)seat, .led = (unsigned)led};
        now.on_table++;
        write_card(out, r->kind, card);
    }
    fputc('\n', out);
    end_trick(&now);
    return now.leader < 0 ? leader : now.leader;
}

static void write_game(FILE *out, const struct kind *kind, int players)
{
    const struct round r = {.kind = kind, .players = players};
    int deck[CARDS], hand[SEATS][13], leader = (int)chance((unsigned)players), left = kind->hand;
    shuffle(&r, deck);
    fprintf(out, "game %s\nplayers Aki Bo Chie%s\n%s\n", kind->name, players == 4 ? " Dai" : "",
        kind->begins);
    if (!kind->trumps)
        fprintf(out, "kami 8 %u %u\n", 1 + chance(3), 4 + chance(3));
    bool passing = !kind->trumps && chance(2) != 0;
    for (int i = 0; i < players; i++) {
        memcpy(hand[i], deck + left * i, (size_t)left * sizeof *deck);
        if (chance(3) == 0) {
            fprintf(out, "%s: hand", who[i]);
            write_cards(out, kind, hand[i], left, chance(5));
        }
    }
    for (int i = 0; i < players && passing; i++) {
        fprintf(out, "%s: pass", who[i]);
        write_cards(out, kind, deck + left * i, 2, chance(9));
        memcpy(hand[(i + 1) % players], deck + left * i, 2 * sizeof *deck);
    }
    for (int i = 0; i < players && passing; i++)
        if (chance(2) == 0)
            fprintf(out, "%s: fox%s\n", who[i], chance(2) ? " no" : "");
    if (players == 3 && !kind->trumps && chance(2) == 0) {
        fputs("aside", out);
        write_cards(out, kind, deck + 39, 1, 0);
    }
    bool named = kind->trumps || chance(2) == 0;
    if (kind->trumps || !named)
        fprintf(out, "%s: %s\n", who[leader], kind->trumps ? "start" : "lead");
    for (int tricks = 2 + (int)chance(6); tricks > 0; tricks--, left--) {
        leader = write_trick(out, &r, hand, left, leader, named);
        named = kind->trumps;
        int shown = (int)chance((unsigned)players);
        if (chance(4) == 0 && left > 2) {
            fprintf(out, "%s: show", who[shown]);
            write_cards(out, kind, hand[shown], (int)chance((unsigned)left - 1) + 1, 0);
        }
    }
}

void begin_games(uint64_t seed) { chance_begin(seed); }

void write_games(FILE *out, unsigned games)
{
    for (unsigned i = 0; i < games; i++)
        write_game(out, &kinds[chance(2)], 3 + (int)chance(2));
}
