/* The table's own words: what may be typed at the prompt besides statements. */
#define _XOPEN_SOURCE 700
#include "cli/sheet/sheet.h"
#include "cli/command/help.h"
#include "cli/output.h"
#include "prompt_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- looking ----------------------------------------------------------------------------- */

/* A game may have none, and none has one before its first statement of play. */
static bool has_board(const struct record *r) { return r->begun && r->setting.book->table != NULL; }

void table_board(struct table *t, bool more)
{
    const struct record *r = &t->session.record;
    struct text out = {0};
    struct sheet sheet = {.context = t->context, .record = r, .t = &out};
    if (!has_board(r))
        return;
    sheet_board(&sheet, more);
    table_show(t, &out);
}

static bool do_board(struct table *t, const char *rest)
{
    bool more = strcmp(rest, "more") == 0;
    if (strcmp(rest, "on") == 0 || strcmp(rest, "off") == 0)
        t->auto_board = rest[1] == 'n';
    else if (rest[0] != '\0' && !more)
        return complain(t->context, N_("`board` does not know “{word}”; expected on, off or more"),
            "t", "word", rest);
    else if (!has_board(&t->session.record)) {
        return complain(t->context, N_("there is no board to show"), "");
    } else
        table_board(t, more);
    return true;
}

static bool do_score(struct table *t, const char *rest)
{
    struct text out = {0};
    struct sheet sheet = {.context = t->context, .record = &t->session.record, .t = &out};
    (void)rest;
    if (!t->session.record.begun)
        return complain(t->context, N_("no game has begun"), "");
    sheet_score(&sheet, session_rows(&t->session));
    session_rows_end(&t->session);
    table_show(t, &out);
    return true;
}

static bool do_what_if(struct table *t, const char *rest)
{
    return what_if(t->context, &t->session.record, rest);
}

static bool do_fix(struct table *t, const char *rest) { return table_fix(t, rest, false); }

int word_seat(const struct table *t, const char *name)
{
    const struct span written = {name, strlen(name)};
    return written.length > NAME_MOST ? -1 : seats_find(&t->session.record.seats, written, NULL);
}

static bool do_legal(struct table *t, const char *rest)
{
    const struct record *r = &t->session.record;
    const struct rulebook *book = r->setting.book;
    if (!r->begun || book->knowledge == NULL)
        return complain(t->context,
            r->begun ? N_("what may be played is not worked out in this game")
                     : N_("no game has begun"),
            "");
    int seat = rest[0] != '\0' ? word_seat(t, rest) : book->knowledge->turn(r->state, &r->setting);
    if (seat < 0)
        return complain(t->context,
            rest[0] != '\0' ? N_("nobody at this table is called “{word}”")
                            : N_("it is not known whose turn it is; expected `legal NAME`"),
            "t", "word", rest);
    struct cardset cards = book->knowledge->legal(r->state, &r->setting, seat);
    struct text out = {0}, wrapped = {0};
    say_seat(&out, &r->seats, seat);
    text_put(&out, ":");
    if (cards.bits[0] == 0 && cards.bits[1] == 0)
        text_printf(&out, " %s", say(t->context, N_("nothing that is known")));
    for (int card = 0; card < 128; card++)
        if (cards.bits[card / 64] >> card % 64 & 1) {
            text_put(&out, " ");
            say_card(t->context, &out, &r->setting, card);
        }
    say_wrapped(&wrapped, out.at, 0, 2);
    text_put(&wrapped, "\n");
    table_show(t, &wrapped);
    text_clear(&out);
    return true;
}

/* Writes the record as it stands; an existing file is not overwritten. */
static bool do_save(struct table *t, const char *rest)
{
    if (rest[0] == '\0')
        return complain(t->context, N_("where to? Expected `save FILE`"), "");
    struct output out = {0};
    if (!output_begin(&out, t->context, rest))
        return false;
    for (const struct pack *d = t->session.packs.kept; d != NULL; d = d->next)
        fputs(d->text.at, out.to);
    for (size_t i = 0; i < t->session.count; i++)
        fprintf(out.to, "%s\n", t->session.steps[i].text);
    bool good = output_end(&out, true);
    if (good)
        table_show_line(t, N_("Saved: {line}"), rest);
    return good;
}

/* `fuda report` of this record, into a file that is named after it where none is. */
static bool do_report(struct table *t, const char *rest)
{
    struct context as = *t->context;
    const struct flag *output = report_command.flags;
    char id[STORE_ID_TEXT];
    struct text file = {0};
    if (t->hold == NULL)
        return complain(t->context,
            t->dispute ? N_("nothing is kept here, and so there is no page to write")
                       : N_("nothing has been played yet that a page could show"),
            "");
    const struct store_id record = store_hold_record(t->hold);
    store_id_text(&record, id);
    if (rest[0] != '\0')
        text_put(&file, rest);
    else
        text_printf(&file, "%s-%.8s.html", t->session.record.setting.book->id, id);
    while (strcmp(output->name, "output") != 0)
        output++;
    const struct given given = {output, file.at};
    as.row = &report_command;
    as.given = &given;
    as.given_count = 1;
    as.json = as.quiet = false;
    char *words[] = {id};
    const bool written = report_command.run(&as, 1, words) == STATUS_CLEAN;
    text_clear(&file);
    return written;
}

static bool do_odds(struct table *t, const char *rest)
{
    return odds_show(t->context, &t->session.record, rest);
}

static bool do_could(struct table *t, const char *rest)
{
    static const char odds[] = "odds";
    const size_t length = strlen(odds);
    if (*rest == '\0')
        return could_show(t->context, &t->session.record);
    if (strncmp(rest, odds, length) == 0 && (rest[length] == ' ' || rest[length] == '\0'))
        return could_odds_show(t->context, &t->session.record,
            rest + length + strspn(rest + length, " "));
    return complain(t->context, N_("could {found}: expected `could` or `could odds [N]`"), "t",
        "found", rest);
}

static bool do_camera(struct table *t, const char *rest) { return watch_source(&t->watch, rest); }

static bool do_watch(struct table *t, const char *rest)
{
    return watch_word(&t->watch, &t->session.record, rest);
}

static bool do_serve(struct table *t, const char *rest)
{
    return phones_word(&t->phones, &t->session, rest);
}

/* 終了 ends a game for good in a record, and leaves in other programs: here it is asked which. */
static bool do_ask_end(struct table *t, const char *rest)
{
    (void)rest;
    return complain(t->context,
        N_("leave, or end this game for good? `quit` leaves, and the game goes on next time; `end` "
           "ends it"),
        "");
}

static bool do_quit(struct table *t, const char *rest)
{
    (void)rest;
    t->done = true;
    return true;
}

bool word_leaves(const struct command *w) { return w->at_table == do_quit; }

static bool do_help(struct table *t, const char *rest);

const struct command table_words[] = {
    {.name = "undo",
        .japanese = "取り消し/取り消す/取消/戻す/戻る/元に戻す/待った",
        .usage = N_("undo [N|VERB [N]]"),
        .summary = N_(
            "take back the last line, the last N, or all after a statement such as `round`"),
        .example = "undo\nundo 3\nundo round 2",
        .takes = {OPERAND_VERB},
        .at_table = table_undo},
    {.name = "redo",
        .japanese = "やり直し/やり直す",
        .usage = N_("redo [N]"),
        .summary = N_("bring back the line taken back last, or the last N"),
        .takes = {OPERAND_TEXT},
        .at_table = table_redo},
    {.name = "fix",
        .japanese = "訂正/直す",
        .usage = N_("fix [N [LINE]]"),
        .summary = N_(
            "put another line in the place of line N; alone, list the lines with their numbers"),
        .example = "fix\nfix 7 Bo: lead",
        .takes = {OPERAND_TEXT},
        .at_table = do_fix},
    {.name = "board",
        .japanese = "盤面/場/状況",
        .usage = N_("board [on|off|more]"),
        .summary = N_(
            "the table at a glance; on: after every line; more: with what follows from it"),
        .example = "board\nboard on",
        .takes = {OPERAND_CHOICE},
        .choices = "on/出す|off/止める|more/詳しく",
        .at_table = do_board,
        .looks = true},
    {.name = "score",
        .japanese = "得点/点数/スコア/順位/得点表",
        .usage = N_("score"),
        .summary = N_("the score so far"),
        .at_table = do_score,
        .looks = true},
    {.name = "legal",
        .japanese = "出せる/候補/合法手/合法",
        .usage = N_("legal [NAME]"),
        .summary = N_("what may be played, as far as is known"),
        .example = "legal\nlegal Bo",
        .takes = {OPERAND_PLAYER},
        .at_table = do_legal,
        .looks = true},
    {.name = "what-if",
        .japanese = "もし/試す",
        .usage = N_("what-if [CARD] [NAME]"),
        .summary = N_(
            "what would come of a card, or of each that may be played, without playing it"),
        .example = "what-if\nwhat-if h26",
        .takes = {OPERAND_CARD, OPERAND_PLAYER},
        .at_table = do_what_if,
        .looks = true},
    {.name = "odds",
        .japanese = "確率/勝率",
        .usage = N_("odds …"),
        .summary = N_("chances; each game has its own"),
        .takes = {OPERAND_CARD},
        .at_table = do_odds,
        .looks = true},
    {.name = "could",
        .japanese = "検討/感想戦/たられば",
        .usage = N_("could [odds [N]]"),
        .summary = N_("of the round that is over: who could have stopped it, what would have "
                      "changed; how often, over the deals that still fit"),
        .takes = {OPERAND_TEXT},
        .at_table = do_could,
        .looks = true},
    {.name = "why",
        .japanese = "なぜ/理由/どうして",
        .usage = N_("why [N|CARD|RULE]"),
        .summary = N_("what came of the last line, or the last ruling, with its rule; or the N-th "
                      "ruling, or those about a card or by a rule"),
        .example = "why\nwhy 2\nwhy r9\nwhy follow",
        .takes = {OPERAND_RULE},
        .at_table = table_why,
        .looks = true},
    {.name = "rules",
        .japanese = "ルール/規則",
        .usage = N_("rules [RULE]"),
        .summary = N_("look a rule up"),
        .example = "rules\nrules follow",
        .takes = {OPERAND_RULE},
        .at_table = table_rules,
        .looks = true},
    {.name = "watch",
        .japanese = "見る",
        .usage = N_("watch [off|seats|beep|silent]"),
        .summary = N_("enter cards as they are laid before the camera; RETURN ends it"),
        .example = "watch\nwatch seats",
        .takes = {OPERAND_CHOICE},
        .choices = "off/止める|seats/席|beep/音あり|silent/音なし",
        .at_table = do_watch},
    {.name = "camera",
        .japanese = "カメラ",
        .usage = N_("camera [SOURCE]"),
        .summary = N_("the camera for `watch`, and for @ in a statement: what it sees now"),
        .example = "camera /dev/video0\ncamera http://PHONE:8080/video",
        .takes = {OPERAND_CAMERA},
        .at_table = do_camera},
    {.name = "serve",
        .japanese = "スマホ",
        .usage = N_("serve [ADDRESS|off|watch|ask|free|out NAME|new]"),
        .summary = N_("show the table on everybody's phone, and let phones enter lines; alone: say "
                      "where it is"),
        .example = "serve\nserve ask\nserve out Bo",
        .takes = {OPERAND_CHOICE, OPERAND_PLAYER},
        .choices = "off/止める|watch/見るだけ|ask/確認|free/自由|out/外す|new/更新",
        .at_table = do_serve,
        .looks = true},
    {.name = "save",
        .japanese = "保存",
        .usage = N_("save FILE"),
        .summary = N_("write the record to a new file"),
        .example = "save night.fuda",
        .takes = {OPERAND_FILE},
        .at_table = do_save},
    {.name = "report",
        .japanese = "レポート/ページ",
        .usage = N_("report [FILE]"),
        .summary = N_("write this game's page for a browser, and say where it is"),
        .example = "report\nreport night.html",
        .takes = {OPERAND_FILE},
        .at_table = do_report,
        .looks = true},
    {.name = "again",
        .japanese = "もう一局/もう一回/再戦",
        .usage = N_("again"),
        .summary = N_("when this game is over, begin another one with the same people"),
        .at_table = table_again},
    {.name = "help",
        .japanese = "ヘルプ/助けて/使い方",
        .usage = N_("help [WORD]"),
        .summary = N_("this list, or what a word of it does"),
        .example = "help\nhelp board",
        .takes = {OPERAND_COMMAND},
        .at_table = do_help,
        .looks = true},
    {.name = "quit",
        .japanese = "やめる/終わり/終える/閉じる/中断",
        .usage = N_("quit"),
        .summary = N_("leave; the record is kept and goes on next time"),
        .at_table = do_quit},
    {.name = "exit", .usage = N_("exit"), .at_table = do_quit},
    {.name = "終了", .usage = "終了", .at_table = do_ask_end, .looks = true},
    {.name = "?", .usage = N_("?"), .takes = {OPERAND_COMMAND}, .at_table = do_help, .looks = true},
    {0},
};

const struct command *word_find(struct span name)
{
    for (const struct command *w = table_words; w->name != NULL; w++)
        if (text_is(name, w->name) || word_spelled(w->japanese, name))
            return w;
    return NULL;
}

/* ---- help -------------------------------------------------------------------------------- */

bool word_has_answer(const struct rulebook *book, const struct command *w)
{
    if (w->at_table == do_ask_end)
        return false; /* it asks which is meant */
    if (book == NULL)
        return true;
    return !(w->at_table == do_odds && rulebook_asks(book) == NULL)
           && !(w->at_table == do_what_if && book->trial == NULL)
           && !(w->at_table == do_could && book->could == NULL)
           && !(w->at_table == do_legal && book->knowledge == NULL);
}

static void add_spelled(const struct context *context, struct text *out, const char *name,
    struct span japanese)
{
    say_with(context, out, N_("Spelled {name} or {japanese}."), "ts", "name", name, "japanese",
        japanese);
    text_put(out, "\n");
}

/* A word that this game has no answer to is left out; the form of `odds` is the game's. */
static bool add_word(const struct table *t, struct text *out, const struct command *w)
{
    const struct rulebook *book = t->session.record.setting.book;
    const struct verb *asks = w->at_table == do_odds && book != NULL ? rulebook_asks(book) : NULL;
    if (w->summary == NULL || !word_has_answer(book, w))
        return false;
    word_help(t->context, out, asks != NULL ? asks[1].usage : w->usage,
        asks != NULL ? asks[1].summary : w->summary);
    return true;
}

bool word_is_said_here(const struct rulebook *book, const struct verb *verb)
{
    return verb->usage != NULL && verb->usage[0] != '\0'
           && (verb != &common_verbs[SAY_PACK] || book->deck != NULL);
}

static void add_all(const struct table *t, struct text *out)
{
    const struct rulebook *book = t->session.record.setting.book;
    const struct verb *verb;
    for (int i = 0; (verb = word_statement(book, i)) != NULL; i++)
        if (word_is_said_here(book, verb))
            word_help(t->context, out, verb->usage, verb->summary);
    word_help(t->context, out, N_("… !"), N_("lets a line stand although it breaks a rule"));
    text_put(out, "\n");
    for (const struct command *w = table_words; w->name != NULL; w++)
        add_word(t, out, w);
}

/* A word of the table's, or the verb of a statement in either spelling. */
static bool add_one(const struct table *t, struct text *out, const char *name)
{
    const struct rulebook *book = t->session.record.setting.book;
    const struct command *w = word_find((struct span){name, strlen(name)});
    const struct verb *verb;
    if (w != NULL && add_word(t, out, w)) {
        if (w->japanese != NULL)
            add_spelled(t->context, out, w->name, spelling_shown(w->japanese));
        if (w->example != NULL)
            help_examples(t->context, out, w->example);
        return true;
    }
    for (int i = 0; (verb = word_statement(book, i)) != NULL; i++) {
        if (!verb_is(verb, (struct span){name, strlen(name)}) || !word_is_said_here(book, verb))
            continue;
        word_help(t->context, out, verb->usage, verb->summary);
        if (verb->ja != NULL && verb->name[0] != '\0') {
            add_spelled(t->context, out, verb->name, verb_japanese(verb));
        }
        return true;
    }
    return false;
}

static bool do_help(struct table *t, const char *rest)
{
    struct text out = {0};
    bool known = true;
    if (rest[0] == '\0') {
        ask_help(t, &out);
        add_all(t, &out);
    } else
        known = add_one(t, &out, rest);
    if (!known)
        complain(t->context, N_("“{word}” cannot be used here; expected a word that `help` lists"),
            "t", "word", rest);
    table_show(t, &out);
    return known;
}

void table_suggest(const struct table *t, const char *line)
{
    const struct rulebook *book = t->session.record.setting.book;
    line += strspn(line, " \t");
    const struct span word = {line, strcspn(line, " \t:")};
    struct guess near = {.word = word, .far = word.length < 5 ? 2 : 3};
    const struct verb *verb;
    char folded[NAME_MOST];
    struct span whole = {line, strlen(line)};
    while (whole.length > 0 && whole.at[whole.length - 1] == ' ')
        whole.length--;
    if (rules_called(t->context, book, whole)) {
        complain(t->context, N_("`rules {word}` tells of it"), "s", "word", whole);
        return;
    }
    if (book->card_read != NULL && word.length > 0 && word.length <= NAME_MOST
        && card_read_by(&t->session.record.setting, (struct span){folded, text_fold(word, folded)})
               >= 0)
        return; /* a card is not mistyped */
    for (int i = 0; (verb = word_statement(book, i)) != NULL; i++)
        if (verb->name[0] != '\0')
            guess_known(&near, verb->name);
    const char *statement = near.name;
    for (const struct command *w = table_words; w->name != NULL; w++)
        if (w->summary != NULL && word_has_answer(book, w))
            guess_known(&near, w->name);
    if (near.name != NULL && near.name != statement)
        complain(t->context, N_("did you mean `{word}`?"), "t", "word", near.name);
}
