/* A game on a page: board, score, findings, lines; see page.h. */
#include "page.h"
#include "html.h"
#include "page_sheet.h"

#include <stdlib.h>
#include <string.h>

/* ---- board and score ----------------------------------------------------------------------- */

void page_board(struct text *html, const struct context *in, const struct record *r, bool more)
{
    struct page_sheet page;
    if (!r->begun || r->setting.book->table == NULL || r->setting.book->table->tell == NULL)
        return;
    page_sheet_begin(&page, html, in, r);
    sheet_board(&page.sheet, more);
    page_sheet_end(&page);
}

void page_score(struct text *html, const struct context *in, const struct record *r,
    const struct fact *rows)
{
    struct page_sheet page;
    struct facts end;
    if (!r->begun)
        return;
    page_sheet_begin(&page, html, in, r);
    sheet_score(&page.sheet, rows);
    facts_begin(&end, NULL, NULL);
    rulebook_tell_end(r->setting.book, r->state, &r->setting, &end.teller);
    sheet_decided(&page.sheet, rows, &end.root);
    facts_clear(&end);
    sheet_deck(&page.sheet);
    page_sheet_end(&page);
}

void page_tally(struct text *html, const struct context *in, const struct record *r,
    const struct fact *rows)
{
    struct page_sheet page;
    if (!r->begun)
        return;
    page_sheet_begin(&page, html, in, r);
    sheet_tally(&page.sheet, rows);
    page_sheet_end(&page);
}

/* ---- findings ------------------------------------------------------------------------------ */

static const char *class_of(enum ruling_kind kind)
{
    switch (kind) {
    case RULING_OPEN:
    case RULING_UNPROVEN: return "finding open";
    case RULING_SLIP:
    case RULING_CONFLICT: return "finding conflict";
    case RULING_IRREGULAR:
    case RULING_IMPOSSIBLE: return "finding irregular";
    }
    return "finding";
}

static void put_rule(struct text *html, const struct context *in, const struct rulebook *book,
    const struct rule *rule)
{
    struct text heading = {0};
    html_open(html, "p", "class", "rule", NULL);
    html_open(html, "code", NULL);
    html_put(html, book->id);
    html_put(html, "/");
    html_put(html, rule->id);
    html_close(html, "code");
    text_put(html, " · ");
    say_heading(in, &heading, rule);
    html_put(html, heading.at);
    text_clear(&heading);
    html_close(html, "p");
}

void page_finding(struct text *html, const struct context *in, const struct session *s,
    const struct explained *e)
{
    const struct rulebook *book = s->record.setting.book;
    const struct rule *rule = &book->rules[e->what.rule];
    struct text words = {0};
    html_open(html, "li", "class", class_of(e->what.kind), NULL);
    html_open(html, "p", NULL);
    session_words(s, e, &words);
    page_painted(html, in, &s->record.setting, words.at);
    html_close(html, "p");
    /* its rule, the deck, explains nothing */
    const bool impossible = e->what.kind == RULING_IMPOSSIBLE;
    if (!impossible)
        put_rule(html, in, book, rule);
    if (!impossible || e->why[0] != '\0') {
        html_open(html, "details", NULL);
        html_say(html, in, "summary", NULL, e->why[0] != '\0' ? N_("The proof") : N_("The rule"));
        html_open(html, "p", NULL);
        page_painted(html, in, &s->record.setting,
            e->why[0] != '\0' && !e->hushed ? e->why : say(in, rule->text));
        text_put(html, "</p></details>");
    }
    text_put(html, "</li>\n");
    text_clear(&words);
}

/* The decks that the other session's names mean, the oldest first. */
static void keep_decks(struct packs *to, const struct pack *pack)
{
    if (pack == NULL)
        return;
    keep_decks(to, pack->next);
    packs_keep(to, pack->text.at);
}

/*
 * The same of a session whose words are in another language: true if `out` is one in that of `in`,
 * to be cleared.
 */
static bool session_in(struct session *out, const struct context *in, const struct session *s)
{
    if (in->japanese == s->context->japanese)
        return false;
    session_begin(out, in);
    if (s->stored)
        session_of_store(out);
    out->packs.record = s->packs.record;
    keep_decks(&out->packs, s->packs.kept);
    for (size_t i = 0; i < s->count; i++)
        session_try(out, s->steps[i].text, false);
    out->heading = s->heading;
    return true;
}

void page_rulings(struct text *html, const struct context *in, const struct session *s)
{
    struct session other;
    const bool another = session_in(&other, in, s);
    const struct session *told = another ? &other : s;
    if (told->told_count == 0) {
        html_say(html, in, "p", "clean", N_("Nothing on record broke a rule."));
    } else {
        text_put(html, "<ul class=\"findings\">\n");
        for (size_t i = 0; i < told->told_count; i++)
            page_finding(html, in, told, &told->told[i]);
        text_put(html, "</ul>\n");
    }
    if (another)
        session_clear(&other);
}

/* ---- lines --------------------------------------------------------------------------------- */

static void put_line(struct text *html, const struct context *in, const struct session *s,
    const char *text, size_t number)
{
    const struct said_line *said = number > 0 && number <= s->count ? &s->steps[number - 1] : NULL;
    struct text shown = {0};
    html_open(html, "tr", "class", said == NULL ? "withdrawn" : said->broke ? "broke" : NULL, NULL);
    html_open(html, said != NULL ? "th" : "td", "scope", said != NULL ? "row" : NULL, "class", "n",
        NULL);
    if (said != NULL)
        text_number(html, (long)number);
    html_close(html, said != NULL ? "th" : "td");
    html_element(html, "td", "place",
        said != NULL && number > s->heading && said->place != NULL ? said->place : "");
    html_open(html, "td", NULL);
    html_open(html, said != NULL ? "code" : "del", NULL);
    page_painted(html, in, &s->record.setting, line_shown(in, &shown, text, &s->record.setting));
    html_close(html, said != NULL ? "code" : "del");
    text_put(html, "</td></tr>\n");
    text_clear(&shown);
}

void page_lines(struct text *html, const struct context *in, const struct session *s,
    const struct page_line *line, size_t count)
{
    size_t number = 0;
    text_put(html, "<div class=\"scroll\"><table class=\"lines\">\n<thead><tr>");
    html_open(html, "th", "scope", "col", "class", "n", NULL);
    html_put(html, say(in, N_("line")));
    html_close(html, "th");
    text_put(html, "<th scope=\"col\">");
    html_put(html, say(in, N_("where")));
    text_put(html, "</th><th scope=\"col\">");
    html_put(html, say(in, N_("what was said")));
    text_put(html, "</th></tr></thead>\n<tbody>");
    for (; number < (line != NULL ? s->heading : s->count); number++)
        put_line(html, in, s, s->steps[number].text, number + 1);
    for (size_t i = 0; i < count && line != NULL; i++)
        put_line(html, in, s, line[i].text, line[i].withdrawn ? 0 : ++number);
    for (size_t i = s->count; i < s->kept && line == NULL; i++)
        put_line(html, in, s, s->steps[i].text, 0);
    text_put(html, "</tbody></table></div>\n");
}
