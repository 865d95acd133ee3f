/*
 * A camera's faults one after the other: out of focus, moved, the lens's and the sensor's blur,
 * noise, and a JPEG there and back.
 */
#include "scan_photo.h"
#include "scan_chance.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

enum { REACH = 5 }; /* pixels that a Gaussian goes */

static void bell(float k[REACH + 1], float sigma)
{
    float sum = 0;
    for (int i = 0; i <= REACH; i++) {
        k[i] = expf(-(float)(i * i) / (2 * sigma * sigma));
        sum += i == 0 ? k[i] : 2 * k[i];
    }
    for (int i = 0; i <= REACH; i++)
        k[i] /= sum;
}

/* One direction; the picture's edge goes on outside. */
static void blur(const float *restrict at, float *restrict out, int width, int height, bool down,
    const float k[REACH + 1])
{
    for (int y = 0; y < height; y++) {
        float *to = out + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++)
            to[x] = 0;
        for (int j = -REACH; j <= REACH; j++) {
            float weight = k[j < 0 ? -j : j];
            int row = down ? y + j : y;
            row = row < 0 ? 0 : row >= height ? height - 1 : row;
            const float *from = at + (size_t)row * (size_t)width;
            int shift = down ? 0 : j, least = shift < 0 ? -shift : 0,
                most = shift > 0 ? width - shift : width;
            for (int x = 0; x < least; x++)
                to[x] += weight * from[0];
            for (int x = least; x < most; x++)
                to[x] += weight * from[x + shift];
            for (int x = most > least ? most : least; x < width; x++)
                to[x] += weight * from[width - 1];
        }
    }
}

/* Between four pixels; the picture's edge goes on outside. */
static float light_at(const float *light, int width, int height, float x, float y)
{
    x = x < 0 ? 0 : x > (float)(width - 1) ? (float)(width - 1) : x;
    y = y < 0 ? 0 : y > (float)(height - 1) ? (float)(height - 1) : y;
    int left = (int)x, top = (int)y, right = left + (left < width - 1),
        low = top + (top < height - 1);
    float u = x - (float)left, v = y - (float)top;
    const float *above = light + (size_t)top * (size_t)width,
                *below = light + (size_t)low * (size_t)width;
    return (1 - v) * ((1 - u) * above[left] + u * above[right])
           + v * ((1 - u) * below[left] + u * below[right]);
}

/*
 * All moves evenly along a line while the light comes in; where it is half-way is where it is taken
 * to lie.
 */
static void move(float *light, int width, int height, float far, uint64_t *seed)
{
    float angle = scene_between(seed, 0, 6.2832f);
    size_t pixels = (size_t)width * (size_t)height;
    float *still = malloc(pixels * sizeof *still);
    int steps = 2 * (int)ceilf(far) + 1;
    assert(still != NULL);
    memcpy(still, light, pixels * sizeof *still);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int i = 0; i < steps; i++) {
                float way = ((float)i / (float)(steps - 1) - 0.5f) * far;
                sum += light_at(still, width, height, (float)x + way * cosf(angle),
                    (float)y + way * sinf(angle));
            }
            light[(size_t)y * (size_t)width + (size_t)x] = sum / (float)steps;
        }
    free(still);
}

static void expose(struct grey *out, const float *light, float sigma, uint64_t *seed)
{
    enum { BELL = 16384 };
    float *swing = malloc(BELL * sizeof *swing);
    for (int i = 0; i < BELL; i++) {
        float u = scene_between(seed, 1e-6f, 1), v = scene_between(seed, 0, 6.2832f);
        swing[i] = sqrtf(-2 * logf(u)) * cosf(v) * sigma;
    }
    uint64_t r = 0;
    for (size_t i = 0, n = (size_t)out->width * (size_t)out->height; i < n; i++) {
        if (i % 4 == 0)
            r = scene_random(seed);
        float v = light[i] + swing[r >> (16 * (i % 4)) & (BELL - 1)] + 0.5f;
        out->at[i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
    free(swing);
}

/* A JPEG there and back. */
static void squeeze(struct grey *grey, int quality)
{
    unsigned char *bytes = NULL;
    unsigned long length = 0;
    tjhandle to = tjInitCompress(), from = tjInitDecompress();
    int failed = tjCompress2(to, grey->at, grey->width, grey->stride, grey->height, TJPF_GRAY,
                     &bytes, &length, TJSAMP_GRAY, quality, 0)
                 | tjDecompress2(from, bytes, length, grey->at, grey->width, grey->stride,
                     grey->height, TJPF_GRAY, 0);
    assert(failed == 0);
    (void)failed;
    tjFree(bytes);
    tjDestroy(to);
    tjDestroy(from);
}

/* Every point becomes a disc; its edge is not sharp. */
static void spread(float *light, int width, int height, float radius)
{
    size_t pixels = (size_t)width * (size_t)height;
    float *sharp = malloc(pixels * sizeof *sharp), all = 0;
    int reach = (int)ceilf(radius);
    assert(sharp != NULL);
    memcpy(sharp, light, pixels * sizeof *sharp);
    memset(light, 0, pixels * sizeof *light);
    for (int j = -reach; j <= reach; j++)
        for (int i = -reach; i <= reach; i++) {
            float weight = fminf(1, fmaxf(0, radius + 0.5f - hypotf((float)i, (float)j)));
            all += weight;
            for (int y = 0; weight > 0 && y < height; y++) {
                int row = y + j < 0 ? 0 : y + j >= height ? height - 1 : y + j;
                const float *from = sharp + (size_t)row * (size_t)width;
                float *to = light + (size_t)y * (size_t)width;
                for (int x = reach; x < width - reach; x++)
                    to[x] += weight * from[x + i];
            }
        }
    for (size_t i = 0; i < pixels; i++)
        light[i] = i % (size_t)width < (size_t)reach || i % (size_t)width >= (size_t)(width - reach)
                       ? sharp[i]
                       : light[i] / all;
    free(sharp);
}

static void mirror(struct grey *grey)
{
    for (int y = 0; y < grey->height; y++) {
        uint8_t *row = grey->at + (size_t)y * (size_t)grey->stride;
        for (int x = 0; x < grey->width / 2; x++) {
            uint8_t other = row[grey->width - 1 - x];
            row[grey->width - 1 - x] = row[x];
            row[x] = other;
        }
    }
}

void photo_lens(float *light, int width, int height, const struct photo *photo, uint64_t *seed)
{
    float k[REACH + 1], *other = malloc(sizeof *other * (size_t)width * (size_t)height);
    assert(other != NULL);
    if (photo->defocus > 0)
        spread(light, width, height, photo->defocus);
    if (photo->motion > 0)
        move(light, width, height, photo->motion, seed);
    bell(k, photo->blur);
    blur(light, other, width, height, false, k);
    blur(other, light, width, height, true, k);
    free(other);
}

void photo_keep(struct grey *out, const float *light, const struct photo *photo, uint64_t *seed)
{
    expose(out, light, photo->noise, seed);
    if (photo->mirrored)
        mirror(out);
    squeeze(out, photo->quality);
}

void photo_take(struct grey *out, float *light, const struct photo *photo, uint64_t *seed)
{
    photo_lens(light, out->width, out->height, photo, seed);
    photo_keep(out, light, photo, seed);
}
