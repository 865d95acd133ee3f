/*
 * What is checked of a tap, in order, and what its phone is told. Before it comes here, fuda-serve
 * has checked who sent it, and its size and form (cli/serve/routes.c and phone.c), and heard.c has
 * dropped repetitions. A tap that passes is then judged by what its phone may know of the table
 * (cli/table/withheld.c).
 */
#include "phones.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- answers to what is doubtful --------------------------------------------------------- */

/* Reads a tap such as "! 3 2": the doubt, 3, and in *nth the offer, 2. 0: not such a tap. */
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
 * Does it answer a doubt that is no longer open? "? 25" may also be two cards, one of them unseen,
 * so a number above that of the last doubt is not taken for an answer.
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

/*
 * Is any word of the line `pack`, `game` or `players`? `pack` looks for files, and the others would
 * begin another record.
 */
static bool chooses_game(const char *line)
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
 * Does it repeat the tap that was taken last? It does if its phone still showed the table as it was
 * before (two phones answer one question), or if the same guest tapped it less than ECHO_MS after
 * (a finger touches twice).
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
        /* phones_refuses, or phones_busy: it may tap again. NULL: it passes, unchecked further */
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
        {chooses_game(tap->line), phones_refuses,
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
