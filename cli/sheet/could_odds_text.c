/*
 * What could be while hands are hidden, in words: how often, over the deals that fit
 * (core/could_odds.h). See could_text.h.
 */
#include "could_text.h"
#include "core/could_odds.h"

#include <stdlib.h>
#include <string.h>

static bool are_locked(const struct record *r)
{
    const struct rulebook *book = r->setting.book;
    for (int i = 0; book->options[i].key != NULL; i++)
        if (strcmp(book->options[i].key, "odds") == 0)
            return r->house.option[i].choice == 1
                   && book->knowledge->turn(r->state, &r->setting) >= 0;
    return false;
}

bool odds_are_open(const struct context *context, const struct record *r)
{
    return !are_locked(r)
           || complain(context,
               N_("this table keeps the odds locked while a round is played (house odds=locked)"),
               "");
}

bool could_odds_asked(const struct context *context, const struct record *r, const char *most,
    struct facts *told)
{
    char *end = NULL;
    const long number = *most != '\0' ? strtol(most, &end, 10) : COULD_DEALS;
    if ((end != NULL && (*most < '0' || *most > '9' || *end != '\0')) || number < 1
        || number > COULD_DEALS_MOST)
        return complain(context, N_("odds {found}: expected how many deals, 1 to {most}"), "ti",
            "found", most, "most", (int64_t)COULD_DEALS_MOST);
    struct could_course course;
    if (!could_course_begun(context, r, &course) || !odds_are_open(context, r))
        return false;
    struct could_odds *odds = memory_get(sizeof *odds);
    odds->rows = COULD_ROWS;
    odds->row = memory_get(odds->rows * sizeof *odds->row);
    facts_begin(told, NULL, NULL);
    could_tell_odds(r->state, &r->setting, (unsigned)number, odds, &told->teller);
    free(odds->row);
    free(odds);
    return true;
}

/* ---- in words ---- */

/* Who is asked about at a trick; NULL: nobody of that seat. */
static const struct fact *seat_at(const struct fact *trick, int seat)
{
    for (const struct fact *f = fact_of(trick, "seats")->first; f != NULL; f = f->next)
        if (fact_seat(f, "seat") == seat)
            return f;
    return NULL;
}

/* "37 41+ 100": trick by trick; where some were too deep it is so many at least. */
static void put_numbers(const struct fact *tricks, int seat, const char *key, int nth,
    struct text *out)
{
    for (const struct fact *trick = tricks->first; trick != NULL; trick = trick->next) {
        const struct fact *f = fact_of(seat_at(trick, seat), key);
        f = nth >= 0 ? fact_at(f, nth) : f;
        if (f != NULL)
            text_printf(out, "%s%ld%s", out->length > 0 ? " " : "", fact_number(f, "could"),
                fact_number(f, "deep") > 0 ? "+" : "");
    }
}

static void add_part(const struct context *context, const struct setting *setting,
    const struct fact *tricks, int seat, const char *key, int nth, const char *text,
    struct text *out)
{
    const struct fact *f = fact_at(fact_of(seat_at(tricks->first, seat), key), nth);
    struct text numbers = {0};
    struct message m;
    put_numbers(tricks, seat, key, nth, &numbers);
    message_set(&m, text);
    message_number(&m, "least", (int32_t)fact_number(f, "least"));
    message_string(&m, "numbers", numbers.at);
    if (nth != 0)
        say_comma(context, out);
    say_message(context, out, &m, NULL, setting);
    text_clear(&numbers);
}

/* "Aki: the haratama in 37, no more relics in 12" */
static void put_seat(const struct context *context, const struct setting *setting,
    const struct fact *round, int seat, struct text *out)
{
    const struct fact *tricks = fact_of(round, "tricks"), *first = seat_at(tricks->first, seat);
    const bool deal = fact_of(round, "deal") != NULL;
    struct text words = {0};
    say_seat(&words, setting->seats, seat);
    say_colon(context, &words);
    for (int i = 0; i < fact_count(first, "sure"); i++)
        add_part(context, setting, tricks, seat, "sure", i,
            deal ? N_("sure of {least} in {numbers}") : N_("the haratama in {numbers}"), &words);
    if (fact_of(first, "spared") != NULL)
        add_part(context, setting, tricks, seat, "spared", -1, N_("no more relics in {numbers}"),
            &words);
    text_spaces(out, 2);
    say_wrapped(out, words.at, 2, 4);
    text_put(out, "\n");
    text_clear(&words);
}

static void put_head(const struct context *context, const struct fact *round, struct text *out)
{
    const bool all = fact_holds(fact_of(round, "all")), many = fact_count(round, "tricks") > 1;
    struct text words = {0};
    say_with(context, &words,
        all && many
            ? N_("Of all deals that fit what is known ({deals}), before each trick in turn, "
                 "one against all others by best play, each could have had:")
        : all  ? N_("Of all deals that fit what is known ({deals}), one against all others by "
                     "best play, each can have:")
        : many ? N_("Of {deals} deals that fit what is known, before each trick in turn, one "
                    "against all others by best play, each could have had:")
               : N_("Of {deals} deals that fit what is known, one against all others by best "
                    "play, each can have:"),
        "i", "deals", (int64_t)fact_number(round, "deals"));
    text_spaces(out, 2);
    say_wrapped(out, words.at, 2, 4);
    text_put(out, "\n");
    text_clear(&words);
}

static bool is_deep(const struct fact *in)
{
    for (const struct fact *f = in != NULL ? in->first : NULL; f != NULL; f = f->next)
        if (f->bracket != 0 ? is_deep(f)
                            : f->key != NULL && strcmp(f->key, "deep") == 0 && f->value.number > 0)
            return true;
    return false;
}

void could_put_odds(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out)
{
    struct text words = {0};
    could_put_number(context, round, out);
    text_put(out, "\n");
    if (fact_of(round, "lacks") != NULL) {
        could_put_unknown(context, setting, round, &words);
    } else {
        put_head(context, round, out);
        for (int i = 0; i < setting->seats->count; i++)
            if (seat_at(fact_of(round, "tricks")->first, i) != NULL)
                put_seat(context, setting, round, i, out);
        if (is_deep(fact_of(round, "tricks")))
            text_put(&words, say(context, N_("(+: at least so many, the others are too deep.)")));
        if (fact_holds(fact_of(round, "bent"))) {
            text_put(&words, words.length > 0 ? " " : "");
            text_put(&words, say(context, N_("Abilities are left out of this.")));
        }
    }
    if (words.length > 0) {
        text_spaces(out, 2);
        say_wrapped(out, words.at, 2, 4);
        text_put(out, "\n");
    }
    text_clear(&words);
}

bool could_odds_show(const struct context *context, const struct record *r, const char *most)
{
    struct facts told;
    struct text out = {0};
    if (!could_odds_asked(context, r, most, &told))
        return false;
    could_put_odds(context, &r->setting, facts_first(&told), &out);
    facts_clear(&told);
    fwrite(out.at, 1, out.length, stdout);
    text_clear(&out);
    return true;
}
