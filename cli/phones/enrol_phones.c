/*
 * The sheet of faces on phones. They show it, each face cut from it, and a tap says which card a
 * face is; photographs that they send are added. It is told whole each time something has changed:
 *
 *     event `faces`    the faces, the cards that lack, the pairs too alike
 *     page /sheet      the sheet's picture in base64, a part of it at a time
 *     say              "3 F/HT/R9 4 - 5 ?": the faces 3, 4 and 5, from 0; or "done"
 *     photo            a photograph: `as` says nothing here
 */
#define _XOPEN_SOURCE 700
#include "enrol_phones.h"
#include "cli/base64.h"
#include "phone_words.h"
#include "phones.h"

#include <jansson.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PART_BYTES = 768 * 1024 }; /* PART_BYTES: three bytes are four digits */

struct enrolling {
    struct enrol *e;
    struct pipe pipe;
    struct context tongue[TONGUES];
    const char *wanted; /* the address */
    int version;        /* of the sheet */
    bool told;          /* where it listens */
    bool over, failed;
};

/* ---- telling ------------------------------------------------------------------------------- */

static json_t *both(const struct enrolling *s, const char *text)
{
    json_t *out = json_object();
    for (int i = 0; i < TONGUES; i++)
        json_object_set_new(out, tongue_names[i], json_string(say(&s->tongue[i], text)));
    return out;
}

static json_t *card_json(const struct enrolling *s, int card)
{
    json_t *out = json_object();
    const struct scanner_card *c = &s->e->deck.card[card];
    for (int i = 0; i < TONGUES; i++) {
        struct text t = {0};
        scanner_say(&s->tongue[i], &t, c, &s->e->setting);
        json_object_set_new(out, tongue_names[i], json_stringn(t.at, t.length));
        text_clear(&t);
    }
    json_object_set_new(out, "code", json_string(c->code));
    json_object_set_new(out, "suit",
        json_stringn(c->sticker.token, strcspn(c->sticker.token, "0123456789")));
    return out;
}

static json_t *faces_json(const struct enrolling *s)
{
    const struct enrol *e = s->e;
    json_t *faces = json_array(), *cards = json_array(), *alike = json_array();
    for (int i = 0; i < e->count; i++)
        json_array_append_new(faces,
            json_pack("{si si si so}", "row", e->kept[i].row, "x", e->kept[i].left, "y",
                e->kept[i].top, "card",
                e->kept[i].card >= 0 ? card_json(s, e->kept[i].card) : json_null()));
    for (int i = 0; i < e->deck.count; i++)
        if (enrol_is_missing(e, i))
            json_array_append_new(cards, card_json(s, i));
    for (int i = 0; i < e->pairs; i++)
        json_array_append_new(alike,
            json_pack("[oo]", card_json(s, e->pair[i][0]), card_json(s, e->pair[i][1])));
    return json_pack("{so si si si si so so so}", "game", both(s, e->book->title), "version",
        s->version, "parts", (int)((e->sheet.length + PART_BYTES - 1) / PART_BYTES), "width",
        FACE_WIDE, "height", FACE_HIGH, "faces", faces, "lacking", cards, "alike", alike);
}

static void put_faces(struct enrolling *s)
{
    s->version++;
    pipe_put(&s->pipe, json_pack("{ss so}", "put", "faces", "value", faces_json(s)));
}

/* What came of it, in both languages. */
static void put_answer(struct enrolling *s, const json_t *said, const char *event, json_t *value)
{
    json_object_set(value, "id", json_object_get(said, "id"));
    pipe_put(&s->pipe, json_pack("{ss sO so}", "put", event, "to", json_object_get(said, "guest"),
                           "value", value));
}

/* ---- hearing ------------------------------------------------------------------------------- */

/* "3 F/HT/R9 4 - 5 ?" */
static int read_names(const struct enrol *e, const char *at, int face[KEPT_MOST],
    int card[KEPT_MOST])
{
    int count = 0;
    while (*at != '\0') {
        char code[CODE_MOST + 1], *end;
        const long n = strtol(at, &end, 10);
        at = end + (*end == ' ');
        if (end == at || n < 0 || n >= e->count || count == KEPT_MOST
            || !scanner_word(&at, code, sizeof code))
            return 0;
        face[count] = (int)n;
        card[count] = strcmp(code, "-") == 0   ? DROP
                      : strcmp(code, "?") == 0 ? UNNAME
                                               : scanner_deck_find(&e->deck, code);
        if (card[count] > LEAVE ? !enrol_is_face(e, card[count]) : card[count] == LEAVE)
            return 0;
        count++;
    }
    return count;
}

static void on_say(struct enrolling *s, const json_t *said)
{
    static int face[KEPT_MOST], card[KEPT_MOST];
    const char *line = pipe_text(said, "line");
    const bool done = strcmp(line, "done") == 0;
    const int count = done ? 0 : read_names(s->e, line, face, card);
    if (count > 0)
        s->failed = !enrol_name(s->e, face, card, count);
    json_t *value = done || (count > 0 && !s->failed) ? json_object()
                                                      : both(s, N_("That could not be kept."));
    json_object_set_new(value, "outcome", json_string(done || count > 0 ? "taken" : "refused"));
    put_answer(s, said, "said", value);
    s->over = done || s->failed;
    if (count > 0)
        put_faces(s);
}

static void on_photo(struct enrolling *s, const json_t *said)
{
    struct enrol *e = s->e;
    const int before = e->count;
    const bool good = enrol_photograph(e, say(e->context, N_("a phone's photograph")),
        (struct span){s->pipe.bytes, s->pipe.count});
    s->failed = !good && !enrol_again(e); /* of a photograph that is none all stays as it was */
    s->over = s->failed;
    json_t *value = json_object();
    for (int i = 0; i < TONGUES; i++) {
        struct text t = {0};
        say_with(&s->tongue[i], &t,
            good ? N_("Faces added: {count}.") : N_("This photograph cannot be read here."), "i",
            "count", (int64_t)(e->count > before ? e->count - before : 0));
        json_object_set_new(value, tongue_names[i], json_string(t.at));
        text_clear(&t);
    }
    put_answer(s, said, "found", value);
    put_faces(s);
}

/* A part of the sheet. */
static void on_page(struct enrolling *s, const json_t *said)
{
    const json_t *query = json_object_get(said, "query");
    const size_t part = strtoul(pipe_text(query, "part"), NULL, 10), all = s->e->sheet.length;
    struct text body = {0};
    const bool is = strcmp(pipe_text(said, "path"), "/sheet") == 0 && part <= all / PART_BYTES;
    if (is) {
        const size_t from = part * PART_BYTES, left = all - from;
        base64_write(&body,
            (struct span){s->e->sheet.at + from, left < PART_BYTES ? left : PART_BYTES});
    }
    pipe_put_page(&s->pipe, said, is ? 200 : 404, "text/plain", &body);
    text_clear(&body);
}

static void on_listening(struct enrolling *s, const json_t *said)
{
    char address[ADDRESS_MOST], url[URL_MOST], code[ADDRESS_MOST];
    if (s->told || (s->wanted[0] != '\0' && strcmp(s->wanted, pipe_text(said, "address")) != 0))
        return;
    pipe_plain(pipe_text(said, "address"), address, sizeof address);
    pipe_plain(pipe_text(said, "url"), url, sizeof url);
    pipe_plain(pipe_text(said, "code"), code, sizeof code);
    const struct phones_place place = {address, url, code,
        (int)json_integer_value(json_object_get(said, "port"))};
    s->told = true;
    phones_tell_place(s->e->context, &place);
    puts(say(s->e->context,
        N_("The phone shows the faces, and asks which is which; RETURN here ends it.")));
    fflush(stdout);
}

static void on_refused(struct enrolling *s, const json_t *said)
{
    struct text why = {0};
    const char *text = say(s->e->context, pipe_text(said, "why"));
    say_foreign(&why, text, strlen(text));
    complain(s->e->context, N_("The phones cannot be served: {reason}"), "t", "reason", why.at);
    text_clear(&why);
    s->over = s->failed = true;
}

static void hear(struct enrolling *s)
{
    static const struct {
        const char *at;
        void (*hear)(struct enrolling *s, const json_t *said);
    } hearings[] = {
        {"listening", on_listening},
        {"failed", on_refused},
        {"refused", on_refused},
        {"say", on_say},
        {"photo", on_photo},
        {"page", on_page},
    };
    json_t *said = json_incref(s->pipe.said);
    for (size_t i = 0; i < sizeof hearings / sizeof *hearings; i++)
        if (strcmp(hearings[i].at, pipe_text(said, "at")) == 0)
            hearings[i].hear(s, said);
    json_decref(said);
}

/* ---- all of it ----------------------------------------------------------------------------- */

static void put_all(struct enrolling *s)
{
    if (s->wanted[0] != '\0')
        pipe_put(&s->pipe, json_pack("{ss ss}", "do", "listen", "address", s->wanted));
    pipe_put(&s->pipe, json_pack("{ss so}", "put", "words", "value", phone_words_json(s->tongue)));
    put_faces(s);
}

static void lost(struct enrolling *s)
{
    if (s->pipe.again > 0)
        return;
    complain(s->e->context, "{words}", "t", "words", s->pipe.why);
    s->over = s->failed = true;
}

static void attend(struct enrolling *s)
{
    for (enum pipe_news news; !s->over && (news = pipe_next(&s->pipe)) != PIPE_NOTHING;)
        switch (news) {
        case PIPE_NOTHING: break;
        case PIPE_STARTS: put_all(s); break;
        case PIPE_SAYS: hear(s); break;
        case PIPE_LOST: lost(s); break;
        }
}

/* A line typed, or the end of what is typed, ends it; what is no terminal is not listened to. */
static bool typed(void)
{
    char line[256];
    return read(STDIN_FILENO, line, sizeof line) >= 0;
}

bool enrol_phones(struct enrol *e, const char *address)
{
    struct enrolling s = {.e = e, .wanted = address};
    const bool terminal = isatty(STDIN_FILENO) == 1;
    for (int i = 0; i < TONGUES; i++) {
        say_other(&s.tongue[i], e->context, i == TONGUE_JAPANESE);
        s.tongue[i].color = false;
    }
    if (!pipe_open(&s.pipe, e->context))
        return complain(e->context, "{words}", "t", "words", s.pipe.why);
    while (!s.over) {
        struct pollfd wait[] = {{.fd = pipe_file(&s.pipe), .events = POLLIN},
            {.fd = terminal ? STDIN_FILENO : -1, .events = POLLIN}};
        attend(&s);
        if (!s.over && poll(wait, sizeof wait / sizeof *wait, pipe_due(&s.pipe)) > 0
            && wait[1].revents != 0)
            s.over = typed();
    }
    pipe_close(&s.pipe);
    return !s.failed;
}
