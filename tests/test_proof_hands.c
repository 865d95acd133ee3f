/*
 * Checks the proofs of findings on hands that change, Hyakumonogatari's and NeedFire's, against the record alone; shares
 * nothing with the judge but the JSON that it prints. Over the records of tests/cases and records in which one line went
 * wrong: every proof must hold, and none any more when a card, a place or a line is taken out of it.
 *
 * The record is told as moves between two places and the rest: Hyakumonogatari's two hands and the pile; of NeedFire one
 * seat's hand and its face-down discards. For each kind of card by itself, all ways to share its copies out are followed
 * through the moves, on from the deal and back from the end; which card moved is known by the lines of the proof only.
 * A game that this reader cannot follow is passed over. (Of like cards, candles, the judge follows each by itself, and may
 * name a line more than this reader needs; so it is where all cards of a hand are counted.)
 *
 * Materia's archives are hands as well, but nothing is found by what they must have held: how many cards they have is public,
 * and a card that is elsewhere is named with the line that showed it. That none of its findings has a proof is checked.
 *
 *     ITERS=n records of each game, SEED=n; or the files that are named
 */
#include "check.h"

#include <assert.h>

enum { MOVES = 700, KINDS = 96, COPIES = 4, SHARES = 125, PARTS = 64, WORDS = 64, FINDINGS = 20000, REST = 2 };

/*
 * 'D' drawn from the other place, 'T' taken from the rest, 'G' from the open, 'L' laid open, 'S' shown, 'R' open to the rest.
 * Behind a line that is wrong: 'd', 't' and 'l' may have happened or not, 'l' with a card that went to the rest, for all one knows;
 * 'X' those of a kind may be anywhere; 'O' one may have been laid open, 'r' come back to the rest.
 */
struct move { unsigned line; char act; int place, kind, count; };
struct claim { int at, place; bool kind[KINDS]; };
struct proof {
    char game[20], kind[12], rule[40], seat[32], card[16], code[PARTS][16], where[PARTS][32], who[PARTS][32];
    unsigned number, line, last, cards, places, lines, suspects, at[PARTS], from[PARTS];
    int room[PARTS];
    char players[4][32];
};
struct story {
    bool lost, lawful;                       /* lawful: the curse is not drawn unseen */
    bool narrowed;                           /* … and by how many cards lie in a place */
    bool not_applied[KINDS];                 /* the line is impossible by itself: another card of it did not move */
    unsigned kinds, moves, claims, night;
    char name[KINDS][16];
    int copies[KINDS], given[KINDS][2], size[2], count[MOVES + 1][3], altar[KINDS], grave[KINDS], used[2], seat;
    int parent, on, sun_left;                /* whose turn it is; pairs of turns that the sun still lies */
    bool wrong_count;                        /* of the refill in this line */
    bool loose;                              /* a line was wrong: from there on nobody knows how many cards a place has */
    unsigned loose_at;
    int slack;                               /* … or the pile; by so many more or fewer */
    bool back[KINDS];                        /* it may have come back from the open */
    unsigned told_at;                        /* the line of the finding */
    bool fires_only;
    struct move move[MOVES];
    struct claim claim[PARTS];
};

static unsigned checked, counted, passed_over;
struct finding { unsigned number, line, proved; char rule[40], kind[12], card[16]; };
static struct finding finding[FINDINGS];
static unsigned findings;

static int kind_of(struct story *s, const char *name)
{
    unsigned k = 0;
    while (k < s->kinds && strcmp(s->name[k], name) != 0)
        k++;
    if (k == s->kinds && s->kinds < KINDS - 1) {
        snprintf(s->name[s->kinds], sizeof *s->name, "%s", name);
        s->copies[s->kinds++] = 1;
    }
    return (int)k;
}

static void add(struct story *s, unsigned line, char act, int place, int kind, int count)
{
    s->lost |= s->moves == MOVES;
    if (!s->lost)
        s->move[s->moves++] = (struct move){line, act, place, kind, count};
}

/* ---- Hyakumonogatari ------------------------------------------------------------------------- */

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
        size += (m->place == place) * (strchr("DTG", m->act) != NULL ? 1 : m->act == 'L' || m->act == 'O' ? -1 : 0);
        size -= m->act == 'D' && m->place != place;
    }
    return size;
}

static int pile(const struct story *s) { return sum(s->copies) - sum(s->altar) - sum(s->grave) - hidden_in(s, 0) - hidden_in(s, 1); }

static void take(struct story *s, unsigned line, int seat, int kind)
{
    for (unsigned k = 0; s->loose && pile(s) <= 1 + s->slack && k < s->kinds; k++)
        if (s->grave[k] > 0) {
            add(s, line, 'r', 0, (int)k, 1);
            s->back[k] = true;
        }
    for (unsigned k = 0, last = pile(s) <= 1 && !s->loose ? s->kinds : 0; k < last; k++)
        for (; s->grave[k] > 0; s->grave[k]--)
            add(s, line, 'R', 0, (int)k, 1);
    if (pile(s) > 0 || kind >= 0 || s->loose)
        add(s, line, 'T', seat, kind, 1);
}

/* A child under the sun in the second night does nothing; and the sun lies for three of both turns. */
static void end_turn(struct story *s)
{
    const int sun = kind_of(s, "sun");
    s->on = s->night == 2 && s->altar[sun] > 0 ? s->parent : 1 - s->on;
    if (s->on != s->parent || s->altar[sun] == 0 || --s->sun_left > 0)
        return;
    s->grave[sun] += s->altar[sun];
    s->altar[sun] = 0;
}

static void name_usual(struct story *s)
{
    static const char *const usual[] = {"newmoon", "granite", "shade", "candle", "sun", "doll", "effigy", "ink", "seal",
                                        "lantern", "fox", "blood", "mirror", "curse"};
    for (size_t i = 0; s->kinds < sizeof usual / sizeof *usual; i++)
        s->copies[kind_of(s, usual[i])] = strcmp(usual[i], "candle") == 0 ? 3 : strcmp(usual[i], "curse") != 0;
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
            s->copies[kind_of(s, name)] = atoi(count);
    }
}

static void begin_night(struct story *s)
{
    const int parent = s->on = s->parent;
    name_usual(s);
    const int curse = kind_of(s, "curse");
    s->moves = 0;
    s->loose = false;
    s->slack = 0;
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

static void loosen(struct story *s, int cards)
{
    s->loose_at = s->loose ? s->loose_at : s->moves;
    s->loose = true;
    s->slack += cards;
}

/* More of a kind are said to be laid than there are: any of those lines may be wrong. */
static void doubt(struct story *s, int kind)
{
    loosen(s, 0);
    for (unsigned i = s->moves; i-- > 0 && !(s->move[i].act == 'R' && s->move[i].kind == kind);)
        if (s->move[i].act == 'L' && s->move[i].kind == kind) {
            s->move[i].act = 'O';
            s->loose_at = i < s->loose_at ? i : s->loose_at;
        }
}

/* The line was told to be impossible: nothing of it is known, but that something was done; by the other, where it is that one's turn. */
static void say_refused(struct story *s, int seat, char **word, int words, const struct finding *f, bool impossible)
{
    const char act = strcmp(word[0], "draw") == 0 ? 'd' : strcmp(word[0], "refill") == 0 ? 't' : strcmp(word[0], "show") == 0 ? 'S' : 'l';
    loosen(s, 1);
    s->loose_at = impossible ? 0 : s->loose_at;      /* then what was counted before may be wrong as well */
    for (int i = 0; i < (words > 1 ? words - 1 : s->used[seat]) && act != 'S'; i++) {
        add(s, f->line, act, seat, -1, 1);
        if (act != 't' && s->on != seat)
            add(s, f->line, act, 1 - seat, -1, 1);
    }
    if (f->proved)
        add(s, f->line, 'X', REST, kind_of(s, f->card), 1);
    else
        doubt(s, kind_of(s, f->card));
    s->used[seat] = act == 't' ? 0 : s->used[seat] + (act == 'l' ? words - 1 : 0);
    if (act == 't')
        end_turn(s);
}

static void say_hyakumonogatari(struct story *s, int seat, char **word, int words, unsigned line)
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
            add(s, line, 'D', seat, word[i][0] == '?' ? -1 : kind_of(s, word[i]), 1);
    } else if (altar || strcmp(word[0], "discard") == 0) {
        for (int i = 1; i < words; i++) {
            const int kind = kind_of(s, word[i]);
            add(s, line, 'L', seat, kind, 1);
            (altar ? s->altar : s->grave)[kind]++;
            s->used[seat]++;
            s->sun_left = altar && strcmp(word[i], "sun") == 0 ? 3 : s->sun_left;
            if (s->loose && line < s->told_at && !s->back[kind] && s->altar[kind] + s->grave[kind] > s->copies[kind])
                doubt(s, kind);
            s->back[kind] = false;
        }
    } else if (strcmp(word[0], "refill") == 0) {
        for (int i = words - 1; s->wrong_count && i != s->used[seat]; i += i < s->used[seat] ? 1 : -1)
            add(s, line, 'l', seat, -1, 1);
        if (s->wrong_count)
            loosen(s, 1);
        for (int i = 0; i < (words > 1 ? words - 1 : s->used[seat]); i++)
            take(s, line, seat, words == 1 || word[i + 1][0] == '?' ? -1 : kind_of(s, word[i + 1]));
        s->used[seat] = 0;
        end_turn(s);
    } else if (strcmp(word[0], "show") == 0 || strcmp(word[0], "hand") == 0) {
        for (int i = 1; i < words; i++) {
            int before = 1;
            for (int k = 1; k < i; k++)
                before += strcmp(word[k], word[i]) == 0;
            if (word[i][0] != '?')
                add(s, line, 'S', seat, kind_of(s, word[i]), before);
        }
    } else {
        s->lost |= strcmp(word[0], "house") == 0;
    }
}

/* ---- NeedFire: one seat's hidden cards ---------------------------------------------------------- */

/* What lies open before it; `on` is the kind of the battle card below a power card, and one. */
static struct { bool row[KINDS], sized, taken; int on[KINDS]; } seen;

/* What a wound brings to the hand where the line leaves it out: the only power card, or the wounded one; -1: it is not known. */
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
    const int wounded = kind_of(s, word[1]), named = words > 2 && word[2][0] != '?' ? kind_of(s, word[2]) : -1;
    const bool brought = named == wounded || (named >= 0 && seen.on[named] == wounded + 1) || (words > 3 && named >= 0);
    const int card = brought ? named : only_one(s, wounded);
    const int laid = words > 3 ? word[3][0] == '?' ? -1 : kind_of(s, word[3]) : brought ? -1 : named;
    s->lost |= card < 0;
    if (s->lost)
        return;
    seen.row[card] = false;
    seen.on[card] = 0;
    add(s, line, 'G', 0, card, 1);
    if (laid < 0) {
        add(s, line, 'D', 1, -1, 1);
    } else {
        add(s, line, 'L', 0, laid, 1);
        add(s, line, 'G', 1, laid, 1);
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
    const int below = kind_of(s, strtok_r(stack, "+", &save));
    seen.row[below] = true;
    for (const char *card; (card = strtok_r(NULL, "+", &save)) != NULL;)
        put_on(s, kind_of(s, card), below);
}

static void say_power(struct story *s, char **word, int words, unsigned line)
{
    for (int i = 2; i < words; i++) {
        const int card = kind_of(s, word[i]);
        if (!seen.row[card])
            add(s, line, 'L', 0, card, 1);
        put_on(s, card, kind_of(s, word[1]));
    }
}

static void say_needfire(struct story *s, int seat, char **word, int words, unsigned line)
{
    if (is_idle(word[0]))
        return;
    s->lost |= seat < 0;             /* who it was follows from the game: not followed */
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
                add(s, line, 'S', 0, kind_of(s, word[i]), 1);
    } else if (strcmp(word[0], "discards") == 0) {
        s->size[1] = 0;
        for (int i = 1; i < words; i++)
            s->size[1] += word[i][0] == '?';
    } else if (strcmp(word[0], "take") == 0) {
        for (int i = 1; i < words; i++)
            if (word[i][0] == 'h')
                seen.row[kind_of(s, strtok(word[i], "@"))] = true;
            else
                add(s, line, 'T', 0, word[i][0] == '?' ? -1 : kind_of(s, word[i]), 1);
    } else if (strcmp(word[0], "power") == 0) {
        say_power(s, word, words, line);
    } else if (strcmp(word[0], "ignite") == 0) {
        add(s, line, 'L', 0, kind_of(s, word[1]), 1);
    } else if (strcmp(word[0], "wound") == 0) {
        say_wound(s, word, words, line);
    } else if (strcmp(word[0], "guard") == 0) {
        s->lost |= words < 4;
        if (words >= 4)
            add(s, line, 'L', word[3][0] == 'd', kind_of(s, word[2]), 1);
    } else {
        s->lost = true;
    }
}

/* ---- the record ------------------------------------------------------------------------------- */

static int seat_of(const struct proof *p, const char *name)
{
    for (int i = 0; i < 4; i++)
        if (strcmp(p->players[i], name) == 0)
            return i;
    return -1;
}

/* Behind these findings the story can still be told: a card where it cannot be, a refill that was not as many. */
static bool can_follow(const struct finding *f, const struct proof *p)
{
    const bool impossible = f->kind[1] == 'm' && f->card[0] != '-', refill = f->kind[1] == 'r' && strstr(f->rule, "/refill") != NULL;
    return p->game[0] == 'h' && f->number == p->number && f->line < p->line && (impossible || refill);
}

static const struct finding *find_followed(const struct proof *p, unsigned line)
{
    for (unsigned i = 0; i < findings; i++)
        if (finding[i].line == line && can_follow(&finding[i], p))
            return &finding[i];
    return NULL;
}

static void say_line(struct story *s, const struct proof *p, char *text, unsigned line)
{
    const struct finding *wrong = find_followed(p, line);
    int seat = -1;
    s->lost |= wrong != NULL && strchr(text, ';') != NULL;
    s->wrong_count = wrong != NULL && wrong->kind[1] == 'r';
    s->lost |= s->wrong_count && strstr(text, "refill ") == NULL;     /* it is not told how many were drawn */
    for (char *rest = text, *said; (said = strsep(&rest, ";")) != NULL;) {
        char *word[WORDS], *save = NULL, *colon = strchr(said, ':');
        int words = 0;
        if (colon != NULL && strncmp(said + strspn(said, " "), "house", 5) != 0) {
            *colon = '\0';
            seat = seat_of(p, strtok_r(said, " \t", &save));
            s->lost |= seat < 0;
            said = colon + 1;
        }
        for (char *at = strtok_r(said, " \t\n", &save); at != NULL && words < WORDS; at = strtok_r(NULL, " \t\n", &save))
            if (strcmp(at, "!") != 0)
                word[words++] = at;
        if (words == 0 || s->lost || strcmp(word[0], "players") == 0)
            continue;
        if (wrong != NULL && !s->wrong_count && seat >= 0)
            say_refused(s, seat, word, words, wrong, p->kind[1] == 'm');
        else if (p->game[0] == 'h')
            say_hyakumonogatari(s, seat, word, words, line);
        else
            say_needfire(s, seat, word, words, line);
    }
}

/* Findings that make the rest of a game another one than the lines say. */
static bool goes_astray(const struct proof *p, unsigned line)
{
    static const char *const harmless[] = {"/ritual", "/discard", "/doll", "/curse-card", "/start", "/limit", "/sun"};
    for (unsigned i = 0; i < findings; i++) {
        bool fine = finding[i].number != p->number || finding[i].line > line
                 || (finding[i].line == p->line && strcmp(finding[i].rule, p->rule) == 0) || can_follow(&finding[i], p);
        for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
            fine |= finding[i].kind[1] != 'm' && strstr(finding[i].rule, harmless[k]) != NULL;
        if (!fine)
            return true;
    }
    return false;
}

static void read_story(const char *record, const struct proof *p, struct story *s)
{
    char *copy = strdup(record), *rest = copy, *text;
    unsigned line = 0, game = 0, last = p->last;
    *s = (struct story){.seat = seat_of(p, p->seat), .size = {-1, -1}, .told_at = p->line};
    memset(&seen, 0, sizeof seen);
    for (unsigned i = 0; i < p->lines; i++)
        last = p->at[i] > last && p->kind[1] != 'm' ? p->at[i] : last;
    s->lost = goes_astray(p, last);
    while ((text = strsep(&rest, "\n")) != NULL && ++line <= last) {
        text[strcspn(text, "#")] = '\0';
        game += strncmp(text, "game ", 5) == 0;
        for (const char *at = text; *at != '\0'; at++)
            s->lost |= game == p->number + 1 && (*at < 0 || *at == '"');
        if (game == p->number + 1 && strncmp(text, "game ", 5) != 0)
            say_line(s, p, text, line);
    }
    free(copy);
}

/* ---- what was claimed ---------------------------------------------------------------------------- */

/* Behind the draw of that line, and before what was taken or laid in it. */
static int moment(const struct story *s, unsigned line, bool before_uses)
{
    unsigned i = 0;
    while (i < s->moves && (s->move[i].line < line || (s->move[i].line == line && !before_uses && s->move[i].act != 'T')
                            || (s->move[i].line == line && s->move[i].act == 'D')))
        i++;
    return (int)i;
}

static void add_claim(struct story *s, const struct proof *p, const char *who, unsigned line)
{
    struct claim *c = &s->claim[s->claims++];
    const bool curse = strstr(p->rule, "/curse-card") != NULL, draw = strstr(p->rule, "/draw") != NULL;
    const int seat = seat_of(p, who);
    bool shade = false;
    *c = (struct claim){.place = draw ? 1 - seat : seat, .at = moment(s, line, draw || curse)};
    for (int i = 0; i < c->at; i++)
        shade |= s->move[i].act == 'L' && strcmp(s->name[s->move[i].kind], "shade") == 0;
    for (unsigned k = 0; k < s->kinds; k++) {
        const char *name = s->name[k];
        c->kind[k] = curse ? strcmp(name, "curse") == 0
                   : draw  ? strcmp(name, "curse") != 0
                           : strcmp(name, "curse") != 0 && strcmp(name, "doll") != 0 && (strcmp(name, "shade") != 0 || !shade);
    }
    s->lost |= seat < 0 || (!curse && !draw && s->night > 1);
}

static void add_claims(struct story *s, const struct proof *p)
{
    if (p->game[0] != 'h' || strcmp(p->kind, "impossible") == 0 || strstr(p->rule, "/consent") != NULL || strstr(p->rule, "/refill") != NULL)
        return;
    if (p->suspects == 0)
        add_claim(s, p, p->seat, p->line);
    if (strstr(p->rule, "/draw") != NULL && p->suspects == 0 && p->last == p->line)      /* ruled at once: what the line goes on to do tells nothing yet */
        s->moves = (unsigned)s->claim[0].at;
    s->lost |= p->suspects > 0 && strstr(p->rule, "/use") == NULL;    /* of several kinds */
    for (unsigned i = 0; i < p->suspects; i++)
        add_claim(s, p, p->who[i], p->from[i]);
}

/* ---- how a kind's copies may be shared out -------------------------------------------------------- */

struct share { int n[3]; };          /* in both places and the rest; what is missing lies open */

static int index_of(struct share x) { return (x.n[0] * 5 + x.n[1]) * 5 + x.n[2]; }
static struct share share_of(int index) { return (struct share){{index / 25, index / 5 % 5, index % 5}}; }

static bool is_told(const struct story *s, const struct proof *p, const struct move *m)
{
    bool told = m->line == p->line && (p->kind[1] == 'm' || p->game[0] == 'n') && m->act != 'G' && m->kind >= 0
             && (m->act == 'S' || (m->act == 'T' && p->kind[1] == 'm') || strcmp(s->name[m->kind], p->card) == 0);     /* what is to be disproved */
    for (unsigned i = 0; i < p->lines; i++)
        told |= p->at[i] == m->line;
    return told;
}

static unsigned put(struct share x, int from, int to, struct share *out, unsigned count)
{
    if (from >= 0 && x.n[from]-- == 0)
        return count;
    if (to >= 0)
        x.n[to]++;
    out[count] = x;
    return count + 1;
}

static unsigned scatter(struct share x, struct share out[16])
{
    const int all = x.n[0] + x.n[1] + x.n[2];
    unsigned count = 0;
    for (int first = 0; first <= all; first++)
        for (int second = 0; first + second <= all; second++)
            out[count++] = (struct share){{first, second, all - first - second}};
    return count;
}

/* What a move may make of it. */
static unsigned behind(const struct story *s, const struct proof *p, unsigned i, int kind, struct share x, struct share out[16])
{
    const struct move *m = &s->move[i];
    const bool told = is_told(s, p, m), this = m->kind == kind;
    const bool human = s->fires_only && s->name[kind][0] == 'h', curse = strcmp(s->name[kind], "curse") == 0;
    const int open = s->copies[kind] - x.n[0] - x.n[1] - x.n[2];
    unsigned count = 0;
    if (this && s->not_applied[kind] && m->line == p->line)
        return put(x, -1, -1, out, 0);
    switch (m->act) {
    case 'D':
    case 'T': {
        const int from = m->act == 'T' ? REST : 1 - m->place;
        if (told && m->kind >= 0)
            return this ? put(x, from, m->place, out, 0) : put(x, -1, -1, out, 0);
        count = put(x, -1, -1, out, 0);
        return (m->act == 'T' && human) || (m->act == 'D' && curse && s->lawful) ? count : put(x, from, m->place, out, count);
    }
    case 'L':
        for (int place = 0; this && !told && place < 3; place++)      /* of like cards it is known that one was there */
            if (place == m->place || s->copies[kind] == 1)
                count = put(x, place, -1, out, count);
        return this && told ? put(x, m->place, -1, out, 0) : this ? count : put(x, -1, -1, out, 0);
    case 'S': return this && told && x.n[m->place] < m->count ? 0 : put(x, -1, -1, out, 0);
    case 'R': return this ? open > 0 ? put(x, -1, REST, out, 0) : 0 : put(x, -1, -1, out, 0);
    case 'G':
        for (int place = -1; this && place < 3; place++)      /* it may be the row's from the start */
            for (int to = 0; to < 3; to++)
                if ((place >= 0 || open > 0) && (!told || to == m->place))
                    count = put(x, place, to, out, count);
        return this ? count : put(x, -1, -1, out, 0);
    case 'd':
    case 't':
    case 'l':
        count = put(x, -1, -1, out, 0);
        return put(x, m->act == 'd' ? 1 - m->place : m->act == 't' ? REST : m->place, m->act == 'l' ? REST : m->place, out, count);
    case 'O':
    case 'r':
        count = put(x, -1, -1, out, 0);
        for (int place = 0; place < 3 && m->act == 'O' && this; place++)
            count = put(x, place, -1, out, count);
        return m->act == 'r' && this && open > 0 ? put(x, -1, REST, out, count) : count;
    case 'X': return this ? scatter(x, out) : put(x, -1, -1, out, 0);
    }
    return 0;
}

static bool is_claimed_off(const struct story *s, unsigned i, int kind, struct share x)
{
    for (unsigned c = 0; c < s->claims; c++)
        if (s->claim[c].at == (int)i && s->claim[c].kind[kind] && x.n[s->claim[c].place] > 0)
            return true;
    return false;
}

static bool may[KINDS][MOVES + 1][SHARES];

static void begin_ways(const struct story *s, const struct proof *p, int kind)
{
    memset(may[kind], true, sizeof may[kind]);
    for (int at = 0; at < SHARES; at++) {
        const struct share x = share_of(at);
        const int all = x.n[0] + x.n[1] + x.n[2];
        const bool first = all == s->copies[kind] || (p->game[0] == 'n' && all == 0);
        may[kind][0][at] = first && x.n[0] >= s->given[kind][0] && x.n[1] >= s->given[kind][1]
                        && !(s->fires_only && s->name[kind][0] == 'h' && x.n[0] + x.n[1] > 0) && !is_claimed_off(s, 0, kind, x);
    }
}

static void follow_ways(const struct story *s, const struct proof *p, int kind)
{
    struct share out[16];
    for (unsigned i = 0; i < s->moves; i++) {
        bool comes[SHARES] = {false};
        for (int at = 0; at < SHARES; at++)
            for (unsigned n = may[kind][i][at] ? behind(s, p, i, kind, share_of(at), out) : 0; n > 0; n--)
                comes[index_of(out[n - 1])] |= !is_claimed_off(s, i + 1, kind, out[n - 1]);
        for (int at = 0; at < SHARES; at++)
            may[kind][i + 1][at] &= comes[at];
    }
    for (unsigned i = s->moves; i-- > 0;)
        for (int at = 0; at < SHARES; at++) {
            bool goes_on = false;
            for (unsigned n = may[kind][i][at] ? behind(s, p, i, kind, share_of(at), out) : 0; n > 0; n--)
                goes_on |= may[kind][i + 1][index_of(out[n - 1])];
            may[kind][i][at] = goes_on;
        }
}

static int extreme(unsigned i, int kind, unsigned places, bool most);

/* Of a line that cannot be, another card than the one that the finding is about may lie open already: it moves nothing. */
static void follow_kind(struct story *s, const struct proof *p, int kind)
{
    s->not_applied[kind] = false;
    begin_ways(s, p, kind);
    follow_ways(s, p, kind);
    s->not_applied[kind] = p->kind[1] == 'm' && strcmp(s->name[kind], p->card) != 0 && extreme(0, kind, 1, false) < 0;
    if (!s->not_applied[kind])
        return;
    begin_ways(s, p, kind);
    follow_ways(s, p, kind);
}

/* The least, or the most, of a kind in these places (a bit each) at a moment; -1: there is no way at all. */
static int extreme(unsigned i, int kind, unsigned places, bool most)
{
    int found = -1;
    for (int at = 0; at < SHARES; at++) {
        const struct share x = share_of(at);
        int here = 0;
        for (int place = 0; place < 3; place++)
            here += places >> place & 1 ? x.n[place] : 0;
        if (may[kind][i][at])
            found = found < 0 || (most ? here > found : here < found) ? here : found;
    }
    return found;
}

/* ---- a proof ---------------------------------------------------------------------------------------- */

static int meant(struct story *s, const struct proof *p, int kind)
{
    int count = 0;
    for (unsigned i = 0; i < p->cards; i++)
        count += kind_of(s, p->code[i]) == kind;
    return count;
}

/* Both of NeedFire's places are the seat's; one of its rooms is told of both together. */
static unsigned place_bits(const struct proof *p, unsigned i)
{
    return p->game[0] == 'n' ? 0 : strcmp(p->where[i], "-") == 0 ? 1u << REST : 1u << seat_of(p, p->where[i]);
}

/* A place's room is its size less what is shown to be there; a card that is meant is not shown as well. */
static bool is_short(struct story *s, const struct proof *p, unsigned i, unsigned places, int room)
{
    int size = 0, shown = 0, cards = 0;
    for (int place = 0; place < 3; place++) {
        size += places >> place & 1 ? s->count[i][place] : 0;
        if (places >> place & 1 && s->count[i][place] < 0)
            return false;
    }
    for (unsigned k = 0; k < s->kinds; k++) {
        const int wanted = meant(s, p, (int)k), least = extreme(i, (int)k, places, false);
        int here = 0;
        for (int place = 0; place < 3; place++)
            here += places >> place & 1 ? extreme(i, (int)k, 1u << place, false) : 0;
        if (least < wanted)
            return false;
        cards += wanted;
        shown += here < least - wanted ? here : least - wanted;
    }
    return room >= size - shown && cards > room;
}

/*
 * Or so many came to this hand since some moment; or, from elsewhere, to both. One that was not there and then is has come; one
 * for which that is so again has come again. `came` is the most that must have, `held` so, and there at a later moment.
 */
static bool came_too_few(struct story *s, const struct proof *p, unsigned places, int room)
{
    for (unsigned when = s->loose ? s->loose_at : s->moves; when > 0; when--) {
        int unseen = 0, came[PARTS] = {0}, held[PARTS] = {0};
        for (unsigned since = when; since-- > 0;) {
            const struct move *m = &s->move[since];
            const bool comes = places >> m->place & 1 && strchr(places == 3 ? "TG" : "DTG", m->act) != NULL;
            const bool named = comes && is_told(s, p, m) && m->kind >= 0;
            bool all = true;
            unseen += comes && !named;
            for (unsigned i = 0; i < p->cards; i++) {
                const int kind = kind_of(s, p->code[i]);
                const int there = came[i] + extreme(since + 1, kind, places, false);
                held[i] = there > held[i] ? there : held[i];
                held[i] -= named && m->kind == kind;
                const int before = held[i] - extreme(since, kind, places, true);
                came[i] = before > came[i] ? before : came[i];
                all &= came[i] >= meant(s, p, kind);
            }
            if (all && room >= unseen && (int)p->cards > room)
                return true;
        }
    }
    return false;
}

/* A second night was agreed on: the doll, or both its halves, shown in these lines. */
static bool shows_doll(const struct story *s, const struct proof *p)
{
    bool shown = p->cards > 0, doll = false, effigy = false, ink = false;
    for (unsigned i = 0; i < p->cards; i++) {
        bool here = false;
        for (unsigned k = 0; k < s->moves; k++)
            here |= is_told(s, p, &s->move[k]) && s->move[k].kind >= 0 && strcmp(s->name[s->move[k].kind], p->code[i]) == 0;
        shown &= here;
        doll |= strcmp(p->code[i], "doll") == 0;
        effigy |= strcmp(p->code[i], "effigy") == 0;
        ink |= strcmp(p->code[i], "ink") == 0;
    }
    return shown && (doll || (effigy && ink));
}

/* A place that has no more cards than must be there has no others; one that has as many as may be has them all. */
static bool narrow(const struct story *s, unsigned i, int place)
{
    int least = 0, most = 0;
    bool told = false;
    for (unsigned k = 0; k < s->kinds; k++) {
        least += extreme(i, (int)k, 1u << place, false);
        most += extreme(i, (int)k, 1u << place, true);
    }
    if (least == most || s->count[i][place] < 0 || (least != s->count[i][place] && most != s->count[i][place]))
        return false;
    for (unsigned k = 0; k < s->kinds; k++) {
        const int only = extreme(i, (int)k, 1u << place, most == s->count[i][place]);
        for (int at = 0; at < SHARES; at++) {
            told |= may[k][i][at] && share_of(at).n[place] != only;
            may[k][i][at] &= share_of(at).n[place] == only;
        }
    }
    return told;
}

static bool narrow_all(const struct story *s, const struct proof *p)
{
    bool told = false;
    for (unsigned i = 0; i <= s->moves; i++)
        for (int place = 0; place < 3; place++)
            told |= narrow(s, i, place);
    for (unsigned k = 0; told && k < s->kinds; k++)
        follow_ways(s, p, (int)k);
    return told;
}

static bool is_lack(struct story *s, const struct proof *p)
{
    unsigned places = 0;
    int room = 0;
    for (unsigned i = 0; i < p->cards; i++)
        if (extreme(0, kind_of(s, p->code[i]), 1, false) < 0 && p->cards == 1)
            return p->places == 0;
    for (unsigned i = 0; i < p->places; i++) {
        places |= place_bits(p, i);
        room += p->room[i];
    }
    for (unsigned i = 0; i <= s->moves && p->cards > 0; i++)
        for (unsigned own = 1; own <= 3; own++)
            if (p->places > 0 && is_short(s, p, i, places != 0 ? places : own, room))
                return true;
    return p->cards > 0 && p->places > 0 && places >= 1 && places <= 3 && came_too_few(s, p, places, room);
}

static bool holds_so(struct story *s, const struct proof *p)
{
    if (strstr(p->rule, "/consent") != NULL)
        return shows_doll(s, p);
    for (unsigned k = 0; k < s->kinds; k++)
        follow_kind(s, p, (int)k);
    while (!is_lack(s, p))
        if (!s->narrowed || !narrow_all(s, p))
            return false;
    return true;
}

static void count_places(struct story *s)
{
    int n[3] = {s->size[0], s->size[1], sum(s->copies) - s->size[0] - s->size[1]};
    for (unsigned i = 0; i <= s->moves; i++) {
        for (int place = 0; place < 3; place++)
            s->count[i][place] = (place < 2 && s->size[place] < 0) || (s->loose && i > s->loose_at) ? -1 : n[place];
        const struct move *m = &s->move[i];
        if (i == s->moves)
            break;
        n[m->place] += strchr("DTG", m->act) != NULL ? 1 : m->act == 'L' ? -1 : 0;
        n[1 - m->place] -= m->act == 'D';
        n[REST] += m->act == 'R' ? 1 : m->act == 'T' ? -1 : 0;
    }
}

static bool without(struct proof p, unsigned part, struct story *s)
{
    if (part < p.cards) {
        memmove(p.code[part], p.code[part + 1], (--p.cards - part) * sizeof *p.code);
    } else if (part < p.cards + p.places) {
        part -= p.cards;
        memmove(p.room + part, p.room + part + 1, (--p.places - part) * sizeof *p.room);
        memmove(p.where[part], p.where[part + 1], (p.places - part) * sizeof *p.where);
    } else {
        part -= p.cards + p.places;
        memmove(p.at + part, p.at + part + 1, (--p.lines - part) * sizeof *p.at);
    }
    return holds_so(s, &p);
}

/* Does it tell of like cards? */
static bool tells_of_like(struct story *s, const struct proof *p)
{
    bool like = false;
    for (unsigned i = 0; i < s->moves; i++)
        like |= s->move[i].kind >= 0 && s->copies[s->move[i].kind] > 1 && is_told(s, p, &s->move[i]);
    for (unsigned i = 0; i < p->cards; i++)
        like |= s->copies[kind_of(s, p->code[i])] > 1;
    return like;
}

/* Is a single card on record that shows it, told in one line? Then nobody needs a count. */
static bool shows_in_one(struct story *s, const struct proof *p)
{
    struct proof one = *p;
    one.cards = one.lines = 1;
    one.places = 0;
    for (unsigned i = 0; i < s->moves; i++) {
        if (s->move[i].kind < 0 || s->move[i].line > p->last)
            continue;
        one.at[0] = s->move[i].line;
        snprintf(one.code[0], sizeof one.code[0], "%s", s->name[s->move[i].kind]);
        if (holds_so(s, &one))
            return true;
    }
    return false;
}

/* Without leaning on anybody's having kept a rule, or on all that a place holds, if that will do. */
static bool holds_some_way(struct story *s, const struct proof *p)
{
    count_places(s);
    for (int way = 0; way < 4; way++) {
        s->lawful = way & 1;
        s->narrowed = way & 2;
        if (holds_so(s, p))
            return true;
    }
    return false;
}

/* Of like cards in a line that cannot be the first may be the one that cannot: then it says nothing of the last. */
static bool leave_last(struct story *s, const struct proof *p)
{
    unsigned like = 0;
    for (unsigned i = 0; i < s->moves && p->kind[1] == 'm'; i++)
        like += s->move[i].line == p->line && s->move[i].kind >= 0 && strcmp(s->name[s->move[i].kind], p->card) == 0;
    for (unsigned i = s->moves; i-- > 0 && like > 1;)
        if (s->move[i].line == p->line && s->move[i].kind >= 0 && strcmp(s->name[s->move[i].kind], p->card) == 0) {
            memmove(s->move + i, s->move + i + 1, (--s->moves - i) * sizeof *s->move);
            return true;
        }
    return false;
}

static void check_proof(const char *file, const char *record, const struct proof *p)
{
    static struct story s;
    read_story(record, p, &s);
    add_claims(&s, p);
    for (unsigned k = 0; k < s.kinds; k++)
        s.lost |= s.copies[k] > COPIES;
    for (unsigned i = 0; i < p->cards; i++)
        kind_of(&s, p->code[i]);
    passed_over += s.lost;
    if (s.lost && number_from("VERBOSE", 0) > 0)
        printf("%s: %s at line %u is passed over\n", file, p->rule, p->line);
    if (s.lost)
        return;
    checked++;
    bool holds = holds_some_way(&s, p);
    while (!holds && leave_last(&s, p))
        holds = holds_some_way(&s, p);
    if (!check(holds, "%s: the proof of %s at line %u does not hold", file, p->rule, p->line))
        return;
    counted += p->places > 0;
    if (p->places > 0 && strcmp(p->kind, "irregular") == 0)
        check(!shows_in_one(&s, p), "%s: %s at line %u is counted, though a card is on record", file, p->rule, p->line);
    const bool exact = !s.narrowed && !tells_of_like(&s, p);
    for (unsigned i = 0; i < p->cards + (exact ? p->places + p->lines : s.narrowed ? 0 : p->places); i++)
        check(!without(*p, i, &s), "%s: the proof of %s at line %u holds without its part %u", file, p->rule, p->line, i);
}

/* ---- what the judge says ------------------------------------------------------------------------------ */

static const char flat[] =
    "def n: map(tostring) | join(\" \"); .games | to_entries[] | .key as $g | .value | select(.game == $game) | .players as $p"
    " | .findings[] | select(.kind | IN(\"irregular\", \"conflict\", \"impossible\")) | \"F \\($g) \\(.line) \\(.rule) \\(.kind) \\(.card // \"-\") \\(if .proof then 1 else 0 end)\","
    " (select(.proof) | select(.rule != \"needfire/start\") | \"P \\($game) \\($g) \\(.kind) \\(.rule) \\(.seat // \"-\") \\(.line) \\([.line, .because[]] | max) \\(.card // \"-\")"
    " \\(($p + [\"-\", \"-\", \"-\"])[:4] | n) \\(.proof.cards | length) \\(.proof.cards | n) \\(.proof.places | length)"
    " \\([.proof.places[] | (.seat // \"-\"), .room] | n) \\(.proof.lines | length) \\(.proof.lines | n)"
    " \\(.suspects | length) \\([.suspects[] | .seat, .line] | n)\")";

static const char *next(char **rest)
{
    char *word;
    while ((word = strsep(rest, " \n")) != NULL && word[0] == '\0')
        ;
    return word != NULL ? word : "0";
}

#define COPY(to, text) snprintf(to, sizeof(to), "%s", next(text))

static void read_proof(char *text, struct proof *p)
{
    COPY(p->game, &text);
    p->number = (unsigned)atoi(next(&text));
    COPY(p->kind, &text);
    COPY(p->rule, &text);
    COPY(p->seat, &text);
    p->line = (unsigned)atoi(next(&text));
    p->last = (unsigned)atoi(next(&text));
    COPY(p->card, &text);
    for (int i = 0; i < 4; i++)
        COPY(p->players[i], &text);
    p->cards = (unsigned)atoi(next(&text));
    for (unsigned i = 0; i < p->cards; i++)
        COPY(p->code[i], &text);
    p->places = (unsigned)atoi(next(&text));
    for (unsigned i = 0; i < p->places; i++) {
        COPY(p->where[i], &text);
        p->room[i] = atoi(next(&text));
    }
    p->lines = (unsigned)atoi(next(&text));
    for (unsigned i = 0; i < p->lines; i++)
        p->at[i] = (unsigned)atoi(next(&text));
    p->suspects = (unsigned)atoi(next(&text));
    for (unsigned i = 0; i < p->suspects; i++) {
        COPY(p->who[i], &text);
        p->from[i] = (unsigned)atoi(next(&text));
    }
}

static void check_file(const char *file, const char *game)
{
    char command[2048], *text = NULL, *record;
    size_t room = 0, length, proofs = 0;
    struct proof *proof = NULL;
    snprintf(command, sizeof command, "\"$FUDA\" judge --json '%s' 2>/dev/null | jq -r --arg game %s '%s'", file, game, flat);
    FILE *pipe = popen(command, "r");
    record = read_file(file, &length);
    findings = 0;
    while (pipe != NULL && getline(&text, &room, pipe) > 0) {
        if (text[0] == 'F' && findings < FINDINGS) {
            sscanf(text + 1, "%u %u %39s %11s %15s %u", &finding[findings].number, &finding[findings].line,
                   finding[findings].rule, finding[findings].kind, finding[findings].card, &finding[findings].proved);
            findings++;
        } else if (text[0] == 'P') {
            proof = realloc(proof, (proofs + 1) * sizeof *proof);
            assert(proof != NULL);
            memset(&proof[proofs], 0, sizeof *proof);
            read_proof(text + 1, &proof[proofs++]);
        }
    }
    check(pipe != NULL && pclose(pipe) == 0, "%s is judged, and jq reads it", file);
    for (size_t i = 0; i < proofs; i++)
        check_proof(file, record, &proof[i]);
    free(proof);
    free(text);
    free(record);
}

int main(int count, char **words)
{
    static const char *const games[] = {"hyakumonogatari", "needfire"};
    char folder[] = "/tmp/fuda-proof-XXXXXX", file[64], command[512];
    for (int i = 1; i < count; i++)
        for (int k = 0; k < 2; k++)
            check_file(words[i], games[k]);
    if (count > 1) {
        printf("%u proofs checked, %u of them counts, %u in games passed over\n", checked, counted, passed_over);
        return finish();
    }
    if (!check(mkdtemp(folder) != NULL, "a folder can be made"))
        return finish();
    snprintf(file, sizeof file, "%s/records.fuda", folder);
    for (int k = 0; k < 2; k++) {
        snprintf(command, sizeof command, "grep -lE '^game %s' tests/cases/%s/*.fuda | xargs cat > %s", games[k], games[k], file);
        check(system(command) == 0, "there are cases of %s", games[k]);
        check_file(file, games[k]);
        snprintf(command, sizeof command, "RECORDS=%s ITERS=%u SEED=%u \"$BUILD/tests/test_slips_%s\" > %s/said", file,
                 (unsigned)number_from("ITERS", 300), (unsigned)number_from("SEED", 1), games[k], folder);
        check(system(command) == 0, "records of %s are made", games[k]);
        check_file(file, games[k]);
        printf("%s: %u proofs checked, %u of them counts, %u in games passed over\n", games[k], checked, counted, passed_over);
        check(checked > 15, "there are proofs enough");
        checked = counted = passed_over = 0;
    }
    check(system("\"$FUDA\" judge --json tests/cases/materia/*.fuda 2>/dev/null"
                 " | jq -e '[.games[].findings[].proof] | length > 100 and all(. == null)' >/dev/null") == 0,
          "no finding of Materia rests on a hidden hand");
    if (failed == 0)
        remove_folder(folder);
    return finish();
}
