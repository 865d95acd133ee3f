/*
 * How well codes can be seen: squares turned and tilted by a computation of our own, and
 * photographs whose blur and size of modules are known.
 */
#include "check.h"
#include "scan_scene.h"

#include <math.h>

/* A square of `side` pixels, turned in its plane, then tilted about an axis, seen from far away. */
static struct found tilted(float side, float turn, float tilt, float axis, bool mirrored)
{
    static const float corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    struct found f = {.label = 0};
    for (int i = 0; i < 4; i++) {
        float x = corner[i][0] * side / 2, y = corner[i][1] * side / 2;
        float u = cosf(turn) * x - sinf(turn) * y, v = sinf(turn) * x + cosf(turn) * y;
        float along = cosf(axis) * u + sinf(axis) * v,
              across = (cosf(axis) * v - sinf(axis) * u) * cosf(tilt);
        f.corner[i].x = 300 + cosf(axis) * along - sinf(axis) * across;
        f.corner[i].y = 300 + sinf(axis) * along + cosf(axis) * across;
        f.corner[i].x = mirrored ? 600 - f.corner[i].x : f.corner[i].x;
    }
    return f;
}

static void shapes(void)
{
    static uint8_t white[600 * 600];
    const struct grey grey = {.width = 600, .height = 600, .stride = 600, .at = white};
    for (int i = 0; i < 200; i++) {
        float side = 40 + (float)chance(100), tilt = (float)chance(60) / 57.2958f;
        bool mirrored = chance(2);
        struct found f = tilted(side, (float)chance(628) / 100, tilt, (float)chance(628) / 100,
            mirrored);
        struct aim a;
        aim_measure(&grey, &f, &a);
        check(fabsf(a.tilt - tilt * 57.2958f) < 2.5f, "tilt is %.1f, not %.1f", (double)a.tilt,
            (double)(tilt * 57.2958f));
        check(fabsf(a.module - side * cosf(tilt) / MODULES) < 0.05f, "a module is %.2f",
            (double)a.module);
        CHECK_EQUAL(a.mirrored, mirrored);
    }
}

/* A defocus of σ pixels, on a camera's pixels, in modules of so many pixels. */
static void photograph(float module, float blur)
{
    struct deck deck;
    struct why why;
    struct scene scene = {.count = 0};
    CHECK(deck_make(&deck, &haratama_rulebook, NULL, false, &why));
    scene_make(&scene,
        &(struct wish){.deck = &deck,
            .width = 640,
            .height = 480,
            .cards = 2,
            .module = module,
            .tilt = 3,
            .plain = true,
            .noise = 0.5f,
            .blur = blur,
            .quality = 95},
        3);
    CHECK(scene.count > 0);
    for (int i = 0; i < scene.count; i++) {
        struct found f = {.label = scene.placed[i].label};
        struct aim a;
        memcpy(f.corner, scene.placed[i].corner, sizeof f.corner);
        aim_measure(&scene.grey, &f, &a);
        float expected = sqrtf(blur * blur + 0.15f) / module;
        check(a.blur > 0.6f * expected && a.blur < 1.5f * expected,
            "blur is %.2f modules of %.1f pixels, not %.2f", (double)a.blur, (double)module,
            (double)expected);
        check(fabsf(a.module - module) < 0.15f * module, "a module is %.2f pixels, not %.2f",
            (double)a.module, (double)module);
        /* at the edges of the picture a camera looks aslant by itself */
        check(a.white > a.black + 60 && !a.mirrored && a.tilt < 20,
            "white %.0f, black %.0f, mirrored %d, tilt %.1f", (double)a.white, (double)a.black,
            a.mirrored, (double)a.tilt);
    }
    CHECK(aim_light(&scene.grey) > 20 && aim_light(&scene.grey) < 240);
    scene_clear(&scene);
    deck_clear(&deck);
}

int main(void)
{
    chance_begin(number_from("SEED", 1));
    shapes();
    photograph(3, 0.6f);
    photograph(4, 1.5f);
    photograph(4, 2.5f);
    photograph(2, 0.5f);
    return finish();
}
