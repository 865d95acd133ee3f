/* The cards that a command looks for; see catalogue.h. */
#include "catalogue.h"
#include "cli/campaign/open_campaign.h"
#include "cli/deck/folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void tell_wrong(void *user, const char *words)
{
    struct catalogue *c = user;
    complain(c->context, "{words}", "t", "words", words);
    c->broken = true;
}

static void add_built_in(struct catalogue *c, const struct rulebook *book)
{
    if (book->deck != NULL)
        rulebook_lay_deck(book, c->built_in);
    scanner_deck_add(&c->deck, book, book->deck != NULL ? c->built_in : NULL);
}

static bool add_pack(struct catalogue *c, const char *word)
{
    const struct pack *deck = packs_word(&c->packs, c->book, word);
    if (deck == NULL || c->broken)
        return false;
    c->book = deck->book;
    c->pack = deck->deck;
    scanner_deck_add(&c->deck, c->book, c->pack);
    return true;
}

static bool find_game(struct catalogue *c)
{
    const char *game = given_value(c->context, "game");
    if (game == NULL)
        return true;
    const struct span name = {game, strlen(game)};
    const struct pack *deck = game_find(name) == NULL ? packs_look_game(&c->packs, name) : NULL;
    c->book = deck != NULL ? deck->book : game_named(c->context, game);
    c->pack = deck != NULL ? deck->deck : NULL;
    return c->book != NULL && !c->broken;
}

/* Those of the campaign too, where there is one; false: the one that was named cannot be had. */
static bool add_faces(struct catalogue *c)
{
    char path[STORE_PATH_MOST], folder[PACK_PATH_MOST];
    struct campaign campaign;
    const struct context *context = c->context;
    const bool named = context->campaign != NULL || context->db != NULL;
    const bool any = named
                     || (folder_path(folder, sizeof folder, false) && store_path(context, path)
                         && access(path, F_OK) == 0);
    const bool open = any && campaign_open(&campaign, context, STORE_READ);
    scanner_deck_add_faces(&c->deck, open ? &campaign : NULL);
    if (open)
        campaign_close(&campaign);
    return open || !any;
}

bool catalogue_make(struct catalogue *c, const struct context *context)
{
    const char *pack = given_value(context, "pack");
    *c = (struct catalogue){.context = context, .built_in = memory_get(rulebook_room())};
    c->packs = (struct packs){.context = context, .wrong = tell_wrong, .user = c};
    if (!find_game(c))
        return false;
    bool good = true;
    if (pack != NULL)
        good = add_pack(c, pack);
    else if (c->pack != NULL)
        scanner_deck_add(&c->deck, c->book, c->pack);
    else
        for (int i = 0; rulebooks[i] != NULL; i++)
            if (c->book == NULL || c->book == rulebooks[i])
                add_built_in(c, rulebooks[i]);
    good = good && add_faces(c);
    if (good && c->book != NULL && c->deck.count == 0)
        return complain(context, N_("{game} has no deck of its own; expected --pack FILE"), "t",
            "game", catalogue_title(c, c->book));
    return good;
}

void catalogue_end(struct catalogue *c)
{
    scanner_deck_clear(&c->deck);
    packs_end(&c->packs);
    free(c->built_in);
}

struct setting catalogue_setting(const struct catalogue *c, int card)
{
    return (struct setting){.book = c->deck.card[card].book,
        .pack = c->pack != NULL ? c->pack : c->built_in};
}

const char *catalogue_title(const struct catalogue *c, const struct rulebook *book)
{
    return c->pack != NULL && rulebook_is_packs(book) ? book->deck->name(c->pack)
                                                      : say(c->context, book->title);
}

void catalogue_say(const struct catalogue *c, struct text *t, int card)
{
    const struct setting setting = catalogue_setting(c, card);
    scanner_say(c->context, t, &c->deck.card[card], &setting);
}
