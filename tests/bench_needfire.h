/*
 * NeedFire's part of the bench, included by bench.c: ignitions resolved in random positions, bare
 * and through the rulebook, and whole games judged.
 */

enum { NF_SEATS = 4, NF_ROW = 6, NF_CARDS = 53, NF_POSITIONS = 8 };

/*
 * A position as the bare loop has it: by card (1–26 humans, 27–52 fires) what it makes, by human
 * what it reacts to; of each battle card the elements of the power cards on it, humans and fires
 * apart.
 */
struct nf_deck {
    uint8_t makes[NF_CARDS];
    uint32_t reacts[27];
};

struct nf_position {
    uint8_t rows[NF_SEATS], row[NF_SEATS][NF_ROW];
    uint32_t on[27][2];
    uint8_t loose[NF_CARDS], count; /* cards that can be lit */
};

static void nf_reference(struct nf_deck *d)
{
    static const int difference[] = {0, 1, 3, 9};
    for (int i = 0; i < 26; i++) {
        d->makes[1 + i] = d->makes[27 + i] = (uint8_t)i;
        d->reacts[1 + i] = 0;
        for (int k = 0; k < 4; k++)
            d->reacts[1 + i] |= 1u << ((i < 13 ? 13 : 0) + (i % 13 + difference[k]) % 13);
    }
}

/* Rows of four to six, some twenty power cards: a battle part at its middle. */
static void nf_deal(struct nf_position *p, uint64_t *seed)
{
    uint8_t card[52];
    int at = 0, end = 50; /* two cards are in the box */
    memset(p, 0, sizeof *p);
    for (int i = 0; i < 52; i++)
        card[i] = (uint8_t)(i + 1);
    for (int kind = 0; kind < 52; kind += 26)
        for (int i = 25; i > 0; i--) {
            int k = (int)below(seed, (unsigned)i + 1);
            uint8_t was = card[kind + i];
            card[kind + i] = card[kind + k];
            card[kind + k] = was;
        }
    for (int i = 0; i < NF_SEATS; i++) {
        p->rows[i] = (uint8_t)(4 + below(seed, 3));
        for (int k = 0; k < p->rows[i]; k++)
            p->row[i][k] = card[at++];
    }
    for (int i = 0; i < 20; i++) {
        int seat = (int)below(seed, NF_SEATS), laid = card[--end];
        int on = p->row[seat][below(seed, p->rows[seat])];
        p->on[on][laid > 26] |= 1u << ((laid - 1) % 26);
    }
    while (at < end)
        p->loose[p->count++] = card[at++];
}

struct nf_fight {
    uint8_t count, card[NF_SEATS * NF_ROW], power[NF_SEATS * NF_ROW];
    uint64_t wounded;
};

static void nf_resolve(const struct nf_deck *d, const struct nf_position *p, int ignition,
    struct nf_fight *f)
{
    unsigned best = 0, at_best = 0, above = 0;
    f->count = 0;
    f->wounded = 0;
    for (int i = 0; i < NF_SEATS; i++)
        for (int k = 0; k < p->rows[i]; k++) {
            int card = p->row[i][k];
            uint32_t reacts = d->reacts[card];
            if (!(reacts >> d->makes[ignition] & 1))
                continue;
            unsigned power = count(reacts & p->on[card][0]) + count(reacts & p->on[card][1]);
            power += k > 0 && (reacts >> d->makes[p->row[i][k - 1]] & 1);
            power += k + 1 < p->rows[i] && (reacts >> d->makes[p->row[i][k + 1]] & 1);
            at_best = power > best ? 1 : at_best + (power == best);
            best = power > best ? power : best;
            above += power > 0;
            f->card[f->count] = (uint8_t)card;
            f->power[f->count++] = (uint8_t)power;
        }
    for (int i = 0; i < f->count && f->count > 1; i++)
        if (above == 1 ? f->power[i] > 0 : at_best > 1 || f->power[i] < best)
            f->wounded |= (uint64_t)1 << f->card[i];
}

static double nf_bare_rate(double seconds, uint64_t *sum)
{
    static struct nf_position positions[NF_POSITIONS];
    struct nf_deck deck;
    uint64_t seed = 88172645463325252u;
    long fights = 0;
    nf_reference(&deck);
    for (int i = 0; i < NF_POSITIONS; i++)
        nf_deal(&positions[i], &seed);
    double start = now();
    while (now() - start < seconds)
        for (int i = 0; i < 320 * NF_POSITIONS; i++) {
            struct nf_position p = positions[i % NF_POSITIONS];
            struct nf_fight f;
            nf_resolve(&deck, &p, p.loose[below(&seed, p.count)], &f);
            *sum += f.wounded;
            fights++;
        }
    return (double)fights / (now() - start);
}

static int16_t nf_code(int card) { return (int16_t)(card > 26 ? 64 + card - 26 : card); }

static void nf_say(struct table *t, const char *name, int seat, int arguments)
{
    int i = 0;
    while (strcmp(needfire_rulebook.verbs[i].name, name) != 0)
        i++;
    say(t, i, seat, arguments);
}

static void nf_apply(struct table *t)
{
    struct fault fault;
    t->out->count = 0;
    if (rulebook_try(&t->setting, t->state, t->before, false, &t->said, t->out, &fault) != APPLIED)
        abort();
}

static void nf_card(struct table *t, int card, bool joined)
{
    struct argument *one = &t->said.argument[t->said.count++];
    memset(one, 0, sizeof *one);
    one->kind = ARGUMENT_CARD;
    one->card = nf_code(card);
    one->joined = joined;
}

/* The position, said row by row; then `battle`. */
static void nf_set(struct table *t, const struct nf_position *p)
{
    needfire_rulebook.begin(t->state, &t->setting);
    for (int i = 0; i < NF_SEATS; i++) {
        nf_say(t, "row", i, 0);
        for (int k = 0; k < p->rows[i]; k++) {
            nf_card(t, p->row[i][k], false);
            for (int c = 1; c < NF_CARDS; c++)
                if (p->on[p->row[i][k]][c > 26] >> (c - 1) % 26 & 1)
                    nf_card(t, c, true);
        }
        nf_apply(t);
    }
    nf_say(t, "battle", -1, 0);
    nf_apply(t);
}

/* Each ignition: the position taken from a snapshot, as undo does, then one statement applied. */
static double nf_table_rate(double seconds)
{
    static struct nf_position positions[NF_POSITIONS];
    static unsigned char pack[1 << 16];
    size_t size = needfire_rulebook.state_size;
    unsigned char *snapshots = malloc(NF_POSITIONS * size);
    struct table t;
    uint64_t seed = 88172645463325252u;
    long fights = 0;
    if (needfire_rulebook.deck->size > sizeof pack || snapshots == NULL)
        abort();
    needfire_rulebook.deck->builtin(pack, (struct span){"", 0});
    table_begin(&t, &haratama_rulebook);
    free(t.state);
    free(t.before);
    t.state = malloc(size);
    t.before = calloc(1, size);
    t.setting = (struct setting){.book = &needfire_rulebook,
        .seats = &t.seats,
        .house = &t.house,
        .pack = pack};
    house_default(&t.house, &needfire_rulebook);
    for (int i = 0; i < NF_POSITIONS; i++) {
        nf_deal(&positions[i], &seed);
        nf_set(&t, &positions[i]);
        memcpy(snapshots + (size_t)i * size, t.state, size);
    }
    double start = now();
    while (now() - start < seconds)
        for (int i = 0; i < 320 * NF_POSITIONS; i++) {
            const struct nf_position *p = &positions[i % NF_POSITIONS];
            rulebook_copy(&needfire_rulebook, t.state,
                snapshots + (size_t)(i % NF_POSITIONS) * size);
            if (i == 0)
                nf_say(&t, "ignite", 0, 0);
            t.said.count = 0;
            nf_card(&t, p->loose[below(&seed, p->count)], false);
            nf_apply(&t);
            fights++;
        }
    double rate = (double)fights / (now() - start);
    free(snapshots);
    free(t.state);
    free(t.before);
    free(t.out);
    return rate;
}

/* The same positions both ways, in turn; the best of each. */
static void nf_print_ignitions(void)
{
    double bare = 0, table = 0;
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++) {
        double one = nf_bare_rate(0.25, &sum), other = nf_table_rate(0.25);
        bare = one > bare ? one : bare;
        table = other > table ? other : table;
    }
    printf("NeedFire, ignitions resolved in random positions, bare loop: %.1f M/s (check %u)\n",
        bare / 1e6, (unsigned)(sum % 1000));
    printf("the same through the rulebook: %.2f M/s (goal 5), %.0f %% of the bare loop\n",
        table / 1e6, 100 * table / bare);
}

/* Whole games of three and four, recorded statement by statement, again and again. */
static void nf_write_games(FILE *out, long games)
{
    static const char *const files[] = {"tests/cases/needfire/whole-game-3-discards.fuda",
        "tests/cases/needfire/whole-game-3-no-hands.fuda",
        "tests/cases/needfire/whole-game-4-discards.fuda",
        "tests/cases/needfire/whole-game-4-no-hands.fuda"};
    enum { FILES = sizeof files / sizeof *files };
    static char text[FILES][1 << 14];
    size_t length[FILES];
    for (int i = 0; i < FILES; i++) {
        FILE *in = fopen(files[i], "r");
        if (in == NULL) {
            perror(files[i]);
            exit(1);
        }
        length[i] = fread(text[i], 1, sizeof text[i], in);
        fclose(in);
    }
    for (long i = 0; i < games; i++)
        fwrite(text[i % FILES], 1, length[i % FILES], out);
}

static void nf_print_games(char *fuda)
{
    char few[] = "/tmp/fuda-bench-XXXXXX", many[] = "/tmp/fuda-bench-XXXXXX";
    enum { FEW = 400, MANY = 20000 };
    temporary(few, FEW, nf_write_games);
    temporary(many, MANY, nf_write_games);
    struct usage small = judge(fuda, few, 5), large = judge(fuda, many, 3);
    printf("NeedFire, whole games judged as a whole process: %.0f games/s (%.1f MiB); %d take %.1f "
           "x what %d take\n",
        MANY / large.seconds, (double)large.kilobytes / 1024, MANY, large.seconds / small.seconds,
        FEW);
    unlink(few);
    unlink(many);
}
