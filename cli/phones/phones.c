/* Phones at the table; see phones.h. */
#define _XOPEN_SOURCE 700
#include "phones.h"
#include "cli/camera/scanner.h"
#include "cli/offer.h"
#include "heard.h"
#include "keep.h"
#include "phone_words.h"
#include "core/text.h"

#include <jansson.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

void phones_begin(struct phones *p, const struct context *context, struct campaign *campaign)
{
    *p = (struct phones){.context = context,
        .campaign = campaign,
        .kept = -1,
        .pipe = {.context = context, .helper = {-1, -1, -1}}};
}

/* Switches the phones off. What was hidden stays hidden. */
static void turn_off(struct phones *p)
{
    struct open_view hidden = {.hidden = p->view.hidden, .hiddens = p->view.hiddens};
    guests_clear(&p->guests);
    photo_end(&p->photo);
    p->view.hidden = NULL;
    p->view.hiddens = 0;
    if (p->on)
        view_clear(&p->view);
    p->view = hidden;
    p->url[0] = '\0';
    p->on = p->listens = p->tapped = p->asks = p->doubted = p->doubt_sent = false;
}

static void stop(struct phones *p, bool forget)
{
    if (forget || p->pipe.keep != NULL)
        keep_write(p->kept, forget ? NULL : p->pipe.keep);
    keep_release(p->kept);
    p->kept = -1;
    pipe_close(&p->pipe);
    turn_off(p);
}

void phones_off(struct phones *p) { stop(p, true); }

void phones_end(struct phones *p)
{
    stop(p, false);
    view_clear(&p->view);
    text_clear(&p->said);
}

void phones_anew(struct phones *p)
{
    const struct open_view hidden = {.hidden = p->view.hidden, .hiddens = p->view.hiddens};
    if (!p->on)
        return;
    p->view.hidden = NULL;
    p->view.hiddens = 0;
    view_clear(&p->view);
    p->view = hidden;
    view_begin(&p->view, p->context);
    p->asks = p->doubted = false;
    p->taken[0] = '\0';
    p->dirty = true;
}

void phones_hide(struct phones *p, const char *line) { view_hide(&p->view, line, ""); }

/* ---- what it is told --------------------------------------------------------------------- */

static void put_table(struct phones *p)
{
    p->serial++;
    p->changes[p->serial % SERIALS] = p->change;
    p->seats = guests_seats(&p->guests);
    p->sent_mode = p->mode;
    snprintf(p->sent_code, sizeof p->sent_code, "%s", p->code);
    const struct record *own = p->own != NULL ? &p->own->record : &p->view.session[0].record;
    struct ask ask;
    p->who[p->serial % SERIALS] = own->begun && record_asks(own, &ask)
                                  && ask.way[0]->part[0].kind == PART_SEAT;
    json_t *table = table_json_table(&p->view, own, p->serial, p->mode, p->seats);
    if (p->address[0] != '\0') {
        char where[ADDRESS_MOST + 8];
        snprintf(where, sizeof where, "%s:%d", p->address, p->port);
        json_object_set_new(table, "join", json_pack("{ss ss}", "address", where, "code", p->code));
    }
    pipe_put(&p->pipe, json_pack("{ss so}", "put", "table", "value", table));
}

/* Why a line is doubtful, without what not everybody may know. */
static json_t *doubts_json(struct phones *p, enum tongue tongue, bool open)
{
    if (open)
        return table_json_answers(&p->view, tongue);
    return json_pack("[s]", say(&p->view.context[tongue],
                                N_("It breaks a rule, because of cards that are not shown here.")));
}

/* Lines said again by an offer would be judged with the cards that others hid: then none. */
int phones_choices(const struct phones *p)
{
    const struct session *s = &p->view.session[TONGUE_ENGLISH];
    bool hides = false;
    for (size_t i = 0; i < s->count; i++)
        hides |= view_hides(&p->view, &s->record.setting, view_said(&p->view, i));
    return p->perhaps != NULL && !hides ? p->perhaps->count : 0;
}

/* What the line may have been: for each offer its text, and what to say to take it. */
static json_t *perhaps_json(const struct phones *p)
{
    json_t *list = json_array();
    for (int i = 0, count = phones_choices(p); i < count; i++) {
        const struct offer *o = &p->perhaps->offer[i];
        char takes[48];
        struct text put = {0};
        for (const char *at = o->put; *at != '\0'; at++)
            text_put(&put, *at == '\n' ? " / " : (char[]){*at, '\0'});
        snprintf(takes, sizeof takes, "! %ld %d", p->doubts, i + 1);
        json_t *one = json_pack("{ss sI ss? ss}", "edit", edit_word(o->edit), "line",
            (json_int_t)o->line, "put", put.at, "say", takes);
        if (put.length > 0)
            json_object_set_new(one, "text", table_json_line(&p->view, put.at));
        json_array_append_new(list, one);
        text_clear(&put);
    }
    return list;
}

static void add_statements(struct text *line, const struct text *more)
{
    for (size_t i = 0; i < more->length; i++)
        text_add(line, more->at[i] == '\n' ? "; " : &more->at[i], more->at[i] == '\n' ? 2 : 1);
}

/*
 * What a line that was not taken may have been: whole lines, to be entered like any other. Offers
 * that change earlier lines are left out, since a phone may not change those, and so are cards that
 * nobody saw, since nobody means to enter one.
 */
static json_t *instead_json(const struct phones *p)
{
    json_t *list = json_array();
    for (int i = 0; p->perhaps != NULL && i < p->perhaps->count; i++) {
        const struct offer *o = &p->perhaps->offer[i];
        struct offered now;
        struct text line = {0};
        if (o->line != p->perhaps->number || o->second.line != 0 || o->put[0] == '\0'
            || strchr(o->put, '?') != NULL)
            continue;
        offer_apply(o, false, span_of(p->perhaps->line), 0, &now);
        for (const struct text *const *part =
                 (const struct text *const[]){&now.before, &now.missing, &now.rest, NULL};
             *part != NULL; part++) {
            if (line.length > 0 && (*part)->length > 0)
                text_put(&line, "; ");
            add_statements(&line, *part);
        }
        if (line.length > 0 && line.length <= TAP_LINE)
            json_array_append_new(list,
                json_pack("{ss so}", "say", line.at, "text", table_json_line(&p->view, line.at)));
        offered_clear(&now);
        text_clear(&line);
    }
    return list;
}

/* Shows the line that waits for an answer, to the guest or to the whole table. */
static void put_doubt(struct phones *p)
{
    json_t *value = json_null();
    char stands[32], back[32];
    if (p->doubted) {
        const struct setting *setting = &p->view.session[0].record.setting;
        struct text line = {0};
        const bool hidden = view_tells_hidden(setting, p->doubt.line, -1),
                   open = !hidden && view_try(&p->view, p->doubt.line);
        snprintf(stands, sizeof stands, "! %ld", p->doubts);
        snprintf(back, sizeof back, "? %ld", p->doubts);
        if (hidden)
            view_open_line(setting, p->doubt.line, &line);
        value = json_pack("{sI ss? ss ss so so so}", "id", (json_int_t)p->doubts, "guest",
            p->doubt.guest[0] != '\0' ? p->doubt.guest : NULL, "stands", stands, "back", back,
            "line", table_json_line(&p->view, hidden ? line.at : p->doubt.line),
            tongue_names[TONGUE_ENGLISH], doubts_json(p, TONGUE_ENGLISH, open),
            tongue_names[TONGUE_JAPANESE], doubts_json(p, TONGUE_JAPANESE, open));
        json_object_set_new(value, "perhaps", perhaps_json(p));
        text_clear(&line);
    }
    p->doubt_sent = p->doubted;
    pipe_put(&p->pipe, json_pack("{ss so}", "put", "doubt", "value", value));
}

/* Sends everything: the program has just started and knows nothing but its guests. */
static void put_all(struct phones *p)
{
    pipe_put(&p->pipe,
        json_pack("{ss so}", "put", "words", "value", phone_words_json(p->view.context)));
    if (p->wanted[0] != '\0')
        pipe_put(&p->pipe, json_pack("{ss ss}", "do", "listen", "address", p->wanted));
    put_table(p);
    if (p->doubted)
        put_doubt(p);
    pipe_put(&p->pipe, json_pack("{ss}", "do", "guests"));
}

static bool start(struct phones *p, const struct session *s)
{
    view_begin(&p->view, p->context);
    p->on = true;
    p->odd = false;
    p->own = s;
    if (p->pipe.keep == NULL) {
        p->kept = keep_hold();
        p->pipe.keep = keep_read(p->kept);
    }
    if (!pipe_open(&p->pipe, p->context)) {
        complain(p->context, "{words}", "t", "words", p->pipe.why);
        turn_off(p);
        return false;
    }
    if (s != NULL)
        view_follow(&p->view, s);
    return true;
}

/* Waits until the program says where it listens now, or gives up. */
bool phones_renewed(struct phones *p)
{
    enum { START_MS = 3000, STEP_MS = 20 };
    p->listens = p->refused = false;
    for (int waited = 0; p->on && !p->listens && !p->refused && waited < START_MS;
         waited += STEP_MS) {
        struct pollfd wait = {.fd = phones_file(p), .events = POLLIN};
        phones_ready(p);
        if (p->tapped)
            phones_busy(p, &p->tap, N_("The table was not ready: tap again."));
        p->tapped = false;
        if (!p->listens)
            poll(&wait, 1, STEP_MS);
    }
    return p->on && p->listens;
}

bool phones_start(struct phones *p, const struct session *s, const char *address)
{
    const bool fresh = !p->on;
    if (fresh && (!start(p, s) || !phones_renewed(p)))
        return false;
    snprintf(p->wanted, sizeof p->wanted, "%s", address);
    if (fresh && (address[0] == '\0' || strcmp(address, p->address) == 0))
        return true; /* the program chose that address itself */
    pipe_put(&p->pipe, json_pack("{ss ss}", "do", "listen", "address", p->wanted));
    return phones_renewed(p);
}

void phones_show(struct phones *p, const struct session *s, const char *doubtful)
{
    if (!p->on)
        return;
    if (doubtful != NULL && !p->doubted) {
        p->doubt = (struct tapped){.seat = -1};
        snprintf(p->doubt.line, sizeof p->doubt.line, "%s", doubtful);
        p->doubted = true;
        p->doubts++;
    }
    p->doubted = p->doubted && doubtful != NULL;
    const bool changed = view_follow(&p->view, s) || p->dirty || p->doubted != p->doubt_sent;
    p->change += changed;
    if (changed || p->mode != p->sent_mode)
        put_table(p);
    if (p->doubted != p->doubt_sent)
        put_doubt(p);
    p->dirty = false;
}

/* ---- what came of a tap ------------------------------------------------------------------ */

/* What the phones are told about the last line, as the laptop shows it in its own language. */
static void show_words(const struct phones *p, struct text *shown)
{
    const struct session *seen =
        &p->view.session[p->context->japanese ? TONGUE_JAPANESE : TONGUE_ENGLISH];
    text_add(shown, seen->said.at, seen->said.length);
    text_add(shown, seen->wrong.at, seen->wrong.length);
}

static void show_text(const struct phones *p, struct text *shown, const char *text)
{
    say_wrapped(shown, say(p->context, text), 0, 2);
    text_put(shown, "\n");
}

void phones_takes(struct phones *p, const struct session *s, const struct tapped *tap,
    struct text *shown)
{
    const char *line = s->count > 0 ? s->steps[s->count - 1].text : "";
    if (tap->seat >= 0 && view_tells_hidden(&s->record.setting, line, tap->seat))
        view_hide(&p->view, line, tap->guest);
    p->dirty |= view_follow(&p->view, s);
    snprintf(p->taken, sizeof p->taken, "%s", tap->line);
    snprintf(p->taken_from, sizeof p->taken_from, "%s", tap->guest);
    p->taken_at = milliseconds();
    show_words(p, shown);
    heard_answer(p, tap, "taken", table_json_answers(&p->view, TONGUE_ENGLISH),
        table_json_answers(&p->view, TONGUE_JAPANESE));
}

void phones_takes_back(struct phones *p, const struct session *s, const struct tapped *tap,
    const char *text)
{
    p->dirty |= view_follow(&p->view, s);
    p->taken[0] = '\0';
    heard_answer_text(p, tap, "taken", text);
}

void phones_doubts(struct phones *p, const struct tapped *tap, const char *line, struct text *shown)
{
    const struct setting *setting = &p->view.session[0].record.setting;
    p->doubt = *tap;
    snprintf(p->doubt.line, sizeof p->doubt.line, "%s", line);
    p->doubted = true;
    p->doubts++;
    const bool open = !view_tells_hidden(setting, line, -1) && view_try(&p->view, line);
    if (open)
        show_words(p, shown);
    else
        show_text(p, shown, N_("It breaks a rule, because of cards that are not shown here."));
    heard_answer(p, tap, "doubt", doubts_json(p, TONGUE_ENGLISH, open),
        doubts_json(p, TONGUE_JAPANESE, open));
}

void phones_refuses(struct phones *p, const struct tapped *tap, const char *reason)
{
    heard_answer_text(p, tap, "refused", reason);
}

void phones_refuted(struct phones *p, const struct tapped *tap, bool hush, struct text *shown)
{
    const bool seen = view_try(&p->view, tap->line);
    if (hush || !seen)
        show_text(p, shown, N_("It was not taken; the phone it came from is told why."));
    else
        show_words(p, shown);
    if (seen)
        heard_answer_with(p, tap, "refused", table_json_answers(&p->view, TONGUE_ENGLISH),
            table_json_answers(&p->view, TONGUE_JAPANESE), instead_json(p));
    else
        heard_answer_text(p, tap, "refused",
            N_("This cannot be, given the cards that you entered."));
}

void phones_yields(struct phones *p, const char *guest)
{
    struct tapped tap = {.id = "hand"};
    snprintf(tap.guest, sizeof tap.guest, "%s", guest);
    if (guests_find(&p->guests, guest) != NULL)
        heard_answer_text(p, &tap, "refused",
            N_("What was just entered cannot be, given the cards that you entered: where they "
               "differ, yours count as unseen from now on."));
}

void phones_busy(struct phones *p, const struct tapped *tap, const char *reason)
{
    heard_answer_text(p, tap, "busy", reason);
}

void phones_ask(struct phones *p, const struct tapped *tap)
{
    p->asked = *tap;
    p->asked.who = tap->stale ? tap->who : p->who[p->serial % SERIALS];
    p->question_json_change = p->change;
    p->asks = true;
    heard_answer_text(p, tap, "waits", N_("The laptop is being asked whether to enter it."));
}

bool phones_leave(struct phones *p, struct tapped *out)
{
    const bool asks = p->asks;
    *out = p->asked;
    out->stale |= p->question_json_change != p->change;
    p->asks = false;
    return asks;
}

void phones_settle(struct phones *p, const struct session *s, bool stands, struct text *shown)
{
    if (!p->on || !p->doubted || p->doubt.guest[0] == '\0')
        return;
    p->doubted = false;
    if (stands)
        phones_takes(p, s, &p->doubt, shown);
    else
        phones_refuses(p, &p->doubt, N_("Taken back."));
}

void phones_say_whose(const struct phones *p, const struct seats *seats, const struct tapped *tap,
    struct text *out)
{
    struct text name = {0};
    if (tap->seat >= 0 && tap->seat < seats->count) {
        say_seat(&name, seats, tap->seat);
        say_with(p->context, out, N_("{seat}’s phone"), "t", "seat", name.at);
    } else {
        text_put(out, say(p->context, N_("A phone")));
    }
    text_clear(&name);
}

/* ---- what comes -------------------------------------------------------------------------- */

static void tell_lost(struct phones *p)
{
    struct text line = {0};
    const bool again = p->pipe.again > 0;
    say_with(p->context, &line,
        again ? N_("The phones are cut off for now, and will be back: {reason}")
              : N_("The phones are cut off until `serve` is started again: {reason}"),
        "t", "reason", p->pipe.why);
    say_wrapped(&p->said, line.at, 0, 2);
    text_put(&p->said, "\n");
    text_clear(&line);
    p->listens = p->doubt_sent = false;
    if (!again)
        turn_off(p); /* its guests are kept for the next start */
}

static void put_found(struct phones *p)
{
    json_t *found = photo_found(&p->photo);
    if (found != NULL)
        pipe_put(&p->pipe,
            json_pack("{ss ss so}", "put", "found", "to", p->photo.guest, "value", found));
}

/* Reads what has come, but only so much at once, so that the keyboard is looked at in between. */
bool phones_ready(struct phones *p)
{
    enum { AT_ONCE_MS = 20 };
    for (const long until = milliseconds() + AT_ONCE_MS;
         p->on && !p->tapped && milliseconds() < until;) {
        const enum pipe_news news = pipe_next(&p->pipe);
        if (news == PIPE_NOTHING)
            break;
        if (news == PIPE_STARTS)
            guests_gone(&p->guests), put_all(p);
        else if (news == PIPE_SAYS)
            heard(p);
        else
            tell_lost(p);
    }
    put_found(p);
    if (p->pipe.kept)
        keep_write(p->kept, p->pipe.keep);
    p->pipe.kept = false;
    if (p->on && p->pipe.helper.pid > 0
        && (guests_seats(&p->guests) != p->seats || strcmp(p->code, p->sent_code) != 0))
        put_table(p);
    return p->tapped || p->said.length > 0;
}

enum phones_act phones_next(struct phones *p)
{
    if (!p->tapped)
        phones_ready(p);
    const bool tapped = p->tapped;
    p->tapped = false;
    return tapped ? PHONES_LINE : PHONES_REST;
}

int phones_file(const struct phones *p) { return p->on ? pipe_file(&p->pipe) : -1; }
int phones_due(const struct phones *p) { return p->on ? pipe_due(&p->pipe) : -1; }
int phones_photo_file(const struct phones *p)
{
    return p->photo.reads ? scanner_file(&p->photo.scanner) : -1;
}
int phones_photo_due(const struct phones *p)
{
    return p->photo.reads ? scanner_due(&p->photo.scanner) : -1;
}
