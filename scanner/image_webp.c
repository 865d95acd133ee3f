/*
 * WebP pictures: their luma alone, or, where they are transparent, what is seen of them on white
 * paper. A picture is decoded as it comes in, so that one that ends early is shown as far as it
 * goes.
 */
#include "image.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

/* The luma of a file is 16 to 235 (ITU-R BT.601). */
static uint8_t light_of(unsigned luma, unsigned opaque)
{
    unsigned light = luma <= 16 ? 0 : luma >= 235 ? 255 : ((luma - 16) * 255 + 109) / 219;
    return (uint8_t)(255 - (255 - light) * opaque / 255);
}

/* The planes beside the luma, which nobody looks at, and how opaque each pixel is. */
static uint8_t *add_planes(WebPDecBuffer *out, const struct grey *grey, bool alpha)
{
    size_t all = (size_t)grey->width * (size_t)grey->height;
    int half = (grey->width + 1) / 2;
    size_t quarter = (size_t)half * (((size_t)grey->height + 1) / 2);
    uint8_t *planes = malloc(2 * quarter + (alpha ? all : 0));
    out->colorspace = alpha ? MODE_YUVA : MODE_YUV;
    out->is_external_memory = 1;
    out->u.YUVA = (WebPYUVABuffer){.y = grey->at,
        .y_stride = grey->stride,
        .y_size = all,
        .u_stride = half,
        .u_size = quarter,
        .v_stride = half,
        .v_size = quarter};
    if (planes == NULL)
        return NULL;
    out->u.YUVA.u = planes;
    out->u.YUVA.v = planes + quarter;
    if (alpha) {
        out->u.YUVA.a = planes + 2 * quarter;
        out->u.YUVA.a_stride = grey->width;
        out->u.YUVA.a_size = all;
        memset(out->u.YUVA.a, 255, all);
    }
    return planes;
}

static bool decode(WebPDecoderConfig *config, const uint8_t *bytes, size_t length, struct why *why)
{
    WebPIDecoder *decoder = WebPIDecode(NULL, 0, config);
    VP8StatusCode status = decoder == NULL ? VP8_STATUS_OUT_OF_MEMORY
                                           : WebPIUpdate(decoder, bytes, length);
    WebPIDelete(decoder);
    if (status == VP8_STATUS_OUT_OF_MEMORY)
        return why_say(why, N_("out of memory"));
    if (status != VP8_STATUS_OK && status != VP8_STATUS_SUSPENDED)
        return why_say(why, N_("a damaged WebP picture"));
    if (status == VP8_STATUS_SUSPENDED)
        image_ends_early(why);
    return true;
}

bool webp_read(const uint8_t *bytes, size_t length, struct grey *out, struct why *why)
{
    enum { BLACK = 16 };
    WebPDecoderConfig config;
    struct grey made;
    if (!WebPInitDecoderConfig(&config)
        || WebPGetFeatures(bytes, length, &config.input) != VP8_STATUS_OK)
        return why_say(why, N_("a WebP picture whose header cannot be read"));
    if (config.input.has_animation)
        return why_say(why, N_("a WebP picture that moves; expected one that stands still"));
    if (!image_room((unsigned long)config.input.width, (unsigned long)config.input.height, &made,
            why))
        return false;
    memset(made.at, BLACK, (size_t)made.width * (size_t)made.height);
    uint8_t *planes = add_planes(&config.output, &made, config.input.has_alpha);
    bool good = planes != NULL ? decode(&config, bytes, length, why)
                               : why_say(why, N_("out of memory"));
    const uint8_t *clear = config.input.has_alpha ? config.output.u.YUVA.a : NULL;
    for (size_t i = 0; good && i < (size_t)made.width * (size_t)made.height; i++)
        made.at[i] = light_of(made.at[i], clear != NULL ? clear[i] : 255);
    free(planes);
    if (good)
        *out = made;
    else
        grey_clear(&made);
    return good;
}
