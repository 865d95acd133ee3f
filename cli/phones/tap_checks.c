/*
 * What is checked of a tap, in order, and what its phone is told. Before it comes here, fuda-serve
 * has seen to who sent it, and to its size and form (cli/serve/routes.c and phone.c), and heard.c
 * to that it is heard once. After that its line is judged as its phone may know the table
 * (cli/table/withheld.c).
 */
#include "phones.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- answers to what is doubtful --------------------------------------------------------- */

/* Reads a tap such as "! 3 2": the second offer (*nth) for the third doubt. 0: it is none. */
static long choice_of(const struct tapped *tap, int *nth)
{
    char *end;
    if (strncmp(tap->line, "! ", 2) != 0
        || strspn(tap->line + 2, "0123456789 ") != strlen(tap->line + 2))
        return 0;
    const long doubt = strtol(tap->line + 2, &end, 10);
    *nth = (int)strtol(end, NULL, 10);
    return *end == ' ' ? doubt : 0;
}

int phones_is_choice(const struct phones *p, const struct tapped *tap)
{
    int nth = 0;
    const bool own = p->doubted && strcmp(p->doubt.guest, tap->guest) == 0
                     && choice_of(tap, &nth) == p->doubts;
    return own && nth <= phones_choices(p) ? nth : 0;
}

bool phones_is_answer(const struct phones *p, const struct tapped *tap, bool *stands)
{
    char wanted[32];
    *stands = tap->line[0] == '!';
    snprintf(wanted, sizeof wanted, "%c %ld", *stands ? '!' : '?', p->doubts);
    return p->doubted && strcmp(p->doubt.guest, tap->guest) == 0 && strcmp(tap->line, wanted) == 0;
}

/* ---- what may be wrong ------------------------------------------------------------------- */

/*
 * Would it have answered something that is settled? A card that nobody saw, and another one,
 * "? 25", is no answer to what was never asked.
 */
static bool was_settled(const struct phones *p, const struct tapped *tap)
{
    const char *number = tap->line + 2;
    int nth;
    if (choice_of(tap, &nth) > 0)
        return choice_of(tap, &nth) <= p->doubts;
    return (tap->line[0] == '!' || tap->line[0] == '?') && tap->line[1] == ' ' && number[0] != '\0'
           && strspn(number, "0123456789") == strlen(number)
           && strtol(number, NULL, 10) <= p->doubts;
}

/* Files are looked for by `pack`, and one record is kept at a table. */
static bool is_laptops(const char *line)
{
    static const enum common_verb verbs[] = {SAY_PACK, SAY_GAME, SAY_PLAYERS};
    struct reader reader;
    struct token token;
    struct fault fault;
    reader_begin(&reader, line, strlen(line), 1);
    for (token_next(&reader, false, &token, &fault);
         token.kind != TOKEN_END && token.kind != TOKEN_BAD; /* whoever reads the line says why */
         token_next(&reader, false, &token, &fault))
        for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
            if (verb_is(&common_verbs[verbs[i]], token.written))
                return true;
    return false;
}

/*
 * Does it say again what a tap has just said, as a finger does that touches twice, and two phones
 * do that answer one question? Whoever saw the table as it was before, or saw it too short a time
 * ago to have read it, answers that one.
 */
static bool is_echo(const struct phones *p, const struct tapped *tap)
{
    enum { ECHO_MS = 400 };
    const bool bounces = strcmp(p->taken_from, tap->guest) == 0
                         && milliseconds() - p->taken_at < ECHO_MS;
    return p->taken[0] != '\0' && strcmp(p->taken, tap->line) == 0 && (tap->stale || bounces);
}

bool tap_comes_late(const struct tapped *tap)
{
    struct reader reader;
    struct token token;
    struct fault fault;
    reader_begin(&reader, tap->line, strlen(tap->line), 1);
    token_next(&reader, true, &token, &fault);
    const bool names_seat = token.kind == TOKEN_WORD && token.seat;
    return tap->stale && (tap->who || !names_seat);
}

/* ---- the checks -------------------------------------------------------------------------- */

bool tap_is_turned_down(struct phones *p, const struct tapped *tap, const struct tap_scene *at)
{
    const struct {
        bool wrong;
        /* refused; or busy: it may be tapped again. NULL: it is taken, and not checked further */
        void (*tell)(struct phones *p, const struct tapped *tap, const char *reason);
        const char *reason;
    } checks[] = {
        {tap->fast, phones_busy, N_("That was too fast: wait a moment, then tap again.")},
        {p->own == NULL, phones_refuses, N_("No game is kept just now.")},
        {at->answers, NULL, NULL},
        {was_settled(p, tap), phones_busy, N_("That is no longer asked, or not here.")},
        {p->mode == PHONES_WATCH, phones_refuses, N_("Phones watch only at this table.")},
        {at->blank, phones_refuses, N_("Nothing was said.")},
        {at->laptops_word, phones_refuses, N_("Only the laptop may use this word.")},
        {is_laptops(tap->line), phones_refuses,
            N_("Decks, players and other games are chosen at the laptop.")},
        {is_echo(p, tap), phones_busy,
            N_("That was answered just now, so it is entered only once.")},
        {at->waits || p->asks, phones_busy,
            N_("Something else is being asked first; see what it is, then tap again.")},
        {tap_comes_late(tap), phones_busy,
            N_("Somebody was faster; look at the table, then tap again.")},
    };
    size_t i = 0;
    while (i < sizeof checks / sizeof *checks && !checks[i].wrong)
        i++;
    if (i == sizeof checks / sizeof *checks || checks[i].tell == NULL)
        return false;
    checks[i].tell(p, tap, checks[i].reason);
    return true;
}
