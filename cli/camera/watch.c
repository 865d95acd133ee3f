/* The table's camera; see watch.h. */
#define _XOPEN_SOURCE 700
#include "watch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_MS = 10000, LOOK_PICTURE_MS = 40000, SIGHTS_MOST = 128, PLACE_MOST = 64, SOURCE_MOST = 4096 };

/* What is known of a card of the deck. */
struct watched {
    bool there, entered;
    bool twice;                     /* it was told that it is read in two places */
    char place[PLACE_MOST];         /* of the game, where it was entered: "R1 T4" */
};

/* What lies there now. */
struct look {
    int count;
    struct glimpse sight[SIGHTS_MOST];
};

void watch_begin(struct watch *w, const struct context *context)
{
    *w = (struct watch){.context = context, .held = -1, .scanner = {.pid = -1, .to = -1, .from = -1}};
}

static void turn_off(struct watch *w)
{
    scanner_close(&w->scanner);
    w->on = false;
    w->waiting = 0;
    w->held = -1;
    w->withdrawn = w->settling = w->owed = false;
}

void watch_end(struct watch *w)
{
    turn_off(w);
    scanner_deck_clear(&w->deck);
    free(w->card);
    free(w->source);
    free(w->user);
    text_clear(&w->said);
    watch_begin(w, w->context);
}

/* ---- words ------------------------------------------------------------------------------- */

/* What a card is called; where it is none of the deck (-1), its code. */
static void add_name(const struct watch *w, const struct record *r, struct text *t, int card, const char *code)
{
    if (card >= 0)
        scanner_say(w->context, t, &w->deck.card[card], &r->setting);
    else
        text_put(t, code);
}

/* A message with one value, to be shown beside the prompt. */
static void tell(struct watch *w, const char *text, const char *value)
{
    struct text line = {0};
    say_with(w->context, &line, text, "tt", "card", value, "reason", value);
    say_wrapped(&w->said, line.at, 0, 2);
    text_put(&w->said, "\n");
    text_clear(&line);
}

/* … about a card. */
static void tell_of_card(struct watch *w, const struct record *r, const char *text, int card, const char *code)
{
    struct text name = {0};
    add_name(w, r, &name, card, code);
    tell(w, text, name.at);
    text_clear(&name);
}

/* ---- the camera -------------------------------------------------------------------------- */

/* The one that was named, else the first here; NULL: complained. */
static const char *source_of(const struct watch *w, char device[SOURCE_MOST])
{
    if (w->source != NULL || scanner_default(device, SOURCE_MOST))
        return w->source != NULL ? w->source : device;
    complain(w->context, N_("there is no camera here; expected `camera SOURCE`: a device such as /dev/video0, or "
                            "a phone's address such as http://PHONE:8080/video"), "");
    return NULL;
}

bool watch_source(struct watch *w, const char *rest)
{
    char device[SOURCE_MOST];
    if (rest[0] == '\0') {
        const char *source = source_of(w, device), *at = source != NULL ? strrchr(source, '@') : NULL;
        if (source == NULL)
            return false;
        /* what stands before @ in an address is nobody's business */
        printf("%s%s\n", at != NULL ? "…" : "", at != NULL ? at : source);
        return true;
    }
    if (!scanner_is_camera(rest) && access(rest, R_OK) != 0) {
        scanner_not_opened(w->context, rest);
        return false;
    }
    free(w->source);
    w->source = strdup(rest);
    if (w->on) {
        turn_off(w);
        puts(say(w->context, N_("No longer watching; `watch` begins again.")));
    }
    return w->source != NULL;
}

/* The game's cards, as its deck is now. */
static bool make_deck(struct watch *w, const struct record *r)
{
    if (r->setting.book == NULL || !r->begun)
        return complain(w->context, N_("no game has begun"), "");
    scanner_deck_clear(&w->deck);
    free(w->card);
    w->card = NULL;
    if (scanner_deck_add(&w->deck, r->setting.book, r->setting.pack) && w->deck.count > 0)
        w->card = calloc((size_t)w->deck.count, sizeof *w->card);
    if (w->card == NULL)
        complain(w->context, N_("this game's deck has no cards that a camera could know"), "");
    return w->card != NULL;
}

static bool open_scanner(struct watch *w, bool watching)
{
    char device[SOURCE_MOST];
    const char *source = source_of(w, device);
    if (source == NULL)
        return false;
    bool camera = scanner_is_camera(source);
    if (!camera && watching)
        return complain(w->context, N_("a picture cannot be watched; expected a camera"), "");
    if (camera ? scanner_open(&w->scanner, w->context, &w->deck, source, w->user)
               : scanner_open_picture(&w->scanner, w->context, &w->deck, source))
        return true;
    if (w->scanner.why[0] != '\0')
        complain(w->context, "{words}", "t", "words", w->scanner.why);
    scanner_close(&w->scanner);
    return false;
}

/* ---- what has changed -------------------------------------------------------------------- */

static void place_of(const struct watch *w, const struct record *r, char out[PLACE_MOST])
{
    out[0] = '\0';
    if (!r->begun || r->setting.book->table == NULL)
        return;
    struct message place;
    struct text t = {0};
    r->setting.book->table->place(r->state, &r->setting, &place);
    say_message(w->context, &t, &place, NULL, &r->setting);
    snprintf(out, PLACE_MOST, "%s", t.at);
    text_clear(&t);
}

static void on_card(struct watch *w, const struct record *r, int card)
{
    struct watched *c = &w->card[card];
    char place[PLACE_MOST];
    bool was_there = c->there;
    c->there = true;
    c->twice = false;
    if (w->deck.card[card].sticker.card < 0)
        return;                     /* no card that is played */
    place_of(w, r, place);
    if (c->entered && (was_there || strcmp(place, c->place) == 0))
        return;
    for (int i = 0; i < w->waiting; i++)
        if (w->queue[i] == card)
            return;
    if (w->waiting == (int)(sizeof w->queue / sizeof *w->queue))
        return;
    int at = w->owed && w->held < 0 ? 0 : w->waiting;
    memmove(w->queue + at + 1, w->queue + at, (size_t)(w->waiting - at) * sizeof *w->queue);
    w->queue[at] = card;
    w->waiting++;
    w->owed = w->owed && at > 0;
}

static void on_gone(struct watch *w, const struct record *r, int card)
{
    struct watched *c = &w->card[card];
    int kept = 0;
    c->there = c->twice = false;
    if (r->setting.book->table == NULL)
        c->entered = false;
    w->withdrawn |= card == w->held;
    for (int i = 0; i < w->waiting; i++) {
        if (w->queue[i] == card && (w->held >= 0 || w->owed))
            tell_of_card(w, r, N_("{card} was taken up again: not entered."), card, NULL);
        else
            w->queue[kept++] = w->queue[i];
    }
    w->waiting = kept;
}

/* Of a card in two places each place is told of; one word is enough. */
static void on_doubt(struct watch *w, const struct record *r, const struct glimpse *sight)
{
    struct watched *c = sight->card >= 0 ? &w->card[sight->card] : NULL;
    if (c == NULL || !sight->twice || !c->twice)
        tell_of_card(w, r, sight->twice ? N_("{card} is read in two places: not entered. Type it, or clear the table a little.")
                                     : N_("{card} is read where another card is read too: not entered. Type it, or lay it apart."),
                  sight->card, sight->code);
    if (c != NULL && sight->twice)
        c->twice = true;
}

static void on_sight(struct watch *w, const struct record *r, const struct glimpse *sight)
{
    switch (sight->kind) {
    case SIGHT_CARD:
        on_card(w, r, sight->card);
        break;
    case SIGHT_GONE:
    case SIGHT_BACK:
    case SIGHT_HIDDEN:
        if (sight->card >= 0)
            on_gone(w, r, sight->card);
        break;
    case SIGHT_UNKNOWN:
        tell_of_card(w, r, N_("{card} lies there, which is no card of this deck."), -1, sight->code);
        break;
    case SIGHT_DOUBT:
        on_doubt(w, r, sight);
        break;
    }
}

/* Nothing is known of what happens now. */
static void on_loss(struct watch *w)
{
    tell(w, N_("the camera is lost: {reason}"), w->scanner.why);
    for (int i = 0; i < w->deck.count; i++)
        w->card[i].there = false;
    w->settling = true;
}

/* Nobody saw in which order it came to lie. */
static void on_found(struct watch *w, const struct record *r, const struct glimpse *sight)
{
    struct watched *c = sight->card >= 0 && sight->kind == SIGHT_CARD ? &w->card[sight->card] : NULL;
    if (c == NULL)
        return;
    if (!c->entered && w->deck.card[sight->card].sticker.card >= 0)
        tell_of_card(w, r, N_("{card} came to lie unseen: not entered."), sight->card, NULL);
    if (!c->entered)
        snprintf(c->place, sizeof c->place, "-");
    c->there = c->entered = true;
}

static void on_news(struct watch *w, const struct record *r, enum scanner_news news, const struct glimpse *sight)
{
    if (news == SCANNER_SIGHT && !(w->settling && sight->kind == SIGHT_CARD))
        on_sight(w, r, sight);
    if (news == SCANNER_SEES && w->settling)
        on_found(w, r, sight);
    if (news == SCANNER_SEEN)
        w->settling = false;
    if (news == SCANNER_LOST)
        on_loss(w);
    if (news == SCANNER_BACK) {
        text_put(&w->said, say(w->context, N_("the camera sees again")));
        text_put(&w->said, "\n");
        scanner_look(&w->scanner);
    }
}

/* ---- looking once ------------------------------------------------------------------------ */

static void complain_of_loss(const struct watch *w)
{
    if (w->scanner.source == NULL)      /* a picture: it was opened by its name */
        complain(w->context, N_("{file}: cannot read: {reason}"), "tt", "file", w->source, "reason", w->scanner.why);
    else
        complain(w->context, N_("the camera is lost: {reason}"), "t", "reason", w->scanner.why);
}

/* From a picture all that is read counts; from a camera what lies still. False: it complained. */
static bool look(struct watch *w, const struct record *r, struct look *out)
{
    bool picture = w->scanner.source == NULL;
    struct glimpse sight;
    out->count = 0;
    if (!picture)
        scanner_look(&w->scanner);
    for (long until = milliseconds() + (picture ? LOOK_PICTURE_MS : LOOK_MS), now; (now = milliseconds()) < until;) {
        enum scanner_news news = scanner_next(&w->scanner, (int)(until - now), &sight);
        if (news == (picture ? SCANNER_SIGHT : SCANNER_SEES) && out->count < SIGHTS_MOST)
            out->sight[out->count++] = sight;
        else if (w->on)
            on_news(w, r, news, &sight);
        if (news == SCANNER_SEEN || news == SCANNER_END)
            return true;
        if (news == SCANNER_LOST) {
            complain_of_loss(w);
            return false;
        }
    }
    return complain(w->context, N_("the camera shows nothing in time"), "");
}

/* ---- @ ----------------------------------------------------------------------------------- */

/* How many bytes of the line part tokens here: space, ; and : in either width. */
static size_t parting(const char *at)
{
    static const char *const wide[] = {"\u3000", "；", "："};
    if (*at == ' ' || *at == '\t' || *at == ';' || *at == ':')
        return 1;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strncmp(at, wide[i], strlen(wide[i])) == 0)
            return strlen(wide[i]);
    return 0;
}

static size_t token_length(const char *at)
{
    size_t length = 0;
    for (bool quoted = false; at[length] != '\0' && (quoted || parting(at + length) == 0); length++)
        quoted ^= at[length] == '"';
    return length;
}

/* The next lone @ from `at` on, in either width; NULL: none. */
static const char *find_mark(const char *at, size_t *length)
{
    while (*at != '\0' && *at != '#') {
        size_t token = token_length(at);
        if ((token == 1 && *at == '@') || (token == strlen("＠") && strncmp(at, "＠", token) == 0)) {
            *length = token;
            return at;
        }
        at += token > 0 ? token : parting(at);
    }
    return NULL;
}

enum card_part { CARDS, OTHERS, ALL };

static bool is_part(const struct sticker *s, enum card_part part)
{
    return part == ALL || (part == CARDS) == (s->card >= 0);
}

static void put_line(const struct watch *w, const struct look *look, enum card_part part, const char *line,
                     const char *mark, size_t length, struct text *out)
{
    bool first = true;
    text_add(out, "", 0);
    out->length = 0;
    text_add(out, line, (size_t)(mark - line));
    for (int i = 0; i < look->count; i++) {
        const struct sticker *s = &w->deck.card[look->sight[i].card].sticker;
        if (!is_part(s, part))
            continue;
        text_put(out, first ? "" : " ");
        text_put(out, s->token);
        first = false;
    }
    text_put(out, mark + length);
}

/* Can the line be read by the language at all? */
static bool reads(const struct record *r, const struct text *line)
{
    struct statement *said = malloc(sizeof *said);
    struct reader reader;
    struct fault fault;
    enum read_result result = READ_FAULT;
    reader_begin(&reader, line->at, line->length, 1);
    while (said != NULL && (result = statement_read(&reader, &r->setting, false, said, &fault)) == READ_STATEMENT)
        ;
    free(said);
    return result == READ_END;
}

/*
 * Cards of two kinds may lie there, those that are played and those that a record writes as numbers: the
 * statement takes the ones that it can.
 */
static void expand(const struct watch *w, const struct record *r, const struct look *look, const char *line,
                   const char *mark, size_t length, struct text *out)
{
    bool some[2] = {false, false};
    for (int i = 0; i < look->count; i++)
        some[w->deck.card[look->sight[i].card].sticker.card >= 0 ? CARDS : OTHERS] = true;
    for (enum card_part part = CARDS; part <= OTHERS && some[CARDS] && some[OTHERS]; part++) {
        put_line(w, look, part, line, mark, length, out);
        if (reads(r, out))
            return;
    }
    put_line(w, look, ALL, line, mark, length, out);
}

/* Is the n-th of what lies there known for certain? False: it complained. */
static bool is_sure(const struct watch *w, const struct record *r, const struct look *look, int n)
{
    const struct glimpse *s = &look->sight[n];
    struct text name = {0};
    bool twice = s->kind == SIGHT_DOUBT && s->twice;
    for (int k = 0; k < n; k++)
        twice |= strcmp(look->sight[k].code, s->code) == 0;
    if (s->card >= 0 && s->kind == SIGHT_CARD && !twice)
        return true;
    add_name(w, r, &name, s->card, s->code);
    complain(w->context, s->card < 0 ? N_("{card} lies there, which is no card of this deck; nothing was entered")
                         : twice     ? N_("{card} is read in two places; nothing was entered")
                                     : N_("{card} is read where another card is read too; nothing was entered"),
             "t", "card", name.at);
    text_clear(&name);
    return false;
}

static bool is_certain(const struct watch *w, const struct record *r, const struct look *look)
{
    if (look->count == 0)
        complain(w->context, N_("the camera sees no card; nothing was entered"), "");
    for (int i = 0; i < look->count; i++)
        if (!is_sure(w, r, look, i))
            return false;
    return look->count > 0;
}

bool watch_expand(struct watch *w, const struct record *r, const char *line, struct text *out)
{
    size_t length, second;
    const char *mark = find_mark(line, &length);
    text_add(out, "", 0);
    if (mark == NULL)
        return true;
    if (find_mark(mark + length, &second) != NULL)
        return complain(w->context, N_("expected one @ in a line: it is all that the camera sees"), "");
    struct look *seen = malloc(sizeof *seen);
    bool good = seen != NULL && (w->on || (make_deck(w, r) && open_scanner(w, false)))
             && look(w, r, seen) && is_certain(w, r, seen);
    if (!w->on)
        scanner_close(&w->scanner);
    if (good)
        expand(w, r, seen, line, mark, length, out);
    free(seen);
    return good;
}

/* ---- watching ---------------------------------------------------------------------------- */

/* What lies there already was not played before our eyes. */
static void take_for_known(struct watch *w, const struct record *r, const struct look *seen)
{
    struct text t = {0}, lines = {0};
    for (int i = 0; i < seen->count; i++) {
        int card = seen->sight[i].card;
        if (card < 0 || seen->sight[i].kind != SIGHT_CARD)
            continue;
        w->card[card] = (struct watched){.there = true, .entered = true, .place = "-"};
        if (w->deck.card[card].sticker.card < 0)
            continue;
        text_put(&t, t.length == 0 ? say(w->context, N_("Lies there already, and is not entered:")) : "");
        text_put(&t, " ");
        add_name(w, r, &t, card, NULL);
    }
    w->waiting = 0;
    if (t.length > 0) {
        say_wrapped(&lines, t.at, 0, 2);
        puts(lines.at);
    }
    text_clear(&lines);
    text_clear(&t);
}

static bool turn_on(struct watch *w, const struct record *r)
{
    if (w->on)
        return true;
    if (!make_deck(w, r))
        return false;
    if (r->setting.book->verbs[VERB_PLAY].most == 0)
        return complain(w->context, N_("in this game a card alone is no play; @ in a statement is what the camera sees"), "");
    struct look *seen = malloc(sizeof *seen);
    if (seen == NULL || !open_scanner(w, true) || !look(w, r, seen)) {
        free(seen);
        turn_off(w);
        return false;
    }
    w->on = true;
    puts(say(w->context, N_("Watching: cards are entered as they come to lie. RETURN ends it.")));
    take_for_known(w, r, seen);
    free(seen);
    return true;
}

bool watch_word(struct watch *w, const struct record *r, const char *rest)
{
    if (strcmp(rest, "off") == 0) {
        if (w->on)
            puts(say(w->context, N_("No longer watching.")));
        turn_off(w);
        return true;
    }
    if (strcmp(rest, "beep") == 0 || strcmp(rest, "silent") == 0)
        w->beep = rest[0] == 'b';
    else if (rest[0] != '\0') {
        return complain(w->context, N_("expected `watch`, `watch off`, `watch beep` or `watch silent`"), "");
    }
    return turn_on(w, r);
}

bool watch_ready(struct watch *w, const struct record *r, bool held)
{
    struct glimpse sight;
    if (!w->on)
        return false;
    for (int i = 0; i < SIGHTS_MOST; i++) {
        enum scanner_news news = scanner_next(&w->scanner, 0, &sight);
        on_news(w, r, news, &sight);
        if (news == SCANNER_NOTHING)
            break;
    }
    return w->said.length > 0 || w->withdrawn || (!held && !w->owed && w->waiting > 0);
}

const char *watch_next(struct watch *w, const struct record *r)
{
    if (!w->on || w->owed || w->waiting == 0)
        return NULL;
    int card = w->queue[0];
    w->waiting--;
    memmove(w->queue, w->queue + 1, (size_t)w->waiting * sizeof *w->queue);
    w->card[card].entered = true;
    w->held = card;
    place_of(w, r, w->card[card].place);
    return w->deck.card[card].sticker.token;
}

void watch_holds(struct watch *w)
{
    w->withdrawn = w->held >= 0 && !w->card[w->held].there;
}

void watch_settles(struct watch *w, bool stands)
{
    if (w->held >= 0 && !stands && w->card != NULL)
        w->card[w->held].entered = false;
    w->owed |= w->held >= 0 && !stands;
    w->held = -1;
    w->withdrawn = false;
}

void watch_yields(struct watch *w)
{
    w->owed = false;
}

void watch_forgets(struct watch *w)
{
    w->owed = false;
    for (int i = 0; i < w->deck.count && w->card != NULL; i++)
        w->card[i].entered = w->card[i].entered && w->card[i].there;
}
