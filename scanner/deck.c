/*
 * The deck in play as a closed set of codes. The symbols are those that libqrencode makes, version
 * 1 at level H, and so what fuda-labels prints and fuda-scan matches against are the same modules.
 */
#include "scanner.h"

#include <libintl.h>
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool draw(struct label *label)
{
    QRcode *code = QRcode_encodeString(label->payload, 1, QR_ECLEVEL_H, QR_MODE_8, 1);
    bool fits = code != NULL && code->width == MODULES;
    for (int y = 0; fits && y < MODULES; y++)
        for (int x = 0; x < MODULES; x++)
            label->row[y] |= (uint32_t)(code->data[y * MODULES + x] & 1) << x;
    QRcode_free(code);
    return fits;
}

/* False without memory: the deck is as it was. */
static bool add_label(struct deck *deck, const struct label *label)
{
    struct label *grown = realloc(deck->label, ((size_t)deck->count + 1) * sizeof *grown);
    if (grown == NULL)
        return false;
    deck->label = grown;
    grown[deck->count] = *label;
    return draw(&grown[deck->count]) && ++deck->count > 0;
}

const char *deck_title(const struct deck *deck)
{
    return deck->name[0] != '\0' ? deck->name : gettext(deck->book->title);
}

bool deck_make(struct deck *deck, const struct rulebook *book, const void *pack, bool spare,
    struct why *why)
{
    struct deck made = {.book = book};
    if (rulebook_is_packs(book) && pack != NULL)
        snprintf(made.name, sizeof made.name, "%s", book->deck->name(pack));
    struct label label = {.sticker.card = -1};
    for (unsigned n = 0; book->stickers != NULL && book->stickers->nth(pack, n, &label.sticker);
         n++) {
        if (label.sticker.spare && !spare)
            continue;
        snprintf(label.payload, sizeof label.payload, "F/%.2s/%.5s", book->stickers->game,
            label.sticker.code);
        if (!add_label(&made, &label)) {
            deck_clear(&made);
            return why_say(why, N_("out of memory"));
        }
    }
    if (made.count == 0)
        return why_say(why,
            N_("%s has no cards to put stickers on; expected a pack that lists them"),
            deck_title(&made));
    *deck = made;
    return true;
}

bool deck_add(struct deck *deck, const char *payload, const char *token, struct why *why)
{
    if (strlen(payload) > PAYLOAD_MOST || strlen(token) >= TOKEN_MOST
        || !payload_ours(payload, strlen(payload)))
        return why_say(why, N_("this is not a card's code"));
    struct label label = {.sticker.card = -1};
    memcpy(label.payload, payload, strlen(payload));
    memcpy(label.sticker.code, payload + 5, strlen(payload + 5));
    memcpy(label.sticker.token, token, strlen(token));
    return (deck->count < DECK_MOST && add_label(deck, &label))
           || why_say(why, N_("out of memory"));
}

void deck_clear(struct deck *deck)
{
    free(deck->label);
    *deck = (struct deck){.label = NULL};
}

int deck_find(const struct deck *deck, const char *payload, size_t length)
{
    for (int i = 0; i < deck->count; i++)
        if (strlen(deck->label[i].payload) == length
            && memcmp(deck->label[i].payload, payload, length) == 0)
            return i;
    return -1;
}

bool payload_ours(const char *payload, size_t length)
{
    if (length < 6 || length > PAYLOAD_MOST || memcmp(payload, "F/", 2) != 0 || payload[4] != '/')
        return false;
    bool known = false;
    for (int i = 0; rulebooks[i] != NULL; i++)
        known |= rulebooks[i]->stickers != NULL
                 && memcmp(payload + 2, rulebooks[i]->stickers->game, 2) == 0;
    for (size_t i = 5; i < length; i++)
        known &= (payload[i] >= '0' && payload[i] <= '9')
                 || (payload[i] >= 'A' && payload[i] <= 'Z');
    return known;
}
