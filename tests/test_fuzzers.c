/* The fuzzers' entries over every record in tests/, whole and cut or bent at random (SEED, ITERS). */
#include "check.h"
#include "fuzz_record.c"

static int files, bent;

static void bend(uint8_t *bytes, size_t size)
{
    static const char pieces[] = "rbpg0123456789?!@#;:=\"\n \xE8\xB5\xA4\xEF\xBC\x99\0\xFF";
    for (unsigned i = chance(6); size > 0 && i > 0; i--)
        bytes[chance((unsigned)size)] = (uint8_t)pieces[chance(sizeof pieces)];
}

static void one_file(void *user, const char *path)
{
    const uint64_t *iterations = user;
    size_t size;
    uint8_t *bytes = (uint8_t *)read_file(path, &size), *copy = malloc(size + 1);
    if (bytes == NULL || copy == NULL)
        abort();
    for (uint64_t i = 0; size <= 65536 && i <= *iterations; i++, bent++) {
        memcpy(copy, bytes, size);
        if (i > 0)
            bend(copy, size);
        LLVMFuzzerTestOneInput(copy, size - (i > 0 && chance(4) == 0 ? chance((unsigned)size + 1) : 0));
    }
    free(bytes);
    free(copy);
    files++;
}

int main(void)
{
    uint64_t iterations = number_from("ITERS", 40);
    chance_begin(number_from("SEED", 1));
    walk_files("tests", ".fuda", one_file, &iterations);
    printf("%d records, %d times as they are or bent\n", files, bent);
    check(files > 0, "no records");
    return finish();
}
