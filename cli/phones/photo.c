/* A photograph that a phone sent; see photo.h. */
#define _GNU_SOURCE /* memfd_create */
#include "photo.h"
#include "laid_json.h"
#include "cli/camera/unread.h"
#include "table_json.h"

#include <jansson.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- how large it is --------------------------------------------------------------------- */

static int two_bytes(const unsigned char *at) { return at[0] << 8 | at[1]; }

/* ISO/IEC 15948: the header is the first chunk. */
static bool png_size(const unsigned char *bytes, size_t count, int *width, int *height)
{
    if (count < 24 || memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) != 0)
        return false;
    *width = two_bytes(bytes + 18);
    *height = two_bytes(bytes + 22);
    return two_bytes(bytes + 16) == 0 && two_bytes(bytes + 20) == 0;
}

/* ITU-T T.81, B.2.2: segment by segment, up to a start of frame. */
static bool jpeg_size(const unsigned char *bytes, size_t count, int *width, int *height)
{
    if (count < 4 || bytes[0] != 0xFF || bytes[1] != 0xD8)
        return false;
    for (size_t at = 2; at + 9 < count && bytes[at] == 0xFF;
         at += 2 + (size_t)two_bytes(bytes + at + 2)) {
        const int marker = bytes[at + 1];
        if (marker < 0xC0 || marker > 0xCF || marker == 0xC4 || marker == 0xC8 || marker == 0xCC)
            continue;
        *height = two_bytes(bytes + at + 5);
        *width = two_bytes(bytes + at + 7);
        return true;
    }
    return false;
}

/* The size that a JPEG or PNG gives for itself; false: it gives none. */
static bool read_size(const unsigned char *bytes, size_t count, int *width, int *height)
{
    *width = *height = 0;
    return png_size(bytes, count, width, height) || jpeg_size(bytes, count, width, height);
}

/* ---- reading it -------------------------------------------------------------------------- */

/* A file without a name that holds the bytes. */
static int file_of(const char *bytes, size_t count)
{
    int file = memfd_create("photograph", MFD_CLOEXEC);
    for (size_t at = 0; file >= 0 && at < count;) {
        ssize_t put = write(file, bytes + at, count - at);
        if (put <= 0) {
            close(file);
            return -1;
        }
        at += (size_t)put;
    }
    return file;
}

bool photo_begin(struct photo *p, const struct open_view *view, const struct campaign *campaign,
    const struct record *own, const char *bytes, size_t count)
{
    char name[32];
    const int file = file_of(bytes, count);
    p->view = view;
    p->late = false;
    read_size((const unsigned char *)bytes, count, &p->width, &p->height);
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    if (own->begun) {
        scanner_deck_add(&p->deck, own->setting.book, own->setting.pack);
        scanner_deck_add_faces(&p->deck, campaign);
    }
    p->reads = file >= 0 && p->deck.count > 0
               && scanner_open_picture(&p->scanner, &view->context[TONGUE_ENGLISH], &p->deck, name);
    if (file >= 0)
        close(file);
    if (!p->reads)
        scanner_deck_clear(&p->deck);
    else {
        p->cards = json_array();
        p->asked = json_array();
    }
    return p->reads;
}

void photo_end(struct photo *p)
{
    if (!p->reads)
        return;
    scanner_close(&p->scanner);
    scanner_deck_clear(&p->deck);
    json_decref(p->cards);
    json_decref(p->asked);
    p->cards = p->asked = NULL;
    p->reads = false;
}

/* ---- what was found ---------------------------------------------------------------------- */

static json_t *card_json(const struct photo *p, const struct scanner_card *card)
{
    json_t *both = json_object();
    for (int i = 0; i < TONGUES; i++) {
        struct text name = {0};
        scanner_say(&p->view->context[i], &name, card, &p->view->session[i].record.setting);
        json_object_set_new(both, tongue_names[i], json_string(name.at));
        text_clear(&name);
    }
    return both;
}

/* Where it lies, behind what it is. */
static json_t *with_place(json_t *what, const struct glimpse *sight)
{
    json_t *x = json_array(), *y = json_array();
    for (int i = 0; i < 4; i++) {
        json_array_append_new(x, json_integer((json_int_t)sight->corner[i][0]));
        json_array_append_new(y, json_integer((json_int_t)sight->corner[i][1]));
    }
    json_object_set_new(what, "x", x);
    json_object_set_new(what, "y", y);
    return what;
}

static void add_sight(struct photo *p, const struct glimpse *sight)
{
    const struct scanner_card *card = &p->deck.card[sight->card];
    if (sight->kind != SIGHT_ASK) {
        json_t *one = json_pack("{ss so}", "card", card->sticker.token, "text", card_json(p, card));
        json_array_append_new(p->cards, with_place(one, sight));
        return;
    }
    json_t *likely = json_pack("[s]", card->sticker.token);
    if (sight->other >= 0 && sight->other != sight->card)
        json_array_append_new(likely, json_string(p->deck.card[sight->other].sticker.token));
    json_array_append_new(p->asked, with_place(json_pack("{so}", "likely", likely), sight));
}

/*
 * Each card of the game once, so that another one can be chosen:
 * {"token":"r9","en":"r9","ja":"赤9","suit":"r","rank":9}
 */
static json_t *deck_json(const struct photo *p)
{
    json_t *list = json_array();
    for (int i = 0; i < p->deck.count; i++) {
        const struct scanner_card *card = &p->deck.card[i];
        const char *token = card->sticker.token;
        const size_t letters = strcspn(token, "0123456789");
        if (card->sticker.spare || (i > 0 && strcmp(token, p->deck.card[i - 1].sticker.token) == 0))
            continue;
        if (card->book->pack_suit != NULL) {
            json_array_append_new(list,
                drawn_card(&p->view->session[0].record.setting, card->sticker.card, token));
            continue;
        }
        json_t *one = card_json(p, card);
        json_object_set_new(one, "token", json_string(token));
        json_object_set_new(one, "suit", json_stringn(token, letters));
        json_object_set_new(one, "rank",
            token[letters] != '\0' ? json_integer(strtol(token + letters, NULL, 10)) : json_null());
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *words_json(const struct photo *p, enum tongue tongue)
{
    struct text words = {0};
    json_t *list = json_array();
    unread_say(&p->view->context[tongue], p->scanner.unread, &words);
    for (const char *at = words.length > 0 ? words.at : ""; *at != '\0';) {
        const size_t length = strcspn(at, "\n");
        json_array_append_new(list, json_stringn(at, length));
        at += length + (at[length] == '\n');
    }
    if (p->late)
        json_array_append_new(list, json_string(say(&p->view->context[tongue],
                                        N_("There was no time to look at all of the picture."))));
    text_clear(&words);
    return list;
}

static json_t *found_json(struct photo *p)
{
    return json_pack("{ss si si sO so sO so so}", "id", p->id, "width", p->width, "height",
        p->height, "cards", p->cards, "deck", deck_json(p), "unread", p->asked,
        tongue_names[TONGUE_ENGLISH], words_json(p, TONGUE_ENGLISH), tongue_names[TONGUE_JAPANESE],
        words_json(p, TONGUE_JAPANESE));
}

json_t *photo_not_read(const struct open_view *view, const char *id, const char *text)
{
    json_t *both = table_json_text(view, text);
    json_t *value = json_pack("{ss s[] s[] s[O] s[O]}", "id", id, "cards", "unread",
        tongue_names[TONGUE_ENGLISH], json_object_get(both, tongue_names[TONGUE_ENGLISH]),
        tongue_names[TONGUE_JAPANESE], json_object_get(both, tongue_names[TONGUE_JAPANESE]));
    json_decref(both);
    return value;
}

/*
 * Is it a card? Stickers that a record writes as a number or a name are no cards, although they may
 * lie among them.
 */
static bool is_card(const struct photo *p, const struct glimpse *sight)
{
    return (sight->kind == SIGHT_CARD || sight->kind == SIGHT_FACE || sight->kind == SIGHT_ASK)
           && sight->card >= 0 && p->deck.card[sight->card].sticker.card >= 0;
}

json_t *photo_found(struct photo *p)
{
    struct glimpse sight;
    json_t *value = NULL;
    while (p->reads && value == NULL)
        switch (scanner_next(&p->scanner, 0, &sight)) {
        case SCANNER_NOTHING: return NULL;
        case SCANNER_SIGHT:
            if (is_card(p, &sight))
                add_sight(p, &sight);
            break;
        case SCANNER_LATE: p->late = true; break;
        case SCANNER_END: value = found_json(p); break;
        case SCANNER_LOST:
            value = photo_not_read(p->view, p->id,
                N_("This is not a picture that can be read; expected a JPEG or PNG."));
            break;
        case SCANNER_FACELESS:
        case SCANNER_TIE:
        case SCANNER_AIM:
        case SCANNER_VIEW:
        case SCANNER_SEES:
        case SCANNER_SEEN:
        case SCANNER_ALIVE:
        case SCANNER_BACK: break;
        }
    photo_end(p);
    return value;
}
