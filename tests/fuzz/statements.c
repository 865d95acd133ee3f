/*
 * Statements made of choices: a game, players, then cards that may be played, what is asked
 * answered, and any verb with arguments of the kinds that it takes. Each byte is a choice, so that
 * nearly all that is tried can be read, and much of it is lawful.
 */
#include "fuzz.h"
#include "play.h"

#include <stdlib.h>
#include <string.h>

const char *const fuzz_also = NULL;

struct choices {
    const uint8_t *at, *end;
};

/* 0 to below - 1; 0 when there are no more. */
static unsigned choose(struct choices *c, unsigned below)
{
    return c->at < c->end && below > 0 ? *c->at++ % below : 0;
}

static const char *const names[] = {"Aki", "Bo", "Chie", "Dai", "\"Mio B\"", "葵"};

static void put_card(struct choices *c, const struct record *r, struct text *out)
{
    const struct knowledge_part *known = r->setting.book->knowledge;
    const int seat = known != NULL && known->legal != NULL ? known->turn(r->state, &r->setting)
                                                           : -1;
    const struct cardset legal = seat >= 0 ? known->legal(r->state, &r->setting, seat)
                                           : (struct cardset){{0, 0}};
    const unsigned first = choose(c, 128), any = choose(c, 4);
    char text[NAME_MOST];
    struct sticker sticker;
    for (unsigned i = 0; i < 128; i++)
        if (cards_hold(&legal, (int)((first + i) % 128)) && any != 0) {
            const struct value value = {.kind = VALUE_CARD, .number = (int)((first + i) % 128)};
            text_add(out, text, value_write(&value, &r->setting, text));
            return;
        }
    if (r->setting.book->stickers != NULL
        && r->setting.book->stickers->nth(r->pack, first, &sticker))
        text_put(out, sticker.token);
    else
        text_put(out, "?");
}

static void put_word(struct choices *c, const char *words, struct text *out)
{
    const char *at = words;
    for (unsigned n = choose(c, 4); n > 0 && strchr(at, ' ') != NULL; n--)
        at = strchr(at, ' ') + 1;
    text_add(out, at, strcspn(at, " /"));
}

static void put_argument(struct choices *c, const struct record *r, const struct verb *verb,
    struct text *out)
{
    static const char *const texts[] = {"newmoon", "body=1,2,3,4,5,6", "\"A shell\"", "7", "u",
        "donba", "mind=2,2,3,3,4,4"};
    const unsigned kinds[] = {ARGUMENT_WORD, ARGUMENT_CARD, ARGUMENT_UNSEEN, ARGUMENT_NUMBER,
        ARGUMENT_SEAT, ARGUMENT_SEAT_NUMBER, ARGUMENT_CARD_NUMBER, ARGUMENT_PAIR, ARGUMENT_TEXT};
    const unsigned first = choose(c, 9), seat = choose(c, r->seats.count > 0 ? r->seats.count : 1);
    unsigned kind = 0;
    for (unsigned i = 0; i < 9 && kind == 0; i++)
        kind = verb->takes & kinds[(first + i) % 9];
    text_put(out, " ");
    if (kind == ARGUMENT_WORD && verb->words != NULL)
        put_word(c, verb->words, out);
    else if (kind == ARGUMENT_CARD)
        put_card(c, r, out);
    else if (kind == ARGUMENT_UNSEEN)
        text_put(out, "?");
    else if (kind == ARGUMENT_NUMBER)
        text_number(out, (long)choose(c, 15));
    else if (kind == ARGUMENT_SEAT)
        text_put(out, names[seat]);
    else if (kind == ARGUMENT_SEAT_NUMBER)
        text_printf(out, "%s=%u", names[seat], choose(c, 16));
    else if (kind == ARGUMENT_CARD_NUMBER) {
        put_card(c, r, out);
        text_printf(out, "=%u", choose(c, 6));
    } else
        text_put(out, texts[choose(c, 7)]);
}

static void put_statement(struct choices *c, const struct record *r, struct text *out)
{
    const struct verb *verbs = r->setting.book->verbs;
    unsigned count = 1;
    while (verbs[count].name != NULL)
        count++;
    const struct verb *verb = &verbs[choose(c, count)];
    const unsigned many = choose(c, 5), most = verb->most < 14 ? verb->most : 14;
    if (verb->seat != SEAT_NONE && (verb->seat == SEAT_MUST || choose(c, 2) == 0))
        text_printf(out, "%s: ", names[choose(c, r->seats.count > 0 ? r->seats.count : 1)]);
    text_put(out, verb->name);
    for (unsigned i = 0; i < most && (i < verb->least || i < many); i++)
        put_argument(c, r, verb, out);
    if (choose(c, 8) == 7)
        text_put(out, " !");
}

/* What the table waits for, by its own example of an answer. */
static void put_answer(struct choices *c, const struct record *r, struct text *out)
{
    struct ask ask;
    if (!record_asks(r, &ask) || ask.ways == 0) {
        put_statement(c, r, out);
        return;
    }
    const struct question *q = ask.way[choose(c, ask.ways)];
    for (int i = 0; i < ANSWER_PARTS && q->part[i].kind != PART_NONE; i++) {
        const struct answer_part *part = &q->part[i];
        unsigned count = part->kind == PART_COUNTS ? r->seats.count : part->least + choose(c, 2);
        if (count > part->most && part->kind != PART_COUNTS)
            count = part->most;
        for (unsigned k = 0; k < count; k++) {
            text_put(out, " ");
            if (part->kind == PART_SEAT)
                text_put(out, names[choose(c, r->seats.count)]);
            else if (part->kind == PART_CARDS)
                put_card(c, r, out);
            else if (part->kind == PART_CHOICE)
                put_word(c, part->words, out);
            else if (part->kind == PART_NAMES && ask.names > 0) {
                const struct span name = ask.name[choose(c, ask.names)];
                text_add(out, name.at, name.length);
            } else if (part->kind == PART_PAIRS)
                text_put(out, "candle=4");
            else
                text_number(out, (long)choose(c, 14));
        }
    }
}

/* A deck as its owner entered it, for each game that has one. */
static const char *deck_of(unsigned game)
{
    static const char *const decks[][2] = {
        {"needfire", "pack needfire \"Own\"\nhuman 1 makes b1 reacts w1 w2 w4 w10\n"
                     "human 2 makes b2 reacts w2 w3 w5 w11\nhuman 3 makes b3 reacts w3 w4 w6 w12\n"
                     "human 14 makes w1 reacts b1 b2 b4 b10\nfire 1 makes b1\nfire 2 makes "
                     "b2\nfire 14 makes w1\n"},
        {"tezumashi",
            "pack tezumashi \"Own\"\ntable 7 0=5 1=3 2=1 3=0 4+=-2\ntable 1 0=0 1=1 2=2 3=3 4+=4\n"
            "ability donba \"A trick\" add=2 uses=3\nability sand skip win\nability ten number=10\n"
            "minuscard u card=-1\nminuscard b trick=-1\nminuscard w table\n"},
        {"materia",
            "pack materia \"Own\"\nghost 1 \"Sakura\" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3\n"
            "ghost 2 Unyuu body=2,2,3,3,4,4 mind=1,1,2,2,3,3 points=2\nghost Kaze body=1,2,3,4,5,6 "
            "points=9\n"
            "shell \"A shell\"\nevent \"An event\"\n"},
    };
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++)
        if (strcmp(decks[i][0], rulebooks[game]->id) == 0)
            return decks[i][1];
    return NULL;
}

/* `house KEY=ANSWER`, of the game's own table. */
static void put_house(struct choices *c, const struct rulebook *book, struct text *out)
{
    unsigned count = 0, answers = 0;
    while (book->options[count].key != NULL)
        count++;
    const struct option *option = &book->options[choose(c, count)];
    while (option->answer[answers].word != NULL)
        answers++;
    const struct house_answer *answer = &option->answer[choose(c, answers)];
    text_printf(out, "; house %s=", option->key);
    if (answer->kind == ANSWER_IS_SEAT || answer->kind == ANSWER_IS_TEXT)
        text_put(out, names[choose(c, 3)]);
    else
        text_put(out, answer->word);
    if (answer->kind == ANSWER_IS_NUMBER)
        text_printf(out, ":%u", choose(c, 20));
}

static void begin_game(struct choices *c, struct play *p)
{
    const unsigned game = choose(c, 5), players = 1 + choose(c, 6), options = choose(c, 4);
    struct text line = {0};
    const char *deck = deck_of(game);
    play_begin(p, deck);
    text_printf(&line, "game %s; players", rulebooks[game]->id);
    for (unsigned i = 0; i < players; i++)
        text_printf(&line, " %s", names[i]);
    if (deck != NULL && choose(c, 2) != 0)
        text_put(&line, "; pack Own");
    play_line(p, line.at, true, false);
    for (unsigned i = 0; p->session.record.begun && i < options; i++) {
        text_add(&line, "", 0);
        line.length = 0;
        put_house(c, rulebooks[game], &line);
        play_line(p, line.at + 2, true, false);
    }
    text_clear(&line);
}

static bool one_choice(struct choices *c, struct play *p)
{
    struct text line = {0};
    const struct record *r = &p->session.record;
    const unsigned what = choose(c, 32);
    text_put(&line, "");
    if (what == 31)
        play_undo(p);
    else if (what == 30)
        play_redo(p);
    else if (what < 12)
        put_card(c, r, &line);
    else if (what < 22)
        put_answer(c, r, &line);
    else
        put_statement(c, r, &line);
    bool more = true;
    if (what == 29)
        play_mend(p, 1 + choose(c, 24), line.at, choose(c, 2));
    else if (what < 29)
        more = play_line(p, line.at, true, what % 2 != 0);
    text_clear(&line);
    return more;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choices c = {data, data + size};
    struct play *p = calloc(1, sizeof *p);
    if (p == NULL)
        abort();
    begin_game(&c, p);
    while (p->session.record.begun && c.at < c.end && one_choice(&c, p))
        ;
    play_end(p);
    free(p);
    return 0;
}
