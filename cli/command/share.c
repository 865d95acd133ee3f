/*
 * fuda share: a night's result posted to a chat, by a webhook whose address is kept and never told.
 */
#define _GNU_SOURCE /* explicit_bzero */
#include "cli/campaign/query.h"
#include "cli/campaign/find_record.h"
#include "cli/campaign/replay_records.h"
#include "cli/exchange/hooks.h"
#include "cli/exchange/net.h"
#include "cli/exchange/post.h"
#include "cli/helper.h"
#include "cli/json.h"
#include "cli/report/page_points.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

enum {
    ANSWER_MOST = 1 << 16,
    PICTURE_MOST = 1 << 20,
    POST_SECONDS = 15,
    /* seconds waited where that is asked for, and how often it is posted at most */
    WAIT_MOST = 30,
    TRIES = 3,
};

/* ---- addresses --------------------------------------------------------------------------- */

static enum status list(const struct context *context, int count, char **words)
{
    struct hooks hooks;
    const char *name;
    json_t *one, *told = json_array();
    (void)count;
    (void)words;
    if (!hooks_load(&hooks, context)) {
        json_decref(told);
        return STATUS_BAD;
    }
    json_object_foreach(hooks.all, name, one)
    {
        enum hook_style style;
        const char *address;
        struct text line = {0};
        if (!hooks_find(&hooks, name, &style, &address))
            continue;
        json_array_append_new(told,
            json_pack("{s:s, s:s}", "name", name, "style", hook_words[style]));
        say_padded(&line, name, strlen(name), 24, false);
        if (!context->json)
            printf("%s %s\n", line.at, hook_names[style]);
        text_clear(&line);
    }
    if (json_object_size(hooks.all) == 0 && !context->json)
        print_with(context, N_("No address is kept yet; `fuda share add NAME URL` keeps one."), "");
    json_list_end(told, context->json ? "share" : NULL);
    hooks_clear(&hooks);
    return STATUS_CLEAN;
}

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* Until a line was typed, or ^C: that is heard here alone, and so cannot come too early. */
static void await_line(const sigset_t *others)
{
    fd_set typed;
    do {
        FD_ZERO(&typed);
        FD_SET(STDIN_FILENO, &typed);
    } while (pselect(STDIN_FILENO + 1, &typed, NULL, NULL, NULL, others) < 0 && errno == EINTR
             && !interrupted);
}

/*
 * A line that is not shown; ^C ends it, and then the program, when the terminal is again as it was.
 */
static bool read_blind(const struct context *context, const struct termios *before, char *out,
    int room)
{
    struct sigaction ends = {.sa_handler = interrupt}, usual;
    struct termios blind = *before;
    sigset_t held, others;
    blind.c_lflag &= ~(tcflag_t)ECHO;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigprocmask(SIG_BLOCK, &held, &others);
    sigaction(SIGINT, &ends, &usual);
    /* before it is asked for: who is quick types nothing that shows */
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &blind);
    fprintf(stderr, "%s ", say(context, N_("The address (it is not shown):")));
    await_line(&others);
    const bool got = !interrupted && fgets(out, room, stdin) != NULL;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, before);
    sigaction(SIGINT, &usual, NULL);
    sigprocmask(SIG_SETMASK, &others, NULL);
    fputs("\n", stderr);
    if (interrupted)
        raise(SIGINT);
    return got;
}

/* Typed without being shown, or a line from a pipe. */
static bool read_address(const struct context *context, char out[NET_ADDRESS_MOST + 2])
{
    struct termios before;
    bool terminal = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &before) == 0;
    if (!(terminal ? read_blind(context, &before, out, NET_ADDRESS_MOST + 2)
                   : fgets(out, NET_ADDRESS_MOST + 2, stdin) != NULL))
        return complain(context, N_("no address; expected it after the name, or on standard input"),
            "");
    out[strcspn(out, "\r\n")] = '\0';
    return true;
}

/* As --style says, or as the address shows. */
static bool style_of(const struct context *context, const char *address, enum hook_style *out)
{
    const char *wanted = given_value(context, "style");
    *out = hook_style_of(address);
    for (enum hook_style i = 0; wanted != NULL && i < HOOK_STYLES; i++)
        if (strcasecmp(wanted, hook_words[i]) == 0) {
            *out = i;
            return true;
        }
    return wanted == NULL
           || complain(context, N_("no style “{found}”; expected discord or slack"), "t", "found",
               wanted);
}

static bool name_good(const struct context *context, const char *name)
{
    struct span span = {name, strlen(name)};
    return (span.length > 0 && span.length <= NAME_MOST && name[0] != '-' && text_is_clean(span))
           || complain(context,
               N_("“{name}” cannot be the name of an address; expected a short word"), "t", "name",
               name);
}

static bool keep(const struct context *context, const char *name, const char *address)
{
    struct hooks hooks;
    enum hook_style style;
    if (!net_address_good(context, address) || !style_of(context, address, &style)
        || !hooks_load(&hooks, context))
        return false;
    bool good = json_object_get(hooks.all, name) == NULL
                || complain(context,
                    N_("an address is kept as “{name}” already; `fuda share remove` forgets it"),
                    "t", "name", name);
    if (good)
        json_object_set_new(hooks.all, name,
            json_pack("{s:s, s:s}", "style", hook_words[style], "address", address));
    good = good && hooks_save(&hooks);
    if (good && !context->json)
        print_with(context,
            N_("Kept as “{name}”, for {style}. `fuda share --to {name} --dry-run` shows what would "
               "be posted."),
            "tt", "name", name, "style", hook_names[style]);
    hooks_clear(&hooks);
    return good;
}

static enum status add(const struct context *context, int count, char **words)
{
    char address[NET_ADDRESS_MOST + 2] = "";
    bool good = name_good(context, words[0]);
    if (count > 1) {
        snprintf(address, sizeof address, "%s", words[1]);
        /* nobody else shall read it in the list of what runs */
        memset(words[1], '*', strlen(words[1]));
    } else
        good = good && read_address(context, address);
    good = good && keep(context, words[0], address);
    explicit_bzero(address, sizeof address);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static enum status drop(const struct context *context, int count, char **words)
{
    struct hooks hooks;
    (void)count;
    if (!hooks_load(&hooks, context))
        return STATUS_BAD;
    bool good =
        json_object_del(hooks.all, words[0]) == 0
        || complain(context,
            N_("no address is kept as “{name}”; expected a name that `fuda share list` gives"), "t",
            "name", words[0]);
    good = good && hooks_save(&hooks);
    if (good && !context->json)
        print_with(context, N_("Forgotten: “{name}”."), "t", "name", words[0]);
    hooks_clear(&hooks);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

/* ---- the message ------------------------------------------------------------------------- */

struct share_work {
    struct campaign_query asking;
    const char *name, *address; /* the hooks' */
    enum hook_style style;
    struct store_id record;
    bool any;
    struct text body;    /* owned: what is posted, */
    struct text picture; /* owned: the PNG that goes with it; empty: none */
};

static bool see_finished(void *user, const struct store_entry *e)
{
    struct share_work *s = user;
    if (e->state == STORE_FINISHED) {
        s->record = e->id;
        s->any = true;
    }
    return true;
}

/* The one named, else the last that is finished. */
static bool find_game(struct share_work *s, const char *word)
{
    struct store_filter all = {.most = 0};
    const struct campaign *c = &s->asking.campaign;
    if (word != NULL)
        return campaign_find_record(c, word, false, &s->record);
    return campaign_ok(c, store_history_each(c->store, &c->id, &all, see_finished, s))
           && (s->any
               || complain(s->asking.context,
                   N_("no finished game is on record; there is nothing to share"), ""));
}

static bool is_whole_png(const struct text *t)
{
    static const char begins[] = "\x89PNG", ends[] = "IEND\xAE\x42\x60\x82";
    enum { BEGIN = sizeof begins - 1, END = sizeof ends - 1 };
    return t->length >= BEGIN + END && t->length <= PICTURE_MOST
           && memcmp(t->at, begins, BEGIN) == 0 && memcmp(t->at + t->length - END, ends, END) == 0;
}

/* The curve of the points as a picture, where the chat takes one and the game has one. */
static void draw_points(struct share_work *s, const struct session *session,
    const struct points *points, const char *day)
{
    struct text list = {0};
    if (s->style != HOOK_DISCORD || !points_list(&list, s->asking.context, session, points, day)) {
        text_clear(&list);
        return;
    }
    if (!helper_ask("fuda-chart", &list, PICTURE_MOST, &s->picture))
        helper_complain(s->asking.context, "fuda-chart");
    if (!is_whole_png(&s->picture)) {
        complain(s->asking.context,
            N_("the chart could not be drawn by fuda-chart; the result goes without it"), "");
        text_clear(&s->picture);
    }
    text_clear(&list);
}

static bool write_body(void *user, const struct store_entry *e)
{
    struct share_work *s = user;
    struct session session;
    struct points points;
    session_begin(&session, s->asking.context);
    const bool read = points_follow(&points, &session, &s->asking.campaign, e) && !points.refused;
    uint32_t winners;
    if (!read)
        complain(s->asking.context,
            N_("this record can no longer be read as it was kept; `fuda campaign check` says "
               "where"),
            "");
    else if (!rulebook_finished(session.record.setting.book, session.record.state,
                 &session.record.setting, &winners))
        complain(s->asking.context, N_("this game is not finished; there is no result to share"),
            "");
    else
        post_write(&session, e->heading.date != NULL ? e->heading.date : "", s->style, &s->body);
    if (s->body.length > 0)
        draw_points(s, &session, &points, e->heading.date != NULL ? e->heading.date : "");
    points_clear(&points);
    session_clear(&session);
    return false;
}

static bool make_body(struct share_work *s, const char *word)
{
    struct campaign *c = &s->asking.campaign;
    return replay_stale(c, &c->id) && find_game(s, word)
           && campaign_ok(c, store_record_get(c->store, &s->record, write_body, s))
           && s->body.length > 0;
}

/* ---- sending ----------------------------------------------------------------------------- */

/* Discord tells of a message that it did not keep only where it is waited for. */
static void put_address(const struct share_work *s, struct text *out)
{
    text_put(out, s->address);
    if (s->style == HOOK_DISCORD && strstr(s->address, "wait=") == NULL)
        text_put(out, strchr(s->address, '?') != NULL ? "&wait=true" : "?wait=true");
}

/* Posted again only where the answer says that it was not taken, and after how long it may be. */
static bool post(const struct share_work *s)
{
    const struct context *context = s->asking.context;
    struct text address = {0};
    struct net_answer answer;
    put_address(s, &address);
    const struct net_request request = {.address = address.at,
        .body = s->body.at,
        .picture = s->picture.length > 0 ? &s->picture : NULL,
        .most = ANSWER_MOST,
        .seconds = POST_SECONDS};
    bool good = false, again = true;
    for (int tries = 1; again; tries++) {
        bool came = net_ask(context, &request, &answer);
        again = came && (answer.status == 429 || answer.status == 503) && answer.retry > 0
                && answer.retry <= WAIT_MOST && tries < TRIES;
        good = came && !again && net_answer_good(context, &answer);
        if (again) {
            complain(context,
                N_("the server asks to wait; it is posted again after seconds: {count}"), "i",
                "count", (int64_t)answer.retry);
            sleep((unsigned)answer.retry);
        }
        net_answer_clear(&answer);
    }
    explicit_bzero(address.at, address.length);
    text_clear(&address);
    return good;
}

static void print_json(const struct share_work *s, bool posted)
{
    json_t *whole = json_pack("{s:{s:s, s:s, s:b, s:o}}", "share", "to", s->name, "style",
        hook_words[s->style], "posted", (int)posted, "body", json_loads(s->body.at, 0, NULL));
    json_object_set_new(json_object_get(whole, "share"), "picture",
        s->picture.length > 0 ? json_integer((json_int_t)s->picture.length) : json_null());
    json_print(whole);
    putchar('\n');
    json_decref(whole);
}

/* All that would leave, but for the address. */
static void show_body(const struct share_work *s)
{
    const struct context *context = s->asking.context;
    print_with(context, N_("This would go to {name} ({style}):"), "tt", "name", s->name, "style",
        hook_names[s->style]);
    const bool form = s->picture.length > 0;
    printf("\nPOST%s\nAccept: */*\nContent-Type: %s\nUser-Agent: fuda/" FUDA_VERSION "\n\n%s%s\n",
        s->style == HOOK_DISCORD ? " ?wait=true" : "",
        form ? "multipart/form-data" : "application/json",
        form ? "payload_json, application/json:\n" : "", s->body.at);
    if (form)
        printf("\nfiles[0], points.png, image/png: %zu bytes\n", s->picture.length);
}

/* --picture FILE: what goes along, to look at. */
static bool keep_picture(const struct share_work *s)
{
    const struct context *context = s->asking.context;
    const char *path = given_value(context, "picture");
    if (path == NULL)
        return true;
    if (s->picture.length == 0)
        return complain(context,
            N_("no picture goes with this; a game has one whose points change while it is played, "
               "and Discord takes it"),
            "");
    FILE *to = fopen(path, "wbx");
    bool good = to != NULL && fwrite(s->picture.at, 1, s->picture.length, to) == s->picture.length;
    good = to != NULL && fclose(to) == 0 && good;
    return good
           || complain(context,
               errno == EEXIST ? N_(
                   "{file} is there already and stays as it is; expected the name of a new file")
                               : N_("{file}: cannot write: {reason}"),
               "tt", "file", path, "reason", strerror(errno));
}

static enum status share(struct share_work *s)
{
    const struct context *context = s->asking.context;
    bool dry = given_value(context, "dry-run") != NULL;
    if (!keep_picture(s) || (!dry && !post(s)))
        return STATUS_BAD;
    if (context->json)
        print_json(s, !dry);
    else if (dry)
        show_body(s);
    else
        print_with(context, N_("Posted to {name}."), "t", "name", s->name);
    return STATUS_CLEAN;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct share_work s = {.name = given_value(context, "to")};
    struct hooks hooks;
    enum status status = STATUS_BAD;
    if (s.name == NULL) {
        complain(context,
            N_("to whom? Expected `fuda share --to NAME`, with a name that `fuda share list` "
               "gives"),
            "");
        return STATUS_BAD;
    }
    if (!hooks_load(&hooks, context))
        return STATUS_BAD;
    if (hooks_find(&hooks, s.name, &s.style, &s.address)
        && campaign_query_begin(&s.asking, context, STORE_READ)) {
        bool made = make_body(&s, count > 0 ? words[0] : NULL);
        campaign_query_end(&s.asking, NULL, STORAGE_OK);
        status = made ? share(&s) : STATUS_BAD;
    }
    text_clear(&s.body);
    text_clear(&s.picture);
    hooks_clear(&hooks);
    return status;
}

/* ---- the rows ---------------------------------------------------------------------------- */

static const struct flag flags[] = {
    {.name = "to",
        .takes = N_("NAME"),
        .value = OPERAND_HOOK,
        .summary = N_("where to, by a name that `share add` gave")},
    {.name = "dry-run", .summary = N_("only show what would leave this machine")},
    {.name = "picture",
        .takes = N_("PATH"),
        .value = OPERAND_FILE,
        .summary = N_("also write the picture that goes along to a new file")},
    {0},
};

static const struct flag add_flags[] = {
    {.name = "style",
        .takes = "discord|slack",
        .value = OPERAND_CHOICE,
        .summary = N_("the form of the message; default: as the address suggests")},
    {0},
};

static const struct command share_words[] = {
    {.name = "add",
        .usage = N_("add NAME [URL]"),
        .summary = N_("keep a webhook's address, which is asked for if it is missing"),
        .example = "fuda share add family",
        .flags = add_flags,
        .takes = {OPERAND_TEXT},
        .least = 1,
        .most = 2,
        .run = add},
    {.name = "list",
        .usage = N_("list"),
        .summary = N_("the names of the addresses kept"),
        .example = "fuda share list",
        .run = list},
    {.name = "remove",
        .usage = N_("remove NAME"),
        .summary = N_("forget an address"),
        .example = "fuda share remove family",
        .takes = {OPERAND_HOOK},
        .least = 1,
        .most = 1,
        .run = drop},
    {0},
};

const struct command share_command = {
    .name = "share",
    .manual = "fuda-report",
    .usage = N_("share [N|ID] --to NAME"),
    .summary = N_("post a game's result to Discord, Slack and the like"),
    .example = "fuda share add family\nfuda share --to family --dry-run\nfuda share 3 --to family",
    .flags = flags,
    .words = share_words,
    .takes = {OPERAND_RECORD},
    .most = 1,
    .run = run,
};
