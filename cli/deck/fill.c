/*
 * fuda pack fill: asks for the cards that a pack's file lacks, one after the other, and writes each answer
 * behind the others at once. The file is all there is to know: it may be edited between two answers, and is
 * gone on with where it ends.
 */
#define _XOPEN_SOURCE 700
#include "cli/table/line.h"
#include "pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MOST = 32 };

/* What is asked for one after the other: the n-th card or row of this kind, or as many as there are. */
struct question {
    const char *verb;           /* the row's first word */
    int count;                  /* numbered from 1; 0: until nothing is entered */
    const char *const *names;   /* … or named so, `count` of them; NULL: by number */
    const char *hint;           /* told before the first; to translate */
    void (*expand)(struct text *row, const struct span word[], int count);  /* a short answer; may be NULL */
};

/* ---- short answers ----------------------------------------------------------------------- */

static void add_word(struct text *row, struct span word)
{
    text_put(row, " ");
    text_add(row, word.at, word.length);
}

/* 5 3 1 0 -2+: the points for no trick, one, two …; + is “so many and more”. */
static void expand_table(struct text *row, const struct span word[], int count)
{
    for (int i = 0; i < count; i++) {
        bool more = word[i].length > 1 && word[i].at[word[i].length - 1] == '+';
        text_printf(row, " %d%s=", i, more ? "+" : "");
        text_add(row, word[i].at, word[i].length - more);
    }
}

/* "Ylva" b1 w1 w2 w4 w10: what it makes, then what it reacts to. */
static void expand_face(struct text *row, const struct span word[], int count)
{
    int first = word[0].at[0] == '"';
    if (first)
        add_word(row, word[0]);
    for (int i = first; i < count; i++) {
        text_put(row, i == first ? " makes" : i == first + 1 ? " reacts" : "");
        add_word(row, word[i]);
    }
}

/* ---- what a game's pack consists of ------------------------------------------------------- */

static const struct question needfire[] = {
    {"human", 26, NULL, N_("Humans: the element it makes and the four it reacts to, b1 w1 w2 w4 w10; a name in \"quotes\" may stand in front."),
     expand_face},
    {"fire", 26, NULL, N_("Fires: the element it makes, w3; a name in \"quotes\" may stand in front."), expand_face},
    {0},
};

static const char *const suits[] = {"b", "u", "w", "r"};

static const struct question tezumashi[] = {
    {"table", 8, NULL, N_("Score tables: the points for 0, 1, 2 … tricks in order, 5 3 1 0 -2+; the + behind the last means “and more”."),
     expand_table},
    {"minuscard", 4, suits, N_("Minus cards of butterfly (b), umbrella (u), water (w) and ring (r): card=-1 for each card of the suit taken, trick=-1 for each trick with one, or table where the players count."),
     NULL},
    {"ability", 0, NULL, N_("Abilities: a short name without spaces, the printed one in \"quotes\", what it does, how often in a deal: donba \"呑馬術\" add=2 uses=3. Effects: number=10 add=2 valid skip free win."),
     NULL},
    {0},
};

static const struct question materia[] = {
    {"ghost", 0, NULL, N_("Ghosts: its name, the values at the faces 1 to 6 of both dice, its points: \"Sakura\" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3. A sticker's number may stand in front."),
     NULL},
    {"shell", 0, NULL, N_("Shells: a \"name\" each."), NULL},
    {"event", 0, NULL, N_("Events: a \"name\" each, and forced behind one that takes effect when it is downloaded."), NULL},
    {0},
};

static const struct {
    const char *game;
    const struct question *list;
} games[] = {{"needfire", needfire}, {"tezumashi", tezumashi}, {"materia", materia}};

/* ---- the file ---------------------------------------------------------------------------- */

/* An answer given here, to be taken back: what it was to, and what it wrote. */
struct given_row {
    struct given_row *earlier;
    const struct question *question;
    int at;
    off_t before;               /* the file's size before it */
    size_t length;
    char bytes[];
};

struct fill {
    const struct context *context;
    const char *path;
    FILE *talk;                 /* what is said goes here: standard output, or beside an answer in JSON */
    struct line *line;
    struct pack_file file;      /* as it was read last */
    struct deck *deck;          /* its last one */
    int rows;                   /* added here */
    struct given_row *last;     /* owned, with the earlier ones */
    bool failed, over;          /* the file is not to be had; `quit`, or the end of input */
};

/* Reads the file, with `row` as if it stood at its end. False: it cannot be had, and it was said. */
static bool take(struct fill *f, struct pack_file *file, const char *row)
{
    *file = (struct pack_file){.name = f->path, .place = PACK_OWN};
    if (!pack_file_read(f->context, file)) {
        complain(f->context, N_("%s: cannot be read: %s"), f->path, file->why.at);
        return false;
    }
    if (row == NULL)
        return true;
    struct pack_file longer = {.name = f->path, .place = PACK_OWN, .bytes = file->bytes};
    file->bytes = (struct text){0};
    pack_file_clear(file);
    if (longer.bytes.length > 0 && longer.bytes.at[longer.bytes.length - 1] != '\n')
        text_put(&longer.bytes, "\n");
    text_put(&longer.bytes, row);
    *file = longer;
    pack_file_parse(f->context, file);
    return true;
}

static struct deck *last_of(const struct pack_file *file)
{
    struct deck *d = file->decks;
    while (d != NULL && d->next != NULL)
        d = d->next;
    return d;
}

/* Every line reads, and what is added belongs to a pack that can be filled in. */
static bool may_be_filled(struct fill *f, const struct question **list)
{
    struct deck *d = f->deck = last_of(&f->file);
    *list = NULL;
    for (size_t i = 0; d != NULL && i < sizeof games / sizeof games[0]; i++)
        if (strcmp(games[i].game, d->book->id) == 0)
            *list = games[i].list;
    bool faulty = pack_told_faults(&f->file);
    if (faulty)
        complain(f->context, N_("nothing is asked: expected a file of which every line reads"));
    else if (*list == NULL)
        complain(f->context, N_("%s: no pack here; expected `pack GAME \"NAME\"` first, as `fuda pack new` writes it"), f->path);
    else if (!f->file.open)
        complain(f->context, N_("%s: a game follows the pack “%s”; expected the pack at the end of its file"), f->path, d->name);
    return !faulty && *list != NULL && f->file.open;
}

/* Rows are compared as they are stored: a verb, a blank, and the number or name. */
static bool has_row(const struct deck *deck, const char *beginning)
{
    size_t length = strlen(beginning);
    for (const char *at = deck->text.at; (at = strchr(at, '\n')) != NULL;)
        if (strncmp(++at, beginning, length) == 0 && at[length] == ' ')
            return true;
    return false;
}

/* What stands at the end of the file is this row, as it was written. */
static bool ends_with(int file, const struct given_row *g)
{
    char *now = malloc(g->length);
    bool so = now != NULL && lseek(file, 0, SEEK_END) == g->before + (off_t)g->length
        && pread(file, now, g->length, g->before) == (ssize_t)g->length && memcmp(now, g->bytes, g->length) == 0;
    free(now);
    return so;
}

static bool remember(struct fill *f, const struct question *q, int at, off_t before, const struct text *bytes)
{
    struct given_row *g = malloc(sizeof *g + bytes->length);
    if (g == NULL)
        return false;
    *g = (struct given_row){.earlier = f->last, .question = q, .at = at, .before = before, .length = bytes->length};
    memcpy(g->bytes, bytes->at, bytes->length);
    f->last = g;
    return true;
}

static void forget(struct fill *f)
{
    struct given_row *earlier = f->last->earlier;
    free(f->last);
    f->last = earlier;
}

static bool put_row(struct fill *f, const struct question *q, int at, const char *row)
{
    int file = open(f->path, O_RDWR | O_APPEND | O_CLOEXEC);
    struct text bytes = {0};
    char last = '\n';
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    bool good = size >= 0 && (size == 0 || pread(file, &last, 1, size - 1) == 1);
    text_printf(&bytes, "%s%s\n", last != '\n' ? "\n" : "", row);
    good = good && write(file, bytes.at, bytes.length) == (ssize_t)bytes.length && fsync(file) == 0;
    if (!good) {
        complain(f->context, N_("%s: cannot write: %s"), f->path, strerror(errno));
        if (size >= 0 && ftruncate(file, size) != 0)
            complain(f->context, N_("%s: cannot write: %s"), f->path, strerror(errno));
    }
    if (file >= 0)
        close(file);            /* what counts is on the disk */
    if (good && !remember(f, q, at, size, &bytes))
        abort();
    text_clear(&bytes);
    return good;
}

/* The question whose answer is taken back, and which of its cards; NULL: there is none, and it was said. */
static const struct question *take_back(struct fill *f, int *at)
{
    const struct question *question = NULL;
    int file = f->last != NULL ? open(f->path, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0 && ends_with(file, f->last) && ftruncate(file, f->last->before) == 0 && fsync(file) == 0) {
        question = f->last->question;
        *at = f->last->at;
        forget(f);
        f->rows--;
        fprintf(f->talk, "%s\n", say(f->context, N_("Taken back.")));
    } else {
        complain(f->context, N_("nothing to take back here; %s can be edited, too"), f->path);
    }
    if (file >= 0)
        close(file);
    return question;
}

/* ---- answers ----------------------------------------------------------------------------- */

/* An answer's words. Those without quotes are folded, so that full-width ones are read. */
struct words {
    int count;
    struct span word[WORDS_MOST];
    char folded[WORDS_MOST][NAME_MOST];
};

static size_t blanks(const char *at)
{
    static const char wide[] = "\u3000";
    size_t length = 0;
    for (size_t step = 1; step > 0; length += step)
        step = strncmp(at + length, wide, sizeof wide - 1) == 0 ? sizeof wide - 1 : strspn(at + length, " \t");
    return length;
}

/* Words apart by blanks, a quoted one whole; at most WORDS_MOST, and of each NAME_MOST bytes. */
static void split(const char *answer, struct words *w)
{
    w->count = 0;
    for (const char *at = answer; *(at += blanks(at)) != '\0' && w->count < WORDS_MOST; w->count++) {
        const char *end = at, *close = *at == '"' ? strchr(at + 1, '"') : NULL;
        while (close == NULL && *end != '\0' && blanks(end) == 0)
            end++;
        struct span written = {at, (size_t)((close != NULL ? close + 1 : end) - at)};
        char *folded = w->folded[w->count];
        w->word[w->count] = *at == '"' ? written : (struct span){folded, text_fold(written, folded)};
        at = written.at + written.length;
    }
}

/* A name between the quotes that a Japanese keyboard or a word processor gives is one between ". */
static void straighten(const char *answer, struct text *out)
{
    static const char *const pairs[][2] = {
        {"\"", "\""}, {"「", "」"}, {"『", "』"}, {"“", "”"}, {"”", "”"}, {"＂", "＂"},
    };
    text_add(out, "", 0);
    for (const char *at = answer; *at != '\0';) {
        size_t length = blanks(at), pair = 0;
        text_add(out, at, length);
        at += length;
        const char *close = NULL;
        for (; pair < sizeof pairs / sizeof *pairs && close == NULL; pair++)
            if (strncmp(at, pairs[pair][0], strlen(pairs[pair][0])) == 0)
                close = strstr(at + strlen(pairs[pair][0]), pairs[pair][1]);
        if (close != NULL) {
            at += strlen(pairs[pair - 1][0]);
            text_put(out, "\"");
            text_add(out, at, (size_t)(close - at));
            text_put(out, "\"");
            at = close + strlen(pairs[pair - 1][1]);
        }
        for (length = 0; at[length] != '\0' && blanks(at + length) == 0;)
            length++;
        text_add(out, at, length);
        at += length;
    }
}

/* Only values stand there, as a short answer has them: no word of the language, no NAME=VALUE. */
static bool is_short(const struct words *w)
{
    int first = w->count > 0 && w->word[0].at[0] == '"';
    for (int i = first; i < w->count; i++) {
        size_t length = w->word[i].length;
        const char *at = w->word[i].at;
        bool more = length > 1 && at[length - 1] == '+';
        char last = length > 0 ? at[length - 1 - more] : ' ';
        if (last < '0' || last > '9' || memchr(at, '=', length) != NULL)
            return false;
    }
    return w->count > first;
}

static bool is_word(struct span word, const char *name)
{
    return word.length == strlen(name) && memcmp(word.at, name, word.length) == 0;
}

/* The row that an answer means. One that begins with the row's own word is taken as it is. */
static void compose(struct text *row, const struct question *q, const char *beginning, const char *answer,
                    const struct words *words)
{
    if (words->count > 1 && is_word(words->word[0], q->verb)) {
        text_put(row, answer);
        return;
    }
    text_put(row, beginning);
    if (q->expand != NULL && is_short(words)) {
        q->expand(row, words->word, words->count);
    } else {
        text_put(row, " ");
        text_put(row, answer);
    }
}

/* Does the row read, as one row of this deck? If not, it is said why. */
static bool reads(struct fill *f, const char *row)
{
    struct pack_file file;
    bool good = take(f, &file, row);
    struct deck *d = last_of(&file);
    if (good && (pack_told_faults(&file) || d == NULL)) {
        fprintf(stderr, "  %s\n", row);
        good = false;
    } else if (good && (d->line != f->deck->line || !file.open || d->text.length <= f->deck->text.length)) {
        complain(f->context, N_("expected a row of the pack"));
        good = false;
    }
    pack_file_clear(&file);
    return good;
}

static void help(const struct fill *f, const struct question *q, bool words)
{
    struct text t = {0};
    say_wrapped(&t, say(f->context, q->hint), 0, 0);
    text_put(&t, words ? "\n" : "");
    if (words)
        say_wrapped(&t, say(f->context, N_("RETURN leaves one for later, `undo` takes the last answer back, any number of times, `help` says this again, `quit` ends; every answer is kept at once.")), 0, 0);
    fprintf(f->talk, "%s\n", t.at);
    text_clear(&t);
}

/* ---- asking ------------------------------------------------------------------------------ */

enum answer { ADDED, SKIPPED, AGAIN };

/* A row is kept; what was typed in short is shown as it stands in the file. */
static enum answer keep_row(struct fill *f, const struct question *q, int at, const struct text *row,
                            const char *beginning, const char *answer)
{
    size_t length = strlen(beginning);
    if (!reads(f, row->at))
        return AGAIN;
    f->failed = !put_row(f, q, at, row->at);
    f->rows += !f->failed;
    if (!f->failed && (row->length < length + 1 || strcmp(row->at + length + 1, answer) != 0))
        fprintf(f->talk, "  %s\n", row->at);
    return f->failed ? AGAIN : ADDED;
}

static bool is_only(const struct words *words, const char *name)
{
    return words->count == 1 && is_word(words->word[0], name);
}

/* Asks for the card `*at` of a question; taking back goes back to another one. */
static enum answer ask(struct fill *f, const struct question **q, int *at, const char *beginning)
{
    struct text prompt = {0}, row = {0}, straight = {0};
    struct words words;
    const struct question *back;
    enum answer result = AGAIN;
    bool interrupted;
    text_printf(&prompt, "%s ▸ ", beginning);
    const char *answer = line_read(f->line, prompt.at, &interrupted);
    if (answer == NULL && line_is_terminal(f->line))
        fputs("\n", f->talk);
    straighten(answer != NULL ? answer : "", &straight);
    split(straight.at, &words);
    if (answer == NULL || is_only(&words, "quit")) {
        f->over = true;
    } else if (is_only(&words, "help") || is_only(&words, "?")) {
        help(f, *q, true);
    } else if (is_only(&words, "undo")) {
        back = take_back(f, at);
        *q = back != NULL ? back : *q;
    } else if (words.count == 0) {
        result = interrupted ? AGAIN : SKIPPED;
    } else {
        compose(&row, *q, beginning, straight.at, &words);
        result = keep_row(f, *q, *at, &row, beginning, answer);
    }
    text_clear(&straight);
    text_clear(&prompt);
    text_clear(&row);
    return result;
}

/* The file as it is now; a person may have edited it. */
static void renew(struct fill *f)
{
    const struct question *list;
    pack_file_clear(&f->file);
    f->failed = f->failed || !take(f, &f->file, NULL) || !may_be_filled(f, &list);
}

/* "human 7": how the row of the n-th card, from 0, begins. */
static void begin_row(struct text *t, const struct question *q, int n)
{
    t->length = 0;
    text_put(t, q->verb);
    if (q->names != NULL)
        text_printf(t, " %s", q->names[n]);
    else if (q->count > 0)
        text_printf(t, " %d", n + 1);
}

static void ask_all(struct fill *f, const struct question *list)
{
    struct text beginning = {0};
    const struct question *told = NULL;     /* whose hint was told */
    for (const struct question *q = list; q->verb != NULL; q++)
        for (int n = 0; (q->count == 0 || n < q->count) && !f->over && !f->failed;) {
            begin_row(&beginning, q, n);
            if (q->count > 0 && has_row(f->deck, beginning.at)) {
                n++;
                continue;
            }
            if (told != q)
                help(f, q, told == NULL);
            told = q;
            enum answer answer = ask(f, &q, &n, beginning.at);
            renew(f);
            if (answer == SKIPPED && q->count == 0)
                break;
            n += answer == SKIPPED;
        }
    text_clear(&beginning);
}

static void nothing_to_offer(void *user, const char *before, const char *word,
                             void (*offer)(void *to, const char *candidate), void *to)
{
    (void)user, (void)before, (void)word, (void)offer, (void)to;
}

enum status pack_fill(const struct context *context, const char *path, struct text *out, json_t *list)
{
    struct completer none = {.complete = nothing_to_offer};
    struct fill f = {.context = context, .path = path, .talk = context->json ? stderr : stdout};
    const struct question *questions;
    bool sound = false;
    if (!take(&f, &f.file, NULL) || !may_be_filled(&f, &questions)) {
        pack_file_clear(&f.file);
        return STATUS_BAD;
    }
    f.line = line_new(&none, NULL);
    if (f.line == NULL)
        abort();
    ask_all(&f, questions);
    while (f.last != NULL)
        forget(&f);
    line_free(f.line);
    if (!f.failed) {
        if (!context->json)
            text_printf(out, say(context, N_("Rows added to %s: %d.\n")), path, f.rows);
        sound = pack_judge(context, f.deck, out, context->json ? list : NULL);
    }
    pack_file_clear(&f.file);
    return f.failed ? STATUS_BAD : sound ? STATUS_CLEAN : STATUS_BROKEN;
}
