/*
 * What `legal` offers breaks no rule, and what it does not offer breaks one: after any line of a
 * record of Haratama, Tezumashi, Hearts or Spades, with slips, cards exchanged and lines missing,
 * every card of the deck is played next by who is on turn, or by each where nobody knows who is. Of
 * a card that is offered the judge says at that line at most that it depends on cards nobody has
 * shown; of one
 * that is not it says that a rule was broken, or that it cannot be. Whose lead it is, is not asked
 * of a card; and where a line that tells of a hand may be wrong, or a round was begun that nobody
 * said, a card that is not offered may be right by that.
 *
 * SEED=n and ITERS=n change a run; VERBOSE=1 prints the records that are ruled otherwise.
 */
#include "slips.h"
#include "core/round.h"
#include "slips_tricks_deal.h"

enum { HEAD = 3, LINES_ROOM = LINES_MOST + HEAD + 8, TEXT_ROOM = 400, WORDS_MOST = 40 };

struct sheet {
    int lines;
    char line[LINES_ROOM][TEXT_ROOM];
};

/* ---- slips ----------------------------------------------------------------------------------- */

struct words {
    int count;
    char word[WORDS_MOST][24];
};

static void split(const char *line, struct words *w)
{
    char text[TEXT_ROOM], *rest = text, *word;
    snprintf(text, sizeof text, "%s", line);
    for (w->count = 0; (word = strsep(&rest, " ")) != NULL && w->count < WORDS_MOST - 1;)
        snprintf(w->word[w->count++], sizeof *w->word, "%s", word);
}

static void join(const struct words *w, char *line)
{
    int length = 0;
    line[0] = '\0';
    for (int i = 0; i < w->count; i++)
        length += snprintf(line + length, (size_t)(TEXT_ROOM - length), "%s%s", i > 0 ? " " : "",
            w->word[i]);
}

static bool is_card(const char *word)
{
    return strlen(word) >= 2 && strlen(word) <= 3 && strchr("rbpguwcdhs", word[0]) != NULL
           && (strchr("tjqka", word[1]) != NULL || (word[1] >= '1' && word[1] <= '9'));
}

/* A word of that line which is a card, by chance; -1: there is none. */
static int card_word(const struct words *w)
{
    const int from = (int)chance((unsigned)w->count);
    for (int i = 0; i < w->count; i++)
        if (is_card(w->word[(from + i) % w->count]))
            return (from + i) % w->count;
    return -1;
}

static void swap_cards(struct sheet *s, int at, int with)
{
    struct words a, b;
    char first[24];
    split(s->line[at], &a);
    split(s->line[with], &b);
    const int i = card_word(&a), k = card_word(&b);
    if (i < 0 || k < 0 || at == with)
        return;
    snprintf(first, sizeof first, "%s", a.word[i]);
    snprintf(a.word[i], sizeof *a.word, "%s", b.word[k]);
    snprintf(b.word[k], sizeof *b.word, "%s", first);
    join(&a, s->line[at]);
    join(&b, s->line[with]);
}

/*
 * A card of a line is written twice, left out, or cannot be read; or the line is given to another.
 */
static void bend_line(struct sheet *s, int at, int players)
{
    struct words w;
    split(s->line[at], &w);
    const int i = card_word(&w);
    const unsigned how = chance(4);
    if (how == 0 && strchr(w.word[0], ':') != NULL) {
        snprintf(w.word[0], sizeof *w.word, "%s:", deal_names[chance((unsigned)players)]);
    } else if (how == 1 && i >= 0) {
        memmove(w.word + i + 1, w.word + i, (size_t)(w.count++ - i) * sizeof *w.word);
    } else if (how == 2 && i >= 0 && w.count > 1) {
        memmove(w.word + i, w.word + i + 1, (size_t)(--w.count - i) * sizeof *w.word);
    } else if (i >= 0) {
        snprintf(w.word[i], sizeof *w.word, "b99");
    }
    join(&w, s->line[at]);
}

static void make_slip(struct sheet *s, int players)
{
    const int body = s->lines - HEAD, at = HEAD + (int)chance((unsigned)body);
    char(*line)[TEXT_ROOM] = &s->line[at];
    char first[TEXT_ROOM];
    switch (chance(6)) {
    case 0: memmove(line, line + 1, (size_t)(--s->lines - at) * sizeof *line); break;
    case 1: memmove(line + 1, line, (size_t)(s->lines++ - at) * sizeof *line); break;
    case 2:
        if (at + 1 < s->lines) {
            memcpy(first, line[0], sizeof first);
            memcpy(line[0], line[1], sizeof first);
            memcpy(line[1], first, sizeof first);
        }
        break;
    case 3: bend_line(s, at, players); break;
    default: swap_cards(s, at, HEAD + (int)chance((unsigned)body)); break;
    }
}

/* ---- a card more ----------------------------------------------------------------------------- */

struct probe {
    struct sheet sheet;
    struct slip_answer answer;
    int lines; /* of the sheet, before the card */
    bool verbose;
};

static void replay(struct probe *p)
{
    judge_begin_as(&p->answer, false);
    for (int i = 0; i < p->lines; i++)
        judge_line(&p->answer, p->sheet.line[i]);
}

/* Does the judge say of the line after these that its card was wrong? NULL: no. */
static const char *said_of(struct probe *p, const struct rulebook *book, const char *line)
{
    replay(p);
    const unsigned faults = p->answer.faults;
    judge_line(&p->answer, line);
    judge_end(&p->answer);
    for (unsigned i = 0; i < p->answer.count; i++) {
        const struct ruling *r = &p->answer.ruling[i];
        const char *rule = strchr(book->rules[r->rule].id, '/');
        rule = rule != NULL ? rule + 1 : book->rules[r->rule].id;
        if (r->line == (uint32_t)p->lines + 1 && r->kind != RULING_CONFLICT
            && strcmp(rule, "first-lead") != 0 && strcmp(rule, "turn") != 0)
            return r->message.id;
    }
    return p->answer.faults > faults ? "it cannot be read" : NULL;
}

static void try_seat(struct probe *p, int seat, uint64_t deck)
{
    replay(p);
    const struct setting setting = slip_room.record.setting;
    const struct rulebook *book = setting.book;
    const uint64_t legal = book->knowledge->legal(slip_room.record.state, &setting, seat).bits[0];
    for (uint64_t left = deck; left != 0; left &= left - 1) {
        const int card = __builtin_ctzll(left);
        char word[16], line[40];
        size_t length = card_write_by(&setting, card, false, word);
        snprintf(line, sizeof line, "%s: %.*s", deal_names[seat], (int)length, word);
        const char *wrong = said_of(p, book, line);
        const bool offered = legal & one(card);
        if (!check(offered ? wrong == NULL : wrong != NULL, "%s %s behind line %d is %soffered: %s",
                book->id, line, p->lines, offered ? "" : "not ",
                wrong != NULL ? wrong : "it is right")
            && p->verbose && failed <= FAILURES_SHOWN)
            printf("%s", p->answer.text);
    }
}

static void try_record(uint64_t seed, struct probe *p)
{
    static struct deal deal;
    static struct tale tale;
    static const char *const begins[GAMES] = {"round", "deal", "deal", "deal"},
                             *const names[GAMES] = {"game haratama", "game tezumashi",
                                 "game Hearts", "game Spades"};
    chance_begin(seed);
    deal_chance(seed);
    deal_play(&deal, (enum which_game)chance(GAMES), 0);
    deal_tell(&deal, &tale);
    snprintf(p->sheet.line[0], TEXT_ROOM, "%s", names[deal.game]);
    snprintf(p->sheet.line[1], TEXT_ROOM, "players Aki Bo Chie%s%s",
        deal.players == 4 ? " Dai" : "",
        deal.game == HARATAMA && chance(3) == 0 ? "; house bad-break=void" : "");
    snprintf(p->sheet.line[2], TEXT_ROOM, "%s", begins[deal.game]);
    for (int i = 0; i < tale.lines; i++)
        line_print(&deal, &tale.line[i], p->sheet.line[HEAD + i]);
    p->sheet.lines = HEAD + tale.lines;
    for (unsigned slips = chance(4); slips > 0 && p->sheet.lines > HEAD + 1; slips--)
        make_slip(&p->sheet, deal.players);
    p->lines = HEAD + (int)chance((unsigned)(p->sheet.lines - HEAD + 1));
    replay(p);
    const struct record *r = &slip_room.record;
    const int turn = r->setting.book->knowledge->turn(r->state, &r->setting);
    uint64_t deck = 0; /* of like trumps one */
    for (uint64_t left = deal.deck; left != 0; left &= left - 1)
        if (deal.game != TEZUMASHI || (__builtin_ctzll(left) & 15) <= TRUMP_FROM)
            deck |= left & -left;
    uint64_t legal = 0;
    for (int seat = 0; seat < deal.players; seat++)
        legal |= r->setting.book->knowledge->legal(r->state, &r->setting, seat).bits[0];
    /* it waits for bids, and says so once; whoever leads first, leads one card */
    if ((deal.game == SPADES && legal == 0)
        || (deal.game == HEARTS && ((const struct round *)r->state)->trick.plays == 0))
        return;
    for (int seat = 0; seat < deal.players; seat++)
        if (turn == -1 || turn == seat)
            try_seat(p, seat, deck);
}

int main(void)
{
    static struct probe probe;
    uint64_t seed = number_from("SEED", 1), records = number_from("ITERS", 300);
    probe.verbose = number_from("VERBOSE", 0) != 0;
    for (uint64_t i = 0; i < records; i++)
        try_record(seed + i, &probe);
    return finish();
}
