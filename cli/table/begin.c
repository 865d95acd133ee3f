/* Who sits down to what: a new record, an unfinished one, or what the answers at the prompt say. */
#define _XOPEN_SOURCE 700
#include "cli/deck/stored.h"
#include "cli/campaign/replay_records.h"
#include "table_prompt.h"
#include "cli/campaign/find_record.h"
#include "precedent.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- going on ---------------------------------------------------------------------------- */

static bool replay_line(void *user, const struct store_line *line)
{
    struct table *t = user;
    if (session_try(&t->session, line->text, false) != STEP_TAKEN) {
        complain(t->context, N_("line {line} of the record can no longer be read: {reason}"), "it",
            "line", (int64_t)line->number, "reason", line->text);
        t->unread = true;
    }
    return true;
}

static bool resume_entry(void *user, const struct store_entry *entry)
{
    struct table *t = user;
    decks_load(&t->session.packs, t->campaign.store, &entry->campaign, &entry->id);
    replay_heading(&t->session, &entry->heading);
    return false;
}

/* The session as the store has the record. */
bool table_reload(struct table *t)
{
    struct store_id record = store_hold_record(t->hold);
    session_clear(&t->session);
    t->unread = false;
    session_begin(&t->session, t->context);
    t->session.advises = t->terminal;
    bool good = campaign_ok(&t->campaign,
                    store_record_get(t->campaign.store, &record, resume_entry, t))
                && t->session.record.begun
                && campaign_ok(&t->campaign,
                    store_lines_each(t->campaign.store, &record, false, replay_line, t));
    t->session.packs.live = true;
    return good;
}

/* A record may be looked at and go on while it is withdrawn; who does so is told. */
static bool tell_withdrawn(void *user, const struct store_entry *entry)
{
    const struct table *t = user;
    char id[STORE_ID_TEXT];
    store_id_text(&entry->id, id);
    if (entry->withdrawn)
        complain(t->context,
            N_("this record is withdrawn, and does not count until `fuda campaign restore {id}`"),
            "t", "id", id);
    return false;
}

static bool resume(struct table *t, const struct store_id *record)
{
    return campaign_ok(&t->campaign, store_record_get(t->campaign.store, record, tell_withdrawn, t))
           && campaign_ok(&t->campaign, store_record_hold(t->campaign.store, record, &t->hold))
           && decks_grow(&t->campaign, &t->campaign.id, false) && table_reload(t);
}

/* A number, or the beginning of an id, in either width; games and players begin with no digit. */
static bool names_record(const char *word)
{
    char folded[NAME_MOST];
    size_t length = strlen(word) <= NAME_MOST ? text_fold((struct span){word, strlen(word)}, folded)
                                              : 0;
    return length > 0 && folded[0] >= '0' && folded[0] <= '9';
}

/* The record of that number or id; false: complained. */
static bool find_record(const struct table *t, const char *word, struct store_id *out)
{
    char folded[NAME_MOST + 1] = "";
    word += strspn(word, " \t");
    if (strlen(word) <= NAME_MOST)
        folded[text_fold((struct span){word, strcspn(word, " \t")}, folded)] = '\0';
    return campaign_find_record(&t->campaign, folded, false, out);
}

/* ---- beginning --------------------------------------------------------------------------- */

/*
 * What a record begins with that is played today, in the campaign; its texts, the caller's to
 * clear.
 */
struct beginning {
    struct store_heading heading;
    char day[DAY_TEXT];
    struct house_texts options;
    struct campaign_deck deck;
    bool has_deck;
};

static bool beginning_make(const struct table *t, const char *game, int count,
    const char *const *names, struct beginning *out)
{
    *out = (struct beginning){.heading = {.game = game,
                                  .date = out->day,
                                  .rules = FUDA_VERSION,
                                  .seats = (uint8_t)count}};
    day_today(out->day);
    for (int i = 0; i < count; i++)
        out->heading.seat[i].name = names[i];
    if (!campaign_house(&t->campaign, &out->heading, &out->options))
        return false;
    if (t->packed.length > 0) { /* the game is its pack */
        text_put(&out->deck.text, t->packed.at);
        text_put(&out->deck.name, game);
        out->has_deck = campaign_ok(&t->campaign,
            store_deck_put(t->campaign.store, t->packed.at, out->deck.hash));
    } else {
        out->has_deck = decks_learn(&t->campaign, game, out->day, true, &out->deck);
    }
    if (out->has_deck) {
        out->heading.pack = out->deck.name.at;
        out->heading.pack_hash = out->deck.hash;
    }
    return true;
}

static void beginning_clear(struct beginning *b)
{
    if (b->has_deck)
        campaign_deck_clear(&b->deck);
}

/* ---- somebody new, who may be somebody else misspelt --------------------------------------- */

struct knowing {
    struct guess guess;
    const struct seats *seats;
    char like[NAME_MOST + 1]; /* who is called nearly so, and does not sit here */
    struct span name;
    bool known, alike; /* `alike`: by letters of another script */
};

static bool sits(const struct seats *seats, struct span name)
{
    for (int i = 0; i < seats->count; i++)
        if (person_same((struct span){seats->row[i].name, seats->row[i].length}, name))
            return true;
    return false;
}

static bool look_for(void *user, const struct store_name *n)
{
    struct knowing *k = user;
    char folded[NAME_MOST + 1];
    const struct span name = {n->name, strlen(n->name)};
    const size_t length = person_fold(name, folded);
    folded[length] = '\0';
    k->known |= length == k->guess.word.length && memcmp(folded, k->guess.word.at, length) == 0;
    k->alike |= person_like(k->name, name);
    if (!sits(k->seats, name)
        && (person_like(k->name, name) || (!k->alike && guess_known(&k->guess, folded))))
        snprintf(k->like, sizeof k->like, "%s", n->name);
    return !k->known;
}

static void tell_newcomers(const struct table *t)
{
    const struct seats *seats = &t->session.record.seats;
    for (int i = 0; i < seats->count; i++) {
        const struct span folded = {seats->row[i].folded, seats->row[i].folded_length};
        struct knowing k = {.guess = {.word = folded, .far = folded.length < 4 ? 2 : 3},
            .seats = seats,
            .name = {seats->row[i].name, seats->row[i].length}};
        store_names_each(t->campaign.store, &t->campaign.id, look_for, &k);
        if (!k.known && k.like[0] != '\0')
            complain(t->context,
                k.alike
                    ? N_("“{name}” looks like “{near}”, who has played here before, but is written "
                         "with other letters; if the same is meant, `quit`: nothing is kept yet")
                    : N_("{name} has not played here before; if {near} is meant, `quit`: nothing "
                         "is kept yet"),
                "st", "name", (struct span){seats->row[i].name, seats->row[i].length}, "near",
                k.like);
    }
}

/* The session begins; the store hears of it with the first line (table_store). */
static bool begin(struct table *t, const char *game, int count, char **names)
{
    struct beginning b;
    if (count > SEATS_MOST)
        return complain(t->context, N_("too many players; expected at most {most}"), "i", "most",
            (int64_t)SEATS_MOST);
    if (!beginning_make(t, game, count, (const char *const *)names, &b))
        return false;
    if (b.has_deck && !packs_keep(&t->session.packs, b.deck.text.at))
        b.heading.pack = b.heading.pack_hash = NULL;
    bool good = heading_read(&t->session, &b.heading);
    if (!good && !t->own.prompts)
        fputs("fuda: ", stderr);
    if (!good)
        table_show_answers(t);
    if (good && t->terminal && !t->dispute)
        tell_newcomers(t);
    t->session.packs.live = true;
    beginning_clear(&b);
    return good;
}

bool table_store(struct table *t)
{
    const struct record *r = &t->session.record;
    char names[SEATS_MOST][NAME_MOST + 1];
    const char *each[SEATS_MOST];
    struct beginning b;
    if (t->hold != NULL)
        return true;
    for (int i = 0; i < r->seats.count; i++) {
        snprintf(names[i], sizeof names[i], "%.*s", (int)r->seats.row[i].length,
            r->seats.row[i].name);
        each[i] = names[i];
    }
    if (!beginning_make(t, game_called(&r->setting), r->seats.count, each, &b))
        return false;
    bool good = campaign_ok(&t->campaign,
        store_record_begin(t->campaign.store, &t->campaign.id, &b.heading, &t->hold));
    beginning_clear(&b);
    return good;
}

void table_keep_result(struct table *t)
{
    struct store_result result;
    if (t->hold == NULL)
        return;
    struct store_id record = store_hold_record(t->hold);
    precedent_keep(&t->campaign, &t->session.record, t->answered);
    replay_result(&t->session, &result);
    campaign_ok(&t->campaign, store_result_put(t->campaign.store, &record, &result));
}

/* ---- another game ------------------------------------------------------------------------ */

/*
 * The record is kept as it is and let go; phones and camera have seen no line of the next one yet.
 */
static void leave_record(struct table *t)
{
    if (!t->dispute)
        table_keep_result(t);
    if (t->watch.on)
        watch_word(&t->watch, &t->session.record, "off");
    phones_anew(&t->phones);
    store_release(t->hold);
    t->hold = NULL;
    t->unread = false;
    t->closed = 0;
    t->winners = t->answered = 0;
    session_clear(&t->session);
    session_begin(&t->session, t->context);
    t->session.advises = t->terminal;
}

bool table_again(struct table *t, const char *rest)
{
    const struct record *r = &t->session.record;
    char names[SEATS_MOST][NAME_MOST + 1], *each[SEATS_MOST];
    const int count = r->seats.count;
    (void)rest;
    if (!record_over(r))
        return complain(t->context, N_("this game is not over yet; `end` ends it for good"), "");
    char game[NAME_MOST + 1];
    snprintf(game, sizeof game, "%s", game_called(&r->setting));
    packed_of_record(t);
    for (int i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "%.*s", (int)r->seats.row[i].length,
            r->seats.row[i].name);
        each[i] = names[i];
    }
    leave_record(t);
    t->done = !begin(t, game, count, each);
    if (!t->done)
        table_say(t, N_("Another game begins, with the same people."));
    return !t->done;
}

/* ---- asking ------------------------------------------------------------------------------ */

static enum consent ask_to_resume(struct table *t)
{
    struct text question = {0};
    const struct rulebook *book = rulebook_find((struct span){t->last_game, strlen(t->last_game)});
    say_with(t->context, &question,
        N_("An unfinished game of {game} lies here. Go on with it? (yes/no)"), "t", "game",
        book != NULL ? say(t->context, book->title) : t->last_game);
    enum consent said = first_consent(t, question.at);
    text_clear(&question);
    return said;
}

/* ---- what these people have left unfinished ---------------------------------------------- */

/* A game of theirs that may go on, the newest; `number` 0: there is none. */
struct theirs {
    struct table *table;
    char **names;
    int count;
    struct store_id id;
    unsigned number;
    struct text about; /* owned */
};

/* Do exactly these people sit there, in whatever order? */
static bool are_same(const struct store_heading *heading, const struct theirs *who)
{
    int found = 0;
    for (int i = 0; i < who->count; i++)
        for (int k = 0; k < heading->seats; k++)
            if (person_same((struct span){who->names[i], strlen(who->names[i])},
                    (struct span){heading->seat[k].name, strlen(heading->seat[k].name)})) {
                found++;
                break;
            }
    return found == who->count && heading->seats == who->count;
}

static bool see_theirs(void *user, const struct store_entry *entry)
{
    struct theirs *who = user;
    if (!are_same(&entry->heading, who) || waiting_is_held(who->table, &entry->id)
        || !waiting_goes_on(who->table, entry, &who->about))
        return true;
    who->id = entry->id;
    who->number = entry->number;
    return false;
}

/*
 * `fuda table GAME NAME…`: on a terminal it is asked whether an unfinished game of these people
 * goes on; a script gets the new one that it asks for, and is told of the other.
 */
static bool begin_named(struct table *t, const char *game, int count, char **names)
{
    struct theirs who = {.table = t, .names = names, .count = count};
    struct store_filter filter = {.game = game, .unfinished = true, .newest_first = true};
    enum consent goes_on_with = NO;
    if (!t->dispute && count > 0)
        campaign_ok(&t->campaign,
            store_history_each(t->campaign.store, &t->campaign.id, &filter, see_theirs, &who));
    if (who.number > 0 && t->terminal) {
        struct text question = {0};
        table_say(t, N_("These people have an unfinished game:"));
        table_show_line(t, "  {line}", who.about.at);
        text_put(&question, say(t->context, N_("Go on with it? (yes/no)")));
        goes_on_with = first_consent(t, question.at);
        text_clear(&question);
    } else if (who.number > 0) {
        complain(t->context,
            N_("these people have an unfinished game, and another one begins here; `fuda table "
               "{number}` goes on with that"),
            "i", "number", (int64_t)who.number);
    }
    text_clear(&who.about);
    return goes_on_with == YES ? resume(t, &who.id)
                               : goes_on_with == NO && begin(t, game, count, names);
}

/*
 * Which record of several goes on: YES with it in *out. RETURN takes the last record of the
 * campaign, or begins another game where that one is finished.
 */
static enum consent choose(struct table *t, struct waiting *w, struct store_id *out)
{
    char otherwise[24] = "";
    waiting_list(w);
    for (int i = 0; i < w->count; i++)
        if (store_id_compare(&w->of[i].id, &t->unfinished) == 0)
            snprintf(otherwise, sizeof otherwise, "%u", w->of[i].number);
    const struct first_question q =
        {.asks = say(t->context, N_("Which one goes on? Its number, or no for another game")),
            .otherwise = otherwise[0] != '\0' ? otherwise : say(t->context, N_("no")),
            .help = N_("The number in front of a game goes on with it; no leaves them as they are, "
                       "and a new one begins.")};
    enum consent said = UNCLEAR;
    while (said == UNCLEAR) {
        char *answer = first_ask(t, &q);
        said = consent_read(answer);
        if (said != NO && said != NOBODY)
            said = find_record(t, answer, out) ? YES : UNCLEAR;
        free(answer);
    }
    return said;
}

/*
 * Asks for the players, unless they were named, until they can sit down or nobody answers (^C, ^D).
 */
static bool seat_players(struct table *t, const char *game, char *named)
{
    char names[SEATS_MOST][NAME_MOST + 1], *each[SEATS_MOST];
    for (char *answer = named;; answer = NULL) {
        if (answer == NULL)
            answer = first_players(t);
        if (answer == NULL)
            return false;
        int count = first_names(t, answer, names, each);
        free(answer);
        if (count > 0 && begin(t, game, count, each))
            return true;
        session_clear(&t->session);
        session_begin(&t->session, t->context);
        t->session.advises = t->terminal;
    }
}

/* A game that is a pack: found or asked for, then as any other. */
static bool begin_packed(struct table *t, const char *name, int count, char **names)
{
    char game[NAME_MOST + 1];
    if (!packed_find(t, name))
        return false;
    packed_name(t, game);
    return names != NULL ? begin(t, game, count, names) : seat_players(t, game, NULL);
}

/* One whose name is asked for, where `said` has none. */
static bool begin_named_pack(struct table *t, const char *said)
{
    char *name = said != NULL ? memory_text(said + strspn(said, " ")) : packed_ask_name(t);
    const bool good = name != NULL && begin_packed(t, name, 0, NULL);
    free(name);
    return good;
}

static bool begin_asked(struct table *t)
{
    struct text behind = {0};
    const struct rulebook *book = first_game(t, &behind);
    if (book != NULL && rulebook_is_packs(book)) {
        const bool good = begin_named_pack(t, behind.length > 0 ? behind.at : NULL);
        text_clear(&behind);
        return good;
    }
    if (book == NULL || behind.length == 0) {
        text_clear(&behind);
        return book != NULL && seat_players(t, book->id, NULL);
    }
    return seat_players(t, book->id, behind.at);
}

/* On a terminal: what lies here goes on, if that is wanted; else another game begins. */
static bool sit_down_asked(struct table *t)
{
    struct waiting w;
    struct store_id record = t->unfinished;
    waiting_find(t, &w);
    bool last = w.count > 0 && store_id_compare(&w.of[0].id, &t->unfinished) == 0;
    if (!last && !store_id_none(&t->unfinished)) {
        table_say(t, N_("The last game is kept at another prompt now."));
        t->unfinished = (struct store_id){{0}};
    }
    enum consent consent = w.count == 0           ? NO
                           : w.count == 1 && last ? ask_to_resume(t)
                                                  : choose(t, &w, &record);
    waiting_clear(&w);
    return consent == YES ? resume(t, &record) : consent == NO && begin_asked(t);
}

bool table_sit_down(struct table *t, int count, char **given)
{
    struct store_id record;
    table_look_back(t);
    if (t->dispute && count == 0 && t->terminal)
        return begin_asked(t);
    if (t->dispute && (count == 0 || names_record(given[0])))
        return complain(t->context,
            N_("a dispute begins with a game and its players, as in `fuda dispute haratama Aki Bo "
               "Chie Dai`"),
            "");
    if (count == 1 && names_record(given[0]))
        return find_record(t, given[0], &record) && resume(t, &record);
    const struct rulebook *book = count > 0 ? game_find((struct span){given[0], strlen(given[0])})
                                            : NULL;
    if (book != NULL && rulebook_is_packs(book) && count > 1) {
        count--;
        given++;
        book = game_find((struct span){given[0], strlen(given[0])});
    }
    if (count > 1 && (book == NULL || rulebook_is_packs(book)) && !names_record(given[0]))
        return begin_packed(t, given[0], count - 1, given + 1);
    if (count == 1 && (book == NULL || rulebook_is_packs(book)) && t->terminal)
        return begin_named_pack(t, book == NULL ? given[0] : NULL);
    if (count == 1 && book != NULL && t->terminal)
        return seat_players(t, book->id, NULL);
    if (count == 1)
        return complain(t->context,
            N_("expected a game and its players, as in `fuda table haratama Aki Bo Chie Dai`, or a "
               "record's number, as `fuda history` lists them"),
            "");
    if (book != NULL)
        return begin_named(t, book->id, count - 1, given + 1);
    if (t->terminal)
        return sit_down_asked(t);
    if (!store_id_none(&t->unfinished))
        return resume(t, &t->unfinished);
    return complain(t->context,
        N_("nothing to go on with; expected `fuda table GAME NAME…`, or `fuda table N` as `fuda "
           "history` numbers it"),
        "");
}
