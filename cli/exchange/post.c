/* A game's result as a message; see post.h. */
#include "post.h"
#include "cli/sheet/sheet.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/*
 * What a chat would make markup, a mention, a picture (:a:) or a link of has a wide twin that looks
 * like it and does nothing. It holds wherever the message is shown; how each chat wants its own
 * signs escaped does not.
 */
static const char *harmless(char c)
{
    static const struct {
        char sign;
        const char *twin;
    } twins[] = {
        {'*', "＊"},
        {'_', "＿"},
        {'~', "～"},
        {'`', "｀"},
        {'|', "｜"},
        {'<', "＜"},
        {'>', "＞"},
        {'@', "＠"},
        {'#', "＃"},
        {'[', "［"},
        {']', "］"},
        {'\\', "＼"},
    };
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
        if (twins[i].sign == c)
            return twins[i].twin;
    return NULL;
}

/*
 * A full stop within a word may make an address of it, "a.example"; a colon before one too, or a
 * picture, ":a:".
 */
static bool joins_words(const char *at, const char *end)
{
    return at + 1 < end
           && (*at == '.' ? isalnum((unsigned char)at[1])
                          : *at == ':' && !isspace((unsigned char)at[1]));
}

static void put_harmless(struct text *out, const char *text, size_t length)
{
    for (const char *at = text, *end = text + length; at < end; at++) {
        const char *twin = harmless(*at);
        if (twin == NULL && joins_words(at, end))
            twin = *at == '.' ? "․" : "：";
        if (twin != NULL)
            text_put(out, twin);
        else
            text_add(out, at, 1);
    }
}

/* Characters as chats count them: those outside of the first plane as two. */
static int count_of(const char *at, size_t length)
{
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)at[i] & 0xc0) != 0x80 ? 1 + ((unsigned char)at[i] >= 0xf0) : 0;
    return count;
}

static const char cut_short[] = "…\n";

/* Whole lines, as many as there is room for. */
static void put_lines(struct text *out, const char *text, int room)
{
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, "\n") + 1;
        room -= count_of(at, length);
        if (room < 0) {
            text_put(out, cut_short);
            return;
        }
        text_add(out, at, length);
        at += length;
    }
}

/* Slack reads entities. */
static void escape(struct text *t)
{
    struct text out = {0};
    text_put(&out, "");
    for (const char *at = t->at; *at != '\0'; at++)
        if (*at == '&')
            text_put(&out, "&amp;");
        else
            text_add(&out, at, 1);
    text_clear(t);
    *t = out;
}

/* "札 2026-11-21 · Aki, Bo": a game without a table names its players here alone. */
static void write_heading(const struct session *s, const char *day, struct text *out)
{
    struct text players = {0};
    text_put(&players, "");
    say_seats(s->context, &players, &s->record.seats, ~0u);
    text_printf(out, "札 %s%s", day, *day != '\0' ? " · " : "");
    put_harmless(out, players.at, players.length);
    text_clear(&players);
}

/* A table keeps its columns between ```. */
static void write_message(struct session *s, const char *day, struct text *out)
{
    static const char open[] = "\n```\n", close[] = "```";
    enum { FRAME = sizeof open + sizeof close + sizeof cut_short };
    struct context plain = *s->context;
    struct text said = {0}, clean = {0};
    struct sheet sheet = {.context = &plain, .record = &s->record, .t = &said};
    plain.color = false;
    text_put(&clean, "");
    sheet_news(&sheet, session_rows(s), INT_MAX, true);
    session_rows_end(s);
    put_harmless(&clean, said.at, said.length);
    write_heading(s, day, out);
    text_put(out, open);
    put_lines(out, clean.at + strspn(clean.at, "\n"),
        POST_MOST - FRAME - count_of(out->at, out->length));
    text_put(out, close);
    text_clear(&said);
    text_clear(&clean);
}

void post_write(struct session *s, const char *day, enum hook_style style, struct text *out)
{
    struct text message = {0};
    json_t *body = NULL;
    write_message(s, day, &message);
    if (style == HOOK_SLACK)
        escape(&message);
    switch (style) {
    case HOOK_DISCORD:
        body = json_pack("{s:s, s:{s:[]}}", "content", message.at, "allowed_mentions", "parse");
        break;
    case HOOK_SLACK: body = json_pack("{s:s}", "text", message.at); break;
    case HOOK_STYLES: break;
    }
    char *text = body != NULL ? json_dumps(body, JSON_COMPACT) : NULL;
    text_put(out, text != NULL ? text : "{}");
    free(text);
    json_decref(body);
    text_clear(&message);
}
