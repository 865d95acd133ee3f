/* Stickers: every physical card has a code of its own that fits the smallest symbol, and comes back. */
#include "scanner/scanner.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

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
    assert_int_equal(made, why.text[0] == '\0');
    free(pack);
    return made ? deck->count : 0;
}

static void every_card_has_a_code_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; rulebooks[i] != NULL; i++) {
        struct deck deck;
        int count = has_labels(rulebooks[i], &deck, true);
        for (int n = 0; n < count; n++) {
            const char *payload = deck.label[n].payload;
            assert_true(strlen(payload) <= PAYLOAD_MOST && payload_ours(payload, strlen(payload)));
            assert_int_equal(deck_find(&deck, payload, strlen(payload)), n);
        }
        if (count > 0)
            deck_clear(&deck);
    }
}

/* What a sticker says is read as that card again. */
static void a_token_is_read_as_its_card(void **state)
{
    (void)state;
    for (int i = 0; rulebooks[i] != NULL; i++) {
        struct deck deck;
        int count = has_labels(rulebooks[i], &deck, true);
        for (int n = 0; n < count; n++) {
            const struct sticker *s = &deck.label[n].sticker;
            if (s->card >= 0 && rulebooks[i]->card_name == NULL)
                assert_int_equal(rulebooks[i]->card_read((struct span){s->token, strlen(s->token)}), s->card);
        }
        if (count > 0)
            deck_clear(&deck);
    }
}

static void the_boxes_hold_what_the_rulebooks_say(void **state)
{
    struct deck deck;
    (void)state;
    assert_int_equal(has_labels(&haratama_rulebook, &deck, false), 52 + 10);
    assert_int_equal(deck_find(&deck, "F/HT/K7", 7), 52 + 6);
    assert_string_equal(deck.label[58].sticker.token, "7");
    assert_string_equal(deck.label[58].sticker.name, "revelation");
    assert_string_equal(deck.label[deck_find(&deck, "F/HT/R13", 8)].sticker.token, "r13");
    deck_clear(&deck);
    assert_int_equal(has_labels(&needfire_rulebook, &deck, false), 52);
    deck_clear(&deck);
    assert_int_equal(has_labels(&hyakumonogatari_rulebook, &deck, false), 16);
    assert_string_equal(deck.label[deck_find(&deck, "F/HM/CA2", 8)].sticker.token, "candle");
    deck_clear(&deck);
    assert_int_equal(has_labels(&hyakumonogatari_rulebook, &deck, true), 14 * 9);
    deck_clear(&deck);
    assert_int_equal(has_labels(&tezumashi_rulebook, &deck, false), 48 + 8 + 4);
    assert_string_equal(deck.label[deck_find(&deck, "F/TZ/BT3", 8)].sticker.token, "bt");
    assert_string_equal(deck.label[deck_find(&deck, "F/TZ/T7", 7)].sticker.token, "7");
    assert_string_equal(deck.label[deck_find(&deck, "F/TZ/MU", 7)].sticker.token, "u");
    assert_string_equal(deck.label[deck_find(&deck, "F/TZ/MU", 7)].sticker.name, "umbrella minus card");
    deck_clear(&deck);
    assert_int_equal(has_labels(&materia_rulebook, &deck, false), 0);      /* a pack lists it */
}

static void foreign_codes_are_not_ours(void **state)
{
    static const char *const foreign[] = {"", "F/", "F/HT/", "F/XX/R13", "f/ht/r13", "HTTP://A.EXAMPLE/",
                                          "F/HT/R 3", "F/HT/R13456", "WIFI:S:HOME;;", "F-HT-R13"};
    (void)state;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        assert_false(payload_ours(foreign[i], strlen(foreign[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_has_a_code_of_its_own),
        cmocka_unit_test(a_token_is_read_as_its_card),
        cmocka_unit_test(the_boxes_hold_what_the_rulebooks_say),
        cmocka_unit_test(foreign_codes_are_not_ours),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    int count = (int)(sizeof tests / sizeof *tests);
    printf("%d passed, %d failed\n", count - failed, failed);
    return failed != 0;
}
