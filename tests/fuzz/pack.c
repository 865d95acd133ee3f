/* Any bytes as a file of packs: what was read of it, written again, is read as the same. */
#include "fuzz.h"
#include "cli/deck/pack_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_also = NULL;

static struct pack_file parsed(const struct context *context, const char *bytes, size_t length)
{
    struct pack_file file = {.name = "fuzz", .place = PACK_OWN};
    text_add(&file.bytes, bytes, length);
    pack_file_parse(context, &file);
    return file;
}

static void write_all(const struct pack_file *file, struct text *out)
{
    text_put(out, "");
    for (const struct pack *pack = file->packs; pack != NULL; pack = pack->next)
        pack_text_as(pack, pack->name, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct context context;
    if (!context.english)
        say_begin(&context, "en");
    context.english = true;
    struct pack_file file = parsed(&context, (const char *)data, size);
    struct text once = {0}, twice = {0};
    write_all(&file, &once);
    struct pack_file again = parsed(&context, once.at, once.length);
    write_all(&again, &twice);
    if (strcmp(once.at, twice.at) != 0) {
        printf("not so: packs are read as they were written\n%s----\n%s", once.at, twice.at);
        abort();
    }
    pack_file_tell(&file);
    pack_file_clear(&file);
    pack_file_clear(&again);
    text_clear(&once);
    text_clear(&twice);
    return 0;
}
