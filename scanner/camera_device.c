/*
 * A video device, by V4L2 (the kernel's own interface): pictures lie in memory that the driver
 * fills. From a layout that begins with the light alone (GREY, NV12) it is used where it lies; from
 * YUYV every second byte is taken; MJPG is decoded as a picture. Colours are taken when asked for.
 */
#define _DEFAULT_SOURCE
#include "camera.h"

#include <errno.h>
#include <fcntl.h>
#include <libintl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUFFERS = 4, WIDTH_WANTED = 1920, HEIGHT_WANTED = 1080, RATE_WANTED = 15 };

/* Layouts that can be read, the cheapest first. */
static const uint32_t layouts[] = {V4L2_PIX_FMT_GREY, V4L2_PIX_FMT_NV12, V4L2_PIX_FMT_YUYV,
    V4L2_PIX_FMT_MJPEG, V4L2_PIX_FMT_JPEG};

struct device {
    struct camera camera; /* first */
    int file;
    struct v4l2_pix_format format;
    struct {
        uint8_t *at;
        size_t length;
    } buffer[BUFFERS];
    int buffers;
    bool streaming;
    int held;         /* the buffer lent to the caller, or -1, */
    size_t bytes;     /* … and how much of it is a picture */
    struct grey grey; /* owned, where the light had to be taken out */
};

static int control(int file, unsigned long request, void *argument)
{
    int result;
    do
        result = ioctl(file, request, argument);
    while (result < 0 && errno == EINTR);
    return result;
}

static bool fails(struct why *why, const char *text)
{
    return why_say(why, N_("%s: %s"), gettext(text), strerror(errno));
}

/* ---- the format -------------------------------------------------------------------------- */

struct mode {
    uint32_t layout, width, height;
    double rate;
    int rank;
};

/* Fast enough; then nearest to the size wanted, above it or below; then the cheapest layout. */
static bool is_better(const struct mode *a, const struct mode *b)
{
    bool a_fast = a->rate >= RATE_WANTED, b_fast = b->rate >= RATE_WANTED;
    if (b->width == 0 || a_fast != b_fast)
        return b->width == 0 || a_fast;
    const long wanted = (long)WIDTH_WANTED * HEIGHT_WANTED;
    long a_far = labs((long)a->width * (long)a->height - wanted),
         b_far = labs((long)b->width * (long)b->height - wanted);
    return a_far != b_far ? a_far < b_far : a->rank < b->rank;
}

/* Frames a second at that size; a driver that does not say is taken to be fast enough. */
static double rate_of(int file, uint32_t layout, uint32_t width, uint32_t height)
{
    struct v4l2_frmivalenum every = {.pixel_format = layout, .width = width, .height = height};
    double best = 0;
    for (; control(file, VIDIOC_ENUM_FRAMEINTERVALS, &every) == 0; every.index++) {
        struct v4l2_fract least = every.type == V4L2_FRMIVAL_TYPE_DISCRETE ? every.discrete
                                                                           : every.stepwise.min;
        double rate = least.numerator > 0 ? (double)least.denominator / least.numerator : 0;
        if (rate > best)
            best = rate;
        if (every.type != V4L2_FRMIVAL_TYPE_DISCRETE)
            break;
    }
    return every.index == 0 && best <= 0 ? RATE_WANTED : best;
}

static void consider(int file, struct mode *best, uint32_t layout, int rank, uint32_t width,
    uint32_t height)
{
    struct mode mode = {layout, width, height, rate_of(file, layout, width, height), rank};
    if (is_better(&mode, best))
        *best = mode;
}

static uint32_t between(uint32_t wanted, uint32_t least, uint32_t most, uint32_t step)
{
    uint32_t value = wanted < least ? least : wanted > most ? most : wanted;
    return step > 1 ? value - (value - least) % step : value;
}

static void consider_sizes(int file, struct mode *best, uint32_t layout, int rank)
{
    struct v4l2_frmsizeenum size = {.pixel_format = layout};
    for (; control(file, VIDIOC_ENUM_FRAMESIZES, &size) == 0; size.index++) {
        if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
            consider(file, best, layout, rank, size.discrete.width, size.discrete.height);
            continue;
        }
        const struct v4l2_frmsize_stepwise *s = &size.stepwise;
        consider(file, best, layout, rank,
            between(WIDTH_WANTED, s->min_width, s->max_width, s->step_width),
            between(HEIGHT_WANTED, s->min_height, s->max_height, s->step_height));
        break;
    }
}

static bool can(int file, uint32_t layout)
{
    struct v4l2_fmtdesc every = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    for (; control(file, VIDIOC_ENUM_FMT, &every) == 0; every.index++)
        if (every.pixelformat == layout)
            return true;
    return false;
}

static bool is_readable(uint32_t layout)
{
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (layouts[i] == layout)
            return true;
    return false;
}

/* A picture that comes in by a cable has the size that its sender gives it. */
static bool is_cable(int file)
{
    struct v4l2_input input = {.index = 0};
    int chosen = 0;
    if (control(file, VIDIOC_G_INPUT, &chosen) != 0)
        return false;
    input.index = (uint32_t)chosen;
    return control(file, VIDIOC_ENUMINPUT, &input) == 0
           && (input.capabilities & V4L2_IN_CAP_DV_TIMINGS);
}

/* Where there is no choice of sizes the format stays as it is, unless it cannot be read. */
static bool choose_format(struct device *d, struct why *why)
{
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    struct mode best = {.width = 0};
    uint32_t first = 0;
    int count = (int)(sizeof layouts / sizeof *layouts);
    for (int i = 0; i < count; i++) {
        if (!can(d->file, layouts[i]))
            continue;
        first = first != 0 ? first : layouts[i];
        if (!is_cable(d->file))
            consider_sizes(d->file, &best, layouts[i], i);
    }
    if (first == 0)
        return why_say(why,
            N_("this device gives no pictures that can be read here (GREY, NV12, YUYV, MJPG)"));
    if (control(d->file, VIDIOC_G_FMT, &format) != 0)
        return fails(why, N_("the camera's format cannot be had"));
    struct v4l2_pix_format *pix = &format.fmt.pix;
    pix->pixelformat = best.width > 0                  ? best.layout
                       : is_readable(pix->pixelformat) ? pix->pixelformat
                                                       : first;
    if (best.width > 0) {
        pix->width = best.width;
        pix->height = best.height;
    }
    pix->bytesperline = pix->sizeimage = 0;
    pix->field = V4L2_FIELD_NONE;
    if (control(d->file, VIDIOC_S_FMT, &format) != 0)
        return fails(why, N_("the camera's format cannot be set"));
    d->format = *pix;
    return true;
}

/*
 * The driver may have chosen otherwise: bytes of a row, or 0 for whole JPEG pictures; false:
 * unreadable.
 */
static bool layout_fits(const struct v4l2_pix_format *f)
{
    if (f->width == 0 || f->height == 0 || f->width > SIDE_MOST || f->height > SIDE_MOST)
        return false;
    switch (f->pixelformat) {
    case V4L2_PIX_FMT_GREY:
    case V4L2_PIX_FMT_NV12: return f->bytesperline >= f->width;
    case V4L2_PIX_FMT_YUYV: return f->bytesperline >= 2 * f->width;
    case V4L2_PIX_FMT_MJPEG:
    case V4L2_PIX_FMT_JPEG: return true;
    default: return false;
    }
}

/* Faster than it needs is only warmth; a driver that cannot is left alone. */
static void choose_rate(const struct device *d)
{
    struct v4l2_streamparm parameter = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    if (control(d->file, VIDIOC_G_PARM, &parameter) != 0
        || !(parameter.parm.capture.capability & V4L2_CAP_TIMEPERFRAME))
        return;
    parameter.parm.capture.timeperframe = (struct v4l2_fract){1, RATE_WANTED};
    control(d->file, VIDIOC_S_PARM, &parameter);
}

/* ---- buffers ----------------------------------------------------------------------------- */

static struct v4l2_buffer buffer_of(int index)
{
    return (struct v4l2_buffer){.type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
        .memory = V4L2_MEMORY_MMAP,
        .index = (uint32_t)index};
}

static bool give_back(struct device *d, int index)
{
    struct v4l2_buffer buffer = buffer_of(index);
    return control(d->file, VIDIOC_QBUF, &buffer) == 0;
}

static bool start(struct device *d, struct why *why)
{
    struct v4l2_requestbuffers request = {.count = BUFFERS,
        .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
        .memory = V4L2_MEMORY_MMAP};
    enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (control(d->file, VIDIOC_REQBUFS, &request) != 0)
        return fails(why, N_("the camera cannot be used now"));
    for (int i = 0; i < (int)request.count && i < BUFFERS; i++) {
        struct v4l2_buffer buffer = buffer_of(i);
        if (control(d->file, VIDIOC_QUERYBUF, &buffer) != 0)
            return fails(why, N_("the camera cannot be used now"));
        void *at = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, d->file,
            buffer.m.offset);
        if (at == MAP_FAILED)
            return fails(why, N_("the camera cannot be used now"));
        d->buffer[i].at = at;
        d->buffer[i].length = buffer.length;
        d->buffers = i + 1;
        if (!give_back(d, i))
            return fails(why, N_("the camera cannot be used now"));
    }
    if (control(d->file, VIDIOC_STREAMON, &type) != 0)
        return fails(why, N_("the camera gives no pictures"));
    d->streaming = true;
    return true;
}

/* ---- frames ------------------------------------------------------------------------------ */

/* Every second byte of a row is light. */
static bool take_light(struct device *d, const uint8_t *from, struct why *why)
{
    struct grey *g = &d->grey;
    int width = (int)d->format.width, height = (int)d->format.height;
    if (g->at == NULL) {
        *g = (struct grey){width, height, width, malloc((size_t)width * (size_t)height)};
        if (g->at == NULL)
            return why_say(why, N_("out of memory"));
    }
    for (int y = 0; y < height; y++) {
        const uint8_t *row = from + (size_t)y * d->format.bytesperline;
        uint8_t *to = g->at + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++)
            to[x] = row[(size_t)2 * (size_t)x];
    }
    return true;
}

static enum frame_result light_of(struct device *d, const struct v4l2_buffer *b, struct grey *out,
    struct why *why)
{
    const struct v4l2_pix_format *f = &d->format;
    uint8_t *at = d->buffer[b->index].at;
    size_t length = d->buffer[b->index].length;
    bool jpeg = f->pixelformat == V4L2_PIX_FMT_MJPEG || f->pixelformat == V4L2_PIX_FMT_JPEG;
    if (jpeg) {
        struct grey grey;
        if (!image_read(at, b->bytesused < length ? b->bytesused : length, &grey, why))
            return FRAME_BAD;
        grey_clear(&d->grey);
        d->grey = *out = grey;
        return FRAME_NEW;
    }
    if ((size_t)f->bytesperline * f->height > length
        || (size_t)f->bytesperline * f->height > b->bytesused) {
        why_say(why, N_("the camera's picture is not whole"));
        return FRAME_BAD;
    }
    if (f->pixelformat == V4L2_PIX_FMT_YUYV) {
        if (!take_light(d, at, why))
            return FRAME_BAD;
        *out = d->grey;
    } else {
        *out = (struct grey){(int)f->width, (int)f->height, (int)f->bytesperline, at};
    }
    return FRAME_NEW;
}

/* The picture is still lent. Of GREY there is no colour. */
static bool colour(struct camera *c, struct colour *out)
{
    const struct device *d = (const struct device *)c;
    const struct v4l2_pix_format *f = &d->format;
    if (d->held < 0 || f->pixelformat == V4L2_PIX_FMT_GREY)
        return false;
    const uint8_t *at = d->buffer[d->held].at;
    const size_t length = d->buffer[d->held].length;
    if (f->pixelformat == V4L2_PIX_FMT_MJPEG || f->pixelformat == V4L2_PIX_FMT_JPEG)
        return colour_read(at, d->bytes < length ? d->bytes : length, out);
    return colour_yuv(at, length, f->bytesperline, f->width, f->height,
        f->pixelformat == V4L2_PIX_FMT_YUYV, out);
}

static long came(const struct v4l2_buffer *b)
{
    return b->timestamp.tv_sec * 1000 + b->timestamp.tv_usec / 1000;
}

/*
 * The newest of the pictures that are ready, or a sharper one just before it, the others given
 * back: 1, 0 for none, -1 for an error.
 */
static int newest(struct device *d, struct v4l2_buffer *out)
{
    int found = 0;
    for (;;) {
        struct v4l2_buffer buffer = buffer_of(0);
        if (control(d->file, VIDIOC_DQBUF, &buffer) != 0)
            return errno == EAGAIN ? found : -1;
        if (buffer.index >= (uint32_t)d->buffers)
            return -1;
        if (buffer.flags & V4L2_BUF_FLAG_ERROR) {
            if (!give_back(d, (int)buffer.index))
                return -1;
            continue;
        }
        bool stays = found == 1
                     && camera_older_is_sharper(out->bytesused, came(out), buffer.bytesused,
                         came(&buffer));
        if (found == 1 && !give_back(d, (int)(stays ? buffer : *out).index))
            return -1;
        *out = stays ? *out : buffer;
        found = 1;
    }
}

static enum frame_result frame(struct camera *c, int wait_ms, int beside, struct grey *out,
    struct why *why)
{
    struct device *d = (struct device *)c;
    struct v4l2_buffer buffer;
    if (d->held >= 0 && !give_back(d, d->held)) {
        fails(why, N_("the camera was unplugged"));
        return FRAME_END;
    }
    d->held = -1;
    int got = newest(d, &buffer);
    if (got == 0) {
        struct pollfd wait[2] = {{.fd = d->file, .events = POLLIN},
            {.fd = beside, .events = POLLIN}};
        if (poll(wait, 2, wait_ms) <= 0 || wait[0].revents == 0)
            return FRAME_NONE;
        got = newest(d, &buffer);
    }
    if (got < 0) {
        fails(why, N_("the camera was unplugged"));
        return FRAME_END;
    }
    if (got == 0)
        return FRAME_NONE;
    d->held = (int)buffer.index;
    d->bytes = buffer.bytesused;
    return light_of(d, &buffer, out, why);
}

/* ---- opening and closing ----------------------------------------------------------------- */

static void close_device(struct camera *c)
{
    struct device *d = (struct device *)c;
    enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (d->streaming)
        control(d->file, VIDIOC_STREAMOFF, &type);
    for (int i = 0; i < d->buffers; i++)
        munmap(d->buffer[i].at, d->buffer[i].length);
    if (d->file >= 0)
        close(d->file);
    grey_clear(&d->grey);
    free(d);
}

static bool open_device(struct device *d, const char *name, struct why *why)
{
    struct stat status;
    struct v4l2_capability can_do = {.capabilities = 0};
    d->file = open(name, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (d->file < 0)
        return fails(why, N_("the camera cannot be opened"));
    if (fstat(d->file, &status) != 0 || !S_ISCHR(status.st_mode)
        || control(d->file, VIDIOC_QUERYCAP, &can_do) != 0)
        return why_say(why, N_("this is not a video device"));
    uint32_t here = can_do.capabilities & V4L2_CAP_DEVICE_CAPS ? can_do.device_caps
                                                               : can_do.capabilities;
    if (!(here & V4L2_CAP_VIDEO_CAPTURE) || !(here & V4L2_CAP_STREAMING))
        return why_say(why, N_("this video device gives no pictures; perhaps its neighbour does"));
    if (!choose_format(d, why))
        return false;
    if (!layout_fits(&d->format))
        return why_say(why,
            N_("this device gives no pictures that can be read here (GREY, NV12, YUYV, MJPG)"));
    choose_rate(d);
    return start(d, why);
}

struct camera *camera_device(const char *name, struct why *why)
{
    struct device *d = calloc(1, sizeof *d);
    if (d == NULL) {
        why_say(why, N_("out of memory"));
        return NULL;
    }
    d->camera = (struct camera){frame, colour, close_device};
    d->file = d->held = -1;
    if (open_device(d, name, why))
        return (struct camera *)d;
    close_device(&d->camera);
    return NULL;
}
