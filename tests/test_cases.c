/*
 * Runs every record below tests/cases/ through core and compares what comes out with what the
 * record itself expects. A new case is one file, GAME/NAME.fuda: its first line is a comment that
 * says why, and comments of their own line say what is expected:
 *
 *   # expect: irregular haratama/follow line 7 seat Bo card p4 because 9
 *   # expect: conflict haratama/follow line 9 seat Dai card b2 suspects Bo@7 Dai@9
 *   # expect: open haratama/tie line 12 house tie
 *   # expect: fault line 5 column 3 "not a card of this game"
 *   # expect: verdict clean                       (of each game of the file, in their order)
 *   # expect: score rounds[0].loss 90 0 90 90     (all values below that path, in their order)
 *   # expect: score games[1].winners Aki          (a game other than the first)
 *   # expect: score winners                       (an empty list)
 *
 * A finding is its kind, its rule and any of: line N, seat NAME, card CARD, house KEY, because
 * LINE…, suspects NAME@LINE…, text "PART OF WHAT IT SAYS" (names with spaces in quotes; a - means
 * none). What is left out is not compared. The findings must be exactly the expected ones in their
 * order, and so must the faults; only `open` findings need no mention while a file lists none of
 * them. Scores are what `fuda score --json` prints, with `finished`, `winners` and `players`.
 *
 * Besides, every record is cut after each of its lines and read plainly: what was proved before the
 * cut must be found in the whole as well. At the end the tables are gone through: every judged rule
 * of every game and every message in core's sources must have been reached.
 *
 *   test_cases [FILE|FOLDER…]    only these, without the tables
 */
#include "check.h"
#include "core/core.h"
#include "plain.h"

#include <sys/stat.h>

/* Messages that the cases need not reach, and why. */
static const struct {
    const char *id, *why;
} unreachable[] = {
    {"When does the game end: after a number of rounds, or once somebody has lost a number of "
     "points?",
        "an option, not a question: it is never open"},
    {"nobody at this table is called “{found}”; expected {about}, as in `{example}`",
        "told at the table alone: in a file the first word may be meant for any other"},
    {"May the cards thrown in be looked through: in disputes, freely, or never?",
        "kept for the table; no ruling depends on it"},
    {"May the table ask for the odds while a round is played: freely, or are they locked?",
        "kept for the table; no ruling depends on it"},
    {"May the table ask for the odds while a deal is played: freely, or are they locked?",
        "kept for the table; no ruling depends on it"},
    {"Does the table ask for the cards that are passed: do they stay hidden, or are they noted?",
        "kept for the table; no ruling depends on it"},
    {"What the table decided after an irregularity; the score stays as it was played.",
        "kept for the table; no ruling depends on it"},
    {"Do the first three battle cards lie as they were dealt, or may each player arrange them?",
        "kept for the table; no ruling depends on it"},
    {"Who begins, if it is not the holder of the highest number?",
        "an option, not a question: it is never open"},
    {"More ignitions than a deck has cards.", "a guard of the array: a card is lit once"},
    {"{seat} cannot have laid that many cards face down.",
        "a guard of the array: who lays a card has taken one before"},
    {"From here on too many lines do not fit; the rest of it is not judged.",
        "told of a record with four slips in one round; the test of slips has those"},
    {"this grows beyond what can be counted, 999999999",
        "a round tells its column alone; the test of formulas has it"},
    {"No number of players fits both `seats` and `teams`.",
        "no game of such a pack begins; the test of packs of scores has it"},
    {"No number of players fits this pack.",
        "no game of such a pack begins; the test of packs of tricks has it"},
    {"revelation", "the name on a sticker"},
    {"score table", "the name on a sticker"},
    {"butterfly minus card", "the name on a sticker"},
    {"umbrella minus card", "the name on a sticker"},
    {"water minus card", "the name on a sticker"},
    {"ring minus card", "the name on a sticker"},
};

enum { WORDS_MOST = 256 };

/* ---- texts and lists --------------------------------------------------------------------- */

struct list {
    char **at;
    size_t count, room;
};

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static void list_add(struct list *list, const char *text)
{
    if (list->count == list->room) {
        list->room = list->room * 2 + 16;
        list->at = must(realloc(list->at, list->room * sizeof *list->at));
    }
    list->at[list->count++] = must(strdup(text));
}

static bool list_has(const struct list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->at[i], text) == 0)
            return true;
    return false;
}

static void list_once(struct list *list, const char *text)
{
    if (!list_has(list, text))
        list_add(list, text);
}

static void list_clear(struct list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    free(list->at);
    *list = (struct list){0};
}

/* ---- what comes out ---------------------------------------------------------------------- */

struct finding {
    enum ruling_kind kind;
    unsigned line;
    char rule[64], seat[NAME_MOST + 1], card[16], house[32], because[64], suspects[2048],
        text[4096];
};

struct result {
    struct finding *finding;
    size_t findings, finding_room;
    struct list faults;        /* "line 5 column 3: text" */
    struct list paths, values; /* of the scores, in their order; an opened list has no value */
    char verdicts[512];
    int games;            /* begun so far */
    struct list *reached; /* message ids, and judged rules as GAME/id */
};

/* A teller that writes down each value with the path to it. */
struct flat {
    struct plain plain;
    struct result *result;
    const char *rows_key;
    char path[512];
    size_t length[16]; /* of the path, outside of each open bracket */
    int index[16], depth, rows;
};

struct run {
    struct result *result;
    struct flat flat;
    struct list packs; /* names, each before its rows */
    void *rows[32];
    void *before; /* the state before the statement accepted last */
};

static void result_clear(struct result *result)
{
    free(result->finding);
    list_clear(&result->faults);
    list_clear(&result->paths);
    list_clear(&result->values);
}

static void pair_add(struct result *result, const char *path, const char *value)
{
    list_add(&result->paths, path);
    list_add(&result->values, value);
}

/* Sets the path of the next value; returns its length before. */
static size_t step(struct flat *f, const char *key)
{
    size_t before = strlen(f->path), room = sizeof f->path - before;
    if (f->depth == 0 && key == NULL)
        snprintf(f->path + before, room, ".%s[%d]", f->rows_key, f->rows++);
    else if (key == NULL)
        snprintf(f->path + before, room, "[%d]", f->index[f->depth - 1]++);
    else
        snprintf(f->path + before, room, ".%s", key);
    return before;
}

static void flat_value(struct flat *f, const char *key, const char *value)
{
    size_t before = step(f, key);
    pair_add(f->result, f->path, value);
    f->path[before] = '\0';
}

static void flat_open(struct teller *t, const char *key, char bracket)
{
    struct flat *f = (struct flat *)t;
    size_t before = step(f, key);
    if (bracket == '[')
        pair_add(f->result, f->path, "");
    f->length[f->depth] = before;
    f->index[f->depth++] = 0;
}

static void flat_close(struct teller *t)
{
    struct flat *f = (struct flat *)t;
    f->path[f->length[--f->depth]] = '\0';
}

static void flat_number(struct teller *t, const char *key, long number)
{
    char text[32];
    snprintf(text, sizeof text, "%ld", number);
    flat_value((struct flat *)t, key, text);
}

static void flat_truth(struct teller *t, const char *key, bool truth)
{
    flat_value((struct flat *)t, key, truth ? "true" : "false");
}

static void flat_text(struct teller *t, const char *key, struct span text)
{
    char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)text.length, text.at);
    flat_value((struct flat *)t, key, copy);
}

static void flat_nothing(struct teller *t, const char *key)
{
    flat_value((struct flat *)t, key, "null");
}

/* ---- messages in words ------------------------------------------------------------------- */

static void put(char *out, size_t size, const char *bytes, size_t length)
{
    size_t before = strlen(out);
    snprintf(out + before, size - before, "%.*s", (int)length, bytes);
}

static void put_seat(char *out, size_t size, const struct setting *setting, int seat)
{
    if (seat < 0 || seat >= setting->seats->count)
        put(out, size, "-", 1);
    else
        put(out, size, setting->seats->row[seat].name, setting->seats->row[seat].length);
}

static void put_card(char *out, size_t size, const struct setting *setting, int card)
{
    char text[NAME_MOST] = "-";
    put(out, size, text, card < 0 ? 1 : card_spell(setting, card, false, text));
}

static void put_value(char *out, size_t size, const struct value *v, const struct setting *setting,
    struct list *reached)
{
    char digits[16], text[CHOICE_MOST];
    switch (v->kind) {
    case VALUE_NUMBER:
        put(out, size, digits, (size_t)snprintf(digits, sizeof digits, "%ld", (long)v->number));
        return;
    case VALUE_SEAT: put_seat(out, size, setting, v->number); return;
    case VALUE_SEATS:
        for (int i = 0; i < setting->seats->count; i++)
            if (v->number >> i & 1) {
                put_seat(out, size, setting, i);
                put(out, size, " ", 1);
            }
        return;
    case VALUE_CARD: put_card(out, size, setting, v->number); return;
    case VALUE_CARDS:
        for (int card = 0; card < 128; card++)
            if (v->cards.bits[card / 64] >> card % 64 & 1) {
                put_card(out, size, setting, card);
                put(out, size, " ", 1);
            }
        return;
    case VALUE_NUMBERS:
        for (int i = 0; i < v->number; i++)
            put(out, size, digits,
                (size_t)snprintf(digits, sizeof digits, "%u ", (unsigned)v->numbers[i]));
        return;
    case VALUE_WORD:
        list_once(reached, v->text);
        put(out, size, v->text, strlen(v->text));
        return;
    case VALUE_ANSWERS:
        for (const struct house_answer *a = v->option->answer; a->word != NULL; a++) {
            put(out, size, text, answer_write(a, a->number, text));
            put(out, size, " ", 1);
        }
        return;
    case VALUE_SHARE:
    case VALUE_TRUTH:
    case VALUE_NOTHING: return;
    case VALUE_TEXT: put(out, size, v->text, v->length); return;
    }
}

/* Reached, as it were, where a message names a value that it was not given: see check_hollow. */
static const char hollow[] = "without its value: ";

/* The message with its values. */
static void put_message(char *out, size_t size, const struct message *m, const struct ruling *r,
    const struct setting *setting, struct list *reached)
{
    list_once(reached, m->id);
    for (const char *at = m->id; *at != '\0';) {
        size_t plain = strcspn(at, "{");
        put(out, size, at, plain);
        at += plain;
        if (*at == '\0')
            return;
        size_t length = strcspn(++at, "}");
        int i = 0;
        while (i < m->count
               && (strlen(m->value[i].name) != length || memcmp(m->value[i].name, at, length) != 0))
            i++;
        if (i < m->count)
            put_value(out, size, &m->value[i], setting, reached);
        else if (r != NULL && length == 4 && memcmp(at, "seat", 4) == 0 && r->seat >= 0)
            put_seat(out, size, setting, r->seat);
        else if (r != NULL && length == 4 && memcmp(at, "card", 4) == 0 && r->card >= 0)
            put_card(out, size, setting, r->card);
        else {
            char name[4096];
            snprintf(name, sizeof name, "%s{%.*s} of “%s”", hollow, (int)length, at, m->id);
            list_once(reached, name);
        }
        at += length + (at[length] == '}');
    }
}

/* ---- the host ---------------------------------------------------------------------------- */

static void host_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    struct run *run = user;
    char text[4096];
    snprintf(text, sizeof text, "line %lu column %lu: ", (unsigned long)line,
        (unsigned long)fault->column);
    put_message(text, sizeof text, &fault->message, NULL, &r->setting, run->result->reached);
    list_add(&run->result->faults, text);
}

/* Judged rules that are a question only: an open finding reaches them. */
static const char *const questions[] = {"no-winner", "equal", "ability"};

static bool is_question(const char *id)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(questions[i], id) == 0)
            return true;
    return false;
}

static void note_rule(struct result *result, const struct rulebook *book, const char *id)
{
    char name[64];
    snprintf(name, sizeof name, "%s/%s", book->id, id);
    list_once(result->reached, name);
}

static void host_finding(void *user, const struct ruling *r, const struct record *record)
{
    struct result *result = ((struct run *)user)->result;
    const struct setting *setting = &record->setting;
    if (result->findings == result->finding_room) {
        result->finding_room = result->finding_room * 2 + 16;
        result->finding = must(
            realloc(result->finding, result->finding_room * sizeof *result->finding));
    }
    struct finding *f = &result->finding[result->findings++];
    memset(f, 0, sizeof *f);
    f->kind = r->kind;
    f->line = r->line;
    snprintf(f->rule, sizeof f->rule, "%s/%s", setting->book->id, setting->book->rules[r->rule].id);
    snprintf(f->house, sizeof f->house, "%s",
        r->option < 0 ? "-" : setting->book->options[r->option].key);
    put_seat(f->seat, sizeof f->seat, setting, r->seat);
    put_card(f->card, sizeof f->card, setting, r->card);
    for (int i = 0; i < r->because_count; i++) {
        size_t at = strlen(f->because);
        snprintf(f->because + at, sizeof f->because - at, "%s%lu", i > 0 ? " " : "",
            (unsigned long)r->because[i]);
    }
    for (int i = 0; i < r->suspect_count; i++) {
        put(f->suspects, sizeof f->suspects, " ", i > 0);
        put_seat(f->suspects, sizeof f->suspects, setting, r->suspect[i].seat);
        size_t at = strlen(f->suspects);
        snprintf(f->suspects + at, sizeof f->suspects - at, "@%lu",
            (unsigned long)r->suspect[i].line);
    }
    put_message(f->text, sizeof f->text, &r->message, r, setting, result->reached);
    if (r->claim.claim != NULL)
        list_once(result->reached, r->claim.claim);
    if (r->grounds.shown != NULL)
        list_once(result->reached, r->grounds.shown);
    if (r->grounds.nobody != NULL && r->grounds.cards > 0)
        list_once(result->reached, r->grounds.nobody);
    if (r->kind != RULING_OPEN || is_question(setting->book->rules[r->rule].id))
        note_rule(result, setting->book, setting->book->rules[r->rule].id);
}

static void host_begins(void *user, const struct record *r)
{
    struct run *run = user;
    struct flat *f = &run->flat;
    snprintf(f->path, sizeof f->path, "games[%d]", run->result->games++);
    f->depth = f->rows = 0;
    f->rows_key = r->setting.book->rows_key;
    if (r->begun)
        memcpy(run->before, r->state, r->setting.book->state_size);
    flat_text(&f->plain.teller, "game",
        (struct span){r->setting.book->id, strlen(r->setting.book->id)});
    flat_open(&f->plain.teller, "players", '[');
    for (int i = 0; i < r->seats.count; i++)
        tell_seat(&f->plain.teller, NULL, i);
    flat_close(&f->plain.teller);
}

/* What the table would say of each accepted statement: its messages count as reached, too. */
static void host_accepted(void *user, const struct statement *said, const struct record *r)
{
    enum { NEWS_MOST = 32 };
    struct run *run = user;
    struct message news[NEWS_MOST];
    struct result unread = {.reached = run->result->reached};
    struct flat flat = {.plain = run->flat.plain, .result = &unread, .rows_key = ""};
    const struct rulebook *book = r->setting.book;
    char text[4096] = "";
    (void)said;
    if (!r->begun)
        return;
    if (book->table != NULL) {
        book->table->place(r->state, &r->setting, &news[0]);
        put_message(text, sizeof text, &news[0], NULL, &r->setting, run->result->reached);
    }
    struct news list = {.row = news, .most = NEWS_MOST};
    if (book->table != NULL)
        book->table->news(run->before, r->state, &r->setting, &list);
    for (unsigned i = 0; i < list.count; i++)
        put_message(text, sizeof text, &news[i], NULL, &r->setting, run->result->reached);
    if (book->table != NULL)
        book->table->tell(r->state, &r->setting, &flat.plain.teller);
    memcpy(run->before, r->state, book->state_size);
    result_clear(&unread);
}

enum { CODES = 128 };

/* Which numbers are cards' codes: of a deck that its rulebook lists only those of its cards. */
static void find_codes(const struct rulebook *book, bool code[CODES])
{
    struct sticker sticker;
    for (int card = 0; card < CODES; card++)
        code[card] = book->deck != NULL;
    for (unsigned n = 0; book->deck == NULL && book->stickers->nth(NULL, n, &sticker); n++)
        if (sticker.card >= 0 && sticker.card < CODES)
            code[sticker.card] = true;
}

/* What the table would answer to `what-if`, card by card: why not counts as reached, too. */
static void ask_what_if(const struct record *r, const struct run *run)
{
    struct list *reached = run->result->reached;
    struct result unread = {.reached = reached};
    struct flat flat = {.plain = run->flat.plain, .result = &unread, .rows_key = ""};
    const struct rulebook *book = r->setting.book;
    bool code[CODES];
    if (!r->begun || book->trial == NULL)
        return;
    find_codes(book, code);
    for (int seat = -1; seat < r->seats.count; seat++)
        for (int card = 0; card < CODES; card++) {
            struct message why;
            char text[4096] = "";
            if (code[card]
                && !book->trial->what_if(r->state, &r->setting, seat, card,
                    seat == 0 ? &flat.plain.teller : NULL, &why))
                put_message(text, sizeof text, &why, NULL, &r->setting, reached);
        }
    result_clear(&unread);
}

/* What `fuda pack check` would say of the record's deck: it counts as reached, too. */
static void check_pack(const struct record *r, struct result *result)
{
    const struct rulebook *book = r->setting.book;
    if (!r->begun || book->deck == NULL || book->deck->check == NULL)
        return;
    struct rulings *found = must(calloc(1, sizeof *found));
    book->deck->check(r->setting.pack, found);
    for (int i = 0; i < found->count; i++) {
        char text[4096] = "", name[128];
        put_message(text, sizeof text, &found->row[i].message, &found->row[i], &r->setting,
            result->reached);
        snprintf(name, sizeof name, "%s/%s", book->id, book->rules[found->row[i].rule].id);
        list_once(result->reached, name);
    }
    free(found);
}

/* What the score would say besides counts as reached, too. */
static void note_remarks(const struct record *r, struct result *result)
{
    struct message remark[8];
    struct news remarks = {.row = remark, .most = 8};
    if (r->begun && r->setting.book->remark != NULL)
        r->setting.book->remark(r->state, &r->setting, &remarks);
    for (unsigned i = 0; i < remarks.count; i++)
        list_once(result->reached, remark[i].id);
}

static void host_ends(void *user, const struct record *r)
{
    struct run *run = user;
    struct teller *t = &run->flat.plain.teller;
    uint32_t winners = 0;
    bool finished = r->begun && rulebook_finished(r->setting.book, r->state, &r->setting, &winners);
    put(run->result->verdicts, sizeof run->result->verdicts, " ", run->result->verdicts[0] != '\0');
    put(run->result->verdicts, sizeof run->result->verdicts, verdict_word(r->verdict), 16);
    flat_truth(t, "finished", finished);
    flat_open(t, "winners", '[');
    for (int i = 0; i < r->seats.count; i++)
        if (winners >> i & 1)
            tell_seat(t, NULL, i);
    flat_close(t);
    if (r->begun)
        rulebook_tell_end(r->setting.book, r->state, &r->setting, t);
    check_pack(r, run->result);
    ask_what_if(r, run);
    note_remarks(r, run->result);
}

static void pack_key(const struct rulebook *book, struct span name, char *out, size_t size)
{
    snprintf(out, size, "%s/%.*s", book->id, (int)name.length, name.at);
}

static void *host_pack_new(void *user, const struct rulebook *book, struct span name)
{
    struct run *run = user;
    char key[512];
    if (run->packs.count == sizeof run->rows / sizeof *run->rows)
        return NULL;
    pack_key(book, name, key, sizeof key);
    list_add(&run->packs, key);
    return run->rows[run->packs.count - 1] = must(calloc(1, book->deck->size));
}

static const void *host_pack_find(void *user, const struct rulebook *book, struct span name)
{
    struct run *run = user;
    char key[512];
    pack_key(book, name, key, sizeof key);
    for (size_t i = 0; i < run->packs.count; i++)
        if (strcmp(run->packs.at[i], key) == 0)
            return run->rows[i];
    return NULL;
}

/*
 * The first `lines` lines of a text through a record: as the program reads it, or plainly, as the
 * law alone does.
 */
enum statement_parse { AS_MEANT, PLAINLY };
static void judge(const char *text, size_t length, size_t lines, enum statement_parse reading,
    struct result *result)
{
    struct run run = {.result = result};
    struct record *r = must(malloc(sizeof *r));
    run.flat = (struct flat){.plain = {{flat_open, flat_close, plain_value}, &r->setting,
                                 flat_number, flat_truth, flat_text, flat_nothing},
        .result = result,
        .rows_key = ""};
    struct record_host host = {.fault = host_fault,
        .game_begins = host_begins,
        .finding = host_finding,
        .game_ends = host_ends,
        .teller = &run.flat.plain.teller,
        .accepted = host_accepted,
        .pack_new = host_pack_new,
        .pack_find = host_pack_find,
        .user = &run};
    void *state = must(malloc(rulebook_room())), *aside = must(malloc(rulebook_room())),
         *pack = must(malloc(rulebook_room()));
    struct rulings *rulings = must(malloc(sizeof *rulings));
    run.before = must(malloc(rulebook_room()));
    void *repair = reading == AS_MEANT ? must(calloc(1, repair_room())) : NULL;
    record_init(r, &host,
        &(struct record_room){state, aside, pack, rulings,
            repair != NULL ? repair_init(repair) : NULL});
    for (size_t at = 0; at < length && lines > 0; lines--) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t size = newline != NULL ? (size_t)(newline - text) - at : length - at;
        record_line(r, text + at, size);
        at += size + 1;
    }
    record_end(r);
    for (size_t i = 0; i < run.packs.count; i++)
        free(run.rows[i]);
    list_clear(&run.packs);
    free(run.before);
    free(state);
    free(aside);
    free(pack);
    free(rulings);
    free(repair);
    free(r);
}

/* ---- what is expected -------------------------------------------------------------------- */

/* The words of an expectation: split at spaces, quoted parts whole ("" in them is a quote). */
struct words {
    char *at[WORDS_MOST];
    size_t count;
    char text[4096];
};

static void words_split(struct words *w, const char *from, size_t length)
{
    snprintf(w->text, sizeof w->text, "%.*s", (int)length, from);
    w->count = 0;
    for (char *at = w->text; *at != '\0' && w->count < WORDS_MOST;) {
        at += strspn(at, " \t\r");
        bool quoted = *at == '"';
        at += quoted;
        if (*at == '\0')
            return;
        w->at[w->count++] = at;
        char *to = at;
        for (; *at != '\0' && (quoted ? *at != '"' || at[1] == '"' : strchr(" \t\r", *at) == NULL);
             at++) {
            at += quoted && *at == '"';
            *to++ = *at;
        }
        at += *at != '\0';
        *to = '\0';
    }
}

static bool is_key(const char *word)
{
    static const char *const keys[] = {"line", "seat", "card", "house", "because", "suspects",
        "text"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], word) == 0)
            return true;
    return false;
}

static const char *field(const struct finding *f, const char *key, char number[16])
{
    if (strcmp(key, "seat") == 0)
        return f->seat;
    if (strcmp(key, "card") == 0)
        return f->card;
    if (strcmp(key, "house") == 0)
        return f->house;
    if (strcmp(key, "because") == 0)
        return f->because[0] != '\0' ? f->because : "-";
    if (strcmp(key, "suspects") == 0)
        return f->suspects[0] != '\0' ? f->suspects : "-";
    snprintf(number, 16, "%u", f->line);
    return number;
}

/* Does the finding fit the words KIND RULE {KEY VALUE…}? */
static bool finding_fits(const struct words *w, const struct finding *f)
{
    if (w->count < 2 || strcmp(w->at[0], ruling_word(f->kind)) != 0
        || strcmp(w->at[1], f->rule) != 0)
        return false;
    for (size_t i = 2; i < w->count;) {
        const char *key = w->at[i++];
        char value[2048] = "", number[16];
        if (!is_key(key))
            return false;
        for (bool first = true; i < w->count && (first || !is_key(w->at[i])); first = false, i++) {
            put(value, sizeof value, " ", !first);
            put(value, sizeof value, w->at[i], strlen(w->at[i]));
        }
        if (strcmp(key, "text") == 0 ? strstr(f->text, value) == NULL
                                     : strcmp(field(f, key, number), value) != 0)
            return false;
    }
    return true;
}

/* fault line N [column C] ["part of the text"] */
static bool fault_fits(const struct words *w, const char *fault)
{
    char place[64];
    size_t used = 3;
    if (w->count < 3 || strcmp(w->at[1], "line") != 0)
        return false;
    if (w->count >= 5 && strcmp(w->at[3], "column") == 0) {
        snprintf(place, sizeof place, "line %s column %s:", w->at[2], w->at[4]);
        used = 5;
    } else {
        snprintf(place, sizeof place, "line %s column ", w->at[2]);
    }
    if (strncmp(fault, place, strlen(place)) != 0 || w->count > used + 1)
        return false;
    return w->count == used || strstr(fault, w->at[used]) != NULL;
}

/* All values below a path, joined; false if there is no such path. */
static bool values_at(const struct result *result, const char *path, char *out, size_t size)
{
    char whole[512];
    bool found = false, first = true;
    snprintf(whole, sizeof whole, "%s%s", strncmp(path, "games[", 6) == 0 ? "" : "games[0].", path);
    size_t length = strlen(whole);
    out[0] = '\0';
    for (size_t i = 0; i < result->paths.count; i++) {
        const char *at = result->paths.at[i];
        if (strncmp(at, whole, length) != 0 || strchr("[.", at[length]) == NULL)
            continue;
        found = true;
        if (result->values.at[i][0] == '\0')
            continue;
        put(out, size, " ", !first);
        put(out, size, result->values.at[i], strlen(result->values.at[i]));
        first = false;
    }
    return found;
}

static bool score_fits(const struct words *w, const struct result *result)
{
    char wanted[4096] = "", got[4096];
    if (w->count < 2 || !values_at(result, w->at[1], got, sizeof got))
        return false;
    for (size_t i = 2; i < w->count; i++) {
        put(wanted, sizeof wanted, " ", i > 2);
        put(wanted, sizeof wanted, w->at[i], strlen(w->at[i]));
    }
    return strcmp(wanted, got) == 0;
}

static bool verdict_fits(const struct words *w, const struct result *result)
{
    char wanted[512] = "";
    for (size_t i = 1; i < w->count; i++) {
        put(wanted, sizeof wanted, " ", i > 1);
        put(wanted, sizeof wanted, w->at[i], strlen(w->at[i]));
    }
    return strcmp(wanted, result->verdicts) == 0;
}

/* ---- one case ---------------------------------------------------------------------------- */

struct expected {
    struct list findings, faults, others;
    bool any_open;
    size_t lines;
};

static void expect_line(struct expected *e, const char *at, size_t length)
{
    static const char mark[] = "# expect:";
    size_t skip = strspn(at, " \t");
    if (length < skip + sizeof mark - 1 || strncmp(at + skip, mark, sizeof mark - 1) != 0)
        return;
    struct words w;
    char text[4096];
    size_t from = skip + sizeof mark - 1;
    snprintf(text, sizeof text, "%.*s", (int)(length - from), at + from);
    words_split(&w, text, strlen(text));
    const char *kind = w.count > 0 ? w.at[0] : "";
    if (strcmp(kind, "fault") == 0)
        list_add(&e->faults, text);
    else if (strcmp(kind, "score") == 0 || strcmp(kind, "verdict") == 0)
        list_add(&e->others, text);
    else
        list_add(&e->findings, text);
    e->any_open |= strcmp(kind, "open") == 0;
}

static void expectations(const char *text, size_t length, struct expected *e)
{
    for (size_t at = 0; at < length; e->lines++) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t size = newline != NULL ? (size_t)(newline - text) - at : length - at;
        expect_line(e, text + at, size);
        at += size + 1;
    }
}

static bool findings_fit(const struct expected *e, const struct result *result)
{
    size_t next = 0;
    for (size_t i = 0; i < result->findings; i++) {
        if (result->finding[i].kind == RULING_OPEN && !e->any_open)
            continue;
        struct words w;
        if (next == e->findings.count)
            return false;
        words_split(&w, e->findings.at[next], strlen(e->findings.at[next]));
        if (!finding_fits(&w, &result->finding[i]))
            return false;
        next++;
    }
    return next == e->findings.count;
}

static bool faults_fit(const struct expected *e, const struct result *result)
{
    bool fit = e->faults.count == result->faults.count;
    for (size_t i = 0; i < e->faults.count && fit; i++) {
        struct words w;
        words_split(&w, e->faults.at[i], strlen(e->faults.at[i]));
        fit = fault_fits(&w, result->faults.at[i]);
    }
    return fit;
}

static void print_got(const struct result *result)
{
    for (size_t i = 0; i < result->findings; i++) {
        const struct finding *f = &result->finding[i];
        printf("     got: %s %s line %u seat %s card %s because %s suspects %s house %s\n          "
               "%s\n",
            ruling_word(f->kind), f->rule, f->line, f->seat, f->card,
            f->because[0] ? f->because : "-", f->suspects[0] ? f->suspects : "-", f->house,
            f->text);
    }
    for (size_t i = 0; i < result->faults.count; i++)
        printf("     got: fault %s\n", result->faults.at[i]);
}

static bool compare(const char *path, const struct expected *e, const struct result *result)
{
    bool good = findings_fit(e, result) && faults_fit(e, result);
    if (!good) {
        printf("%s:\n", path);
        for (size_t i = 0; i < e->findings.count; i++)
            printf("expected:%s\n", e->findings.at[i]);
        for (size_t i = 0; i < e->faults.count; i++)
            printf("expected:%s\n", e->faults.at[i]);
        print_got(result);
    }
    for (size_t i = 0; i < e->others.count; i++) {
        struct words w;
        char got[4096] = "no such field";
        words_split(&w, e->others.at[i], strlen(e->others.at[i]));
        bool verdict = strcmp(w.at[0], "verdict") == 0;
        if (verdict ? verdict_fits(&w, result) : score_fits(&w, result))
            continue;
        if (!verdict && w.count > 1)
            values_at(result, w.at[1], got, sizeof got);
        printf("%s:\nexpected:%s\n     got: %s\n", path, e->others.at[i],
            verdict ? result->verdicts : got);
        good = false;
    }
    return good;
}

/*
 * The same; or an act out of turn, of which a line further on shows that it was this seat's turn,
 * badly begun; or an act on a line that names nobody, of which one further on shows that another
 * did it, whose download is missing; or a row too long or a take too small, which is made good too
 * late, and by whom is told; or a play of a trick written the wrong way round with what follows, as
 * a lead out of turn there shows; or it was proved by a line that another one is against.
 */
static bool found_too(const struct finding *f, const struct result *whole)
{
    bool turn = strcmp(f->rule, "materia/turn") == 0,
         limit = strcmp(f->rule, "needfire/limit") == 0;
    bool few = strcmp(f->rule, "needfire/take") == 0 && strcmp(f->card, "-") == 0;
    for (size_t i = 0; i < whole->findings; i++) {
        const struct finding *w = &whole->finding[i];
        bool same = strcmp(w->rule, f->rule) == 0 && strcmp(w->card, f->card) == 0;
        bool download = strcmp(w->rule, "materia/download") == 0, begun = turn && download;
        if (strncmp(f->rule, "materia/", strlen("materia/")) == 0 && w->kind == f->kind && download
            && w->line == f->line)
            return true;
        if (w->kind == f->kind && w->line == f->line && strcmp(w->seat, f->seat) == 0
            && (same || begun))
            return true;
        if ((few || (limit && strcmp(w->seat, f->seat) == 0)) && w->kind == f->kind
            && w->line > f->line && strcmp(w->rule, "needfire/turn") == 0)
            return true;
        if ((strcmp(w->rule, "haratama/turn") == 0 || strcmp(w->rule, "tezumashi/turn") == 0)
            && f->kind == RULING_IRREGULAR && w->line > f->line && w->line <= f->line + 2)
            return true;
        if (w->kind == RULING_IMPOSSIBLE && strcmp(f->because, "-") != 0
            && w->line > strtoul(f->because, NULL, 10))
            return true;
    }
    return false;
}

/* What is proved stays proved, whatever the record adds. */
static bool cut_everywhere(const char *path, const char *text, size_t length, size_t lines,
    const struct result *whole)
{
    bool good = true;
    struct list reached = {0};
    for (size_t cut = 1; cut < lines && good; cut++) {
        struct result part = {.reached = &reached};
        judge(text, length, cut, PLAINLY, &part);
        for (size_t i = 0; i < part.findings && good; i++) {
            const struct finding *f = &part.finding[i];
            if (f->kind < RULING_IRREGULAR || found_too(f, whole))
                continue;
            printf("%s: cut behind line %zu %s %s line %u seat %s card %s is found, in the whole "
                   "it is not\n",
                path, cut, ruling_word(f->kind), f->rule, f->line, f->seat, f->card);
            good = false;
        }
        result_clear(&part);
    }
    list_clear(&reached);
    return good;
}

static bool run_case(const char *path, struct list *reached)
{
    size_t length;
    char *text = read_file(path, &length);
    if (text == NULL) {
        printf("%s: cannot be read\n", path);
        return false;
    }
    struct expected e = {0};
    struct result result = {.reached = reached};
    expectations(text, length, &e);
    judge(text, length, SIZE_MAX, AS_MEANT, &result);
    bool good = compare(path, &e, &result);
    if (text[0] != '#' && !(strncmp(text, "\xEF\xBB\xBF#", 4) == 0)) {
        printf("%s: the first line is no comment that says why\n", path);
        good = false;
    }
    if (e.findings.count + e.faults.count + e.others.count == 0) {
        printf("%s: expects nothing\n", path);
        good = false;
    }
    struct result plain = {.reached = reached};
    judge(text, length, SIZE_MAX, PLAINLY, &plain);
    good &= cut_everywhere(path, text, length, e.lines, &plain);
    result_clear(&plain);
    list_clear(&e.findings);
    list_clear(&e.faults);
    list_clear(&e.others);
    result_clear(&result);
    free(text);
    return good;
}

/* ---- the tables -------------------------------------------------------------------------- */

/* Texts of the tables that `fuda rules`, help and usage lines show; no record need reach them. */
static bool in_tables(const char *text)
{
    for (int g = 0; rulebooks[g] != NULL; g++) {
        const struct rulebook *book = rulebooks[g];
        if (strcmp(book->title, text) == 0 || strcmp(book->card_hint, text) == 0
            || (book->table != NULL && book->table->cards != NULL
                && strcmp(book->table->cards, text) == 0))
            return true;
        for (const struct rule *rule = book->rules; rule->id != NULL; rule++)
            if (strcmp(rule->text, text) == 0
                || (rule->heading_en != NULL && strcmp(rule->heading_en, text) == 0)
                || (rule->deed != NULL && strcmp(rule->deed, text) == 0))
                return true;
        const struct verb *const tables[] = {book->verbs,
            book->deck != NULL ? book->deck->rows : NULL, common_verbs};
        for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
            for (const struct verb *v = tables[t]; v != NULL && v->name != NULL; v++)
                if (strcmp(v->usage, text) == 0 || strcmp(v->summary, text) == 0)
                    return true;
        if (book->deck != NULL && book->deck->beyond != NULL
            && strcmp(book->deck->beyond, text) == 0)
            return true;
        for (int i = 0; book->deck != NULL && book->deck->rows[i].name != NULL; i++) {
            const struct row_form *form = &book->deck->forms[i];
            if (form->about != NULL && strcmp(form->about, text) == 0)
                return true;
            for (size_t k = 0; k < sizeof form->says / sizeof *form->says; k++)
                if (form->says[k] != NULL && strcmp(form->says[k], text) == 0)
                    return true;
        }
    }
    return false;
}

/* The string literals from `at` on, joined, unescaped; `at` is moved after them. */
static void literals(const char **at, char *out, size_t size)
{
    size_t length = 0;
    while (*(*at += strspn(*at, " \t\n")) == '"') {
        for (++*at; **at != '"' && **at != '\0'; ++*at) {
            if (**at == '\\')
                ++*at;
            if (length + 1 < size)
                out[length++] = **at;
        }
        *at += **at == '"';
    }
    out[length] = '\0';
}

static bool allowed(const char *id)
{
    for (size_t i = 0; i < sizeof unreachable / sizeof *unreachable; i++)
        if (strcmp(unreachable[i].id, id) == 0)
            return true;
    return false;
}

static void check_source(void *user, const char *source)
{
    size_t length;
    char *text = read_file(source, &length), id[2048];
    if (strstr(source, "odds.c") != NULL
        || strstr(source, "ask.c") != NULL) /* of the table, not of a record */
        text[0] = '\0';
    for (const char *at = text; (at = strstr(at, "N_(")) != NULL;) {
        at += 3;
        literals(&at, id, sizeof id);
        if (id[0] != '\0' && !in_tables(id))
            check(list_has(user, id) || allowed(id), "%s: no case reaches “%s”", source, id);
    }
    free(text);
}

static void check_rules(const struct list *reached)
{
    for (int g = 0; rulebooks[g] != NULL; g++)
        for (const struct rule *rule = rulebooks[g]->rules; rule->id != NULL; rule++) {
            char name[128];
            snprintf(name, sizeof name, "%s/%s", rulebooks[g]->id, rule->id);
            check(!rule->judged || list_has(reached, name), "no case reaches the rule %s", name);
        }
}

static void check_hollow(const struct list *reached)
{
    for (size_t i = 0; i < reached->count; i++)
        check(strncmp(reached->at[i], hollow, sizeof hollow - 1) != 0, "%s", reached->at[i]);
}

/* ---- all cases --------------------------------------------------------------------------- */

static void check_case(void *user, const char *path)
{
    check(run_case(path, user), "%s answers otherwise", path);
}

int main(int argc, char **argv)
{
    struct list reached = {0};
    for (int i = 1; i < argc; i++)
        walk_files(argv[i], ".fuda", check_case, &reached);
    if (argc < 2) {
        walk_files("tests/cases", ".fuda", check_case, &reached);
        check_rules(&reached);
        walk_files("core", ".c", check_source, &reached);
        check_hollow(&reached);
    }
    list_clear(&reached);
    return finish();
}
