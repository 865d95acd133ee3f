/* What all games say alike: the game, its players, its day, house, pack and result. */
#include "record_parts.h"
#include "day.h"
#include "deck.h"

#include <assert.h>
#include <string.h>

/* ---- games ------------------------------------------------------------------------------- */

void record_end_game(struct record *r)
{
    if (r->setting.book == NULL)
        return;
    if (!r->begun && r->host.game_begins)
        r->host.game_begins(r->host.user, r);
    record_close_page(r);
    if (r->host.game_ends)
        r->host.game_ends(r->host.user, r);
    r->setting.book = NULL;
    r->setting.state = NULL;
    r->begun = false;
}

void record_end_pack(struct record *r)
{
    r->pack_rows = NULL;
    r->pack_book = NULL;
}

/* A game that is a pack, by the pack's name; the pack lies in `before` then. NULL: none. */
static const struct rulebook *find_packs_game(struct record *r, struct span name)
{
    const struct rulebook *book = NULL;
    const void *found = NULL;
    while (found == NULL && name.length > 0 && (book = rulebook_of_packs(book)) != NULL)
        found = r->host.pack_find ? r->host.pack_find(r->host.user, book, name) : NULL;
    if (found != NULL)
        memcpy(r->before, found, book->deck->size);
    else /* none is at hand: one that is built in */
        while (name.length > 0 && (book = rulebook_of_packs(book)) != NULL
               && !book->deck->builtin(r->before, name)) {
        }
    if (book != NULL && !text_same(span_of(book->deck->name(r->before)), name))
        book->deck->called(r->before, name);
    return book;
}

static const struct rulebook *find_game(struct record *r, const struct argument *named, bool any)
{
    char folded[NAME_MOST], name[NAME_MOST];
    struct span id = {folded, text_fold(named->text, folded)};
    const struct rulebook *book = rulebook_find(id);
    struct fault f;
    if (book != NULL && (any || !rulebook_is_packs(book)))
        return book;
    if (!any && (book = find_packs_game(r, (struct span){name, text_spell(named->text, name)})))
        return book;
    struct guess near = {.word = id, .far = 4};
    for (int i = 0; rulebooks[i] != NULL; i++)
        guess_known(&near, rulebooks[i]->id);
    fault_set(&f, named->column,
        near.name != NULL
            ? N_("“{found}” is not a game that fuda knows; did you mean `{near}`?")
            : N_("“{found}” is not a game that fuda knows; expected one that `fuda rules` lists"));
    message_text(&f.message, "found", text_unquoted(named->text));
    if (near.name != NULL)
        message_text(&f.message, "near", span_of(near.name));
    record_fault(r, &f);
    r->astray = true;
    return NULL;
}

static void lay_deck(struct record *r)
{
    const struct rulebook *book = r->setting.book;
    r->lent = false;
    if (book->deck == NULL)
        return;
    if (rulebook_is_packs(book))
        memcpy(r->pack, r->before, book->deck->size);
    else
        rulebook_lay_deck(book, r->pack);
    r->setting.pack = r->pack;
}

static void say_game(struct record *r, const struct statement *said)
{
    record_end_game(r);
    record_end_pack(r);
    r->astray = false;
    const struct rulebook *book = find_game(r, &said->argument[0], false);
    if (book == NULL)
        return;
    r->setting.book = book;
    r->setting.pack = NULL;
    r->seats.count = 0;
    r->told = r->asked = 0;
    r->setting.ended = r->played = false;
    r->setting.noted = NULL;
    r->setting.unsure = NULL;
    r->verdict = RULING_OPEN;
    r->uncounted = 0;
    r->date[0] = '\0';
    house_default(&r->house, book);
    lay_deck(r);
}

/*
 * Two names that were different when the record was kept, as ZOË and Zoë, are those of two people
 * in it.
 */
static bool kept_apart(const struct record *r, int seat, struct span written)
{
    char one[NAME_MOST], other[NAME_MOST];
    const size_t length =
        text_fold((struct span){r->seats.row[seat].name, r->seats.row[seat].length}, one);
    return r->host.kept && (text_fold(written, other) != length || memcmp(one, other, length) != 0);
}

static bool add_player(struct record *r, const struct argument *named)
{
    char name[NAME_MOST], folded[NAME_MOST];
    struct span spelled = {name, text_spell(named->text, name)};
    if (!r->host.kept) /* what is kept is found again as it was written */
        spelled.length = person_spell(spelled, name);
    const char *wrong = spelled.length == 0
                            ? (named->text.length > 2
                                    ? N_("a name with nothing visible in it; expected letters")
                                    : N_("an empty name; expected a player's name"))
                        : !text_is_seen(spelled) || person_fold(spelled, folded) == 0
                            ? N_("a name with nothing visible in it; expected letters")
                            : NULL;
    for (int i = 0; i < r->seats.count && wrong == NULL; i++)
        if (seat_is(&r->seats, i, named->text) && !kept_apart(r, i, named->text))
            wrong = N_("“{found}” is at the table already; expected different names");
    if (wrong != NULL) {
        struct fault f;
        fault_set(&f, named->column, wrong);
        message_text(&f.message, "found", text_unquoted(named->text));
        record_fault(r, &f);
        return false;
    }
    seat_add(&r->seats, spelled);
    return true;
}

/* A name may hold a comma; where too few are read it was rather one between names. */
static bool comma_in_names(const struct statement *said)
{
    bool cut = false;
    for (int i = 0; i < said->count; i++) {
        struct span word = said->argument[i].text, piece;
        cut |= word_cut(&word, &piece);
    }
    return cut;
}

static void say_players(struct record *r, const struct statement *said)
{
    const struct rulebook *book = r->setting.book;
    if (r->begun) {
        record_fault_at(r, said->column,
            N_("the players are named already; expected `game` before other players"));
        return;
    }
    struct fault unfit = {.column = said->column};
    if (rulebook_is_packs(book)
        && book->deck->unfit(r->setting.pack, said->count, &unfit.message)) {
        record_fault(r, &unfit);
        return;
    }
    if (said->count < book->seats_least
        || (said->count > book->seats_most && said->count > book->seats_noted)) {
        struct fault f;
        fault_set(&f, said->column,
            comma_in_names(said)
                ? N_("{game} needs {least} to {most} players, not {count}; expected as many names, "
                     "with spaces and no commas between them")
            : book->seats_hint != NULL
                ? book->seats_hint
                : N_(
                    "{game} needs {least} to {most} players, not {count}; expected as many names"));
        message_word(&f.message, "game", book->title);
        message_number(&f.message, "count", said->count);
        message_number(&f.message, "least", book->seats_least);
        message_number(&f.message, "most", book->seats_most);
        record_fault(r, &f);
        return;
    }
    for (int i = 0; i < said->count; i++)
        if (!add_player(r, &said->argument[i])) {
            r->seats.count = 0;
            return;
        }
    r->begun = true;
    memset(r->before, 0, book->state_size); /* copied to, and so read */
    r->follows = false;
    book->begin(r->state, &r->setting);
    r->setting.state = r->state;
    if (record_is_repaired(r)) {
        repair_begin(r->repair, &r->setting, r->state, r->line);
        r->setting.unsure = &r->repair->unsure;
    }
    if (r->host.game_begins)
        r->host.game_begins(r->host.user, r);
}

static void say_date(struct record *r, const struct statement *said)
{
    if (!day_read(said->argument[0].text, r->date))
        record_fault_at(r, said->argument[0].column,
            N_("no such day; expected YYYY-MM-DD, as 2026-11-21"));
}

static void say_house(struct record *r, const struct statement *said)
{
    struct house house = r->house;
    for (int i = 0; i < said->count; i++) {
        struct fault f;
        if (!house_set(&house, &r->setting, &said->argument[i], &f)) {
            record_fault(r, &f);
            return;
        }
    }
    r->house = house;
}

/* The number of each seat, once, into `out`; else the fault says what is wrong. */
static bool read_result(struct record *r, const struct statement *said, bool places, int32_t *out)
{
    uint32_t named = 0, all = (1u << r->seats.count) - 1;
    for (int i = 0; i < said->count; i++) {
        const struct argument *a = &said->argument[i];
        const char *wrong = NULL;
        if (a->kind == ARGUMENT_WORD)
            wrong = i > 0
                        ? N_("`points` or `places` stands first; expected `result points NAME=N …`")
                        : NULL;
        else if (named & 1u << a->seat)
            wrong = N_("this player is named twice; expected each one once");
        else if (places && (a->number < 1 || a->number > r->seats.count))
            wrong = N_(
                "no such place; expected 1 for the first, and no more than there are players");
        if (wrong != NULL) {
            record_fault_at(r, a->column, wrong);
            return false;
        }
        if (a->kind == ARGUMENT_SEAT_NUMBER) {
            named |= 1u << a->seat;
            out[a->seat] = a->number;
        }
    }
    if (named != all)
        record_fault_at(r, said->column,
            N_("somebody is missing; expected NAME=N for each player"));
    return named == all;
}

/* `result points Aki=-50 …`: of a game that nobody kept. */
static void say_result(struct record *r, const struct statement *said)
{
    int32_t number[SEATS_MOST] = {0};
    bool places = said->argument[0].kind == ARGUMENT_WORD && said->argument[0].number == 1;
    if (!r->begun)
        record_fault_at(r, said->column,
            N_("nobody is at the table yet; expected a line `players NAME…` first"));
    else if (r->played)
        record_fault_at(r, said->column,
            N_("this game is on record play by play; expected no result of it, or a record of its "
               "own"));
    else if (places ? r->noted.places && r->setting.noted != NULL
                    : r->noted.points && r->setting.noted != NULL)
        record_fault_at(r, said->column, N_("its result was noted before; expected it once"));
    else if (read_result(r, said, places, number)) {
        if (r->setting.noted == NULL)
            memset(&r->noted, 0, sizeof r->noted);
        r->setting.noted = &r->noted;
        *(places ? &r->noted.places : &r->noted.points) = true;
        for (int i = 0; i < r->seats.count; i++) {
            if (places)
                r->noted.place[i] = (uint8_t)number[i];
            else
                r->noted.point[i] = number[i];
        }
    }
}

/* ---- packs ------------------------------------------------------------------------------- */

/* A game may be called so: it is seen, and no other game's name. */
static bool may_be_game(struct record *r, const struct argument *named, struct span name)
{
    char folded[NAME_MOST];
    if (text_is_clean(name) && text_is_seen(name)
        && rulebook_find((struct span){folded, text_fold(named->text, folded)}) == NULL)
        return true;
    struct fault f;
    fault_set(&f, named->column,
        N_("“{found}” cannot be a game's name; expected a visible name that no other game has"));
    message_text(&f.message, "found", text_unquoted(named->text));
    record_fault(r, &f);
    return false;
}

/* `pack GAME "NAME"`: rows of a deck follow. */
static void define_pack(struct record *r, const struct statement *said)
{
    record_end_game(r);
    record_end_pack(r);
    r->astray = false;
    const struct rulebook *book = find_game(r, &said->argument[0], true);
    if (book == NULL)
        return;
    r->astray = true;
    if (book->deck == NULL) {
        struct fault f;
        fault_set(&f, said->column,
            N_("the deck of {game} is in its rulebook; expected no pack for it"));
        message_text(&f.message, "game", span_of(book->id));
        record_fault(r, &f);
        return;
    }
    char name[NAME_MOST];
    struct span spelled = {name, text_spell(said->argument[1].text, name)};
    if (rulebook_is_packs(book) && !may_be_game(r, &said->argument[1], spelled))
        return;
    r->pack_rows = r->host.pack_new ? r->host.pack_new(r->host.user, book, spelled) : NULL;
    if (r->pack_rows == NULL)
        return;
    r->astray = false;
    r->pack_book = book;
    memset(r->pack_rows, 0, book->deck->size);
    if (rulebook_is_packs(book))
        book->deck->called(r->pack_rows, spelled);
}

/* May the deck still change? */
static bool pack_open(struct record *r, const struct statement *said, const char *otherwise)
{
    const struct rulebook *book = r->setting.book;
    if (!r->begun || book->deck == NULL || deck_row_here(book->deck, r->state))
        return true;
    record_fault_at(r, said->column, otherwise);
    return false;
}

/* `pack "NAME"`: this game's deck. */
static void choose_pack(struct record *r, const struct statement *said)
{
    const struct rulebook *book = r->setting.book;
    char name[NAME_MOST];
    struct span spelled = {name, text_spell(said->argument[0].text, name)};
    if (rulebook_is_packs(book)) { /* it is its pack, which may be said once more */
        if (!text_same(span_of(game_called(&r->setting)), spelled))
            record_fault_at(r, said->argument[0].column,
                N_("this game is a pack itself; expected `game` before another one"));
        return;
    }
    if (!pack_open(r, said,
            N_("another deck in the middle of the game; expected it before the first statement of "
               "play")))
        return;
    const void *found = book->deck != NULL && r->host.pack_find
                            ? r->host.pack_find(r->host.user, book, spelled)
                            : NULL;
    if (found != NULL) {
        memcpy(r->pack, found, book->deck->size);
        return;
    }
    if (book->deck != NULL && book->deck->builtin != NULL && spelled.length > 0
        && book->deck->builtin(r->pack, spelled))
        return;
    struct fault f;
    fault_set(&f, said->argument[0].column,
        book->deck == NULL
            ? N_("the deck of {game} is in its rulebook; expected no pack for it")
            : N_(
                "no pack of {game} is called “{found}”; expected one that `fuda pack list` names"));
    message_text(&f.message, "game", span_of(book->id));
    message_text(&f.message, "found", text_unquoted(said->argument[0].text));
    if (book->deck != NULL && r->host.pack_missing)
        r->host.pack_missing(r->host.user, book, spelled, &f.message);
    record_fault(r, &f);
}

void record_say_row(struct record *r, const struct statement *said)
{
    struct fault f;
    const struct rulebook *book = r->pack_book != NULL ? r->pack_book : r->setting.book;
    void *rows = r->pack_book != NULL ? r->pack_rows : r->pack;
    if (r->pack_book == NULL && rulebook_is_packs(book)) {
        record_fault_at(r, said->column,
            N_("this row stands outside of a pack; expected `pack GAME \"NAME\"` before it"));
        return;
    }
    if (r->pack_book == NULL
        && !pack_open(r, said,
            N_("a row of a deck in the middle of the game; expected it before the first statement "
               "of play")))
        return;
    if (r->pack_book == NULL && r->lent)
        lay_deck(r);
    if (rulebook_add_row(book, rows, said, &f) == MALFORMED)
        record_fault(r, &f);
}

/* ---- statements of all games ------------------------------------------------------------- */

void record_after_the_end(struct record *r, const struct statement *said)
{
    r->refused = true;
    rulings_add(r->findings, RULING_IMPOSSIBLE, 0, said->seat, -1, said->line,
        N_("The game was ended before; expected `game` for another one."));
}

void record_say_common(struct record *r, const struct statement *said)
{
    switch ((enum common_verb)said->verb) {
    case SAY_GAME: say_game(r, said); return;
    case SAY_PACK:
        if (said->count == 2)
            define_pack(r, said);
        else
            choose_pack(r, said);
        return;
    case SAY_PLAYERS: say_players(r, said); return;
    case SAY_DATE: say_date(r, said); return;
    case SAY_HOUSE: say_house(r, said); return;
    case SAY_RESULT: say_result(r, said); return;
    case SAY_END:
        if (r->setting.ended)
            record_after_the_end(r, said);
        r->setting.ended = true;
        return;
    case SAY_NOTE:
    case COMMON_VERBS: return;
    }
}
