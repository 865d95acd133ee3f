/*
 * Templates: a pack to fill in from the box, a game each. Comments are translated; rows to fill in
 * stand behind a #, so that a template reads as it is.
 */
#include "pack.h"

#include <string.h>

/* ---- NeedFire ---------------------------------------------------------------------------- */

static const char *const needfire_head[] = {
    N_("# NeedFire: 26 humans and 26 fires. Take the # off a row once you have filled it in."),
    N_("# makes: the element that the card generates; b1 to b13 are black, w1 to w13 white."),
    N_("# reacts: the four elements that a human reacts to. A name in \"quotes\" may stand behind the number:"),
    "#   human 7 \"Ylva\" makes b1 reacts w1 w2 w4 w10",
    N_("# Number the cards as you like, each kind from 1 on, and write the numbers on your list or stickers."),
    N_("# `fuda pack check` then says whether the deck fits together as the rulebook states."),
    NULL,
};

static void add_needfire(const struct context *context, struct text *t)
{
    text_printf(t, "\n%s\n", say(context, N_("# Humans.")));
    for (int i = 1; i <= 26; i++)
        text_printf(t, "#human %d makes    reacts\n", i);
    text_printf(t, "\n%s\n", say(context, N_("# Fires.")));
    for (int i = 1; i <= 26; i++)
        text_printf(t, "#fire %d makes\n", i);
    text_printf(t, "\n%s\n", say(context, N_("# How an element is printed; may be left out.")));
    for (int i = 0; i < 26; i++)
        text_printf(t, "#rune %c%d \"\"\n", i < 13 ? 'b' : 'w', i % 13 + 1);
}

/* ---- Tezumashi --------------------------------------------------------------------------- */

static const char *const tezumashi_head[] = {
    N_("# Tezumashi: tables, minus cards and abilities. Take the # off a row once you have filled it in."),
    N_("# What is missing is named when it is needed; points follow as soon as it is entered here."),
    "",
    N_("# Tables, by the number printed on each: NUMBER OF TRICKS=POINTS. 4+=-2 means four tricks and more:"),
    "#   table 7 0=5 1=3 2=1 3=0 4+=-2",
    "#table 1",
    "#table 2",
    "#table 3",
    "#table 4",
    "#table 5",
    "#table 6",
    "#table 7",
    "#table 8",
    "",
    N_("# Minus cards, one a suit (b butterfly, u umbrella, w water, r ring): points for each card of the suit"),
    N_("# that is taken (card=-1), for each trick with one in it (trick=-1), or `table`: the table counts."),
    "#minuscard b table",
    "#minuscard u table",
    "#minuscard w table",
    "#minuscard r table",
    "",
    N_("# Abilities: a short name without spaces, the printed one in \"quotes\", what it does, how often:"),
    N_("# number=10 (counts as 10) · add=2 (counts 2 more) · valid (the trump takes effect) · skip (no card is"),
    N_("# played) · free (need not follow) · win (wins the trick); several may stand together. uses=3: three times."),
    "#   ability donba \"呑馬術\" add=2 uses=3",
    "#ability",
    NULL,
};

/* ---- Materia ----------------------------------------------------------------------------- */

static const char *const materia_head[] = {
    N_("# Materia: ghosts, shells and events. Take the # off a row once you have filled it in, and copy it."),
    N_("# body and mind: the value at each face of the die, 1 to 6. points: what the ghost is worth."),
    N_("# A number from 1 to 100 in front of the name is that of the card's sticker; it may be left out:"),
    "#   ghost 57 \"Sakura\" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3",
    N_("# Once a ghost is listed, a name that is not is taken for a slip of the pen, unless there is this row:"),
    "#others",
    "",
    N_("# Ghosts."),
    "#ghost \"\" body=,,,,, mind=,,,,, points=",
    "",
    N_("# Shells."),
    "#shell \"\"",
    "",
    N_("# Events; `forced` stands behind one that takes effect when it is downloaded."),
    "#event \"\"",
    "#event \"\" forced",
    NULL,
};

static const struct template {
    const char *game;
    const char *const *head;
    void (*add)(const struct context *context, struct text *t);   /* rows by number; may be NULL */
} templates[] = {
    {"needfire", needfire_head, add_needfire},
    {"tezumashi", tezumashi_head, NULL},
    {"materia", materia_head, NULL},
    {NULL, NULL, NULL},
};

bool pack_template(const struct context *context, struct text *t, const struct rulebook *book,
                   const char *name)
{
    const struct template *row = templates;
    while (row->game != NULL && strcmp(row->game, book->id) != 0)
        row++;
    if (row->game == NULL)
        return false;
    text_printf(t, "pack %s ", book->id);
    text_quoted(t, name);
    text_put(t, "\n");
    for (const char *const *line = row->head; *line != NULL; line++)
        text_printf(t, "%s\n", **line != '\0' ? say(context, *line) : "");
    if (row->add != NULL)
        row->add(context, t);
    return true;
}
