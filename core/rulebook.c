/* What is asked of any rulebook, and the house options that each of them lists. */
#include "act.h"
#include "verbs.h"

#include <string.h>

const struct rulebook *rulebook_find(struct span folded_id)
{
    for (int i = 0; rulebooks[i] != NULL; i++)
        if (span_is(folded_id, rulebooks[i]->id)
            || keyword_find(rulebooks[i]->names, folded_id) >= 0)
            return rulebooks[i];
    return NULL;
}

bool rulebook_is_packs(const struct rulebook *book)
{
    return book->deck != NULL && book->deck->called != NULL;
}

const struct rulebook *rulebook_of_packs(const struct rulebook *book)
{
    int i = 0;
    while (book != NULL && rulebooks[i++] != book)
        ;
    while (rulebooks[i] != NULL && !rulebook_is_packs(rulebooks[i]))
        i++;
    return rulebooks[i];
}

const char *game_called(const struct setting *setting)
{
    return rulebook_is_packs(setting->book) ? setting->book->deck->name(setting->pack)
                                            : setting->book->id;
}

const char *rulebook_builtin(const struct setting *setting)
{
    const struct deck_part *deck = setting->book != NULL ? setting->book->deck : NULL;
    const bool built_in = deck != NULL && deck->is_builtin != NULL && setting->pack != NULL
                          && deck->is_builtin(setting->pack);
    return built_in ? deck->builtins : NULL;
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
    memset(deck, 0, book->deck->size);
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

/* What a reading that failed has changed; of its rulings only why is kept. */
SELDOM static void take_back(const struct act *act, const void *before, enum outcome outcome,
    uint16_t rulings)
{
    struct rulings *out = act->out;
    rulebook_copy(act->setting->book, act->state, before);
    if (outcome == IMPOSSIBLE)
        out->row[rulings] = out->row[out->count - 1];
    out->count = (uint16_t)(rulings + (outcome == IMPOSSIBLE));
}

/* One reading of a statement, taken back where it fails. */
static enum outcome try_reading(struct act *act, const void *before)
{
    const uint16_t rulings = act->out->count;
    const enum outcome outcome = act->setting->book->apply(act);
    if (outcome != APPLIED)
        take_back(act, before, outcome, rulings);
    return outcome;
}

/* The readings after the first, as long as none will do. */
SELDOM static enum outcome try_other_readings(struct act *act, const void *before)
{
    struct rulings *out = act->out;
    const uint16_t rulings = --out->count;
    const struct ruling why = out->row[rulings]; /* of the first reading, if none will do */
    do {
        act->reading++;
        if (try_reading(act, before) == APPLIED)
            return APPLIED;
        out->count = rulings;
    } while (act->again);
    out->row[rulings] = why;
    out->count = (uint16_t)(rulings + 1);
    return IMPOSSIBLE;
}

enum outcome rulebook_try(const struct setting *setting, void *state, void *before, bool follows,
    const struct statement *said, struct rulings *out, struct fault *fault)
{
    const struct rulebook *book = setting->book;
    struct act act = {.state = state,
        .setting = setting,
        .said = said,
        .out = out,
        .fault = fault,
        .seat = said->seat};
    if (book->keep != NULL)
        book->keep(before, state, follows);
    else
        rulebook_copy(book, before, state);
    const enum outcome outcome = try_reading(&act, before);
    return outcome == IMPOSSIBLE && act.again ? try_other_readings(&act, before) : outcome;
}

size_t card_spell(const struct setting *setting, int card, bool japanese, char *out)
{
    const struct rulebook *book = setting->book;
    return book->card_name != NULL ? book->card_name(setting, card, out)
                                   : card_write_by(setting, card, japanese, out);
}

/* ---- house options ----------------------------------------------------------------------- */

size_t answer_write(const struct house_answer *answer, int32_t number, char *out)
{
    size_t length = strlen(answer->word);
    memcpy(out, answer->word, length);
    if (answer->kind != ANSWER_IS_NUMBER)
        return length;
    out[length++] = ':';
    return length + number_write(number, out + length);
}

void house_default(struct house *house, const struct rulebook *book)
{
    memset(house, 0, sizeof *house);
    for (int i = 0; book->options[i].key != NULL; i++)
        house->option[i].number = book->options[i].answer[0].number;
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

static bool unknown_key(const struct rulebook *book, const struct argument *pair, struct span key,
    struct fault *fault)
{
    struct guess near = {.word = key, .far = 4};
    for (int i = 0; book->options[i].key != NULL; i++)
        guess_known(&near, book->options[i].key);
    fault_set(fault, pair->column,
        near.name != NULL ? N_("“{found}” is not a house option of {game}; did you mean `{near}`?")
                          : N_("“{found}” is not a house option of {game}; expected one that `fuda "
                               "rules {game}` lists"));
    message_text(&fault->message, "found", pair->text);
    message_text(&fault->message, "game", span_of(book->id));
    if (near.name != NULL)
        message_text(&fault->message, "near", span_of(near.name));
    return false;
}

static bool bad_answer(const struct option *option, const struct argument *pair,
    struct fault *fault)
{
    fault_set(fault, pair->column,
        N_("“{found}” is not an answer to `{key}`; expected one of: {choices}"));
    message_text(&fault->message, "found", pair->value);
    message_text(&fault->message, "key", span_of(option->key));
    message_answers(&fault->message, "choices", option);
    return false;
}

/* Is this what the record says? Then `number` is what stands after its colon, or the seat named. */
static bool is_answer(const struct house_answer *answer, const struct seats *seats,
    struct span written, struct span said, int32_t *number)
{
    *number = answer->number;
    if (answer->kind == ANSWER_IS_TEXT)
        return true;
    if (answer->kind == ANSWER_IS_SEAT)
        return (*number = seats_find(seats, written, NULL)) >= 0;
    if (answer->kind != ANSWER_IS_NUMBER || span_is(said, answer->word))
        return span_is(said, answer->word);
    size_t word = strlen(answer->word);
    return said.length > word && memcmp(said.at, answer->word, word) == 0 && said.at[word] == ':'
           && number_read((struct span){said.at + word + 1, said.length - word - 1}, number)
           && *number > 0;
}

/* The answer among those that the option may have: false if it is none of them. */
static bool read_answer(const struct option *option, const struct seats *seats, struct span written,
    struct span said, struct choice *out)
{
    for (unsigned n = 0; option->answer[n].word != NULL; n++) {
        *out = (struct choice){.named = true, .choice = (uint8_t)n};
        if (is_answer(&option->answer[n], seats, written, said, &out->number))
            return true;
    }
    return false;
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
    if (!read_answer(&setting->book->options[option], setting->seats, pair->value, answer, &choice))
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
