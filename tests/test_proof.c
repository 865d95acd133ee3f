/*
 * Checks the proofs of the trick games' findings against the record alone (proof.h). Over the
 * records of tests/cases and records made by chance: every proof must hold, and none any more when
 * a card, a place or a line is taken out of it. A round that this reader cannot follow is passed
 * over.
 */
#include "proof.h"

static struct refused refused;
static unsigned proofs, counted, passed_over;

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

/*
 * Is a single card on record that shows it, told in one line (beside the card aside)? Then nobody
 * needs a count.
 */
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
    read_round(record, p, strcmp(p->kind, "impossible") == 0, &refused, &r);
    r.lost |= r.players < 3 || !r.begun;
    passed_over += r.lost;
    if (r.lost)
        return;
    proofs++;
    r.other = p->suspects > 1 && !holds(&r, *p);
    if (!check(holds(&r, *p), "%s: the proof of %s at line %u does not hold", file, p->rule,
            p->line))
        return;
    counted += p->places > 0;
    if (p->places > 0 && strcmp(p->kind, "irregular") == 0)
        check(!shows_in_one(&r, p), "%s: %s at line %u is counted, though a card is on record",
            file, p->rule, p->line);
    for (int i = 0; i < p->cards + p->places + p->lines; i++) {
        struct proof less = *p;
        if (i < p->cards)
            take_out(less.code, NULL, NULL, i, &less.cards);
        else if (i < p->cards + p->places)
            take_out(less.place, less.room, NULL, i - p->cards, &less.places);
        else
            take_out(NULL, NULL, less.at, i - p->cards - p->places, &less.lines);
        check(!holds(&r, less), "%s: the proof of %s at line %u holds without its part %d", file,
            p->rule, p->line, i);
    }
}

/* ---- what the judge says ------------------------------------------------------------------- */

static const char flat[] =
    "def n: join(\" \"); [.games | to_entries[] | .key as $g | .value | select(.game == "
    "\"haratama\" or .game == \"tezumashi\")"
    " | .players as $p | .game as $k | .findings[] | . + {g: $g, p: $p, k: $k}] | (.[] | "
    "select(.kind == \"impossible\") | \"I \\(.g) \\(.line)\"),"
    " (.[] | select(.proof | not) | select((.kind | IN(\"irregular\", \"conflict\")) and (.rule | "
    "test(\"/(follow|blue-lead|first-lead|fox)\")))"
    " | \"N \\(.line) \\(.rule)\"), (.[] | select(.proof) | .p as $p | def s: . as $s | $p | "
    "index([$s]) // -1;"
    " \"P \\(.k) \\(.text | test(\"showed the\")) \\(.g) \\(.kind) \\(.rule) \\(.seat | s) "
    "\\(.line) \\(.card // \"-\")"
    " \\(.proof.cards | length) \\(.proof.cards | n) \\(.proof.places | length) "
    "\\([.proof.places[] | (.seat | s), .room] | map(tostring) | n)"
    " \\(.proof.lines | length) \\(.proof.lines | map(tostring) | n) \\(.suspects | length) "
    "\\([.suspects[] | (.seat | s), .line] | map(tostring) | n)\")";

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
    if (line[0] == 'I' && refused.count < REFUSED) {
        sscanf(line + 1, "%u %u", &refused.of[refused.count][0], &refused.of[refused.count][1]);
        refused.count++;
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
    snprintf(command, sizeof command,
        "\"$FUDA\" judge --json %s 2>/dev/null | jq -r '.games | group_by(.file)[]"
        " | \"F\\(.[0].file)\", ({games: .} | %s)'",
        files, flat);
    FILE *pipe = popen(command, "r");
    while (pipe != NULL && getline(&line, &room, pipe) > 0) {
        if (line[0] == 'F') {
            snprintf(file, sizeof file, "%.*s", (int)strcspn(line + 1, "\n"), line + 1);
            free(record);
            record = read_file(file, &length);
            refused.count = 0;
        } else if (record != NULL)
            check_line(file, record, line);
    }
    check(pipe != NULL && pclose(pipe) == 0 && record != NULL, "%s: judged, and jq reads it",
        files);
    free(line);
    free(record);
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
    begin_games(number_from("SEED", 1));
    if (!check(mkdtemp(folder) != NULL, "a folder can be made"))
        return finish();
    snprintf(file, sizeof file, "%s/chance.fuda", folder);
    for (uint64_t done = 0; done < games; done += 50) {
        FILE *out = fopen(file, "w");
        if (!check(out != NULL, "%s can be written", file))
            break;
        write_games(out, 50);
        fclose(out);
        check_files(file);
        if (failed > 0)
            return finish(); /* the file stays */
    }
    remove_folder(folder);
    printf("%u proofs, %u of them counts, %u in rounds passed over\n", proofs, counted,
        passed_over);
    check(proofs > games, "there are proofs enough");
    return finish();
}
