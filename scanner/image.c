/*
 * Pictures from files: JPEG (only its luma is decoded), PNG, WebP (image_webp.c) and PNM, told
 * apart by their first bytes. A picture may be hostile. So its size is read and held against the
 * limits before anything is allocated for it, and nothing is read beyond `length`.
 */
#include "image.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

/* ---- JPEG -------------------------------------------------------------------------------- */

/*
 * Four inks, which no decoder turns into light: paper shines through. Adobe, who began it, stores
 * what is left.
 */
static int jpeg_inks(tjhandle jpeg, const uint8_t *bytes, size_t length, struct grey *out)
{
    enum { APP14 = 0xEE, INKS = 4 };
    size_t pixels = (size_t)out->width * (size_t)out->height, left;
    bool rest = jpeg_segment(bytes, length, APP14, "Adobe", 5, &left) != NULL;
    uint8_t *ink = calloc(pixels, INKS);
    if (ink == NULL)
        return -1;
    int result = tjDecompress2(jpeg, bytes, length, ink, out->width, 0, out->height, TJPF_CMYK,
        TJFLAG_LIMITSCANS);
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *c = ink + INKS * i;
        unsigned colour = (c[0] * 299u + c[1] * 587u + c[2] * 114u) / 1000, black = c[3];
        out->at[i] = (uint8_t)((rest ? colour * black : (255 - colour) * (255 - black)) / 255);
    }
    free(ink);
    return result;
}

/*
 * A file that ends early or has damaged parts is shown as far as it goes: cameras send such ones.
 */
static bool jpeg_decode(tjhandle jpeg, const uint8_t *bytes, size_t length, struct grey *out,
    struct why *why)
{
    /*
     * Of a file that is all tables nothing is told; of one whose colours are sampled unusually
     * (4:1:0, 3:1:1) all but that.
     */
    int width = 0, height = 0, sampling = 0, colours = -1;
    int wrong = tjDecompressHeader3(jpeg, bytes, length, &width, &height, &sampling, &colours);
    if ((wrong != 0 && (sampling >= 0 || colours < 0)) || width < 1 || height < 1)
        return why_say(why, N_("a JPEG picture whose header cannot be read"));
    struct grey made;
    if (!image_room((unsigned long)width, (unsigned long)height, &made, why))
        return false;
    memset(made.at, 0, (size_t)width * (size_t)height);
    int result = colours == TJCS_CMYK || colours == TJCS_YCCK
                     ? jpeg_inks(jpeg, bytes, length, &made)
                     : tjDecompress2(jpeg, bytes, length, made.at, width, made.stride, height,
                         TJPF_GRAY, TJFLAG_LIMITSCANS);
    if (result != 0) {
        if (tjGetErrorCode(jpeg) != TJERR_WARNING) {
            grey_clear(&made);
            return why_say(why, N_("a damaged JPEG picture"));
        }
        /*
         * "Premature end of JPEG file", "…: premature end of data segment"; other warnings cost no
         * light
         */
        if (strstr(tjGetErrorStr2(jpeg), "remature end") != NULL)
            image_ends_early(why);
    }
    *out = made;
    return true;
}

static bool jpeg_read(const uint8_t *bytes, size_t length, struct grey *out, struct why *why)
{
    tjhandle jpeg = tjInitDecompress();
    if (jpeg == NULL)
        return why_say(why, N_("out of memory"));
    bool ok = jpeg_decode(jpeg, bytes, length, out, why);
    tjDestroy(jpeg);
    return ok;
}

/* ---- PNG --------------------------------------------------------------------------------- */

static bool png_read(const uint8_t *bytes, size_t length, struct grey *out, struct why *why)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, bytes, length))
        return why_say(why, N_("a PNG picture whose header cannot be read"));
    struct grey made;
    if (!image_room(image.width, image.height, &made, why)) {
        png_image_free(&image);
        return false;
    }
    image.format = PNG_FORMAT_GRAY;
    png_color white = {255, 255, 255}; /* what shines through where it is transparent */
    memset(made.at, 0, (size_t)made.width * (size_t)made.height);
    if (!png_image_finish_read(&image, &white, made.at, made.stride, NULL)) {
        png_image_free(&image);
        if (strcmp(image.message, "read beyond end of data") != 0) {
            grey_clear(&made);
            return why_say(why, N_("a damaged PNG picture"));
        }
        image_ends_early(why); /* the rows so far are there */
    }
    *out = made;
    return true;
}

/* ---- PNM --------------------------------------------------------------------------------- */

/*
 *     pnm   = "P" kind blank width blank height [blank most] one-blank samples
 *     kind  = 1 2 3: samples as numbers; 4 5 6: as bytes (4: a bit each). 1 4: black is 1, no
 *           `most`.
 * A comment runs from # to the end of its line wherever a blank may stand in front of a number.
 */
struct pnm {
    const uint8_t *at, *end;
    int kind;
    unsigned long most;
    bool early; /* a sample was missing */
};

static bool blank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void skip_blanks(struct pnm *p)
{
    for (bool comment = false; p->at < p->end && (comment || *p->at == '#' || blank(*p->at));
         p->at++)
        comment = (comment || *p->at == '#') && *p->at != '\n';
}

static bool number(struct pnm *p, unsigned long *out)
{
    skip_blanks(p);
    const uint8_t *begin = p->at;
    unsigned long n = 0;
    while (p->at < p->end && *p->at >= '0' && *p->at <= '9' && n < 100000000)
        n = n * 10 + (unsigned long)(*p->at++ - '0');
    *out = n;
    return p->at > begin;
}

/* One sample: 0 to `most`; past the end of the file 0. */
static unsigned long sample(struct pnm *p)
{
    unsigned long n = 0;
    if (p->kind >= 4) {
        int bytes = p->most > 255 ? 2 : 1;
        for (p->early |= p->end - p->at<bytes; bytes> 0; bytes--)
            n = n << 8 | (p->at < p->end ? *p->at++ : 0);
    } else if (p->kind > 1) {
        p->early |= !number(p, &n);
    } else {
        skip_blanks(p); /* the digits of P1 need no blanks between them */
        p->early |= p->at == p->end;
        n = p->at < p->end && *p->at++ == '1';
    }
    return n > p->most ? p->most : n;
}

static void samples_row(struct pnm *p, uint8_t *row, int width)
{
    for (int x = 0; x < width; x++) {
        unsigned long light = sample(p);
        if (p->kind == 3 || p->kind == 6) {
            unsigned long green = sample(p), blue = sample(p);
            light = (light * 299 + green * 587 + blue * 114) / 1000;
        }
        row[x] = (uint8_t)(p->kind == 1 ? 255 - 255 * light : light * 255 / p->most);
    }
}

static void bits_row(struct pnm *p, uint8_t *row, int width)
{
    for (int x = 0; x < width; x++)
        row[x] = p->at + x / 8 < p->end && (p->at[x / 8] >> (7 - x % 8) & 1) ? 0 : 255;
    p->early |= p->end - p->at < (width + 7) / 8;
    p->at += p->end - p->at < (width + 7) / 8 ? p->end - p->at : (width + 7) / 8;
}

static bool pnm_read(const uint8_t *bytes, size_t length, struct grey *out, struct why *why)
{
    struct pnm p = {bytes + 2, bytes + length, bytes[1] - '0', 1, false};
    unsigned long width, height;
    if (!number(&p, &width) || !number(&p, &height)
        || (p.kind != 1 && p.kind != 4 && (!number(&p, &p.most) || p.most < 1 || p.most > 65535))
        || p.at == p.end || !blank(*p.at++))
        return why_say(why, N_("a PNM picture whose header cannot be read"));
    struct grey made;
    if (!image_room(width, height, &made, why))
        return false;
    for (int y = 0; y < made.height; y++) {
        uint8_t *row = made.at + (size_t)y * (size_t)made.stride;
        if (p.kind == 4)
            bits_row(&p, row, made.width);
        else
            samples_row(&p, row, made.width);
    }
    if (p.early)
        image_ends_early(why);
    *out = made;
    return true;
}

/* ---- all --------------------------------------------------------------------------------- */

/* ISO/IEC 23008-12: a first box "ftyp", and a brand of still pictures; AVIF is one of them. */
static bool is_heif(const uint8_t *bytes, size_t length)
{
    static const char brands[][5] = {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1",
        "avif", "avis"};
    bool is = false;
    for (size_t i = 0;
         length >= 12 && memcmp(bytes + 4, "ftyp", 4) == 0 && i < sizeof brands / sizeof *brands;
         i++)
        is |= memcmp(bytes + 8, brands[i], 4) == 0;
    return is;
}

static bool read_stored(const uint8_t *bytes, size_t length, struct grey *out, struct why *why)
{
    if (length == 0)
        return why_say(why, N_("the file is empty"));
    if (length >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0)
        return jpeg_read(bytes, length, out, why);
    if (length >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        return png_read(bytes, length, out, why);
    if (length >= 3 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6'
        && (blank(bytes[2]) || bytes[2] == '#'))
        return pnm_read(bytes, length, out, why);
    if (length >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0)
        return webp_read(bytes, length, out, why);
    if (is_heif(bytes, length))
        return why_say(why,
            N_("this is a HEIC picture, which is not read; set the phone to JPEG: on an iPhone "
               "Settings, Camera, Formats, “Most Compatible”; on Android turn off “High "
               "efficiency” (HEIF) in the camera's settings"));
    return why_say(why, N_("this is neither JPEG nor PNG nor WebP nor PNM"));
}

bool image_read(const uint8_t *bytes, size_t length, struct grey *out, struct why *why)
{
    why->text[0] = '\0';
    if (!read_stored(bytes, length, out, why))
        return false;
    if (grey_turn(out, picture_turn(bytes, length)))
        return true;
    grey_clear(out);
    return why_say(why, N_("out of memory"));
}
