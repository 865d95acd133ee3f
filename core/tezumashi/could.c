/*
 * What could have been: Tezumashi's tricks, and how many of them pay best. What abilities do is
 * left out.
 */
#include "core/could_round.h"
#include "tezumashi.h"

/*
 * The number of tricks for which the chosen table pays most; NOBODY: the table is not entered
 * completely, or several numbers pay the same.
 */
static int aim_of(const struct deal *d, const struct setting *setting, int seat)
{
    long most = 0;
    int aim = NOBODY;
    for (int tricks = 0; tricks <= TRICKS; tricks++) {
        long points;
        if (!tezumashi_pays(d, setting, seat, tricks, &points))
            return NOBODY;
        if (tricks == 0 || points > most)
            aim = tricks;
        else if (points == most)
            aim = NOBODY;
        most = tricks == 0 || points > most ? points : most;
    }
    return aim;
}

/* tezumashi/win-number, tezumashi/win-trump, tezumashi/no-winner */
void tezumashi_could(const void *state, const struct setting *setting, struct could_course *out)
{
    const struct tezumashi *s = state;
    out->rules.trump_from = TRUMP;
    out->rules.any_trump = setting->house->option[HOUSE_TRUMP].choice == 1;
    out->rules.tricks = true;
    for (int seat = 0; seat < players_of(s); seat++) {
        out->aim[seat] = (int8_t)aim_of(&s->now, setting, seat);
        out->bent |= s->now.thing[seat][ABILITY] >= 0;
        for (int i = 0; i < ABILITIES; i++)
            out->bent |= s->uses[seat][i] > 0;
    }
    out->lack = setting->house->option[HOUSE_NO_WINNER].choice == ANSWER_ASK ? LACKS_WINNER
                                                                             : LACKS_NOTHING;
}
