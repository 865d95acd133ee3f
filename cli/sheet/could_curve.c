/*
 * What could have been, trick by trick: the curve of a round in signs, and in words for a picture.
 * See could_text.h.
 */
#include "could_text.h"

/* ---- what is not known ---- */

static bool put_lack(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out)
{
    static const struct {
        const char *word, *text;
    } lacks[] = {
        {"round", N_("It is not over.")},
        {"leader", N_("Who leads is not known before the first card.")},
        {"plays", N_("Its plays are not all on record, or whose they were is not known.")},
        {"card", N_("Some cards played were seen by nobody (`?`).")},
        {"turn", N_("A card was played out of turn, or none was.")},
        {"hands", N_("Thrown in, and not on record, are cards of {seats}: `NAME: show CARD…` says "
                     "which.")},
        {"kami", N_("Which cards were relics is not on record: `kami` says it.")},
        {"winner", N_("Who takes a trick that nobody wins is the table's to say (`house "
                      "no-winner=ask`).")},
    };
    struct message m;
    uint32_t seats = 0;
    for (const struct fact *f = fact_of(round, "of")->first; f != NULL; f = f->next)
        seats |= 1u << f->value.number;
    for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++)
        if (fact_is_word(fact_of(round, "lacks"), lacks[i].word)) {
            message_set(&m, lacks[i].text);
            message_seats(&m, "seats", seats);
            say_message(context, out, &m, NULL, setting);
        }
    return true;
}

/* The tricks before which nothing is known of some seat. */
static long gap_of(const struct fact *round)
{
    long gap = 0;
    for (const struct fact *f = fact_of(round, "curve")->first; f != NULL; f = f->next) {
        const struct fact *tricks = fact_of(f, "tricks");
        for (int i = 0; i < tricks->count; i++)
            if (!fact_is(fact_at(tricks, i), VALUE_NUMBER) && i + 1 > gap)
                gap = i + 1;
    }
    return gap;
}

bool could_put_unknown(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out)
{
    struct message m;
    if (fact_of(round, "lacks") != NULL)
        return put_lack(context, setting, round, out);
    const long gap = gap_of(round);
    message_set(&m, fact_count(round, "unseen") > 0
                        ? N_("(Trick {beyond} and before: too deep, or hanging on unseen cards.)")
                        : N_("(Trick {beyond} and before: too deep to say.)"));
    message_number(&m, "beyond", (int32_t)gap);
    if (gap > 0)
        say_message(context, out, &m, NULL, setting);
    return gap > 0;
}

/* ---- what is known ---- */

void could_put_number(const struct context *context, const struct fact *round, struct text *out)
{
    const bool deal = fact_of(round, "deal") != NULL;
    say_with(context, out, deal ? N_("Deal {n}") : N_("Round {n}"), "i", "n",
        (int64_t)fact_number(round, deal ? "deal" : "round"));
}

bool could_has_curve(const struct fact *round) { return fact_of(round, "curve") != NULL; }

void could_put_caption(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out)
{
    const struct fact *line = fact_of(round, "curve")->first;
    const bool deal = fact_of(round, "deal") != NULL;
    struct message m;
    message_set(&m, deal ? N_("Deal {n}, tricks that each could be sure of, trick by trick")
                    : fact_holds(fact_of(line, "wants"))
                        ? N_("Round {n}, relics that {seat} could force, trick by trick (a "
                             "haratama: {high})")
                        : N_("Round {n}, relics that each could be made to take, trick by trick"));
    message_number(&m, "n", (int32_t)fact_number(round, deal ? "deal" : "round"));
    message_number(&m, "high", (int32_t)fact_number(round, "high"));
    message_seat(&m, "seat", fact_seat(line, "seat"));
    say_message(context, out, &m, NULL, setting);
}

void could_put_turns(const struct context *context, const struct setting *setting,
    const struct fact *line, struct text *out)
{
    for (const struct fact *f = fact_of(line, "turns")->first; f != NULL; f = f->next) {
        struct message m;
        message_set(&m, fact_seat(f, "seat") == fact_seat(line, "seat")
                            ? N_("trick {trick} {card} {before}→{after}")
                            : N_("trick {trick} {seat} {card} {before}→{after}"));
        message_number(&m, "trick", (int32_t)fact_number(f, "trick"));
        message_number(&m, "before", (int32_t)fact_number(f, "before"));
        message_number(&m, "after", (int32_t)fact_number(f, "after"));
        message_seat(&m, "seat", fact_seat(f, "seat"));
        message_card(&m, "card", fact_card(f, "card"));
        say_message(context, out, &m, NULL, setting);
        if (f->next != NULL)
            say_comma(context, out);
    }
}

/* ---- in signs ---- */

/* How high a full sign stands: a haratama, or the most that there is. */
static long height_of(const struct fact *round)
{
    long most = fact_number(round, "high");
    if (most > 0 && fact_holds(fact_of(fact_of(round, "curve")->first, "wants")))
        return most;
    most = 1;
    for (const struct fact *f = fact_of(round, "curve")->first; f != NULL; f = f->next)
        for (const struct fact *v = fact_of(f, "tricks")->first; v != NULL; v = v->next)
            most = fact_is(v, VALUE_NUMBER) && v->value.number > most ? v->value.number : most;
    return most;
}

static void put_sign(const struct context *context, const struct fact *value, long height,
    struct text *out)
{
    static const char *const signs[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const bool known = fact_is(value, VALUE_NUMBER);
    const long number = known ? value->value.number : 0, eighth = number * 7 / height;
    if (context->utf8)
        text_put(out, known ? signs[eighth > 7 ? 7 : eighth] : "·");
    else if (known)
        text_printf(out, "%3ld", number);
    else
        text_put(out, "  ?");
}

static int widest_name(const struct setting *setting, const struct fact *lines)
{
    int widest = 0;
    for (const struct fact *f = lines->first; f != NULL; f = f->next) {
        struct text name = {0};
        say_seat(&name, setting->seats, fact_seat(f, "seat"));
        const int width = say_width(name.at, name.length);
        widest = width > widest ? width : widest;
        text_clear(&name);
    }
    return widest;
}

/* "Bo    ▃▃▅▅████ 8  trick 9 Dai b2 (7 → 8)" */
static void put_signs(const struct context *context, const struct setting *setting,
    const struct fact *line, long height, int width, struct text *out)
{
    struct text name = {0}, words = {0};
    say_seat(&name, setting->seats, fact_seat(line, "seat"));
    say_padded(&words, name.at, name.length, width, false);
    text_put(&words, " ");
    for (const struct fact *v = fact_of(line, "tricks")->first; v != NULL; v = v->next)
        put_sign(context, v, height, &words);
    text_printf(&words, " %2ld", fact_number(line, "taken"));
    const int column = say_width(words.at, words.length) + 2 + 2;
    text_spaces(out, 2);
    text_put(out, words.at);
    words.length = 0;
    could_put_turns(context, setting, line, &words);
    if (words.length > 0) {
        text_spaces(out, 2);
        say_wrapped(out, words.at, column, 6);
    }
    text_put(out, "\n");
    text_clear(&name);
    text_clear(&words);
}

static void put_wrapped(struct text *out, const char *words, int indent)
{
    text_spaces(out, indent);
    say_wrapped(out, words, indent, indent + 2);
    text_put(out, "\n");
}

void could_put_curve(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out)
{
    struct text words = {0};
    if (fact_is_word(fact_of(round, "lacks"), "round")
        || fact_is_word(fact_of(round, "lacks"), "plays"))
        return;
    if (could_has_curve(round)) {
        const struct fact *lines = fact_of(round, "curve");
        could_put_caption(context, setting, round, &words);
        put_wrapped(out, words.at, 0);
        words.length = 0;
        for (const struct fact *f = lines->first; f != NULL; f = f->next)
            put_signs(context, setting, f, height_of(round), widest_name(setting, lines), out);
    }
    if (could_put_unknown(context, setting, round, &words))
        put_wrapped(out, words.at, 2);
    text_clear(&words);
}
