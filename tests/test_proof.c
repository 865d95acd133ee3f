/*
 * Checks the proofs of the trick games' findings against the record alone; shares nothing with the judge but the JSON
 * that it prints. Over the records of tests/cases and records made by chance: every proof must hold, and none any more
 * when a card, a place or a line is taken out of it. A round that this reader cannot follow is passed over.
 *
 *     dealt ──┬─ kept: bin SEAT ────────────────┐
 *             └─ passed on: bin GIVEN + SEAT ───┴─▶ the hand as played: the seat's own bin, and its giver's
 *
 * A card is its suit * 16 + its rank - 1; the copies of a trump stand behind the numbers, each as a card of its own.
 */
#include "check.h"

#include <ctype.h>

enum { SEATS = 4, CARDS = 64, FACTS = 600, PLAYS = 60, PARTS = 64, GIVEN = 4, ASIDE = 8, GAMES = 2000 };
enum { BLUE_5 = 16 + 4, BLUE_6 = 16 + 5, TRUMP = 9, NUMBERS = 9 };

/* What the two games differ in. */
static const struct kind { const char *name, *letters, *begins; int hand; bool trumps; } kinds[] = {
    {"haratama", "rbpg", "round", 13, false}, {"tezumashi", "buwr", "deal", 12, true},
};
enum how { AS_DEALT, BETWEEN, HELD, PASSED, LAID_ASIDE, TAKEN };

struct fact { unsigned line, card, seat; enum how how; };
struct laid { unsigned line, card, seat, led; bool lead; uint64_t gone; };
struct round {
    const struct kind *kind;
    int players, facts, plays, leader, on_table, best, relics, most, kami[3];
    unsigned line, passed, sizes[SEATS];
    bool begun, lost, over, named;                   /* named: who leads first, before the first play */
    bool other;                                      /* not named, it is not that which the first play is doubted for */
    uint64_t gone[SEATS];
    struct fact fact[FACTS];
    struct laid laid[PLAYS];
};
struct proof {
    const struct kind *of;
    char kind[16], rule[40], card[16];
    int game, seat, cards, places, lines, suspects;
    int claimed;                                     /* the copy that is meant by `card` */
    bool shown;                                      /* the fox sign */
    unsigned line, at[PARTS], from[PARTS];           /* lines; of the suspects */
    int code[PARTS], place[PARTS], room[PARTS], who[PARTS];
};

static char names[SEATS][32];
static unsigned refused[GAMES * 8][2], refusals, proofs, counted, passed_over;

static uint64_t one(int card) { return (uint64_t)1 << card; }
static int giver(const struct round *r, int seat) { return (seat + r->players - 1) % r->players; }
static unsigned hand_of(const struct round *r, int seat) { return 1u << seat | 1u << (GIVEN + giver(r, seat)); }

/* -1: no card; of a trump the first copy. */
static int card_of(const struct kind *kind, const char *word)
{
    const char *suit = word[0] != '\0' ? strchr(kind->letters, tolower(word[0])) : NULL;
    if (suit == NULL)
        return -1;
    if (kind->trumps && tolower(word[1]) == 't' && strlen(word) <= 3)
        return (int)(suit - kind->letters) * 16 + TRUMP;
    int rank = atoi(word + 1);
    return rank >= 1 && rank <= (kind->trumps ? NUMBERS : 13) && strspn(word + 1, "0123456789") == strlen(word + 1)
         ? (int)(suit - kind->letters) * 16 + rank - 1 : -1;
}

static bool in_deck(const struct round *r, int card)
{
    const int rank = card % 16, copies = r->players == 4 ? 3 : 2;
    if (!r->kind->trumps)
        return rank < (r->players == 4 ? 13 : 10);
    return r->players == 4 ? rank < TRUMP + copies : (rank >= 1 && rank <= 7) || (rank >= TRUMP && rank < TRUMP + copies);
}

static bool is_seen(const struct round *r, int card)
{
    for (int i = 0; i < r->facts; i++)
        if ((int)r->fact[i].card == card)
            return true;
    return false;
}

/* The copy of a trump that a seat shows or plays: the `nth` known to be in the hand, else one nobody saw. */
static int copy_of(const struct round *r, int seat, int card, int nth)
{
    if (card < 0 || card % 16 != TRUMP || !r->kind->trumps)
        return card;
    for (int copy = card; copy < card + 3; copy++) {
        bool here = false;
        for (int i = 0; i < r->facts; i++)
            here |= (int)r->fact[i].card == copy && (int)r->fact[i].seat == seat && !(r->gone[seat] >> copy & 1);
        if (here && nth-- == 0)
            return copy;
    }
    for (int copy = card; copy < card + 3; copy++)
        if (in_deck(r, copy) && !is_seen(r, copy))
            return copy;
    return card;
}

/* ---- the record -------------------------------------------------------------------------- */

static void see(struct round *r, enum how how, int seat, int card, unsigned line)
{
    if (r->facts < FACTS && card >= 0)
        r->fact[r->facts++] = (struct fact){line, (unsigned)card, (unsigned)seat, how};
}

static void end_trick(struct round *r)
{
    const struct laid *best = NULL;
    for (int i = r->plays - r->on_table; i < r->plays; i++) {
        const struct laid *p = &r->laid[i];
        const bool trump = r->kind->trumps && p->card % 16 >= TRUMP, follows = p->card / 16 == p->led;
        for (int k = 0; k < 3; k++)
            r->relics += (int)(p->card % 16) + 1 == r->kami[k];
        const bool over = best != NULL && r->kind->trumps && best->card % 16 >= TRUMP;
        if (trump ? !follows && !over : follows && !over && (best == NULL || p->card > best->card))
            best = p;
    }
    r->leader = best != NULL ? (int)best->seat : -1;
    r->on_table = 0;
    r->over = r->relics == 12 && r->kami[0] != 0;
}

static void lay(struct round *r, int seat, int card, unsigned line)
{
    if (r->over) {
        if (seat >= 0)
            see(r, HELD, seat, card, line);
        return;
    }
    if (seat < 0 && r->leader >= 0)
        seat = (r->leader + r->on_table) % r->players;
    r->lost |= seat < 0 || r->plays == PLAYS || card < 0;
    if (r->lost)
        return;
    card = copy_of(r, seat, card, 0);
    r->lost |= r->on_table > 0 && seat != (r->leader + r->on_table) % r->players;
    if (r->on_table == 0)
        r->leader = seat;
    struct laid *p = &r->laid[r->plays++];
    r->gone[seat] |= one(card);
    *p = (struct laid){line, (unsigned)card, (unsigned)seat, 0, r->on_table == 0, r->gone[seat]};
    p->led = p->lead ? p->card / 16 : p[-1].led;
    see(r, HELD, seat, card, line);
    if (++r->on_table == r->players)
        end_trick(r);
}

/* Cards that a seat shows; of those named twice the second is another copy. */
static void show(struct round *r, enum how how, int seat, char **word, int words, unsigned line)
{
    for (int i = 1; i < words; i++) {
        int card = card_of(r->kind, word[i]), before = 0;
        for (int k = 1; k < i; k++)
            before += card_of(r->kind, word[k]) == card;
        see(r, how, seat, copy_of(r, seat, card, before), line);
    }
}

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list != NULL && strcmp(word, *list) != 0)
        list++;
    return *list != NULL;
}

static void say(struct round *r, int seat, char **word, int words, unsigned line)
{
    static const char *const idle[] = {"fox", "players", "house", "choose", "offer", "tricks", "minus", "table", "ability",
                                       "minuscard", "note", "date", "end", NULL};
    bool playing = r->plays > 0;
    if (strcmp(word[0], r->kind->begins) == 0) {
        *r = (struct round){.kind = r->kind, .players = r->players, .leader = -1, .line = line, .begun = true};
    } else if (strcmp(word[0], "kami") == 0 && words == 4) {
        for (int i = 0; i < 3; i++)
            r->kami[i] = atoi(word[i + 1]);
    } else if (strcmp(word[0], "lead") == 0 || strcmp(word[0], "start") == 0) {
        r->leader = seat;
        r->named = true;
    } else if (strcmp(word[0], "aside") == 0) {
        show(r, LAID_ASIDE, 0, word, words, line);
    } else if (strcmp(word[0], "pass") == 0 && seat >= 0) {
        r->passed |= 1u << seat;
        r->sizes[seat] = (unsigned)words - 1;
        show(r, PASSED, seat, word, words, line);
    } else if ((strcmp(word[0], "hand") == 0 || strcmp(word[0], "show") == 0) && seat >= 0) {
        show(r, playing || r->passed >> seat & 1 ? HELD : r->passed ? BETWEEN : AS_DEALT, seat, word, words, line);
    } else if (card_of(r->kind, word[0]) >= 0) {
        for (int i = 0; i < words; i++)
            lay(r, i == 0 ? seat : -1, card_of(r->kind, word[i]), line);
    } else {
        r->lost |= !is_one_of(word[0], idle) || (r->kind->trumps && strcmp(word[0], "house") == 0);
    }
}

static void say_line(struct round *r, char *text, unsigned line)
{
    for (char *rest = text, *said; (said = strsep(&rest, ";")) != NULL;) {
        char *word[80], *save = NULL, *colon = strchr(said, ':');
        int words = 0, seat = -1;
        bool named = colon != NULL && strncmp(said + strspn(said, " "), "house", 5) != 0;
        if (named) {
            *colon = '\0';
            for (int i = 0; i < SEATS; i++)
                if (strcmp(strtok_r(strdupa(said), " \t", &save), names[i]) == 0)
                    seat = i;
            r->lost |= seat < 0;
            said = colon + 1;
        }
        for (char *at = strtok_r(said, " \t\n", &save); at != NULL && words < 80; at = strtok_r(NULL, " \t\n", &save))
            if (strcmp(at, "!") != 0)
                word[words++] = at;
        if (words > 0 && !(named && seat < 0))
            say(r, seat, word, words, line);
    }
}

/* Reads a game's round in which that line stands: all of it, or what was said before the line. */
static void read_round(const char *record, const struct proof *p, bool before, struct round *r)
{
    char *copy = strdup(record), *rest = copy, *text;
    unsigned line = 0;
    int game = -1;
    *r = (struct round){.kind = p->of, .leader = -1};
    while ((text = strsep(&rest, "\n")) != NULL && game <= p->game) {
        line++;
        text[strcspn(text, "#")] = '\0';
        bool plain = strchr(text, '"') == NULL;
        for (const char *at = text; *at != '\0'; at++)
            plain &= *at > 0;
        game += strncmp(text, "game ", 5) == 0;
        bool none = false;
        for (unsigned i = 0; i < refusals; i++)
            none |= (int)refused[i][0] == p->game && refused[i][1] == line;
        if (game != p->game || strncmp(text, "game", 4) == 0 || (before && line >= p->line))
            continue;
        r->lost |= !plain || (none && line < p->line && strncmp(text, p->of->begins, strlen(p->of->begins)) != 0 && r->begun);
        if (strncmp(text, "players", 7) == 0)
            r->players = sscanf(text + 7, "%31s %31s %31s %31s", names[0], names[1], names[2], names[3]);
        else if (strncmp(text, p->of->begins, strlen(p->of->begins)) == 0 && line > p->line)
            break;
        else if (!none)
            say_line(r, text, line);
    }
    free(copy);
}

/* ---- a proof ------------------------------------------------------------------------------- */

static unsigned bins_of_fact(const struct round *r, const struct fact *f)
{
    unsigned dealt = 1u << f->seat | 1u << (GIVEN + f->seat);
    switch (f->how) {
    case AS_DEALT: return r->passed != 0 ? dealt : hand_of(r, (int)f->seat);
    case BETWEEN: return r->passed >> f->seat & 1 ? dealt : hand_of(r, (int)f->seat);
    case HELD: return hand_of(r, (int)f->seat);
    case PASSED: return 1u << (GIVEN + f->seat);
    case LAID_ASIDE: return 1u << ASIDE;
    case TAKEN: return ~(1u << ASIDE);
    }
    return 0;
}

/* The bins where a card may be, by the lines of the proof. */
static unsigned bins_of_card(const struct round *r, const struct proof *p, int card)
{
    unsigned bins = (1u << r->players) - 1, aside = 0;
    bins |= r->players == 3 && !r->kind->trumps ? 1u << ASIDE : 0;
    bins |= r->passed != 0 ? ((1u << r->players) - 1) << GIVEN : 0;
    for (int i = 0; i < r->facts; i++)
        for (int k = 0; k < p->lines; k++)
            if (r->fact[i].line == p->at[k]) {
                if ((int)r->fact[i].card == card)
                    bins &= bins_of_fact(r, &r->fact[i]);
                else if (r->fact[i].how == LAID_ASIDE)
                    aside = 1u << ASIDE;
            }
    return bins & ~aside;
}

static int size_of(const struct round *r, unsigned bins)
{
    int size = bins >> ASIDE & 1;
    for (int i = 0; i < r->players; i++) {
        int passes = r->passed == 0 ? 0 : r->passed >> i & 1 ? (int)r->sizes[i] : 2;
        size += (bins >> i & 1 ? r->kind->hand - passes : 0) + (bins >> (GIVEN + i) & 1 ? passes : 0);
    }
    return size;
}

/* Does this play claim who leads first? Of several the `lead` line does, or without it the first play. */
static bool claims_lead(const struct round *r, const struct proof *p, int suspect)
{
    const struct laid *first = &r->laid[0];
    if (r->kind->trumps || p->suspects == 1)
        return strcmp(p->rule, "haratama/first-lead") == 0;
    return r->plays == 0 || p->from[suspect] < first->line
        || (!r->named && !r->other && p->from[suspect] == first->line && p->who[suspect] == (int)first->seat);
}

/* Where a claim lets a card be. `way`: with three players blue 5 may lie aside, and blue 6 lead. */
static unsigned bins_claimed(const struct round *r, const struct proof *p, int card, int way, unsigned bins)
{
    if (strcmp(p->kind, "impossible") == 0)
        return card == p->claimed ? bins & hand_of(r, p->seat) : bins;
    for (int i = 0; i < p->suspects; i++) {
        const bool lead = claims_lead(r, p, i);
        for (int k = lead ? 1 : 0; k < r->plays && !(lead && p->suspects == 1); k++) {
            const struct laid *l = &r->laid[k];
            if (l->line != p->from[i] || (int)l->seat != p->who[i] || l->gone >> card & 1)
                continue;
            if (l->lead ? !r->kind->trumps && l->led == 1 && card / 16 != 1
                        : l->card / 16 != l->led && card / 16 == (int)l->led)
                bins &= ~hand_of(r, (int)l->seat);
        }
        if (lead && way == 1 && card == BLUE_5)
            bins &= 1u << ASIDE;
        else if (lead && card == (way == 0 ? BLUE_5 : BLUE_6))
            bins &= hand_of(r, p->who[i]);
    }
    return bins;
}

static bool is_meant(const struct proof *p, int card)
{
    bool meant = false;
    for (int i = 0; i < p->cards; i++)
        meant |= p->code[i] == card;
    return meant;
}

/* What a place may mean that has this room: the hand, what came to it, what was kept of it. How many. */
static int bins_of_place(const struct round *r, const struct proof *p, int place, unsigned meant[3])
{
    const int seat = p->place[place];
    const unsigned parts[3] = {seat < 0 ? 1u << ASIDE : hand_of(r, seat), seat < 0 ? 0 : 1u << (GIVEN + giver(r, seat)),
                               seat < 0 ? 0 : 1u << seat};
    int count = 0;
    for (int i = 0; i < 3; i++) {
        int room = size_of(r, parts[i]);
        for (int card = 0; card < CARDS; card++) {
            unsigned bins = in_deck(r, card) && !is_meant(p, card) ? bins_of_card(r, p, card) : 0;
            room -= bins != 0 && !(bins & ~parts[i]);
        }
        if (parts[i] != 0 && room == p->room[place])
            meant[count++] = parts[i];
    }
    return count;
}

/* Have places from `place` on, with those so far, too little room for the cards that only they take? */
static bool too_small(const struct proof *p, const unsigned *where, unsigned meant[][3], const int *count, int place,
                      unsigned places, int room)
{
    int cards = 0;
    if (place == p->places) {
        for (int i = 0; i < p->cards; i++)
            cards += !(where[i] & ~places);
        return cards > room;
    }
    for (int i = 0; i < count[place]; i++)
        if (too_small(p, where, meant, count, place + 1, places | meant[place][i], room + p->room[place]))
            return true;
    return too_small(p, where, meant, count, place + 1, places, room);
}

static bool holds_in(const struct round *r, const struct proof *p, int way)
{
    unsigned where[PARTS], meant[PARTS][3];
    int count[PARTS];
    for (int i = 0; i < p->cards; i++)
        where[i] = bins_claimed(r, p, p->code[i], way, bins_of_card(r, p, p->code[i]));
    for (int i = 0; i < p->places; i++)
        if ((count[i] = bins_of_place(r, p, i, meant[i])) == 0)
            return false;
    return too_small(p, where, meant, count, 0, 0, 0);
}

/* Of trumps the copies that no line shows; then those that no line of the proof does. */
static bool mean_copies(const struct round *r, struct proof *p)
{
    for (int i = 0; i < p->cards && r->kind->trumps; i++) {
        const int card = p->code[i];
        bool found = card % 16 != TRUMP;
        for (int copy = card; copy < card + 3 && !found; copy++)
            if ((found = in_deck(r, copy) && !is_seen(r, copy) && !is_meant(p, copy + 64)))
                p->code[i] = copy + 64;
        if (!found)
            return false;
    }
    for (int i = 0; i < p->cards; i++)
        p->code[i] %= 64;
    p->claimed = card_of(r->kind, p->card);
    for (int i = 0; i < p->cards; i++)
        if (p->claimed >= 0 && p->claimed % 16 == TRUMP && p->code[i] / 16 == p->claimed / 16 && p->code[i] % 16 > TRUMP) {
            p->claimed = p->code[i];
            break;
        }
    return true;
}

/* ---- the fox sign -------------------------------------------------------------------------- */

/* By the lines of the proof: are these cards, each a bit, of the kind `how` for a seat? */
static uint64_t cards_seen(const struct round *r, const struct proof *p, enum how how, int seat)
{
    uint64_t cards = 0;
    for (int i = 0; i < r->facts; i++)
        for (int k = 0; k < p->lines; k++)
            if (r->fact[i].line == p->at[k] && r->fact[i].how == how && (int)r->fact[i].seat == seat)
                cards |= one((int)r->fact[i].card);
    return cards;
}

static uint64_t dealt_to(const struct round *r, const struct proof *p, int seat)
{
    return cards_seen(r, p, AS_DEALT, seat) | (r->passed >> seat & 1 ? cards_seen(r, p, BETWEEN, seat) : 0);
}

static bool fox_holds(const struct round *r, const struct proof *p)
{
    const uint64_t low = 0x003F003F003F003Fu;
    const int from = giver(r, p->seat), received = r->passed >> from & 1 ? (int)r->sizes[from] : 2;
    const uint64_t given = cards_seen(r, p, PASSED, from), own = dealt_to(r, p, p->seat);
    const uint64_t early = r->passed >> p->seat & 1 ? 0 : cards_seen(r, p, BETWEEN, p->seat);
    const uint64_t hand = cards_seen(r, p, HELD, p->seat) | early | given;
    uint64_t sure = given | (hand & dealt_to(r, p, from)), cards = 0;
    if (__builtin_popcountll(own | cards_seen(r, p, PASSED, p->seat)) == r->kind->hand)
        sure |= hand & ~own;
    for (int i = 0; i < p->cards; i++)
        cards |= one(p->code[i]);
    if (p->places > 0 || __builtin_popcountll(cards) != p->cards)
        return false;
    if (cards == hand && (unsigned)p->cards == (unsigned)size_of(r, hand_of(r, p->seat)))
        return p->shown ? !(hand & ~own & low) : __builtin_popcountll(hand & ~own & ~low) < received;
    if (cards & ~sure)
        return false;
    return p->shown ? p->cards >= received && !(cards & low) : p->cards == 1 && (cards & low);
}

static bool holds(const struct round *r, struct proof p)
{
    if (strcmp(p.rule, "haratama/fox") == 0)
        return fox_holds(r, &p);
    bool lead = !r->kind->trumps && r->players == 3 && (strcmp(p.rule, "haratama/first-lead") == 0 || p.suspects > 1);
    if (p.cards == 1 && p.places == 0 && r->kind->trumps && p.code[0] % 16 == TRUMP) {
        bool any = false;         /* a copy that was seen */
        for (const int last = p.code[0] + 3; p.code[0] < last && !any; p.code[0]++)
            any = in_deck(r, p.code[0]) && holds_in(r, &p, 0);
        return any;
    }
    if (p.cards == 0 || !mean_copies(r, &p))
        return false;
    for (int i = 0; i < p.cards; i++)
        for (int k = 0; k < i; k++)
            if (p.code[k] == p.code[i])
                return false;
    for (int way = 0; way <= lead; way++)
        if (!(lead && way == 0 && bins_of_card(r, &p, BLUE_5) == 1u << ASIDE) && !holds_in(r, &p, way))
            return false;
    return true;
}

static void take_out(int *parts, int *more, unsigned *lines, int at, int *count)
{
    for (int i = at; i + 1 < *count; i++) {
        if (parts != NULL)
            parts[i] = parts[i + 1];
        if (more != NULL)
            more[i] = more[i + 1];
        if (lines != NULL)
            lines[i] = lines[i + 1];
    }
    --*count;
}

/* Is a single card on record that shows it, told in one line (beside the card aside)? Then nobody needs a count. */
static bool shows_in_one(const struct round *r, const struct proof *p)
{
    unsigned aside = 0;
    for (int i = 0; i < r->facts; i++)
        aside = r->fact[i].how == LAID_ASIDE ? r->fact[i].line : aside;
    for (int i = 0; i < r->facts; i++) {
        struct proof one = *p;
        const int card = (int)r->fact[i].card;
        one.cards = one.lines = 1;
        one.places = 0;
        one.code[0] = r->kind->trumps && card % 16 > TRUMP ? card - card % 16 + TRUMP : card;
        one.at[0] = r->fact[i].line;
        bool shown = holds(r, one);
        one.at[one.lines++] = aside;
        if (shown || (aside != 0 && holds(r, one)))
            return true;
    }
    return false;
}

static void check_proof(const char *file, const char *record, const struct proof *p)
{
    static struct round r;
    read_round(record, p, strcmp(p->kind, "impossible") == 0, &r);
    r.lost |= r.players < 3 || !r.begun;
    passed_over += r.lost;
    if (r.lost)
        return;
    proofs++;
    r.other = p->suspects > 1 && !holds(&r, *p);
    if (!check(holds(&r, *p), "%s: the proof of %s at line %u does not hold", file, p->rule, p->line))
        return;
    counted += p->places > 0;
    if (p->places > 0 && strcmp(p->kind, "irregular") == 0)
        check(!shows_in_one(&r, p), "%s: %s at line %u is counted, though a card is on record", file, p->rule, p->line);
    for (int i = 0; i < p->cards + p->places + p->lines; i++) {
        struct proof less = *p;
        if (i < p->cards)
            take_out(less.code, NULL, NULL, i, &less.cards);
        else if (i < p->cards + p->places)
            take_out(less.place, less.room, NULL, i - p->cards, &less.places);
        else
            take_out(NULL, NULL, less.at, i - p->cards - p->places, &less.lines);
        check(!holds(&r, less), "%s: the proof of %s at line %u holds without its part %d", file, p->rule, p->line, i);
    }
}

/* ---- what the judge says ------------------------------------------------------------------- */

static const char flat[] =
    "def n: join(\" \"); [.games | to_entries[] | .key as $g | .value | select(.game == \"haratama\" or .game == \"tezumashi\")"
    " | .players as $p | .game as $k | .findings[] | . + {g: $g, p: $p, k: $k}] | (.[] | select(.kind == \"impossible\") | \"I \\(.g) \\(.line)\"),"
    " (.[] | select(.proof | not) | select((.kind | IN(\"irregular\", \"conflict\")) and (.rule | test(\"/(follow|blue-lead|first-lead|fox)\")))"
    " | \"N \\(.line) \\(.rule)\"), (.[] | select(.proof) | .p as $p | def s: . as $s | $p | index([$s]) // -1;"
    " \"P \\(.k) \\(.text | test(\"showed the\")) \\(.g) \\(.kind) \\(.rule) \\(.seat | s) \\(.line) \\(.card // \"-\")"
    " \\(.proof.cards | length) \\(.proof.cards | n) \\(.proof.places | length) \\([.proof.places[] | (.seat | s), .room] | map(tostring) | n)"
    " \\(.proof.lines | length) \\(.proof.lines | map(tostring) | n) \\(.suspects | length) \\([.suspects[] | (.seat | s), .line] | map(tostring) | n)\")";

static const char *next(char **rest)
{
    char *word;
    while ((word = strsep(rest, " \n")) != NULL && word[0] == '\0')
        ;
    return word != NULL ? word : "0";
}

static void read_proof(char *text, struct proof *p)
{
    const char *name = next(&text);
    p->of = &kinds[strcmp(name, kinds[1].name) == 0];
    p->shown = strcmp(next(&text), "true") == 0;
    p->game = atoi(next(&text));
    snprintf(p->kind, sizeof p->kind, "%s", next(&text));
    snprintf(p->rule, sizeof p->rule, "%s", next(&text));
    p->seat = atoi(next(&text));
    p->line = (unsigned)atoi(next(&text));
    snprintf(p->card, sizeof p->card, "%s", next(&text));
    p->cards = atoi(next(&text));
    for (int i = 0; i < p->cards; i++)
        p->code[i] = card_of(p->of, next(&text));
    p->places = atoi(next(&text));
    for (int i = 0; i < p->places; i++) {
        p->place[i] = atoi(next(&text));
        p->room[i] = atoi(next(&text));
    }
    p->lines = atoi(next(&text));
    for (int i = 0; i < p->lines; i++)
        p->at[i] = (unsigned)atoi(next(&text));
    p->suspects = atoi(next(&text));
    for (int i = 0; i < p->suspects; i++) {
        p->who[i] = atoi(next(&text));
        p->from[i] = (unsigned)atoi(next(&text));
    }
    if (p->suspects == 0) {
        p->suspects = 1;
        p->who[0] = p->seat;
        p->from[0] = p->line;
    }
}

/* A line of what was found in a file (`flat`). */
static void check_line(const char *file, char *record, char *line)
{
    struct proof p = {.game = 0};
    if (line[0] == 'I' && refusals < GAMES * 8) {
        sscanf(line + 1, "%u %u", &refused[refusals][0], &refused[refusals][1]);
        refusals++;
    } else if (line[0] == 'N') {
        check(false, "%s: no proof of what was found at line%.40s", file, line + 1);
    } else if (line[0] == 'P') {
        read_proof(line + 1, &p);
        check_proof(file, record, &p);
    }
}

/* Files as a shell takes them: all in one go, since jq takes its time to begin. */
static void check_files(const char *files)
{
    char command[4096], file[1024] = "", *line = NULL, *record = NULL;
    size_t room = 0, length;
    snprintf(command, sizeof command, "\"$FUDA\" judge --json %s 2>/dev/null | jq -r '.games | group_by(.file)[]"
             " | \"F\\(.[0].file)\", ({games: .} | %s)'", files, flat);
    FILE *pipe = popen(command, "r");
    while (pipe != NULL && getline(&line, &room, pipe) > 0) {
        if (line[0] == 'F') {
            snprintf(file, sizeof file, "%.*s", (int)strcspn(line + 1, "\n"), line + 1);
            free(record);
            record = read_file(file, &length);
            refusals = 0;
        } else if (record != NULL)
            check_line(file, record, line);
    }
    check(pipe != NULL && pclose(pipe) == 0 && record != NULL, "%s: judged, and jq reads it", files);
    free(line);
    free(record);
}

/* ---- records made by chance ------------------------------------------------------------------- */

static const char *const who[] = {"Aki", "Bo", "Chie", "Dai"};

static void write_card(FILE *out, const struct kind *kind, int card)
{
    if (kind->trumps && card % 16 >= TRUMP)
        fprintf(out, " %ct", kind->letters[card / 16]);
    else
        fprintf(out, " %c%d", kind->letters[card / 16], card % 16 + 1);
}

static void write_cards(FILE *out, const struct kind *kind, const int *card, int count, unsigned hidden)
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
static int write_trick(FILE *out, const struct round *r, int hand[SEATS][13], int left, int leader, bool named)
{
    struct round now = {.kind = r->kind, .players = r->players, .leader = leader};
    if (named)
        fprintf(out, "%s:", who[leader]);
    for (int n = 0, led = -1; n < r->players; n++) {
        int seat = (leader + n) % r->players, at = choose(hand[seat], left, led), card = hand[seat][at];
        hand[seat][at] = hand[seat][left - 1];
        led = led < 0 ? card / 16 : led;
        now.laid[now.plays++] = (struct laid){.card = (unsigned)card, .seat = (unsigned)seat, .led = (unsigned)led};
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
    fprintf(out, "game %s\nplayers Aki Bo Chie%s\n%s\n", kind->name, players == 4 ? " Dai" : "", kind->begins);
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

int main(int count, char **words)
{
    const uint64_t games = number_from("ITERS", 1000);
    char folder[] = "/tmp/fuda-proof-XXXXXX", file[64], files[1024];
    for (int i = 1; i < count; i++) {
        snprintf(files, sizeof files, "'%s'", words[i]);
        check_files(files);
    }
    if (count > 1)
        return finish();
    for (int k = 0; k < 2; k++) {
        snprintf(files, sizeof files, "tests/cases/%s/*.fuda", kinds[k].name);
        check_files(files);
    }
    chance_begin(number_from("SEED", 1));
    if (!check(mkdtemp(folder) != NULL, "a folder can be made"))
        return finish();
    snprintf(file, sizeof file, "%s/chance.fuda", folder);
    for (uint64_t done = 0; done < games; done += 50) {
        FILE *out = fopen(file, "w");
        for (int i = 0; i < 50 && out != NULL; i++)
            write_game(out, &kinds[chance(2)], 3 + (int)chance(2));
        if (out != NULL)
            fclose(out);
        check_files(file);
        if (failed > 0)
            return finish();        /* the file stays */
    }
    remove_folder(folder);
    printf("%u proofs, %u of them counts, %u in rounds passed over\n", proofs, counted, passed_over);
    check(proofs > games, "there are proofs enough");
    return finish();
}
