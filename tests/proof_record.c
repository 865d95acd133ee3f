/* A round as its record tells it, by a reader of its own; see proof.h. */
#include "proof.h"

#include <ctype.h>

const struct kind kinds[2] = {
    {"haratama", "rbpg", "round", 13, false},
    {"tezumashi", "buwr", "deal", 12, true},
};

int card_of(const struct kind *kind, const char *word)
{
    const char *suit = word[0] != '\0' ? strchr(kind->letters, tolower(word[0])) : NULL;
    if (suit == NULL)
        return -1;
    if (kind->trumps && tolower(word[1]) == 't' && strlen(word) <= 3)
        return (int)(suit - kind->letters) * 16 + TRUMP;
    int rank = atoi(word + 1);
    return rank >= 1 && rank <= (kind->trumps ? NUMBERS : 13)
                   && strspn(word + 1, "0123456789") == strlen(word + 1)
               ? (int)(suit - kind->letters) * 16 + rank - 1
               : -1;
}

bool in_deck(const struct round *r, int card)
{
    const int rank = card % 16, copies = r->players == 4 ? 3 : 2;
    if (!r->kind->trumps)
        return rank < (r->players == 4 ? 13 : 10);
    return r->players == 4 ? rank < TRUMP + copies
                           : (rank >= 1 && rank <= 7) || (rank >= TRUMP && rank < TRUMP + copies);
}

bool is_seen(const struct round *r, int card)
{
    for (int i = 0; i < r->facts; i++)
        if ((int)r->fact[i].card == card)
            return true;
    return false;
}

/*
 * The copy of a trump that a seat shows or plays: the `nth` known to be in the hand, else one
 * nobody saw.
 */
static int copy_of(const struct round *r, int seat, int card, int nth)
{
    if (card < 0 || card % 16 != TRUMP || !r->kind->trumps)
        return card;
    for (int copy = card; copy < card + 3; copy++) {
        bool here = false;
        for (int i = 0; i < r->facts; i++)
            here |= (int)r->fact[i].card == copy && (int)r->fact[i].seat == seat
                    && !(r->gone[seat] >> copy & 1);
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

void end_trick(struct round *r)
{
    const struct laid *best = NULL;
    for (int i = r->plays - r->on_table; i < r->plays; i++) {
        const struct laid *p = &r->laid[i];
        const bool trump = r->kind->trumps && p->card % 16 >= TRUMP,
                   follows = p->card / 16 == p->led;
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
    static const char *const idle[] = {"fox", "players", "house", "choose", "offer", "tricks",
        "minus", "table", "ability", "minuscard", "note", "date", "end", NULL};
    bool playing = r->plays > 0,
         shows = strcmp(word[0], "hand") == 0 || strcmp(word[0], "show") == 0;
    if (line == r->until && card_of(r->kind, word[0]) < 0 && !shows)
        return;
    for (int i = words - 1; i > 0 && line == r->until && shows; i--)
        if (card_of(r->kind, word[i]) == r->claimed) { /* what stands before it has been shown */
            words = i;
            break;
        }
    if (strcmp(word[0], r->kind->begins) == 0) {
        const struct round before = *r;
        *r = (struct round){.kind = before.kind,
            .players = before.players,
            .leader = -1,
            .line = line,
            .begun = true,
            .until = before.until,
            .claimed = before.claimed};
        memcpy(r->name, before.name, sizeof r->name);
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
    } else if (shows && seat >= 0) {
        show(r,
            playing || r->passed >> seat & 1 ? HELD
            : r->passed                      ? BETWEEN
                                             : AS_DEALT,
            seat, word, words, line);
    } else if (card_of(r->kind, word[0]) >= 0) {
        for (int i = 0; i < words && (line != r->until || card_of(r->kind, word[i]) != r->claimed);
             i++)
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
                if (strcmp(strtok_r(strdupa(said), " \t", &save), r->name[i]) == 0)
                    seat = i;
            r->lost |= seat < 0;
            said = colon + 1;
        }
        for (char *at = strtok_r(said, " \t\n", &save); at != NULL && words < 80;
             at = strtok_r(NULL, " \t\n", &save))
            if (strcmp(at, "!") != 0)
                word[words++] = at;
        if (words > 0 && !(named && seat < 0))
            say(r, seat, word, words, line);
    }
}

void read_round(const char *record, const struct proof *p, bool before,
    const struct refused *refused, struct round *r)
{
    char *copy = strdup(record), *rest = copy, *text;
    unsigned line = 0;
    int game = -1;
    *r = (struct round){.kind = p->of,
        .leader = -1,
        .until = before ? p->line : 0,
        .claimed = card_of(p->of, p->card)};
    while ((text = strsep(&rest, "\n")) != NULL && game <= p->game) {
        line++;
        text[strcspn(text, "#")] = '\0';
        bool plain = strchr(text, '"') == NULL;
        for (const char *at = text; *at != '\0'; at++)
            plain &= *at > 0;
        game += strncmp(text, "game ", 5) == 0;
        bool none = false;
        for (unsigned i = 0; i < refused->count; i++)
            none |= (int)refused->of[i][0] == p->game && refused->of[i][1] == line;
        if (game != p->game || strncmp(text, "game", 4) == 0 || (before && line > p->line))
            continue;
        r->lost |= !plain
                   || (none && line < p->line
                       && strncmp(text, p->of->begins, strlen(p->of->begins)) != 0 && r->begun);
        if (strncmp(text, "players", 7) == 0)
            r->players = sscanf(text + 7, "%31s %31s %31s %31s", r->name[0], r->name[1], r->name[2],
                r->name[3]);
        else if (strncmp(text, p->of->begins, strlen(p->of->begins)) == 0 && line > p->line)
            break;
        else if (!none || (before && line == p->line))
            say_line(r, text, line);
    }
    free(copy);
}
