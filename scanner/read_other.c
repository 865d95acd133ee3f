/*
 * A code that is none of the known ones may still be one of ours: of a pack that is not here. zbar
 * decodes it. It is not given the frame, where it may take seconds (and reads little), but a clean
 * small picture drawn from the modules' light; so its time has a bound.
 */
#include "read.h"

#include <stdlib.h>
#include <string.h>
#include <zbar.h>

enum {
    DRAWN = 4, /* pixels of a module */
    DRAWN_SIDE = DRAWN * (MODULES + 2 * QUIET),
};

struct other {
    zbar_image_scanner_t *scanner;
    zbar_image_t *image;
    uint8_t drawn[DRAWN_SIDE * DRAWN_SIDE];
};

struct other *other_new(void)
{
    struct other *o = calloc(1, sizeof *o);
    if (o == NULL)
        return NULL;
    o->scanner = zbar_image_scanner_create();
    o->image = zbar_image_create();
    zbar_image_scanner_set_config(o->scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
    zbar_image_scanner_set_config(o->scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
    zbar_image_set_format(o->image, zbar_fourcc('Y', '8', '0', '0'));
    zbar_image_set_size(o->image, DRAWN_SIDE, DRAWN_SIDE);
    zbar_image_set_data(o->image, o->drawn, sizeof o->drawn, NULL);
    return o;
}

void other_free(struct other *o)
{
    if (o == NULL)
        return;
    zbar_image_destroy(o->image);
    zbar_image_scanner_destroy(o->scanner);
    free(o);
}

/* Half-way between the dark and the light of the finders' modules, of which a code has both. */
static float middle_light(const float *light)
{
    float sum[2] = {0}, mean = 0;
    int count[2] = {0};
    for (int row = 1; row <= MODULES; row++)
        for (int column = 1; column <= MODULES; column++)
            mean += light[row * GRID_ROW + column];
    mean /= MODULES * MODULES;
    for (int row = 1; row <= MODULES; row++)
        for (int column = 1; column <= MODULES; column++) {
            float now = light[row * GRID_ROW + column];
            int bright = now > mean;
            sum[bright] += now;
            count[bright]++;
        }
    return count[0] > 0 && count[1] > 0 ? (sum[0] / (float)count[0] + sum[1] / (float)count[1]) / 2
                                        : mean;
}

static void draw(struct other *o, const float *light)
{
    float middle = middle_light(light);
    memset(o->drawn, 255, sizeof o->drawn);
    for (int y = 0; y < DRAWN * MODULES; y++)
        for (int x = 0; x < DRAWN * MODULES; x++)
            if (light[(y / DRAWN + 1) * GRID_ROW + x / DRAWN + 1] < middle)
                o->drawn[(y + DRAWN * QUIET) * DRAWN_SIDE + x + DRAWN * QUIET] = 0;
}

bool other_read(struct other *o, const float *light, char payload[PAYLOAD_MOST + 1])
{
    bool found = false;
    draw(o, light);
    zbar_scan_image(o->scanner, o->image);
    for (const zbar_symbol_t *s = zbar_image_first_symbol(o->image); s != NULL && !found;
         s = zbar_symbol_next(s)) {
        size_t length = zbar_symbol_get_data_length(s);
        found = payload_ours(zbar_symbol_get_data(s), length);
        if (found) {
            memcpy(payload, zbar_symbol_get_data(s), length);
            payload[length] = '\0';
        }
    }
    return found;
}
