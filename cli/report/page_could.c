/* What could have been, on a page; see page_could.h. */
#include "page_could.h"
#include "page_chart.h"
#include "html.h"

#include <stdlib.h>

void page_could_search(struct could_searched *s, const struct could_rounds *rounds)
{
    struct could_asking asking;
    if (rounds->count == 0)
        return;
    s->told = memory_get(rounds->count * sizeof *s->told); /* they may not be moved */
    could_asking_begin(&asking);
    for (; s->count < rounds->count; s->count++)
        could_asked(&asking, &rounds->row[s->count].course, COULD_FOR_CURVE, &s->told[s->count]);
    could_asking_end(&asking);
}

void page_could_clear(struct could_searched *s)
{
    for (size_t i = 0; i < s->count; i++)
        facts_clear(&s->told[i]);
    free(s->told);
}

/*
 * A round that could be searched, or says why not: of one kept by its end alone nothing is asked.
 */
static bool is_worth_it(const struct fact *round)
{
    const struct fact *lacks = fact_of(round, "lacks");
    return !fact_is_word(lacks, "round") && !fact_is_word(lacks, "plays");
}

static void put_chart(struct text *html, const struct context *in, const struct setting *setting,
    const struct fact *round)
{
    struct text names[CHART_LINES] = {{0}}, title = {0};
    struct chart *chart = memory_get(sizeof *chart);
    could_put_caption(in, setting, round, &title);
    *chart = (struct chart){.title = title.at,
        .from = say(in, N_("first trick")),
        .to = say(in, N_("end")),
        .columns = fact_count(fact_of(round, "curve")->first, "tricks") + 1};
    for (const struct fact *f = fact_of(round, "curve")->first; f != NULL; f = f->next) {
        struct chart_line *line = &chart->line[chart->lines];
        int column = 0;
        say_seat(&names[chart->lines], setting->seats, fact_seat(f, "seat"));
        line->name = names[chart->lines++].at;
        for (const struct fact *v = fact_of(f, "tricks")->first; v != NULL; v = v->next, column++)
            if (fact_is(v, VALUE_NUMBER))
                chart_put(line, column, v->value.number);
        chart_put(line, column, (double)fact_number(f, "taken"));
    }
    chart_svg(html, in, chart);
    for (int i = 0; i < chart->lines; i++)
        text_clear(&names[i]);
    text_clear(&title);
    free(chart);
}

/* "Bo: trick 9 Dai b2 4→8" */
static void put_turns(struct text *html, const struct context *in, const struct setting *setting,
    const struct fact *round)
{
    for (const struct fact *f = fact_of(round, "curve")->first; f != NULL; f = f->next) {
        struct text words = {0};
        if (fact_count(f, "turns") == 0)
            continue;
        say_seat(&words, setting->seats, fact_seat(f, "seat"));
        say_colon(in, &words);
        could_put_turns(in, setting, f, &words);
        html_element(html, "p", "note", words.at);
        text_clear(&words);
    }
}

static void put_round(struct text *html, const struct context *in, const struct setting *setting,
    const struct fact *round)
{
    struct text words = {0};
    const bool curve = could_has_curve(round);
    if (curve) {
        put_chart(html, in, setting, round);
        put_turns(html, in, setting, round);
    } else {
        could_put_number(in, round, &words);
        say_colon(in, &words);
    }
    const size_t before = words.length;
    could_put_unknown(in, setting, round, &words);
    if (words.length > before)
        html_element(html, "p", "note", words.at);
    text_clear(&words);
}

bool page_could_any(const struct could_searched *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (is_worth_it(facts_first(&s->told[i])))
            return true;
    return false;
}

void page_could(struct text *html, const struct context *in, const struct setting *setting,
    const struct could_searched *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (is_worth_it(facts_first(&s->told[i])))
            put_round(html, in, setting, facts_first(&s->told[i]));
}
