/* Case law; see precedent.h. */
#define _XOPEN_SOURCE 700
#include "precedent.h"
#include "cli/say.h"

#include <string.h>

/*
 * An answer as it is written, "rounds:4"; false where it is about this table alone. Who names a
 * player where the table may be asked has had it asked.
 */
static bool write_answer(const struct option *option, const struct choice *choice, struct text *t)
{
    const struct house_answer *answer = &option->answer[choice->choice];
    for (unsigned n = 0; n < choice->choice && answer->kind == ANSWER_IS_SEAT; n++)
        if (option->answer[n].kind == ANSWER_IS_ASKED)
            answer = &option->answer[n];
    if (!choice->named || answer->kind == ANSWER_IS_SEAT || answer->kind == ANSWER_IS_TEXT)
        return false;
    text_answer(t, answer, choice->number);
    return true;
}

static bool same_choice(const struct choice *a, const struct choice *b)
{
    return a->named == b->named && a->choice == b->choice && a->number == b->number;
}

/* An answer that the campaign was asked for, and keeps; or how it would keep it. */
static void tell_kept(const struct context *context, bool asked, const char *game, const char *key,
    const char *answer)
{
    struct text line = {0}, wrapped = {0};
    say_with(context, &line,
        asked ? N_("The campaign keeps this answer from today on: {game}/{key}={answer}")
              : N_("For this record; `fuda campaign house {game}/{key}={answer}` keeps it for "
                   "those that follow."),
        "ttt", "game", game, "key", key, "answer", answer);
    say_wrapped(&wrapped, line.at, 0, 2);
    puts(wrapped.at);
    text_clear(&line);
    text_clear(&wrapped);
}

uint32_t precedent_tell(const struct context *context, const struct record *r,
    const struct house *before, bool terminal)
{
    uint32_t answers = 0;
    const struct rulebook *book = r->setting.book;
    for (int i = 0; book != NULL && book->options[i].key != NULL; i++) {
        struct text answer = {0}, was = {0};
        bool asked = (r->asked & 1u << i) != 0;
        if (!same_choice(&before->option[i], &r->house.option[i])
            && write_answer(&book->options[i], &r->house.option[i], &answer)
            && !(write_answer(&book->options[i], &before->option[i], &was)
                 && strcmp(was.at, answer.at) == 0)) {
            if (asked || terminal)
                tell_kept(context, asked, book->id, book->options[i].key, answer.at);
            answers |= (uint32_t)asked << i;
        }
        text_clear(&was);
        text_clear(&answer);
    }
    return answers;
}

struct settled {
    const char *key;
    const char *answer;
    const char *day;  /* of the record */
    bool same, later; /* what is in force: the same answer; of that day or later */
};

static bool look_at(void *user, const struct store_house *h)
{
    struct settled *s = user;
    if (strcmp(h->key, s->key) != 0)
        return true;
    s->same = strcmp(h->value, s->answer) == 0;
    s->later = strcmp(h->day, s->day) >= 0;
    return false;
}

static bool keep_one(const struct campaign *campaign, const char *key, const char *answer,
    const char *day, bool answered)
{
    struct settled settled = {.key = key, .answer = answer, .day = day};
    if (!campaign_ok(campaign,
            store_house_each(campaign->store, &campaign->id, NULL, true, look_at, &settled)))
        return false;
    if (settled.same || (settled.later && !answered))
        return true;
    return campaign_ok(campaign,
        store_house_settle(campaign->store, &campaign->id, key, answer, day));
}

bool precedent_keep(const struct campaign *campaign, const struct record *r, uint32_t answered)
{
    const struct rulebook *book = r->setting.book;
    bool good = true;
    for (int i = 0; book != NULL && r->date[0] != '\0' && book->options[i].key != NULL; i++) {
        struct text key = {0}, answer = {0};
        if (r->asked & 1u << i && write_answer(&book->options[i], &r->house.option[i], &answer)) {
            text_printf(&key, "%s/%s", book->id, book->options[i].key);
            good &= keep_one(campaign, key.at, answer.at, r->date, (answered & 1u << i) != 0);
        }
        text_clear(&key);
        text_clear(&answer);
    }
    return good;
}
