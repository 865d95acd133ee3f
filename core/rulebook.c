/* The table of rulebooks, and the house options that each of them lists. */
#include "act.h"

#include <string.h>

const struct rulebook *const rulebooks[] = {
    &haratama_rulebook,
    &needfire_rulebook,
    &tezumashi_rulebook,
    &hyakumonogatari_rulebook,
    &materia_rulebook,
    NULL,
};

const struct rulebook *rulebook_find(struct span folded_id)
{
    for (int i = 0; rulebooks[i] != NULL; i++)
        if (span_is(folded_id, rulebooks[i]->id))
            return rulebooks[i];
    return NULL;
}

int rulebook_rule(const struct rulebook *book, const char *id)
{
    for (int i = 0; book->rules[i].id != NULL; i++)
        if (strcmp(book->rules[i].id, id) == 0)
            return i;
    return -1;
}

size_t rulebook_room(void)
{
    size_t most = 1;
    for (int i = 0; rulebooks[i] != NULL; i++) {
        most = rulebooks[i]->state_size > most ? rulebooks[i]->state_size : most;
        if (rulebooks[i]->deck != NULL && rulebooks[i]->deck->size > most)
            most = rulebooks[i]->deck->size;
    }
    return most;
}

void rulebook_lay_deck(const struct rulebook *book, void *deck)
{
    book->deck->begin(deck);
    if (book->deck->builtin != NULL)
        book->deck->builtin(deck, (struct span){"", 0});
}

void rulebook_copy(const struct rulebook *book, void *to, const void *from)
{
    if (book->copy != NULL)
        book->copy(to, from);
    else
        memcpy(to, from, book->state_size);
}

/* One reading of a statement, taken back where it fails. */
static enum outcome try_reading(struct act *act, const void *before)
{
    const struct rulebook *book = act->setting->book;
    struct rulings *out = act->out;
    const uint16_t rulings = out->count;
    enum outcome outcome = book->apply(act);
    if (outcome == APPLIED)
        return APPLIED;
    rulebook_copy(book, act->state, before);
    if (outcome == IMPOSSIBLE)
        out->row[rulings] = out->row[out->count - 1];   /* only why is kept */
    out->count = (uint16_t)(rulings + (outcome == IMPOSSIBLE));
    return outcome;
}

enum outcome rulebook_try(const struct setting *setting, void *state, void *before, const struct statement *said,
                          struct rulings *out, struct fault *fault)
{
    struct act act = {state, setting, said, out, fault, said->seat, 0, false};
    rulebook_copy(setting->book, before, state);
    enum outcome outcome = try_reading(&act, before);
    while (outcome == IMPOSSIBLE && act.again) {
        const uint16_t rulings = --out->count;
        const struct ruling why = out->row[rulings];   /* of the first reading, if none will do */
        act.reading++;
        if (try_reading(&act, before) == APPLIED)
            return APPLIED;
        out->row[rulings] = why;
        out->count = (uint16_t)(rulings + 1);
    }
    return outcome;
}

size_t card_spell(const struct setting *setting, int card, bool japanese, char *out)
{
    const struct rulebook *book = setting->book;
    return book->card_name != NULL ? book->card_name(setting, card, out)
                                   : book->card_write(card, japanese, out);
}

/* ---- house options ----------------------------------------------------------------------- */

struct span option_choice(const struct option *option, unsigned n)
{
    const char *at = option->choices;
    while (n-- > 0 && *at != '\0') {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    return (struct span){at, strcspn(at, " :")};
}

/* The number behind a choice's colon, or -1 when it takes none. */
static int32_t choice_number(struct span choice)
{
    int32_t number = -1;
    const char *behind = choice.at + choice.length;
    if (*behind == ':')
        number_read((struct span){behind + 1, strcspn(behind + 1, " ")}, &number);
    return number;
}

void house_default(struct house *house, const struct rulebook *book)
{
    memset(house, 0, sizeof *house);
    for (int i = 0; book->options[i].key != NULL; i++)
        house->option[i].number = choice_number(option_choice(&book->options[i], 0));
}

static int find_option(const struct rulebook *book, struct span key)
{
    size_t prefix = strlen(book->id);
    if (key.length > prefix && memcmp(key.at, book->id, prefix) == 0 && key.at[prefix] == '/') {
        key.at += prefix + 1;
        key.length -= prefix + 1;
    }
    for (int i = 0; book->options[i].key != NULL; i++)
        if (span_is(key, book->options[i].key))
            return i;
    return -1;
}

static bool unknown_key(const struct rulebook *book, const struct argument *pair,
                        struct span key, struct fault *fault)
{
    const char *near = NULL;
    unsigned best = 4;
    for (int i = 0; book->options[i].key != NULL; i++) {
        unsigned far = text_distance(key, span_of(book->options[i].key));
        if (far < best) {
            best = far;
            near = book->options[i].key;
        }
    }
    fault_set(fault, pair->column, near != NULL
                  ? N_("“{found}” is no house option of {game}; did you mean `{near}`?")
                  : N_("“{found}” is no house option of {game}; expected one that `fuda rules {game}` lists"));
    message_text(&fault->message, "found", pair->text);
    message_text(&fault->message, "game", span_of(book->id));
    if (near != NULL)
        message_text(&fault->message, "near", span_of(near));
    return false;
}

static bool bad_answer(const struct option *option, const struct argument *pair,
                       struct fault *fault)
{
    fault_set(fault, pair->column, N_("“{found}” is no answer to `{key}`; expected one of: {choices}"));
    message_text(&fault->message, "found", pair->value);
    message_text(&fault->message, "key", span_of(option->key));
    message_text(&fault->message, "choices", span_of(option->choices));
    return false;
}

/* The answer among the option's choices: false if it is none of them. */
static bool read_choice(const struct option *option, const struct seats *seats, struct span value,
                        struct choice *out)
{
    for (unsigned n = 0;; n++) {
        struct span choice = option_choice(option, n);
        if (choice.length == 0)
            return false;
        *out = (struct choice){.named = true, .choice = (uint8_t)n, .number = choice_number(choice)};
        if (span_is(choice, "TEXT"))
            return true;
        if (span_is(choice, "SEAT")) {
            out->number = seats_find(seats, value, NULL);
            if (out->number >= 0)
                return true;
            continue;
        }
        if (value.length < choice.length || memcmp(value.at, choice.at, choice.length) != 0)
            continue;
        struct span rest = {value.at + choice.length, value.length - choice.length};
        if (rest.length == 0)
            return true;
        if (out->number >= 0 && rest.at[0] == ':')
            return number_read((struct span){rest.at + 1, rest.length - 1}, &out->number)
                && out->number > 0;
    }
}

bool house_set(struct house *house, const struct setting *setting, const struct argument *pair,
               struct fault *fault)
{
    char key[NAME_MOST], value[NAME_MOST];
    struct span folded = {key, text_fold(pair->text, key)};
    int option = find_option(setting->book, folded);
    if (option < 0)
        return unknown_key(setting->book, pair, folded, fault);
    struct choice choice;
    struct span answer = {value, text_fold(pair->value, value)};
    if (!read_choice(&setting->book->options[option], setting->seats, answer, &choice))
        return bad_answer(&setting->book->options[option], pair, fault);
    house->option[option] = choice;
    return true;
}

void open_question(const struct setting *setting, struct rulings *out, int option, uint32_t line)
{
    const struct option *o = &setting->book->options[option];
    if (setting->house->option[option].named)
        return;
    rulings_add(out, RULING_OPEN, o->rule, -1, -1, line, o->question)->option = (int8_t)option;
}
