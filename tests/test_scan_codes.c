/*
 * Stickers: every physical card has a code of its own that fits the smallest symbol, and comes
 * back.
 */
#include "named.h"
#include "scanner/scanner.h"

#include <assert.h>

/* A deck of a game as it is built in; NULL for a game whose rulebook lists it. */
static void *built_in(const struct rulebook *book)
{
    void *pack = book->deck != NULL ? calloc(1, book->deck->size) : NULL;
    if (pack != NULL)
        rulebook_lay_deck(book, pack);
    return pack;
}

static int has_labels(const struct rulebook *book, struct deck *deck, bool spare)
{
    struct why why = {""};
    void *pack = built_in(book);
    bool made = deck_make(deck, book, pack, spare, &why);
    CHECK_EQUAL(made, why.text[0] == '\0');
    free(pack);
    return made ? deck->count : 0;
}

static void every_card_has_a_code_of_its_own(void)
{
    for (int i = 0; rulebooks[i] != NULL; i++) {
        struct deck deck;
        int count = has_labels(rulebooks[i], &deck, true);
        for (int n = 0; n < count; n++) {
            const char *payload = deck.label[n].payload;
            CHECK(strlen(payload) <= PAYLOAD_MOST && payload_ours(payload, strlen(payload)));
            CHECK_EQUAL(deck_find(&deck, payload, strlen(payload)), n);
        }
        if (count > 0)
            deck_clear(&deck);
    }
}

/* What a sticker says is read as that card again. */
static void a_token_is_read_as_its_card(void)
{
    for (int i = 0; rulebooks[i] != NULL; i++) {
        struct deck deck;
        int count = has_labels(rulebooks[i], &deck, true);
        for (int n = 0; n < count; n++) {
            const struct sticker *s = &deck.label[n].sticker;
            if (s->card >= 0 && rulebooks[i]->card_name == NULL)
                CHECK_EQUAL(rulebooks[i]->card_read((struct span){s->token, strlen(s->token)}),
                    s->card);
        }
        if (count > 0)
            deck_clear(&deck);
    }
}

static void the_boxes_hold_what_the_rulebooks_say(void)
{
    struct deck deck;
    CHECK_EQUAL(has_labels(&haratama_rulebook, &deck, false), 52 + 10);
    CHECK_EQUAL(deck_find(&deck, "F/HT/K7", 7), 52 + 6);
    CHECK_TEXT(deck.label[58].sticker.token, "7");
    CHECK_TEXT(deck.label[58].sticker.name, "revelation");
    CHECK_TEXT(deck.label[deck_find(&deck, "F/HT/R13", 8)].sticker.token, "r13");
    deck_clear(&deck);
    CHECK_EQUAL(has_labels(&needfire_rulebook, &deck, false), 52);
    deck_clear(&deck);
    CHECK_EQUAL(has_labels(&hyakumonogatari_rulebook, &deck, false), 16);
    CHECK_TEXT(deck.label[deck_find(&deck, "F/HM/CA2", 8)].sticker.token, "candle");
    deck_clear(&deck);
    CHECK_EQUAL(has_labels(&hyakumonogatari_rulebook, &deck, true), 14 * 9);
    deck_clear(&deck);
    CHECK_EQUAL(has_labels(&tezumashi_rulebook, &deck, false), 48 + 8 + 4);
    CHECK_TEXT(deck.label[deck_find(&deck, "F/TZ/BT3", 8)].sticker.token, "bt");
    CHECK_TEXT(deck.label[deck_find(&deck, "F/TZ/T7", 7)].sticker.token, "7");
    CHECK_TEXT(deck.label[deck_find(&deck, "F/TZ/MU", 7)].sticker.token, "u");
    CHECK_TEXT(deck.label[deck_find(&deck, "F/TZ/MU", 7)].sticker.name, "umbrella minus card");
    deck_clear(&deck);
    CHECK_EQUAL(has_labels(&materia_rulebook, &deck, false), 0); /* a pack lists it */
}

static void foreign_codes_are_not_ours(void)
{
    static const char *const foreign[] = {"", "F/", "F/HT/", "F/XX/R13", "f/ht/r13",
        "HTTP://A.EXAMPLE/", "F/HT/R 3", "F/HT/R13456", "WIFI:S:HOME;;", "F-HT-R13"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        CHECK(!payload_ours(foreign[i], strlen(foreign[i])));
}

int main(void)
{
    static struct named_test tests[] = {
        NAMED(every_card_has_a_code_of_its_own),
        NAMED(a_token_is_read_as_its_card),
        NAMED(the_boxes_hold_what_the_rulebooks_say),
        NAMED(foreign_codes_are_not_ours),
    };
    run_named_tests(tests, sizeof tests / sizeof *tests);
    return finish();
}
