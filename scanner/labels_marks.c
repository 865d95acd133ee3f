/*
 * What people read on a sticker: a card in words, and its mark: a shape with a letter in a hue.
 * Nothing is told by its hue alone. A game's cards are rows; a game without rows is told by its
 * cards' codes.
 */
#include "labels.h"

#include <libintl.h>
#include <stdio.h>
#include <string.h>

/*
 * What the number after the beginning of a code is: printed large; or only which of like cards it
 * is.
 */
enum number { NUMBER_NONE, NUMBER_RANK, NUMBER_COPY, NUMBER_TOKEN };

struct mark {
    const char *game, *code; /* F/GAME/CODE…, followed by a number or nothing */
    const char *name;        /* to translate; NULL: what a record calls the card */
    const char *letter, *ja; /* in the mark */
    enum number number;
    enum shape shape;
    enum hue hue;
};

static const struct mark marks[] = {
    {"HT", "R", N_("red"), "R", "赤", NUMBER_RANK, SHAPE_DIAMOND, HUE_RED},
    {"HT", "B", N_("blue"), "B", "青", NUMBER_RANK, SHAPE_CIRCLE, HUE_BLUE},
    {"HT", "P", N_("purple"), "P", "紫", NUMBER_RANK, SHAPE_HEXAGON, HUE_PURPLE},
    {"HT", "G", N_("green"), "G", "緑", NUMBER_RANK, SHAPE_SQUARE, HUE_GREEN},
    {"HT", "K", N_("revelation"), "K", "神", NUMBER_RANK, SHAPE_SHIELD, HUE_YELLOW},

    {"NF", "H", N_("human"), "H", "人", NUMBER_RANK, SHAPE_CIRCLE, HUE_SKY},
    {"NF", "F", N_("fire"), "F", "炎", NUMBER_RANK, SHAPE_DROP, HUE_RED},

    {"TZ", "B", N_("butterfly"), "B", "蝶", NUMBER_RANK, SHAPE_HEXAGON, HUE_ORANGE},
    {"TZ", "U", N_("umbrella"), "U", "傘", NUMBER_RANK, SHAPE_SHIELD, HUE_RED},
    {"TZ", "W", N_("water"), "W", "水", NUMBER_RANK, SHAPE_DROP, HUE_BLUE},
    {"TZ", "R", N_("ring"), "R", "輪", NUMBER_RANK, SHAPE_CIRCLE, HUE_GREEN},
    {"TZ", "BT", N_("butterfly trump"), "BT", "蝶切", NUMBER_COPY, SHAPE_HEXAGON, HUE_BLACK},
    {"TZ", "UT", N_("umbrella trump"), "UT", "傘切", NUMBER_COPY, SHAPE_SHIELD, HUE_BLACK},
    {"TZ", "WT", N_("water trump"), "WT", "水切", NUMBER_COPY, SHAPE_DROP, HUE_BLACK},
    {"TZ", "RT", N_("ring trump"), "RT", "輪切", NUMBER_COPY, SHAPE_CIRCLE, HUE_BLACK},
    {"TZ", "T", N_("score table"), "T", "表", NUMBER_RANK, SHAPE_SQUARE, HUE_YELLOW},
    {"TZ", "MB", N_("butterfly minus card"), "−B", "−蝶", NUMBER_NONE, SHAPE_HEXAGON, HUE_GREY},
    {"TZ", "MU", N_("umbrella minus card"), "−U", "−傘", NUMBER_NONE, SHAPE_SHIELD, HUE_GREY},
    {"TZ", "MW", N_("water minus card"), "−W", "−水", NUMBER_NONE, SHAPE_DROP, HUE_GREY},
    {"TZ", "MR", N_("ring minus card"), "−R", "−輪", NUMBER_NONE, SHAPE_CIRCLE, HUE_GREY},

    {"HM", "NM", N_("new moon"), "NM", "新", NUMBER_COPY, SHAPE_CIRCLE, HUE_BLACK},
    {"HM", "GR", N_("granite"), "GR", "石", NUMBER_COPY, SHAPE_SQUARE, HUE_GREY},
    {"HM", "SH", N_("shade of the dead"), "SH", "影", NUMBER_COPY, SHAPE_SHIELD, HUE_BLACK},
    {"HM", "CA", N_("candle"), "CA", "蝋", NUMBER_COPY, SHAPE_DROP, HUE_ORANGE},
    {"HM", "SU", N_("sun"), "SU", "陽", NUMBER_COPY, SHAPE_CIRCLE, HUE_YELLOW},
    {"HM", "DO", N_("doll"), "DO", "形", NUMBER_COPY, SHAPE_PENTAGON, HUE_PURPLE},
    {"HM", "EF", N_("effigy"), "EF", "型", NUMBER_COPY, SHAPE_CROSS, HUE_PURPLE},
    {"HM", "IN", N_("ink"), "IN", "墨", NUMBER_COPY, SHAPE_DROP, HUE_BLACK},
    {"HM", "SE", N_("seal"), "SE", "印", NUMBER_COPY, SHAPE_SQUARE, HUE_RED},
    {"HM", "LA", N_("lantern"), "LA", "燈", NUMBER_COPY, SHAPE_HEXAGON, HUE_ORANGE},
    {"HM", "FO", N_("fox mask"), "FO", "狐", NUMBER_COPY, SHAPE_TRIANGLE, HUE_SKY},
    {"HM", "BL", N_("blood"), "BL", "血", NUMBER_COPY, SHAPE_DROP, HUE_RED},
    {"HM", "MI", N_("mirror"), "MI", "鏡", NUMBER_COPY, SHAPE_DIAMOND, HUE_SKY},
    {"HM", "CU", N_("curse of the moon"), "CU", "呪", NUMBER_COPY, SHAPE_DIAMOND, HUE_BLACK},

    {"MT", "", NULL, "M", "札", NUMBER_TOKEN, SHAPE_SQUARE, HUE_BLUE},
};

static bool all_digits(const char *text) { return text[strspn(text, "0123456789")] == '\0'; }

/* The row with the longest beginning of this code. */
static const struct mark *find(const char *game, const char *code)
{
    const struct mark *found = NULL;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t length = strlen(marks[i].code);
        if (strcmp(marks[i].game, game) == 0 && strncmp(code, marks[i].code, length) == 0
            && all_digits(code + length) && (found == NULL || length > strlen(found->code)))
            found = &marks[i];
    }
    return found;
}

/* A token without its quotes. */
static void add_token(struct face *face, const char *token)
{
    size_t length = text_spell((struct span){token, strlen(token)}, face->name);
    face->name[length] = '\0';
}

/* Are there several cards of this kind among the stickers? */
static bool has_copies(const struct deck *deck, const char *kind, int label)
{
    size_t length = strlen(kind);
    for (int i = 0; i < deck->count; i++)
        if (i != label && strncmp(deck->label[i].sticker.code, kind, length) == 0
            && all_digits(deck->label[i].sticker.code + length))
            return true;
    return false;
}

/* Whether the number stands in the name. */
static bool set_face(struct face *face, const struct deck *deck, int label, bool japanese)
{
    const struct sticker *s = &deck->label[label].sticker;
    const struct mark *mark = find(deck->book->stickers->game, s->code);
    *face = (struct face){.initial = {s->code[0], '\0'}, .shape = SHAPE_CIRCLE, .hue = HUE_GREY};
    if (mark == NULL || mark->name == NULL)
        add_token(face, s->token);
    if (mark == NULL)
        return true;
    const char *number = s->code + strlen(mark->code);
    face->letter = japanese ? mark->ja : mark->letter;
    face->shape = mark->shape;
    face->hue = mark->hue;
    if (mark->number == NUMBER_RANK || mark->number == NUMBER_TOKEN)
        snprintf(face->number, sizeof face->number, "%s", number);
    if (mark->name == NULL)
        return face->number[0] == '\0';
    const char *name = gettext(mark->name);
    if (mark->number == NUMBER_RANK)
        snprintf(face->name, sizeof face->name, "%s%s%s", name, japanese ? "" : " ", number);
    else if (mark->number == NUMBER_COPY && has_copies(deck, mark->code, label))
        snprintf(face->name, sizeof face->name, "%s%s(%s)", name, japanese ? "" : " ", number);
    else
        snprintf(face->name, sizeof face->name, "%s", name);
    return true;
}

void face_make(struct face *face, const struct deck *deck, int label, bool japanese)
{
    bool said = set_face(face, deck, label, japanese);
    snprintf(face->title, sizeof face->title, "%s%s%s", said ? "" : face->number, said ? "" : " ",
        face->name);
}
