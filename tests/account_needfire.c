/* A record of NeedFire, told as the moves of one seat's hidden cards; see account.h. */
#include "account.h"

/* What lies open before it; `on` is the kind of the battle card below a power card, and one. */
static struct {
    bool row[KINDS], sized, taken;
    int on[KINDS];
} seen;

void account_needfire_begin(void) { memset(&seen, 0, sizeof seen); }

/*
 * What a wound brings to the hand where the line leaves it out: the only power card, or the wounded
 * one; -1: it is not known.
 */
static int only_one(const struct story *s, int wounded)
{
    int found = -1, count = 0;
    for (unsigned k = 0; k < s->kinds; k++)
        if (seen.on[k] == wounded + 1) {
            found = (int)k;
            count++;
        }
    return count == 0 ? wounded : count == 1 ? found : -1;
}

static void say_wound(struct story *s, char **word, int words, unsigned line)
{
    const int wounded = story_kind(s, word[1]),
              named = words > 2 && word[2][0] != '?' ? story_kind(s, word[2]) : -1;
    const bool brought = named == wounded || (named >= 0 && seen.on[named] == wounded + 1)
                         || (words > 3 && named >= 0);
    const int card = brought ? named : only_one(s, wounded);
    const int laid = words > 3 ? word[3][0] == '?' ? -1 : story_kind(s, word[3])
                     : brought ? -1
                               : named;
    s->lost |= card < 0;
    if (s->lost)
        return;
    seen.row[card] = false;
    seen.on[card] = 0;
    story_add(s, line, 'G', 0, card, 1);
    if (laid < 0) {
        story_add(s, line, 'D', 1, -1, 1);
    } else {
        story_add(s, line, 'L', 0, laid, 1);
        story_add(s, line, 'G', 1, laid, 1);
    }
}

static bool is_idle(const char *word)
{
    static const char *const idle[] = {"battle", "spread", "turn", "note", "date", "end"};
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (strcmp(word, idle[i]) == 0)
            return true;
    return false;
}

static void put_on(struct story *s, int card, int target)
{
    seen.row[card] = true;
    for (unsigned k = 0; k < s->kinds; k++)
        if (seen.on[k] == card + 1)
            seen.on[k] = target + 1;
    seen.on[card] = target + 1;
}

static void say_row(struct story *s, char *stack)
{
    char *save = NULL;
    const int below = story_kind(s, strtok_r(stack, "+", &save));
    seen.row[below] = true;
    for (const char *card; (card = strtok_r(NULL, "+", &save)) != NULL;)
        put_on(s, story_kind(s, card), below);
}

static void say_power(struct story *s, char **word, int words, unsigned line)
{
    for (int i = 2; i < words; i++) {
        const int card = story_kind(s, word[i]);
        if (!seen.row[card])
            story_add(s, line, 'L', 0, card, 1);
        put_on(s, card, story_kind(s, word[1]));
    }
}

void account_needfire(struct story *s, int seat, char **word, int words, unsigned line)
{
    if (is_idle(word[0]))
        return;
    s->lost |= seat < 0; /* who it was follows from the game: not followed */
    if (strcmp(word[0], "take") == 0 && !seen.taken) {
        seen.taken = s->fires_only = true;
        s->size[0] = !seen.sized ? 3 : s->size[0];
        s->size[1] = 0;
    }
    if (seat != s->seat)
        return;
    if (strcmp(word[0], "row") == 0) {
        for (int i = 1; i < words; i++)
            say_row(s, word[i]);
    } else if (strcmp(word[0], "hand") == 0 || strcmp(word[0], "show") == 0) {
        if (word[0][0] == 'h') {
            s->size[0] = words - 1;
            seen.sized = true;
        }
        for (int i = 1; i < words; i++)
            if (word[i][0] != '?')
                story_add(s, line, 'S', 0, story_kind(s, word[i]), 1);
    } else if (strcmp(word[0], "discards") == 0) {
        s->size[1] = 0;
        for (int i = 1; i < words; i++)
            s->size[1] += word[i][0] == '?';
    } else if (strcmp(word[0], "take") == 0) {
        for (int i = 1; i < words; i++)
            if (word[i][0] == 'h')
                seen.row[story_kind(s, strtok(word[i], "@"))] = true;
            else
                story_add(s, line, 'T', 0, word[i][0] == '?' ? -1 : story_kind(s, word[i]), 1);
    } else if (strcmp(word[0], "power") == 0) {
        say_power(s, word, words, line);
    } else if (strcmp(word[0], "ignite") == 0) {
        story_add(s, line, 'L', 0, story_kind(s, word[1]), 1);
    } else if (strcmp(word[0], "wound") == 0) {
        say_wound(s, word, words, line);
    } else if (strcmp(word[0], "guard") == 0) {
        s->lost |= words < 4;
        if (words >= 4)
            story_add(s, line, 'L', word[3][0] == 'd', story_kind(s, word[2]), 1);
    } else {
        s->lost = true;
    }
}
