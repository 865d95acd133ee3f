/* Faces of decks, kept with a campaign; see kept_faces.h. */
#define _XOPEN_SOURCE 700 /* strdup */
#include "kept_faces.h"
#include "cli/base64.h"
#include "storage/stored_rows.h"

#include <stdlib.h>
#include <string.h>

#define KIND "face"

enum { FACES_MOST = 512, GAME = 5 /* "F/HT/" */ };

/* ---- the list ------------------------------------------------------------------------------ */

/* Of a card, or of all cards of a game. */
static void forget(struct kept_faces *faces, const char *code)
{
    const size_t length = strlen(code) == GAME ? GAME : CODE_MOST + 1;
    size_t kept = 0;
    for (size_t i = 0; i < faces->count; i++)
        if (strncmp(faces->face[i].code, code, length) == 0)
            free(faces->face[i].picture);
        else
            faces->face[kept++] = faces->face[i];
    faces->count = kept;
}

static void set_face(struct kept_faces *faces, const char *code, const char *picture)
{
    size_t i = 0;
    while (i < faces->count && strcmp(faces->face[i].code, code) != 0)
        i++;
    if (i == FACES_MOST)
        return;
    if (i == faces->count) {
        faces->face = memory_row(faces->face, faces->count, sizeof *faces->face);
        faces->face[faces->count++] = (struct kept_face){.picture = NULL};
        snprintf(faces->face[i].code, sizeof faces->face[i].code, "%s", code);
    }
    free(faces->face[i].picture);
    faces->face[i].picture = memory_text(picture);
}

static void take(struct kept_faces *faces, const char *code, const char *picture)
{
    const size_t length = strlen(code);
    if (length < GAME || length > CODE_MOST || strncmp(code, "F/", 2) != 0)
        return;
    if (picture[0] == '\0')
        forget(faces, code);
    else if (length > GAME)
        set_face(faces, code, picture);
}

/* Rows may come from elsewhere: what is none is passed by. */
static bool take_row(void *user, const struct store_row *row, bool own)
{
    char *text = memory_text(row->text), *at = text;
    const char *code = row_field_next(&at), *picture = code != NULL ? row_field_next(&at) : NULL;
    (void)own;
    if (picture != NULL)
        take(user, code, picture);
    free(text);
    return true;
}

bool kept_faces_load(struct kept_faces *out, const struct campaign *campaign)
{
    return campaign_ok(campaign,
        store_rows_of(campaign->store, &campaign->id, KIND, take_row, out));
}

void kept_faces_clear(struct kept_faces *faces)
{
    for (size_t i = 0; i < faces->count; i++)
        free(faces->face[i].picture);
    free(faces->face);
    *faces = (struct kept_faces){.face = NULL};
}

/* ---- used and kept ------------------------------------------------------------------------- */

static bool is_of(const struct kept_face *face, const char *game)
{
    return strncmp(face->code, game, GAME) == 0;
}

void kept_faces_tell(const struct kept_faces *faces, const char *game, struct text *out)
{
    for (size_t i = 0; i < faces->count; i++) {
        struct text picture = {0};
        if (!is_of(&faces->face[i], game))
            continue;
        base64_read(&picture, faces->face[i].picture);
        text_printf(out, "faces %zu\n", picture.length);
        text_add(out, picture.at, picture.length);
        text_clear(&picture);
    }
}

int kept_faces_count(const struct kept_faces *faces, const char *game)
{
    int count = 0;
    for (size_t i = 0; i < faces->count; i++)
        count += game == NULL || is_of(&faces->face[i], game);
    return count;
}

void kept_faces_tell_shared(const struct campaign *campaign)
{
    struct kept_faces faces = {.face = NULL};
    if (kept_faces_load(&faces, campaign) && faces.count > 0)
        print_with(campaign->context,
            N_("The faces of decks that the campaign keeps go along: {count}. The photographs stay "
               "where they are."),
            "i", "count", (int64_t)faces.count);
    kept_faces_clear(&faces);
}

bool kept_faces_keep(struct kept_faces *faces, const struct campaign *campaign, const char *code,
    struct span picture)
{
    struct text base64 = {0}, row = {0};
    base64_write(&base64, picture);
    text_printf(&row, "%s\t%s", code, base64.length > 0 ? base64.at : "");
    const bool good = campaign_ok(campaign,
        store_row_add(campaign->store, &campaign->id, KIND, NULL, row.at));
    if (good)
        take(faces, code, base64.length > 0 ? base64.at : "");
    text_clear(&row);
    text_clear(&base64);
    return good;
}
