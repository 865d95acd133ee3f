/* The question that the table waits for, as JSON for phones; see question_json.h. */
#define _XOPEN_SOURCE 700
#include "question_json.h"
#include "laid_json.h"
#include "phone_words.h"
#include "tryout.h"
#include "cli/camera/scanner.h"
#include "cli/sheet/sheet.h"
#include "cli/table/table_prompt.h"
#include "core/verbs.h"

#include <jansson.h>
#include <string.h>

enum {
    LOW = -20,
    HIGH = 40,
    TOKENS_MOST = 24,
    NUMBERS_TRIED = 4,
    FIELD_NUMBERS = 6,
    THINGS_MOST = 100,
    PLACES_MOST = 12,
    COPIES_MOST = 4
};

static json_t *text_json(const struct text *t)
{
    return json_stringn(t->at != NULL ? t->at : "", t->length);
}

/* ---- words ------------------------------------------------------------------------------- */

/* A text of the question with its {names} filled in: {"en":…,"ja":…} */
static json_t *words_json(const struct answerable *a, const char *text)
{
    json_t *both = json_object();
    for (int i = 0; i < TONGUES; i++) {
        struct text words = {0};
        ask_words(&a->view->context[i], &a->view->session[i].record, &a->ask, a->ask.way[0],
            phone_says(text), &words);
        json_object_set_new(both, tongue_names[i], text_json(&words));
        text_clear(&words);
    }
    return both;
}

static json_t *spelled_json(const char *token, const char *english, const char *japanese)
{
    return json_pack("{ss ss ss}", "token", token, tongue_names[TONGUE_ENGLISH], english,
        tongue_names[TONGUE_JAPANESE], japanese);
}

/* ---- parts ------------------------------------------------------------------------------- */

/* The cards of the box. A game without stickers has suits and numbers. */
static struct cardset cards_of(const struct setting *setting)
{
    const struct rulebook *book = setting->book;
    struct cardset all = {{0}};
    struct sticker one;
    for (unsigned n = 0; book->stickers != NULL && book->stickers->nth(setting->pack, n, &one); n++)
        if (one.card >= 0 && one.card < CARDS_MOST)
            cards_add(&all, one.card);
    for (int card = 0; book->stickers == NULL && card < CARDS_MOST; card++) {
        char text[NAME_MOST], folded[NAME_MOST];
        const size_t length = card_write_by(setting, card, false, text);
        if (length > 0
            && card_read_by(setting,
                   (struct span){folded, text_fold((struct span){text, length}, folded)})
                   == card)
            cards_add(&all, card);
    }
    return all;
}

/* How many copies of the card there usually are. */
static int copies_of(const struct setting *setting, int card)
{
    const struct stickers_part *stickers = setting->book->stickers;
    int copies = 0;
    struct sticker one;
    for (unsigned n = 0; stickers != NULL && stickers->nth(setting->pack, n, &one); n++)
        copies += one.card == card && !one.spare;
    return copies;
}

/* Is it a card of the game? `text` gets its code. */
static bool card_exists(const struct answerable *a, int card, char text[NAME_MOST + 1])
{
    if (!cards_hold(&a->box, card))
        return false;
    text[card_write_by(a->setting, card, false, text)] = '\0';
    return true;
}

/*
 * Adds how many times the card may occur in the answer, and whether a place may be named with it.
 */
static void add_more(const struct answerable *a, const struct question *q, int part,
    const char *token, json_t *card, int *places)
{
    char with[2 * COPIES_MOST * (NAME_MOST + 1)];
    int copies = 1;
    size_t length = (size_t)snprintf(with, sizeof with, "%s", token);
    while (!q->ranks && copies < q->part[part].most && copies < COPIES_MOST) {
        length += (size_t)snprintf(with + length, sizeof with - length, " %s", token);
        if (!tryout_fits(a, q, part, with))
            break;
        copies++;
    }
    if (copies > 1)
        json_object_set_new(card, "copies", json_integer(copies));
    for (int place = 1; !q->ranks && place <= PLACES_MOST; place++) {
        snprintf(with, sizeof with, "%s@%d", token, place);
        if (!tryout_fits(a, q, part, with))
            break;
        json_object_set_new(card, "place", json_true());
        *places = place > *places ? place : *places;
    }
}

/*
 * The names of the suits, so that nobody has to tell them by colour: {"r":{"en":"red","ja":"赤"},…}
 */
static json_t *suits_json(const struct answerable *a)
{
    struct suit_look look;
    json_t *all = json_object();
    for (int suit = 0; suit_look(a->setting, suit, &look); suit++) {
        char letter[NAME_MOST + 1];
        letter[card_write_by(a->setting, suit * 16, false, letter)] = '\0';
        json_object_set_new(all, letter,
            json_pack("{ss ss}", tongue_names[TONGUE_ENGLISH], look.name,
                tongue_names[TONGUE_JAPANESE], look.ja));
    }
    for (const struct suit_paint *suit = layout_find(a->setting->book)->suits;
         suit != NULL && suit->suit != '\0'; suit++) {
        const char letter[2] = {suit->suit, '\0'};
        json_t *names = json_object();
        for (int i = 0; i < TONGUES; i++)
            json_object_set_new(names, tongue_names[i],
                json_string(say(&a->view->context[i], suit->name)));
        json_object_set_new(all, letter, names);
    }
    return all;
}

/*
 * Adds the cards that a part offers: for a play those that may be played, for others those with
 * which the record takes the answer, or all if there are none.
 */
static void add_cards(const struct answerable *a, const struct question *q, int part, json_t *out)
{
    const struct answer_part *p = &q->part[part];
    const struct knowledge_part *known = a->setting->book->knowledge;
    struct cardset fit = {{0}}, all = {{0}};
    char token[NAME_MOST + 1];
    int places = 0;
    if (q->ranks && part == 0 && known != NULL) {
        const int seat = a->ask.seat >= 0 ? a->ask.seat
                                          : known->turn(a->session->record.state, a->setting);
        fit = seat >= 0 ? known->legal(a->session->record.state, a->setting, seat) : fit;
    }
    for (int card = 0; !cards_any(&fit) && card < CARDS_MOST; card++)
        if (card_exists(a, card, token)
            && (p->set == 0 || cards_hold(&a->ask.set[p->set - 1], card)))
            cards_add(&all, card);
    for (int card = 0; card < CARDS_MOST; card++)
        if (cards_hold(&all, card) && card_exists(a, card, token) && tryout_fits(a, q, part, token))
            cards_add(&fit, card);
    const bool sure = cards_any(&fit);
    json_t *list = json_array();
    for (int card = 0; card < CARDS_MOST; card++) {
        if (!cards_hold(sure ? &fit : &all, card) || !card_exists(a, card, token))
            continue;
        json_t *one = drawn_card(a->setting, card, token);
        if (sure)
            add_more(a, q, part, token, one, &places);
        json_array_append_new(list, one);
    }
    json_object_set_new(out, "cards", list);
    json_object_set_new(out, "suits", suits_json(a));
    if (places > 0)
        json_object_set_new(out, "places", json_integer(places));
}

/* The choices of a part, from a text such as "hand/手札 discard/捨札". */
static json_t *choices_json(const struct answer_part *p)
{
    json_t *list = json_array();
    struct span word;
    const char *at = p->words;
    for (int i = 0; (word = keyword_name(p->words, i)).length > 0; i++) {
        const size_t group = strcspn(at, " "), first = strcspn(at, "/ ");
        char english[NAME_MOST + 1], japanese[NAME_MOST + 1];
        snprintf(english, sizeof english, "%.*s", (int)word.length, word.at);
        snprintf(japanese, sizeof japanese, "%.*s",
            (int)(first < group ? strcspn(at + first + 1, "/ ") : first),
            first < group ? at + first + 1 : at);
        json_array_append_new(list, spelled_json(english, english, japanese));
        at += group + strspn(at + group, " ");
    }
    return list;
}

/*
 * Between the least and the greatest number that the record takes; beside what else, is found with
 * a few of them. A count of which no bound was met is any number: none is told.
 */
static void add_range(const struct answerable *a, const struct question *q, int part, json_t *out)
{
    static const char *const usual[] = {"1", "2", "0", "3", "5"};
    int low = HIGH, high = LOW, with = q->part[part].kind == PART_COUNTS ? 0 : -1;
    for (size_t i = 0; with < 0 && i < sizeof usual / sizeof *usual; i++)
        with = tryout_fits_with(a, q, part, usual[i], 0, TRIED_MOST);
    for (int n = LOW; with >= 0 && n <= HIGH; n++) {
        char token[16];
        snprintf(token, sizeof token, "%d", n);
        if (tryout_fits_with(a, q, part, token, with, with) < 0)
            continue;
        low = n < low ? n : low;
        high = n;
    }
    const bool counts = q->part[part].kind == PART_COUNTS;
    if (counts && low > 0)
        low = 0;               /* the others' were nothing */
    if (counts && low >= high) /* what each may be hangs on the others' */
        return;
    if (!counts || low > LOW)
        json_object_set_new(out, "low", json_integer(low > high ? 0 : low));
    if (!counts || high < HIGH)
        json_object_set_new(out, "high", json_integer(low > high ? HIGH : high));
}

/*
 * The names with which the record takes the answer; if it takes none and a name is needed, all of
 * them.
 */
static json_t *names_json(const struct answerable *a, const struct question *q, int part)
{
    json_t *fit = json_array(), *all = json_array();
    char token[NAME_MOST + 3];
    for (int i = 0; i < a->ask.names; i++) {
        if (q->part[part].set != 0 && q->part[part].set != a->ask.name_set[i])
            continue;
        json_t *name = json_stringn(a->ask.name[i].at, a->ask.name[i].length);
        snprintf(token, sizeof token, "\"%.*s\"", (int)a->ask.name[i].length, a->ask.name[i].at);
        if (tryout_fits(a, q, part, token))
            json_array_append(fit, name);
        json_array_append_new(all, name);
    }
    if (json_array_size(fit) > 0 || q->part[part].kind == PART_TEXTS) {
        json_decref(all);
        return fit;
    }
    json_decref(fit);
    return all;
}

/* The name of a thing of the box that is not a card, such as "score table 7". */
static json_t *thing_json(const struct answerable *a, const struct sticker *s)
{
    json_t *one = json_pack("{ss}", "token", s->token);
    for (int i = 0; i < TONGUES; i++) {
        struct text name = {0};
        const struct scanner_card card = {.sticker = *s, .book = a->setting->book};
        scanner_say(&a->view->context[i], &name, &card, a->setting);
        json_object_set_new(one, tongue_names[i], text_json(&name));
        text_clear(&name);
    }
    return one;
}

/*
 * The things of the box that are not cards and with which the record takes the answer, as a record
 * writes them.
 */
static json_t *things_json(const struct answerable *a, const struct question *q, int part)
{
    const struct rulebook *book = a->setting->book;
    json_t *list = json_array();
    struct sticker s;
    char last[sizeof s.token] = "";
    for (unsigned n = 0; book->stickers != NULL && json_array_size(list) < THINGS_MOST
                         && book->stickers->nth(a->setting->pack, n, &s);
         n++) {
        if ((s.card >= 0 && s.card < CARDS_MOST) || strcmp(s.token, last) == 0
            || !tryout_fits(a, q, part, s.token))
            continue;
        json_array_append_new(list, thing_json(a, &s));
        memcpy(last, s.token, sizeof last);
    }
    return list;
}

static json_t *seats_json(const struct answerable *a, const struct question *q, int part)
{
    json_t *list = json_array();
    char token[SEAT_TOKEN + 1];
    for (int i = 0; i < a->setting->seats->count; i++) {
        token[seat_write(a->setting->seats, i, token)] = '\0';
        if (tryout_fits(a, q, part, token))
            json_array_append_new(list, json_integer(i));
    }
    const bool all = json_array_size(list) == 0;
    for (int i = 0; all && i < a->setting->seats->count; i++)
        json_array_append_new(list, json_integer(i));
    return list;
}

/* The keys that take a number, as in candle=4. */
static json_t *keys_json(const struct answerable *a, const struct question *q, int part)
{
    json_t *list = json_array();
    char token[NAME_MOST + 1], pair[NAME_MOST + 4];
    for (int card = 0; card < CARDS_MOST; card++) {
        if (!card_exists(a, card, token))
            continue;
        bool may = false;
        for (int n = 1; n <= NUMBERS_TRIED && !may; n++) {
            snprintf(pair, sizeof pair, "%s=%d", token, n);
            may = tryout_fits(a, q, part, pair);
        }
        if (!may)
            continue;
        json_t *one = drawn_card(a->setting, card, token);
        json_object_set_new(one, "value", json_integer(copies_of(a->setting, card)));
        json_array_append_new(list, one);
    }
    return list;
}

/*
 * The verb of the statement that the answer becomes; its usage shows a keyword and its numbers,
 * such as body=1,2,3,4,5,6.
 */
static const struct verb *verb_said(const struct answerable *a, const struct question *q)
{
    const char *behind = strstr(q->form, ": "), *verb = behind != NULL ? behind + 2 : q->form;
    const int found = verb_find(a->setting->book->verbs, (struct span){verb, strcspn(verb, " ")});
    return found >= 0 ? &a->setting->book->verbs[found] : NULL;
}

/* How many numbers the keyword takes; 0: it is not used here. */
static int numbers_of(const struct answerable *a, const struct question *q, int part,
    struct span word)
{
    char pair[NAME_MOST + 2 * FIELD_NUMBERS + 2];
    size_t length = (size_t)snprintf(pair, sizeof pair, "%.*s=1", (int)word.length, word.at);
    for (int numbers = 1; numbers <= FIELD_NUMBERS; numbers++) {
        if (tryout_fits(a, q, part, pair))
            return numbers;
        length += (size_t)snprintf(pair + length, sizeof pair - length, ",1");
    }
    return 0;
}

/*
 * The fields of an answer that gives numbers for keywords:
 * {"token":"body","en":"body","ja":"物理","numbers":6}
 */
static json_t *fields_json(const struct answerable *a, const struct question *q, int part)
{
    json_t *list = json_array();
    const struct verb *verb = verb_said(a, q);
    struct span word;
    for (int i = 0;
         verb != NULL && verb->words != NULL && (word = keyword_name(verb->words, i)).length > 0;
         i++) {
        const int numbers = numbers_of(a, q, part, word);
        char english[NAME_MOST + 1], japanese[NAME_MOST + 1];
        const struct span other = keyword_japanese(verb->words, i);
        snprintf(english, sizeof english, "%.*s", (int)word.length, word.at);
        snprintf(japanese, sizeof japanese, "%.*s", (int)other.length, other.at);
        if (numbers == 0)
            continue;
        json_t *one = spelled_json(english, english, japanese);
        json_object_set_new(one, "numbers", json_integer(numbers));
        json_array_append_new(list, one);
    }
    return list;
}

static const char *kind_name(enum part_kind kind)
{
    switch (kind) {
    case PART_SEAT: return "seat";
    case PART_CARDS: return "cards";
    case PART_NUMBERS:
    case PART_STEPS: return "numbers";
    case PART_COUNTS: return "counts";
    case PART_CHOICE: return "choice";
    case PART_TEXTS: return "texts";
    case PART_PAIRS: return "pairs";
    case PART_NAMES: return "names";
    case PART_NONE: break;
    }
    return NULL;
}

/* What stands beside the names of a part of any words: things of the box, and the part's own. */
static json_t *texts_json(const struct answerable *a, const struct question *q, int part)
{
    json_t *list = things_json(a, q, part);
    if (q->part[part].words == NULL)
        return list;
    json_t *words = choices_json(&q->part[part]);
    json_array_extend(list, words);
    json_decref(words);
    return list;
}

static json_t *part_json(const struct answerable *a, const struct question *q, int part)
{
    const struct answer_part *p = &q->part[part];
    json_t *out = json_pack("{ss si si sb}", "kind", kind_name(p->kind), "least",
        tryout_least(a, p), "most", p->kind == PART_COUNTS ? tryout_least(a, p) : p->most, "unseen",
        p->unseen);
    if (p->kind == PART_CARDS)
        add_cards(a, q, part, out);
    if (p->kind == PART_CHOICE)
        json_object_set_new(out, "words", choices_json(p));
    if (p->kind == PART_NAMES || p->kind == PART_TEXTS)
        json_object_set_new(out, "names", names_json(a, q, part));
    if (p->kind == PART_TEXTS)
        json_object_set_new(out, "words", texts_json(a, q, part));
    if (p->kind == PART_SEAT)
        json_object_set_new(out, "seats", seats_json(a, q, part));
    if (p->kind == PART_PAIRS) {
        json_object_set_new(out, "words", keys_json(a, q, part));
        json_object_set_new(out, "fields", fields_json(a, q, part));
    }
    if (p->kind == PART_NUMBERS || p->kind == PART_STEPS || p->kind == PART_COUNTS)
        add_range(a, q, part, out);
    return out;
}

/* ---- the whole --------------------------------------------------------------------------- */

static json_t *way_json(const struct answerable *a, const struct question *q)
{
    json_t *out = words_json(a, q->about), *parts = json_array();
    struct text example = {0};
    ask_words(&a->view->context[TONGUE_ENGLISH], &a->session->record, &a->ask, q, q->example,
        &example);
    json_object_set_new(out, "example", text_json(&example));
    for (int i = 0; i < ANSWER_PARTS && q->part[i].kind != PART_NONE; i++)
        json_array_append_new(parts, part_json(a, q, i));
    json_object_set_new(out, "parts", parts);
    if (q->ranks)
        json_object_set_new(out, "tap", json_true()); /* one tap on a card is a whole line */
    text_clear(&example);
    return out;
}

/* The statement that RETURN stands for, and its text. */
static json_t *otherwise_json(const struct answerable *a)
{
    char line[1024];
    if (a->ask.otherwise == NULL
        || ask_otherwise(&a->ask, &a->session->record, line, sizeof line) == 0)
        return json_null();
    json_t *out = words_json(a, a->ask.otherwise_about);
    json_object_set_new(out, "line", json_string(line));
    return out;
}

/* The codes of these cards. */
static json_t *tokens_json(const struct answerable *a, const struct cardset *cards)
{
    json_t *list = json_array();
    char token[NAME_MOST + 1];
    for (int card = 0; card < CARDS_MOST; card++)
        if (cards_hold(cards, card) && card_exists(a, card, token))
            json_array_append_new(list, json_string(token));
    return list;
}

/*
 * What whoever plays now must play if the hand has it, so that a phone knows what its own hand may:
 * [{"of":["d5",…],"first":["c2",…]},…], the cards `of` only where none of `first` is held.
 */
static json_t *duties_json(const struct answerable *a)
{
    const struct knowledge_part *known = a->setting->book->knowledge;
    struct cardset first[CARDS_MOST] = {{{0}}}, left = a->box;
    json_t *list = json_array();
    for (int card = 0; known != NULL && known->rather != NULL && card < CARDS_MOST; card++)
        if (cards_hold(&left, card))
            first[card] = known->rather(a->session->record.state, a->setting, card);
    for (int card = 0; card < CARDS_MOST; card++) {
        struct cardset of = {{0}};
        for (int other = card; cards_any(&first[card]) && other < CARDS_MOST; other++)
            if (cards_hold(&left, other) && memcmp(&first[other], &first[card], sizeof of) == 0)
                cards_add(&of, other);
        if (!cards_hold(&of, card))
            continue;
        for (size_t i = 0; i < sizeof of.bits / sizeof *of.bits; i++)
            left.bits[i] &= ~of.bits[i];
        json_array_append_new(list,
            json_pack("{so so}", "of", tokens_json(a, &of), "first", tokens_json(a, &first[card])));
    }
    return list;
}

/* What is asked, and of whom. */
static json_t *question_json(const struct answerable *a)
{
    const struct question *q = a->ask.way[0];
    for (int i = 1; i < a->ask.ways && q->asks == NULL && !q->ranks; i++)
        q = a->ask.way[i]->asks != NULL ? a->ask.way[i] : q;
    return words_json(a, q->asks != NULL ? q->asks : q->ranks ? N_("Play a card") : q->about);
}

/* All cards, from which players choose their own hands. */
static json_t *deck_json(const struct answerable *a)
{
    json_t *list = json_array();
    char token[NAME_MOST + 1];
    for (int card = 0; card < CARDS_MOST; card++)
        if (card_exists(a, card, token)) {
            json_t *one = drawn_card(a->setting, card, token);
            const int copies = copies_of(a->setting, card);
            if (copies > 1)
                json_object_set_new(one, "copies", json_integer(copies));
            json_array_append_new(list, one);
        }
    return list;
}

/* A text without names to fill in. */
static json_t *plain_json(const struct open_view *v, const char *text)
{
    json_t *both = json_object();
    for (int i = 0; i < TONGUES; i++)
        json_object_set_new(both, tongue_names[i], json_string(say(&v->context[i], text)));
    return both;
}

/* The answer that begins another game when one is over. */
static json_t *again_json(const struct open_view *v)
{
    json_t *again = plain_json(v, N_("Another game, with the same people"));
    json_object_set_new(again, "sure",
        plain_json(v, N_("Begin another game, with the same people? This one is kept as it is.")));
    json_object_set_new(again, "line", json_string("again"));
    return again;
}

/* The question when the game is over: only whether to play another one. */
static json_t *over_json(const struct open_view *v)
{
    json_t *out = plain_json(v, N_("Another game?"));
    json_object_set_new(out, "seat", json_null());
    json_object_set_new(out, "otherwise", again_json(v));
    json_object_set_new(out, "ways", json_array());
    return out;
}

/* Sorts names by their letters, since the order in the record may give hidden cards away. */
static void sort_names(struct ask *ask)
{
    for (int i = 1; i < ask->names; i++)
        for (int k = i; k > 0; k--) {
            const struct span one = ask->name[k - 1], other = ask->name[k];
            const int order = memcmp(one.at, other.at,
                one.length < other.length ? one.length : other.length);
            const uint8_t set = ask->name_set[k];
            if (order < 0 || (order == 0 && one.length <= other.length))
                break;
            ask->name[k] = one;
            ask->name[k - 1] = other;
            ask->name_set[k] = ask->name_set[k - 1];
            ask->name_set[k - 1] = set;
        }
}

json_t *question_json_json(struct open_view *v, const struct record *own)
{
    struct answerable a = {.view = v,
        .session = &v->session[TONGUE_ENGLISH],
        .setting = &v->session[TONGUE_ENGLISH].record.setting};
    const bool over = record_over(own);
    if (!a.session->record.begun || !record_asks(own, &a.ask))
        return over ? over_json(v) : json_null();
    sort_names(&a.ask);
    a.box = cards_of(a.setting);
    json_t *out = question_json(&a), *ways = json_array();
    json_object_set_new(out, "seat", a.ask.seat >= 0 ? json_integer(a.ask.seat) : json_null());
    char led[NAME_MOST + 1] = "", token[NAME_MOST + 1];
    for (int card = a.ask.led * 16; a.ask.led >= 0 && card < a.ask.led * 16 + 16; card++)
        if (card_exists(&a, card, token))
            led[drawn_suit(a.setting, card, token, led)] = '\0';
    json_object_set_new(out, "led", led[0] != '\0' ? json_string(led) : json_null());
    json_object_set_new(out, "otherwise",
        over && a.ask.otherwise == NULL ? again_json(v) : otherwise_json(&a));
    for (int i = 0; i < a.ask.ways; i++)
        if (phone_says(a.ask.way[i]->about)[0] != '\0')
            json_array_append_new(ways, way_json(&a, a.ask.way[i]));
    json_object_set_new(out, "ways", ways);
    if (a.ask.way[0]->ranks || rulebook_is_packs(a.setting->book))
        json_object_set_new(out, "deck", deck_json(&a));
    if (a.ask.way[0]->ranks)
        json_object_set_new(out, "duties", duties_json(&a));
    return out;
}
