/*
 * fuda-serve from both of its sides: this program is `fuda` at its pipe, and the phones; honest
 * ones, and those who come to break it. Whatever they do, nobody who is in loses a line.
 */
#include "named.h"
#include "attack.h"
#include "serve_host.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

static struct host host;

static int status_of(const struct phone *phone, const char *method, const char *path,
    const char *headers, const char *body)
{
    static struct reply reply;
    phone_ask(phone, method, path, headers, body, &reply);
    return reply.status;
}

/* One who came to the address and nothing more. */
static struct phone stranger(void) { return (struct phone){.port = host.port, .stream = -1}; }

/* A phone that is in and listens. */
static struct phone guest(void)
{
    struct phone phone;
    CHECK(phone_joins(&phone, &host));
    CHECK(host_hears(&host, "\"state\":\"joined\""));
    CHECK(phone_listens(&phone));
    return phone;
}

static void begin(void) { CHECK(host_start(&host, NULL, "--port", "0", NULL)); }

static void end(void) { CHECK_EQUAL(host_end(&host), 0); }

/* ---- coming in ----------------------------------------------------------------------------- */

static const char *const for_guests[] = {"/words.json", "/events", "/p/standings", "/p/"};

static void a_stranger_sees_the_form_alone(void)
{
    struct reply reply;
    begin();
    struct phone none = stranger();
    phone_ask(&none, "GET", "/", "", NULL, &reply);
    CHECK_EQUAL(reply.status, 401);
    CHECK(strstr(reply.body, "name=\"code\"") != NULL);
    CHECK_EQUAL(status_of(&none, "GET", "/fuda.css", "", NULL), 200);
    CHECK_EQUAL(status_of(&none, "GET", "/?k=AAAAAAAAAAAAAAAAAAAAAA", "", NULL), 401);
    CHECK_EQUAL(status_of(&none, "GET", "/?k=", "", NULL), 401);
    CHECK_EQUAL(status_of(&none, "GET", "/?k", "", NULL), 401);
    for (size_t i = 0; i < sizeof for_guests / sizeof *for_guests; i++)
        check(status_of(&none, "GET", for_guests[i], "", NULL) == 401, "a stranger gets %s",
            for_guests[i]);
    CHECK_EQUAL(phone_says(&none, "a", "Bo r9"), 401);
    snprintf(none.cookie, sizeof none.cookie, "fuda-%d=AAAAAAAAAAAAAAAAAAAAAA", host.port);
    CHECK_EQUAL(phone_says(&none, "a", "Bo r9"), 401);
    snprintf(none.cookie, sizeof none.cookie, "fuda-%d=", host.port);
    CHECK_EQUAL(phone_says(&none, "a", "Bo r9"), 401);
    CHECK(!host_hears_in(&host, "\"at\":\"say\"", 50));
    end();
}

static void a_guest_comes_in_by_the_key(void)
{
    struct reply reply;
    begin();
    struct phone phone = guest();
    phone_ask(&phone, "GET", "/", "", NULL, &reply);
    CHECK_EQUAL(reply.status, 200);
    CHECK(strstr(reply.text, "fuda.js") != NULL);
    CHECK_EQUAL(status_of(&phone, "GET", "/?tv", "", NULL), 200);
    CHECK_EQUAL(status_of(&phone, "GET", "/words.json", "", NULL), 200);
    phone_leaves(&phone);
    end();
}

static void a_code_is_typed_as_people_type(void)
{
    static const char *const between[] = {"", "-", "+"};
    struct reply reply;
    begin();
    struct phone phone = stranger();
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        char code[16], body[32];
        snprintf(code, sizeof code, "%.3s%s%.3s", host.code, between[i], host.code + 3);
        for (char *c = code; i == 1 && *c != '\0'; c++)
            *c = (char)tolower((unsigned char)*c);
        snprintf(body, sizeof body, "code=%s", code);
        phone_ask(&phone, "POST", "/join", "", body, &reply);
        check(reply.status == 303, "the code %s is %d", code, reply.status);
        CHECK(strstr(reply.text, "HttpOnly; SameSite=Strict; Path=/\r\n") != NULL);
    }
    end();
}

static void codes_are_not_guessed(void)
{
    begin();
    struct phone phone = stranger();
    int tried = 0, waits = 0;
    for (int i = 0; i < 40; i++) {
        int status = status_of(&phone, "POST", "/join", "", "code=AAAAAA");
        tried += status == 401;
        waits += status == 429;
    }
    CHECK_WITHIN(tried, 5, 10);
    CHECK_EQUAL(tried + waits, 40);
    char body[16];
    snprintf(body, sizeof body, "code=%s", host.code);
    /* the right one too, now */
    CHECK_EQUAL(status_of(&phone, "POST", "/join", "", body), 429);
    /* the key is not guessed, and goes on */
    CHECK(phone_joins(&phone, &host));
    end();
}

static void there_are_64_guests(void)
{
    struct phone phone;
    begin();
    for (int i = 0; i < 64; i++)
        CHECK(phone_joins(&phone, &host));
    CHECK(!phone_joins(&phone, &host));
    CHECK(host_hears(&host, "G64"));
    check(host_is_watched() || host_memory(&host, "VmHWM") < 16384, "64 guests take %ld kB",
        host_memory(&host, "VmHWM"));
    end();
}

/* ---- what browsers are told, and what they tell ---------------------------------------------- */

static void every_answer_keeps_others_out(void)
{
    static const char *const needed[] = {
        "Content-Security-Policy: default-src 'self';",
        "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cache-Control: no-store",
        "Cross-Origin-Resource-Policy: same-origin",
    };
    static const char *const paths[] = {"/", "/fuda.css", "/words.json", "/nowhere", "/p/x",
        "/?k=wrong"};
    struct reply reply;
    begin();
    struct phone phone = stranger();
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        phone_ask(&phone, "GET", paths[i], "", NULL, &reply);
        for (size_t n = 0; n < sizeof needed / sizeof *needed; n++)
            check(strstr(reply.text, needed[n]) != NULL, "%s is answered without %s", paths[i],
                needed[n]);
        check(strstr(reply.text, host.key) == NULL, "%s tells the key", paths[i]);
        CHECK(strstr(reply.text, "Access-Control") == NULL);
    }
    end();
}

static void only_its_own_pages_are_answered(void)
{
    char own[64], origin[128];
    begin();
    struct phone phone = guest();
    snprintf(own, sizeof own, "Host: localhost:%d\r\n", host.port);
    CHECK_EQUAL(status_of(&phone, "GET", "/", own, NULL), 200);
    CHECK_EQUAL(status_of(&phone, "GET", "/", "Host: evil.example\r\n", NULL), 421);
    CHECK_EQUAL(status_of(&phone, "GET", "/", "Host: 127.0.0.1\r\n", NULL), 421);
    CHECK_EQUAL(status_of(&phone, "GET", "/", "Host: 127.0.0.1:1\r\n", NULL), 421);
    CHECK_EQUAL(status_of(&phone, "GET", "/", "Host: \r\n", NULL), 421);
    snprintf(own, sizeof own, "Host: 192.168.0.1:%d\r\n", host.port);
    CHECK_EQUAL(status_of(&phone, "GET", "/", own, NULL), 421);
    snprintf(origin, sizeof origin,
        "Origin: http://127.0.0.1:%d\r\nSec-Fetch-Site: same-origin\r\n", host.port);
    CHECK_EQUAL(status_of(&phone, "GET", "/", origin, NULL), 200);
    static const char *const foreign[] = {
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: http://127.0.0.1\r\n",
        "Origin: https://127.0.0.1\r\n",
        "Origin: \r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\n",
    };
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        check(status_of(&phone, "GET", "/", foreign[i], NULL) == 403, "answered with %s",
            foreign[i]);
        char headers[256];
        snprintf(headers, sizeof headers, "Content-Type: application/json\r\n%s", foreign[i]);
        check(status_of(&phone, "POST", "/say", headers, "{\"id\":\"x\",\"line\":\"undo\"}") == 403,
            "heard with %s", foreign[i]);
    }
    /* a link */
    CHECK_EQUAL(status_of(&phone, "GET", "/",
                    "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n", NULL),
        200);
    for (int i = 0; i < 2; i++) {
        char headers[256];
        snprintf(headers, sizeof headers,
            "Content-Type: application/json\r\nSec-Fetch-Site: %s\r\nSec-Fetch-Mode: navigate\r\n",
            i == 0 ? "cross-site" : "same-origin");
        check(status_of(&phone, "POST", "/say", headers, "{\"id\":\"x\",\"line\":\"undo\"}") == 403,
            "a form is not heard: %s", headers);
    }
    CHECK(!host_hears_in(&host, "\"at\":\"say\"", 50));
    phone_leaves(&phone);
    end();
}

/* ---- lines --------------------------------------------------------------------------------- */

static void what_is_said_is_heard_once(void)
{
    begin();
    struct phone phone = guest();
    CHECK_EQUAL(phone_says(&phone, "tap-1", "Bo r9"), 202);
    CHECK(host_hears(&host, "\"id\":\"tap-1\""));
    CHECK(strstr(host.line, "\"line\":\"Bo r9\"") != NULL
          && strstr(host.line, "\"guest\":\"G1\"") != NULL);
    CHECK_EQUAL(phone_says(&phone, "tap-1", "Bo r9"), 202); /* the first answer was lost */
    host_say(&host, "{\"put\":\"said\",\"to\":\"G1\",\"value\":{\"id\":\"tap-1\",\"outcome\":"
                    "\"taken\",\"en\":[\"done\"],\"ja\":[]}}");
    CHECK(phone_hears(&phone, "\"en\":[\"done\"]"));
    CHECK_EQUAL(phone_says(&phone, "tap-1", "Bo r9"), 202);
    CHECK(phone_hears(&phone, "\"en\":[\"done\"]"));
    CHECK(!host_hears_in(&host, "\"at\":\"say\"", 50));
    phone_leaves(&phone);
    end();
}

static void what_is_no_line_is_not_heard(void)
{
    static const char *const bodies[] = {
        "",
        "{",
        "[]",
        "null",
        "{}",
        "{\"id\":\"a\"}",
        "{\"line\":\"x\"}",
        "{\"id\":1,\"line\":\"x\"}",
        "{\"id\":\"a\",\"line\":7}",
        "{\"id\":\"a\",\"line\":\"\"}",
        "{\"id\":\"a b\",\"line\":\"x\"}",
        "{\"id\":\"\",\"line\":\"x\"}",
        "{\"id\":\"a\",\"line\":\"x\\ny\"}",
        "{\"id\":\"a\",\"line\":\"\\u001b[2J\"}",
        "{\"id\":\"a\",\"line\":\"\\u009b2J\"}",
        "{\"id\":\"a\",\"line\":\"\\u0000\"}",
        "{\"id\":\"a\",\"line\":\"x\\u2028y\"}",
        "{\"id\":\"a\",\"line\":\"\xff\"}",
        "{\"id\":\"a\",\"line\":\"\\ud800\"}",
        "{\"id\":\"a\",\"id\":\"b\",\"line\":\"x\"}",
        "{\"id\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"line\":\"x\"}",
        "{\"id\":\"a\",\"line\":\"x\"} {}",
    };
    begin();
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        static struct phone phone;
        if (i % 15 == 0) { /* each may say twenty at once */
            phone_leaves(&phone);
            phone = guest();
        }
        int status = status_of(&phone, "POST", "/say", "Content-Type: application/json\r\n",
            bodies[i]);
        check(status == 400, "“%s” is answered with %d", bodies[i], status);
    }
    struct phone phone = guest();
    char *deep = malloc(4001);
    memset(deep, '[', 4000);
    deep[4000] = '\0';
    CHECK_EQUAL(status_of(&phone, "POST", "/say", "Content-Type: application/json\r\n", deep), 400);
    free(deep);
    CHECK_EQUAL(status_of(&phone, "POST", "/say", "Content-Type: text/plain\r\n",
                    "{\"id\":\"a\",\"line\":\"x\"}"),
        415);
    CHECK_EQUAL(status_of(&phone, "POST", "/me", "Content-Type: application/json\r\n",
                    "{\"seat\":99}"),
        400);
    CHECK_EQUAL(status_of(&phone, "POST", "/me", "Content-Type: application/json\r\n",
                    "{\"lang\":\"<b>\"}"),
        400);
    CHECK(!host_hears_in(&host, "\"at\":\"say\"", 50));
    phone_leaves(&phone);
    end();
}

static void a_phone_is_who_it_says_at_every_place(void)
{
    begin();
    struct phone phone = guest();
    CHECK_EQUAL(status_of(&phone, "POST", "/me", "Content-Type: application/json\r\n",
                    "{\"seat\":2,\"lang\":\"ja\"}"),
        202);
    CHECK(phone_hears(&phone, "{\"guest\":\"G1\",\"seat\":2,\"lang\":\"ja\"}"));
    CHECK(host_hears(&host, "\"seat\":2,\"lang\":\"ja\",\"state\":\"here\""));
    CHECK_EQUAL(phone_says(&phone, "a", "r9"), 202);
    CHECK(host_hears(&host, "\"at\":\"say\"") && strstr(host.line, "\"seat\":2") != NULL);
    /* what is not seen comes in nowhere */
    CHECK_EQUAL(phone_says(&phone, "b", "A\u200Bki\u202E: lead \u2060"), 202);
    CHECK(host_hears(&host, "\"line\":\"Aki: lead\""));
    struct phone other = guest(); /* the seat is whose phone took it last */
    CHECK_EQUAL(status_of(&other, "POST", "/me", "Content-Type: application/json\r\n",
                    "{\"seat\":2,\"lang\":\"en\"}"),
        202);
    CHECK(phone_hears(&phone, "{\"guest\":\"G1\",\"seat\":null,\"lang\":\"ja\"}"));
    CHECK(host_hears(&host, "\"guest\":\"G1\",\"seat\":null"));
    CHECK(host_hears(&host, "\"guest\":\"G2\",\"seat\":2"));
    phone_leaves(&other);
    phone_leaves(&phone);
    end();
}

static void too_many_lines_have_to_wait(void)
{
    begin();
    struct phone phone = guest(), other = guest();
    int taken = 0, waits = 0, heard = 0;
    for (int i = 0; i < 60; i++) {
        char id[32];
        snprintf(id, sizeof id, "n-%d", i);
        int status = phone_says(&phone, id, "Bo r9");
        taken += status == 202;
        waits += status == 429;
    }
    CHECK_EQUAL(taken + waits, 60);
    CHECK_WITHIN(taken, 20, 30);
    CHECK_EQUAL(phone_says(&other, "mine", "Chie r2"), 202); /* nobody else waits for it */
    while (heard < taken && host_hears(&host, "\"line\":\"Bo r9\""))
        heard++;
    CHECK_EQUAL(heard, taken);
    CHECK(host_hears(&host, "\"id\":\"mine\""));
    phone_leaves(&phone);
    phone_leaves(&other);
    end();
}

/*
 * `fuda` takes nothing for a while: what cannot wait here is refused, and nothing of what was taken
 * is lost.
 */
static void nothing_is_lost_while_fuda_is_busy(void)
{
    enum { PHONES = 30, LINES = 20 };
    static char line[901];
    static struct phone phone[PHONES];
    int taken = 0, refused = 0, heard = 0;
    memset(line, 'x', sizeof line - 1);
    begin();
    for (int i = 0; i < PHONES; i++)
        phone[i] = guest();
    for (int i = 0; i < PHONES * LINES; i++) {
        char id[32];
        snprintf(id, sizeof id, "b-%d", i);
        int status = phone_says(&phone[i % PHONES], id, line);
        taken += status == 202;
        refused += status == 503;
    }
    CHECK_EQUAL(taken + refused, PHONES * LINES);
    CHECK(refused > 0);
    while (heard < taken && host_hears(&host, "\"at\":\"say\""))
        heard++;
    CHECK_EQUAL(heard, taken);
    for (int i = 0; i < PHONES; i++)
        phone_leaves(&phone[i]);
    end();
}

/* ---- what everyone sees ---------------------------------------------------------------------- */

static void everyone_sees_the_newest_table(void)
{
    enum { PHONES = 8 };
    static struct phone phone[PHONES];
    begin();
    for (int i = 0; i < PHONES; i++)
        phone[i] = guest();
    host_say(&host, "{\"put\":\"table\",\"value\":{\"serial\":1}}");
    for (int i = 0; i < PHONES; i++)
        CHECK(phone_hears(&phone[i], "{\"serial\":1}"));
    struct phone late = guest();
    CHECK(phone_hears(&late, "{\"serial\":1}"));
    host_say(&host, "{\"put\":\"doubt\",\"value\":{\"id\":3}}");
    host_say(&host, "{\"put\":\"doubt\",\"value\":null}");
    for (int i = 0; i < PHONES; i++)
        CHECK(phone_hears(&phone[i], "event: doubt\ndata: null"));
    host_say(&host,
        "{\"put\":\"said\",\"to\":\"G2\",\"value\":{\"id\":\"z\",\"outcome\":\"taken\"}}");
    CHECK(phone_hears(&phone[1], "\"z\""));
    CHECK(!phone_hears_in(&phone[0], "\"z\"", 50));
    for (int i = 0; i < PHONES; i++)
        phone_leaves(&phone[i]);
    phone_leaves(&late);
    end();
}

/*
 * It reads nothing, while the table changes often: it is not waited for, and is then sent how it
 * stands.
 */
static void who_is_slow_is_not_waited_for(void)
{
    enum { CHANGES = 60, SIZE = 300000 };
    begin();
    struct phone slow = guest(), quick = guest();
    char *table = malloc(SIZE + 100), wanted[64];
    for (int i = 1; i <= CHANGES; i++) {
        int length = sprintf(table, "{\"put\":\"table\",\"value\":{\"serial\":%d,\"board\":\"", i);
        memset(table + length, 'b', SIZE);
        strcpy(table + length + SIZE, "\"}}");
        host_say(&host, table);
        snprintf(wanted, sizeof wanted, "{\"serial\":%d,", i);
        CHECK(phone_hears(&quick, wanted));
    }
    free(table);
    check(host_is_watched() || host_memory(&host, "VmHWM") < 16384, "it takes %ld kB",
        host_memory(&host, "VmHWM"));
    if (!phone_hears_in(&slow, wanted, 2000)) { /* it was too slow, and comes back */
        CHECK(phone_listens(&slow));
        CHECK(phone_hears(&slow, wanted));
    }
    phone_leaves(&slow);
    phone_leaves(&quick);
    end();
}

/* ---- photographs and pages ------------------------------------------------------------------- */

static void a_photograph_comes_whole(void)
{
    enum { SIZE = 3000001 };
    begin();
    struct phone phone = guest();
    char *picture = malloc(SIZE + 1), *got = malloc(SIZE);
    struct reply reply;
    chance_begin(7);
    for (int i = 0; i < SIZE; i++)
        picture[i] = (char)(1 + chance(255));
    picture[SIZE] = '\0';
    phone_ask(&phone, "POST", "/photo?id=p-1&as=hand", "Content-Type: image/jpeg\r\n", picture,
        &reply);
    CHECK_EQUAL(reply.status, 202);
    CHECK(host_hears(&host, "\"at\":\"photo\"") && strstr(host.line, "\"bytes\":3000001") != NULL);
    CHECK(host_takes(&host, got, SIZE) && memcmp(picture, got, SIZE) == 0);
    CHECK_EQUAL(phone_says(&phone, "after", "r9"), 202);
    CHECK(host_hears(&host, "\"id\":\"after\""));
    CHECK_EQUAL(status_of(&phone, "POST", "/photo?id=p-2&as=spy", "Content-Type: image/jpeg\r\n",
                    "x"),
        400);
    CHECK_EQUAL(status_of(&phone, "POST", "/photo?id=p-3&as=hand", "Content-Type: text/html\r\n",
                    "x"),
        415);
    CHECK_EQUAL(status_of(&phone, "POST", "/photo?as=hand", "Content-Type: image/png\r\n", "x"),
        400);
    free(picture);
    free(got);
    phone_leaves(&phone);
    end();
}

/* Asked by a child, while this one is `fuda`. */
static void a_page_is_asked_for(void)
{
    int answers[2];
    char told[64] = "";
    begin();
    struct phone phone = guest();
    CHECK_EQUAL(pipe(answers), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct reply reply;
        phone_ask(&phone, "GET", "/p/rules?q=%E3%83%AA%E3%83%BC%E3%83%89&lang=ja", "", NULL,
            &reply);
        int length = snprintf(told, sizeof told, "%d %.40s", reply.status, reply.body);
        _exit(write(answers[1], told, (size_t)length) != length);
    }
    CHECK(host_hears(&host, "\"at\":\"page\""));
    CHECK(strstr(host.line, "\"path\":\"/rules\"") != NULL && strstr(host.line, "リード") != NULL);
    const char *id = strstr(host.line, "\"id\":");
    host_say(&host, "{\"put\":\"page\",\"id\":999,\"status\":200,\"type\":\"text/"
                    "html\",\"body\":\"of nobody\"}");
    host_sayf(&host,
        "{\"put\":\"page\",\"id\":%d,\"status\":200,\"type\":\"text/html\",\"body\":\"<p>here\"}",
        id != NULL ? atoi(id + 5) : 0);
    CHECK(read(answers[0], told, sizeof told - 1) > 0);
    CHECK_TEXT(told, "200 <p>here");
    close(answers[0]);
    close(answers[1]);
    phone_leaves(&phone);
    end();
}

/* ---- going, and coming back ------------------------------------------------------------------ */

static void a_guest_is_shown_out(void)
{
    begin();
    struct phone bad = guest(), good = guest();
    struct host before = host;
    host_say(&host, "{\"do\":\"show out\",\"guest\":\"G1\"}");
    CHECK(phone_hears(&bad, "event: out"));
    CHECK(!phone_reads(&bad, HOST_PATIENCE) || !phone_reads(&bad, HOST_PATIENCE));
    CHECK(host_hears(&host, "\"state\":\"out\"") && host_hears(&host, "\"at\":\"listening\""));
    CHECK(strcmp(before.key, host.key) != 0 && strcmp(before.code, host.code) != 0);
    CHECK_EQUAL(phone_says(&bad, "a", "r9"), 401);
    struct phone again;
    CHECK(!phone_joins(&again, &before));
    CHECK_EQUAL(phone_says(&good, "b", "r9"), 202);
    host_say(&host, "{\"do\":\"show out\",\"guest\":\"G1\"}");
    CHECK(host_hears(&host, "\"at\":\"refused\""));
    host_say(&host, "{\"do\":\"renew\"}");
    before = host;
    CHECK(host_hears(&host, "\"at\":\"listening\"") && strcmp(before.key, host.key) != 0);
    CHECK_EQUAL(phone_says(&good, "c", "r9"), 202);
    phone_leaves(&bad);
    phone_leaves(&good);
    end();
}

static void guests_are_kept_over_a_restart(void)
{
    static char first[70000];
    begin();
    struct phone phone = guest();
    CHECK_EQUAL(status_of(&phone, "POST", "/me", "Content-Type: application/json\r\n",
                    "{\"seat\":3,\"lang\":\"ja\"}"),
        202);
    CHECK(host_hears(&host, "\"state\":\"here\""));
    int port = host.port;
    char key[32];
    memcpy(key, host.key, sizeof key);
    snprintf(first, sizeof first, "{\"put\":\"keep\",\"state\":\"%s\"}", host.keep);
    host_kill(&host);
    CHECK(host_start(&host, first, NULL));
    CHECK_EQUAL(host.port, port);
    CHECK_TEXT(host.key, key);
    CHECK(phone_listens(&phone));
    CHECK_EQUAL(phone_says(&phone, "x", "r9"), 202);
    CHECK(host_hears(&host, "\"seat\":3,\"id\":\"x\",\"line\":\"r9\""));
    struct phone other = guest();
    CHECK(strstr(host.line, "G2") != NULL);
    phone_leaves(&phone);
    phone_leaves(&other);
    end();
}

static void what_is_kept_badly_begins_anew(void)
{
    static const char *const states[] = {"", "{}", "[]", "{\\\"port\\\":1}", "\\u0000",
        "{\\\"address\\\":\\\"x\\\",\\\"port\\\":70000,\\\"token\\\":\\\"\\\",\\\"code\\\":"
        "\\\"\\\",\\\"last\\\":1,\\\"guests\\\":[]}"};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        char first[256];
        struct phone phone;
        snprintf(first, sizeof first, "{\"put\":\"keep\",\"state\":\"%s\"}", states[i]);
        CHECK(host_start(&host, first, "--port", "0", NULL));
        CHECK(phone_joins(&phone, &host));
        end();
    }
}

static void it_listens_where_it_is_told(void)
{
    char headers[64];
    begin();
    CHECK_TEXT(host.address, "127.0.0.1");
    host_say(&host, "{\"do\":\"listen\",\"address\":\"8.8.8.8\"}");
    CHECK(host_hears(&host, "\"at\":\"refused\""));
    host_say(&host, "{\"do\":\"listen\",\"address\":\"0.0.0.0\"}");
    CHECK(host_hears(&host, "\"at\":\"refused\""));
    host_say(&host, "{\"do\":\"listen\"}");
    CHECK(host_hears(&host, "\"at\":\"refused\""));
    host_say(&host, "{\"do\":\"listen\",\"address\":\"127.0.0.1\"}");
    CHECK(host_hears(&host, "\"at\":\"listening\""));
    const char *others = strstr(host.line, "\"others\":[\"");
    char other[64] = "";
    if (others != NULL && sscanf(others, "\"others\":[\"%60[0-9.]\"", other) == 1
        && strchr(other, '.') != NULL) {
        struct phone phone = stranger();
        snprintf(headers, sizeof headers, "Host: %s:%d\r\n", other, host.port);
        CHECK_EQUAL(status_of(&phone, "GET", "/fuda.css", headers, NULL), 421);
        host_sayf(&host, "{\"do\":\"listen\",\"address\":\"%s\"}", other);
        CHECK(host_hears(&host, "\"at\":\"listening\""));
        CHECK_TEXT(host.address, other);
        CHECK_EQUAL(status_of(&phone, "GET", "/fuda.css", headers, NULL), 200);
    } else {
        printf("this machine has no net of its own: nothing is tested of changing addresses\n");
    }
    end();
}

static void nonsense_from_fuda_is_refused(void)
{
    static const char *const lines[] = {"", "x", "[]", "{}", "{\"put\":7}", "{\"put\":\"\"}",
        "{\"put\":\"table\"}", "{\"do\":\"dance\"}", "{\"put\":\"keep\",\"state\":\"{}\"}",
        "{\"put\":\"a name that is much too long for an event\",\"value\":1}"};
    begin();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        host_say(&host, lines[i]);
        check(host_hears(&host, "\"at\":\"refused\""), "“%s” is not refused", lines[i]);
    }
    host_say(&host, "{\"do\":\"ping\",\"id\":7}");
    CHECK(host_hears(&host, "{\"at\":\"pong\",\"id\":7}"));
    host_say(&host, "{\"do\":\"quit\"}");
    end();
}

/* A browser throws away what it read of a stream that breaks off: its last chunk has to come. */
static void an_orderly_end_reaches_every_stream(void)
{
    struct phone phone[8];
    begin();
    for (int i = 0; i < 8; i++)
        phone[i] = guest();
    host_say(&host, "{\"do\":\"quit\"}");
    for (int i = 0; i < 8; i++) {
        CHECK(phone_hears(&phone[i], "event: closed"));
        while (phone_reads(&phone[i], HOST_PATIENCE))
            ;
        check(phone[i].ended, "the stream of phone %d breaks off", i);
        phone_leaves(&phone[i]);
    }
    end();
}

/* ---- those who come to break it -------------------------------------------------------------- */

/* Is a line of this phone still heard, and its answer seen? */
static bool is_served(struct phone *phone, const char *id)
{
    char wanted[64];
    if (phone_says(phone, id, "Bo r9") != 202)
        return false;
    snprintf(wanted, sizeof wanted, "\"id\":\"%s\"", id);
    if (!host_hears(&host, wanted))
        return false;
    host_sayf(&host, "{\"put\":\"table\",\"value\":{\"after\":\"%s\"}}", id);
    snprintf(wanted, sizeof wanted, "\"after\":\"%s\"", id);
    return phone_hears(phone, wanted);
}

static void malformed_requests_hurt_nobody(void)
{
    static const struct {
        const char *text;
        int least, most;
    } asked[] = {
        {"\r\n\r\n", 0, 499},
        {"GET\r\n\r\n", 0, 499},
        {"GET / HTTP/1.1\r\n\r\n", 400, 400},
        {"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 0, 505},
        {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello", 0, 499},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 0, 505},
        {"POST /say HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n", 400, 499},
        {"POST /say HTTP/1.1\r\nHost: HOST\r\nContent-Length: 99999999999999999999\r\n\r\n", 400,
            499},
        {"POST /say HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
            400, 499},
        {"POST /say HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
            400, 499},
        {"POST /join HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nContent-Length: "
         "3\r\n\r\n0\r\n\r\n",
            400, 499},
        {"DELETE / HTTP/1.1\r\nHost: HOST\r\n\r\n", 400, 499},
        {"OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n", 400, 499},
        {"CONNECT evil.example:443 HTTP/1.1\r\nHost: HOST\r\n\r\n", 400, 499},
        {"GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 400, 499},
        {"GET /../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n", 404, 404},
        {"GET /%2e%2e%2fetc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n", 404, 404},
        {"GET /%00 HTTP/1.1\r\nHost: HOST\r\n\r\n", 0, 499},
        {"GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n", 0, 499},
        {"GET / HTTP/1.1\r\nHost: HOST\r\nCookie: =;;;=;\"\r\n\r\n", 401, 401},
    };
    begin();
    struct phone phone = guest();
    char own[64];
    snprintf(own, sizeof own, "127.0.0.1:%d", host.port);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char text[512] = "";
        struct reply reply;
        const char *place = strstr(asked[i].text, "HOST");
        snprintf(text, sizeof text, "%.*s%s%s", place != NULL ? (int)(place - asked[i].text) : 500,
            asked[i].text, place != NULL ? own : "", place != NULL ? place + 4 : "");
        phone_raw(host.port, text, strlen(text), 100, &reply);
        check(reply.status >= asked[i].least && reply.status <= asked[i].most,
            "“%s” is answered with %d", asked[i].text, reply.status);
        CHECK(strstr(reply.text, "root:") == NULL);
    }
    CHECK(is_served(&phone, "still"));
    phone_leaves(&phone);
    end();
}

/* Bytes by chance, and whole requests with bytes changed. */
static void noise_hurts_nobody(void)
{
    begin();
    struct phone phone = guest();
    chance_begin(number_from("SEED", 1));
    for (uint64_t i = number_from("ITERS", 300); i > 0; i--) {
        char text[700];
        struct reply reply;
        int length = snprintf(text, sizeof text,
            "POST /say HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\nContent-Type: "
            "application/json\r\nContent-Length: 27\r\n\r\n{\"id\":\"noise\",\"line\":\"Bo \"}",
            host.port, phone.cookie);
        for (unsigned n = 1 + chance(i % 3 == 0 ? 200 : 4); n > 0; n--)
            text[chance((unsigned)length)] = (char)chance(256);
        int s = phone_dial(host.port, NULL);
        CHECK(s >= 0 && send(s, text, chance((unsigned)length + 1), MSG_NOSIGNAL) >= 0);
        if (i % 16 == 0) {
            struct pollfd in = {.fd = s, .events = POLLIN};
            if (poll(&in, 1, 5) > 0)
                (void)!recv(s, reply.text, sizeof reply.text, 0);
        }
        close(s);
    }
    struct phone honest = guest();
    CHECK(is_served(&honest, "still"));
    phone_leaves(&phone);
    phone_leaves(&honest);
    end();
}

/* Who sends his photographs slowly, and several at once, keeps nobody else's out. */
static void slow_photographs_block_nobody(void)
{
    enum { SLOW = 4 };
    int slow[SLOW];
    char head[256];
    begin();
    struct phone phone = guest(), other = guest();
    for (int i = 0; i < SLOW; i++) {
        slow[i] = phone_dial(host.port, NULL);
        const int length = snprintf(head, sizeof head,
            "POST /photo?id=s-%d&as=hand HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n"
            "Content-Type: image/png\r\nContent-Length: 100000\r\n\r\nx",
            i, host.port, phone.cookie);
        CHECK(send(slow[i], head, (size_t)length, MSG_NOSIGNAL) == length);
    }
    CHECK(is_served(&phone, "meanwhile")); /* they have arrived by now */
    CHECK_EQUAL(status_of(&other, "POST", "/photo?id=o-1&as=hand", "Content-Type: image/png\r\n",
                    "picture"),
        202);
    for (int i = 0; i < SLOW; i++)
        close(slow[i]);
    phone_leaves(&phone);
    phone_leaves(&other);
    end();
}

/* Heads and bodies without an end: each is given up, and none is kept in memory. */
static void endless_requests_are_given_up(void)
{
    static char block[65536];
    char head[256];
    begin();
    struct phone phone = guest();
    memset(block, 'a', sizeof block);
    static const struct {
        const char *line, *rest;
    } beginnings[] = {
        {"GET /", NULL},
        {"GET / HTTP/1.1\r\nX: ", NULL},
        {"POST /say", "Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n"},
        {"POST /photo?id=e&as=hand", "Content-Type: image/png\r\nContent-Length: 99999999\r\n\r\n"},
    };
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        int s = phone_dial(host.port, NULL),
            length = snprintf(head, sizeof head, "%s", beginnings[i].line);
        if (beginnings[i].rest != NULL)
            length = snprintf(head, sizeof head,
                "%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n%s", beginnings[i].line,
                host.port, phone.cookie, beginnings[i].rest);
        long sent = send(s, head, (size_t)length, MSG_NOSIGNAL), got = 0;
        while (sent < 20000000 && (got = send(s, block, sizeof block, MSG_NOSIGNAL)) > 0)
            sent += got;
        check(sent < 20000000, "%ld bytes are taken of what begins with %s", sent,
            beginnings[i].line);
        close(s);
    }
    CHECK(is_served(&phone, "still"));
    phone_leaves(&phone);
    end();
}

/*
 * A thousand connections that say nothing, or a letter now and then: those who are in do not
 * notice.
 */
static void a_crowd_keeps_nobody_out(void)
{
    enum { CROWD = 1000, PHONES = 4 };
    static int crowd[CROWD];
    static struct phone phone[PHONES];
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max < 4096 ? files.rlim_max : 4096;
    setrlimit(RLIMIT_NOFILE, &files);
    begin();
    for (int i = 0; i < PHONES; i++)
        phone[i] = guest();
    int before = host_descriptors(&host);
    for (int i = 0; i < CROWD; i++) {
        char from[32];
        snprintf(from, sizeof from, "127.0.0.%d", 2 + i % 200);
        crowd[i] = phone_dial(host.port, i % 2 == 0 ? from : NULL);
        (void)!send(crowd[i], "GET / HTTP/1.1\r\nHost: a", (size_t)(i % 24), MSG_NOSIGNAL);
        if (i % 100 == 99) {
            char id[32];
            snprintf(id, sizeof id, "crowd-%d", i);
            check(is_served(&phone[i / 100 % PHONES], id), "with %d others, a line is lost", i + 1);
        }
    }
    CHECK_WITHIN(host_descriptors(&host), before, before + 70);
    struct phone late;
    CHECK(phone_joins(&late, &host)); /* nor is who comes now kept out */
    int open = 0;
    for (int i = 0; i < CROWD; i++) {
        struct pollfd at = {.fd = crowd[i], .events = POLLIN};
        open += poll(&at, 1, 0) == 0;
        close(crowd[i]);
    }
    CHECK_WITHIN(open, 0, 64);
    for (int i = 0; i < PHONES; i++) {
        char id[32];
        snprintf(id, sizeof id, "end-%d", i);
        CHECK(is_served(&phone[i], id));
        phone_leaves(&phone[i]);
    }
    end();
}

static void is_refused(const char *what, long answer)
{
    check(answer == -EPERM || answer == -EACCES, "who is inside can %s: %ld", what, answer);
}

/* Somebody runs inside of it already. What each attack is is shown by tests/test_confine.c. */
static void who_is_inside_gets_no_further(void)
{
    char folder[512], store[600];
    begin();
    struct phone phone = guest();
    make_folder(folder, sizeof folder, "/tmp");
    snprintf(store, sizeof store, "%.500s/fuda.db", folder);
    int made = open(store, O_CREAT | O_WRONLY, 0600);
    CHECK(made >= 0);
    close(made);
    if (host_is_watched() || !attack_from_inside(host.pid, store, false, is_refused))
        printf("nobody can get inside of it here: nothing is tested of that\n");
    CHECK(is_served(&phone, "still"));
    phone_leaves(&phone);
    remove_folder(folder);
    end();
}

/* An hour of play in short: taps, changes, phones that come and go. Nothing grows. */
static void play_leaves_nothing_behind(void)
{
    enum { PHONES = 4 };
    static struct phone phone[PHONES];
    begin();
    for (int i = 0; i < PHONES; i++)
        phone[i] = guest();
    int rounds = (int)number_from("ITERS", 60);
    long memory = 0;
    int descriptors = 0;
    for (int i = 0; i < rounds; i++) {
        char id[32];
        snprintf(id, sizeof id, "play-%d", i);
        struct phone *p = &phone[i % PHONES];
        if (!is_served(p, id) && status_of(p, "GET", "/", "", NULL) == 200)
            usleep(250000); /* it says more than it may */
        host_sayf(&host,
            "{\"put\":\"said\",\"to\":\"G%d\",\"value\":{\"id\":\"%s\",\"outcome\":\"taken\","
            "\"en\":[],\"ja\":[]}}",
            i % PHONES + 1, id);
        if (i % 5 == 4)
            CHECK(phone_listens(p));
        if (i == rounds / 2) {
            memory = host_memory(&host, "VmRSS");
            descriptors = host_descriptors(&host);
        }
    }
    check(host_is_watched() || host_memory(&host, "VmRSS") <= memory + 200,
        "memory grew from %ld to %ld kB", memory, host_memory(&host, "VmRSS"));
    CHECK_WITHIN(host_descriptors(&host), descriptors - 3, descriptors + 3);
    for (int i = 0; i < PHONES; i++)
        phone_leaves(&phone[i]);
    end();
}

int main(void)
{
    struct named_test tests[] = {
        NAMED(a_stranger_sees_the_form_alone),
        NAMED(a_guest_comes_in_by_the_key),
        NAMED(a_code_is_typed_as_people_type),
        NAMED(codes_are_not_guessed),
        NAMED(there_are_64_guests),
        NAMED(every_answer_keeps_others_out),
        NAMED(only_its_own_pages_are_answered),
        NAMED(what_is_said_is_heard_once),
        NAMED(what_is_no_line_is_not_heard),
        NAMED(a_phone_is_who_it_says_at_every_place),
        NAMED(too_many_lines_have_to_wait),
        NAMED(nothing_is_lost_while_fuda_is_busy),
        NAMED(everyone_sees_the_newest_table),
        NAMED(who_is_slow_is_not_waited_for),
        NAMED(a_photograph_comes_whole),
        NAMED(slow_photographs_block_nobody),
        NAMED(a_page_is_asked_for),
        NAMED(a_guest_is_shown_out),
        NAMED(guests_are_kept_over_a_restart),
        NAMED(what_is_kept_badly_begins_anew),
        NAMED(it_listens_where_it_is_told),
        NAMED(nonsense_from_fuda_is_refused),
        NAMED(an_orderly_end_reaches_every_stream),
        NAMED(malformed_requests_hurt_nobody),
        NAMED(noise_hurts_nobody),
        NAMED(endless_requests_are_given_up),
        NAMED(a_crowd_keeps_nobody_out),
        NAMED(who_is_inside_gets_no_further),
        NAMED(play_leaves_nothing_behind),
    };
    if (host_there())
        run_named_tests(tests, sizeof tests / sizeof *tests);
    return finish();
}
