/* Findings in words: of which kind they are, and which lines prove them. */
#include "cli/say.h"

#include <string.h>

static const char *const kind_names[] = {
    [RULING_OPEN] = N_("open question"),
    [RULING_UNPROVEN] = N_("unproven"),
    [RULING_SLIP] = N_("slip"),
    [RULING_CONFLICT] = N_("conflict"),
    [RULING_IRREGULAR] = N_("irregular"),
    [RULING_IMPOSSIBLE] = N_("impossible"),
};

const char *ruling_name(enum ruling_kind kind) { return kind_names[kind]; }

/* A sentence after others: Japanese puts no blank there. */
static void add_sentence(const struct context *context, struct text *t, const struct message *m,
    const struct setting *setting)
{
    text_put(t, context->japanese ? "" : " ");
    say_message(context, t, m, NULL, setting);
}

/*
 * A text with a line's number in it; and one with its {place}, where people have a name for that.
 */
static void set_line(struct message *m, uint32_t line, const struct line_places *places,
    const char *text, const char *placed)
{
    const char *place = places != NULL ? places->of(places->user, line) : NULL;
    message_number(message_set(m, place != NULL ? placed : text), "line", (int32_t)line);
    if (place != NULL)
        message_string(m, "place", place);
}

/*
 * "At least one of these broke a rule: Bo (line 4), Dai (line 9)." Of one player the lines alone.
 */
static void add_suspects(const struct context *context, struct text *t, const struct ruling *ruling,
    const struct setting *setting, const struct line_places *places)
{
    struct text list = {0};
    struct message m;
    bool alone = true;
    for (int i = 0; i < ruling->suspect_count; i++)
        alone &= ruling->suspect[i].seat == ruling->seat;
    for (int i = 0; i < ruling->suspect_count; i++) {
        if (i > 0)
            say_comma(context, &list);
        set_line(&m, ruling->suspect[i].line, places,
            alone ? N_("line {line}") : N_("{seat} (line {line})"),
            alone ? N_("line {line} ({place})") : N_("{seat} (line {line}, {place})"));
        message_seat(&m, "seat", ruling->suspect[i].seat);
        say_message(context, &list, &m, NULL, setting);
    }
    message_set(&m, alone ? N_("{seat} broke a rule, by at least one of these plays: {plays}.")
                          : N_("At least one of these broke a rule: {plays}."));
    message_text(&m, "plays", (struct span){list.at, list.length});
    message_seat(&m, "seat", ruling->seat);
    add_sentence(context, t, &m, setting);
    text_clear(&list);
}

/* What a line may have been: the first, and each other one. */
static const char *const offers[EDIT_KINDS][2] = {
    [EDIT_TWICE] = {N_("Perhaps line {line} was entered twice: leave it out."),
        N_("Or line {line} was entered twice: leave it out.")},
    [EDIT_RETYPED] =
        {N_("Perhaps line {line} was mistyped, and typed again in the next one: leave it out."),
            N_("Or line {line} was mistyped, and typed again in the next one: leave it out.")},
    [EDIT_MISSING] = {N_("Perhaps a line is missing before line {line}: `{put}`."),
        N_("Or a line is missing before line {line}: `{put}`.")},
    [EDIT_NAME] = {N_("Perhaps line {line} is `{put}`."), N_("Or line {line} is `{put}`.")},
    [EDIT_CARD] = {N_("Perhaps line {line} is `{put}`."), N_("Or line {line} is `{put}`.")},
    [EDIT_ORDER] = {N_("Perhaps this is the right order from line {line} on: `{put}`."),
        N_("Or this is the right order from line {line} on: `{put}`.")},
    [EDIT_BEGUN] = {N_("Perhaps a line is missing before line {line}: `{put}`."),
        N_("Or a line is missing before line {line}: `{put}`.")},
    [EDIT_SEATS] = {N_("Perhaps line {line} is `{put}`."), N_("Or line {line} is `{put}`.")},
    [EDIT_WORD] = {N_("Perhaps line {line} is `{put}`."), N_("Or line {line} is `{put}`.")},
};
static const char *const left_out[] =
    {N_("Perhaps line {line} does not belong there: leave it out."),
        N_("Or line {line} does not belong there: leave it out.")};

/* Several lines are told in one. */
static void put_in_a_line(const char *put, struct text *out)
{
    for (; *put != '\0'; put++)
        text_put(out, *put == '\n' ? " / " : (char[]){*put, '\0'});
}

void say_offer(const struct context *context, struct text *t, const struct offer *o)
{
    const bool before = o->edit == EDIT_MISSING || o->edit == EDIT_BEGUN;
    struct text put = {0};
    struct message m;
    put_in_a_line(o->put, &put);
    message_set(&m, put.length == 0       ? N_("leave line {line} out")
                    : before              ? N_("`{put}` before line {line}")
                    : o->second.line != 0 ? N_("the other way round from line {line} on: `{put}`")
                                          : N_("line {line}: `{put}`"));
    message_number(&m, "line", (int32_t)o->line);
    if (put.length > 0)
        message_string(&m, "put", put.at);
    say_message(context, t, &m, NULL, NULL);
    text_clear(&put);
}

static void add_offers(const struct context *context, struct text *t, const struct ruling *ruling,
    const struct setting *setting)
{
    for (int i = 0; i < ruling->offers; i++) {
        const struct offer *o = &ruling->perhaps[i];
        struct text put = {0};
        struct message m;
        put_in_a_line(o->put, &put);
        const bool whole = o->put[0] != '\0' || o->edit == EDIT_TWICE || o->edit == EDIT_RETYPED;
        /* a card of it alone */
        const enum edit_kind edit = o->edit == EDIT_TWICE && o->put[0] != '\0' ? EDIT_CARD
                                                                               : o->edit;
        message_number(message_set(&m, whole ? offers[edit][i > 0] : left_out[i > 0]), "line",
            (int32_t)o->line);
        if (put.length > 0)
            message_string(&m, "put", put.at);
        add_sentence(context, t, &m, setting);
        text_clear(&put);
    }
}

/* "Proved by line 9, line 11." */
void say_proof(const struct context *context, struct text *t, const struct ruling *ruling,
    const struct setting *setting, const struct line_places *places)
{
    enum { LINES_SHOWN = 3 }; /* of what cannot be: where the hand was seen */
    const struct grounds *g = &ruling->grounds;
    const bool impossible = ruling->kind == RULING_IMPOSSIBLE;
    const bool shows = impossible ? g->lines > 1 && g->lines <= LINES_SHOWN
                                  : g->lines == 1 && ruling->because_count == 0
                                        && ruling->kind == RULING_IRREGULAR && g->places > 0;
    struct message m;
    struct text list = {0};
    for (int i = 0; i < (shows ? g->lines : ruling->because_count); i++) {
        if (impossible && shows && g->line[i] == ruling->line)
            continue;
        if (list.length > 0)
            say_comma(context, &list);
        set_line(&m, shows ? g->line[i] : ruling->because[i], places, N_("line {line}"),
            N_("line {line} ({place})"));
        say_message(context, &list, &m, NULL, setting);
    }
    if (list.length > 0) {
        message_set(&m, impossible ? N_("See {lines}.") : N_("Proved by {lines}."));
        message_text(&m, "lines", (struct span){list.at, list.length});
        add_sentence(context, t, &m, setting);
    }
    text_clear(&list);
    if (ruling->suspect_count > 0)
        add_suspects(context, t, ruling, setting, places);
    add_offers(context, t, ruling, setting);
    if (rulebook_builtin(setting) != NULL && ruling->kind != RULING_OPEN)
        add_sentence(context, t, message_set(&m, N_("(By the reference deck.)")), setting);
    if (ruling->option < 0)
        return;
    const struct option *option = &setting->book->options[ruling->option];
    struct text taken = {0};
    text_answer(&taken, &option->answer[0], option->answer[0].number);
    message_text(message_set(&m, N_("Taken here: `house {key}={answer}`.")), "key",
        (struct span){option->key, strlen(option->key)});
    message_text(&m, "answer", (struct span){taken.at, taken.length});
    add_sentence(context, t, &m, setting);
    text_clear(&taken);
}

bool say_deck(const struct context *context, struct text *t, const struct setting *setting)
{
    const char *name = rulebook_builtin(setting);
    if (name == NULL)
        return false;
    say_with(context, t,
        N_("This is the {name} deck, not yours: your cards may react differently. `fuda pack new "
           "{game}` enters yours, and `pack NAME` plays with it."),
        "tt", "name", name, "game", setting->book->id);
    return true;
}
