/*
 * The word `serve`: it starts serving phones, shows where they find the table, and says who may do
 * what; see phones.h.
 */
#define _XOPEN_SOURCE 700
#include "phones.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void print_said(struct phones *p)
{
    if (p->said.length > 0)
        fputs(p->said.at, stdout);
    text_clear(&p->said);
}

/* ---- where it is ------------------------------------------------------------------------- */

static void print_line(const char *words)
{
    struct text out = {0};
    say_wrapped(&out, words, 0, 2);
    puts(out.at);
    text_clear(&out);
}

/* Prints the address, and on a terminal also its code for a phone to scan. */
static void print_code(const struct context *context, const char *url)
{
    const char *const words[] = {"--link", "--", url, NULL};
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0)
        _exit(helper_run(context, "fuda-code", words) == STATUS_CLEAN ? 0 : 1);
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) < 0 || status != 0)
        puts(url);
}

static void print_others(const struct phones *p)
{
    struct text list = {0}, line = {0};
    for (int i = 0; i < OTHERS_MOST && p->others[i][0] != '\0'; i++) {
        if (i > 0)
            say_comma(p->context, &list);
        text_put(&list, p->others[i]);
    }
    if (list.length > 0) {
        say_with(p->context, &line,
            N_("This machine is in other networks too, as {addresses}; `serve {address}` takes "
               "that one."),
            "tt", "addresses", list.at, "address", p->others[0]);
        say_wrapped(&list, "", 0, 0);
        text_clear(&list);
        say_wrapped(&list, line.at, 0, 2);
        puts(list.at);
    }
    text_clear(&list);
    text_clear(&line);
}

static const char *mode_text(enum phones_mode mode)
{
    switch (mode) {
    case PHONES_FREE:
        return N_("Phones may enter lines; `serve ask` has each one confirmed here, `serve watch` "
                  "lets them watch only.");
    case PHONES_ASK:
        return N_("What phones enter is confirmed here, line by line; `serve free` takes it as it "
                  "comes.");
    case PHONES_WATCH: return N_("Phones watch only; `serve free` lets them enter lines.");
    }
    return "";
}

/* Prints who is there, such as "Phones here: Bo, Chie; watching: 1". */
static void print_guests(const struct phones *p, const struct session *s)
{
    struct text names = {0}, line = {0};
    int64_t watching = 0;
    for (int i = 0; i < p->guests.count; i++)
        watching += p->guests.of[i]->here && p->guests.of[i]->seat < 0;
    if (s != NULL) /* a player may have two phones */
        say_seats(p->context, &names, &s->record.seats, guests_seats(&p->guests));
    if (names.length == 0 && watching == 0)
        return;
    say_with(p->context, &line, N_("Phones here: {names}; watching: {count}"), "ti", "names",
        names.length > 0 ? names.at : "–", "count", watching);
    print_line(line.at);
    text_clear(&names);
    text_clear(&line);
}

void phones_tell_place(const struct context *context, const struct phones_place *place)
{
    /* for phones, or for this machine only; without a drawn code, or with one */
    static const char *const ways[2][2] = {
        {N_("In the browser of a phone in this network, type {address}:{port}, and {code} there."),
            N_("A phone in this network opens the page by the code above; or type {address}:{port} "
               "in its browser, and {code} there.")},
        {N_("In this machine's own browser, type {address}:{port}, and {code} there."),
            N_("This machine's own browser opens the page by the address above; or type "
               "{address}:{port} there, and {code}.")},
    };
    struct text line = {0};
    const bool drawn = context->color || !context->terminal,
               alone = strcmp(place->address, "127.0.0.1") == 0;
    if (drawn)
        print_code(context, place->url);
    say_with(context, &line, ways[alone][drawn], "tit", "address", place->address, "port",
        (int64_t)place->port, "code", place->code);
    print_line(line.at);
    text_clear(&line);
    if (alone)
        print_line(say(context, N_("No phone can reach it: this address is open to this "
                                   "machine's own browser alone.")));
}

static void print_all(struct phones *p, const struct session *s)
{
    const struct phones_place place = {p->address, p->url, p->code, p->port};
    phones_tell_place(p->context, &place);
    print_others(p);
    print_line(say(p->context, mode_text(p->mode)));
    print_guests(p, s);
    print_said(p);
}

/* ---- words ------------------------------------------------------------------------------- */

static bool do_start(struct phones *p, const struct session *s, const char *rest)
{
    const bool again = p->on && p->listens && strcmp(rest, p->on ? p->wanted : "") == 0;
    if (!again && !phones_start(p, s, rest)) {
        print_said(p);
        return p->on
               && complain(p->context,
                   N_("the program fuda-serve does not answer; `serve off` and then `serve` start "
                      "it again"),
                   "");
    }
    if (p->refused) /* it is served all the same: where, comes after the reason */
        print_said(p);
    print_all(p, s);
    return true;
}

static bool do_off(struct phones *p, const struct session *s, const char *rest)
{
    (void)s, (void)rest;
    if (p->on)
        puts(say(p->context, N_("The phones are no longer served.")));
    phones_off(p);
    return true;
}

static bool set_mode(struct phones *p, enum phones_mode mode)
{
    p->mode = mode;
    print_line(say(p->context, mode_text(mode)));
    return true;
}

static bool do_watch(struct phones *p, const struct session *s, const char *rest)
{
    return (void)s, (void)rest, set_mode(p, PHONES_WATCH);
}
static bool do_ask(struct phones *p, const struct session *s, const char *rest)
{
    return (void)s, (void)rest, set_mode(p, PHONES_ASK);
}
static bool do_free(struct phones *p, const struct session *s, const char *rest)
{
    return (void)s, (void)rest, set_mode(p, PHONES_FREE);
}

/* Makes a new code; the old one lets nobody in any more. */
static bool do_new(struct phones *p, const struct session *s, const char *rest)
{
    (void)rest;
    pipe_put(&p->pipe, json_pack("{ss}", "do", "renew"));
    return phones_renewed(p) ? (print_all(p, s), true)
                             : complain(p->context,
                                 N_("the program fuda-serve does not answer; `serve off` and then "
                                    "`serve` start it again"),
                                 "");
}

static bool do_out(struct phones *p, const struct session *s, const char *rest)
{
    const size_t length = strlen(rest);
    const int seat = length <= NAME_MOST && s != NULL
                         ? seats_find(&s->record.seats, (struct span){rest, length}, NULL)
                         : -1;
    struct phone *guest = seat >= 0 ? guests_seated(&p->guests, seat) : NULL;
    if (guest == NULL)
        return complain(p->context,
            N_("“{word}” has no phone at this table; expected a player who has, as `serve` lists "
               "them"),
            "t", "word", rest);
    pipe_put(&p->pipe, json_pack("{ss ss}", "do", "show out", "guest", guest->id));
    guest->here = false;
    guest->seat = -1;
    print_with(p->context, N_("{word} was shown out; there is a new code, which `serve` shows."),
        "t", "word", rest);
    phones_renewed(p);
    return true;
}

/*
 * The words that `serve` takes, in both languages; first those that work when no phones are served.
 */
static const struct serving {
    const char *name, *japanese;
    bool (*run)(struct phones *p, const struct session *s, const char *rest);
    bool anyway, named; /* works whether phones are served or not; takes a name */
} servings[] = {
    {"off", "止める/終了", do_off, .anyway = true},
    {"watch", "見るだけ/観戦", do_watch, .anyway = true},
    {"ask", "確認", do_ask, .anyway = true},
    {"free", "自由", do_free, .anyway = true},
    {"new", "更新", do_new, .anyway = false},
    {"out", "外す/退席", do_out, .named = true},
};

bool phones_word(struct phones *p, const struct session *s, const char *rest)
{
    const struct span word = {rest, strcspn(rest, " \t")};
    const char *behind = rest + word.length + strspn(rest + word.length, " \t");
    for (size_t i = 0; i < sizeof servings / sizeof *servings; i++) {
        const struct serving *serving = &servings[i];
        if (!text_is(word, serving->name) && !word_spelled(serving->japanese, word))
            continue;
        if (serving->named != (behind[0] != '\0'))
            break;
        return p->on || serving->anyway
                   ? serving->run(p, s, behind)
                   : complain(p->context, N_("no phones are served; `serve` begins"), "");
    }
    if (rest[0] == '\0'
        || (strspn(rest, "0123456789abcdefABCDEF.:") == strlen(rest)
            && strpbrk(rest, ".:") != NULL))
        return do_start(p, s, rest[0] == '\0' && p->on ? p->wanted : rest);
    return complain(p->context,
        N_("`serve` does not know “{word}”; expected an address of this machine, off, watch, ask, "
           "free, new, or out and a player"),
        "t", "word", rest);
}
