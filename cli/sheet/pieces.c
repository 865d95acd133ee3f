/* What layouts and sheets are put together from: facts in words, cells, lines; see sheet.h. */
#include "sheet.h"

#include <string.h>

/* ---- facts in words ---------------------------------------------------------------------- */

bool condition_holds(const struct condition *condition, const struct fact *of)
{
    if (condition->key == NULL)
        return true;
    const struct fact *fact = fact_of(of, condition->key);
    bool answer = condition->zero           ? fact_is(fact, VALUE_NUMBER) && fact->value.number == 0
                  : condition->word != NULL ? fact_is_word(fact, condition->word)
                                            : fact_holds(fact);
    return answer != condition->not ;
}

bool conditions_hold(const struct condition when[2], const struct fact *of)
{
    return condition_holds(&when[0], of) && condition_holds(&when[1], of);
}

const char *wording_for(const struct wording *wordings, const struct fact *of)
{
    for (; wordings->text != NULL; wordings++)
        if (conditions_hold(wordings->when, of))
            return wordings->text;
    return NULL;
}

const char *key_label(const char *key)
{
    static const struct {
        const char *key, *text;
    } names[] = {
        {"seat", N_("player")},
        {"points", N_("score")},
        {"total", N_("total")},
        {"place", N_("place")},
        {"winner", N_("winner")},
        {"turn", N_("turn")},
        {"round", N_("round")},
        {"rounds", N_("rounds")},
        {"dealer", N_("dealer")},
        {"deal", N_("deal")},
        {"trick", N_("trick")},
        {"tricks", N_("tricks")},
        {"cards", N_("cards")},
        {"hand", N_("hand")},
        {"open", N_("open")},
        {"broken", N_("broken")},
        {"trick_cards", N_("on the table")},
        {"trump", N_("trumps")},
        {"bid", N_("bid")},
        {"worth", N_("worth")},
        {"passing", N_("cards to pass")},
        {"passed", N_("has passed")},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].key, key) == 0)
            return names[i].text;
    return key;
}

static void say_word(const struct sheet *sheet, struct text *t, const struct fact *fact)
{
    const struct word_text *word = sheet_layout(sheet)->words;
    struct suit_look look;
    for (; word != NULL && word->key != NULL; word++)
        if (fact->key != NULL && strcmp(word->key, fact->key) == 0
            && strcmp(word->word, fact->value.text) == 0) {
            text_put(t, say(sheet->context, word->text));
            return;
        }
    const char *said = fact->value.text;
    for (int suit = 0; suit_look(&sheet->record->setting, suit, &look); suit++)
        if (strcmp(look.name, said) == 0)
            said = sheet->context->japanese ? look.ja : said;
    say_foreign(t, said, strlen(said));
}

/* How many like cards stand here one after the other. */
static int like_cards(const struct fact *fact)
{
    int count = 1;
    for (const struct fact *next = fact->next;
         next != NULL && fact_is(next, VALUE_CARD) && next->value.number == fact->value.number;
         next = next->next)
        count++;
    return count;
}

static void say_list(const struct sheet *sheet, struct text *t, const struct fact *list)
{
    bool words = sheet_layout(sheet)->named_cards;
    for (const struct fact *one = list->first; one != NULL; one = one->next) {
        bool apart = fact_is(one, VALUE_NUMBER) || (fact_is(one, VALUE_CARD) && !words)
                     || list->bracket == '{';
        if (one != list->first && apart)
            text_put(t, " ");
        else if (one != list->first)
            say_comma(sheet->context, t);
        say_fact(sheet, t, one);
        int like = words && fact_is(one, VALUE_CARD) ? like_cards(one) : 1;
        if (like > 1)
            text_printf(t, sheet->context->japanese ? "%d枚" : " x%d", like);
        for (; like > 1; like--)
            one = one->next;
    }
}

static const char *unknown(const struct sheet *sheet)
{
    const char *text = sheet_layout(sheet)->unknown;
    return text != NULL ? text : "–";
}

void say_fact(const struct sheet *sheet, struct text *t, const struct fact *fact)
{
    if (fact == NULL || fact_is(fact, VALUE_NOTHING) || (fact->bracket != 0 && fact->first == NULL))
        text_put(t, unknown(sheet));
    else if (fact->bracket != 0)
        say_list(sheet, t, fact);
    else if (fact->value.kind == VALUE_WORD)
        say_word(sheet, t, fact);
    else
        say_value(sheet->context, t, &fact->value, &sheet->record->setting);
}

/* What the {keys} of a wording stand for. */
struct filling {
    const struct sheet *sheet;
    const struct fact *of;
    int seat; /* of a list this seat's; -1: all of it */
};

static void fill(void *user, struct text *t, struct span name)
{
    const struct filling *f = user;
    char key[NAME_MOST + 1];
    char sign = name.length > 0 && (*name.at == '+' || *name.at == '-') ? *name.at : '\0';
    size_t length = name.length - (sign != '\0');
    memcpy(key, name.at + (sign != '\0'), length);
    key[length] = '\0';
    const struct fact *fact = fact_of(f->of, key);
    if (f->seat >= 0 && fact != NULL && fact->bracket == '[')
        fact = fact_at(fact, f->seat);
    if (sign != '\0' && fact != NULL && fact_is(fact, VALUE_NUMBER)) {
        long number = sign == '-' ? -(long)fact->value.number : fact->value.number;
        text_put(t, sign == '+' && number >= 0 ? "+" : "");
        text_number(t, number);
    } else {
        say_fact(f->sheet, t, fact);
    }
}

void say_facts_of(const struct sheet *sheet, struct text *t, const char *text,
    const struct fact *of, int seat)
{
    struct filling filling = {sheet, of, seat};
    text_put(t, "");
    say_filled(sheet->context, t, text, fill, &filling);
}

void say_facts(const struct sheet *sheet, struct text *t, const char *text, const struct fact *of)
{
    say_facts_of(sheet, t, text, of, -1);
}

/* ---- cells and lines --------------------------------------------------------------------- */

void sheet_cell(const struct sheet *sheet, const char *bytes, int width, bool right)
{
    if (sheet->on != NULL)
        sheet->on->cell(sheet->on, right ? CELL_NUMBER : CELL_WORDS, 1, bytes);
    else if (width == WIDTH_REST)
        say_name(sheet->t, bytes, strlen(bytes));
    else
        say_padded(sheet->t, bytes, strlen(bytes),
            width == WIDTH_NAMES ? sheet_names(sheet) : width, right);
}

void sheet_fact(const struct sheet *sheet, const struct fact *fact, int width)
{
    struct text cell = {0};
    say_fact(sheet, &cell, fact);
    sheet_cell(sheet, cell.at, width, false);
    text_clear(&cell);
}

void sheet_facts(const struct sheet *sheet, const char *text, const struct fact *of, int width)
{
    struct text cell = {0};
    say_facts(sheet, &cell, text, of);
    sheet_cell(sheet, cell.at, width, false);
    text_clear(&cell);
}

int sheet_names(const struct sheet *sheet)
{
    enum { LEAST = 6, WIDEST = 24 };
    const struct seats *seats = &sheet->record->seats;
    int width = LEAST;
    for (int i = 0; i < seats->count; i++) {
        int name = say_width(seats->row[i].name, seats->row[i].length);
        width = name > width ? name : width;
    }
    return width < WIDEST ? width : WIDEST;
}

void sheet_lines(const struct sheet *sheet, int indent, int hang, struct text *text)
{
    const char *bytes = text->at != NULL ? text->at : "";
    if (sheet->on != NULL) {
        sheet->on->line(sheet->on, bytes);
    } else {
        text_spaces(sheet->t, indent);
        say_wrapped(sheet->t, bytes, indent, indent + hang);
        text_put(sheet->t, "\n");
    }
    text_clear(text);
}

void sheet_entry(const struct sheet *sheet, int indent, int width, struct text *name,
    struct text *text)
{
    const char *bytes = text->at != NULL ? text->at : "";
    if (sheet->on != NULL) {
        sheet->on->cell(sheet->on, CELL_NAME, 1, name->at);
        sheet->on->cell(sheet->on, CELL_WORDS, 1, bytes);
        sheet->on->row_end(sheet->on);
    } else {
        text_spaces(sheet->t, indent);
        sheet_cell(sheet, name->at, width, false);
        text_spaces(sheet->t, 2);
        say_wrapped(sheet->t, bytes, indent + width + 2, indent + width + 2);
        text_put(sheet->t, "\n");
    }
    text_clear(name);
    text_clear(text);
}

void sheet_paragraph(struct text *out, int indent, const char *text)
{
    text_spaces(out, indent);
    say_wrapped(out, text, indent, indent);
    text_put(out, "\n");
}

void sheet_piece(const struct sheet *sheet, const char *piece, int *column, int indent, int gap)
{
    int width = say_width(piece, strlen(piece));
    bool first = *column == indent;
    if (!first && *column + gap + width > say_line_width()) {
        text_put(sheet->t, "\n");
        text_spaces(sheet->t, indent);
        *column = indent;
        first = true;
    }
    text_spaces(sheet->t, first ? 0 : gap);
    say_wrapped(sheet->t, piece, first ? indent : *column + gap, indent);
    *column += width + (first ? 0 : gap);
}

int sheet_label_width(const struct sheet *sheet)
{
    int width = sheet_layout(sheet)->label;
    return width > 0 ? width : LABEL_WIDTH;
}

void sheet_say_name(const struct sheet *sheet, struct text *t, const char *name)
{
    text_put(t, say(sheet->context, name));
    for (char *at = t->at; (at = strchr(at, '_')) != NULL;)
        *at = ' ';
}

void sheet_put_name(const struct sheet *sheet, const char *name, int width, bool right)
{
    struct text text = {0};
    sheet_say_name(sheet, &text, name);
    sheet_cell(sheet, text.at, width, right);
    text_clear(&text);
}

void sheet_put_label(const struct sheet *sheet, const char *label, int width)
{
    text_put(sheet->t, "  ");
    sheet_put_name(sheet, label, width - 2, false);
}

void sheet_item(const struct sheet *sheet, const char *label, struct text *text)
{
    int width = sheet_label_width(sheet);
    const char *bytes = text->at != NULL ? text->at : "";
    if (sheet->on != NULL) {
        struct text name = {0};
        sheet_say_name(sheet, &name, label);
        sheet->on->item(sheet->on, name.at, bytes);
        text_clear(&name);
    } else {
        sheet_put_label(sheet, label, width);
        say_wrapped(sheet->t, bytes, width, width);
        text_put(sheet->t, "\n");
    }
    text_clear(text);
}

void sheet_newline(const struct sheet *sheet)
{
    struct text *t = sheet->t;
    if (sheet->on != NULL) {
        sheet->on->row_end(sheet->on);
        return;
    }
    while (t->length > 0 && t->at[t->length - 1] == ' ')
        t->at[--t->length] = '\0';
    text_put(t, "\n");
}
