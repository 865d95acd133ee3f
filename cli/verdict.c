/* What is said of a game as a whole; see verdict.h. */
#include "cli/verdict.h"

#include <stdlib.h>
#include <string.h>

/* ---- the lists ----------------------------------------------------------------------------- */

static const struct value *value_of(const struct message *m, enum value_kind kind)
{
    for (int i = 0; i < m->count; i++)
        if (m->value[i].kind == kind)
            return &m->value[i];
    return NULL;
}

/* Is a conflict one player's, whichever of the plays it was? */
static bool is_of_one(const struct ruling *r)
{
    for (int i = 0; i < r->suspect_count; i++)
        if (r->suspect[i].seat != r->seat)
            return false;
    return true;
}

bool findings_fold(const struct ruling *ruling)
{
    return ruling->kind == RULING_UNPROVEN && ruling->seat >= 0
           && (ruling->message.count == 0 || value_of(&ruling->message, VALUE_WORD) != NULL);
}

bool findings_again(struct findings *all, const struct ruling *ruling)
{
    const struct value *round = value_of(&ruling->message, VALUE_NUMBER);
    const int32_t number = round != NULL ? round->number : 0;
    if (!ruling->message.again)
        return false;
    for (size_t i = 0; i < all->told_once; i++)
        if (all->once[i].text == ruling->message.id && all->once[i].number == number)
            return true;
    if (all->told_once < ONCE_MOST) {
        all->once[all->told_once].text = ruling->message.id;
        all->once[all->told_once++].number = number;
    }
    return false;
}

static void add_doubt(struct findings *all, const struct ruling *ruling)
{
    const struct value *led = value_of(&ruling->message, VALUE_WORD),
                       *trick = value_of(&ruling->message, VALUE_NUMBER);
    all->doubt = memory_row(all->doubt, all->doubts, sizeof *all->doubt);
    all->doubt[all->doubts++] = (struct doubt){ruling->rule, ruling->seat, ruling->line,
        ruling->message.id, led != NULL ? led->text : NULL, trick != NULL ? trick->number : 0,
        false, false};
}

static struct breach *new_breach(struct findings *all, const struct ruling *ruling, int seat)
{
    all->breach = memory_row(all->breach, all->breaches, sizeof *all->breach);
    struct breach *b = &all->breach[all->breaches++];
    *b = (struct breach){.kind = ruling->kind, .rule = ruling->rule, .seat = seat};
    return b;
}

static void add_conflict(struct findings *all, const struct ruling *ruling)
{
    struct breach *b = new_breach(all, ruling, is_of_one(ruling) ? ruling->seat : -1);
    for (int i = 0; i < ruling->suspect_count; i++) {
        b->suspects |= 1u << ruling->suspect[i].seat;
        b->line[b->lines++] = ruling->suspect[i].line;
    }
}

/* Of what cannot have happened it is not said whose it was. */
static void add_breach(struct findings *all, const struct ruling *ruling)
{
    const int seat = ruling->kind == RULING_IMPOSSIBLE ? -1 : ruling->seat;
    struct breach *b = NULL;
    for (size_t i = 0; i < all->breaches && b == NULL; i++)
        if (all->breach[i].kind == ruling->kind && all->breach[i].rule == ruling->rule
            && all->breach[i].seat == seat)
            b = &all->breach[i];
    if (b == NULL)
        b = new_breach(all, ruling, seat);
    const unsigned last = b->lines < BREACH_LINES ? b->lines : BREACH_LINES;
    if (last > 0 && b->line[last - 1] == ruling->line)
        return;
    if (b->lines < BREACH_LINES)
        b->line[b->lines] = ruling->line;
    b->lines++;
}

void findings_add(struct findings *all, const struct ruling *ruling)
{
    if (findings_fold(ruling))
        add_doubt(all, ruling);
    else if (ruling->kind == RULING_CONFLICT)
        add_conflict(all, ruling);
    else if (ruling->kind > RULING_CONFLICT)
        add_breach(all, ruling);
}

void findings_clear(struct findings *all)
{
    free(all->doubt);
    free(all->breach);
    *all = (struct findings){0};
}

/* ---- what is unproven ---------------------------------------------------------------------- */

static bool is_one_with(const struct doubt *a, const struct doubt *b)
{
    return b->rule == a->rule && b->seat == a->seat && b->text == a->text && b->led == a->led;
}

static void say_doubt(const struct context *context, struct text *words, const struct doubt *d,
    const struct text *tricks, bool several, const struct setting *setting)
{
    struct message m;
    message_set(&m, several && d->led != NULL ? N_(
                        "Whether {seat} had any {led} left in tricks {tricks} is not on record.")
                                              : d->text);
    message_seat(&m, "seat", d->seat);
    if (d->led != NULL)
        message_word(&m, "led", d->led);
    message_number(&m, "trick", d->trick);
    message_string(&m, "tricks", tricks->at);
    say_message(context, words, &m, NULL, setting);
}

static void tell_doubt(struct findings *all, size_t at, const struct context *context,
    const struct setting *setting, uint32_t about, struct text *words)
{
    struct doubt *first = &all->doubt[at];
    struct text tricks = {0}, lines = {0};
    uint32_t *trick = memory_get(2 * all->doubts * sizeof *trick), *line = trick + all->doubts;
    size_t count = 0;
    for (size_t i = at; i < all->doubts; i++) {
        if (!is_one_with(first, &all->doubt[i]))
            continue;
        trick[count] = (uint32_t)all->doubt[i].trick;
        line[count++] = all->doubt[i].line;
        all->doubt[i].told = true;
        first->asked |= about != 0 && about == all->doubt[i].line;
    }
    say_numbers(context, &tricks, trick, count, N_("{list} and {last}"));
    say_numbers(context, &lines, line, count, NULL);
    say_doubt(context, words, first, &tricks, count > 1, setting);
    if (line[count - 1] != line[0]) {
        text_put(words, context->japanese ? "" : " ");
        say_with(context, words, N_("(Lines {lines}.)"), "t", "lines", lines.at);
    }
    free(trick);
    text_clear(&tricks);
    text_clear(&lines);
}

const struct doubt *findings_doubt(struct findings *all, const struct context *context,
    const struct setting *setting, uint32_t about, struct text *words)
{
    size_t at = 0;
    while (at < all->doubts && all->doubt[at].told)
        at++;
    if (at == all->doubts) {
        all->doubts = 0;
        return NULL;
    }
    tell_doubt(all, at, context, setting, about, words);
    return &all->doubt[at];
}

/* ---- the verdict --------------------------------------------------------------------------- */

static const char *const verdict_texts[] = {
    [RULING_OPEN] = N_("Verdict: clean: nothing on record broke a rule."),
    [RULING_UNPROVEN] = N_("Verdict: clean: nothing on record is proved to have broken a rule."),
    [RULING_SLIP] = N_("Verdict: slip: the record is wrong somewhere, and nobody is accused."),
    [RULING_CONFLICT] = N_(
        "Verdict: conflict: somebody broke a rule, but the record does not show who."),
    [RULING_IRREGULAR] = N_("Verdict: irregular: a rule was broken, and the record proves it."),
    [RULING_IMPOSSIBLE] = N_("Verdict: impossible: the record itself is wrong."),
};

/* Whose the only conflict may have been, a bit each; 0: there are several. */
static uint32_t in_conflict(const struct findings *all)
{
    const struct breach *only = NULL;
    for (size_t i = 0; i < all->breaches; i++) {
        if (all->breach[i].kind != RULING_CONFLICT)
            continue;
        if (only != NULL)
            return 0;
        only = &all->breach[i];
    }
    return only != NULL ? only->suspects : 0;
}

void say_verdict(const struct context *context, struct text *t, const struct findings *all,
    enum ruling_kind worst, const struct setting *setting)
{
    const uint32_t seats = worst == RULING_CONFLICT ? in_conflict(all) : 0;
    struct message m;
    message_set(&m,
        seats == 0 ? verdict_texts[worst]
        : (seats & (seats - 1)) != 0
            ? N_("Verdict: conflict: at least one of {seats} broke a rule; it is not shown who.")
            : N_("Verdict: conflict: {seats} broke a rule, but the record does not show by which "
                 "play."));
    message_seats(&m, "seats", seats);
    say_message(context, t, &m, NULL, setting);
}

/* By the number of lines: one, several. */
static const char *const cannot_be[] = {N_("Cannot have happened: line {lines}."),
    N_("Cannot have happened: lines {lines}.")};
static const char *const broke[] = {N_("{seat} {deed} (line {lines})."),
    N_("{seat} {deed} (lines {lines}).")};
static const char *const somebody[] = {N_("Somebody {deed} (line {lines})."),
    N_("Somebody {deed} (lines {lines}).")};
static const char *const one_of[] = {N_("At least one of {seats} broke a rule (line {lines})."),
    N_("At least one of {seats} broke a rule (lines {lines}).")};
static const char *const at_one_of[] = {N_("{seat} broke a rule at least once (line {lines})."),
    N_("{seat} broke a rule at least once (lines {lines}).")};

static const char *text_of(const struct breach *b)
{
    const bool several = b->lines > 1 && b->line[1] != b->line[0];
    if (b->kind == RULING_CONFLICT)
        return (b->seat >= 0 ? at_one_of : one_of)[b->line[b->lines - 1] != b->line[0]];
    return (b->kind == RULING_IMPOSSIBLE ? cannot_be : b->seat >= 0 ? broke : somebody)[several];
}

/* "Bo did not follow suit (lines 14, 20)." */
static void say_breach(const struct context *context, struct text *t, const struct breach *b,
    const struct setting *setting)
{
    const bool cut = b->kind != RULING_CONFLICT && b->lines > BREACH_LINES;
    const char *deed = setting->book->rules[b->rule].deed;
    struct text lines = {0};
    struct message m;
    say_numbers(context, &lines, b->line, cut ? BREACH_LINES : b->lines, NULL);
    text_put(&lines, cut ? " …" : "");
    message_set(&m, text_of(b));
    message_seat(&m, "seat", b->seat);
    message_seats(&m, "seats", b->suspects);
    message_word(&m, "deed", deed != NULL ? deed : N_("broke a rule"));
    message_string(&m, "lines", lines.at);
    if (t->length > 0 && !context->japanese)
        text_put(t, " ");
    say_message(context, t, &m, NULL, setting);
    text_clear(&lines);
}

void say_breaches(const struct context *context, struct text *t, const struct findings *all,
    const struct setting *setting)
{
    unsigned several = 0;
    for (size_t i = 0; i < all->breaches; i++)
        several += all->breach[i].kind == RULING_CONFLICT ? 1 : all->breach[i].lines;
    for (int seat = several > 1 ? -1 : setting->seats->count; seat < setting->seats->count; seat++)
        for (size_t i = 0; i < all->breaches; i++)
            if (all->breach[i].seat == seat)
                say_breach(context, t, &all->breach[i], setting);
}

void say_remedy(const struct context *context, struct text *t, const char *remedy)
{
    if (remedy != NULL)
        say_with(context, t, N_("What this table does then: {remedy}."), "t", "remedy", remedy);
    else
        text_put(t, say(context, N_("The rulebook sets no penalty; `house remedy=TEXT` keeps what "
                                    "this table does.")));
}
