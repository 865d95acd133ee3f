/* What fuda-labels was asked for, and what it tells of the sheets there are. */
#ifndef FUDA_LABELS_WISH_H
#define FUDA_LABELS_WISH_H

#include "labels.h"

/* What was asked for. */
struct wish {
    const char *lang, *sheet, *paper, *cards, *pack, *deck, *output, *format;
    double from, copies, camera, table, dpi; /* 0: not given */
    bool spare, force, outline, fan, json, help, version;
    const char *game;
    char **card; /* words after the game; not owned */
    int card_count;
    bool japanese;
    enum paper on;
};

/* 0: too small … 3: read by any reader; and that in words, to translate. */
int camera_grade(double pixels);
extern const char *const camera_grades[];

/* How large codes have to be for the camera. */
void sheets_tell_camera(const struct wish *wish);

/* The list of sheets, and how the camera reads them. */
void sheets_tell(const struct wish *wish);

/* What may stand after --sheet, a word a line, for completion. */
void sheets_tell_names(void);

#endif
