/*
 * The story that a record tells, as far as a proof's moment, and what was claimed; see account.h.
 */
#include "account.h"

int story_kind(struct story *s, const char *name)
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

void story_add(struct story *s, unsigned line, char act, int place, int kind, int count)
{
    s->lost |= s->moves == MOVES;
    if (!s->lost)
        s->move[s->moves++] = (struct move){line, act, place, kind, count};
}

/* ---- the record ------------------------------------------------------------------------------ */

int proof_seat(const struct proof *p, const char *name)
{
    for (int i = 0; i < 4; i++)
        if (strcmp(p->players[i], name) == 0)
            return i;
    return -1;
}

/*
 * After these findings the story can still be told: a card where it cannot be, a refill that was
 * not as many.
 */
static bool can_follow(const struct finding *f, const struct proof *p)
{
    const bool impossible = f->kind[1] == 'm' && f->card[0] != '-',
               refill = f->kind[1] == 'r' && strstr(f->rule, "/refill") != NULL;
    return p->game[0] == 'h' && f->number == p->number && f->line < p->line
           && (impossible || refill);
}

static const struct finding *find_followed(const struct proof *p, unsigned line)
{
    for (unsigned i = 0; i < p->all->count; i++)
        if (p->all->of[i].line == line && can_follow(&p->all->of[i], p))
            return &p->all->of[i];
    return NULL;
}

static void say_line(struct story *s, const struct proof *p, char *text, unsigned line)
{
    const struct finding *wrong = find_followed(p, line);
    int seat = -1;
    s->lost |= wrong != NULL && strchr(text, ';') != NULL;
    s->wrong_count = wrong != NULL && wrong->kind[1] == 'r';
    /* it is not told how many were drawn */
    s->lost |= s->wrong_count && strstr(text, "refill ") == NULL;
    for (char *rest = text, *said; (said = strsep(&rest, ";")) != NULL;) {
        char *word[WORDS], *save = NULL, *colon = strchr(said, ':');
        int words = 0;
        if (colon != NULL && strncmp(said + strspn(said, " "), "house", 5) != 0) {
            *colon = '\0';
            seat = proof_seat(p, strtok_r(said, " \t", &save));
            s->lost |= seat < 0;
            said = colon + 1;
        }
        for (char *at = strtok_r(said, " \t\n", &save); at != NULL && words < WORDS;
             at = strtok_r(NULL, " \t\n", &save))
            if (strcmp(at, "!") != 0)
                word[words++] = at;
        if (words == 0 || s->lost || strcmp(word[0], "players") == 0)
            continue;
        if (wrong != NULL && !s->wrong_count && seat >= 0)
            account_refused(s, seat, word, words, wrong, p->kind[1] == 'm');
        else if (p->game[0] == 'h')
            account_hyakumonogatari(s, seat, word, words, line);
        else
            account_needfire(s, seat, word, words, line);
    }
}

/* Findings that make the rest of a game another one than the lines say. */
static bool goes_astray(const struct proof *p, unsigned line)
{
    static const char *const harmless[] = {"/ritual", "/discard", "/doll", "/curse-card", "/start",
        "/limit", "/sun"};
    for (unsigned i = 0; i < p->all->count; i++) {
        const struct finding *f = &p->all->of[i];
        bool fine = f->number != p->number || f->line > line
                    || (f->line == p->line && strcmp(f->rule, p->rule) == 0) || can_follow(f, p);
        for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
            fine |= f->kind[1] != 'm' && strstr(f->rule, harmless[k]) != NULL;
        if (!fine)
            return true;
    }
    return false;
}

void story_read(struct story *s, const char *record, const struct proof *p)
{
    char *copy = strdup(record), *rest = copy, *text;
    unsigned line = 0, game = 0, last = p->last;
    *s = (struct story){.seat = proof_seat(p, p->seat), .size = {-1, -1}, .account_at = p->line};
    account_needfire_begin();
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
    s->lost |= s->overfull && p->card[0] != '-' && p->card[0] != '\0';
    free(copy);
}

/* ---- what was claimed ------------------------------------------------------------------------ */

/* After the draw of that line, and before what was taken or laid in it. */
static int moment(const struct story *s, unsigned line, bool before_uses)
{
    unsigned i = 0;
    while (i < s->moves
           && (s->move[i].line < line
               || (s->move[i].line == line && !before_uses && s->move[i].act != 'T')
               || (s->move[i].line == line && s->move[i].act == 'D')))
        i++;
    return (int)i;
}

static void add_claim(struct story *s, const struct proof *p, const char *who, unsigned line)
{
    struct claim *c = &s->claim[s->claims++];
    const bool curse = strstr(p->rule, "/curse-card") != NULL,
               draw = strstr(p->rule, "/draw") != NULL;
    const int seat = proof_seat(p, who);
    bool shade = false;
    *c = (struct claim){.place = draw ? 1 - seat : seat, .at = moment(s, line, draw || curse)};
    for (int i = 0; i < c->at; i++)
        shade |= s->move[i].act == 'L' && strcmp(s->name[s->move[i].kind], "shade") == 0;
    for (unsigned k = 0; k < s->kinds; k++) {
        const char *name = s->name[k];
        c->kind[k] = curse  ? strcmp(name, "curse") == 0
                     : draw ? strcmp(name, "curse") != 0
                            : strcmp(name, "curse") != 0 && strcmp(name, "doll") != 0
                                  && (strcmp(name, "shade") != 0 || !shade);
    }
    s->lost |= seat < 0 || (!curse && !draw && s->night > 1);
}

void story_add_claims(struct story *s, const struct proof *p)
{
    if (p->game[0] != 'h' || strcmp(p->kind, "impossible") == 0
        || strstr(p->rule, "/consent") != NULL || strstr(p->rule, "/refill") != NULL)
        return;
    if (p->suspects == 0)
        add_claim(s, p, p->seat, p->line);
    if (strstr(p->rule, "/draw") != NULL && p->suspects == 0
        && p->last == p->line) /* ruled at once: what the line goes on to do tells nothing yet */
        s->moves = (unsigned)s->claim[0].at;
    s->lost |= p->suspects > 0 && strstr(p->rule, "/use") == NULL; /* of several kinds */
    for (unsigned i = 0; i < p->suspects; i++)
        add_claim(s, p, p->who[i], p->from[i]);
}
