#include "scan_view.h"

#include <math.h>
#include <string.h>

/* ---- the lens ---------------------------------------------------------------------------- */

static struct point bent(const struct scan_lens *lens, struct point p)
{
    float x = (p.x - lens->x) / lens->corner, y = (p.y - lens->y) / lens->corner,
          more = 1 + lens->bend * (x * x + y * y);
    return (struct point){lens->x + x * more * lens->corner, lens->y + y * more * lens->corner};
}

static struct point straight(const struct scan_lens *lens, struct point seen)
{
    struct point p = seen;
    for (int i = 0; i < 4 && lens->bend != 0; i++) {
        struct point q = bent(lens, p);
        p.x += seen.x - q.x;
        p.y += seen.y - q.y;
    }
    return p;
}

/* ---- the card ---------------------------------------------------------------------------- */

static void product(float a[3][3], float b[3][3], float out[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
}

/* About an axis of length 1; Rodrigues. */
static void turned(float x, float y, float z, float by, float out[3][3])
{
    float c = cosf(by), s = sinf(by), k = 1 - c;
    float made[3][3] = {{c + x * x * k, x * y * k - z * s, x * z * k + y * s},
        {x * y * k + z * s, c + y * y * k, y * z * k - x * s},
        {x * z * k - y * s, y * z * k + x * s, c + z * z * k}};
    memcpy(out, made, sizeof made);
}

void view_stand(struct view *v, const struct scan_lens *lens, const struct pose_wish *wish)
{
    struct point p = straight(lens, wish->middle);
    float x = (p.x - lens->x) / lens->focal, y = (p.y - lens->y) / lens->focal,
          far = sqrtf(x * x + y * y), size = sqrtf(1 + far * far);
    float sight[3][3], tilt[3][3], turn[3][3], between[3][3];
    /* the card faces the pinhole */
    turned(far > 0 ? -y / far : 1, far > 0 ? x / far : 0, 0, atanf(far), sight);
    turned(cosf(wish->axis), sinf(wish->axis), 0, wish->tilt, tilt);
    turned(0, 0, 1, wish->turn, turn);
    product(tilt, turn, between);
    *v = (struct view){.lens = *lens, .bow = wish->bow, .half = wish->half};
    product(sight, between, v->turn);
    float distance = lens->focal / wish->module;
    v->at[0] = x / size * distance;
    v->at[1] = y / size * distance;
    v->at[2] = distance / size;
}

void view_beside(struct view *v, const struct view *first, float x, float y, float turn)
{
    float plane[3][3], whole[3][3];
    turned(0, 0, 1, turn, plane);
    memcpy(whole, first->turn, sizeof whole);
    *v = *first;
    product(whole, plane, v->turn);
    for (int i = 0; i < 3; i++)
        v->at[i] = first->at[i] + first->turn[i][0] * x + first->turn[i][1] * y;
}

static float height(const struct view *v, float x)
{
    float u = v->bow != 0 ? fminf(1, fabsf(x) / v->half) : 1;
    return -v->bow * (1 - u * u); /* towards the camera */
}

struct point view_to(const struct view *v, float x, float y)
{
    float z = height(v, x), at[3];
    for (int i = 0; i < 3; i++)
        at[i] = v->turn[i][0] * x + v->turn[i][1] * y + v->turn[i][2] * z + v->at[i];
    return bent(&v->lens, (struct point){v->lens.x + v->lens.focal * at[0] / at[2],
                              v->lens.y + v->lens.focal * at[1] / at[2]});
}

struct point view_from(const struct view *v, struct point seen)
{
    struct point p = straight(&v->lens, seen), at = {0, 0};
    float way[3] = {(p.x - v->lens.x) / v->lens.focal, (p.y - v->lens.y) / v->lens.focal, 1},
          eye[3], ray[3];
    for (int i = 0; i < 3; i++) { /* both as the card has them */
        eye[i] = -(v->turn[0][i] * v->at[0] + v->turn[1][i] * v->at[1] + v->turn[2][i] * v->at[2]);
        ray[i] = v->turn[0][i] * way[0] + v->turn[1][i] * way[1] + v->turn[2][i] * way[2];
    }
    for (int i = 0; i < (v->bow != 0 ? 4 : 1); i++) {
        float far = ((i == 0 ? 0 : height(v, at.x)) - eye[2]) / ray[2];
        at = (struct point){eye[0] + far * ray[0], eye[1] + far * ray[1]};
    }
    return at;
}
