/*
 * Checks the proofs of findings on hands that change, Hyakumonogatari's and NeedFire's, against the
 * record alone; shares nothing with the judge but the JSON that it prints. Over the records of
 * tests/cases and records in which one line went wrong: every proof must hold, and none any more
 * when a card, a place or a line is taken out of it.
 *
 * The record is told as moves (account.h). A game that this reader cannot follow is passed over.
 *
 * Materia's archives are hands as well, but nothing is found by what they must have held: how many
 * cards they have is public, and a card that is elsewhere is named with the line that showed it.
 * That none of its findings has a proof is checked.
 *
 *     ITERS=n records of each game, SEED=n; or the files that are named
 */
#include "account.h"

#include <assert.h>

static unsigned checked, counted, passed_over;
static struct findings findings;

/* ---- a proof, and less than it --------------------------------------------------------------- */

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
    return ways_hold(s, &p);
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
        if (ways_hold(s, &one))
            return true;
    }
    return false;
}

/*
 * Of like cards in a line that cannot be the first may be the one that cannot: then it says nothing
 * of the last.
 */
static bool leave_last(struct story *s, const struct proof *p)
{
    unsigned like = 0;
    for (unsigned i = 0; i < s->moves && p->kind[1] == 'm'; i++)
        like += s->move[i].line == p->line && s->move[i].kind >= 0
                && strcmp(s->name[s->move[i].kind], p->card) == 0;
    for (unsigned i = s->moves; i-- > 0 && like > 1;)
        if (s->move[i].line == p->line && s->move[i].kind >= 0
            && strcmp(s->name[s->move[i].kind], p->card) == 0) {
            memmove(s->move + i, s->move + i + 1, (--s->moves - i) * sizeof *s->move);
            return true;
        }
    return false;
}

static void check_proof(const char *file, const char *record, const struct proof *p)
{
    static struct story s;
    story_read(&s, record, p);
    story_add_claims(&s, p);
    for (unsigned k = 0; k < s.kinds; k++)
        s.lost |= s.copies[k] > COPIES;
    for (unsigned i = 0; i < p->cards; i++)
        story_kind(&s, p->code[i]);
    passed_over += s.lost;
    if (s.lost && number_from("VERBOSE", 0) > 0)
        printf("%s: %s at line %u is passed over\n", file, p->rule, p->line);
    if (s.lost)
        return;
    checked++;
    bool holds = ways_prove(&s, p);
    while (!holds && leave_last(&s, p))
        holds = ways_prove(&s, p);
    if (!check(holds, "%s: the proof of %s at line %u does not hold", file, p->rule, p->line))
        return;
    counted += p->places > 0;
    if (p->places > 0 && strcmp(p->kind, "irregular") == 0)
        check(!shows_in_one(&s, p), "%s: %s at line %u is counted, though a card is on record",
            file, p->rule, p->line);
    for (unsigned i = 0; i < p->cards + p->places + p->lines; i++)
        check(!without(*p, i, &s), "%s: the proof of %s at line %u holds without its part %u", file,
            p->rule, p->line, i);
}

/* ---- what the judge says --------------------------------------------------------------------- */

static const char flat[] =
    "def n: map(tostring) | join(\" \"); .games | to_entries[] | .key as $g | .value | "
    "select(.game == $game) | .players as $p"
    " | .findings[] | select(.kind | IN(\"irregular\", \"conflict\", \"impossible\")) | \"F \\($g) "
    "\\(.line) \\(.rule) \\(.kind) \\(.card // \"-\") \\(if .proof then 1 else 0 end)\","
    " (select(.proof) | select(.rule != \"needfire/start\") | \"P \\($game) \\($g) \\(.kind) "
    "\\(.rule) \\(.seat // \"-\") \\(.line) \\([.line, .because[]] | max) \\(.card // \"-\")"
    " \\(($p + [\"-\", \"-\", \"-\"])[:4] | n) \\(.proof.cards | length) \\(.proof.cards | n) "
    "\\(.proof.places | length)"
    " \\([.proof.places[] | (.seat // \"-\"), .room] | n) \\(.proof.lines | length) "
    "\\(.proof.lines | n)"
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
    snprintf(command, sizeof command,
        "\"$FUDA\" judge --json '%s' 2>/dev/null | jq -r --arg game %s '%s'", file, game, flat);
    FILE *pipe = popen(command, "r");
    record = read_file(file, &length);
    findings.count = 0;
    while (pipe != NULL && getline(&text, &room, pipe) > 0) {
        if (text[0] == 'F' && findings.count < FINDINGS) {
            struct finding *f = &findings.of[findings.count++];
            sscanf(text + 1, "%u %u %39s %11s %15s %u", &f->number, &f->line, f->rule, f->kind,
                f->card, &f->proved);
        } else if (text[0] == 'P') {
            proof = realloc(proof, (proofs + 1) * sizeof *proof);
            assert(proof != NULL);
            proof[proofs] = (struct proof){.all = &findings};
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
        printf("%u proofs checked, %u of them counts, %u in games passed over\n", checked, counted,
            passed_over);
        return finish();
    }
    if (!check(mkdtemp(folder) != NULL, "a folder can be made"))
        return finish();
    snprintf(file, sizeof file, "%s/records.fuda", folder);
    for (int k = 0; k < 2; k++) {
        snprintf(command, sizeof command,
            "grep -lE '^game %s' tests/cases/%s/*.fuda | xargs cat > %s", games[k], games[k], file);
        check(system(command) == 0, "there are cases of %s", games[k]);
        check_file(file, games[k]);
        snprintf(command, sizeof command,
            "JUDGED=0 RECORDS=%s ITERS=%u SEED=%u \"$BUILD/tests/test_slips_%s\" > %s/said", file,
            (unsigned)number_from("ITERS", 300), (unsigned)number_from("SEED", 1), games[k],
            folder);
        check(system(command) == 0, "records of %s are made", games[k]);
        check_file(file, games[k]);
        printf("%s: %u proofs checked, %u of them counts, %u in games passed over\n", games[k],
            checked, counted, passed_over);
        check(checked > 15, "there are proofs enough");
        checked = counted = passed_over = 0;
    }
    check(system(
              "\"$FUDA\" judge --json tests/cases/materia/*.fuda 2>/dev/null"
              " | jq -e '[.games[].findings[].proof] | length > 100 and all(. == null)' >/dev/null")
              == 0,
        "no finding of Materia rests on a hidden hand");
    if (failed == 0)
        remove_folder(folder);
    return finish();
}
