/*
 * The table's `what-if`: what would come of a card without playing it. The game tells it
 * (trial_part), a sheet shows it.
 */
#include "cli/sheet/sheet.h"
#include "core/ask.h"
#include "core/text.h"

#include <string.h>

/* One token of the rest, quotes and all. */
static struct span next_token(const char **at)
{
    const char *start = *at += strspn(*at, " \t");
    while (**at != '\0' && **at != ' ' && **at != '\t') {
        const size_t quoted = quoted_length((struct span){*at, strlen(*at)});
        *at += quoted > 0 ? quoted : 1;
    }
    return (struct span){start, (size_t)(*at - start)};
}

/*
 * A card, or its bare number where that is an answer now: of the suit led, or of what is asked for.
 * -1: none.
 */
static int card_said(const struct record *r, struct span folded)
{
    int card = card_read_by(&r->setting, folded);
    struct ask ask;
    int32_t number;
    if (card >= 0 || !number_read(folded, &number) || number < 1 || number > 15
        || !record_asks(r, &ask))
        return card;
    const struct answer_part *part = &ask.way[0]->part[0];
    char code[16];
    card = ask.led >= 0 ? ask.led * 16 + number : part->numbered ? part->base + number : -1;
    return card >= 0 ? card_read_by(&r->setting,
               (struct span){code, card_write_by(&r->setting, card, false, code)})
                     : -1;
}

/* Who and what is meant: a card first, if it is one. False: neither. */
static bool read_words(const struct record *r, const char *rest, int *card, int *seat,
    struct span *wrong)
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
        int found = *card < 0 ? card_said(r, name) : -1;
        if (found >= 0)
            *card = found;
        else if (*seat >= 0 || (*seat = seats_find(&r->seats, token, NULL)) < 0)
            return false;
    }
}

/* Is the word that is wrong a card, too, one more than is taken? */
static bool is_card_more(const struct record *r, struct span wrong, int card)
{
    char folded[NAME_MOST];
    int32_t number;
    if (card < 0 || wrong.length == 0 || wrong.length > NAME_MOST)
        return false;
    const struct span word = {folded, text_fold(wrong, folded)};
    return number_read(word, &number) || text_is(word, "?") || card_read_by(&r->setting, word) >= 0;
}

/* What would come of one card; false: it complained. */
static bool one(const struct sheet *sheet, int seat, int card)
{
    const struct record *r = sheet->record;
    struct message why;
    struct facts told;
    facts_begin(&told, NULL, NULL);
    bool may = r->setting.book->trial->what_if(r->state, &r->setting, seat, card, &told.teller,
        &why);
    if (may)
        sheet_what_if(sheet, facts_first(&told));
    else
        complain_of(sheet->context, &why, &r->setting);
    facts_clear(&told);
    return may;
}

static void each(const struct sheet *sheet, int seat)
{
    const struct record *r = sheet->record;
    struct facts told;
    bool any = false;
    facts_begin(&told, NULL, NULL);
    tell_open(&told.teller, NULL, '[');
    for (int card = 0; card < 128; card++)
        any |= r->setting.book->trial->what_if(r->state, &r->setting, seat, card, &told.teller,
            NULL);
    tell_close(&told.teller);
    if (any)
        sheet_what_if_each(sheet, facts_first(&told));
    else
        text_printf(sheet->t, "%s\n",
            say(sheet->context, N_("There is no card to play, as far as is known.")));
    facts_clear(&told);
}

bool what_if(const struct context *context, const struct record *r, const char *rest)
{
    const struct rulebook *book = r->setting.book;
    struct text out = {0};
    struct sheet sheet = {.context = context, .record = r, .t = &out};
    struct span wrong = {0};
    int card, seat;
    uint32_t winners;
    if (!r->begun || book->trial == NULL)
        return complain(context, N_("this game has no what-if"), "");
    if (!read_words(r, rest, &card, &seat, &wrong))
        return complain(context,
            is_card_more(r, wrong, card)
                ? N_(
                    "“{found}” is too much; `what-if [CARD] [NAME]` takes the one card played next")
                : N_("“{found}” is neither a card nor a player; expected `what-if [CARD] [NAME]`"),
            "s", "found", wrong);
    if (seat < 0)
        seat = book->knowledge->turn(r->state, &r->setting);
    if (card < 0 && seat < 0 && rulebook_finished(book, r->state, &r->setting, &winners))
        return complain(context, N_("the game is over"), "");
    if (card < 0 && seat < 0)
        return complain(context, N_("it is not known whose turn it is; expected `what-if NAME`"),
            "");
    bool shown = card < 0 || one(&sheet, seat, card);
    if (card < 0)
        each(&sheet, seat);
    if (out.length > 0)
        fwrite(out.at, 1, out.length, stdout);
    text_clear(&out);
    return shown;
}
