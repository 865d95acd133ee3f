/*
 * Video devices without one: a driver in this program that answers the requests of V4L2 as drivers
 * do, right and wrong, and hands out frames as cameras give them. (`make test-camera` asks the
 * kernel's own, which knows neither MJPG nor mischief.)
 */
#include "named.h"
#include "scan_scene.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <turbojpeg.h>

/* ---- the driver -------------------------------------------------------------------------- */

enum { MODES = 8, SLOTS = 4, FRAMES = 12, PAGE = 4096, WIDTH = 800, HEIGHT = 500 };

struct frame {
    const uint8_t *bytes;
    size_t length; /* so much of it is put into the buffer */
    uint32_t used; /* … and so much the driver says it is; 0: `length` */
    uint32_t flags;
    bool elsewhere; /* in a buffer that there is not */
};

struct driver {
    struct {
        uint32_t layout, width, height, rate;
    } mode[MODES];              /* what it can; layout 0 ends */
    uint32_t insists;           /* a layout that it takes, whatever is asked for */
    uint32_t row;               /* bytes of a row; 0: as few as there may be */
    uint32_t slots;             /* buffers it gives; 0: as many as are asked for */
    unsigned long broken;       /* a request that fails, with ENODEV */
    struct frame frame[FRAMES]; /* what comes, one at a time */
    int frames, next;
    struct v4l2_pix_format now;
    uint8_t *slot[SLOTS];
    size_t room;
    bool queued[SLOTS];
    int given_back;
    bool streams;
};

/* The device that is open; what a driver is to its kernel. */
static struct driver *driver;

/* is a device of bytes, and always has something to read */
static const char device[] = "/dev/null";

static int refuse_with(int why)
{
    errno = why;
    return -1;
}

static int list_layouts(struct v4l2_fmtdesc *every)
{
    uint32_t seen = 0;
    for (int i = 0; i < MODES && driver->mode[i].layout != 0; i++) {
        if (i > 0 && driver->mode[i].layout == driver->mode[i - 1].layout)
            continue;
        if (seen++ == every->index) {
            every->pixelformat = driver->mode[i].layout;
            return 0;
        }
    }
    return refuse_with(EINVAL);
}

static int list_sizes(struct v4l2_frmsizeenum *every)
{
    uint32_t seen = 0;
    for (int i = 0; i < MODES && driver->mode[i].layout != 0; i++)
        if (driver->mode[i].layout == every->pixel_format && seen++ == every->index) {
            every->type = V4L2_FRMSIZE_TYPE_DISCRETE;
            every->discrete = (struct v4l2_frmsize_discrete){driver->mode[i].width,
                driver->mode[i].height};
            return 0;
        }
    return refuse_with(EINVAL);
}

static int list_rates(struct v4l2_frmivalenum *every)
{
    for (int i = 0; i < MODES && every->index == 0; i++)
        if (driver->mode[i].layout == every->pixel_format && driver->mode[i].width == every->width
            && driver->mode[i].height == every->height) {
            every->type = V4L2_FRMIVAL_TYPE_DISCRETE;
            every->discrete = (struct v4l2_fract){1, driver->mode[i].rate};
            return 0;
        }
    return refuse_with(EINVAL);
}

static int set_format(struct v4l2_format *format)
{
    struct v4l2_pix_format *pix = &format->fmt.pix;
    if (driver->insists != 0)
        pix->pixelformat = driver->insists;
    uint32_t each = pix->pixelformat == V4L2_PIX_FMT_YUYV ? 2 : 1;
    bool packed = pix->pixelformat == V4L2_PIX_FMT_MJPEG || pix->pixelformat == V4L2_PIX_FMT_JPEG;
    pix->bytesperline = packed ? 0 : driver->row > 0 ? driver->row : each * pix->width;
    pix->sizeimage = 2 * pix->width * pix->height;
    driver->now = *pix;
    return 0;
}

static int give_buffers(struct v4l2_requestbuffers *request)
{
    if (driver->slots > 0)
        request->count = driver->slots;
    size_t size = driver->now.bytesperline > 0
                      ? (size_t)driver->now.bytesperline * driver->now.height * 3 / 2
                      : driver->now.sizeimage;
    driver->room = (size + PAGE - 1) / PAGE * PAGE;
    return 0;
}

static int queue(const struct v4l2_buffer *buffer)
{
    if (buffer->index >= SLOTS || driver->queued[buffer->index])
        return refuse_with(EINVAL);
    driver->queued[buffer->index] = true;
    driver->given_back++;
    return 0;
}

/* A frame a call, then none for a moment, as if the next were still under way. */
static int hand_out(struct v4l2_buffer *buffer)
{
    static bool moment;
    const struct frame *f = &driver->frame[driver->next];
    uint32_t slot = 0;
    if ((moment = !moment) == false || driver->next >= driver->frames)
        return refuse_with(EAGAIN);
    while (slot < SLOTS && !driver->queued[slot])
        slot++;
    if (slot == SLOTS || f->length > driver->room)
        return refuse_with(EIO);
    driver->next++;
    driver->queued[slot] = f->elsewhere;
    if (f->length > 0)
        memcpy(driver->slot[slot], f->bytes, f->length);
    buffer->index = f->elsewhere ? SLOTS + 3 : slot;
    buffer->bytesused = f->used > 0 ? f->used : (uint32_t)f->length;
    buffer->flags = f->flags;
    return 0;
}

static int answer(unsigned long request, void *about)
{
    if (driver->broken == request)
        return refuse_with(ENODEV);
    switch (request) {
    case VIDIOC_QUERYCAP:
        ((struct v4l2_capability *)about)->capabilities = V4L2_CAP_VIDEO_CAPTURE
                                                          | V4L2_CAP_STREAMING;
        return 0;
    case VIDIOC_ENUM_FMT: return list_layouts(about);
    case VIDIOC_ENUM_FRAMESIZES: return list_sizes(about);
    case VIDIOC_ENUM_FRAMEINTERVALS: return list_rates(about);
    case VIDIOC_G_FMT:
        ((struct v4l2_format *)about)->fmt.pix = (struct v4l2_pix_format){.width = 640,
            .height = 480,
            .pixelformat = driver->mode[0].layout};
        return 0;
    case VIDIOC_S_FMT: return set_format(about);
    case VIDIOC_REQBUFS: return give_buffers(about);
    case VIDIOC_QUERYBUF:
        ((struct v4l2_buffer *)about)->length = (uint32_t)driver->room;
        ((struct v4l2_buffer *)about)->m.offset = ((struct v4l2_buffer *)about)->index * PAGE;
        return 0;
    case VIDIOC_QBUF: return queue(about);
    case VIDIOC_DQBUF: return hand_out(about);
    case VIDIOC_STREAMON: driver->streams = true; return 0;
    case VIDIOC_STREAMOFF: driver->streams = false; return 0;
    default: return refuse_with(ENOTTY);
    }
}

/* In the C library's place; other files and other memory are the kernel's. */
int ioctl(int file, unsigned long request, ...)
{
    va_list list;
    va_start(list, request);
    void *about = va_arg(list, void *);
    va_end(list);
    if (driver != NULL && (request >> 8 & 0xFF) == 'V')
        return answer(request, about);
    return (int)syscall(SYS_ioctl, file, request, about);
}

/* A buffer ends with a page that may not be touched. */
void *mmap(void *where, size_t length, int rights, int flags, int file, off_t offset)
{
    bool ours = driver != NULL && file >= 0 && (flags & MAP_SHARED) && length == driver->room;
    uint8_t *at = (uint8_t *)syscall(SYS_mmap, where, length + (ours ? PAGE : 0), rights,
        ours ? MAP_PRIVATE | MAP_ANONYMOUS : flags, ours ? -1 : file, offset * !ours);
    if (ours && at != MAP_FAILED) {
        mprotect(at + length, PAGE, PROT_NONE);
        driver->slot[offset / PAGE] = at;
    }
    return at;
}

/* ---- frames ------------------------------------------------------------------------------ */

/* A table, and it as cameras send it. */
struct rig {
    struct deck deck;
    struct card_reader *reader;
    struct scene scene;
    uint8_t *yuyv, *jpeg, *bare; /* owned; `bare` has no tables of its own */
    size_t yuyv_length, jpeg_length, bare_length;
};

static uint8_t *as_jpeg(const struct grey *g, size_t *length)
{
    unsigned char *jpeg = NULL;
    unsigned long size = 0;
    uint8_t *pixels = malloc(3 * (size_t)g->width * (size_t)g->height);
    for (size_t i = 0; i < 3 * (size_t)g->width * (size_t)g->height; i++)
        pixels[i] = g->at[i / 3];
    tjhandle to = tjInitCompress();
    CHECK_EQUAL(tjCompress2(to, pixels, g->width, 0, g->height, TJPF_RGB, &jpeg, &size, TJSAMP_422,
                    90, 0),
        0);
    uint8_t *out = malloc(size);
    memcpy(out, jpeg, size);
    *length = size;
    tjFree(jpeg);
    tjDestroy(to);
    free(pixels);
    return out;
}

/*
 * As UVC cameras send it: "AVI1" instead of "JFIF", and no Huffman tables, for all use those of the
 * standard.
 */
static uint8_t *without_tables(const uint8_t *jpeg, size_t length, size_t *left)
{
    static const uint8_t head[] = "\xFF\xD8\xFF\xE0\0\20AVI1\0\0\0\0\0\0\0\0\0\0";
    uint8_t *out = malloc(length + sizeof head);
    size_t at = 2, to = sizeof head - 1;
    memcpy(out, head, to);
    while (jpeg[at + 1] != 0xDA) {
        size_t size = 2 + ((size_t)jpeg[at + 2] << 8 | jpeg[at + 3]);
        if (jpeg[at + 1] != 0xC4 && jpeg[at + 1] != 0xE0) {
            memcpy(out + to, jpeg + at, size);
            to += size;
        }
        at += size;
    }
    memcpy(out + to, jpeg + at, length - at);
    *left = to + length - at;
    CHECK((memmem(out, *left, "\xFF\xC4", 2)) == NULL);
    return out;
}

static struct rig rig;

static void start(void)
{
    struct rig *r = &rig;
    scene_deck(&r->deck, &haratama_rulebook);
    r->reader = reader_new(&r->deck);
    scene_make(&r->scene,
        &(struct wish){.deck = &r->deck, .width = WIDTH, .height = HEIGHT, .cards = 6, .module = 3},
        7);
    setenv("TJ_RESTART", "1", 1); /* marks from row to row, as cameras set them */
    r->jpeg = as_jpeg(&r->scene.grey, &r->jpeg_length);
    unsetenv("TJ_RESTART");
    r->bare = without_tables(r->jpeg, r->jpeg_length, &r->bare_length);
    r->yuyv_length = 2 * WIDTH * HEIGHT;
    r->yuyv = malloc(r->yuyv_length);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        r->yuyv[2 * i] = r->scene.grey.at[i];
        r->yuyv[2 * i + 1] = (uint8_t)(i * 31);
    }
    if (!CHECK(r->reader != NULL))
        exit(finish());
}

static void stop(void)
{
    struct rig *r = &rig;
    free(r->yuyv);
    free(r->jpeg);
    free(r->bare);
    scene_clear(&r->scene);
    reader_free(r->reader);
    deck_clear(&r->deck);
}

/* Cards of the scene that are read; none may be wrong. */
static int cards_in(struct rig *r, const struct grey *grey)
{
    struct found found[FOUND_MOST];
    int count = reader_read(r->reader, grey, 0, found, FOUND_MOST, NULL);
    for (int i = 0; i < count; i++) {
        bool there = false;
        for (int k = 0; k < r->scene.count; k++)
            there |= r->scene.placed[k].label == found[i].label;
        CHECK(there);
    }
    return count;
}

static struct camera *open_camera(struct driver *d)
{
    struct why why = {""};
    driver = d;
    struct camera *camera = camera_open(device, NULL, NULL, &why);
    if (camera == NULL)
        check(false, "%s", why.text);
    CHECK(d->streams);
    return camera;
}

static void close_camera(struct camera *camera)
{
    camera_close(camera);
    CHECK(!driver->streams);
    driver = NULL;
}

/*
 * What the next frame is, and how many cards are read in it; a frame may let itself be waited for.
 */
static enum frame_result next_frame(struct rig *r, struct camera *camera, int *cards,
    struct why *why)
{
    struct grey grey;
    enum frame_result result = FRAME_NONE;
    for (int i = 0; i < 3 && result == FRAME_NONE; i++)
        result = camera_frame(camera, 10, -1, &grey, why);
    *cards = result == FRAME_NEW ? cards_in(r, &grey) : -1;
    return result;
}

/* ---- layouts ----------------------------------------------------------------------------- */

static void light_is_taken_from_every_layout(void)
{
    enum { ROW = WIDTH + 32 };
    struct rig *r = &rig;
    static uint8_t padded[ROW * HEIGHT * 3 / 2];
    struct why why;
    int cards;
    for (int y = 0; y < HEIGHT; y++)
        memcpy(padded + (size_t)y * ROW, r->scene.grey.at + (size_t)y * WIDTH, WIDTH);
    const struct {
        uint32_t layout, row;
        struct frame frame;
    } layouts[] = {
        {V4L2_PIX_FMT_YUYV, 0, {.bytes = r->yuyv, .length = r->yuyv_length}},
        {V4L2_PIX_FMT_GREY, 0, {.bytes = r->scene.grey.at, .length = WIDTH * HEIGHT}},
        {V4L2_PIX_FMT_GREY, ROW, {.bytes = padded, .length = ROW * HEIGHT}},
        {V4L2_PIX_FMT_NV12, ROW, {.bytes = padded, .length = sizeof padded}},
        {V4L2_PIX_FMT_MJPEG, 0, {.bytes = r->jpeg, .length = r->jpeg_length}},
        {V4L2_PIX_FMT_JPEG, 0, {.bytes = r->jpeg, .length = r->jpeg_length}},
    };
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        struct driver d = {.mode = {{layouts[i].layout, WIDTH, HEIGHT, 30}},
            .row = layouts[i].row,
            .frame = {layouts[i].frame, layouts[i].frame},
            .frames = 2};
        struct camera *camera = open_camera(&d);
        for (int k = 0; k < 2; k++) {
            CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_NEW);
            CHECK_EQUAL(cards, r->scene.count);
        }
        CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_NONE);
        close_camera(camera);
    }
}

/* As webcams offer them: large and raw is slow, large and fast is MJPG only. */
static void the_mode_is_large_and_fast(void)
{
    static const struct {
        struct driver driver;
        uint32_t layout, width;
    } cases[] = {
        {{.mode = {{V4L2_PIX_FMT_YUYV, 640, 480, 30}, {V4L2_PIX_FMT_YUYV, 1920, 1080, 5},
              {V4L2_PIX_FMT_MJPEG, 1920, 1080, 30}, {V4L2_PIX_FMT_MJPEG, 3840, 2160, 30}}},
            V4L2_PIX_FMT_MJPEG, 1920},
        {{.mode = {{V4L2_PIX_FMT_MJPEG, 1920, 1080, 30}, {V4L2_PIX_FMT_YUYV, 1920, 1080, 30}}},
            V4L2_PIX_FMT_YUYV, 1920},
        {{.mode = {{V4L2_PIX_FMT_YUYV, 320, 240, 30}, {V4L2_PIX_FMT_YUYV, 1280, 720, 15}}},
            V4L2_PIX_FMT_YUYV, 1280},
        {{.mode = {{V4L2_PIX_FMT_YUYV, 640, 480, 10}, {V4L2_PIX_FMT_YUYV, 1280, 720, 7}}},
            V4L2_PIX_FMT_YUYV, 1280},
        {{.mode = {{V4L2_PIX_FMT_HEVC, 1920, 1080, 30}, {V4L2_PIX_FMT_MJPEG, 640, 480, 30}}},
            V4L2_PIX_FMT_MJPEG, 640},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct driver d = cases[i].driver;
        struct camera *camera = open_camera(&d);
        CHECK_EQUAL(d.now.pixelformat, cases[i].layout);
        CHECK_EQUAL(d.now.width, cases[i].width);
        close_camera(camera);
    }
}

static void what_cannot_be_read_is_said(void)
{
    static const struct {
        struct driver driver;
        const char *why;
    } cases[] = {
        {{.mode = {{V4L2_PIX_FMT_HEVC, 1920, 1080, 30}}},
            "gives no pictures that can be read here"},
        {{.mode = {{V4L2_PIX_FMT_YUYV, 640, 480, 30}}, .insists = V4L2_PIX_FMT_HEVC},
            "gives no pictures that can be read here"},
        {{.mode = {{V4L2_PIX_FMT_YUYV, 640, 480, 30}}, .row = 100},
            "gives no pictures that can be read here"},
        {{.mode = {{V4L2_PIX_FMT_YUYV, 60000, 60000, 30}}},
            "gives no pictures that can be read here"},
        {{.mode = {{V4L2_PIX_FMT_YUYV, 640, 480, 30}}, .broken = VIDIOC_QUERYCAP},
            "this is not a video device"},
        {{.mode = {{V4L2_PIX_FMT_YUYV, 640, 480, 30}}, .broken = VIDIOC_S_FMT},
            "format cannot be set: "},
        {{.mode = {{V4L2_PIX_FMT_YUYV, 640, 480, 30}}, .broken = VIDIOC_REQBUFS},
            "cannot be used now: "},
        {{.mode = {{V4L2_PIX_FMT_YUYV, 640, 480, 30}}, .broken = VIDIOC_STREAMON},
            "gives no pictures: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct driver d = cases[i].driver;
        struct why why = {""};
        driver = &d;
        CHECK((camera_open(device, NULL, NULL, &why)) == NULL);
        driver = NULL;
        if (strstr(why.text, cases[i].why) == NULL)
            check(false, "“%s”, expected “%s”", why.text, cases[i].why);
    }
}

/* ---- MJPG -------------------------------------------------------------------------------- */

static struct driver mjpeg(void)
{
    return (struct driver){.mode = {{V4L2_PIX_FMT_MJPEG, WIDTH, HEIGHT, 30}}};
}

/* No tables, no end, bytes of nothing or of an older frame after it, more said than there is. */
static void frames_of_mjpg_cameras_are_read(void)
{
    enum { BEHIND = 5000 };
    struct rig *r = &rig;
    struct why why;
    int cards;
    size_t whole = r->bare_length + BEHIND;
    uint8_t *padded = calloc(1, whole), *stale = malloc(whole);
    memcpy(padded, r->bare, r->bare_length);
    memcpy(stale, r->bare, r->bare_length);
    memcpy(stale + r->bare_length, r->jpeg + r->jpeg_length / 2, BEHIND);
    struct driver d = mjpeg();
    const struct frame frames[] = {
        {.bytes = r->jpeg, .length = r->jpeg_length},
        {.bytes = r->bare, .length = r->bare_length},
        {.bytes = r->bare, .length = r->bare_length - 2},
        {.bytes = padded, .length = whole},
        {.bytes = stale, .length = whole},
        {.bytes = padded, .length = whole, .used = 0x7FFFFFFF},
    };
    memcpy(d.frame, frames, sizeof frames);
    d.frames = sizeof frames / sizeof *frames;
    struct camera *camera = open_camera(&d);
    for (int i = 0; i < d.frames; i++) {
        CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_NEW);
        CHECK_EQUAL(cards, r->scene.count);
    }
    close_camera(camera);
    free(padded);
    free(stale);
}

/* The camera gives other pictures than the driver says: they are as large as they are. */
static void a_frame_is_as_large_as_it_is(void)
{
    struct rig *r = &rig;
    struct why why;
    int cards;
    for (uint32_t width = 640; width <= 1920; width += 1280) {
        struct driver d = {.mode = {{V4L2_PIX_FMT_MJPEG, width, width * 9 / 16, 30}},
            .frame = {{.bytes = r->bare, .length = r->bare_length}},
            .frames = 1};
        struct camera *camera = open_camera(&d);
        CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_NEW);
        CHECK_EQUAL(cards, r->scene.count);
        close_camera(camera);
    }
}

/*
 * A frame that is none costs itself; a torn one shows what is left. None of them is a wrong card.
 */
static void torn_frames_cost_only_themselves(void)
{
    struct rig *r = &rig;
    struct why why;
    int cards, some = 0;
    size_t length = r->bare_length;
    uint8_t *hole = malloc(length);
    memcpy(hole, r->bare, length);
    memset(hole + length / 2, 0, length / 8); /* packets of the cable that were lost */
    struct driver d = mjpeg();
    const struct frame frames[] = {
        {.bytes = r->bare, .length = 0},
        {.bytes = r->bare, .length = 1},
        {.bytes = r->bare, .length = 100},
        {.bytes = hole + length / 2, .length = length / 8},
        {.bytes = r->yuyv, .length = 100000},
        {.bytes = r->bare, .length = length * 2 / 3},
        {.bytes = hole, .length = length},
        {.bytes = r->jpeg, .length = length / 2, .flags = V4L2_BUF_FLAG_ERROR},
        {.bytes = r->bare, .length = length},
    };
    memcpy(d.frame, frames, sizeof frames);
    d.frames = sizeof frames / sizeof *frames;
    struct camera *camera = open_camera(&d);
    for (int i = 0; i < 5; i++) {
        why.text[0] = '\0';
        CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_BAD);
        CHECK(why.text[0] != '\0');
    }
    for (int i = 0; i < 2; i++) {
        CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_NEW);
        some += cards;
    }
    CHECK(some > 0 && some < 2 * r->scene.count);
    /* the one with an error is not shown */
    CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_NEW);
    CHECK_EQUAL(cards, r->scene.count);
    close_camera(camera);
    free(hole);
}

/* Any bytes in a buffer: a frame or none, and nothing is read after the buffer. */
static void any_bytes_are_survived(void)
{
    struct rig *r = &rig;
    uint64_t chance = 11;
    uint8_t *bent = malloc(r->bare_length);
    for (int i = 0; i < 40; i++) {
        struct why why;
        struct grey grey;
        struct driver d = mjpeg();
        memcpy(bent, r->bare, r->bare_length);
        for (unsigned k = 1 + scene_below(&chance, 20); k > 0; k--)
            bent[scene_below(&chance, i % 2 ? 600 : (unsigned)r->bare_length)] =
                (uint8_t)scene_random(&chance);
        d.frame[0] = (struct frame){.bytes = bent,
            .length = r->bare_length,
            .used = i % 3 == 0 ? 0xFFFFFFFF : 0};
        d.frames = 1;
        struct camera *camera = open_camera(&d);
        enum frame_result result = camera_frame(camera, 0, -1, &grey, &why);
        if (result == FRAME_NONE)
            result = camera_frame(camera, 0, -1, &grey, &why);
        CHECK(result == FRAME_NEW || result == FRAME_BAD);
        close_camera(camera);
    }
    free(bent);
}

/* ---- mischief ---------------------------------------------------------------------------- */

static void a_picture_that_is_not_whole_is_none(void)
{
    struct rig *r = &rig;
    struct why why;
    int cards;
    struct driver d = {.mode = {{V4L2_PIX_FMT_YUYV, WIDTH, HEIGHT, 30}},
        .frames = 2,
        .frame = {{.bytes = r->yuyv, .length = r->yuyv_length - 2 * WIDTH},
            {.bytes = r->yuyv, .length = r->yuyv_length}}};
    struct camera *camera = open_camera(&d);
    CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_BAD);
    CHECK_TEXT(why.text, "the camera's picture is not whole");
    CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_NEW);
    CHECK_EQUAL(cards, r->scene.count);
    close_camera(camera);
}

/* Buffers are given back as often as they come; two are enough. */
static void buffers_go_round(void)
{
    struct rig *r = &rig;
    struct why why;
    int cards;
    struct driver d = {.mode = {{V4L2_PIX_FMT_GREY, WIDTH, HEIGHT, 30}},
        .slots = 2,
        .frames = FRAMES};
    for (int i = 0; i < FRAMES; i++)
        d.frame[i] = (struct frame){.bytes = r->scene.grey.at,
            .length = WIDTH * HEIGHT,
            .flags = i % 3 == 1 ? V4L2_BUF_FLAG_ERROR : 0};
    struct camera *camera = open_camera(&d);
    for (int i = 0; i < FRAMES; i++)
        if (i % 3 != 1)
            CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_NEW);
    CHECK_EQUAL(d.next, FRAMES);
    CHECK(d.given_back >= FRAMES);
    close_camera(camera);
}

static void a_cable_that_is_pulled_ends_it(void)
{
    struct rig *r = &rig;
    struct why why = {""};
    int cards;
    struct driver d = mjpeg();
    d.frame[0] = d.frame[1] = (struct frame){.bytes = r->jpeg, .length = r->jpeg_length};
    d.frames = 2;
    struct camera *camera = open_camera(&d);
    CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_NEW);
    d.broken = VIDIOC_QBUF;
    CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_END);
    CHECK_TEXT(why.text, "the camera was unplugged: No such device");
    close_camera(camera);
    d = mjpeg();
    camera = open_camera(&d);
    d.broken = VIDIOC_DQBUF;
    CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_END);
    close_camera(camera);
    d = mjpeg(); /* a buffer that there is not */
    d.frame[0] = (struct frame){.bytes = r->jpeg, .length = r->jpeg_length, .elsewhere = true};
    d.frames = 1;
    camera = open_camera(&d);
    CHECK_EQUAL(next_frame(r, camera, &cards, &why), FRAME_END);
    close_camera(camera);
}

int main(void)
{
    static struct named_test tests[] = {
        NAMED(light_is_taken_from_every_layout),
        NAMED(the_mode_is_large_and_fast),
        NAMED(what_cannot_be_read_is_said),
        NAMED(frames_of_mjpg_cameras_are_read),
        NAMED(a_frame_is_as_large_as_it_is),
        NAMED(torn_frames_cost_only_themselves),
        NAMED(any_bytes_are_survived),
        NAMED(a_picture_that_is_not_whole_is_none),
        NAMED(buffers_go_round),
        NAMED(a_cable_that_is_pulled_ends_it),
    };
    start();
    run_named_tests(tests, sizeof tests / sizeof *tests);
    stop();
    return finish();
}
