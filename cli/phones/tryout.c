/* An answer tried on the record; see tryout.h. */
#include "tryout.h"
#include "core/verbs.h"

#include <string.h>

/* Writes the nth of the cards that a part may be. */
static bool card_filler(const struct answerable *a, const struct answer_part *part, int nth,
    char out[NAME_MOST + 3])
{
    int card = 0;
    while (card < CARDS_MOST
           && !(cards_hold(&a->box, card)
                && (part->set == 0 || cards_hold(&a->ask.set[part->set - 1], card)) && nth-- == 0))
        card++;
    if (card < CARDS_MOST)
        out[card_write_by(a->setting, card, false, out)] = '\0';
    return card < CARDS_MOST;
}

/*
 * Writes a word that fills one part of the answer while another part is tried; false: there are no
 * more.
 */
static bool filler(const struct answerable *a, const struct answer_part *part, int nth, int copy,
    char out[NAME_MOST + 3])
{
    switch (part->kind) {
    case PART_SEAT:
        if (nth >= a->setting->seats->count)
            return false;
        out[seat_write(a->setting->seats, nth, out)] = '\0';
        return true;
    case PART_CARDS:
        if (!part->unseen)
            return card_filler(a, part, nth + copy, out);
        memcpy(out, "?", 2);
        return nth == 0;
    case PART_CHOICE: {
        struct span word = keyword_name(part->words, nth);
        snprintf(out, NAME_MOST, "%.*s", (int)word.length, word.at);
        return word.length > 0;
    }
    case PART_NAMES: {
        int name = 0;
        while (name < a->ask.names
               && ((part->set != 0 && part->set != a->ask.name_set[name]) || nth-- > 0))
            name++;
        if (name < a->ask.names)
            snprintf(out, NAME_MOST, "\"%.*s\"", (int)a->ask.name[name].length,
                a->ask.name[name].at);
        return name < a->ask.names;
    }
    case PART_NUMBERS:
    case PART_STEPS:
    case PART_COUNTS:
        snprintf(out, NAME_MOST, "%d", part->kind == PART_COUNTS ? 0 : copy + 1);
        return nth == 0;
    case PART_TEXTS: memcpy(out, "\"x\"", sizeof "\"x\""); return nth == 0;
    case PART_PAIRS:
    case PART_NONE: break;
    }
    return false;
}

int tryout_least(const struct answerable *a, const struct answer_part *part)
{
    return part->kind == PART_COUNTS ? ask_counts(&a->ask, part, a->setting->seats->count)
                                     : part->least;
}

/* Adds the words of the part that is tried: `token`, and the fewest others that it needs. */
static bool add_tried(const struct answerable *a, const struct answer_part *part, const char *token,
    struct text *line)
{
    char word[NAME_MOST + 3];
    text_printf(line, "%s ", token);
    for (int have = 1, copy = 0; have < tryout_least(a, part); copy++) {
        const bool found = filler(a, part, 0, copy, word);
        if (!found || copy > CARDS_MOST)
            return false;
        if (strcmp(word, token) == 0 && word[0] != '?')
            continue;
        text_printf(line, "%s ", word);
        have++;
    }
    return true;
}

/* Writes an answer with this token in one part; the other parts are filled with their nth word. */
static bool add_answer(const struct answerable *a, const struct question *q, int part,
    const char *token, int nth, struct text *line)
{
    char word[NAME_MOST + 3];
    bool varies = nth == 0;
    line->length = 0;
    for (int i = 0; i < ANSWER_PARTS; i++) {
        if (i == part && !add_tried(a, &q->part[i], token, line))
            return false;
        for (int copy = 0; i != part && copy < tryout_least(a, &q->part[i]); copy++) {
            const bool more = filler(a, &q->part[i], nth, copy, word);
            if (!more && !filler(a, &q->part[i], 0, copy, word))
                return false;
            varies |= more && copy == 0;
            text_printf(line, "%s ", word);
        }
    }
    return varies;
}

int tryout_fits_with(const struct answerable *a, const struct question *q, int part,
    const char *token, int from, int to)
{
    struct text line = {0};
    int with = -1;
    for (int nth = from; with < 0 && nth <= to && add_answer(a, q, part, token, nth, &line); nth++)
        with = session_look(a->session, line.at) == STEP_TAKEN ? nth : -1;
    text_clear(&line);
    return with;
}

bool tryout_fits(const struct answerable *a, const struct question *q, int part, const char *token)
{
    return tryout_fits_with(a, q, part, token, 0, TRIED_MOST) >= 0;
}
