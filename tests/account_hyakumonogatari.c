/* A record of Hyakumonogatari, told as moves; see account.h. */
#include "account.h"

static int sum(const int *counts)
{
    int all = 0;
    for (int k = 0; k < KINDS; k++)
        all += counts[k];
    return all;
}

static int hidden_in(const struct story *s, int place)
{
    int size = s->size[place];
    for (unsigned i = 0; i < s->moves; i++) {
        const struct move *m = &s->move[i];
        size += (m->place == place)
                * (strchr("DTG", m->act) != NULL     ? 1
                    : m->act == 'L' || m->act == 'O' ? -1
                                                     : 0);
        size -= m->act == 'D' && m->place != place;
    }
    return size;
}

static int pile(const struct story *s)
{
    return sum(s->copies) - sum(s->altar) - sum(s->grave) - hidden_in(s, 0) - hidden_in(s, 1);
}

static void take(struct story *s, unsigned line, int seat, int kind)
{
    for (unsigned k = 0, last = pile(s) <= 1 ? s->kinds : 0; k < last; k++)
        for (; s->grave[k] > 0; s->grave[k]--)
            story_add(s, line, 'R', 0, (int)k, 1);
    if (pile(s) > 0 || kind >= 0)
        story_add(s, line, 'T', seat, kind, 1);
}

/*
 * A child under the sun in the second night does nothing; and the sun lies for three of both turns.
 */
static void end_turn(struct story *s)
{
    const int sun = story_kind(s, "sun");
    s->on = s->night == 2 && s->altar[sun] > 0 ? s->parent : 1 - s->on;
    if (s->on != s->parent || s->altar[sun] == 0 || --s->sun_left > 0)
        return;
    s->grave[sun] += s->altar[sun];
    s->altar[sun] = 0;
}

static void name_usual(struct story *s)
{
    static const char *const usual[] = {"newmoon", "granite", "shade", "candle", "sun", "doll",
        "effigy", "ink", "seal", "lantern", "fox", "blood", "mirror", "curse"};
    for (size_t i = 0; s->kinds < sizeof usual / sizeof *usual; i++)
        s->copies[story_kind(s, usual[i])] = strcmp(usual[i], "candle") == 0
                                                 ? 3
                                                 : strcmp(usual[i], "curse") != 0;
}

/* Before a night: how many of each there are. */
static void say_deck(struct story *s, char **word, int words)
{
    name_usual(s);
    s->lost |= s->night > 0;
    for (int i = 1; i < words; i++) {
        char *count = word[i];
        const char *name = strsep(&count, "=");
        if (count != NULL)
            s->copies[story_kind(s, name)] = atoi(count);
    }
}

static void begin_night(struct story *s)
{
    const int parent = s->on = s->parent;
    name_usual(s);
    const int curse = story_kind(s, "curse");
    s->moves = 0;
    memset(s->altar, 0, sizeof s->altar);
    memset(s->grave, 0, sizeof s->grave);
    memset(s->used, 0, sizeof s->used);
    s->size[parent] = 3;
    s->size[1 - parent] = 4;
    if (++s->night == 2) {
        s->copies[curse]++;
        s->given[curse][1 - parent] = 1;
    }
}

/* A line that cannot be is left out. */
void account_refused(struct story *s, int seat, char **word, int words, const struct finding *f,
    bool impossible)
{
    (void)s, (void)seat, (void)word, (void)words, (void)f, (void)impossible;
}

void account_hyakumonogatari(struct story *s, int seat, char **word, int words, unsigned line)
{
    const bool altar = strcmp(word[0], "altar") == 0 || strcmp(word[0], "reverse") == 0;
    if (strcmp(word[0], "parent") == 0) {
        s->parent = seat;
    } else if (strcmp(word[0], "night") == 0) {
        begin_night(s);
    } else if (strcmp(word[0], "deck") == 0) {
        say_deck(s, word, words);
    } else if (strcmp(word[0], "draw") == 0) {
        for (int i = 1; i < words; i++)
            story_add(s, line, 'D', seat, word[i][0] == '?' ? -1 : story_kind(s, word[i]), 1);
    } else if (altar || strcmp(word[0], "discard") == 0) {
        for (int i = 1; i < words; i++) {
            const int kind = story_kind(s, word[i]);
            story_add(s, line, 'L', seat, kind, 1);
            (altar ? s->altar : s->grave)[kind]++;
            s->used[seat]++;
            s->sun_left = altar && strcmp(word[i], "sun") == 0 ? 3 : s->sun_left;
        }
    } else if (strcmp(word[0], "refill") == 0) {
        for (int i = 0; i < (words > 1 ? words - 1 : s->used[seat]); i++)
            take(s, line, seat,
                words == 1 || word[i + 1][0] == '?' ? -1 : story_kind(s, word[i + 1]));
        s->used[seat] = 0;
        end_turn(s);
    } else if (strcmp(word[0], "show") == 0 || strcmp(word[0], "hand") == 0) {
        s->overfull |= line == s->account_at && words - 1 > hidden_in(s, seat);
        for (int i = 1; i < words; i++) {
            int before = 1;
            for (int k = 1; k < i; k++)
                before += strcmp(word[k], word[i]) == 0;
            if (word[i][0] != '?')
                story_add(s, line, 'S', seat, story_kind(s, word[i]), before);
        }
    } else {
        s->lost |= strcmp(word[0], "house") == 0;
    }
}
