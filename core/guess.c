/* "Did you mean": how far words are apart, and the known one that is nearest; see statement.h. */
#include "core/person.h"
#include "text.h"

#include <string.h>

unsigned text_distance(struct span a, struct span b)
{
    enum { MOST = 32 };
    /* the one before last too: two letters changed places */
    unsigned rows[3][MOST + 1] = {{0}};
    size_t m = a.length < MOST ? a.length : MOST, n = b.length < MOST ? b.length : MOST;
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *last = rows[(i + 2) % 3], *above = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            const unsigned change = last[j - 1] + (a.at[i - 1] != b.at[j - 1]);
            const unsigned least = last[j] < row[j - 1] ? last[j] : row[j - 1];
            row[j] = change < least + 1 ? change : least + 1;
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1]
                && above[j - 2] + 1 < row[j])
                row[j] = above[j - 2] + 1;
        }
    }
    return rows[m % 3][n];
}

/* Its first letter, and then some of the others in order: rnd for round. */
static bool abbreviates(struct span word, const char *known)
{
    size_t at = 0;
    if (word.length < 3 || word.at[0] != known[0])
        return false;
    for (; *known != '\0' && at < word.length; known++)
        at += word.at[at] == *known;
    return at == word.length;
}

/*
 * What looks the same is never what was meant instead: a sign that is not seen is no slip of a
 * letter.
 */
bool guess_known(struct guess *guess, const char *known)
{
    if (person_same(guess->word, span_of(known)))
        return false;
    unsigned far = text_distance(guess->word, span_of(known));
    if (far > 1 && abbreviates(guess->word, known))
        far = 1;
    if (far >= guess->far)
        return false;
    guess->far = far;
    guess->name = known;
    return true;
}
