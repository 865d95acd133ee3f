/* SHA-256 (FIPS 180-4), by which a deck's text is known. */
#include "store.h"

#include <string.h>

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes (§4.2.2). */
static const uint32_t constant[64] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b,
    0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74,
    0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3,
    0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354,
    0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3,
    0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa,
    0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t word, int by) { return word >> by | word << (32 - by); }

/* §6.2.2, the sixteen words of a block spread over sixty-four. */
static void spread(const uint8_t block[64], uint32_t word[64])
{
    for (size_t i = 0; i < 16; i++)
        word[i] = (uint32_t)block[i * 4] << 24 | (uint32_t)block[i * 4 + 1] << 16
                  | (uint32_t)block[i * 4 + 2] << 8 | block[i * 4 + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = word[i - 15], b = word[i - 2];
        word[i] = word[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + word[i - 7]
                  + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

static void take_block(uint32_t hash[8], const uint8_t block[64])
{
    uint32_t word[64], v[8];
    spread(block, word);
    memcpy(v, hash, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t most = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t first = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + choose
                         + constant[i] + word[i];
        uint32_t second = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + most;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += first;
        v[0] = first + second;
    }
    for (int i = 0; i < 8; i++)
        hash[i] += v[i];
}

/* The rest of the text, a one bit, zeros, and the length in bits. */
static void take_end(uint32_t hash[8], const uint8_t *rest, size_t left, uint64_t length)
{
    uint8_t block[128] = {0};
    size_t size = left < 56 ? 64 : 128;
    memcpy(block, rest, left);
    block[left] = 0x80;
    for (size_t i = 0; i < 8; i++)
        block[size - 1 - i] = (uint8_t)(length * 8 >> 8 * i);
    take_block(hash, block);
    if (size == 128)
        take_block(hash, block + 64);
}

void hash_text(const char *text, size_t length, char out[STORE_HASH_TEXT])
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *at = (const uint8_t *)text;
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
        0x1f83d9ab, 0x5be0cd19};
    size_t left = length;
    for (; left >= 64; left -= 64, at += 64)
        take_block(hash, at);
    take_end(hash, at, left, length);
    for (int i = 0; i < 64; i++)
        out[i] = digits[hash[i / 8] >> (28 - i % 8 * 4) & 15];
    out[64] = '\0';
}
