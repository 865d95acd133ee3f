/*
 * fuda could: what could have been of a round that is over, with all hands open. Core searches and
 * tells it (core/could_round.h); here it becomes words.
 */
#include "cli/json.h"
#include "cli/story/walk.h"
#include "core/could_round.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct could_words {
    const struct context *context;
    const struct setting *setting;
    struct text out;
};

/* The rounds of a record, each as it stood last. */
struct rounds {
    struct could_course *row; /* owned */
    size_t count;
};

/* ---- words ----------------------------------------------------------------------------------- */

static struct cardset cards_of(const struct fact *in, const char *key)
{
    struct cardset set = {{0, 0}};
    const struct fact *list = fact_of(in, key);
    for (const struct fact *f = list != NULL ? list->first : NULL; f != NULL; f = f->next)
        cards_add(&set, f->value.number);
    return set;
}

/*
 * A message's values, by their names, are the facts of those names in the object: its text says
 * which.
 */
static void add_fact(struct message *m, const char *name, const struct fact *in)
{
    const struct fact *f = fact_of(in, name);
    if (f == NULL)
        return;
    if (f->bracket == '[')
        message_cards(m, name, cards_of(in, name));
    else if (fact_is(f, VALUE_SEAT))
        message_seat(m, name, f->value.number);
    else if (fact_is(f, VALUE_CARD))
        message_card(m, name, f->value.number);
    else if (fact_is(f, VALUE_NUMBER))
        message_number(m, name, f->value.number);
}

/* A paragraph of its own, wrapped. */
static void put_line(struct could_words *t, const struct message *m)
{
    struct text words = {0};
    say_message(t->context, &words, m, NULL, t->setting);
    text_spaces(&t->out, 2);
    say_wrapped(&t->out, words.at, 2, 4);
    text_put(&t->out, "\n");
    text_clear(&words);
}

static void put_of(struct could_words *t, const char *text, const struct fact *of,
    const char *const *names)
{
    struct message m;
    message_set(&m, text);
    for (; *names != NULL; names++)
        add_fact(&m, *names, of);
    put_line(t, &m);
}

static void put_beyond(struct could_words *t, const struct fact *of)
{
    if (fact_holds(fact_of(of, "beyond")))
        put_of(t, N_("(Trick {beyond} and before: too deep, or hanging on unseen cards.)"), of,
            (const char *const[]){"beyond", NULL});
}

/* "Chie r2, Dai r9, …": who played what. */
static void put_course(struct could_words *t, const struct fact *course)
{
    struct text words = {0};
    const char *const text = say(t->context, N_("For instance:"));
    text_put(&words, text);
    text_put(&words, " ");
    for (const struct fact *f = course->first; f != NULL; f = f->next) {
        say_seat(&words, t->setting->seats, fact_seat(f, "seat"));
        text_put(&words, " ");
        say_card(t->context, &words, t->setting, fact_card(f, "card"));
        if (f->next != NULL)
            say_comma(t->context, &words);
    }
    text_spaces(&t->out, 2);
    say_wrapped(&t->out, words.at, 2, 4);
    text_put(&t->out, "\n");
    text_clear(&words);
}

/* ---- the haratama, and relics ---- */

static void put_forced(struct could_words *t, const struct fact *of)
{
    static const char *const names[] = {"seat", "relics", "by", "card", "trick", "from", NULL};
    const struct fact *course = fact_of(of, "course");
    if (fact_holds(fact_of(of, "beyond")))
        put_of(t,
            N_("{seat} took {relics} relics: from trick {from} on at the latest nobody could have "
               "stopped the haratama."),
            of, names);
    else if (fact_of(of, "by") == NULL)
        put_of(t,
            N_("{seat} took {relics} relics: from the first card on nobody could have stopped the "
               "haratama."),
            of, names);
    else
        put_of(t,
            N_("{seat} took {relics} relics: {by}'s {card} in trick {trick} let the haratama "
               "through, and from there on nobody could have stopped it."),
            of, names);
    if (fact_holds(fact_of(of, "beyond")))
        put_of(t, N_("(Before that: too deep, or hanging on unseen cards.)"), of,
            (const char *const[]){NULL});
    if (fact_count(of, "instead") > 0)
        put_of(t, N_("It could still have been stopped there with {instead}."), of,
            (const char *const[]){"instead", NULL});
    if (course != NULL)
        put_course(t, course);
}

static void put_missed(struct could_words *t, const struct fact *list)
{
    for (const struct fact *f = list != NULL ? list->first : NULL; f != NULL; f = f->next)
        put_of(t,
            N_("{seat} could have forced the haratama until trick {trick}: with {instead}, not "
               "with {card}."),
            f, (const char *const[]){"seat", "trick", "card", "instead", NULL});
}

static void put_least(struct could_words *t, const struct fact *of)
{
    static const char *const names[] = {"seat", "taken", "least", "trick", "card", "instead", NULL};
    if (fact_number(of, "least") < fact_number(of, "taken"))
        put_of(t,
            N_("{seat} took {taken}: {instead} instead of {card} in trick {trick} would have kept "
               "it to {least} at most, whatever the others did."),
            of, names);
    else if (fact_number(of, "taken") > 0)
        put_of(t, N_("{seat} took {taken}: no card of {seat}'s would have made fewer sure."), of,
            names);
    else
        return;
    put_beyond(t, of);
}

/* ---- tricks ---- */

static void put_aim(struct could_words *t, const struct fact *seat)
{
    const struct fact *out = fact_of(seat, "out_of_reach");
    struct message m;
    if (out == NULL)
        return;
    message_set(&m,
        fact_holds(fact_of(out, "beyond")) ? N_(
            "{aim}, which pays {seat} most, was out of reach from trick {from} on at the latest.")
        : fact_of(out, "by") == NULL
            ? N_("{aim}, which pays {seat} most, was out of reach from the first card on.")
            : N_("{aim}, which pays {seat} most, was out of reach after {by}'s {card} in trick "
                 "{trick}."));
    add_fact(&m, "aim", seat);
    add_fact(&m, "seat", seat);
    for (const char *const *name = (const char *const[]){"from", "by", "card", "trick", NULL};
         *name != NULL; name++)
        add_fact(&m, *name, out);
    put_line(t, &m);
}

static void put_tricks(struct could_words *t, const struct fact *seat)
{
    const struct fact *sure = fact_of(seat, "sure"), *more = fact_of(seat, "no_more");
    const long deep = fact_number(sure, "beyond") > fact_number(more, "beyond")
                          ? fact_number(sure, "beyond")
                          : fact_number(more, "beyond");
    struct message m;
    message_set(&m,
        sure != NULL ? N_("{seat} won {taken}: {seat} could be sure of them from trick {sure} on, "
                          "and the others could prevent more from trick {more} on.")
                     : N_("{seat} won none: the others could prevent one from trick {more} on."));
    add_fact(&m, "seat", seat);
    add_fact(&m, "taken", seat);
    message_number(&m, "sure", (int32_t)fact_number(sure, "from"));
    message_number(&m, "more", (int32_t)fact_number(more, "from"));
    put_line(t, &m);
    if (deep > 0) {
        message_set(&m, N_("(Trick {beyond} and before: too deep, or hanging on unseen cards.)"));
        message_number(&m, "beyond", (int32_t)deep);
        put_line(t, &m);
    }
    put_aim(t, seat);
}

/* ---- a card that was not lawful ---- */

static bool numbers_same(const struct fact *one, const struct fact *other)
{
    const struct fact *a = one->first, *b = other->first;
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        if (a->value.kind != b->value.kind || a->value.number != b->value.number)
            return false;
    return true;
}

static bool ways_same(const struct fact *one, const struct fact *other)
{
    return numbers_same(fact_of(one, "most"), fact_of(other, "most"))
           && numbers_same(fact_of(one, "least"), fact_of(other, "least"));
}

/*
 * What is otherwise for a seat, a line each; with a number that was too deep nothing is said. Is
 * anything?
 */
static bool put_bounds(struct could_words *t, const struct fact *way, const struct fact *was,
    const char *key, const char *text)
{
    const struct fact *now = fact_of(way, key), *then = fact_of(was, key);
    bool any = false;
    for (int i = 0; i < now->count; i++) {
        const struct fact *is = fact_at(now, i), *had = fact_at(then, i);
        struct message m;
        if (!fact_is(is, VALUE_NUMBER) || !fact_is(had, VALUE_NUMBER)
            || is->value.number == had->value.number)
            continue;
        message_set(&m, text);
        message_seat(&m, "seat", i);
        message_number(&m, "number", is->value.number);
        message_number(&m, "was", had->value.number);
        text_spaces(&t->out, 2);
        put_line(t, &m);
        any = true;
    }
    return any;
}

static bool is_deep(const struct fact *way)
{
    for (int i = 0; i < fact_count(way, "most"); i++)
        if (!fact_is(fact_at(fact_of(way, "most"), i), VALUE_NUMBER)
            || !fact_is(fact_at(fact_of(way, "least"), i), VALUE_NUMBER))
            return true;
    return false;
}

/* The lawful cards with which the same comes of it, and what that is. */
static void put_ways(struct could_words *t, const struct fact *ways, const struct fact *way)
{
    const struct fact *was = ways->first;
    struct message m;
    struct cardset cards = {{0, 0}};
    for (const struct fact *f = was->next; f != way; f = f->next)
        if (ways_same(f, way))
            return;
    for (const struct fact *f = way; f != NULL; f = f->next)
        if (ways_same(f, way))
            cards_add(&cards, fact_card(f, "card"));
    const bool deep = is_deep(way) || is_deep(was);
    message_set(&m, ways_same(way, was) && !deep
                        ? N_("With {cards} as much could have come of the round.")
                        : N_("With {cards}:"));
    message_cards(&m, "cards", cards);
    put_line(t, &m);
    const bool few = put_bounds(t, way, was, "most",
        N_("{seat}, for few, {number} at most; not {was}"));
    const bool many = put_bounds(t, way, was, "least",
        N_("{seat}, for many, {number} at least; not {was}"));
    if (deep) {
        message_set(&m,
            few || many ? N_("for the others too deep to search") : N_("too deep to search"));
        text_spaces(&t->out, 2);
        put_line(t, &m);
    }
}

static void put_wrong(struct could_words *t, const struct fact *list)
{
    for (const struct fact *f = list != NULL ? list->first : NULL; f != NULL; f = f->next) {
        const struct fact *ways = fact_of(f, "ways");
        put_of(t,
            N_("{seat} played {card} in trick {trick}, line {line}, and held what had to be "
               "played. What could have been by best play, with one for few or for many and the "
               "others against it:"),
            f, (const char *const[]){"seat", "card", "trick", "line", NULL});
        for (const struct fact *way = ways->first->next; way != NULL; way = way->next)
            put_ways(t, ways, way);
    }
}

/* ---- what is not known ---- */

static void put_lack(struct could_words *t, const struct fact *of)
{
    static const struct {
        const char *word, *text;
    } lacks[] = {
        {"round", N_("It is not over.")},
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
    for (const struct fact *f = fact_of(of, "of")->first; f != NULL; f = f->next)
        seats |= 1u << f->value.number;
    for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++)
        if (fact_is_word(fact_of(of, "lacks"), lacks[i].word)) {
            message_set(&m, lacks[i].text);
            message_seats(&m, "seats", seats);
            put_line(t, &m);
        }
}

/* ---- a round ---- */

static void put_round(struct could_words *t, const struct fact *round)
{
    const bool deal = fact_of(round, "deal") != NULL;
    const struct fact *seats = fact_of(round, "seats");
    say_with(t->context, &t->out, deal ? N_("Deal {n}") : N_("Round {n}"), "i", "n",
        (int64_t)fact_number(round, deal ? "deal" : "round"));
    text_put(&t->out, "\n");
    if (fact_of(round, "lacks") != NULL) {
        put_lack(t, round);
        return;
    }
    if (fact_count(round, "unseen") > 0)
        put_of(t,
            N_("Thrown in unseen: {unseen}. What follows is so wherever they were (ways: {ways})."),
            round, (const char *const[]){"unseen", "ways", NULL});
    if (fact_of(round, "forced") != NULL)
        put_forced(t, fact_of(round, "forced"));
    for (const struct fact *f = seats != NULL ? seats->first : NULL; f != NULL; f = f->next)
        deal ? put_tricks(t, f) : put_least(t, f);
    put_missed(t, fact_of(round, "missed"));
    put_wrong(t, fact_of(round, "wrong"));
    if (fact_holds(fact_of(round, "bent")))
        put_of(t, N_("Abilities are left out of this."), round, (const char *const[]){NULL});
}

/* ---- the command ---- */

/* Goes through the record once: what is said after a round is of it still. */
static void read_rounds(struct walkthrough *w, struct rounds *rounds)
{
    const struct record *r = &w->session.record;
    struct could_course course;
    walk_go(w, 0);
    for (size_t at = w->heading; at <= w->count; at++) {
        walk_go(w, at);
        if (!r->begun || !could_course(r->state, &r->setting, &course) || course.number == 0)
            continue;
        if (rounds->count == 0 || rounds->row[rounds->count - 1].number != course.number)
            rounds->row = memory_row(rounds->row, rounds->count++, sizeof *rounds->row);
        rounds->row[rounds->count - 1] = course;
    }
}

/* ROUND, from 1; 0: all of them. */
static bool round_given(const struct context *context, const char *word,
    const struct rounds *rounds, long *out)
{
    char *end = NULL;
    *out = word != NULL ? strtol(word, &end, 10) : 0;
    if (word == NULL)
        return true;
    for (size_t i = 0; i < rounds->count && *end == '\0'; i++)
        if (rounds->row[i].number == *out)
            return true;
    return complain(context, N_("no round {found} here; expected 1 to {last}"), "ti", "found", word,
        "last", (int64_t)(rounds->count > 0 ? rounds->row[rounds->count - 1].number : 0));
}

static void print_rounds(const struct walkthrough *w, const struct rounds *rounds, long only,
    const char *file)
{
    const struct setting *setting = &w->session.record.setting;
    struct could_row *row = memory_get(COULD_ROWS * sizeof *row);
    struct could *c = memory_get(sizeof *c);
    struct could_words t = {w->context, setting, {0}};
    json_t *list = json_array();
    for (size_t i = 0; i < rounds->count; i++) {
        struct facts told;
        if (only != 0 && rounds->row[i].number != only)
            continue;
        facts_begin(&told, NULL, NULL);
        could_tell(&rounds->row[i], c, row, COULD_ROWS, &told.teller);
        if (w->context->json)
            json_array_append_new(list, json_of(facts_first(&told), setting));
        else
            put_round(&t, facts_first(&told));
        facts_clear(&told);
    }
    if (w->context->json) {
        printf("{\"games\":[");
        json_begin_game(file, &w->session.record, true);
        json_key(setting->book->rows_key);
        json_print(list);
        puts("}]}");
    } else if (t.out.length > 0) {
        fwrite(t.out.at, 1, t.out.length, stdout);
    }
    json_decref(list);
    text_clear(&t.out);
    free(c);
    free(row);
}

static enum status run(const struct context *context, int count, char **words)
{
    struct walkthrough w;
    struct rounds rounds = {0};
    const char *given = given_value(context, "game");
    char *end = NULL;
    const unsigned long game = given != NULL ? strtoul(given, &end, 10) : 1;
    long only = 0;
    if (given != NULL && (*given < '0' || *given > '9' || *end != '\0' || game == 0)) {
        complain(context, N_("--{flag} {found}: expected a number from 1"), "tt", "flag", "game",
            "found", given);
        return STATUS_BAD;
    }
    if (!walk_begin(&w, context, words[0], game))
        return STATUS_BAD;
    bool good = w.session.record.setting.book->could != NULL
                || complain(context,
                    N_("{file}: in this game no suit is followed; what could have been is searched "
                       "in Haratama and Tezumashi"),
                    "t", "file", words[0]);
    if (good)
        read_rounds(&w, &rounds);
    good = good && round_given(context, count > 1 ? words[1] : NULL, &rounds, &only);
    if (good)
        print_rounds(&w, &rounds, only, words[0]);
    free(rounds.row);
    walk_end(&w);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static const struct flag flags[] = {
    {.name = "game",
        .takes = N_("N"),
        .value = OPERAND_TEXT,
        .summary = N_("of a file with several games the one that is meant")},
    {0},
};

const struct command could_command = {
    .name = "could",
    .manual = "fuda-replay",
    .usage = N_("could N|ID|FILE [ROUND]"),
    .summary = N_("who could have stopped it, and what did the wrong card change"),
    .example = "fuda could 3\nfuda could night.fuda 2",
    .flags = flags,
    .takes = {OPERAND_RECORD, OPERAND_TEXT},
    .least = 1,
    .most = 2,
    .pages = PAGES,
    .run = run,
};
