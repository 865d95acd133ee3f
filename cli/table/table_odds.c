/* The table's word `odds`: where a card may be, or what else a game has chances of. */
#include "cli/sheet/sheet.h"

#include <stdlib.h>

/* What the game answers, on the sheet; false: the fault says why not. */
static bool put_answer(struct sheet *sheet, const struct statement *said, struct fault *fault)
{
    const struct record *r = sheet->record;
    struct facts told;
    void *scratch = memory_get(r->setting.book->chances->room + 1);
    facts_begin(&told, NULL, NULL);
    bool answered = odds_tell(&r->setting, r->state, said, scratch, &told.teller, fault);
    if (answered)
        sheet_chances(sheet, facts_first(&told));
    facts_clear(&told);
    free(scratch);
    return answered;
}

bool odds_show(const struct context *context, const struct record *r, const char *rest)
{
    struct text line = {0}, out = {0};
    struct sheet sheet = {.context = context, .record = r, .t = &out};
    struct statement said;
    struct fault fault = {.message.id = NULL};
    if (!r->begun || rulebook_asks(r->setting.book) == NULL)
        return complain(context, N_("this game has no odds"), "");
    text_printf(&line, "odds %s", rest);
    bool read = odds_read(&r->setting, (struct span){line.at, line.length}, &said, &fault);
    const bool open = !read || odds_are_open(context, r),
               answered = read && open && put_answer(&sheet, &said, &fault);
    if (open && !answered)
        complain_of(context, &fault.message, &r->setting);
    else if (answered)
        fwrite(out.at, 1, out.length, stdout);
    text_clear(&out);
    text_clear(&line);
    return answered;
}
