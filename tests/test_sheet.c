/*
 * Sheets and boards of games that have no layout of their own: games we know, as if they were new.
 * What they tell is laid out key by key.
 */
#include "check.h"

#include "cli/sheet/sheet.h"

/* A record of one game, kept in memory; then its game is taken for one that nobody has laid out. */
struct kept {
    struct record record;
    struct rulebook plain;
    struct rulings findings;
    void *state, *before, *pack;
};

static struct kept *keep(const char *text)
{
    struct kept *k = calloc(1, sizeof *k);
    k->state = calloc(1, rulebook_room());
    k->before = calloc(1, rulebook_room());
    k->pack = calloc(1, rulebook_room());
    const struct record_host host = {.user = NULL};
    record_init(&k->record, &host,
        &(struct record_room){k->state, k->before, k->pack, &k->findings, NULL});
    for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        record_line(&k->record, text, length);
        CHECK(!k->record.impossible && !k->record.unreadable);
    }
    k->plain = *k->record.setting.book;
    k->record.setting.book = &k->plain;
    return k;
}

static void forget(struct kept *k)
{
    free(k->state);
    free(k->before);
    free(k->pack);
    free(k);
}

static void put_row(void *user, const struct fact *row) { sheet_row(user, row); }

/* The score so far. */
static void put_score(struct sheet *sheet)
{
    const struct record *r = sheet->record;
    struct facts rows, end;
    uint32_t told = 0;
    facts_begin(&rows, put_row, sheet);
    facts_begin(&end, NULL, NULL);
    sheet_head(sheet);
    r->setting.book->tell_rows(r->state, &r->setting, &rows.teller, &told, true);
    rulebook_tell_end(r->setting.book, r->state, &r->setting, &end.teller);
    sheet_end(sheet, &end.root);
    facts_clear(&end);
}

/* Score and board of a record are these lines. */
static void looks(const char *record, const char *score, const char *board)
{
    struct context english = {.json = false};
    say_begin(&english, "en");
    struct kept *k = keep(record);
    struct text out = {0};
    struct sheet sheet = {.context = &english, .record = &k->record, .t = &out};
    put_score(&sheet);
    check(strcmp(out.at, score) == 0, "the score of %s is\n%s", k->plain.id, out.at);
    out.length = 0;
    sheet_board(&sheet, true);
    check(strcmp(out.at, board) == 0, "the board of %s is\n%s", k->plain.id, out.at);
    text_clear(&out);
    forget(k);
}

/* What a game lays out for itself it says better; but it need not. */
static const struct {
    const char *record, *score, *board;
} games[] = {
    {"game haratama\n"
     "players Aki Bo Chie Dai\n"
     "round\n"
     "kami 3 7 10\n"
     "Aki: lead\n"
     "r9 r3 r12 r1\n"
     "Chie: b1\n",

        "   round  kami            haratama      Aki       Bo     Chie      Dai\n"
        "       1  3 7 10                 –        0        0        0        0\n"
        "\n"
        "     place  player       score\n"
        "         1  Aki              0\n"
        "         1  Bo               0\n"
        "         1  Chie             0\n"
        "         1  Dai              0\n",

        "  round         1\n"
        "  trick         2\n"
        "  open          yes\n"
        "  broken        yes\n"
        "  turn          Dai\n"
        "  on the table  Chie b1\n"
        "                      Aki       Bo     Chie      Dai\n"
        "  relics                0        0        1        0\n"
        "  cards                12       12       11       12\n"
        "  score                 0        0        0        0\n"
        "  relics out    r7 r10 b3 b7 b10 p3 p7 p10 g3 g7 g10\n"},

    {"game hyakumonogatari\n"
     "players Aki Bo\n"
     "Aki: parent\n"
     "night\n"
     "Aki: draw ?; altar newmoon granite; refill\n",

        "   night   turns     outcome          by       child      winner\n"
        "       1       0        open           –          Bo           –\n",

        "  night         1\n"
        "  turn          1\n"
        "  phase         open\n"
        "  on turn       Bo\n"
        "  altar         newmoon granite\n"
        "  missing       shade candle candle candle\n"
        "  sun left      0\n"
        "  pile          6\n"
        "  hidden        shade candle candle candle sun doll effigy ink seal lantern fox\n"
        "                blood mirror\n"
        "                      Aki       Bo\n"
        "  role             parent    child\n"
        "  cards                 4        3\n"
        "  doll            perhaps  perhaps\n"
        "  frozen               no       no\n"},

    {"game materia\n"
     "players Aki Bo\n"
     "Aki: install Sakura\n"
     "Bo: install Unyuu points=3\n"
     "Bo: install Kero\n"
     "Aki: install Mei\n"
     "Aki: download; attack Bo with Sakura body; Bo: defend Unyuu; total 9 7\n",

        "  battle    attacker    defender        with     against          by        dice\n"
        "       1         Aki          Bo      Sakura       Unyuu        body           –\n"
        "\n"
        "     place  player       score      ghosts\n"
        "         1  Aki              3           2\n"
        "         2  Bo               0           1\n",

        "  period        1\n"
        "  turn          Aki\n"
        "  server        89\n"
        "  trash         0\n"
        "  kyo           0\n"
        "  threats       Aki last Kero Bo\n"
        "                      Aki       Bo\n"
        "  score                 3        0\n"
        "  archive               4        3\n"
        "  first               yes       no\n"
        "  ghosts        Aki: Sakura 0 no, Mei 0 no\n"
        "  ghosts        Bo: Kero 0 no\n"},

    {"game needfire\n"
     "players Aki Bo Chie\n"
     "Aki: row h1+h17+f23 h14\n"
     "Bo: row h5 h18\n",

        "  player      battle    discards      powers\n"
        "  Aki              2           0         3 1\n"
        "  Bo               2           0         1 1\n"
        "  Chie             0           0           –\n",

        "  part          setting\n"
        "  placements    0\n"
        "  ignitions     0\n"
        "                      Aki       Bo     Chie\n"
        "  hand                  –        –        –\n"
        "  discards              0        0        0\n"
        "  down                  0        0        0\n"
        "  more down           yes      yes      yes\n"
        "  row           Aki: h1 h17 f23 3 h17 f23 h14 no, h14 – 1 – h1 no\n"
        "  row           Bo: h5 – 1 – h18 no, h18 – 1 – h5 no\n"
        "  The reference deck, not yours.\n"},
};

int main(void)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        looks(games[i].record, games[i].score, games[i].board);
    return finish();
}
