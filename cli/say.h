/*
 * Words for people: texts that grow, messages in the reader's language, columns on a terminal,
 * colours, and complaints on standard error. What others wrote goes through say_foreign().
 */
#ifndef FUDA_SAY_H
#define FUDA_SAY_H

#include "cli/cli.h"
#include "cli/memory.h"

/* Chooses the language: `wanted` is "ja", "en" or NULL (the environment's). */
void say_begin(struct context *context, const char *wanted);

/*
 * The same in the language said, beside the one chosen: for pages of both. Where there are no
 * Japanese texts, it is English; false: they are there and cannot be read, and so it is, too.
 */
bool say_other(struct context *out, const struct context *context, bool japanese);

/* The translation of a text; the text itself where there is none. */
const char *say(const struct context *context, const char *text);

/* A growing text; `text_clear` frees it. Always terminated. */
struct text {
    char *at;
    size_t length, room;
};
void text_add(struct text *t, const char *bytes, size_t length);
void text_put(struct text *t, const char *string);
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_spaces(struct text *t, int count);
void text_number(struct text *t, long number);
/* "rounds:3" */
void text_answer(struct text *t, const struct house_answer *answer, int32_t number);
void text_quoted(struct text *t, const char *string); /* as a token of the language, in quotes */
void text_token(struct text *t, const char *string);  /* in quotes where it needs them */
void text_statement(struct text *t, const struct statement *said, const struct setting *setting);
void text_spelled(struct text *t, const struct statement *said, const struct setting *setting,
    bool japanese);

/* The game's title, or where it is a pack that one's name. */
const char *say_title(const struct context *context, const struct setting *setting);

/* A game as its reader would type it: by its title in Japanese, else by its name. */
const char *game_shown(const struct context *context, const char *id);

/*
 * A line of the language as its reader would type it, and as a screen may show it; it is put into
 * `room`, the caller's to clear, where it differs.
 */
const char *line_shown(const struct context *context, struct text *room, const char *line,
    const struct setting *setting);
void text_clear(struct text *t);

/*
 * Adds a text's translation; `fill` adds what stands for {name} in it. And a single value as it is
 * said in a message; and what stands between the names or texts of a list: a comma.
 */
void say_filled(const struct context *context, struct text *t, const char *text,
    void (*fill)(void *user, struct text *t, struct span name), void *user);
void say_value(const struct context *context, struct text *t, const struct value *value,
    const struct setting *setting);
void say_comma(const struct context *context, struct text *t);
/* what stands between a name and what it is */
void say_colon(const struct context *context, struct text *t);

/*
 * Numbers that rise, none twice: three and more in a row by the first and the last, "5, 7–9"; or
 * each of them, the last as `ending` has it, a text with {list} and {last}.
 */
void say_numbers(const struct context *context, struct text *t, const uint32_t *number,
    size_t count, const char *ending);

/* Adds a message with its values filled in; `ruling` gives {seat} and {card}, and may be NULL. */
void say_message(const struct context *context, struct text *t, const struct message *message,
    const struct ruling *ruling, const struct setting *setting);
/* a text as it stands */
void message_string(struct message *m, const char *name, const char *string);
/* A text with the values of its {names} after it, as message_read takes them. */
void say_with(const struct context *context, struct text *t, const char *text, const char *kinds,
    ...);
/* a line, on stdout */
void print_with(const struct context *context, const char *text, const char *kinds, ...);
void say_card(const struct context *context, struct text *t, const struct setting *setting,
    int card);
void say_seat(struct text *t, const struct seats *seats, int seat);
void say_seats(const struct context *context, struct text *t, const struct seats *seats,
    uint32_t set);

/* What people call a line of the record besides its number: "R1 T4 Bo"; NULL: nothing. */
struct line_places {
    const char *(*of)(void *user, uint32_t line);
    void *user;
};

/*
 * A kind of ruling, to translate: "irregular". And what proves one: "Proved by line 9." `places`
 * may be NULL.
 */
const char *ruling_name(enum ruling_kind kind);
void say_proof(const struct context *context, struct text *t, const struct ruling *ruling,
    const struct setting *setting, const struct line_places *places);

/* What a line may have been, in short: "line 8: `Chie: g2`". */
void say_offer(const struct context *context, struct text *t, const struct offer *offer);

/* Whose deck it is, where it is nobody's own; false: nothing is to be said of it. */
bool say_deck(const struct context *context, struct text *t, const struct setting *setting);

/*
 * The game that people call so, in either width: NULL where there is none. And told where there is
 * none.
 */
const struct rulebook *game_find(struct span word);
const struct rulebook *game_named(const struct context *context, const char *word);

/* Why a hand must have held a card, the whole argument; false: the finding rests on none. */
bool say_argument(const struct context *context, struct text *t, const struct ruling *ruling,
    const struct setting *setting);

/* What others wrote, without control characters: a name must not steer a terminal. */
void say_foreign(struct text *t, const char *bytes, size_t length);

/*
 * A text that is written from right to left keeps the numbers and names beside it where they are,
 * on a terminal too.
 */
void say_name(struct text *t, const char *bytes, size_t length);
void say_paged(bool is); /* a pager shows on the terminal what goes to standard output */

/* "3.3.1 Must follow", in the reader's language. */
void say_heading(const struct context *context, struct text *t, const struct rule *rule);

/*
 * Columns on a terminal. A text broken into lines of 80, or of a narrower terminal: it begins in
 * `column`, later lines are indented. And one filled up, or cut, to `width` columns; what others
 * wrote too.
 */
int say_width(const char *bytes, size_t length);
int say_line_width(void);
bool say_line_is_known(void); /* a terminal, or COLUMNS, says how wide it is */
void say_wrapped(struct text *t, const char *text, int column, int indent);
/*
 * " entry what it is": wrapped after `column`; a long entry has a line of its own. Ends the line.
 */
void say_entry(struct text *t, int indent, int column, const char *entry, const char *about);
void say_padded(struct text *t, const char *bytes, size_t length, int width, bool right);

/* Starts and ends a colour, if colours are on. */
enum paint {
    PAINT_PLAIN,
    PAINT_BOLD,
    PAINT_RED,
    PAINT_YELLOW,
    PAINT_GREEN,
    PAINT_DIM,
    PAINT_RED_SUIT,
    PAINT_YELLOW_SUIT,
    PAINT_GREEN_SUIT,
    PAINT_BLUE_SUIT,
    PAINT_PURPLE_SUIT,
    PAINT_WATER_SUIT,
};
void say_paint(const struct context *context, struct text *t, enum paint paint);

/* A question, to translate, on standard error, and its answer from standard input: is it a yes? */
bool say_asked(const struct context *context, const char *question);

/*
 * The same on standard error: "fuda: …"; and a message of core's. False, for whoever fails with it.
 */
bool complain(const struct context *context, const char *text, const char *kinds, ...);
bool complain_of(const struct context *context, const struct message *message,
    const struct setting *setting);

#endif
