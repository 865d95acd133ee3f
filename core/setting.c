/* Seats by their names; see setting.h. */
#include "setting.h"
#include "text.h"

#include <assert.h>
#include <string.h>

/* Of somebody who is called politely, the name. */
static struct span without_san(struct span folded)
{
    static const char san[] = "さん";
    const size_t length = sizeof san - 1;
    if (folded.length > length && ((unsigned char)folded.at[folded.length - 1] & 0x80)
        && memcmp(folded.at + folded.length - length, san, length) == 0)
        folded.length -= length;
    return folded;
}

static int find_name(const struct seats *seats, struct span folded, uint32_t *candidates)
{
    uint32_t begin = 0, whole = 0;
    int found = SEAT_UNKNOWN, named = SEAT_UNKNOWN;
    for (int i = 0; i < seats->count && folded.length > 0; i++) {
        if (seats->row[i].folded_length < folded.length || seats->row[i].folded[0] != folded.at[0]
            || memcmp(seats->row[i].folded, folded.at, folded.length) != 0)
            continue;
        if (seats->row[i].folded_length == folded.length) {
            /* of games of earlier days alone: see record_host */
            named = whole == 0 ? i : SEAT_AMBIGUOUS;
            whole |= 1u << i;
        }
        found = begin == 0 ? i : SEAT_AMBIGUOUS;
        begin |= 1u << i;
    }
    if (candidates != NULL)
        *candidates = whole != 0 ? whole : begin != 0 ? begin : (1u << seats->count) - 1;
    return named != SEAT_UNKNOWN ? named : found;
}

static int find_spelled(const struct seats *seats, struct span name)
{
    for (int i = 0; i < seats->count; i++)
        if (seats->row[i].length == name.length
            && memcmp(seats->row[i].name, name.at, name.length) == 0)
            return i;
    return SEAT_UNKNOWN;
}

/*
 * Of two who were told apart when the record was kept, as ZOË and Zoë, whoever it was then; else it
 * is not one.
 */
static int find_kept(const struct seats *seats, struct span name)
{
    char one[NAME_MOST], other[NAME_MOST];
    int found = SEAT_AMBIGUOUS;
    const size_t length = text_fold(name, one);
    for (int i = 0; i < seats->count; i++)
        if (text_fold((struct span){seats->row[i].name, seats->row[i].length}, other) == length
            && memcmp(one, other, length) == 0)
            found = i;
    return found;
}

int seats_find(const struct seats *seats, struct span written, uint32_t *candidates)
{
    char name[NAME_MOST], room[NAME_MOST];
    const struct span spelled = {name, text_spell(written, name)};
    int found = find_spelled(seats, spelled);
    if (found >= 0)
        return found;
    const struct span folded = {room, person_fold(spelled, room)}, polite = without_san(folded);
    found = find_name(seats, folded, candidates);
    if (found == SEAT_AMBIGUOUS)
        return find_kept(seats, spelled);
    return found == SEAT_UNKNOWN && polite.length < folded.length
               ? find_name(seats, polite, candidates)
               : found;
}

bool seat_is(const struct seats *seats, int seat, struct span written)
{
    char name[NAME_MOST];
    return person_same((struct span){seats->row[seat].name, seats->row[seat].length},
        (struct span){name, text_spell(written, name)});
}

void seat_add(struct seats *seats, struct span name)
{
    const int seat = seats->count++;
    assert(seat < SEATS_MOST && name.length <= NAME_MOST);
    seats->row[seat].length = (uint8_t)name.length;
    memcpy(seats->row[seat].name, name.at, name.length);
    seats->row[seat].folded_length = (uint8_t)person_fold(name, seats->row[seat].folded);
}
