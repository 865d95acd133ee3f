/*
 * What spreadsheets write other than UTF-8, as UTF-8. Nothing is guessed in silence: what was
 * recognised is said.
 */
#include "exchange.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

/* The whole of `from` (bytes of that encoding) into `out`; false: something in it is none. */
static bool convert(const char *encoding, const char *from, size_t left, struct text *out)
{
    iconv_t to_utf8 = iconv_open("UTF-8", encoding);
    char block[4096], *in = memory_bytes(from, left), *at = in;
    bool good = to_utf8 != (iconv_t)-1;
    while (good && left > 0) {
        char *to = block;
        size_t room = sizeof block;
        good = iconv(to_utf8, &at, &left, &to, &room) != (size_t)-1 || errno == E2BIG;
        text_add(out, block, sizeof block - room);
    }
    iconv_close(to_utf8); /* of one that could not be had it says so, and does nothing */
    free(in);
    return good;
}

static bool is_utf8(const char *text, size_t length)
{
    uint32_t point;
    for (size_t i = 0, size; i < length; i += size)
        if ((size = text_point(text + i, length - i, &point)) == 0)
            return false;
    return true;
}

/*
 * Kana and the common kanji of CP932 begin with bytes that hardly stand in a text of another
 * eight-bit encoding.
 */
static bool may_be_cp932(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x81 && (unsigned char)text[i] <= 0x9F)
            return true;
    return false;
}

bool text_decode(const struct context *context, const char *file, struct text *whole)
{
    static const struct {
        const char *mark, *encoding;
        size_t size;
    } marks[] = {{"\xEF\xBB\xBF", "UTF-8", 3}, {"\xFF\xFE", "UTF-16LE", 2},
        {"\xFE\xFF", "UTF-16BE", 2}};
    const char *encoding = NULL, *wrong = NULL;
    struct text out = {0};
    size_t mark = 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks && encoding == NULL; i++)
        if (whole->length >= marks[i].size
            && memcmp(whole->at, marks[i].mark, marks[i].size) == 0) {
            encoding = marks[i].encoding;
            mark = marks[i].size;
        }
    if (encoding == NULL && !is_utf8(whole->at, whole->length)
        && may_be_cp932(whole->at, whole->length))
        encoding = "CP932";
    if (encoding != NULL && !convert(encoding, whole->at + mark, whole->length - mark, &out))
        encoding = NULL, out.length = 0;
    if (encoding != NULL) {
        text_put(&out, "");
        text_clear(whole);
        *whole = out;
    } else {
        text_clear(&out);
    }
    if (!is_utf8(whole->at, whole->length))
        wrong = N_("{file}: not UTF-8; expected a text in UTF-8: save it as “CSV UTF-8”");
    else if (memchr(whole->at, '\0', whole->length) != NULL)
        wrong = N_("{file}: contains bytes that are not text");
    if (wrong != NULL)
        return complain(context, wrong, "t", "file", file);
    if (encoding != NULL && strcmp(encoding, "UTF-8") != 0)
        complain(context, N_("{file}: read as {encoding}"), "tt", "file", file, "encoding",
            encoding);
    return true;
}
