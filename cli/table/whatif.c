/* The table's `what-if`: what would come of a card without playing it. The game tells it (core.h,
   what_if), its layout shows it. */
#include "cli/sheet/sheet.h"
#include "cli/sheet/tree.h"

#include <string.h>

/* One token of the rest, quotes and all. */
static struct span next_token(const char **at)
{
    const char *start = *at += strspn(*at, " \t");
    bool quoted = false;
    while (**at != '\0' && (quoted || (**at != ' ' && **at != '\t')))
        quoted ^= *(*at)++ == '"';
    return (struct span){start, (size_t)(*at - start)};
}

/* Who and what is meant: a card first, if it is one. False: neither. */
static bool read_words(const struct record *r, const char *rest, int *card, int *seat, struct span *wrong)
{
    *card = *seat = -1;
    for (;;) {
        char spelled[NAME_MOST], folded[NAME_MOST];
        struct span token = next_token(&rest);
        if (token.length == 0)
            return true;
        *wrong = token;
        if (token.length > NAME_MOST)
            return false;
        struct span whole = {spelled, text_spell(token, spelled)};
        struct span name = {folded, text_fold(whole, folded)};
        int found = *card < 0 ? r->setting.book->card_read(name) : -1;
        if (found >= 0)
            *card = found;
        else if (*seat >= 0 || (*seat = seats_find(&r->seats, name, NULL)) < 0)
            return false;
    }
}

static void show(const struct context *context, const struct record *r, json_t *row, json_t *rows)
{
    const struct layout *layout = layout_find(r->setting.book);
    struct text t = {0};
    if (row != NULL)
        layout->what_if(context, &t, r, row);
    else
        layout->what_if_each(context, &t, r, rows);
    fwrite(t.at, 1, t.length, stdout);
    text_clear(&t);
}

static bool one(const struct context *context, const struct record *r, int seat, int card)
{
    struct message why;
    json_t *row = tree_of_what_if(r, seat, card, &why);
    if (row != NULL) {
        show(context, r, row, NULL);
        json_decref(row);
        return true;
    }
    complain_of(context, &why, &r->setting);
    return false;
}

static void each(const struct context *context, const struct record *r, int seat)
{
    json_t *rows = json_array();
    for (int card = 0; card < 128; card++) {
        json_t *row = tree_of_what_if(r, seat, card, NULL);
        if (row != NULL)
            json_array_append_new(rows, row);
    }
    if (json_array_size(rows) > 0)
        show(context, r, NULL, rows);
    else
        puts(say(context, N_("There is no card to play, as far as is known.")));
    json_decref(rows);
}

bool what_if(const struct context *context, const struct record *r, const char *rest)
{
    const struct rulebook *book = r->setting.book;
    const struct layout *layout = r->begun ? layout_find(book) : NULL;
    struct span wrong = {0};
    int card, seat;
    uint32_t winners;
    if (layout == NULL || layout->what_if == NULL || book->trial == NULL) {
        complain(context, N_("this game has no what-if"));
        return false;
    }
    if (!read_words(r, rest, &card, &seat, &wrong)) {
        struct text t = {0};
        say_foreign(&t, wrong.at, wrong.length);
        complain(context, N_("“%s” is neither a card nor a player; expected `what-if [CARD] [NAME]`"), t.at);
        text_clear(&t);
        return false;
    }
    if (seat < 0)
        seat = book->knowledge->turn(r->state, &r->setting);
    if (card >= 0)
        return one(context, r, seat, card);
    if (seat < 0 && book->finished(r->state, &r->setting, &winners)) {
        complain(context, N_("the game is over"));
        return false;
    }
    if (seat < 0) {
        complain(context, N_("it is not known whose turn it is; expected `what-if NAME`"));
        return false;
    }
    each(context, r, seat);
    return true;
}
