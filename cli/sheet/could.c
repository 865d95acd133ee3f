/*
 * What could have been of a round, in words: what core told (core/could_round.h), as `fuda could`,
 * the table's word and replay say it.
 */
#include "could.h"

#include <stdlib.h>

struct could_words {
    const struct context *context;
    const struct setting *setting;
    struct text out;
    bool hidden; /* there are cards that nobody saw */
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
        put_of(t,
            t->hidden ? N_("(Trick {beyond} and before: too deep, or hanging on unseen cards.)")
                      : N_("(Trick {beyond} and before: too deep to say.)"),
            of, (const char *const[]){"beyond", NULL});
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
        put_of(t,
            t->hidden ? N_("(Before that: too deep, or hanging on unseen cards.)")
                      : N_("(Before that: too deep to say.)"),
            of, (const char *const[]){NULL});
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
    if (fact_number(of, "taken") > 0 && fact_number(of, "least") == 0)
        put_of(t,
            N_("{seat} took {taken}: {instead} instead of {card} in trick {trick} would have kept "
               "it to none, whatever the others did."),
            of, names);
    else if (fact_number(of, "least") < fact_number(of, "taken"))
        put_of(t,
            N_("{seat} took {taken}: {instead} instead of {card} in trick {trick} would have kept "
               "it to {least} at most, whatever the others did."),
            of, names);
    else if (fact_number(of, "taken") > 0)
        put_of(t, N_("{seat} took {taken}, and at no turn could have been sure of fewer."), of,
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
        sure != NULL ? N_("{seat} won {taken}. As many were safe from trick {sure} on; from trick "
                          "{more} on the others could keep it at that.")
                     : N_("{seat} won none: from trick {more} on the others could see to that."));
    add_fact(&m, "seat", seat);
    add_fact(&m, "taken", seat);
    message_number(&m, "sure", (int32_t)fact_number(sure, "from"));
    message_number(&m, "more", (int32_t)fact_number(more, "from"));
    put_line(t, &m);
    if (deep > 0) {
        message_set(&m,
            t->hidden ? N_("(Trick {beyond} and before: too deep, or hanging on unseen cards.)")
                      : N_("(Trick {beyond} and before: too deep to say.)"));
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
    message_set(&m, ways_same(way, was) && !deep ? N_("With {cards} the round comes to the same.")
                                                 : N_("With {cards}:"));
    message_cards(&m, "cards", cards);
    put_line(t, &m);
    const bool few = put_bounds(t, way, was, "most",
        N_("{seat} could have been made to take {number}, not {was}"));
    const bool many = put_bounds(t, way, was, "least",
        N_("{seat} could have been sure of {number}, not {was}"));
    if (deep) {
        message_set(&m, few || many ? N_("for the others too deep to say") : N_("too deep to say"));
        text_spaces(&t->out, 2);
        put_line(t, &m);
    }
}

static void put_wrong(struct could_words *t, const struct fact *list)
{
    for (const struct fact *f = list != NULL ? list->first : NULL; f != NULL; f = f->next) {
        const struct fact *ways = fact_of(f, "ways");
        put_of(t,
            N_("{seat} played {card} in trick {trick} (line {line}) and held what had to be "
               "played. By best play from there on it could have been, one against all others:"),
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
    t->hidden = fact_count(round, "unseen") > 0;
    if (t->hidden)
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

/* ---- asking ---- */

void could_asking_begin(struct could_asking *a)
{
    a->could = memory_get(sizeof *a->could);
    a->row = memory_get(COULD_ROWS * sizeof *a->row);
}

void could_asking_end(struct could_asking *a)
{
    free(a->could);
    free(a->row);
}

void could_asked(struct could_asking *a, const struct could_course *course, struct facts *told)
{
    facts_begin(told, NULL, NULL);
    could_tell(course, a->could, a->row, COULD_ROWS, &told->teller);
}

void could_put(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out)
{
    struct could_words t = {context, setting, *out, false};
    put_round(&t, round);
    *out = t.out;
}

void could_put_course(const struct context *context, const struct setting *setting,
    const struct could_course *course, struct text *out)
{
    struct could_asking asking;
    struct facts told;
    could_asking_begin(&asking);
    could_asked(&asking, course, &told);
    could_put(context, setting, facts_first(&told), out);
    facts_clear(&told);
    could_asking_end(&asking);
}

bool could_show(const struct context *context, const struct record *r)
{
    struct could_course course;
    struct text out = {0};
    if (!r->begun)
        return complain(context, N_("no game has begun"), "");
    if (!could_course(r->state, &r->setting, &course))
        return complain(context, N_("in this game no suit is followed: nothing can be searched"),
            "");
    if (course.number == 0)
        return complain(context, N_("no round has begun"), "");
    could_put_course(context, &r->setting, &course, &out);
    fwrite(out.at, 1, out.length, stdout);
    text_clear(&out);
    return true;
}
