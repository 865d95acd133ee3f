/*
 * fuda scan: the cards that a picture or a camera shows. Without a game every card of every game's
 * own deck is looked for; a pack's cards only with its pack.
 */
#define _XOPEN_SOURCE 700
#include "cli/camera/catalogue.h"
#include "cli/camera/unread.h"
#include "cli/json.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { NAME_COLUMNS = 20, WAIT_MS = 500, FAILURES_MOST = 5, EXPECTED_MOST = 1024 };

struct wanted {
    struct span token; /* borrowed from the command line, or a sticker's */
    int card;          /* of the deck: any with this token */
    bool seen;
};

struct scan_run {
    const struct context *context;
    struct catalogue all;  /* the cards that are looked for */
    bool *seen;            /* owned, a truth a card of the deck: seen so far */
    struct wanted *wanted; /* owned: what is expected */
    int wanted_count;
    int cards; /* seen, in all pictures */
    bool unreadable;
    bool unread;      /* codes were seen that could not be read, and why was said */
    json_t *pictures; /* owned; NULL without --json */
    json_t *asked;    /* owned: of this picture, what is asked; NULL without --json */
};

/* ---- what is expected -------------------------------------------------------------------- */

static void want(struct scan_run *s, int card)
{
    s->wanted = memory_row(s->wanted, (size_t)s->wanted_count, sizeof *s->wanted);
    const char *token = s->all.deck.card[card].sticker.token;
    s->wanted[s->wanted_count++] = (struct wanted){.token = {token, strlen(token)}, .card = card};
}

static bool want_words(struct scan_run *s, const char *list)
{
    for (const char *at = list; *at != '\0';) {
        size_t length = strcspn(at, ", ");
        int card = length > 0 ? scanner_deck_named(&s->all.deck, (struct span){at, length}) : -1;
        if (length > 0 && card < 0)
            return complain(s->context, N_("--expect: “{word}” is not a card of {game}"), "st",
                "word", (struct span){at, length}, "game", catalogue_title(&s->all, s->all.book));
        if (length > 0 && s->wanted_count == EXPECTED_MOST)
            return false;
        if (length > 0)
            want(s, card);
        at += length + strspn(at + length, ", ");
    }
    return true;
}

static bool find_expected(struct scan_run *s)
{
    const char *list = given_value(s->context, "expect");
    bool whole = given_value(s->context, "whole") != NULL;
    if (list == NULL && !whole)
        return true;
    if (s->all.book == NULL)
        return complain(s->context, N_("--expect and --whole need --game GAME"), "");
    for (int i = 0; whole && i < s->all.deck.count; i++)
        if (!s->all.deck.card[i].sticker.spare)
            want(s, i);
    return list == NULL || want_words(s, list);
}

/*
 * Each card seen stands for one that is expected; copies are alike unless all of them are expected.
 */
static int settle_expected(struct scan_run *s)
{
    bool *used = memory_get((size_t)s->all.deck.count * sizeof *used);
    int count = 0;
    for (int w = 0; w < s->wanted_count; w++) {
        struct wanted *wanted = &s->wanted[w];
        wanted->seen = false;
        for (int i = 0; i < s->all.deck.count && !wanted->seen; i++) {
            if (!s->seen[i] || used[i]
                || strcmp(s->all.deck.card[i].sticker.token, wanted->token.at) != 0)
                continue;
            wanted->seen = used[i] = true;
            count++;
        }
    }
    free(used);
    return count;
}

/* "18 of 20 seen, missing: r3 g7" */
static void tell_expected(struct scan_run *s, int count)
{
    struct text t = {0};
    say_with(s->context, &t, N_("{seen} of {count} seen"), "ii", "seen", (int64_t)count, "count",
        (int64_t)s->wanted_count);
    if (count < s->wanted_count)
        text_put(&t, say(s->context, N_(", missing:")));
    for (int w = 0; w < s->wanted_count; w++)
        if (!s->wanted[w].seen) {
            text_put(&t, " ");
            catalogue_say(&s->all, &t, s->wanted[w].card);
        }
    struct text lines = {0};
    say_wrapped(&lines, t.at, 0, 2);
    puts(lines.at);
    text_clear(&lines);
    text_clear(&t);
}

/* ---- what is seen ------------------------------------------------------------------------ */

static json_t *json_sight(const struct scan_run *s, const struct glimpse *sight)
{
    json_t *object = json_object(), *corners = json_array();
    if (sight->card >= 0) {
        const struct scanner_card *c = &s->all.deck.card[sight->card];
        json_object_set_new(object, "card", json_string(c->sticker.token));
        const struct setting setting = catalogue_setting(&s->all, sight->card);
        json_object_set_new(object, "game", json_string(game_called(&setting)));
    }
    json_object_set_new(object, "code", json_string(sight->code));
    for (int i = 0; i < 4; i++)
        json_array_append_new(corners,
            json_pack("[ii]", (int)sight->corner[i][0], (int)sight->corner[i][1]));
    json_object_set_new(object, "corners", corners);
    if (sight->kind == SIGHT_FACE)
        json_object_set_new(object, "by", json_string("face"));
    return object;
}

/* {"cards":["r3","r8"], …}: what lies there is one of these, or, where it is one, perhaps that. */
static json_t *json_asked(const struct scan_run *s, const struct glimpse *sight)
{
    json_t *object = json_sight(s, sight), *cards = json_array(), *codes = json_array();
    const int either[] = {sight->card, sight->other};
    for (int i = 0; i < 2; i++)
        if (either[i] >= 0 && (i == 0 || either[i] != either[0])) {
            const struct scanner_card *c = &s->all.deck.card[either[i]];
            json_array_append_new(cards, json_string(c->sticker.token));
            json_array_append_new(codes, json_string(c->code));
        }
    json_object_del(object, "card");
    json_object_del(object, "code");
    json_object_set_new(object, "cards", cards);
    json_object_set_new(object, "codes", codes);
    return object;
}

/* "r9", or what is asked: "r3 or r8?", "r3?" */
static void say_sight(const struct scan_run *s, struct text *t, const struct glimpse *sight)
{
    struct text first = {0}, second = {0};
    catalogue_say(&s->all, &first, sight->card);
    if (sight->kind == SIGHT_ASK && sight->other >= 0 && sight->other != sight->card) {
        catalogue_say(&s->all, &second, sight->other);
        say_with(s->context, t, N_("{card} or {other}?"), "tt", "card", first.at, "other",
            second.at);
    } else if (sight->kind == SIGHT_ASK) {
        say_with(s->context, t, N_("{card}?"), "t", "card", first.at);
    } else {
        text_add(t, first.at, first.length);
    }
    text_clear(&first);
    text_clear(&second);
}

/* "  r9    Haratama  412,220" */
static void print_sight(const struct scan_run *s, const struct glimpse *sight)
{
    struct text t = {0}, name = {0};
    double x = 0, y = 0;
    for (int i = 0; i < 4; i++) {
        x += sight->corner[i][0] / 4;
        y += sight->corner[i][1] / 4;
    }
    if (sight->card >= 0)
        say_sight(s, &name, sight);
    else
        text_put(&name, sight->code);
    text_put(&t, "  ");
    text_add(&t, name.at, name.length);
    text_spaces(&t, NAME_COLUMNS - say_width(name.at, name.length));
    if (sight->card < 0) {
        text_printf(&t, " %s ", say(s->context, N_("unknown")));
    } else if (s->all.book == NULL) {
        const char *title = catalogue_title(&s->all, s->all.deck.card[sight->card].book);
        text_put(&t, " ");
        say_padded(&t, title, strlen(title), 16, false);
    }
    text_printf(&t, " %.0f,%.0f", x, y);
    if (sight->kind == SIGHT_FACE)
        text_printf(&t, "  %s", say(s->context, N_("by its face")));
    puts(t.at);
    text_clear(&name);
    text_clear(&t);
}

static void note(struct scan_run *s, const struct glimpse *sight)
{
    if (sight->card < 0 || sight->kind == SIGHT_ASK)
        return;
    s->cards++;
    s->seen[sight->card] = true;
}

/* ---- pictures ---------------------------------------------------------------------------- */

static void tell_faceless(const struct scan_run *s, const struct scanner *scanner)
{
    const struct setting setting = catalogue_setting(&s->all, scanner->faceless);
    scanner_tell_faceless(scanner, &setting);
}

/*
 * What was seen is told when all is known; a reader that dies half-way still has told something.
 * False: it did.
 */
static bool listen(struct scan_run *s, struct scanner *scanner, const char *file, json_t *cards,
    json_t *unknown)
{
    struct glimpse sight;
    for (;;)
        switch (scanner_next(scanner, WAIT_MS, &sight)) {
        case SCANNER_SIGHT:
            if (sight.kind != SIGHT_CARD && sight.kind != SIGHT_UNKNOWN && sight.kind != SIGHT_FACE
                && sight.kind != SIGHT_ASK)
                break;
            note(s, &sight);
            s->unread |= sight.kind == SIGHT_ASK;
            if (cards != NULL && sight.kind == SIGHT_ASK)
                json_array_append_new(s->asked, json_asked(s, &sight));
            else if (cards != NULL)
                json_array_append_new(sight.card >= 0 ? cards : unknown, json_sight(s, &sight));
            else
                print_sight(s, &sight);
            break;
        case SCANNER_LATE:
            complain(s->context, N_("{file}: there was no time to look at all of it"), "t", "file",
                file);
            break;
        case SCANNER_FACELESS: tell_faceless(s, scanner); break;
        case SCANNER_LOST:
            complain(s->context, N_("{file}: cannot read: {reason}"), "tt", "file", file, "reason",
                scanner->why);
            return false;
        case SCANNER_END: return true;
        case SCANNER_NOTHING:
        case SCANNER_TIE:
        case SCANNER_AIM:
        case SCANNER_VIEW:
        case SCANNER_SEES:
        case SCANNER_SEEN:
        case SCANNER_ALIVE:
        case SCANNER_BACK: break;
        }
}

/* A line at a time; each is a text of its own. */
static void complain_lines(struct scan_run *s, const char *lines)
{
    for (const char *at = lines; *at != '\0'; at += strcspn(at, "\n") + 1) {
        complain(s->context, "{words}", "s", "words", (struct span){at, strcspn(at, "\n")});
        s->unread = true;
    }
}

/* {"slanted":3}, or NULL where all was read. */
static json_t *json_unread(const struct scanner *scanner)
{
    json_t *object = NULL;
    for (int k = 0; k < UNREAD_KINDS; k++)
        if (scanner->unread[k] > 0) {
            object = object != NULL ? object : json_object();
            json_object_set_new(object, unread_words[k], json_integer(scanner->unread[k]));
        }
    return object;
}

static void tell_unread(struct scan_run *s, const struct scanner *scanner)
{
    struct text t = {0};
    unread_say(s->context, scanner->unread, &t);
    if (t.length > 0)
        complain_lines(s, t.at);
    text_clear(&t);
}

/*
 * Takes the lists. Of one that could not be read to its end they hold what was seen before, if
 * anything.
 */
static void add_picture(struct scan_run *s, const char *file, const struct scanner *scanner,
    json_t *cards, json_t *unknown, bool whole)
{
    json_t *picture = json_pack("{sososo}", "file", json_name(file), "cards", cards, "unknown",
        unknown);
    json_t *unread = json_unread(scanner);
    if (unread != NULL)
        json_object_set_new(picture, "unread", unread);
    if (json_array_size(s->asked) > 0)
        json_object_set(picture, "asked", s->asked);
    json_decref(s->asked);
    if (!whole)
        json_object_set_new(picture, "failed", json_true());
    json_array_append_new(s->pictures, picture);
}

static void scan_picture(struct scan_run *s, const char *file)
{
    struct scanner scanner;
    bool whole = scanner_open_picture(&scanner, s->context, &s->all.deck,
        strcmp(file, "-") != 0 ? file : NULL);
    json_t *cards = s->pictures != NULL ? json_array() : NULL,
           *unknown = s->pictures != NULL ? json_array() : NULL;
    s->asked = s->pictures != NULL ? json_array() : NULL;
    if (whole) {
        struct text name = {0};
        say_foreign(&name, file, strlen(file));
        if (s->pictures == NULL)
            printf("%s:\n", name.at);
        fflush(stdout);
        whole = listen(s, &scanner, name.at, cards, unknown);
        if (s->pictures == NULL)
            tell_unread(s, &scanner);
        text_clear(&name);
    } else if (scanner.why[0] != '\0') {
        complain(s->context, N_("{file}: cannot read: {reason}"), "tt", "file", file, "reason",
            scanner.why);
    }
    s->unreadable |= !whole;
    scanner_close(&scanner);
    if (s->pictures != NULL)
        add_picture(s, file, &scanner, cards, unknown, whole);
}

static void json_expected(const struct scan_run *s, json_t *answer, int count)
{
    json_t *missing = json_array();
    for (int w = 0; w < s->wanted_count; w++)
        if (!s->wanted[w].seen)
            json_array_append_new(missing, json_string(s->wanted[w].token.at));
    json_object_set_new(answer, "expected", json_integer(s->wanted_count));
    json_object_set_new(answer, "seen", json_integer(count));
    json_object_set_new(answer, "missing", missing);
}

/* Takes it. */
static void print_object(json_t *object)
{
    json_print(object);
    putchar('\n');
    json_decref(object);
}

static void print_json(struct scan_run *s, int count)
{
    json_t *answer = json_pack("{sO}", "pictures", s->pictures);
    if (s->wanted_count > 0 && !s->unreadable)
        json_expected(s, answer, count);
    print_object(answer);
}

static enum status end_status(const struct scan_run *s, int count)
{
    if (s->unreadable)
        return STATUS_BAD;
    return count < s->wanted_count || s->cards == 0 ? STATUS_BROKEN : STATUS_CLEAN;
}

static enum status scan_pictures(struct scan_run *s, int count, char **files)
{
    if (s->context->json)
        s->pictures = json_array();
    for (int i = 0; i < count; i++)
        scan_picture(s, files[i]);
    int seen = settle_expected(s);
    if (s->context->json)
        print_json(s, seen);
    else if (s->wanted_count > 0 && !s->unreadable)
        tell_expected(s, seen);
    else if (s->cards == 0 && !s->unreadable && !s->unread)
        complain(s->context, N_("no card was found"), "");
    json_decref(s->pictures);
    return end_status(s, seen);
}

/* ---- a camera ---------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* {"event":"card", …}; what is not seen any more is gone, for whatever reason. */
static void print_event(const struct scan_run *s, const struct glimpse *sight)
{
    json_t *object = sight->kind == SIGHT_ASK ? json_asked(s, sight) : json_sight(s, sight);
    bool gone = sight->kind == SIGHT_BACK || sight->kind == SIGHT_HIDDEN;
    json_object_set_new(object, "event",
        json_string(sight_words[gone                        ? SIGHT_GONE
                                : sight->kind == SIGHT_FACE ? SIGHT_CARD
                                                            : sight->kind]));
    if (sight->kind == SIGHT_HIDDEN)
        json_object_set_new(object, "covered", json_true());
    print_object(object);
}

/* {"event":"end", "expected":20, …}: the last line where something is expected. */
static void print_end(const struct scan_run *s, int count)
{
    json_t *object = json_pack("{ss}", "event", "end");
    json_expected(s, object, count);
    print_object(object);
}

static bool is_read(const struct glimpse *sight)
{
    return sight->kind == SIGHT_CARD || sight->kind == SIGHT_FACE;
}

/* Each card is told once, however often it comes. */
static void on_sight(struct scan_run *s, const struct glimpse *sight)
{
    assert(s->seen != NULL);
    if (s->context->json) {
        print_event(s, sight);
    } else if (sight->kind == SIGHT_UNKNOWN || sight->kind == SIGHT_ASK
               || (is_read(sight) && !s->seen[sight->card])) {
        print_sight(s, sight);
    } else if (sight->kind == SIGHT_DOUBT && sight->card >= 0) {
        struct text t = {0};
        catalogue_say(&s->all, &t, sight->card);
        complain(s->context,
            sight->twice ? N_("{card} is read in two places: held back")
                         : N_("{card} is read where another card is read too: held back"),
            "t", "card", t.at);
        text_clear(&t);
    }
    if (is_read(sight))
        note(s, sight);
    fflush(stdout);
}

/* False: there is no more hope. */
static bool on_loss(struct scan_run *s, struct scanner *scanner)
{
    complain(s->context, N_("the camera is lost: {reason}"), "t", "reason", scanner->why);
    s->unreadable = (!scanner->frame && scanner->failures == 1)
                    || scanner->failures >= FAILURES_MOST;
    return !s->unreadable;
}

static void watch(struct scan_run *s, struct scanner *scanner)
{
    struct glimpse sight;
    struct unread unread = {.since = {0}};
    while (!interrupted && !ferror(stdout)) {
        enum scanner_news news = scanner_next(scanner, WAIT_MS, &sight);
        if (news == SCANNER_SIGHT)
            on_sight(s, &sight);
        if (news == SCANNER_FACELESS)
            tell_faceless(s, scanner);
        if (news == SCANNER_BACK)
            complain(s->context, N_("the camera sees again"), "");
        if (news == SCANNER_ALIVE) {
            struct text t = {0};
            unread_hear(&unread, scanner, &t);
            if (t.length > 0)
                complain_lines(s, t.at);
            text_clear(&t);
        }
        if (news == SCANNER_LOST && !on_loss(s, scanner))
            break;
        if (s->wanted_count > 0 && news == SCANNER_SIGHT && settle_expected(s) == s->wanted_count)
            break;
    }
}

static enum status scan_camera(struct scan_run *s, const char *source, const char *user)
{
    struct scanner scanner;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (scanner_open(&scanner, s->context, &s->all.deck, source, user)) {
        watch(s, &scanner);
    } else if (scanner.why[0] == '\0') {
        return STATUS_BAD;
    } else {
        complain(s->context, "{words}", "t", "words", scanner.why);
        s->unreadable = true;
    }
    scanner_close(&scanner);
    int seen = settle_expected(s);
    const bool tells = s->wanted_count > 0 && !s->unreadable;
    if (tells && s->context->json)
        print_end(s, seen);
    else if (tells)
        tell_expected(s, seen);
    return end_status(s, seen);
}

/* ---- the command ------------------------------------------------------------------------- */

static enum status scan_source(struct scan_run *s, int count, char **words)
{
    char device[4096];
    const char *user = given_value(s->context, "user");
    if (count == 1 && scanner_is_camera(words[0]))
        return scan_camera(s, words[0], user);
    for (int i = 0; i < count; i++)
        if (scanner_is_camera(words[i])) {
            complain(s->context, N_("expected pictures, or one camera"), "");
            return STATUS_BAD;
        }
    if (count > 0)
        return scan_pictures(s, count, words);
    if (scanner_default(device, sizeof device))
        return scan_camera(s, device, user);
    complain(s->context,
        N_("there is no camera here; expected a picture, a device such as /dev/video0, or a "
           "phone's address such as http://PHONE:8080/video"),
        "");
    return STATUS_BAD;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct scan_run s = {.context = context};
    enum status status = STATUS_BAD;
    if (catalogue_make(&s.all, context) && find_expected(&s)) {
        s.seen = memory_get((size_t)s.all.deck.count * sizeof *s.seen);
        status = scan_source(&s, count, words);
    }
    catalogue_end(&s.all);
    free(s.seen);
    free(s.wanted);
    return status;
}

static const struct flag flags[] = {
    {.name = "game",
        .takes = N_("GAME"),
        .value = OPERAND_GAME,
        .summary = N_("look for this game's cards only")},
    {.name = "pack",
        .takes = N_("NAME|FILE"),
        .value = OPERAND_PACK,
        .summary = N_("look for this deck's cards only")},
    {.name = "expect",
        .takes = N_("CARDS"),
        .summary = N_("say which of these are missing: r3,g7")},
    {.name = "whole", .summary = N_("say what is missing of the whole deck")},
    {.name = "user", .takes = N_("NAME:PASSWORD"), .summary = N_("for a camera on the network")},
    {0},
};

const struct command scan_command = {
    .name = "scan",
    .manual = "fuda-scan",
    .usage = N_("scan [PICTURE…|CAMERA]"),
    .summary = N_("print the cards that a picture or a camera shows"),
    .example = "fuda scan photo.jpg\nfuda scan --game haratama --whole deck1.jpg deck2.jpg\n"
               "fuda scan /dev/video0\nfuda scan http://PHONE:8080/video",
    .flags = flags,
    .takes = {OPERAND_FILE},
    .most = WORDS_MANY,
    .run = run,
};
