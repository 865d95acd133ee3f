/* What could have been: Haratama's tricks, and what they bring (3.3.1 to 3.3.3, 4.1). */
#include "core/could_round.h"
#include "haratama.h"

/* haratama/blue-lead, haratama/capture, haratama/haratama */
void haratama_could(const void *state, const struct setting *setting, struct could_course *out)
{
    const struct haratama *s = state;
    (void)setting;
    out->rules.shut = BLUE;
    out->rules.counts = s->relics & s->round.hands.deck & ~aside_of(s);
    out->high = players_of(s) == 4 ? 8 : 9;
    out->lack = s->relics == 0 ? LACKS_COUNTS : LACKS_NOTHING;
}
