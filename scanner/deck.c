/*
 * The deck in play as a closed set of codes. The symbols are those that libqrencode makes, version 1
 * at level H, and so what fuda-labels prints and fuda-scan matches against are the same modules.
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

bool deck_make(struct deck *deck, const struct rulebook *book, const void *pack, bool spare, struct why *why)
{
    struct sticker sticker;
    unsigned count = 0;
    while (book->stickers != NULL && book->stickers->nth(pack, count, &sticker))
        count++;
    struct deck made = {.book = book, .label = calloc(count + 1, sizeof *made.label)};
    for (unsigned n = 0; made.label != NULL && n < count; n++) {
        struct label *label = &made.label[made.count];
        if (!book->stickers->nth(pack, n, &label->sticker) || (label->sticker.spare && !spare))
            continue;
        snprintf(label->payload, sizeof label->payload, "F/%.2s/%.5s", book->stickers->game, label->sticker.code);
        if (!draw(label)) {
            made.count = 0;
            break;
        }
        made.count++;
    }
    if (made.label == NULL || (made.count == 0 && count > 0)) {
        free(made.label);
        snprintf(why->text, sizeof why->text, "%s", gettext("out of memory"));
        return false;
    }
    if (made.count == 0) {
        free(made.label);
        snprintf(why->text, sizeof why->text, gettext("%s has no cards to put stickers on; expected a pack "
                                                      "that lists them"), gettext(book->title));
        return false;
    }
    *deck = made;
    return true;
}

bool deck_add(struct deck *deck, const char *payload, const char *token, struct why *why)
{
    if (strlen(payload) > PAYLOAD_MOST || strlen(token) >= TOKEN_MOST || !payload_ours(payload, strlen(payload))) {
        snprintf(why->text, sizeof why->text, "%s", gettext("this is no card's code"));
        return false;
    }
    struct label *grown = realloc(deck->label, ((size_t)deck->count + 1) * sizeof *grown);
    if (grown != NULL)
        deck->label = grown;
    if (grown == NULL || deck->count >= DECK_MOST) {
        snprintf(why->text, sizeof why->text, "%s", gettext("out of memory"));
        return false;
    }
    struct label *label = &grown[deck->count];
    *label = (struct label){.sticker.card = -1};
    memcpy(label->payload, payload, strlen(payload));
    memcpy(label->sticker.code, payload + 5, strlen(payload + 5));
    memcpy(label->sticker.token, token, strlen(token));
    if (!draw(label)) {
        snprintf(why->text, sizeof why->text, "%s", gettext("out of memory"));
        return false;
    }
    deck->count++;
    return true;
}

void deck_clear(struct deck *deck)
{
    free(deck->label);
    *deck = (struct deck){.label = NULL};
}

int deck_find(const struct deck *deck, const char *payload, size_t length)
{
    for (int i = 0; i < deck->count; i++)
        if (strlen(deck->label[i].payload) == length && memcmp(deck->label[i].payload, payload, length) == 0)
            return i;
    return -1;
}

bool payload_ours(const char *payload, size_t length)
{
    if (length < 6 || length > PAYLOAD_MOST || memcmp(payload, "F/", 2) != 0 || payload[4] != '/')
        return false;
    bool known = false;
    for (int i = 0; rulebooks[i] != NULL; i++)
        known |= rulebooks[i]->stickers != NULL && memcmp(payload + 2, rulebooks[i]->stickers->game, 2) == 0;
    for (size_t i = 5; i < length; i++)
        known &= (payload[i] >= '0' && payload[i] <= '9') || (payload[i] >= 'A' && payload[i] <= 'Z');
    return known;
}
