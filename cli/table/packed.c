/* A game by its pack's name: found, or from what the table says of it once; see table_prompt.h. */
#define _XOPEN_SOURCE 700
#include "cli/deck/stored.h"
#include "core/text.h"
#include "core/verbs.h"
#include "table_prompt.h"

#include <stdlib.h>
#include <string.h>

/* ---- found ------------------------------------------------------------------------------- */

static bool is_found(struct table *t, const char *name)
{
    struct packs packs = {.context = t->context,
        .wrong = t->session.packs.wrong,
        .user = t->session.packs.user};
    const struct pack *pack = packs_look_game(&packs, (struct span){name, strlen(name)});
    if (pack != NULL) { /* of a file named by its path, as the pack in it calls it */
        char called[NAME_MOST + 1];
        snprintf(called, sizeof called, "%.*s", (int)pack->name_length, pack->name);
        pack_text_as(pack, called[0] != '\0' ? called : pack->asked, &t->packed);
    }
    packs_end(&packs);
    return t->packed.length > 0;
}

struct seeking {
    struct table *table;
    const char *name;
};

/* What the newest record of that game was played by is visited last. */
static bool take_played(void *user, const struct store_use *use)
{
    struct seeking *s = user;
    char *text = NULL;
    if (!text_same(span_of(use->game), span_of(s->name))
        || !text_same(span_of(use->name), span_of(s->name)))
        return true;
    if (store_deck_get(s->table->campaign.store, use->hash, &text) == STORAGE_OK) {
        s->table->packed.length = 0;
        text_put(&s->table->packed, text);
    }
    free(text);
    return true;
}

/* ---- asked ------------------------------------------------------------------------------- */

/* Does it begin as one of these words does, by its first letter? */
static bool begins_any(const char *text, const char *words)
{
    for (const char *at = words; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " ")) {
        const size_t letter = (unsigned char)*at < 0x80 ? 1 : 3;
        if (strncmp(text, at, letter) == 0)
            return true;
    }
    return false;
}

/* A row of a pack in Japanese: 勝ち 少ない. */
static void put_japanese(const struct rulebook *book, const char *row, size_t length,
    struct text *out)
{
    const size_t word = strcspn(row, " ");
    const struct verb *verb = book->deck->rows;
    while (verb->name != NULL && (strlen(verb->name) != word || memcmp(verb->name, row, word) != 0))
        verb++;
    const struct span value = {row + word + 1, length - word - 1};
    const int choice = verb->words != NULL ? keyword_find(verb->words, value) : -1;
    const struct span shown = choice >= 0 ? keyword_japanese(verb->words, choice) : value;
    text_printf(out, "%s %.*s", verb->ja, (int)shown.length, shown.at);
}

/* The rows in one line: "wins low, until 50". */
static void put_rows(const struct context *context, const struct rulebook *book, const char *rows,
    struct text *out)
{
    for (size_t length; (length = strcspn(rows, "\n")) > 0; rows += length + 1) {
        if (out->length > 0)
            say_comma(context, out);
        if (context->japanese)
            put_japanese(book, rows, length, out);
        else
            text_add(out, rows, length);
    }
}

/* Reads `500`, `10 rounds` or a word that says neither into a row; false: none of these. */
static bool read_ending(const char *answer, struct text *row)
{
    char folded[NAME_MOST + 1] = "", digits[12];
    if (strlen(answer) > NAME_MOST)
        return false;
    folded[text_fold((struct span){answer, strlen(answer)}, folded)] = '\0';
    const char *at = folded + strspn(folded, " \t");
    const size_t length = strspn(at, "-0123456789");
    int32_t number = 0;
    const char *behind = at + length + strspn(at + length, " \t");
    row->length = 0;
    if (length == 0)
        return strncmp(at, "end", 3) == 0 || strncmp(at, "no", 2) == 0
               || strncmp(at, "な", strlen("な")) == 0 || strncmp(at, "打", strlen("打")) == 0;
    if (length >= sizeof digits || !number_read((struct span){at, length}, &number))
        return false;
    const bool rounds = begins_any(behind, "rounds hands deals games 回 ラ 局 ゲ ホ"),
               points = begins_any(behind, "points 点");
    if ((!rounds && !points && *behind != '\0') || (rounds && (number < 1 || number > 256)))
        return false;
    text_printf(row, "%s %ld\n", rounds ? "rounds" : "until", (long)number);
    return true;
}

static bool read_wins(const char *answer, struct text *row)
{
    char folded[NAME_MOST + 1] = "";
    if (strlen(answer) > NAME_MOST)
        return false;
    folded[text_fold((struct span){answer, strlen(answer)}, folded)] = '\0';
    const char *at = folded + strspn(folded, " \t");
    const bool low = *at == 'l' || strncmp(at, "少", strlen("少")) == 0,
               high = *at == 'h' || strncmp(at, "多", strlen("多")) == 0;
    row->length = 0;
    text_printf(row, "wins %s\n", low ? "low" : "high");
    return low || high;
}

/* Asks until the answer reads; the row it stands for goes to the pack. False: nobody answers. */
static bool ask_row(struct table *t, const struct first_question *q,
    bool (*read)(const char *answer, struct text *row))
{
    struct text row = {0};
    char *answer;
    bool good = false;
    while (!good && (answer = first_ask(t, q)) != NULL) {
        good = read(answer, &row);
        if (!good)
            complain(t->context, N_("“{found}” does not answer that; {help}"), "tt", "found",
                answer, "help", say(t->context, q->help));
        free(answer);
    }
    text_add(&t->packed, row.length > 0 ? row.at : "", row.length);
    text_clear(&row);
    return good;
}

static bool is_told(struct table *t, const struct rulebook *book, const char *name)
{
    struct text line = {0};
    const struct first_question wins = {.asks = say(t->context,
                                            N_("There is no pack of that name, so it is kept by "
                                               "its scores. Who wins, high or low?")),
        .otherwise = say(t->context, N_("high")),
        .help = N_(
            "high: the most points win; low: the fewest. RETURN takes what stands in brackets.")};
    const struct first_question ending = {.asks = say(t->context, N_("When does it end?")),
        .otherwise = say(t->context, N_("end")),
        .help = N_("a number of points to reach, such as 500; a number of rounds, such as 10 "
                   "rounds; or end: when `end` is entered.")};
    pack_add_heading(&t->packed, book, name);
    if (!ask_row(t, &wins, read_wins) || !ask_row(t, &ending, read_ending))
        return false;
    put_rows(t->context, book, strchr(t->packed.at, '\n') + 1, &line);
    struct text words = {0};
    say_with(t->context, &words,
        N_("{game} is kept by its scores ({rows}), and from now on in this campaign; a line a "
           "round, clockwise. `fuda pack new score` writes a pack that says more."),
        "tt", "game", name, "rows", line.at);
    table_say(t, words.at);
    text_clear(&words);
    text_clear(&line);
    return true;
}

/* Is it meant for the name of a game that there is? Then it was said. */
static bool is_misspelt(const struct table *t, const char *name)
{
    struct guess near = {.word = {name, strlen(name)}, .far = 4};
    for (int i = 0; rulebooks[i] != NULL; i++)
        guess_known(&near, rulebooks[i]->id);
    if (near.name != NULL)
        game_named(t->context, name);
    return near.name != NULL;
}

/* The pack of a game whose name is like this one lies in t->packed then. False: there is none. */
static bool find_near(struct table *t, struct span name, struct text *near)
{
    bool found = false;
    for (const struct rulebook *book = rulebook_of_packs(NULL); book != NULL && !found;
         book = rulebook_of_packs(book))
        found = packs_near(NULL, book, name, near) && is_found(t, near->at);
    return found;
}

/*
 * Is the pack meant whose name is like this one? RETURN takes it, and the name once more begins a
 * game by its scores. Nothing else does: lines that come by a pipe are no answers to that.
 */
static bool is_told_or_near(struct table *t, const struct rulebook *book, const char *name)
{
    struct text near = {0}, asks = {0};
    char *answer = NULL;
    bool again = !find_near(t, (struct span){name, strlen(name)}, &near), meant = false;
    say_with(t->context, &asks, N_("There is no pack “{game}”, but one is called “{near}”. Which?"),
        "tt", "game", name, "near", near.length > 0 ? near.at : "");
    const struct first_question q = {.asks = asks.at,
        .otherwise = near.at,
        .help = N_("RETURN plays what stands in brackets; the name as it was, once more, begins a "
                   "game kept by its scores.")};
    while (!again && !meant && ((answer = first_ask(t, &q)) != NULL || !t->terminal)) {
        meant = answer != NULL && text_same(span_of(answer), span_of(near.at));
        again = answer != NULL && text_same(span_of(answer), span_of(name));
        free(answer);
        if (!meant && !again)
            complain(t->context,
                N_("no pack is called “{found}”; did you mean “{near}”? Expected a line with that, "
                   "or with “{found}” once more for a game by its scores"),
                "tt", "found", name, "near", near.at);
        if (!meant && !again && !t->terminal) {
            t->left = false; /* it is said what was wrong */
            break;
        }
    }
    if (!meant)
        text_clear(&t->packed);
    text_clear(&near);
    text_clear(&asks);
    return meant || (again && is_told(t, book, name));
}

bool packed_find(struct table *t, const char *name)
{
    const struct rulebook *book = rulebook_of_packs(NULL);
    struct seeking seeking = {t, name};
    const struct span spelled = {name, strlen(name)};
    text_clear(&t->packed);
    if (book == NULL || spelled.length > NAME_MOST || !text_is_clean(spelled)
        || !text_is_seen(spelled)) {
        game_named(t->context, name);
        return false;
    }
    if (is_found(t, name))
        return true;
    store_decks_each(t->campaign.store, &t->campaign.id, NULL, take_played, &seeking);
    if (t->packed.length > 0)
        return true;
    const bool told = !is_misspelt(t, name) && is_told_or_near(t, book, name);
    if (t->left && !t->terminal) { /* a pipe that says nothing of it meant no new game */
        game_named(t->context, name);
        t->left = false;
    }
    return told;
}

/* `pack score "NAME"`, as it begins. */
void packed_name(const struct table *t, char out[NAME_MOST + 1])
{
    const char *at = t->packed.length > 0 ? strchr(t->packed.at, '"') : NULL,
               *end = at != NULL ? strchr(at, '\n') : NULL;
    const struct span written = {at, end != NULL ? (size_t)(end - at) : 0};
    out[written.length > 0 ? text_spell(written, out) : 0] = '\0';
}

void packed_of_record(struct table *t)
{
    const struct record *r = &t->session.record;
    if (t->packed.length > 0 || r->setting.book == NULL || !rulebook_is_packs(r->setting.book))
        return;
    const char *name = game_called(&r->setting);
    struct packs *packs = &t->session.packs;
    const struct pack *pack = pack_of(packs->kept, NULL, r->setting.book,
        (struct span){name, strlen(name)}, true);
    if (pack != NULL)
        pack_text_as(pack, name, &t->packed);
}

char *packed_ask_name(struct table *t)
{
    const struct first_question q = {.asks = say(t->context, N_("What is the game called?")),
        .offer = first_offer_packs,
        .help = N_("Its name, such as Skull King; if there is a pack of that name, it is used.")};
    return first_ask(t, &q);
}
