/* Webhooks by name; see hooks.h. */
#define _XOPEN_SOURCE 700
#include "hooks.h"
#include "cli/campaign/open_campaign.h"
#include "cli/deck/folder.h"
#include "cli/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDER_MOST = 3072, FILE_MOST = FOLDER_MOST + 16 };

const char *const hook_words[HOOK_STYLES] = {[HOOK_DISCORD] = "discord", [HOOK_SLACK] = "slack"};
const char *const hook_names[HOOK_STYLES] = {[HOOK_DISCORD] = "Discord", [HOOK_SLACK] = "Slack"};

/* Discord takes Slack's form too, at an address that ends so. */
enum hook_style hook_style_of(const char *address)
{
    size_t length = strcspn(address, "?");
    bool slack = length > 6 && strncmp(address + length - 6, "/slack", 6) == 0;
    return strstr(address, "/api/webhooks/") != NULL && !slack ? HOOK_DISCORD : HOOK_SLACK;
}

static bool hooks_path(const struct context *context, char out[FILE_MOST])
{
    char folder[FOLDER_MOST];
    if (!user_folder("XDG_CONFIG_HOME", ".config", folder, sizeof folder))
        return complain(context, N_("no folder to keep addresses in; expected HOME to be set"), "");
    snprintf(out, FILE_MOST, "%s/share.json", folder);
    return true;
}

bool hooks_load(struct hooks *hooks, const struct context *context)
{
    char path[FILE_MOST];
    json_error_t error;
    *hooks = (struct hooks){.context = context};
    if (!hooks_path(context, path))
        return false;
    FILE *from = fopen(path, "re");
    if (from == NULL && errno != ENOENT)
        return complain(context, N_("{file}: cannot open: {reason}"), "tt", "file", path, "reason",
            strerror(errno));
    hooks->all = from != NULL ? json_loadf(from, JSON_REJECT_DUPLICATES, &error) : json_object();
    if (from != NULL)
        fclose(from);
    if (json_is_object(hooks->all))
        return true;
    hooks_clear(hooks);
    return complain(context,
        N_("{file}: cannot be read; expected it as `fuda share add` writes it"), "t", "file", path);
}

bool hooks_save(const struct hooks *hooks)
{
    char path[FILE_MOST];
    if (!hooks_path(hooks->context, path))
        return false;
    char *text = json_dumps(hooks->all, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    bool good = text != NULL && file_write_whole(path, (struct span){text, strlen(text)}, true);
    int error = errno;
    free(text);
    return good
           || complain(hooks->context, N_("{file}: cannot write: {reason}"), "tt", "file", path,
               "reason", strerror(error));
}

void hooks_clear(struct hooks *hooks)
{
    json_decref(hooks->all);
    hooks->all = NULL;
}

bool hooks_find(const struct hooks *hooks, const char *name, enum hook_style *style,
    const char **address)
{
    const json_t *one = json_object_get(hooks->all, name);
    const char *word = json_string_value(json_object_get(one, "style"));
    *address = json_string_value(json_object_get(one, "address"));
    if (word == NULL || *address == NULL)
        return complain(hooks->context,
            N_("no address is kept as “{name}”; expected a name that `fuda share list` gives"), "t",
            "name", name);
    *style = strcmp(word, hook_words[HOOK_DISCORD]) == 0 ? HOOK_DISCORD : HOOK_SLACK;
    return true;
}
