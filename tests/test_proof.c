/*
 * Checks the proofs of Haratama's findings against the record alone; shares nothing with the judge but the JSON that
 * it prints. Over the records of tests/cases and records made by chance: every proof must hold, and none any more
 * when a card, a place or a line is taken out of it. A round that this reader cannot follow is passed over.
 *
 *     dealt ──┬─ kept: bin SEAT ────────────────┐
 *             └─ passed on: bin GIVEN + SEAT ───┴─▶ the hand as played: the seat's own bin, and its giver's
 */
#include "check.h"

#include <ctype.h>

enum { SEATS = 4, CARDS = 52, FACTS = 600, PLAYS = 60, PARTS = 64, GIVEN = 4, ASIDE = 8, GAMES = 2000 };
enum { BLUE_5 = 13 + 4, BLUE_6 = 13 + 5 };
enum how { AS_DEALT, BETWEEN, HELD, PASSED, LAID_ASIDE, TAKEN };

struct fact { unsigned line, card, seat; enum how how; };
struct laid { unsigned line, card, seat, led; bool lead; uint64_t gone; };
struct round {
    int players, facts, plays, leader, on_table, best, relics, most, kami[3];
    unsigned line, passed, sizes[SEATS];
    bool begun, lost, over;
    uint64_t gone[SEATS];
    struct fact fact[FACTS];
    struct laid laid[PLAYS];
};
struct proof {
    char kind[16], rule[40], card[16];
    int game, seat, cards, places, lines, suspects;
    unsigned line, at[PARTS], from[PARTS];           /* lines; of the suspects */
    int code[PARTS], place[PARTS], room[PARTS], who[PARTS];
};

static char names[SEATS][32];
static unsigned refused[GAMES * 8][2], refusals, proofs, passed_over;

static uint64_t one(int card) { return (uint64_t)1 << card; }
static int giver(const struct round *r, int seat) { return (seat + r->players - 1) % r->players; }
static unsigned hand_of(const struct round *r, int seat) { return 1u << seat | 1u << (GIVEN + giver(r, seat)); }

/* suit * 13 + rank - 1; -1: no card */
static int card_of(const char *word)
{
    const char *suits = "rbpg", *suit = strchr(suits, tolower(word[0]));
    int rank = suit != NULL && word[0] != '\0' ? atoi(word + 1) : 0;
    return rank >= 1 && rank <= 13 && strspn(word + 1, "0123456789") == strlen(word + 1)
         ? (int)(suit - suits) * 13 + rank - 1 : -1;
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
        for (int k = 0; k < 3; k++)
            r->relics += (int)(p->card % 13) + 1 == r->kami[k];
        if (p->card / 13 == p->led && (best == NULL || p->card > best->card))
            best = p;
    }
    r->leader = (int)best->seat;
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
    r->lost |= r->on_table > 0 && seat != (r->leader + r->on_table) % r->players;
    if (r->on_table == 0)
        r->leader = seat;
    struct laid *p = &r->laid[r->plays++];
    r->gone[seat] |= one(card);
    *p = (struct laid){line, (unsigned)card, (unsigned)seat, 0, r->on_table == 0, r->gone[seat]};
    p->led = p->lead ? p->card / 13 : p[-1].led;
    see(r, HELD, seat, card, line);
    if (++r->on_table == r->players)
        end_trick(r);
}

static void say(struct round *r, int seat, char **word, int words, unsigned line)
{
    bool playing = r->plays > 0;
    if (strcmp(word[0], "round") == 0) {
        *r = (struct round){.players = r->players, .leader = -1, .line = line, .begun = true};
    } else if (strcmp(word[0], "kami") == 0 && words == 4) {
        for (int i = 0; i < 3; i++)
            r->kami[i] = atoi(word[i + 1]);
    } else if (strcmp(word[0], "lead") == 0) {
        r->leader = seat;
    } else if (strcmp(word[0], "aside") == 0) {
        see(r, LAID_ASIDE, 0, card_of(word[1]), line);
    } else if (strcmp(word[0], "pass") == 0) {
        r->passed |= 1u << seat;
        r->sizes[seat] = (unsigned)words - 1;
        for (int i = 1; i < words; i++)
            see(r, PASSED, seat, card_of(word[i]), line);
    } else if (strcmp(word[0], "hand") == 0 || strcmp(word[0], "show") == 0) {
        for (int i = 1; i < words; i++)
            see(r, playing || r->passed >> seat & 1 ? HELD : r->passed ? BETWEEN : AS_DEALT, seat, card_of(word[i]), line);
    } else if (card_of(word[0]) >= 0) {
        for (int i = 0; i < words; i++)
            lay(r, i == 0 ? seat : -1, card_of(word[i]), line);
    } else {
        r->lost |= strcmp(word[0], "fox") != 0 && strcmp(word[0], "players") != 0 && strcmp(word[0], "house") != 0;
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
    *r = (struct round){.leader = -1};
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
        r->lost |= !plain || (none && line < p->line && strncmp(text, "round", 5) != 0 && r->begun);
        if (strncmp(text, "players", 7) == 0)
            r->players = sscanf(text + 7, "%31s %31s %31s %31s", names[0], names[1], names[2], names[3]);
        else if (strncmp(text, "round", 5) == 0 && line > p->line)
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
    bins |= r->players == 3 ? 1u << ASIDE : 0;
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
        size += (bins >> i & 1 ? 13 - passes : 0) + (bins >> (GIVEN + i) & 1 ? passes : 0);
    }
    return size;
}

static bool in_deck(const struct round *r, int card) { return r->players == 4 || card % 13 < 10; }

/* Where a claim lets a card be. `way`: with three players blue 5 may lie aside, and blue 6 lead. */
static unsigned bins_claimed(const struct round *r, const struct proof *p, int card, int way, unsigned bins)
{
    if (strcmp(p->kind, "impossible") == 0)
        return card == card_of(p->card) ? bins & hand_of(r, p->seat) : bins;
    for (int i = 0; i < p->suspects; i++) {
        for (int k = 0; k < r->plays; k++) {
            const struct laid *l = &r->laid[k];
            if (l->line != p->from[i] || (int)l->seat != p->who[i] || l->gone >> card & 1)
                continue;
            if (l->lead ? l->led == 1 && card / 13 != 1 : l->card / 13 != l->led && card / 13 == (int)l->led)
                bins &= ~hand_of(r, (int)l->seat);
        }
        bool lead = strcmp(p->rule, "haratama/first-lead") == 0
                 || (p->suspects > 1 && (r->plays == 0 || p->from[i] < r->laid[0].line));
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

/* The bins that a place may mean: the hand, what came, what was kept; 0: it has not that room. */
static unsigned bins_of_place(const struct round *r, const struct proof *p, int place, unsigned used)
{
    const int seat = p->place[place];
    const unsigned kinds[3] = {seat < 0 ? 1u << ASIDE : hand_of(r, seat), seat < 0 ? 0 : 1u << (GIVEN + giver(r, seat)),
                               seat < 0 ? 0 : 1u << seat};
    for (int i = 0; i < 3; i++) {
        int room = size_of(r, kinds[i]);
        for (int card = 0; card < CARDS; card++) {
            unsigned bins = in_deck(r, card) && !is_meant(p, card) ? bins_of_card(r, p, card) : 0;
            room -= bins != 0 && !(bins & ~kinds[i]);
        }
        if (kinds[i] != 0 && room == p->room[place] && !(used & kinds[0] & ~kinds[i]))
            return kinds[i];
    }
    return 0;
}

static bool holds_in(const struct round *r, const struct proof *p, int way, int ways)
{
    unsigned where[PARTS], used = 0, places = 0;
    int short_of = 0, room = 0;
    for (int i = 0; i < p->cards; i++)
        used |= where[i] = bins_claimed(r, p, p->code[i], way, bins_of_card(r, p, p->code[i]));
    for (int i = 0; i < p->places; i++) {
        unsigned bins = bins_of_place(r, p, i, used);
        places |= bins;
        if (bins == 0)
            return false;
        room += ways == 1 || bins & used ? p->room[i] : 0;
    }
    for (int i = 0; i < p->cards; i++) {
        short_of += !(where[i] & ~places);
        for (int k = 0; k < i; k++)
            if (p->code[k] == p->code[i])
                return false;
    }
    return (short_of == p->cards || ways > 1) && short_of > room;
}

static bool holds(const struct round *r, const struct proof *p)
{
    bool lead = r->players == 3 && (strcmp(p->rule, "haratama/first-lead") == 0 || p->suspects > 1);
    for (int way = 0; way <= lead; way++)
        if (!(lead && way == 0 && bins_of_card(r, p, BLUE_5) == 1u << ASIDE) && !holds_in(r, p, way, 1 + lead))
            return false;
    return p->cards > 0;
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

static void check_proof(const char *file, const char *record, const struct proof *p)
{
    static struct round r;
    read_round(record, p, strcmp(p->kind, "impossible") == 0, &r);
    /* with three players a lead is counted out in two ways at once, which this reader does not tell apart */
    r.lost |= r.players == 3 && (strcmp(p->rule, "haratama/first-lead") == 0 || p->suspects > 1) && p->places > 0;
    passed_over += r.lost;
    if (r.lost)
        return;
    proofs++;
    if (!check(holds(&r, p), "%s: the proof of %s at line %u does not hold", file, p->rule, p->line))
        return;
    for (int i = 0; i < p->cards + p->places + p->lines; i++) {
        struct proof less = *p;
        if (i < p->cards)
            take_out(less.code, NULL, NULL, i, &less.cards);
        else if (i < p->cards + p->places)
            take_out(less.place, less.room, NULL, i - p->cards, &less.places);
        else
            take_out(NULL, NULL, less.at, i - p->cards - p->places, &less.lines);
        check(!holds(&r, &less), "%s: the proof of %s at line %u holds without its part %d", file, p->rule, p->line, i);
    }
}

/* ---- what the judge says ------------------------------------------------------------------- */

static const char flat[] =
    "def n: join(\" \"); [.games | to_entries[] | .key as $g | .value | select(.game == \"haratama\") | .players as $p"
    " | .findings[] | . + {g: $g, p: $p}] | (.[] | select(.kind == \"impossible\") | \"I \\(.g) \\(.line)\"),"
    " (.[] | select(.proof and .rule != \"haratama/fox\") | .p as $p | def s: . as $s | $p | index([$s]) // -1;"
    " \"P \\(.g) \\(.kind) \\(.rule) \\(.seat | s) \\(.line) \\(.card // \"-\")"
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
    p->game = atoi(next(&text));
    snprintf(p->kind, sizeof p->kind, "%s", next(&text));
    snprintf(p->rule, sizeof p->rule, "%s", next(&text));
    p->seat = atoi(next(&text));
    p->line = (unsigned)atoi(next(&text));
    snprintf(p->card, sizeof p->card, "%s", next(&text));
    p->cards = atoi(next(&text));
    for (int i = 0; i < p->cards; i++)
        p->code[i] = card_of(next(&text));
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

static void check_file(void *user, const char *file)
{
    char command[2048], *text = NULL, *record;
    size_t room = 0, length;
    (void)user;
    snprintf(command, sizeof command, "\"$FUDA\" judge --json '%s' 2>/dev/null | jq -r '%s'", file, flat);
    FILE *pipe = popen(command, "r");
    record = read_file(file, &length);
    refusals = 0;
    while (pipe != NULL && getline(&text, &room, pipe) > 0) {
        struct proof p = {.game = 0};
        if (text[0] == 'I' && refusals < GAMES * 8) {
            sscanf(text + 1, "%u %u", &refused[refusals][0], &refused[refusals][1]);
            refusals++;
        } else if (text[0] == 'P') {
            read_proof(text + 1, &p);
            check_proof(file, record, &p);
        }
    }
    check(pipe != NULL && pclose(pipe) == 0, "%s is judged, and jq reads it", file);
    free(text);
    free(record);
}

/* ---- records made by chance ------------------------------------------------------------------- */

static void write_cards(FILE *out, const int *card, int count, unsigned hidden)
{
    for (int i = 0; i < count; i++)
        if (chance(8) < hidden)
            fputs(" ?", out);
        else
            fprintf(out, " %c%d", "rbpg"[card[i] / 13], card[i] % 13 + 1);
    fputc('\n', out);
}

/* Mostly a card of the suit led, where there is one. */
static int choose(const int *hand, int count, int led)
{
    for (int tries = 0; tries < 60 && led >= 0 && chance(25) != 0; tries++) {
        int at = (int)chance((unsigned)count);
        if (hand[at] / 13 == led)
            return at;
    }
    return (int)chance((unsigned)count);
}

static void write_game(FILE *out, int players)
{
    static const char *const who[] = {"Aki", "Bo", "Chie", "Dai"};
    int deck[CARDS], cards = 0, hand[SEATS][13], leader = (int)chance((unsigned)players);
    for (int card = 0; card < CARDS; card++)
        if (players == 4 || card % 13 < 10)
            deck[cards++] = card;
    for (int i = cards - 1; i > 0; i--) {
        int k = (int)chance((unsigned)i + 1), card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
    }
    fprintf(out, "game haratama\nplayers Aki Bo Chie%s\nround\nkami 8 %u %u\n", players == 4 ? " Dai" : "", 1 + chance(3), 4 + chance(3));
    bool passing = chance(2) != 0;
    for (int i = 0; i < players; i++) {
        memcpy(hand[i], deck + 13 * i, sizeof hand[i]);
        if (chance(3) == 0) {
            fprintf(out, "%s: hand", who[i]);
            write_cards(out, hand[i], 13, chance(5));
        }
    }
    for (int i = 0; i < players && passing; i++) {
        fprintf(out, "%s: pass", who[i]);
        write_cards(out, deck + 13 * i, 2, chance(9));
        memcpy(hand[(i + 1) % players], deck + 13 * i, 2 * sizeof *deck);
    }
    if (players == 3 && chance(2) == 0)
        fprintf(out, "aside %c%d\n", "rbpg"[deck[39] / 13], deck[39] % 13 + 1);
    fprintf(out, "%s: lead\n", who[leader]);
    for (int tricks = 2 + (int)chance(6), left = 13; tricks > 0; tricks--, left--) {
        int led = -1, best = 0, winner = leader;
        for (int n = 0; n < players; n++) {
            int seat = (leader + n) % players, at = choose(hand[seat], left, led), card = hand[seat][at];
            hand[seat][at] = hand[seat][left - 1];
            led = led < 0 ? card / 13 : led;
            if (card / 13 == led && card >= best) {
                best = card;
                winner = seat;
            }
            fprintf(out, "%c%d%s", "rbpg"[card / 13], card % 13 + 1, n == players - 1 ? "\n" : " ");
        }
        leader = winner;
        int shown = (int)chance((unsigned)players);
        if (chance(4) == 0 && left > 2) {
            fprintf(out, "%s: show", who[shown]);
            write_cards(out, hand[shown], (int)chance((unsigned)left - 1) + 1, 0);
        }
    }
}

int main(int count, char **words)
{
    const uint64_t games = number_from("ITERS", 2000);
    char folder[] = "/tmp/fuda-proof-XXXXXX", file[64];
    for (int i = 1; i < count; i++)
        check_file(NULL, words[i]);
    if (count > 1)
        return finish();
    walk_files("tests/cases/haratama", ".fuda", check_file, NULL);
    chance_begin(number_from("SEED", 1));
    if (!check(mkdtemp(folder) != NULL, "a folder can be made"))
        return finish();
    snprintf(file, sizeof file, "%s/chance.fuda", folder);
    for (uint64_t done = 0; done < games; done += 50) {
        FILE *out = fopen(file, "w");
        for (int i = 0; i < 50 && out != NULL; i++)
            write_game(out, 3 + (int)chance(2));
        if (out != NULL)
            fclose(out);
        check_file(NULL, file);
        if (failed > 0)
            return finish();        /* the file stays */
    }
    remove_folder(folder);
    printf("%u proofs, %u in rounds passed over\n", proofs, passed_over);
    check(proofs > games, "there are proofs enough");
    return finish();
}
