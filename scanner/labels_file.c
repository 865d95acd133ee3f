/*
 * Sheets as files. Everything is drawn in memory first, then written beside its place and moved
 * there: a full disk or a failing page leaves nothing behind, and no half of a file.
 */
#define _XOPEN_SOURCE 700
#include "labels.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <fcntl.h>
#include <libintl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define POINTS (72 / 25.4) /* in a millimetre */

static const char *const formats[FORMATS] =
    {[FORMAT_PDF] = "pdf", [FORMAT_SVG] = "svg", [FORMAT_PNG] = "png"};

enum format format_find(const char *name)
{
    const char *dot = strrchr(name, '.');
    int format = 0;
    while (format < FORMATS && strcasecmp(formats[format], dot != NULL ? dot + 1 : name) != 0)
        format++;
    return (enum format)format;
}

/* ---- in memory --------------------------------------------------------------------------- */

static cairo_status_t take(void *user, const unsigned char *data, unsigned length)
{
    return bytes_add(user, data, length) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/*
 * The time of the file: SOURCE_DATE_EPOCH, so that the same sheet can be made again byte for byte.
 */
static void date_pdf(cairo_surface_t *surface)
{
    char date[32];
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    errno = 0;
    long long given = epoch != NULL ? strtoll(epoch, &end, 10) : 0;
    bool good = epoch != NULL && end != epoch && *end == '\0' && errno == 0 && given >= 0;
    time_t when = good ? (time_t)given : time(NULL);
    struct tm tm;
    if (gmtime_r(&when, &tm) != NULL && strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm) > 0)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "fuda " FUDA_VERSION);
}

/* Draws one page, in millimetres; `scale` units of the surface are one. */
static void draw_page(cairo_surface_t *surface, struct job *job, int page, double scale, bool white)
{
    cairo_t *cr = cairo_create(surface);
    if (white) {
        cairo_set_source_rgb(cr, 1, 1, 1);
        cairo_paint(cr);
    }
    cairo_scale(cr, scale, scale);
    page_draw(cr, job, page);
    cairo_show_page(cr);
    cairo_destroy(cr);
}

/* ---- PNG: the size of its pixels, which cairo leaves out --------------------------------- */

/* ISO/IEC 15948, annex D */
static uint32_t crc_of(const unsigned char *at, size_t length)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < length; i++) {
        crc ^= at[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static void put_number(unsigned char *at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> (24 - 8 * i));
}

/* pHYs stands after the header: 8 bytes of signature, 25 of IHDR. */
static void add_size(struct bytes *b, int dpi)
{
    enum { HEAD = 33, CHUNK = 21 };
    unsigned char chunk[CHUNK] = {0, 0, 0, 9, 'p', 'H', 'Y', 's'};
    uint32_t per_metre = (uint32_t)lround(dpi / 0.0254);
    put_number(chunk + 8, per_metre);
    put_number(chunk + 12, per_metre);
    chunk[16] = 1;
    put_number(chunk + 17, crc_of(chunk + 4, 13));
    if (b->length < HEAD || take(b, chunk, CHUNK) != CAIRO_STATUS_SUCCESS)
        return;
    memmove(b->at + HEAD + CHUNK, b->at + HEAD, b->length - CHUNK - HEAD);
    memcpy(b->at + HEAD, chunk, CHUNK);
}

/* ---- drawing ----------------------------------------------------------------------------- */

/* What went wrong with it, if anything did. */
static cairo_status_t end_surface(cairo_surface_t *surface)
{
    cairo_surface_finish(surface);
    cairo_status_t status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status;
}

static cairo_status_t draw_pdf(struct bytes *out, struct job *job, const struct paper_size *paper)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(take, out, paper->width * POINTS,
        paper->height * POINTS);
    date_pdf(surface);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, deck_title(job->deck));
    for (int page = 0; page < job_pages(job); page++)
        draw_page(surface, job, page, POINTS, false);
    return end_surface(surface);
}

static cairo_status_t draw_svg(struct bytes *out, struct job *job, const struct paper_size *paper,
    int page)
{
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(take, out, paper->width * POINTS,
        paper->height * POINTS);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
    draw_page(surface, job, page, POINTS, false);
    return end_surface(surface);
}

static cairo_status_t draw_png(struct bytes *out, struct job *job, const struct paper_size *paper,
    int page)
{
    double scale = job->dpi / 25.4;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24,
        (int)lround(paper->width * scale), (int)lround(paper->height * scale));
    draw_page(surface, job, page, scale, true);
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, take, out);
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        add_size(out, job->dpi);
    return status;
}

/* NAME.svg, or NAME-2.svg where there are several. */
static char *page_path(const char *path, int page, int pages)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    if (dot == NULL || (slash != NULL && dot < slash))
        dot = path + strlen(path);
    size_t room = strlen(path) + 16;
    char *out = malloc(room);
    if (out == NULL)
        return NULL;
    if (pages == 1)
        snprintf(out, room, "%s", path);
    else
        snprintf(out, room, "%.*s-%d%s", (int)(dot - path), path, page + 1, dot);
    return out;
}

static bool fail(struct why *why, const char *place, const char *reason)
{
    return why_say(why, N_("%.200s: cannot write: %s"), place, reason);
}

bool files_draw(struct files *files, struct job *job, enum format format, const char *path,
    struct why *why)
{
    const struct paper_size *paper = &papers[job->sheet->paper];
    int pages = job_pages(job);
    struct files made = {.count = format == FORMAT_PDF ? 1 : pages};
    if (path == NULL && made.count > 1)
        return why_say(why,
            N_("%d pages do not go into one %s; expected a PDF, a file to write, or fewer cards"),
            pages, formats[format]);
    made.file = calloc((size_t)made.count, sizeof *made.file);
    cairo_status_t status = made.file == NULL ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
    for (int i = 0; i < made.count && status == CAIRO_STATUS_SUCCESS; i++) {
        struct file *file = &made.file[i];
        if (path != NULL && (file->path = page_path(path, i, made.count)) == NULL)
            status = CAIRO_STATUS_NO_MEMORY;
        else if (format == FORMAT_PDF)
            status = draw_pdf(&file->bytes, job, paper);
        else
            status = (format == FORMAT_SVG ? draw_svg : draw_png)(&file->bytes, job, paper, i);
    }
    *files = made;
    if (status == CAIRO_STATUS_SUCCESS)
        return true;
    fail(why, path != NULL ? path : "-", cairo_status_to_string(status));
    files_clear(files);
    return false;
}

/* ---- writing ----------------------------------------------------------------------------- */

static bool write_all(int to, const struct bytes *bytes)
{
    for (size_t done = 0; done < bytes->length;) {
        ssize_t wrote = write(to, bytes->at + done, bytes->length - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return false;
        done += (size_t)wrote;
    }
    return true;
}

/* What stands at a file's place already must be meant to be replaced, and be a file. */
static bool may_write(const struct file *file, bool force, struct why *why)
{
    struct stat there;
    if (stat(file->path, &there) != 0)
        return true;
    if (!S_ISREG(there.st_mode))
        why_say(why, N_("%.200s is not an ordinary file; expected one, or - for standard output"),
            file->path);
    else if (!force)
        why_say(why, N_("%.200s exists already; expected another name, or --force to replace it"),
            file->path);
    return S_ISREG(there.st_mode) && force;
}

static bool write_part(struct file *file, struct why *why)
{
    size_t room = strlen(file->path) + 32;
    char *part = malloc(room);
    if (part == NULL)
        return fail(why, file->path, strerror(ENOMEM));
    snprintf(part, room, "%s.%ld.part", file->path, (long)getpid());
    int to = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (to < 0) {
        int wrong = errno;
        free(part);
        return fail(why, file->path, strerror(wrong));
    }
    file->part = part;
    bool good = write_all(to, &file->bytes) && (fsync(to) == 0 || errno == EINVAL);
    int error = errno;
    if (close(to) != 0 && good) {
        good = false;
        error = errno;
    }
    return good || fail(why, file->path, strerror(error));
}

/* A link does not replace what came there meanwhile; where there are no links it is not so sure. */
static bool settle(struct file *file, bool force, struct why *why)
{
    bool linked = !force && link(file->part, file->path) == 0;
    if (linked)
        unlink(file->part);
    else if ((!force && errno == EEXIST) || rename(file->part, file->path) != 0)
        return fail(why, file->path, strerror(errno));
    free(file->part);
    file->part = NULL;
    return true;
}

bool files_write(struct files *files, bool force, struct why *why)
{
    int settled = 0;
    if (files->count == 1 && files->file[0].path == NULL)
        return write_all(STDOUT_FILENO, &files->file[0].bytes) || fail(why, "-", strerror(errno));
    bool good = true;
    for (int i = 0; good && i < files->count; i++)
        good = may_write(&files->file[i], force, why);
    for (int i = 0; good && i < files->count; i++)
        good = write_part(&files->file[i], why);
    while (good && settled < files->count)
        if ((good = settle(&files->file[settled], force, why)))
            settled++;
    for (int i = 0; !good && !force && i < settled; i++)
        unlink(files->file[i].path);
    return good;
}

void files_clear(struct files *files)
{
    for (int i = 0; files->file != NULL && i < files->count; i++) {
        if (files->file[i].part != NULL)
            unlink(files->file[i].part);
        free(files->file[i].part);
        free(files->file[i].path);
        bytes_clear(&files->file[i].bytes);
    }
    free(files->file);
    *files = (struct files){.file = NULL};
}
