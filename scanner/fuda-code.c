/*
 * fuda-code: a text, mostly an address, as a QR code that a phone reads: drawn on the terminal, or
 * a picture.
 *
 *     fuda-code [--lang ja|en] --link -- TEXT            the text, and on a terminal its code below
 *     fuda-code [--lang ja|en] --output FILE -- TEXT     a new picture; its ending says PNG or SVG
 */
#define _GNU_SOURCE /* AT_EMPTY_PATH */
#include "scanner.h"
#include "core/confine/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <libintl.h>
#include <png.h>
#include <qrencode.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DOTS = 8 }; /* pixels a module of a PNG */

__attribute__((format(printf, 1, 2))) static bool complain(const char *text, ...)
{
    va_list list;
    va_start(list, text);
    fputs("fuda: ", stderr);
    vfprintf(stderr, gettext(text), list);
    fputs("\n", stderr);
    va_end(list);
    return false;
}

/* Dark? Around the code lies its quiet zone. */
static bool is_dark(const QRcode *code, int x, int y)
{
    bool inside = x >= 0 && y >= 0 && x < code->width && y < code->width;
    return inside && (code->data[y * code->width + x] & 1);
}

/* ---- on a terminal --------------------------------------------------------------------------- */

/* Two modules a character, black on white whatever the terminal's own colours are. */
static void print_code(const QRcode *code)
{
    static const char *const halves[] = {" ", "▀", "▄", "█"};
    for (int y = -QUIET; y < code->width + QUIET; y += 2) {
        fputs("\033[30;107m", stdout);
        for (int x = -QUIET; x < code->width + QUIET; x++)
            fputs(halves[is_dark(code, x, y) + 2 * is_dark(code, x, y + 1)], stdout);
        puts("\033[0m");
    }
}

static bool print_link(const QRcode *code, const char *text)
{
    if (isatty(STDOUT_FILENO))
        print_code(code);
    puts(text);
    return (fflush(stdout) == 0 && !ferror(stdout))
           || complain(N_("cannot write the answer: %s"), strerror(errno));
}

/* ---- as a picture ---------------------------------------------------------------------------- */

static void write_svg(const QRcode *code, FILE *to)
{
    int side = code->width + 2 * QUIET;
    fprintf(to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
        "height=\"%d\">\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<path fill=\"#000\" d=\"",
        side, side, side * DOTS, side * DOTS, side, side);
    for (int y = 0; y < code->width; y++)
        for (int x = 0; x < code->width; x++)
            if (is_dark(code, x, y))
                fprintf(to, "M%d %dh1v1h-1z", x + QUIET, y + QUIET);
    fputs("\"/>\n</svg>\n", to);
}

/* Grey, 8 bits a pixel; false without memory or where libpng gave up. */
static bool write_png(const QRcode *code, FILE *to)
{
    size_t side = ((size_t)code->width + (size_t)QUIET + QUIET) * DOTS;
    png_image image = {.version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)side,
        .height = (png_uint_32)side,
        .format = PNG_FORMAT_GRAY};
    uint8_t *pixels = malloc(side * side);
    if (pixels == NULL)
        return false;
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++)
            pixels[y * side + x] = is_dark(code, (int)(x / DOTS) - QUIET, (int)(y / DOTS) - QUIET)
                                       ? 0
                                       : 255;
    bool good = png_image_write_to_stdio(&image, to, 0, pixels, 0, NULL) != 0;
    free(pixels);
    return good;
}

static bool write_picture(const QRcode *code, const char *path)
{
    const char *ending = strrchr(path, '.');
    bool svg = ending != NULL && strcmp(ending, ".svg") == 0;
    if (!svg && (ending == NULL || strcmp(ending, ".png") != 0))
        return complain(N_("%s: expected a file that ends in .png or .svg"), path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *to = file >= 0 ? fdopen(file, "w") : NULL;
    if (to == NULL)
        return complain(
            errno == EEXIST
                ? N_("%s is there already and stays as it is; expected the name of a new file")
                : N_("%s cannot be written"),
            path);
    bool good = true;
    if (svg)
        write_svg(code, to);
    else
        good = write_png(code, to);
    good = fflush(to) == 0 && !ferror(to) && good;
    good = fclose(to) == 0 && good;
    if (good)
        return puts(path) >= 0;
    remove(path);
    return complain(N_("%s cannot be written"), path);
}

/* For the terminal, nothing is opened any more; a picture is put into its folder. */
static void restrict_all(const char *output)
{
    (void)output;
#ifndef __SANITIZE_ADDRESS__
    static const struct confine_call calls[] = {
        /* is it a terminal? */
        {.number = __NR_ioctl, .argument = 1, .mask = ~0u, .want = TCGETS},
        {.number = __NR_newfstatat, .argument = 3, .mask = AT_EMPTY_PATH, .want = AT_EMPTY_PATH},
        {.number = -1},
    };
    const struct confinement nothing = {.calls = calls};
    if (output == NULL)
        confine(&nothing);
    else
        confine_to_drawing(output);
#endif
}

/* ---- the program ----------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    const char *language = NULL, *output = NULL, *text = NULL;
    for (int i = 1; i < argc && text == NULL; i++) {
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc)
            language = argv[++i];
        else if (strcmp(argv[i], "--output") == 0 && i + 1 < argc)
            output = argv[++i];
        else if (strcmp(argv[i], "--") == 0 && i + 1 < argc)
            text = argv[++i];
    }
    words_begin(language);
    gettext("%s cannot be written"); /* the catalogue is read while files can be opened */
    restrict_all(output);
    QRcode *code = text != NULL ? QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) : NULL;
    bool good = code != NULL
                && (output != NULL ? write_picture(code, output) : print_link(code, text));
    if (code == NULL)
        complain(N_("%s: too long for a code, or nothing; expected at most 2953 bytes"),
            text != NULL ? "TEXT" : "fuda-code -- TEXT");
    QRcode_free(code);
    return good ? 0 : 2;
}
