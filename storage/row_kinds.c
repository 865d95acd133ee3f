/*
 * The kinds of rows, and how a row is written; see row_kinds.h. Independent of where rows are kept.
 */
#include "row_kinds.h"

#include <string.h>

const struct kept_kind row_kinds[ROW_KINDS] = {
    [ROW_CAMPAIGN] = {.name = "campaign"},
    [ROW_NAME] = {.name = "name", .field = {{"name", CELL_NAME}}},
    [ROW_HOUSE] = {.name = "house",
        .field = {{"day", CELL_DAY}, {"option", CELL_OPTION}, {"value", CELL_VALUE}}},
    [ROW_PLAYER] = {.name = "player"},
    [ROW_CALLED] = {.name = "called", .about = "player", .field = {{"name", CELL_NAME}}},
    [ROW_JOINED] = {.name = "joined", .about = "player", .field = {{"target", CELL_PLAYER}}},
    [ROW_DECK] = {.name = "deck", .field = {{"hash", CELL_HASH}, {"deck", CELL_DECK}}},
    [ROW_RECORD] = {.name = "record",
        .field = {{"game", CELL_NAME}, {"day", CELL_DAY_OR_NONE}, {"rules", CELL_TEXT},
            {"pack", CELL_TEXT}, {"pack_hash", CELL_TEXT}, {"seats", CELL_SEATS}}},
    [ROW_LINE] = {.name = "line",
        .about = "record",
        .field = {{"time", CELL_TIME}, {"author", CELL_AUTHOR}, {"line", CELL_LINE}}},
    [ROW_TAKEN] = {.name = "taken",
        .about = "record",
        .field = {{"line", CELL_LINE_OR_ALL}, {"withdrawn", CELL_FLAG}}},
    [ROW_USES] = {.name = "uses",
        .about = "record",
        .field = {{"name", CELL_NAME}, {"hash", CELL_HASH}}},
    [ROW_TABLE] = {.name = "table",
        .about = "record",
        .kept = true,
        .field = {{"name", CELL_NAME}}},
};

enum kept_kind_number row_kind_named(const char *name)
{
    enum kept_kind_number i = 0;
    while (i < ROW_KINDS && strcmp(row_kinds[i].name, name) != 0)
        i++;
    return i;
}

bool row_kind_spelled(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz");
    return length > 0 && length <= ROW_KIND_MOST && name[length] == '\0';
}

char *row_field_next(char **at)
{
    char *from = *at, *to = from, *field = from;
    if (from == NULL)
        return NULL;
    for (; *from != '\0' && *from != '\t'; from++) {
        if (*from != '\\') {
            *to++ = *from;
            continue;
        }
        from++;
        if (*from != 't' && *from != 'n' && *from != '\\')
            return NULL;
        *to++ = *from == 't' ? '\t' : *from == 'n' ? '\n' : '\\';
    }
    *at = *from == '\t' ? from + 1 : NULL;
    *to = '\0';
    return field;
}

/* 8-4-4-4-12 hexadecimal digits, in lower case. */
static bool is_id(const char *text)
{
    for (int i = 0; i < 36; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : text[i] == '\0' || strchr("0123456789abcdef", text[i]) == NULL)
            return false;
    }
    return text[36] == '\0';
}

bool row_split(char *line, struct row_parts *out)
{
    char *part[5] = {line};
    for (int i = 1; i < 5; i++) {
        char *tab = strchr(part[i - 1], '\t');
        if (tab == NULL)
            return false;
        *tab = '\0';
        part[i] = tab + 1;
    }
    *out = (struct row_parts){part[0], part[1], part[2], part[3], part[4]};
    return row_kind_spelled(out->kind) && is_id(out->id)
           && (strcmp(out->campaign, "-") == 0 || is_id(out->campaign))
           && (strcmp(out->about, "-") == 0 || is_id(out->about))
           && strlen(out->text) <= ROW_TEXT_MOST;
}
