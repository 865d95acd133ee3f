/*
 * What could have been of a round, in words: what core told (core/could_round.h), as `fuda could`,
 * the table's word and replay say it.
 */
#include "could_text.h"

#include <stdlib.h>

struct could_words {
    const struct context *context;
    const struct setting *setting;
    struct text out;
    bool hidden; /* there are cards that nobody saw */
    bool deal;   /* tricks count, not relics */
    long high;   /* so many are a haratama */
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

/* A paragraph of its own, wrapped; the words are forgotten. */
static void put_words(struct could_words *t, struct text *words)
{
    text_spaces(&t->out, 2);
    say_wrapped(&t->out, words->at, 2, 4);
    text_put(&t->out, "\n");
    text_clear(words);
}

static void put_line(struct could_words *t, const struct message *m)
{
    struct text words = {0};
    say_message(t->context, &words, m, NULL, t->setting);
    put_words(t, &words);
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

static void put_trick_beyond(struct could_words *t, long trick)
{
    struct message m;
    message_set(&m, t->hidden
                        ? N_("(Trick {beyond} and before: too deep, or hanging on unseen cards.)")
                        : N_("(Trick {beyond} and before: too deep to say.)"));
    message_number(&m, "beyond", (int32_t)trick);
    put_line(t, &m);
}
static void put_beyond(struct could_words *t, const struct fact *of)
{
    if (fact_holds(fact_of(of, "beyond")))
        put_trick_beyond(t, fact_number(of, "beyond"));
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
    put_words(t, &words);
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
    if (fact_number(of, "least") == fact_number(of, "taken"))
        return;
    put_of(t,
        fact_number(of, "least") == 0
            ? N_("{seat} took {taken}: with {instead}, not {card}, in trick {trick} it would have "
                 "been none, whatever the others did.")
            : N_("{seat} took {taken}: with {instead}, not {card}, in trick {trick} it would have "
                 "been {least} at most, whatever the others did."),
        of, names);
    put_beyond(t, of);
}

/* Who took some and could not help it, in one sentence; and since when nobody can say. */
static void put_helpless(struct could_words *t, const struct fact *seats)
{
    long beyond = 0;
    struct text names = {0};
    struct message m;
    for (const struct fact *f = seats->first; f != NULL; f = f->next) {
        if (fact_number(f, "taken") == 0 || fact_number(f, "least") != fact_number(f, "taken"))
            continue;
        if (names.length > 0)
            say_comma(t->context, &names);
        say_seat(&names, t->setting->seats, fact_seat(f, "seat"));
        text_printf(&names, " %ld", fact_number(f, "taken"));
        beyond = fact_number(f, "beyond") > beyond ? fact_number(f, "beyond") : beyond;
    }
    message_set(&m, N_("Never sure of fewer than they took: {seats}."));
    message_string(&m, "seats", names.at);
    if (names.length > 0)
        put_line(t, &m);
    if (names.length > 0 && beyond > 0)
        put_trick_beyond(t, beyond);
    text_clear(&names);
}

/* ---- tricks ---- */

/* What a seat won that had something else in mind. */
static void put_aim(struct could_words *t, const struct fact *seat)
{
    const struct fact *out = fact_of(seat, "out_of_reach");
    struct message m;
    message_set(&m,
        fact_holds(fact_of(out, "beyond")) ? N_(
            "{seat} won {taken}; {aim}, which pays most, was out of reach from trick {from} on "
            "at the latest.")
        : fact_of(out, "by") == NULL
            ? N_("{seat} won {taken}; {aim}, which pays most, was out of reach from the first card "
                 "on.")
            : N_("{seat} won {taken}; {aim}, which pays most, was out of reach after {by}'s {card} "
                 "in trick {trick}."));
    for (const char *const *name = (const char *const[]){"seat", "taken", "aim", NULL};
         *name != NULL; name++)
        add_fact(&m, *name, seat);
    for (const char *const *name = (const char *const[]){"from", "by", "card", "trick", NULL};
         *name != NULL; name++)
        add_fact(&m, *name, out);
    put_line(t, &m);
    put_beyond(t, out);
}

/* Is it so from the first card on, until that trick otherwise, or too deep before some trick? */
enum could_since { SINCE_FIRST, SINCE_PLAY, SINCE_DEEP, SINCES };

static enum could_since since_of(const struct fact *of)
{
    return fact_holds(fact_of(of, "beyond")) ? SINCE_DEEP
           : fact_of(of, "by") == NULL       ? SINCE_FIRST
                                             : SINCE_PLAY;
}

static void put_tricks(struct could_words *t, const struct fact *seat)
{
    static const char *const none[SINCES] = {
        [SINCE_FIRST] = N_("{seat} won none, and could at no time have been sure of one."),
        [SINCE_PLAY] = N_("{seat} won none; until trick {more} one could have been forced."),
        [SINCE_DEEP] = N_("{seat} won none, and from trick {more} on could not force one."),
    };
    static const char *const first[SINCES] = {
        [SINCE_FIRST] = N_("{seat} won {taken}: safe from the first card on, and never sure of "
                           "more."),
        [SINCE_PLAY] = N_("{seat} won {taken}: safe from the first card on; until trick {more} "
                          "more could have been forced."),
        [SINCE_DEEP] = N_("{seat} won {taken}: safe from the first card on, and from trick {more} "
                          "on not sure of more."),
    };
    static const char *const later[SINCES] = {
        [SINCE_FIRST] = N_("{seat} won {taken}: safe from trick {sure} on, and never sure of "
                           "more."),
        [SINCE_PLAY] = N_("{seat} won {taken}: safe from trick {sure} on; until trick {more} more "
                          "could have been forced."),
        [SINCE_DEEP] = N_("{seat} won {taken}: safe from trick {sure} on, and from trick {more} on "
                          "not sure of more."),
    };
    const struct fact *sure = fact_of(seat, "sure"), *more = fact_of(seat, "no_more");
    const enum could_since since = since_of(more);
    const long deep = fact_number(sure, "beyond") > fact_number(more, "beyond")
                          ? fact_number(sure, "beyond")
                          : fact_number(more, "beyond");
    struct message m;
    if (fact_of(seat, "out_of_reach") != NULL) {
        put_aim(t, seat);
        return;
    }
    message_set(&m, (sure == NULL ? none : since_of(sure) == SINCE_FIRST ? first : later)[since]);
    add_fact(&m, "seat", seat);
    add_fact(&m, "taken", seat);
    message_number(&m, "sure", (int32_t)fact_number(sure, "from"));
    message_number(&m, "more", (int32_t)fact_number(more, since == SINCE_PLAY ? "trick" : "from"));
    put_line(t, &m);
    if (deep > 0)
        put_trick_beyond(t, deep);
}

/* ---- a card that was not lawful ---- */

/* How a game says it: in relics that a seat is made to take, or in tricks that it is sure of. */
struct could_price {
    const char *key;
    bool few; /* the fewer the better */
    const char *cost, *gave, *other;
};
static const struct could_price prices[] = {
    {"most", true,
        N_("It cost {seat} {number} at most: with {cards} the others could have made {seat} take "
           "{now}, not {was}."),
        N_("It spared {seat} {number} at most: with {cards} the others could have made {seat} take "
           "{now}, not {was}."),
        N_("With {cards} the others could have made {seat} take {now}, not {was}.")},
    {"least", false,
        N_("It cost {seat} {number} at most: with {cards} {seat} could have been sure of {now}, "
           "not {was}."),
        N_("It gave {seat} {number} at most: with {cards} {seat} could have been sure of {now}, "
           "not {was}."),
        N_("With {cards} {seat} could have been sure of {now}, not {was}.")},
};

/* What a seat gets with that card; -1: too deep. */
static long way_number(const struct fact *way, const char *key, int seat)
{
    const struct fact *f = fact_at(fact_of(way, key), seat);
    return fact_is(f, VALUE_NUMBER) ? f->value.number : -1;
}

/* The lawful cards with which a seat gets so many. */
static struct cardset ways_with(const struct fact *ways, const char *key, int seat, long number)
{
    struct cardset cards = {{0, 0}};
    for (const struct fact *way = ways->first->next; way != NULL; way = way->next)
        if (way_number(way, key, seat) == number)
            cards_add(&cards, fact_card(way, "card"));
    return cards;
}

/* One end of what a seat could have had with a lawful card, where that was otherwise. */
static void put_price(struct could_words *t, const struct fact *ways, const struct could_price *p,
    int seat, bool least)
{
    const long was = way_number(ways->first, p->key, seat);
    long now = was;
    bool all = true;
    struct message m;
    for (const struct fact *way = ways->first->next; way != NULL; way = way->next) {
        const long is = way_number(way, p->key, seat);
        all = all && is >= 0;
        now = is >= 0 && (least ? is < now : is > now) ? is : now;
    }
    if (was < 0 || now == was)
        return;
    message_set(&m, !all ? p->other : least == p->few ? p->cost : p->gave);
    message_seat(&m, "seat", seat);
    message_number(&m, "number", (int32_t)(now > was ? now - was : was - now));
    message_number(&m, "now", (int32_t)now);
    message_number(&m, "was", (int32_t)was);
    message_cards(&m, "cards", ways_with(ways, p->key, seat, now));
    put_line(t, &m);
}

/* A haratama that was to be had with the one card, and not with the other. */
static void put_high(struct could_words *t, const struct fact *ways, int seat)
{
    const long was = way_number(ways->first, "least", seat);
    struct cardset cards = {{0, 0}};
    struct message m;
    for (const struct fact *way = ways->first->next; way != NULL && was >= 0; way = way->next) {
        const long is = way_number(way, "least", seat);
        if (is >= 0 && (is >= t->high) != (was >= t->high))
            cards_add(&cards, fact_card(way, "card"));
    }
    if (!cards_any(&cards))
        return;
    message_set(&m, was < t->high
                        ? N_("With {cards} {seat} could have forced the haratama.")
                        : N_("With {cards} the others could have stopped {seat}'s haratama."));
    message_seat(&m, "seat", seat);
    message_cards(&m, "cards", cards);
    put_line(t, &m);
}

/* The cards with which nothing is otherwise for anybody; and the seats of whom it is not known. */
static void put_same(struct could_words *t, const struct fact *ways, const char *key)
{
    struct cardset cards = {{0, 0}};
    uint32_t deep = 0;
    struct message m;
    for (const struct fact *way = ways->first->next; way != NULL; way = way->next) {
        bool same = true;
        for (int i = 0; i < fact_count(way, key); i++) {
            const long was = way_number(ways->first, key, i), is = way_number(way, key, i);
            same = same && is == was && is >= 0;
            deep |= is < 0 || was < 0 ? 1u << i : 0;
        }
        if (same)
            cards_add(&cards, fact_card(way, "card"));
    }
    message_set(&m, t->deal ? N_("With {cards} the deal ends the same.")
                            : N_("With {cards} the round ends the same."));
    message_cards(&m, "cards", cards);
    if (cards_any(&cards))
        put_line(t, &m);
    const bool none = bits_count(deep) == (unsigned)fact_count(ways->first, key);
    message_set(&m, t->hidden ? N_("For {seats} it is too deep to say, or hangs on unseen cards.")
                    : none    ? N_("What it changed is too deep to say.")
                              : N_("For {seats} it is too deep to say."));
    message_seats(&m, "seats", deep);
    if (deep != 0)
        put_line(t, &m);
}

static void put_wrong(struct could_words *t, const struct fact *list)
{
    const struct could_price *p = &prices[t->deal];
    for (const struct fact *f = list != NULL ? list->first : NULL; f != NULL; f = f->next) {
        const struct fact *ways = fact_of(f, "ways");
        put_of(t,
            N_("{seat} played {card} in trick {trick} (line {line}) and held what had to be "
               "played. By best play from there on, one against all others:"),
            f, (const char *const[]){"seat", "card", "trick", "line", NULL});
        for (int i = 0; i < fact_count(ways->first, p->key); i++) {
            put_price(t, ways, p, i, true);
            put_price(t, ways, p, i, false);
            if (!t->deal)
                put_high(t, ways, i);
        }
        put_same(t, ways, p->key);
    }
}

/* ---- a round ---- */

static void put_round(struct could_words *t, const struct fact *round)
{
    const bool deal = t->deal = fact_of(round, "deal") != NULL;
    could_put_number(t->context, round, &t->out);
    const struct fact *seats = fact_of(round, "seats");
    text_put(&t->out, "\n");
    if (fact_of(round, "lacks") != NULL) {
        struct text words = {0};
        could_put_unknown(t->context, t->setting, round, &words);
        put_words(t, &words);
        return;
    }
    t->hidden = fact_count(round, "unseen") > 0;
    t->high = fact_number(round, "high");
    if (t->hidden)
        put_of(t,
            N_("Thrown in unseen: {unseen}. What follows is so wherever they were (ways: {ways})."),
            round, (const char *const[]){"unseen", "ways", NULL});
    if (fact_of(round, "forced") != NULL)
        put_forced(t, fact_of(round, "forced"));
    for (const struct fact *f = seats != NULL ? seats->first : NULL; f != NULL; f = f->next)
        deal ? put_tricks(t, f) : put_least(t, f);
    if (seats != NULL && !deal)
        put_helpless(t, seats);
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

void could_asked(struct could_asking *a, const struct could_course *course,
    enum could_needed needed, struct facts *told)
{
    facts_begin(told, NULL, NULL);
    if (needed == COULD_FOR_CURVE)
        could_tell_curve(course, a->could, a->row, COULD_ROWS, &told->teller);
    else
        could_tell(course, a->could, a->row, COULD_ROWS, needed == COULD_FOR_JSON, &told->teller);
}

void could_rounds_add(struct could_rounds *rounds, const struct record *r, size_t line)
{
    struct could_course course;
    if (!r->begun || !could_course(r->state, &r->setting, &course) || course.number == 0)
        return;
    if (rounds->count == 0 || rounds->row[rounds->count - 1].course.number != course.number)
        rounds->row = memory_row(rounds->row, rounds->count++, sizeof *rounds->row);
    rounds->row[rounds->count - 1] = (struct could_round){course, line};
}

void could_put(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out)
{
    struct could_words t = {.context = context, .setting = setting, .out = *out};
    put_round(&t, round);
    *out = t.out;
}

void could_put_course(const struct context *context, const struct setting *setting,
    const struct could_course *course, struct text *out)
{
    struct could_asking asking;
    struct facts told;
    could_asking_begin(&asking);
    could_asked(&asking, course, COULD_FOR_WORDS, &told);
    could_put(context, setting, facts_first(&told), out);
    facts_clear(&told);
    could_asking_end(&asking);
}

bool could_course_begun(const struct context *context, const struct record *r,
    struct could_course *course)
{
    if (!r->begun)
        return complain(context, N_("no game has begun"), "");
    if (!could_course(r->state, &r->setting, course))
        return complain(context,
            N_("what could have been is searched in Haratama and Tezumashi alone"), "");
    return course->number > 0 || complain(context, N_("no round has begun"), "");
}

bool could_show(const struct context *context, const struct record *r)
{
    struct could_course course;
    struct text out = {0};
    if (!could_course_begun(context, r, &course))
        return false;
    could_put_course(context, &r->setting, &course, &out);
    fwrite(out.at, 1, out.length, stdout);
    text_clear(&out);
    return true;
}
