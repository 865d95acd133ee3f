/*
 * Pictures in colour, for cards' own faces. They are read once more beside their light, by the same
 * rules as image.c reads it; a JPEG of many pixels is decoded at half or a quarter of its size, for
 * a face needs few of them.
 */
#include "face.h"
#include "image.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>
#include <webp/decode.h>

enum { COLOURS = 3, WIDE_ENOUGH = 4096 };

void colour_clear(struct colour *colour)
{
    free(colour->at);
    *colour = (struct colour){.at = NULL};
}

bool colour_room(unsigned long width, unsigned long height, struct colour *out)
{
    *out = (struct colour){.at = NULL};
    if (width < 1 || height < 1 || width > SIDE_MOST || height > SIDE_MOST
        || width * height > PIXELS_MOST)
        return false;
    *out = (struct colour){(int)width, (int)height, calloc(width * height, COLOURS)};
    return out->at != NULL;
}

static bool jpeg_colour(const uint8_t *bytes, size_t length, struct colour *out)
{
    tjhandle jpeg = tjInitDecompress();
    int width = 0, height = 0, sampling = 0, colours = 0, part = 1;
    bool good = jpeg != NULL
                && tjDecompressHeader3(jpeg, bytes, length, &width, &height, &sampling, &colours)
                       == 0
                && colours != TJCS_CMYK && colours != TJCS_YCCK;
    for (; good && part < 4 && (width > part * WIDE_ENOUGH || height > part * WIDE_ENOUGH);)
        part *= 2;
    tjscalingfactor scale = {1, part};
    good = good && width > 0 && height > 0
           && colour_room((unsigned long)TJSCALED(width, scale),
               (unsigned long)TJSCALED(height, scale), out);
    if (good
        && tjDecompress2(jpeg, bytes, length, out->at, out->width, 0, out->height, TJPF_RGB,
               TJFLAG_LIMITSCANS)
               != 0)
        good = tjGetErrorCode(jpeg) == TJERR_WARNING; /* shown as far as it goes */
    if (jpeg != NULL)
        tjDestroy(jpeg);
    return good;
}

static bool png_colour(const uint8_t *bytes, size_t length, struct colour *out)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    png_color white = {255, 255, 255};
    bool good = png_image_begin_read_from_memory(&image, bytes, length)
                && colour_room(image.width, image.height, out);
    image.format = PNG_FORMAT_RGB;
    good = good && png_image_finish_read(&image, &white, out->at, 0, NULL);
    png_image_free(&image);
    return good;
}

static bool webp_colour(const uint8_t *bytes, size_t length, struct colour *out)
{
    int width = 0, height = 0;
    return WebPGetInfo(bytes, length, &width, &height) && width > 0 && height > 0
           && colour_room((unsigned long)width, (unsigned long)height, out)
           && WebPDecodeRGBInto(bytes, length, out->at, (size_t)width * (size_t)height * COLOURS,
                  width * COLOURS)
                  != NULL;
}

/* What has no colours of its own, or none that we read: its light. */
static bool light_colour(const uint8_t *bytes, size_t length, struct colour *out)
{
    struct why why;
    struct grey grey;
    if (!image_read(bytes, length, &grey, &why))
        return false;
    bool good = colour_room((unsigned long)grey.width, (unsigned long)grey.height, out);
    for (size_t i = 0; good && i < (size_t)grey.width * (size_t)grey.height; i++)
        memset(out->at + COLOURS * i, grey.at[i], COLOURS);
    grey_clear(&grey);
    return good;
}

/* Each colour by itself, as a picture's light is turned. */
static bool colour_turn(struct colour *colour, int turn)
{
    size_t pixels = (size_t)colour->width * (size_t)colour->height;
    for (int k = 0; k < COLOURS && turn != TURN_NONE; k++) {
        struct grey plane = {colour->width, colour->height, colour->width, malloc(pixels)};
        for (size_t i = 0; plane.at != NULL && i < pixels; i++)
            plane.at[i] = colour->at[COLOURS * i + (size_t)k];
        bool good = plane.at != NULL && grey_turn(&plane, turn);
        for (size_t i = 0; good && i < pixels; i++)
            colour->at[COLOURS * i + (size_t)k] = plane.at[i];
        int width = plane.width, height = plane.height;
        grey_clear(&plane);
        if (!good)
            return false;
        if (k == COLOURS - 1)
            *colour = (struct colour){width, height, colour->at};
    }
    return true;
}

bool colour_read(const uint8_t *bytes, size_t length, struct colour *out)
{
    bool good, turned = false;
    *out = (struct colour){.at = NULL};
    if (length >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0)
        good = jpeg_colour(bytes, length, out);
    else if (length >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        good = png_colour(bytes, length, out);
    else if (length >= 12 && memcmp(bytes, "RIFF", 4) == 0)
        good = webp_colour(bytes, length, out);
    else
        good = turned = light_colour(bytes, length, out);
    good = good && (turned || colour_turn(out, picture_turn(bytes, length)));
    if (!good)
        colour_clear(out);
    return good;
}

/* ---- as video devices give it ------------------------------------------------------------ */

/* ITU-R BT.601, its levels kept apart from the ends. */
static void pixel_of(int y, int u, int v, uint8_t out[COLOURS])
{
    const int light = 298 * (y - 16),
              c[COLOURS] = {light + 409 * (v - 128), light - 100 * (u - 128) - 208 * (v - 128),
                  light + 516 * (u - 128)};
    for (int k = 0; k < COLOURS; k++)
        out[k] = (uint8_t)(c[k] < 0 ? 0 : c[k] > 255 << 8 ? 255 : c[k] >> 8);
}

bool colour_yuv(const uint8_t *at, size_t length, size_t row, size_t width, size_t height,
    bool pairs, struct colour *out)
{
    const size_t least = pairs ? 2 * width : width, rows = row * height;
    if (width % 2 != 0 || height % 2 != 0 || row < least
        || length < (pairs ? rows : rows + rows / 2) || !colour_room(width, height, out))
        return false;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            const uint8_t *light = at + y * row + (pairs ? 2 * x : x),
                          *both = pairs ? at + y * row + 4 * (x / 2) + 1
                                        : at + rows + y / 2 * row + 2 * (x / 2);
            pixel_of(*light, both[0], both[pairs ? 2 : 1], out->at + COLOURS * (y * width + x));
        }
    return true;
}
