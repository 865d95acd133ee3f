/*
 * The faces of decks that are looked for: GAME.faces.png beside the user's packs, and over it what
 * the campaign keeps; see scanner.h.
 */
#include "cli/campaign/kept_faces.h"
#include "cli/deck/folder.h"
#include "scanner.h"

#include <string.h>
#include <strings.h>

bool scanner_faces_path(const struct rulebook *book, bool make, char *out, size_t size)
{
    char folder[PACK_PATH_MOST];
    if (!folder_path(folder, sizeof folder, make))
        return false;
    int length = snprintf(out, size, "%s/%s.faces.png", folder, book->id);
    return length > 0 && (size_t)length < size;
}

/* The cards that have to have a face before any of the game is looked for. */
static void add_needed(struct scanner_deck *deck, const struct rulebook *book)
{
    for (int i = 0; i < deck->count; i++) {
        const struct scanner_card *c = &deck->card[i];
        if (c->book == book && c->sticker.card >= 0 && !c->sticker.spare)
            text_printf(&deck->faces, "needs %s\n", c->code);
    }
}

static void add_sheet(struct scanner_deck *deck, const struct scanner_card *first,
    const struct kept_faces *kept)
{
    char path[PACK_PATH_MOST];
    struct text bytes = {0};
    const bool own = scanner_faces_path(first->book, false, path, sizeof path)
                     && file_read_whole(path, &bytes) && bytes.length > 0;
    if (own || kept_faces_count(kept, first->code) > 0)
        add_needed(deck, first->book);
    if (own) {
        text_printf(&deck->faces, "faces %zu\n", bytes.length);
        text_add(&deck->faces, bytes.at, bytes.length);
    }
    kept_faces_tell(kept, first->code, &deck->faces);
    text_clear(&bytes);
}

void scanner_deck_add_faces(struct scanner_deck *deck, const struct campaign *campaign)
{
    struct kept_faces kept = {.face = NULL};
    if (campaign != NULL)
        kept_faces_load(&kept, campaign);
    for (int i = 0; i < deck->count; i++)
        if (i == 0 || deck->card[i].book != deck->card[i - 1].book)
            add_sheet(deck, &deck->card[i], &kept);
    kept_faces_clear(&kept);
}

void scanner_tell_faceless(const struct scanner *scanner, const struct setting *setting)
{
    const struct scanner_card *first = &scanner->deck->card[scanner->faceless];
    const struct context *context = scanner->context;
    struct text card = {0};
    scanner_say(context, &card, first, setting);
    complain(context,
        N_("faces of {title} are not looked for before every card has one; {card} is missing "
           "first, {count} in all; `fuda pack enrol {game}` goes on"),
        "titt", "title", say(context, first->book->title), "count", (int64_t)scanner->lacking,
        "card", card.at, "game", first->book->id);
    text_clear(&card);
}

void scanner_brief(const struct context *context, const struct scanner_deck *deck, struct text *t)
{
    text_printf(t, "hello 1\nlanguage %s\n", context->japanese ? "ja" : "en");
    for (int i = 0; i < deck->count; i++)
        text_printf(t, "card %s %s\n", deck->card[i].code, deck->card[i].sticker.token);
}

/* ---- by name ----------------------------------------------------------------------------- */

int scanner_deck_named(const struct scanner_deck *deck, struct span word)
{
    char folded[NAME_MOST], token[NAME_MOST];
    size_t length = word.length <= NAME_MOST ? text_fold(word, folded) : 0;
    for (int i = 0; i < deck->count; i++) {
        const struct scanner_card *c = &deck->card[i];
        const size_t token_length =
            text_fold((struct span){c->sticker.token, strlen(c->sticker.token)}, token);
        const int read = c->book->card_read((struct span){folded, length});
        bool same = token_length == length && memcmp(token, folded, length) == 0;
        bool code = strlen(c->sticker.code) == word.length
                    && strncasecmp(c->sticker.code, word.at, word.length) == 0;
        if (same || code || (read >= 0 && c->sticker.card == read))
            return i;
    }
    return -1;
}
