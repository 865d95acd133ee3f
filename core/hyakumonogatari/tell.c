/*
 * What Hyakumonogatari tells: the score, and for the table where the night stands and what
 * happened.
 */
#include "hyakumonogatari.h"

#include <string.h>

/* ---- the score --------------------------------------------------------------------------- */

static const char *const end_words[] = {
    [OPEN] = "open",
    [BLESSING] = "blessing",
    [CURSED] = "curse",
    [REVERSED] = "reversal",
    [CURSED_AGAIN] = "second-curse",
    [BURNT] = "ghost",
};

static const char *const by_words[] = {
    [BY_NOTHING] = NULL,
    [BY_DOLL] = "doll",
    [BY_HALVES] = "halves",
    [BY_EITHER] = "either",
};

/* What decided the ending; an ending that is open depends on hands that nobody has shown. */
static const char *by_word(const struct hyakumonogatari *s)
{
    return s->end != OPEN ? by_words[s->by] : s->phase == AFTER ? "hidden" : NULL;
}

static void tell_end_of(const struct hyakumonogatari *s, struct teller *t, enum night_end end,
    const char *by)
{
    tell_word(t, "outcome", end_words[end]);
    if (by != NULL)
        tell_word(t, "by", by);
    else
        tell_nothing(t, "by");
    tell_seat(t, "child", child_of(s));
    tell_seat(t, "winner", hyakumonogatari_winner(s, end));
}

static void tell_night(const struct hyakumonogatari *s, struct teller *t, int night)
{
    bool past = night < s->night;
    tell_open(t, NULL, '{');
    tell_number(t, "night", night);
    if (night == s->first && s->position)
        tell_nothing(t, "turns");
    else
        tell_number(t, "turns", (long)(past ? s->past.turns : s->turns));
    tell_end_of(s, t, past ? s->past.end : s->end,
        !past                 ? by_word(s)
        : s->past.end == OPEN ? "hidden"
                              : by_words[s->past.by]);
    tell_close(t);
}

void hyakumonogatari_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last)
{
    (void)setting;
    const struct hyakumonogatari *s = state;
    if (*told == 0 && s->night == 2) {
        if (s->first == 1)
            tell_night(s, t, 1);
        *told = 1;
    }
    const bool over = s->phase == AFTER && s->end != OPEN;
    if (*told < s->night && (last || over)) {
        tell_night(s, t, s->night);
        *told = s->night;
    }
}

/* Who is who, for the score sheet; null while the parent is not named. */
void hyakumonogatari_tell_rest(const void *state, const struct setting *setting, struct teller *t)
{
    (void)setting;
    const struct hyakumonogatari *s = state;
    tell_open(t, "roles", '{');
    tell_seat(t, "parent", parent_of(s));
    tell_seat(t, "child", child_of(s));
    tell_close(t);
}

/* ---- where the night stands -------------------------------------------------------------- */

/* Is it the child's turn, which passes without any line? */
static bool passes_by(const struct hyakumonogatari *s)
{
    return s->phase == DURING && s->turn[s->on].line == 0 && hyakumonogatari_frozen(s, s->on);
}

static uint32_t turn_now(const struct hyakumonogatari *s) { return s->turns + 1 + passes_by(s); }
static int sun_now(const struct hyakumonogatari *s) { return s->sun_left - (int)passes_by(s); }

/*
 * Does the sun lie there as people see it? The last turn that it freezes has no line, so for people
 * it is gone by then.
 */
static bool sun_lies(const struct hyakumonogatari *s)
{
    return s->altar[SUN] > 0 && !(passes_by(s) && sun_now(s) == 0);
}

void hyakumonogatari_place(const void *state, const struct setting *setting, struct message *out)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    message_set(out, s->phase == BEFORE  ? N_("N0")
                     : s->phase == AFTER ? N_("N{night} over")
                     : sun_now(s) > 0    ? N_("N{night} T{turn} sun {left}")
                                         : N_("N{night} T{turn}"));
    message_number(out, "night", s->night);
    message_number(out, "turn", (int32_t)turn_now(s));
    message_number(out, "left", sun_now(s));
}

/* ---- what came of a statement ------------------------------------------------------------ */

/*
 * The states before and after, and the messages. Where a night has just begun, nothing was before.
 */
struct night_news {
    const struct hyakumonogatari *was, *is;
    const struct setting *setting;
    struct news *news;
    bool fresh;
};

static struct message *night_add(struct night_news *n, int rule, const char *id)
{
    struct message *m = news_by(n->news, rule, id);
    message_number(m, "night", n->is->night);
    if (parent_of(n->is) >= 0) {
        message_seat(m, "parent", n->is->parent);
        message_seat(m, "child", child_of(n->is));
    }
    return m;
}

static unsigned was_on_altar(const struct night_news *n, int kind)
{
    return n->fresh ? 0 : n->was->altar[kind];
}

static void sun_news(struct night_news *n)
{
    static const char *const laid[] = {
        [SUN_PAIRS] = N_(
            "The sun hides the new moon for three turns of both players, this one counted."),
        [SUN_PAIRS_AFTER] = N_(
            "The sun hides the new moon for this turn and three more of both players."),
        [SUN_TURNS] = N_(
            "The sun hides the new moon for three turns of one player, this one counted."),
    };
    const struct hyakumonogatari *is = n->is;
    bool before = !n->fresh && sun_lies(n->was);
    if (is->altar[SUN] > 0 && was_on_altar(n, SUN) == 0)
        night_add(n, RULE_SUN, laid[n->setting->house->option[HOUSE_SUN].choice]);
    else if (!sun_lies(is) && before)
        night_add(n, is->altar[NEWMOON] > was_on_altar(n, NEWMOON) ? RULE_SUN_CANCEL : RULE_SUN,
            is->altar[NEWMOON] > was_on_altar(n, NEWMOON)
                ? N_("A second new moon ends the sun; the new moon shows again.")
                : N_("The sun's time is over; the new moon shows again."));
}

/* Do all six cards lie there, whether or not the sun lies on them? */
static bool all_six(const struct hyakumonogatari *s)
{
    int missing = 0;
    for (int k = 0; k < KINDS; k++)
        missing += hyakumonogatari_missing(s, k);
    return missing == 0;
}

static bool complete_now(const struct hyakumonogatari *s) { return all_six(s) && !sun_lies(s); }

static void altar_news(struct night_news *n)
{
    const struct hyakumonogatari *is = n->is;
    bool before = !n->fresh && complete_now(n->was);
    bool six_before = !n->fresh && all_six(n->was);
    if (is->reversed && (n->fresh || !n->was->reversed))
        night_add(n, RULE_REVERSAL,
            N_("{child} has turned the shadow; once the altar is complete, that decides the "
               "night."));
    if (is->may_be_over && (n->fresh || !n->was->may_be_over))
        night_add(n, RULE_ENDING,
            N_("The altar may be complete by a card that nobody saw. If it is, night {night} is "
               "over."));
    if (is->phase == DURING && complete_now(is) && !before)
        night_add(n, RULE_ENDING, N_("The altar is complete: the night ends with {child}'s turn."));
    else if (is->phase == DURING && sun_lies(is) && all_six(is) && !six_before)
        night_add(n, RULE_SUN,
            N_("All six cards lie on the altar, but the sun hides the new moon."));
}

/* hyakumonogatari/blessing, -/curse, -/reversal, -/second-curse, -/ghost: who won, and why. */
static const char *ending_text(const struct hyakumonogatari *s)
{
    switch (s->end) {
    case OPEN:
        return N_("Night {night} is over: the altar is complete. Its ending is in the hands; both "
                  "are shown now, as in `{child}: show …`.");
    case BLESSING:
        return s->by == BY_DOLL ? N_(
                   "Night {night} ends with the moon's blessing: {child} holds the doll, and wins.")
               : s->by == BY_HALVES ? N_("Night {night} ends with the moon's blessing: {child} "
                                         "holds effigy and ink, and wins.")
                                    : N_("Night {night} ends with the moon's blessing: {child} "
                                         "holds the doll, or effigy and ink, and wins.");
    case CURSED:
        return N_(
            "Night {night} ends with the moon's curse: {child} holds neither the doll nor both "
            "effigy and ink. {parent} wins, unless both agree to a second night (`consent`).");
    case REVERSED:
        return s->by == BY_DOLL
                   ? N_("Night {night} ends with the shadow turned by the doll: {child} wins.")
                   : N_("Night {night} ends with the shadow turned by effigy and ink: {child} "
                        "wins.");
    case CURSED_AGAIN:
        return N_(
            "Night {night} ends with a second curse: the shadow was not turned. {parent} wins.");
    case BURNT:
        return N_(
            "Night {night} ends in the sun: {child} holds it and becomes a ghost. {parent} wins.");
    }
    return "";
}

static int rule_of_ending(enum night_end end)
{
    switch (end) {
    case OPEN: break;
    case BLESSING: return RULE_BLESSING;
    case CURSED: return RULE_CURSE;
    case REVERSED: return RULE_REVERSAL;
    case CURSED_AGAIN: return RULE_SECOND_CURSE;
    case BURNT: return RULE_GHOST;
    }
    return RULE_ENDING;
}

/*
 * A card is used right after the other seat's refill, in a turn without a draw. It may have been
 * the other seat's card, of a turn that the refill ended too soon: the news is doubtful.
 */
static void refilled_news(struct night_news *n)
{
    const struct hyakumonogatari *was = n->was, *is = n->is;
    const int seat = was->on;
    if (n->fresh || !was->played || seat < 0 || is->on != seat || was->turn[seat].line != 0
        || !is->turn[seat].undrawn || is->turn[seat].used == 0
        || hyakumonogatari_bare(was, other(seat)))
        return;
    message_seat(night_add(n, RULE_REFILL,
                     N_("{other}'s turn was over with its refill. All that is used in one turn "
                        "stands before it: `altar candle; discard fox; refill`.")),
        "other", other(seat));
}

void hyakumonogatari_news(const void *before, const void *after, const struct setting *setting,
    struct news *news)
{
    const struct hyakumonogatari *was = before, *is = after;
    struct night_news n = {was, is, setting, news, was->night != is->night};
    if (is->phase == BEFORE)
        return;
    if (n.fresh && !is->position)
        night_add(&n, is->night == 1 ? RULE_DEAL : RULE_NIGHT_TWO,
            is->night == 1 ? N_("Night {night}: three cards for {parent}, four for {child}.")
                           : N_("Night {night}: three cards each; {child} also holds the curse."));
    if (is->consented && !was->consented && is->end == CURSED)
        night_add(&n, RULE_CONSENT, N_("Both agree to a second night."));
    bool passed = passes_by(is) && (n.fresh || !passes_by(was));
    static const char *const again = N_(
        "{child} may do nothing while the sun lies: it is {parent}'s turn again.");
    if (passed && !sun_lies(is))
        night_add(&n, RULE_FROZEN, again);
    sun_news(&n);
    refilled_news(&n);
    if (!is->position && is->shuffles > (n.fresh ? 0 : was->shuffles))
        message_number(night_add(&n, RULE_RESHUFFLE,
                           N_("The pile has run out: the graveyard's cards, {count} of them, are "
                              "shuffled and become the pile.")),
            "count", (int32_t)is->shuffled);
    altar_news(&n);
    if (is->phase == AFTER
        && (n.fresh || was->phase == DURING || (was->end == OPEN && is->end != OPEN)))
        night_add(&n, rule_of_ending(is->end), ending_text(is));
    if (passed && sun_lies(is))
        night_add(&n, RULE_FROZEN, again);
}

/* ---- what lies open, and what is known of the hands --------------------------------------- */

static void tell_kinds(struct teller *t, const char *key, const uint8_t cards[KINDS])
{
    tell_open(t, key, '[');
    for (int k = 0; k < KINDS; k++)
        for (int copies = cards[k]; copies > 0; copies--)
            tell_card(t, NULL, k);
    tell_close(t);
}

/* "yes" if the child would be saved, whatever the hidden cards are; "no"; or "perhaps". */
static const char *saved_word(const struct hyakumonogatari *s, int seat)
{
    struct hand_answer saved = hyakumonogatari_saved(s, seat);
    return !saved.yes ? "no" : saved.no ? "perhaps" : "yes";
}

static void tell_hand(const struct hyakumonogatari *s, struct teller *t, int seat)
{
    uint8_t known[KINDS] = {0};
    tell_open(t, NULL, '{');
    tell_seat(t, "seat", seat);
    if (parent_of(s) >= 0)
        tell_word(t, "role", seat == s->parent ? "parent" : s->night == 2 ? "follower" : "child");
    if (s->besides[seat] > 0)
        tell_nothing(t, "cards");
    else
        tell_number(t, "cards", s->held[seat]);
    for (int k = 0; s->phase != BEFORE && k < KINDS; k++) {
        int least, most;
        worlds_copies(&s->worlds, seat, k, &least, &most);
        known[k] = (uint8_t)least;
    }
    tell_kinds(t, "known", known);
    if (s->phase != BEFORE)
        tell_word(t, "doll", saved_word(s, seat));
    tell_truth(t, "frozen", s->phase == DURING && hyakumonogatari_frozen(s, seat) && sun_lies(s));
    tell_close(t);
}

/* Tells how many cards, at most, were used unseen and may lie on the altar. */
static void tell_unseen(const struct hyakumonogatari *s, struct teller *t)
{
    unsigned unseen = 0;
    for (int i = 0; i < UNSEEN_PLACES; i++)
        unseen += s->unseen[i];
    if (unseen > 0)
        tell_number(t, "unseen", (long)unseen);
}

static void tell_altar(const struct hyakumonogatari *s, struct teller *t)
{
    uint8_t missing[KINDS], besides[KINDS], altar[KINDS];
    memcpy(altar, s->altar, sizeof altar);
    altar[SUN] = sun_lies(s) ? altar[SUN] : 0;
    for (int k = 0; k < KINDS; k++) {
        missing[k] = (uint8_t)hyakumonogatari_missing(s, k);
        besides[k] = (uint8_t)hyakumonogatari_besides(s, k);
    }
    tell_kinds(t, "altar", altar);
    tell_kinds(t, "on_shade", s->covering);
    tell_kinds(t, "besides", besides);
    tell_kinds(t, "missing", missing);
    tell_unseen(s, t);
    tell_number(t, "sun_left", sun_now(s));
    if (complete_now(s) ? hyakumonogatari_may_lie(s, SUN) : hyakumonogatari_may_be_complete(s))
        tell_nothing(t, "complete");
    else
        tell_truth(t, "complete", complete_now(s));
    tell_truth(t, "reversed", s->reversed);
}

void hyakumonogatari_tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    static const char *const phases[] = {[BEFORE] = "before", [DURING] = "open", [AFTER] = "over"};
    const struct hyakumonogatari *s = state;
    uint8_t grave[KINDS];
    memcpy(grave, s->grave, sizeof grave);
    if (!sun_lies(s))
        grave[SUN] = (uint8_t)(grave[SUN] + s->altar[SUN]);
    tell_open(t, NULL, '{');
    tell_number(t, "night", s->night);
    tell_number(t, "turn", (long)(s->phase == AFTER ? s->turns : turn_now(s)));
    tell_word(t, "phase", phases[s->phase]);
    tell_seat(t, "on_turn", hyakumonogatari_turn(state, setting));
    if (s->phase == AFTER)
        tell_end_of(s, t, s->end, by_word(s));
    tell_altar(s, t);
    tell_kinds(t, "graveyard", grave);
    if (s->slack > 0)
        tell_nothing(t, "pile");
    else
        tell_number(t, "pile", (long)s->pile);
    tell_kinds(t, "hidden", s->worlds.hidden);
    tell_open(t, "seats", '[');
    for (int seat = 0; seat < PLAYERS; seat++)
        tell_hand(s, t, seat);
    tell_close(t);
    tell_close(t);
}
