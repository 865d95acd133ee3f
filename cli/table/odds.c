/* The table's word `odds`: where a card may be, or what else a game has chances of. */
#include "cli/sheet/sheet.h"
#include "cli/sheet/tree.h"

#include <stdlib.h>
#include <string.h>

/* House option odds=locked: not while a round is open. */
static bool is_locked(const struct record *r)
{
    const struct rulebook *book = r->setting.book;
    for (int i = 0; book->options[i].key != NULL; i++)
        if (strcmp(book->options[i].key, "odds") == 0)
            return r->house.option[i].choice == 1 && book->knowledge->turn(r->state, &r->setting) >= 0;
    return false;
}

/* "Aki 57.1 %  Bo 0 %  …": the deals still possible, each alike. */
static bool add_shares(const struct context *context, struct text *out, const struct record *r, int card)
{
    const struct rulebook *book = r->setting.book;
    double shares[SEATS_MOST + 1];
    void *scratch = malloc(book->chances->room);
    bool counted = scratch != NULL && book->chances->shares(r->state, &r->setting, card, scratch, shares);
    free(scratch);
    for (int i = 0; counted && i <= r->seats.count; i++) {
        if (i == r->seats.count && shares[i] <= 0)
            break;
        text_put(out, i > 0 ? "  " : "");
        if (i < r->seats.count)
            say_seat(out, &r->seats, i);
        else
            text_put(out, say(context, N_("nobody")));
        text_printf(out, " %.4g %%", shares[i] * 100);
    }
    text_put(out, counted ? "\n" : "");
    return counted;
}

static void keep_whole(struct tree *tree, const char *key, json_t *whole)
{
    json_t **out = tree->user;
    (void)key;
    *out = json_incref(whole);
}

static bool add_told(const struct context *context, struct text *out, const struct record *r,
                     const struct statement *said, struct fault *fault)
{
    const struct rulebook *book = r->setting.book;
    const struct layout *layout = layout_find(book);
    struct tree tree;
    json_t *whole = NULL;
    tree_begin(&tree, keep_whole, &whole);
    tree.setting = &r->setting;
    bool told = layout != NULL && layout->odds != NULL
             && book->chances->tell(r->state, &r->setting, said, &tree.teller, fault);
    if (told)
        layout->odds(context, out, r, whole);
    json_decref(whole);
    return told;
}

/* The answer into `out`; false: it complained. */
static bool add_answer(const struct context *context, struct text *out, const struct record *r,
                       struct span line)
{
    struct statement said;
    struct fault fault = {.message.id = NULL};
    if (!odds_read(&r->setting, line, &said, &fault)) {
        complain_of(context, &fault.message, &r->setting);
        return false;
    }
    if (is_locked(r)) {
        complain(context, N_("this table keeps the odds locked while a round is played (house odds=locked)"));
        return false;
    }
    if (r->setting.book->chances->tell == NULL) {
        if (!add_shares(context, out, r, said.argument[0].card)) {
            complain(context, N_("the odds of this position cannot be counted"));
            return false;
        }
        return true;
    }
    if (add_told(context, out, r, &said, &fault))
        return true;
    complain_of(context, &fault.message, &r->setting);
    return false;
}

bool odds_show(const struct context *context, const struct record *r, const char *rest)
{
    struct text line = {0}, out = {0};
    if (!r->begun || rulebook_asks(r->setting.book) == NULL) {
        complain(context, N_("this game has no odds"));
        return false;
    }
    text_printf(&line, "odds %s", rest);
    bool answered = add_answer(context, &out, r, (struct span){line.at, line.length});
    if (out.length > 0)
        fwrite(out.at, 1, out.length, stdout);
    text_clear(&out);
    text_clear(&line);
    return answered;
}
