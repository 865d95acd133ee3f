/* What lies on the table, as data; see laid_json.h. */
#define _XOPEN_SOURCE 700
#include "laid_json.h"
#include "cli/sheet/sheet.h"
#include "core/deck.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ------------------------------------------------------------------------------ */

size_t drawn_suit(const struct setting *setting, int card, const char *token, char *out)
{
    if (setting->book->pack_suit != NULL)
        return card_write_by(setting, card & ~0xF, false, out);
    const size_t letters = strcspn(token, "0123456789");
    memcpy(out, token, letters);
    return letters;
}

/* What is printed on a card: a rank that is a letter is a large one. */
static void write_face(const char *rank, char *out)
{
    snprintf(out, NAME_MOST + 1, "%s", rank);
    if (out[0] >= 'a' && out[0] <= 'z' && out[1] == '\0')
        out[0] = (char)(out[0] - 'a' + 'A');
}

/* A card of a pack: its rank is its place in the suit, its face what is printed on it. */
static json_t *pack_card(const struct setting *setting, int card, const char *token)
{
    char letter[NAME_MOST + 1], face[NAME_MOST + 1], text[2 * NAME_MOST + 1];
    struct suit_look look = {.name = "", .ja = ""};
    const size_t length = drawn_suit(setting, card, token, letter);
    letter[length] = '\0';
    write_face(token + length, face);
    suit_look(setting, card / 16, &look);
    const char *mark = look.mark != NULL ? look.mark : letter;
    snprintf(text, sizeof text, "%s%s", mark, face);
    const bool ranked = look.stands == 0;
    json_t *one = json_pack("{ss ss ss ss ss ss}", "token", token, "suit", letter, "mark", mark,
        "face", face, tongue_names[TONGUE_ENGLISH], ranked ? text : look.name,
        tongue_names[TONGUE_JAPANESE], ranked ? text : look.ja);
    json_object_set_new(one, "rank", ranked ? json_integer(card % 16) : json_null());
    if (ranked)
        json_object_set_new(one, "hue", json_stringn(&look.hue, 1));
    else
        json_object_set_new(one, "stands", json_integer(look.stands));
    return one;
}

json_t *drawn_card(const struct setting *setting, int card, const char *token)
{
    if (setting->book->pack_suit != NULL && card >= 0)
        return pack_card(setting, card, token);
    char japanese[NAME_MOST + 1], english[NAME_MOST + 1];
    english[card_spell(setting, card, false, english)] = '\0';
    japanese[card_spell(setting, card, true, japanese)] = '\0';
    const size_t letters = strcspn(token, "0123456789");
    const bool ranked = setting->book->card_name == NULL && token[letters] != '\0';
    json_t *one = json_pack("{ss ss ss}", "token", token, tongue_names[TONGUE_ENGLISH], english,
        tongue_names[TONGUE_JAPANESE], japanese);
    json_object_set_new(one, "suit",
        setting->book->card_name == NULL ? json_stringn(token, letters) : json_string(""));
    json_object_set_new(one, "rank",
        ranked ? json_integer(strtol(token + letters, NULL, 10)) : json_null());
    return one;
}

/*
 * A word, with its texts if the sheets have them: {"word":"blessing","en":…,"ja":…}. Any other word
 * is given as it is.
 */
static json_t *word_json(const struct open_view *v, const struct value *word)
{
    const struct word_text *texts = layout_find(v->session[0].record.setting.book)->words;
    for (; texts != NULL && texts->key != NULL; texts++) {
        if (word->name == NULL || strcmp(texts->key, word->name) != 0
            || strcmp(texts->word, word->text) != 0)
            continue;
        json_t *both = json_pack("{ss}", "word", word->text);
        for (int i = 0; i < TONGUES; i++)
            json_object_set_new(both, tongue_names[i],
                json_string(say(&v->context[i], texts->text)));
        return both;
    }
    return json_string(word->text);
}

static json_t *value_json(const struct open_view *v, const struct value *value)
{
    const struct setting *setting = &v->session[0].record.setting;
    char token[NAME_MOST + 1];
    switch (value->kind) {
    case VALUE_NUMBER:
    case VALUE_SEAT: return json_integer(value->number);
    case VALUE_TRUTH: return json_boolean(value->number);
    case VALUE_SHARE: return json_real(value->share);
    case VALUE_NOTHING: return json_null();
    case VALUE_WORD: return word_json(v, value);
    case VALUE_CARD:
        token[value_write(value, setting, token)] = '\0';
        return drawn_card(setting, value->number, token);
    case VALUE_TEXT: return json_stringn(value->text, value->length);
    case VALUE_SEATS:
    case VALUE_CARDS:
    case VALUE_NUMBERS:
    case VALUE_ANSWERS: break;
    }
    return json_stringn(token, value_write(value, setting, token));
}

static json_t *fact_json(const struct open_view *v, const struct fact *fact)
{
    if (fact->bracket == 0)
        return value_json(v, &fact->value);
    json_t *whole = fact->bracket == '[' ? json_array() : json_object();
    for (const struct fact *one = fact->first; one != NULL; one = one->next)
        if (fact->bracket == '[')
            json_array_append_new(whole, fact_json(v, one));
        else
            json_object_set_new(whole, one->key, fact_json(v, one));
    return whole;
}

/* The suits that a pack names, by those names: {"heart":{"suit":"h","mark":"♥",…},…} */
static json_t *suits_json(const struct setting *setting)
{
    struct suit_look look;
    json_t *all = json_object();
    for (int suit = 0; suit_look(setting, suit, &look); suit++) {
        char letter[NAME_MOST + 1];
        letter[card_write_by(setting, suit * 16, false, letter)] = '\0';
        json_object_set_new(all, look.name,
            json_pack("{ss ss ss# ss ss}", "suit", letter, "mark",
                look.mark != NULL ? look.mark : letter, "hue", &look.hue, (int)(look.hue != '\0'),
                tongue_names[TONGUE_ENGLISH], look.name, tongue_names[TONGUE_JAPANESE], look.ja));
    }
    return all;
}

/* ---- the whole --------------------------------------------------------------------------- */

static json_t *table_json(const struct open_view *v, const struct record *r)
{
    struct facts told;
    if (r->setting.book->table == NULL || r->setting.book->table->tell == NULL)
        return json_null();
    facts_begin(&told, NULL, NULL);
    r->setting.book->table->tell(r->state, &r->setting, &told.teller);
    const struct fact *first = facts_first(&told);
    json_t *table = first != NULL ? fact_json(v, first) : json_null();
    facts_clear(&told);
    return table;
}

/* The last full trick, and who won it. */
static json_t *last_json(const struct open_view *v)
{
    const struct trick_laid *last = &v->last;
    json_t *cards = json_array();
    for (int i = 0; i < last->count; i++) {
        const bool seen = last->card[i] >= 0;
        const struct value card = {.kind = seen ? VALUE_CARD : VALUE_NOTHING,
            .number = last->card[i]};
        json_array_append_new(cards,
            json_pack("{si so}", "seat", (int)last->seat[i], "card", value_json(v, &card)));
    }
    json_t *out = json_pack("{so}", "cards", cards);
    json_object_set_new(out, "winner",
        last->count > 0 && v->last_winner >= 0 ? json_integer(v->last_winner) : json_null());
    return out;
}

static json_t *end_json(const struct open_view *v, const struct record *r)
{
    struct facts told;
    facts_begin(&told, NULL, NULL);
    rulebook_tell_end(r->setting.book, r->state, &r->setting, &told.teller);
    json_t *end = json_object();
    for (const struct fact *one = told.root.first; one != NULL; one = one->next)
        json_object_set_new(end, one->key, fact_json(v, one));
    facts_clear(&told);
    return end;
}

/* Adds the winners as numbers of seats; the standing has their names. */
static void add_winners(json_t *out, const struct record *r)
{
    uint32_t winners = 0;
    const bool over = record_over(r);
    rulebook_finished(r->setting.book, r->state, &r->setting, &winners);
    json_t *list = json_array();
    for (int i = 0; over && i < r->seats.count; i++)
        if (winners >> i & 1)
            json_array_append_new(list, json_integer(i));
    json_object_set_new(out, "over", json_boolean(over));
    json_object_set_new(out, "winners", list);
}

static json_t *row_json(const struct open_view *v, const struct fact *rows, int number)
{
    const struct fact *row = number > 0 ? rows->first : NULL;
    for (int i = 1; row != NULL && i < number; i++)
        row = row->next;
    return row != NULL ? fact_json(v, row) : json_null();
}

static bool fewest_win(const struct setting *setting)
{
    const struct deck_part *deck = setting->book->deck;
    return deck != NULL && deck->fewest_win != NULL && deck->fewest_win(setting->pack);
}

json_t *drawn_json(struct open_view *v)
{
    struct session *s = &v->session[0];
    const struct record *r = &s->record;
    if (!r->begun)
        return json_null();
    const struct fact *rows = session_rows(s);
    const int closed = sheet_closed(&(struct sheet){.context = s->context, .record = r}, rows);
    json_t *out = json_pack("{so so so}", "table", table_json(v, r), "last", last_json(v), "end",
        end_json(v, r));
    json_object_set_new(out, "row", row_json(v, rows, closed));
    json_object_set_new(out, "open", row_json(v, rows, closed + 1));
    json_object_set_new(out, "rows", json_integer(closed));
    session_rows_end(s);
    add_winners(out, r);
    json_object_set_new(out, "suits", suits_json(&r->setting));
    json_object_set_new(out, "lowest", json_boolean(fewest_win(&r->setting)));
    return out;
}
