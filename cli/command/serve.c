/* fuda serve: between games, standings, games played and rules on everybody's phone. */
#include "cli/phones/phones.h"
#include "cli/table/line.h"

#include <stdlib.h>
#include <string.h>

struct serving_run {
    struct phones phones;
    struct campaign campaign;
    struct line *line;
};

/* ---- beside the prompt ------------------------------------------------------------------- */

static int file_of(void *user) { return phones_file(&((struct serving_run *)user)->phones); }
static int due_of(void *user) { return phones_due(&((struct serving_run *)user)->phones); }
static bool is_ready(void *user) { return phones_ready(&((struct serving_run *)user)->phones); }

/* Nothing is kept here: what is tapped has no place to go. */
static void act(void *user)
{
    struct phones *p = &((struct serving_run *)user)->phones;
    while (phones_next(p) == PHONES_LINE)
        tap_is_turned_down(p, &p->tap, &(struct tap_scene){0});
    if (p->said.length > 0)
        fputs(p->said.at, stdout);
    text_clear(&p->said);
}

/* ---- the command ------------------------------------------------------------------------- */

static bool is_end(const char *line)
{
    static const char *const ends[] = {"quit", "exit", "off", "やめる", "終わり", "止める", "終了"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (text_is((struct span){line, strlen(line)}, ends[i]))
            return true;
    return false;
}

static void loop(struct serving_run *s)
{
    const char *line;
    bool interrupted = false;
    line_beside(s->line, &(struct beside){file_of, due_of, is_ready, act, s});
    while ((line = line_read(s->line, "▸ ", &interrupted)) != NULL && !interrupted && !is_end(line))
        phones_word(&s->phones, NULL, line + strspn(line, " \t"));
    if (line == NULL && line_is_terminal(s->line))
        putchar('\n');
}

static void complete(void *user, const char *before, const char *word,
    void (*offer)(void *to, const char *candidate), void *to)
{
    (void)user, (void)before, (void)word, (void)offer, (void)to;
}

static enum status run(const struct context *context, int count, char **words)
{
    const struct completer completer = {complete, NULL};
    struct context own = *context;
    struct serving_run *s = memory_get(sizeof *s);
    enum status status = STATUS_BAD;
    own.prompts = true;
    if (campaign_open(&s->campaign, context, STORE_READ)) {
        campaign_may_lose(&s->campaign);
        phones_begin(&s->phones, &own, &s->campaign);
        s->line = line_new(context, &completer, NULL);
        if (phones_word(&s->phones, NULL, count > 0 ? words[0] : "")) {
            struct text t = {0};
            say_wrapped(&t,
                say(context,
                    N_("Standings, games played and rules are on the phones; `fuda table --serve` "
                       "serves a game. RETURN shows this again, `quit` ends it.")),
                0, 2);
            puts(t.at);
            text_clear(&t);
            loop(s);
            status = STATUS_CLEAN;
        }
        phones_end(&s->phones);
        line_free(s->line);
        campaign_close(&s->campaign);
    }
    free(s);
    return status;
}

const struct command serve_command = {
    .name = "serve",
    .manual = "fuda-serve",
    .usage = N_("serve [ADDRESS]"),
    .summary = N_("between games: standings, games played and rules on everybody's phone"),
    .example = "fuda serve\nfuda serve 192.168.1.5",
    .takes = {OPERAND_TEXT},
    .most = 1,
    .plain = true,
    .run = run,
};
