/*
 * What the program that sees is told before it begins: cards, cameras, and no passwords to others;
 * see scanner.h.
 */
#define _GNU_SOURCE /* memrchr */
#include "cli/camera/scanner.h"
#include "cli/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEVICES = 64 };

const char *const sight_words[SIGHT_KINDS] = {[SIGHT_CARD] = "card",
    [SIGHT_UNKNOWN] = "unknown",
    [SIGHT_GONE] = "gone",
    [SIGHT_BACK] = "back",
    [SIGHT_HIDDEN] = "hidden",
    [SIGHT_DOUBT] = "doubt",
    [SIGHT_FACE] = "face",
    [SIGHT_ASK] = "ask"};

/* ---- the deck ---------------------------------------------------------------------------- */

void scanner_deck_add(struct scanner_deck *deck, const struct rulebook *book, const void *pack)
{
    struct scanner_card card = {.book = book};
    for (unsigned n = 0; book->stickers != NULL && book->stickers->nth(pack, n, &card.sticker);
         n++) {
        snprintf(card.code, sizeof card.code, "F/%.2s/%.5s", book->stickers->game,
            card.sticker.code);
        deck->card = memory_row(deck->card, (size_t)deck->count, sizeof *deck->card);
        deck->card[deck->count++] = card;
    }
}

bool scanner_word(const char **at, char *out, size_t size)
{
    size_t length = strcspn(*at, " ");
    if (length == 0 || length >= size)
        return false;
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += length + ((*at)[length] == ' ');
    return true;
}

void scanner_deck_clear(struct scanner_deck *deck)
{
    free(deck->card);
    text_clear(&deck->faces);
    *deck = (struct scanner_deck){.card = NULL};
}

/* A name as people say it, without the quotes of a record. */
static void add_unquoted(struct text *t, const char *token)
{
    char name[TOKEN_MOST];
    size_t length = strlen(token);
    if (token[0] == '"' && length <= NAME_MOST)
        length = text_spell((struct span){token, length}, name);
    else
        memcpy(name, token, length);
    say_foreign(t, name, length);
}

void scanner_say(const struct context *context, struct text *t, const struct scanner_card *card,
    const struct setting *setting)
{
    const char *code = card->sticker.code, *number = code + strcspn(code, "0123456789");
    if (card->sticker.name != NULL)
        text_printf(t, "%s%s%s", say(context, card->sticker.name),
            context->japanese || *number == '\0' ? "" : " ", number);
    else if (card->sticker.card >= 0 && card->book->card_name == NULL)
        say_card(context, t, setting, card->sticker.card);
    else
        add_unquoted(t, card->sticker.token);
}

int scanner_deck_find(const struct scanner_deck *deck, const char *code)
{
    for (int i = 0; i < deck->count; i++)
        if (strcmp(deck->card[i].code, code) == 0)
            return i;
    return -1;
}

/* ---- names ------------------------------------------------------------------------------- */

bool scanner_is_camera(const char *name)
{
    struct stat status;
    return strncasecmp(name, "http://", 7) == 0 || strncasecmp(name, "https://", 8) == 0
           || strncmp(name, "/dev/video", 10) == 0
           || (stat(name, &status) == 0 && S_ISCHR(status.st_mode));
}

bool scanner_default(char *out, size_t size)
{
    const char *named = getenv("FUDA_CAMERA");
    if (named != NULL && named[0] != '\0') {
        snprintf(out, size, "%s", named);
        return strlen(named) < size;
    }
    for (int i = 0; i < DEVICES; i++) {
        snprintf(out, size, "/dev/video%d", i);
        if (access(out, F_OK) == 0)
            return true;
    }
    return false;
}

void scanner_not_opened(const struct context *context, const char *name)
{
    bool address = errno == ENOENT && name[0] != '/' && strchr(name, ':') != NULL;
    if (address)
        complain(context,
            N_("{file}: cannot open: {reason}; expected a file, or a camera's address that begins "
               "with http://"),
            "tt", "file", name, "reason", strerror(errno));
    else
        complain(context, N_("{file}: cannot open: {reason}"), "tt", "file", name, "reason",
            strerror(errno));
}

/* ---- passwords --------------------------------------------------------------------------- */

/* The password of http://NAME:PASSWORD@HOST/, or after NAME: if the word is a user; NULL: none. */
static char *password_in(char *word, bool user, size_t *length)
{
    char *scheme = strstr(word, "://");
    char *name = user ? word : scheme != NULL ? scheme + 3 : NULL;
    char *colon = name != NULL ? strchr(name, ':') : NULL;
    if (colon == NULL)
        return NULL;
    size_t host = strcspn(name, "/?#");
    char *at = user ? name + strlen(name) : memrchr(name, '@', host);
    if (at == NULL || colon > at)
        return NULL;
    *length = (size_t)(at - colon - 1);
    return colon + 1;
}

static char *find_password(char **argv, int i, size_t *length)
{
    static const char flag[] = "--user=";
    bool behind = i > 0 && strcmp(argv[i - 1], "--user") == 0;
    if (strncmp(argv[i], flag, sizeof flag - 1) == 0)
        return password_in(argv[i] + sizeof flag - 1, true, length);
    return password_in(argv[i], behind, length);
}

char **scanner_hide_passwords(int argc, char **argv)
{
    size_t length, letters = 0, words = ((size_t)argc + 1) * sizeof *argv;
    bool any = false;
    for (int i = 0; i < argc; i++) {
        any |= i > 0 && find_password(argv, i, &length) != NULL;
        letters += strlen(argv[i]) + 1;
    }
    if (!any)
        return argv;
    char **copy = memory_get(words + letters);
    char *at = (char *)copy + words;
    for (int i = 0; i < argc; i++) {
        copy[i] = at;
        at = stpcpy(at, argv[i]) + 1;
    }
    for (int i = 1; i < argc; i++) {
        char *password = find_password(argv, i, &length);
        if (password != NULL)
            memset(password, '*', length);
    }
    return copy;
}
