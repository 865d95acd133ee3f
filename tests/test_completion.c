/*
 * Names that others chose, completed with TAB and sent with RETURN in bash, zsh and fish, each at a
 * terminal of its own: the program is given the name as it stands, and nothing of it is run.
 */
#include "terminal.h"

#include <sys/stat.h>

static struct terminal term;

/* Whatever runs, of any name below, leaves this file. */
#define RAN "touch ran"

/* After "n00", "n01", …; and as they stand, each known by its first character. */
static const char *const behind[] = {
    "`" RAN "`",
    "$(" RAN ")",
    "${x:=y}",
    "$HOME",
    ";" RAN,
    "; " RAN " #",
    "|" RAN,
    "||" RAN,
    "&" RAN,
    "&&" RAN,
    ">ran",
    "<(" RAN ")",
    "'",
    "\"",
    "'; " RAN " '",
    "\"; " RAN " \"",
    "\\",
    "\\\\`" RAN "`",
    "!!",
    "!" RAN,
    " !$",
    "~",
    ":~root",
    "=~root",
    " #x",
    "*",
    "/*",
    "?[a-z]",
    "{a,b}",
    "@(a|b)",
    "^a^b",
    "%1",
    "$'\\x60" RAN "\\x60'",
    "  two  blanks",
    "é札`" RAN "`",
    "(" RAN ")",
    "'$(" RAN ")'",
    "\"$(" RAN ")\"",
    "a:b;" RAN,
    "a=b`" RAN "`",
    "-n\\t$(" RAN ")",
};
static const char *const alone[] = {
    "~root",
    "#x",
    "!!",
    "*",
    "$(" RAN ")",
    "`" RAN "`",
    ";" RAN,
    "'" RAN "'",
    "\"" RAN,
    "|" RAN,
    "&" RAN,
    ">ran",
    "<ran",
    "(" RAN ")",
    "{a,b}",
    "?",
    "[a-z]x",
    "^a^b",
    "%1",
    "@x",
    "=ls",
    "／bin／`" RAN "`",
    "札$(" RAN ")",
    "、blank ;" RAN,
};
/*
 * Where a name is completed, and what the program is given before it; the last words are options'
 * values in one word.
 */
static const struct way {
    const char *typed, *given;
} ways[] = {
    {"player ", "<player><"},
    {"table haratama ", "<table><haratama><"},
    {"league new October ", "<league><new><October><"},
    {"league leave ", "<league><leave><"},
    {"player Zz1 join ", "<player><Zz1><join><"},
    {"standings --players ", "<standings><--players><"},
    {"standings --players=", "<standings><--players="},
    {"-c ", "<-c><"},
    {"history --campaign ", "<history><--campaign><"},
    {"history --campaign=", "<history><--campaign="},
    {"campaign use ", "<campaign><use><"},
    {"campaign rename ", "<campaign><rename><"},
};
static const struct way player = {"player ", "<player><"}, judge = {"judge ", "<judge><"};
enum { WAYS = sizeof ways / sizeof *ways };
enum {
    BEHIND = sizeof behind / sizeof *behind,
    ALONE = sizeof alone / sizeof *alone,
    NAMES = BEHIND + ALONE,
    NAME_ROOM = 64
};

/*
 * Would be an option where it does not stand after "--" or as an option's value; so would the file,
 * alone in its folder.
 */
static const char dashed[] = "--quill=`" RAN "`", dashed_file[] = "--json;" RAN;

static char name[NAMES][NAME_ROOM];

/* Names as a record has them, four at a table. */
static bool keep_names(void)
{
    char path[128], command[256];
    snprintf(path, sizeof path, "%s/names.fuda", folder);
    FILE *file = fopen(path, "w");
    for (int i = 0; file != NULL && i < NAMES; i++) {
        if (i < BEHIND)
            snprintf(name[i], NAME_ROOM, "n%02d%s", i, behind[i]);
        else
            snprintf(name[i], NAME_ROOM, "%s", alone[i - BEHIND]);
        fputs(i % 4 == 0 ? "game haratama\nplayers" : "", file);
        fputs(" \"", file);
        for (const char *c = name[i]; *c != '\0'; c++)
            fprintf(file, *c == '"' ? "\"\"" : "%c", *c);
        fputs("\"", file);
        fputs(i % 4 == 3 ? "\n" : "", file);
    }
    for (int i = NAMES; i % 4 != 0; i++)
        fprintf(file, " Zz%d%s", i, i % 4 == 3 ? "\n" : "");
    if (file != NULL)
        fprintf(file, "game haratama\nplayers \"%s\" Zza Zzb\n", dashed);
    if (file == NULL || fclose(file) != 0)
        return false;
    snprintf(command, sizeof command, "\"$FUDA\" add '%s' 2>&1", path);
    if (!check(shell(command) == 0, "the names are kept: %s", shell_out))
        return false;
    for (int i = 0; i < NAMES; i++) { /* campaigns have the same names */
        setenv("NAME", name[i], 1);
        if (!check(shell("\"$FUDA\" campaign new -- \"$NAME\" 2>&1") == 0,
                "the campaign %s is begun: %s", name[i], shell_out))
            return false;
    }
    return check(shell("\"$FUDA\" campaign use home 2>&1") == 0, "home is used: %s", shell_out);
}

/* The name of a file after "f00"; what cannot stand in one makes none. The last is of two lines. */
static bool file_name(int i, char out[NAME_ROOM])
{
    const char *ending = i < BEHIND ? behind[i] : "\n" RAN;
    snprintf(out, NAME_ROOM, "f%02d%s", i, ending);
    return strchr(ending, '/') == NULL;
}

static void keep_files(void)
{
    char path[300], file_named[NAME_ROOM];
    for (int i = 0; i <= BEHIND; i++) {
        if (!file_name(i, file_named))
            continue;
        snprintf(path, sizeof path, "%s/here/%s", folder, file_named);
        FILE *file = fopen(path, "w");
        check(file != NULL && fclose(file) == 0, "%s is made", path);
    }
    snprintf(path, sizeof path, "%s/here/alone/%s", folder, dashed_file);
    FILE *file = fopen(path, "w");
    check(file != NULL && fclose(file) == 0, "%s is made", path);
}

/*
 * The fuda that the shells find: it knows what may stand next, and for the rest writes down what it
 * was given.
 */
static void make_program(void)
{
    char path[128];
    snprintf(path, sizeof path, "%s/bin/fuda", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return;
    fprintf(file,
        "#!/bin/sh\n[ \"$1\" = words ] && exec \"$FUDA\" \"$@\"\n"
        "for word; do printf '<%%s>' \"$word\"; done >'%s/given.new'\nmv '%s/given.new' "
        "'%s/given'\n",
        folder, folder, folder);
    fclose(file);
    chmod(path, 0755);
}

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

/*
 * Types it, TAB and RETURN; what the program was given is the way's words and then the one that is
 * wanted.
 */
static void complete(const char *shell_name, const struct way *way, const char *typed,
    const char *wanted)
{
    char given[128], ran[128], expected[256], line[128];
    const char *command = way->typed;
    snprintf(given, sizeof given, "%s/given", folder);
    snprintf(ran, sizeof ran, "%s/here/ran", folder);
    snprintf(expected, sizeof expected, "%s%s>", way->given, wanted);
    snprintf(line, sizeof line, "fuda %s%s\t\r", command, typed);
    term.mark = term.length;
    terminal_type(&term, line);
    for (long until = terminal_now() + PATIENCE; !is_there(given) && terminal_now() < until;)
        terminal_read(&term, 5);
    size_t length = 0;
    char *got = is_there(given) ? read_file(given, &length) : NULL;
    if (!check(got != NULL && strcmp(got, expected) == 0,
            "%s: fuda %s%s TAB: given %s, expected %s", shell_name, command, typed,
            got != NULL ? got : "nothing", expected))
        printf("  seen: %s\n", term.seen + term.mark);
    check(!is_there(ran), "%s: fuda %s%s TAB: what is called %s runs", shell_name, command, typed,
        wanted);
    if (got == NULL)
        terminal_type(&term, "\003");
    free(got);
    unlink(given);
    unlink(ran);
}

/*
 * As they are typed by themselves, and after a quote that was opened; and wherever else a name may
 * stand, by turns.
 */
static void try_names(const char *shell_name)
{
    char typed[16], file_named[NAME_ROOM];
    for (int i = 0; i < NAMES; i++) {
        const struct way *way = &ways[i % WAYS], *next = &ways[(i + WAYS / 2) % WAYS];
        if (i < BEHIND)
            snprintf(typed, sizeof typed, "%cn%02d", i % 2 == 0 ? '\'' : '"', i);
        else
            snprintf(typed, sizeof typed, "\\%.*s", (unsigned char)name[i][0] < 0xE0 ? 1 : 3,
                name[i]);
        complete(shell_name, &player, typed, name[i]);
        complete(shell_name, way, typed, name[i]);
        complete(shell_name, next, i < BEHIND ? typed + 1 : typed, name[i]);
        if (i < BEHIND)
            complete(shell_name, &player, typed + 1, name[i]);
    }
    for (int i = 0; i <= BEHIND; i++)
        if (file_name(i, file_named)) {
            snprintf(typed, sizeof typed, "f%02d", i);
            complete(shell_name, &judge, typed, file_named);
        }
}

/*
 * What begins with - is offered where it is a name and nowhere else; a file is offered after ./ at
 * most.
 */
static void try_dashes(const char *shell_name, const char *before_file)
{
    char file_given[NAME_ROOM];
    snprintf(file_given, sizeof file_given, "%s%s", before_file,
        before_file[0] == '\0' ? "" : dashed_file);
    complete(shell_name, &(struct way){"player -- ", "<player><--><"}, "--qui", dashed);
    complete(shell_name, &(struct way){"standings --players ", "<standings><--players><"}, "--qui",
        dashed);
    complete(shell_name, &(struct way){"standings --players=", "<standings><--players="}, "--qui",
        dashed);
    complete(shell_name, &player, "--qui", "--qui");
    complete(shell_name, &(struct way){"table haratama ", "<table><haratama><"}, "--quil",
        "--quil");
    terminal_type(&term, "cd alone\r");
    complete(shell_name, &(struct way){"campaign import ", "<campaign><import"}, "", file_given);
    terminal_type(&term, "cd ..\r");
}

/* How each is started without anybody's settings, and what it is told first. */
static const struct shell_row {
    const char *name, *start, *first;
    const char *before_file; /* of the only file at an empty word; not offered there: "" */
} shells[] = {
    {"bash", "exec bash --norc --noprofile -i", ". \"$TREE/cli/completion/fuda.bash\"", ""},
    {"zsh", "exec zsh -f -i",
        "fpath=(\"$TREE/cli/completion\" $fpath); autoload -Uz compinit; compinit -u -D", "><./"},
    {"fish", "exec fish --no-config -i", "source \"$TREE/cli/completion/fuda.fish\"", ""},
};

static void try_shell(const struct shell_row *row)
{
    char command[256], line[512];
    snprintf(command, sizeof command, "command -v %s", row->name);
    if (shell(command) != 0) {
        printf("%s is not here: its completion is not tried. It is installed as root by: apt-get "
               "install %s\n",
            row->name, row->name);
        return;
    }
    snprintf(command, sizeof command, "cd '%s/here' && %s", folder, row->start);
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    if (!check(terminal_start(&term, (char *const *)(uintptr_t)argv), "a terminal can be opened"))
        return;
    snprintf(line, sizeof line, "%s; echo it is re''ady\r", row->first);
    terminal_type(&term, line);
    if (check(terminal_expect(&term, "it is ready"), "%s begins: %s", row->name, term.seen)) {
        try_names(row->name);
        try_dashes(row->name, row->before_file);
        complete(row->name, &(struct way){"table ", "<table><"}, "Sku", "Skull King");
        complete(row->name,
            &(struct way){"league new October --game ", "<league><new><October><--game><"}, "Mahj",
            "Mahjong");
    }
    kill(term.pid, SIGKILL);
    terminal_wait(&term);
    terminal_close(&term);
}

int main(void)
{
    char tree[256], path[4096];
    program_begin();
    if (getcwd(tree, sizeof tree) == NULL)
        return 1;
    setenv("TREE", tree, 1);
    snprintf(path, sizeof path, "mkdir -p '%s/bin' '%s/here/alone'", folder, folder);
    CHECK(shell(path) == 0);
    make_program();
    snprintf(path, sizeof path, "%s/bin:%s", folder, getenv("PATH"));
    setenv("PATH", path, 1);
    keep_files();
    if (keep_names())
        for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
            try_shell(&shells[i]);
    remove_folder(folder);
    return finish();
}
