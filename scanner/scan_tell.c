/* What fuda-scan says; see scan.h. */
#include "scan.h"

#include <stdio.h>
#include <string.h>

static void put_place(const struct scan *s, const struct found *found)
{
    printf("%s", found->payload);
    for (int i = 0; i < 4; i++)
        printf(" %.1f %.1f", (double)found->corner[i].x, (double)found->corner[i].y);
    if (found->label >= 0)
        printf(" %s", s->deck.label[found->label].sticker.token);
    putchar('\n');
}

void scan_put_event(const struct scan *s, const struct event *e)
{
    const struct found *f = &e->found;
    const char *word = event_words[e->kind];
    if (e->kind == EVENT_CARD && f->by != FOUND_BY_CODE)
        word = f->by == FOUND_BY_FACE ? "face" : "ask";
    printf("%s%s ", e->tie ? "tie\n" : "", word);
    if (e->kind == EVENT_CARD && f->by == FOUND_BY_GUESS)
        printf("%s ", f->other >= 0 ? s->deck.label[f->other].payload : f->payload);
    if (e->kind == EVENT_DOUBT)
        printf("%s ", e->reason);
    put_place(s, f);
}

void scan_put_missed(const struct scan *s)
{
    int missed[MISSED_KINDS];
    reader_missed(s->reader, missed);
    for (int i = 0; i < MISSED_KINDS; i++)
        if (missed[i] > 0)
            printf("unread %s %d\n", missed_words[i], missed[i]);
}

int scan_lost(const struct why *why)
{
    printf("lost %.*s\n", (int)strcspn(why->text, "\n"), why->text);
    fflush(stdout);
    return 1;
}

int scan_out_of_memory(void)
{
    struct why why;
    why_say(&why, N_("out of memory"));
    return scan_lost(&why);
}
