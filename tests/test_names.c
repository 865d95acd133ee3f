/*
 * Who is who: two spellings of a name that look the same are one person in a record, in a store,
 * and in two stores that are merged; what does not look the same is not. What looks the same is
 * said by NFKC case folding as the library does it in one go. SEED=… takes a run back, ITERS=… is
 * the number of names; PAIRS=… only prints so many names, each with another spelling after a tab,
 * for tests/test_people.sh.
 */
#include "check.h"
#include "core/core.h"
#include "storage/storage.h"

#include <utf8proc.h>

enum { ITERS = 3000, STORES = 40, LENGTH = 200 };

/* ---- names ---------------------------------------------------------------------------------- */

static const char *const unseen[] = {"\u200B", "\u2060", "\uFE0F", "\u00AD", "\u3164", "\uFEFF",
    "\u200E", "\u202C", "\u200D"};
static const char *const blanks[] = {" ", "\u3000", "\u00A0", "\u2003", "\u202F"};
static const uint32_t letters[][2] = {{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {0xC0, 0x17F},
    {0x391, 0x3A1}, {0x3B1, 0x3C9}, {0x410, 0x44F}, {0x3042, 0x3093}, {0x30A2, 0x30F3},
    {0xFF66, 0xFF9F}, {0xFF21, 0xFF5A}, {0x531, 0x556}, {0xAC00, 0xD7A3}, {0x1E00, 0x1EFF},
    {0x4E00, 0x9FA5}, {0x10A0, 0x10C5}, {0x13A0, 0x13F5}};

#define DRAW(list) ((list)[chance(sizeof(list) / sizeof *(list))])

static void put_point(char *out, uint32_t point)
{
    char one[5] = "";
    one[utf8proc_encode_char((int32_t)point, (utf8proc_uint8_t *)one)] = '\0';
    strcat(out, one);
}

static void draw_name(char out[LENGTH])
{
    out[0] = '\0';
    for (unsigned n = 1 + chance(5); n > 0; n--) {
        const uint32_t *range = DRAW(letters);
        put_point(out, range[0] + chance(range[1] - range[0] + 1));
    }
}

/* As the library folds it, trimmed; the caller's to free. */
static char *seen_as(const char *name)
{
    char *folded = (char *)utf8proc_NFKC_Casefold((const utf8proc_uint8_t *)name);
    const size_t front = strspn(folded, " ");
    memmove(folded, folded + front, strlen(folded + front) + 1);
    for (size_t end = strlen(folded); end > 0 && folded[end - 1] == ' '; end--)
        folded[end - 1] = '\0';
    return folded;
}

static bool look_same(const char *a, const char *b)
{
    char *one = seen_as(a), *other = seen_as(b);
    const bool same = strcmp(one, other) == 0;
    free(one);
    free(other);
    return same;
}

/*
 * Another spelling: composed or not, in the other case, with what is not seen in it and blanks
 * around it.
 */
static void respell(const char *name, char out[LENGTH])
{
    static const int forms[] = {UTF8PROC_COMPOSE, UTF8PROC_DECOMPOSE,
        UTF8PROC_COMPOSE | UTF8PROC_COMPAT, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT};
    utf8proc_uint8_t *form;
    utf8proc_map((const utf8proc_uint8_t *)name, 0, &form,
        (utf8proc_option_t)(UTF8PROC_NULLTERM | UTF8PROC_STABLE | DRAW(forms)));
    const bool other_case = chance(2);
    int32_t point;
    strcpy(out, chance(3) == 0 ? DRAW(blanks) : chance(3) == 0 ? DRAW(unseen) : "");
    for (const utf8proc_uint8_t *at = form; *at != '\0';) {
        at += utf8proc_iterate(at, -1, &point);
        put_point(out, (uint32_t)(other_case ? utf8proc_toupper(point) : point));
        if (chance(4) == 0)
            strcat(out, DRAW(unseen));
    }
    strcat(out, chance(3) == 0 ? DRAW(blanks) : "");
    free(form);
}

/* ---- in a record ----------------------------------------------------------------------------- */

static void check_record(const char *name, const char *other)
{
    struct seats seats = {.count = 0};
    char quoted[LENGTH + 2];
    seat_add(&seats, (struct span){name, strlen(name)});
    snprintf(quoted, sizeof quoted, "\"%s\"", other);
    const bool found = seats_find(&seats, (struct span){quoted, strlen(quoted)}, NULL) == 0
                       && seat_is(&seats, 0, (struct span){quoted, strlen(quoted)});
    check(found == look_same(name, other), "“%s” and “%s” are %s", name, other,
        found ? "one" : "two");
}

/*
 * As it is kept: it looks the same, nothing in it is unseen, and it is kept as it is when it comes
 * again.
 */
static void check_spelling(const char *name)
{
    char kept[NAME_MOST], again[NAME_MOST];
    const struct span written = {name, strlen(name)}, spelled = {kept, person_spell(written, kept)};
    check(person_same(written, spelled) && text_is_clean(spelled)
              && person_spell(spelled, again) == spelled.length
              && memcmp(again, kept, spelled.length) == 0,
        "“%s” is kept as “%.*s”", name, (int)spelled.length, kept);
}

/* ---- in stores ------------------------------------------------------------------------------- */

/* A store takes names without what is not seen. */
static void add_record(struct store *store, const struct store_id *campaign, const char *spelled,
    const char *day)
{
    char name[NAME_MOST + 1];
    name[person_spell((struct span){spelled, strlen(spelled)}, name)] = '\0';
    struct store_heading h = {.game = "haratama",
        .date = day,
        .rules = "1",
        .seats = 3,
        .seat = {{.name = name}, {.name = "one of them"}, {.name = "the other"}}};
    struct store_line line = {.text = "round", .author = ""};
    struct store_id id;
    CHECK_EQUAL(store_record_add(store, campaign, &h, &line, 1, NULL, false, &id), STORAGE_OK);
}

static bool count_current(void *user, const struct store_name *n)
{
    *(int *)user += n->current;
    return true;
}

static int people_in(struct store *store, const struct store_id *campaign)
{
    int count = 0;
    CHECK_EQUAL(store_names_each(store, campaign, count_current, &count), STORAGE_OK);
    return count;
}

/* One campaign in two stores, into which somebody comes by two spellings; then both are one. */
static void check_stores(const char *folder, unsigned number, const char *name, const char *other)
{
    struct store *store[2];
    struct store_id campaign;
    char path[300];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%u-%d.db", folder, number, i);
        CHECK_EQUAL(store_open(path, STORE_WRITE, &store[i], NULL), STORAGE_OK);
    }
    CHECK_EQUAL(store_campaign_new(store[0], "home", &campaign), STORAGE_OK);
    for (int way = 0; way < 3; way++) {
        struct store_merge merge;
        FILE *text = tmpfile();
        CHECK_EQUAL(store_export(store[way % 2], &campaign, NULL, text), STORAGE_OK);
        rewind(text);
        CHECK_EQUAL(store_import(store[1 - way % 2], text, &merge), STORAGE_OK);
        fclose(text);
        if (way == 0) {
            add_record(store[0], &campaign, name, "2026-01-01");
            add_record(store[1], &campaign, other, "2026-01-02");
            add_record(store[0], &campaign, other, "2026-01-03");
            CHECK_EQUAL(people_in(store[0], &campaign), 3);
        }
    }
    for (int i = 0; i < 2; i++)
        check(people_in(store[i], &campaign) == 3, "store %d: “%s” and “%s” are two", i, name,
            other);
    store_close(store[0]);
    store_close(store[1]);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void check_cases(void)
{
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"ZOË", "Zoë", true},
        {"Zoe\u0308", "Zoë", true},
        {"ЧАРЛИ", "чарли", true},
        {"カ\u3099ク", "ｶﾞｸ", true},
        {"ΣΙΣΥΦΟΣ", "σισυφος", true},
        {"Straße", "STRASSE", true},
        {"Ａｋｉ", "aki", true},
        {"\u3000あき\u00A0", "あき", true},
        {"A\u00ADki", "Aki", true},
        {"ﷺ", "صلى الله عليه وسلم", true},
        {"❤\uFE0F", "❤", true},
        {"👨\u200D👩", "👨👩", false},
        {"A\u200Dki", "Aki", true},
        {"Mio B", "MioB", false},
        {"Mio\u3000B", "mio b", true},
        {"α\u0345\u0301", "α\u0301\u0345", true},
        {"か", "が", false},
        {"Zoe", "Zoë", false},
        {"А", "A", false},
        {"\u3164", "", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(person_same((struct span){cases[i].a, strlen(cases[i].a)},
                  (struct span){cases[i].b, strlen(cases[i].b)})
                  == cases[i].same,
            "“%s” and “%s” are not %s", cases[i].a, cases[i].b, cases[i].same ? "one" : "two");
    static const char *const alike[][2] = {{"Аki", "Aki"}, {"カ", "力"}, {"ΑΚΙ", "Aki"},
        {"へレン", "ヘレン"}};
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        check(person_like((struct span){alike[i][0], strlen(alike[i][0])},
                  (struct span){alike[i][1], strlen(alike[i][1])}),
            "“%s” does not look like “%s”", alike[i][0], alike[i][1]);
    char many[3 * 85 + 1] = "", more[3 * 85 + 1] = "", folded[NAME_MOST];
    for (int i = 0; i < 85; i++) {
        strcat(many, "ﷺ");
        strcat(more, i < 84 ? "ﷺ" : "あ");
    }
    CHECK_EQUAL(person_fold((struct span){many, strlen(many)}, folded), NAME_MOST);
    CHECK(!person_same((struct span){many, strlen(many)}, (struct span){more, strlen(more)}));
}

/* A name and another spelling of it. */
static void draw_pair(char name[LENGTH], char other[LENGTH])
{
    do {
        draw_name(name);
        respell(name, other);
    } while (!look_same(name, other) || strcmp(name, other) == 0);
}

int main(void)
{
    char folder[200], name[LENGTH], other[LENGTH];
    const uint64_t seed = number_from("SEED", 20261128), iterations = number_from("ITERS", ITERS),
                   pairs = number_from("PAIRS", 0);
    for (uint64_t i = 0; i < pairs; i++) {
        chance_begin(seed + i);
        draw_pair(name, other);
        printf("%s\t%s\n", name, other);
    }
    if (pairs > 0)
        return 0;
    printf("SEED=%llu ITERS=%llu\n", (unsigned long long)seed, (unsigned long long)iterations);
    check_cases();
    for (uint64_t i = 0; i < iterations; i++) {
        chance_begin(seed + i);
        draw_name(name);
        respell(name, other);
        check_record(name, other);
        check_spelling(other);
        draw_name(other);
        check_record(name, other);
    }
    make_folder(folder, sizeof folder, "/dev/shm");
    for (unsigned i = 0; i < STORES && i < iterations; i++) {
        chance_begin(seed + i);
        draw_pair(name, other);
        check_stores(folder, i, name, other);
    }
    remove_folder(folder);
    return finish();
}
