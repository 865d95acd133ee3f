/*
 * Any bytes as a picture (JPEG, PNG, WebP, PNM), and what is read of it; and as the payload of a
 * sticker.
 */
#include "fuzz.h"
#include "scanner/scanner.h"

#include <stdlib.h>
#include <string.h>

const char *const fuzz_also = NULL;

enum { SMALL = 128 * 128 };

static void look(const struct grey *grey)
{
    static struct deck deck;
    static struct found found[FOUND_MOST];
    static struct card_reader *reader; /* made once: it lays out all codes of the deck */
    struct why why;
    if (reader == NULL
        && (!deck_make(&deck, rulebooks[0], NULL, false, &why)
            || (reader = reader_new(&deck)) == NULL))
        abort();
    const int count = reader_read(reader, grey, 20, found, FOUND_MOST, NULL);
    for (int i = 0; i < count; i++) {
        struct aim aim;
        aim_measure(grey, &found[i], &aim);
        if (found[i].label >= deck.count)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct grey grey = {0};
    struct why why = {""};
    if (size <= 64)
        (void)payload_ours((const char *)data, size);
    if (!image_read(data, size, &grey, &why))
        return 0;
    if (grey.width <= 0 || grey.height <= 0 || grey.width > SIDE_MOST || grey.height > SIDE_MOST
        || grey.stride < grey.width)
        abort();
    if ((long)grey.width * grey.height <= SMALL)
        look(&grey);
    grey_clear(&grey);
    return 0;
}
