/*
 * What the programs beside `fuda` say to it: the first byte is s for fuda-scan, p for fuda-serve, r
 * for rows of fuda-sync. None of them runs: a pipe holds what they would have said.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fuzz.h"
#include "cli/camera/scanner.h"
#include "cli/phones/heard.h"
#include "storage/stored_rows.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

const char *const fuzz_also = NULL;
const struct command *const commands[] = {NULL}; /* those of main.c */

enum { NEWS_MOST = 4000, NOBODY_RUNS = INT_MAX }; /* above every process */

static struct context context;

/* One end has all the bytes and nothing after them. */
static int holding(const uint8_t *bytes, size_t length)
{
    int ends[2], room = 1 << 20;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
        abort();
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    (void)!write(ends[1], bytes, length);
    close(ends[1]);
    return ends[0];
}

static void hear_scanner(const uint8_t *bytes, size_t length)
{
    static struct scanner_deck deck;
    if (deck.count == 0)
        scanner_deck_add(&deck, rulebooks[0], NULL);
    struct scanner scanner = {.context = &context,
        .deck = &deck,
        .pid = NOBODY_RUNS,
        .to = -1,
        .from = holding(bytes, length),
        .heard = milliseconds()};
    struct glimpse sight;
    enum scanner_news news;
    for (int i = 0; i < NEWS_MOST; i++) {
        news = scanner_next(&scanner, 0, &sight);
        if ((news == SCANNER_SIGHT || news == SCANNER_SEES)
            && (sight.card >= deck.count || sight.kind > SIGHT_ASK
                || (sight.kind > SIGHT_DOUBT && (sight.card < 0 || sight.other >= deck.count))))
            abort();
        if (news == SCANNER_LOST || news == SCANNER_END)
            break;
    }
    scanner_close(&scanner);
}

static void hear_phones(const uint8_t *bytes, size_t length)
{
    struct phones *p = calloc(1, sizeof *p);
    if (p == NULL)
        abort();
    phones_begin(p, &context, NULL);
    p->pipe.helper.pid = NOBODY_RUNS;
    p->pipe.helper.from = holding(bytes, length);
    p->pipe.helper.to = holding(bytes, 0);
    p->pipe.since = p->pipe.taken = milliseconds();
    view_begin(&p->view, &context);
    p->on = true;
    for (int i = 0; i < NEWS_MOST; i++) {
        const enum pipe_news news = pipe_next(&p->pipe);
        if (news == PIPE_SAYS)
            heard(p);
        if (news == PIPE_LOST || (news == PIPE_NOTHING && !p->pipe.more))
            break;
        p->tapped = false;
    }
    p->pipe.again = 0;
    phones_off(p);
    phones_end(p);
    free(p);
}

/* Rows of a campaign that this store keeps with others. */
static void unite_rows(const uint8_t *bytes, size_t length)
{
    struct store *store;
    struct store_id campaign;
    if (!store_id_read("01a203e4-4c94-7024-96d6-1424bf0ed51e", &campaign)
        || store_open("/nowhere/at/all", STORE_COPY, &store, NULL) != STORAGE_OK
        || store_remote_add(store, "club", "/nowhere", NULL, NULL) != STORAGE_OK
        || store_remote_settle(store, "club", &campaign) != STORAGE_OK
        || store_batch_begin(store) != STORAGE_OK)
        abort();
    struct store_uniting *uniting = NULL;
    char *text = strndup((const char *)bytes, length);
    enum storage_error error = store_unite_begin(store, "club", &campaign, &uniting);
    error = text == NULL ? STORAGE_MEMORY : error;
    for (char *at = text, *line; error == STORAGE_OK && (line = strsep(&at, "\n")) != NULL;) {
        struct store_row row;
        enum row_fate fate;
        if (store_row_read(line, &row))
            error = store_unite(uniting, &row, &fate);
    }
    if (error == STORAGE_OK)
        error = store_unite_settle(uniting);
    if (uniting != NULL && store_unite_end(uniting) == STORAGE_OK && error == STORAGE_OK)
        error = store_batch_commit(store);
    else
        store_batch_abandon(store);
    if (error == STORAGE_OK && store_check(store) != STORAGE_OK) {
        printf("not so: a store is whole behind rows of others\n");
        abort();
    }
    free(text);
    store_close(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!context.english)
        say_begin(&context, "en");
    context.english = true;
    if (size == 0 || size > 1 << 16)
        return 0;
    if (data[0] == 's')
        hear_scanner(data + 1, size - 1);
    else if (data[0] == 'p')
        hear_phones(data + 1, size - 1);
    else if (data[0] == 'r')
        unite_rows(data + 1, size - 1);
    return 0;
}
