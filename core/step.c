/* A line at the table as one step; see step.h. */
#include "step.h"
#include "text.h"

#include <string.h>

/* ---- what the record tells while the line is read ---------------------------------------- */

static void add_fault(struct step *s, const struct fault *fault)
{
    s->refused = true;
    if (s->faults == STEP_FAULTS_MOST)
        return;
    s->fault[s->faults] = *fault;
    s->fault[s->faults].column *= !s->bare;
    s->faults++;
}

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    (void)line, (void)r;
    add_fault(user, fault);
}

static void add_finding(struct step *s, const struct ruling *ruling)
{
    if (s->findings.count < RULINGS_MOST)
        s->findings.row[s->findings.count++] = *ruling;
}

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    (void)r;
    add_finding(user, ruling);
}

/* What the game itself has to tell of a statement: who took the trick, what it cost. */
static void add_news(struct step *s, const struct record *r)
{
    const struct rulebook *book = r->setting.book;
    struct news news = {.row = s->message + s->news, .most = STEP_NEWS_MOST - s->news};
    if (book->table != NULL)
        book->table->news(r->before, r->state, &r->setting, &news);
    s->news = (uint16_t)(s->news + news.count);
}

static void add_text(struct step *s, const struct statement *said, const struct setting *setting)
{
    const size_t joint = s->length > 0 ? strlen("; ") : 0, before = s->length + joint;
    char *at = s->line + before;
    const size_t length = statement_write(said, setting, at, sizeof s->line - 1 - before);
    if (before + length > LINE_MOST) {
        s->unfit |= STEP_IS_TOO_LONG;
        return;
    }
    memcpy(at - joint, "; ", joint);
    s->length += joint + length;
    s->line[s->length] = '\0';
}

static void on_accepted(void *user, const struct statement *said, const struct record *r)
{
    struct step *s = user;
    if (r->begun && !said->common && !said->row)
        add_news(s, r);
    s->stands = said->stands;
    if (said->common && said->verb == SAY_GAME && s->mark.record.setting.book != NULL)
        s->unfit |= STEP_HAS_ANOTHER_GAME;
    if (said->common && said->verb == SAY_PACK && said->count == 2)
        s->unfit |= STEP_HAS_PACK_ROWS;
    add_text(s, said, &r->setting);
}

/* Who finds decks has words for one that is missing: of several in a line the first is told so. */
static const void *find_deck(void *user, const struct rulebook *book, struct span name)
{
    struct step *s = user;
    return s->faults == 0 && s->decks.pack_find ? s->decks.pack_find(s->decks.user, book, name)
                                                : NULL;
}

static bool deck_missing(void *user, const struct rulebook *book, struct span name,
    struct message *why)
{
    struct step *s = user;
    return s->faults == 0 && s->decks.pack_missing
           && s->decks.pack_missing(s->decks.user, book, name, why);
}

void step_begin(struct step *s, struct record *r, const struct record_room *room,
    const struct record_host *decks)
{
    const struct record_host host = {.fault = on_fault,
        .finding = on_finding,
        .accepted = on_accepted,
        .teller = decks->teller,
        .pack_find = find_deck,
        .pack_missing = deck_missing,
        .user = s};
    s->decks = *decks;
    s->after = r;
    record_init(r, &host, room);
}

/* ---- what came of it --------------------------------------------------------------------- */

/* The rulings given in the open round, and its claims as they can be weighed now. */
static void add_open_round(struct step *s, struct record *r)
{
    uint16_t given = r->findings->count;
    struct setting now = r->setting;
    if (!r->begun)
        return;
    now.ended = true;
    if (r->setting.book->weigh != NULL)
        r->setting.book->weigh(r->state, &now, r->findings);
    for (uint16_t i = 0; i < r->findings->count; i++)
        add_finding(s, &r->findings->row[i]);
    r->findings->count = given;
}

static bool any(const struct step *s, enum ruling_kind kind, uint32_t line)
{
    for (uint16_t i = 0; i < s->findings.count; i++)
        if (s->findings.row[i].kind == kind && (line == 0 || s->findings.row[i].line == line))
            return true;
    return false;
}

static bool any_doubt(const struct step *s)
{
    for (uint16_t i = 0; i < s->news; i++)
        if (s->message[i].doubtful)
            return true;
    return false;
}

/* The table has said who wins: a `house` line that changes it shows nothing else. */
static uint32_t find_winners(const struct step *s, const struct record *r)
{
    struct setting then = r->setting;
    uint32_t was = 0, now = 0;
    if (!r->begun || !s->mark.record.begun)
        return 0;
    then.house = &s->mark.record.house;
    rulebook_finished(r->setting.book, r->state, &then, &was);
    return rulebook_finished(r->setting.book, r->state, &r->setting, &now) && now != was ? now : 0;
}

/* What a record points to of its own, after it was copied. */
static void settle(struct record *r, const struct record *from)
{
    r->setting.seats = &r->seats;
    r->setting.house = &r->house;
    r->setting.noted = r->setting.noted != NULL ? &r->noted : NULL;
    r->setting.state = r->setting.state == from->state ? r->state : r->setting.state;
    r->setting.pack = r->setting.pack == from->pack ? r->pack : r->setting.pack;
    r->follows = false;
}

/* Everything that statements change, from one memory to another. */
static void copy_room(const struct setting *setting, const struct record_room *to,
    const struct record_room *from)
{
    const struct rulebook *book = setting->book;
    to->findings->count = from->findings->count;
    memcpy(to->findings->row, from->findings->row,
        from->findings->count * sizeof *from->findings->row);
    if (book != NULL && setting->state != NULL)
        rulebook_copy(book, to->state, from->state);
    if (book != NULL && book->deck != NULL)
        memcpy(to->pack, from->pack, book->deck->size);
}

void step_save(const struct record *r, struct record_mark *mark)
{
    const struct record_room own = {r->state, r->before, r->pack, r->findings, NULL};
    mark->record = *r;
    copy_room(&r->setting, &mark->room, &own);
}

/* What the record had become stands in the mark, for the words that are still to be found. */
void step_return(struct record *r, struct record_mark *mark)
{
    const struct record tried = *r;
    const struct record_room other = mark->room;
    *r = mark->record;
    r->state = other.state;
    r->before = other.before;
    r->pack = other.pack;
    r->findings = other.findings;
    settle(r, &tried);
    mark->record = tried;
    mark->room = (struct record_room){tried.state, tried.before, tried.pack, tried.findings, NULL};
    settle(&mark->record, &tried);
}

static void begin(struct step *s, struct record *r)
{
    s->faults = s->news = 0;
    rulings_begin(&s->findings);
    s->length = 0;
    s->line[0] = '\0';
    s->unfit = s->winners = s->lacked = 0;
    s->refused = s->stands = s->bare = false;
    s->heard = (struct span){s->typed, 0};
    step_save(r, &s->mark);
}

static enum step_end finish(struct step *s, struct record *r, bool ask)
{
    add_open_round(s, r);
    s->refused |= s->unfit != 0 || any(s, RULING_IMPOSSIBLE, 0);
    const bool breaks = any(s, RULING_IRREGULAR, r->line) || any(s, RULING_SLIP, r->line);
    const bool doubtful = ask && !s->stands && (breaks || any_doubt(s));
    s->lawful = !breaks;
    s->end = s->refused ? STEP_REFUSED : doubtful ? STEP_DOUBTFUL : STEP_TAKEN;
    s->after = s->end == STEP_TAKEN ? r : &s->mark.record;
    if (s->end == STEP_TAKEN)
        s->winners = find_winners(s, r);
    else
        step_return(r, &s->mark);
    return s->end;
}

enum step_end step_try(struct step *s, struct record *r, const char *line, size_t length, bool ask)
{
    begin(s, r);
    s->heard = (struct span){line, length};
    record_line(r, line, length);
    return finish(s, r, ask);
}

/* A statement of the line, after those before it; the next one is put after it. */
static void hear(struct step *s, struct answer *answer)
{
    static const char joint[] = "; ";
    answer->at += answer->length;
    answer->room -= answer->length;
    s->heard.length = (size_t)(answer->at - s->typed);
    if (answer->room < strlen(joint))
        return;
    memcpy(answer->at, joint, strlen(joint));
    answer->at += strlen(joint);
    answer->room -= strlen(joint);
}

enum step_end step_answer(struct step *s, struct record *r, const char *line, size_t length,
    bool ask)
{
    struct reader typed;
    struct answer answer = {.at = s->typed, .room = LINE_MOST};
    struct fault fault;
    enum read_result result;
    begin(s, r);
    r->line++;
    reader_begin(&typed, line, length, r->line);
    while (
        r->setting.book != NULL && (result = answer_next(&typed, r, &answer, &fault)) != READ_END) {
        s->lacked |= answer.lacked;
        s->bare = answer.lacked & ANSWER_WAS_BARE;
        if (result == READ_FAULT) {
            add_fault(s, &fault);
            continue;
        }
        struct reader reader;
        reader_begin(&reader, answer.at, answer.length, r->line);
        reader.column = answer.column;
        reader.seat = typed.seat;
        record_read(r, &reader);
        typed.seat = reader.seat;
        hear(s, &answer);
    }
    if (r->setting.book
        == NULL) /* the line has ended the game: nothing after that answers anything */
        record_read(r, &typed);
    return finish(s, r, ask);
}

enum step_end step_look(struct step *s, struct record *r, const char *line, size_t length)
{
    const enum step_end end = step_answer(s, r, line, length, true);
    if (end == STEP_TAKEN) {
        step_return(r, &s->mark);
        s->after = &s->mark.record;
    }
    return end;
}

/* ---- for the table ----------------------------------------------------------------------- */

bool record_face_down(const struct record *r, uint32_t line)
{
    const struct knowledge_part *known = r->begun ? r->setting.book->knowledge : NULL;
    return !r->argued && known != NULL && known->face_down != NULL && line != r->line
           && known->face_down(r->state, line);
}

bool record_place(const struct record *r, struct message *place, int *turn)
{
    if (!r->begun || r->setting.book->table == NULL)
        return false;
    r->setting.book->table->place(r->state, &r->setting, place);
    *turn = r->setting.book->knowledge != NULL
                ? r->setting.book->knowledge->turn(r->state, &r->setting)
                : -1;
    return true;
}
