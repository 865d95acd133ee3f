/*
 * The program with a recorded night (night.h, the file that FUDA_NIGHT names) in place of its
 * camera and of its keyboard: this stands for cli/camera/scanner.c and cli/table/line.c. Time is
 * the recording's.
 */
#define _XOPEN_SOURCE 700
#include "night.h"

#include "cli/camera/scanner.h"
#include "cli/say.h"
#include "cli/table/line.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWER_MS = 2000, LOOKED = 4, LOOKED_MOST = 60 };

static struct {
    bool open;
    struct night_news news[NIGHT_NEWS_MOST];
    int count, at; /* news, and how many were told */
    bool tie_told, alive;
    struct night_news seen[NIGHT_NEWS_MOST];
    int seen_count, seen_at; /* of a look; -1: none was asked */
    char typed[512], answer[64];
    bool answers;
    long asked; /* since when the prompt asks; 0: it does not */
    const char *prompt;
    struct beside beside;
} n = {.seen_at = -1};

/* ---- the recording ----------------------------------------------------------------------- */

static enum night_item go_on(void)
{
    char text[512];
    if (!n.open) {
        n.open = true;
        if (!night_open(getenv("FUDA_NIGHT")))
            return NIGHT_END;
    }
    int count = 0;
    enum night_item item = night_next(text, sizeof text, n.news, &count);
    if (item == NIGHT_FRAME) {
        n.count = count;
        n.at = 0;
        n.tie_told = false;
        n.alive = true;
    } else if (item == NIGHT_TYPE) {
        snprintf(n.typed, sizeof n.typed, "%s", text);
    } else if (item == NIGHT_ANSWER) {
        n.answers = text[0] != '\0';
        snprintf(n.answer, sizeof n.answer, "%.60s", strcmp(text, "RETURN") == 0 ? "" : text);
    }
    return item;
}

/* ---- the camera -------------------------------------------------------------------------- */

long milliseconds(void) { return night_time(); }

static void put_sight(const struct scanner *s, const struct night_news *news, struct glimpse *sight)
{
    *sight = (struct glimpse){.twice = news->twice};
    for (int kind = 0; kind < SIGHT_KINDS; kind++)
        if (strcmp(sight_words[kind], news->kind) == 0)
            sight->kind = (enum sight_kind)kind;
    snprintf(sight->code, sizeof sight->code, "%.10s", news->code);
    memcpy(sight->corner, news->corner, sizeof sight->corner);
    sight->card = scanner_deck_find(s->deck, sight->code);
    if (sight->card < 0 && sight->kind == SIGHT_CARD)
        sight->kind = SIGHT_UNKNOWN;
}

bool scanner_open(struct scanner *scanner, const struct context *context,
    const struct scanner_deck *deck, const char *source, const char *user)
{
    (void)user;
    *scanner = (struct scanner){.context = context,
        .deck = deck,
        .source = strdup(source),
        .pid = -1,
        .to = -1,
        .from = -1};
    night_forget();
    n.count = n.at = 0;
    return true;
}

bool scanner_open_picture(struct scanner *scanner, const struct context *context,
    const struct scanner_deck *deck, const char *name)
{
    return scanner_open(scanner, context, deck, name, NULL);
}

void scanner_close(struct scanner *scanner)
{
    free(scanner->source);
    scanner->source = NULL;
}

enum scanner_news scanner_next(struct scanner *scanner, int wait_ms, struct glimpse *sight)
{
    (void)wait_ms;
    if (n.seen_at >= 0 && n.seen_at < n.seen_count) {
        put_sight(scanner, &n.seen[n.seen_at++], sight);
        return SCANNER_SEES;
    }
    if (n.seen_at >= 0) {
        n.seen_at = -1;
        return SCANNER_SEEN;
    }
    if (n.at < n.count) {
        if (n.news[n.at].tie && !n.tie_told) {
            n.tie_told = true;
            return SCANNER_TIE;
        }
        n.tie_told = false;
        put_sight(scanner, &n.news[n.at++], sight);
        return SCANNER_SIGHT;
    }
    bool alive = n.alive;
    n.alive = false;
    return alive ? SCANNER_ALIVE : SCANNER_NOTHING;
}

/* Some frames more, as fuda-scan takes before it answers. */
void scanner_look(struct scanner *scanner)
{
    (void)scanner;
    for (int i = 0, still = 0; i < LOOKED_MOST && still < LOOKED && go_on() == NIGHT_FRAME; i++)
        still = night_still() ? still + 1 : 0;
    n.count = n.at = 0;
    n.seen_count = night_look(n.seen);
    n.seen_at = 0;
}

void scanner_aim(struct scanner *scanner) { (void)scanner; }

int scanner_file(const struct scanner *scanner)
{
    (void)scanner;
    return -1;
}

int scanner_due(const struct scanner *scanner)
{
    (void)scanner;
    return -1;
}

/* ---- the keyboard ------------------------------------------------------------------------ */

struct line {
    int nothing;
};

struct line *line_new(const struct context *context, const struct completer *completer,
    const char *history)
{
    (void)context;
    (void)completer;
    (void)history;
    return calloc(1, sizeof(struct line));
}

void line_free(struct line *l) { free(l); }

bool line_is_terminal(const struct line *l)
{
    (void)l;
    return false;
}

bool line_was_lost(const struct line *l)
{
    (void)l;
    return false;
}

void line_beside(struct line *l, const struct beside *beside)
{
    (void)l;
    n.beside = n.beside.file == NULL ? *beside : n.beside; /* the camera is the first */
}

void line_prompt(struct line *l, const char *prompt)
{
    (void)l;
    n.prompt = prompt;
}

int line_columns(void) { return 80; }

static bool asks(void)
{
    bool now = n.prompt != NULL && strstr(n.prompt, "?! ") != NULL;
    n.asked = !now ? 0 : n.asked == 0 ? night_time() : n.asked;
    return now && n.answers && night_time() - n.asked >= ANSWER_MS;
}

const char *line_read(struct line *l, const char *prompt, bool *interrupted)
{
    line_prompt(l, prompt);
    *interrupted = false;
    for (enum night_item item; (item = n.typed[0] != '\0' ? NIGHT_TYPE : go_on()) != NIGHT_END;) {
        if (item == NIGHT_TYPE) {
            static char line[sizeof n.typed];
            snprintf(line, sizeof line, "%s", n.typed);
            n.typed[0] = '\0';
            printf("> %s\n", line);
            return line;
        }
        if (n.beside.ready != NULL && n.beside.ready(n.beside.user))
            n.beside.act(n.beside.user);
        if (asks()) {
            n.asked = 0;
            printf("> %s\n", n.answer);
            return n.answer;
        }
    }
    return NULL;
}
