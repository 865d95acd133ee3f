/* Base64, RFC 4648 §4; see base64.h. */
#include "base64.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_write(struct text *out, struct span bytes)
{
    for (size_t i = 0; i < bytes.length; i += 3) {
        const size_t left = bytes.length - i;
        const uint8_t *at = (const uint8_t *)bytes.at + i;
        const uint32_t three = (uint32_t)at[0] << 16 | (uint32_t)(left > 1 ? at[1] : 0) << 8
                               | (uint32_t)(left > 2 ? at[2] : 0);
        const char four[4] = {digits[three >> 18], digits[three >> 12 & 63],
            left > 1 ? digits[three >> 6 & 63] : '=', left > 2 ? digits[three & 63] : '='};
        text_add(out, four, sizeof four);
    }
}

void base64_read(struct text *out, const char *at)
{
    const char *digit;
    uint32_t bits = 0;
    for (int count = 0; *at != '\0' && (digit = strchr(digits, *at)) != NULL; at++) {
        bits = bits << 6 | (uint32_t)(digit - digits);
        count = (count + 6) % 8;
        if (count < 6)
            text_add(out, &(char){(char)(bits >> count & 255)}, 1);
    }
}
