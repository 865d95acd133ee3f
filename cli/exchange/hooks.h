/*
 * Where nights are posted to: webhooks by the names that their owner gave them, in the user's
 * config folder, readable for nobody else. Whoever knows an address may post there: it is told to
 * nobody.
 */
#ifndef FUDA_HOOKS_H
#define FUDA_HOOKS_H

#include "cli/cli.h"

#include <jansson.h>

enum hook_style { HOOK_DISCORD, HOOK_SLACK, HOOK_STYLES };
extern const char *const hook_words[HOOK_STYLES]; /* "discord" */
extern const char *const hook_names[HOOK_STYLES]; /* "Discord" */

struct hooks {
    const struct context *context;
    /* owned: {"family": {"style": "discord", "address": "https://…"}} */
    json_t *all;
};

/* None are none yet. False: complained, and there is nothing to free. */
bool hooks_load(struct hooks *hooks, const struct context *context);
bool hooks_save(const struct hooks *hooks); /* false: complained, and what was there stays */
void hooks_clear(struct hooks *hooks);

/* Of that name; false: complained, there is none. The address is the hooks' own. */
bool hooks_find(const struct hooks *hooks, const char *name, enum hook_style *style,
    const char **address);

/* What is posted to by such an address, as far as it shows. */
enum hook_style hook_style_of(const char *address);

#endif
