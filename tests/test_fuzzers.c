/* The fuzzers' entries over every record in tests/, whole and cut or bent at random (SEED, ITERS). */
#define _XOPEN_SOURCE 700
#include "fuzz_record.c"

#include <ftw.h>
#include <stdio.h>

static int files, bent;
static uint64_t seed = 1;
static long iterations = 40;

static unsigned below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

static void bend(uint8_t *bytes, size_t size)
{
    static const char pieces[] = "rbpg0123456789?!@#;:=\"\n \xE8\xB5\xA4\xEF\xBC\x99\0\xFF";
    for (unsigned i = below(6); size > 0 && i > 0; i--)
        bytes[below((unsigned)size)] = (uint8_t)pieces[below(sizeof pieces)];
}

static int one_file(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)walk;
    if (kind != FTW_F || strstr(path, ".fuda") == NULL || info->st_size > 65536)
        return 0;
    FILE *file = fopen(path, "rb");
    size_t size = (size_t)info->st_size;
    uint8_t *bytes = malloc(size + 1), *copy = malloc(size + 1);
    if (file == NULL || bytes == NULL || copy == NULL || fread(bytes, 1, size, file) != size)
        abort();
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    for (long i = 0; i < iterations; i++, bent++) {
        memcpy(copy, bytes, size);
        bend(copy, size);
        LLVMFuzzerTestOneInput(copy, size - (below(4) == 0 ? below((unsigned)size + 1) : 0));
    }
    free(bytes);
    free(copy);
    files++;
    return 0;
}

int main(void)
{
    if (getenv("SEED"))
        seed = (uint64_t)atol(getenv("SEED"));
    if (getenv("ITERS"))
        iterations = atol(getenv("ITERS"));
    printf("SEED=%llu ITERS=%ld\n", (unsigned long long)seed, iterations);
    nftw("tests", one_file, 16, 0);
    printf("%d records, %d bent ones\n%d passed, %d failed\n", files, bent, files > 0, files == 0);
    return files == 0;
}
