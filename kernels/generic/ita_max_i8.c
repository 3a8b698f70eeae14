/* SPDX-License-Identifier: MIT-0 */
/* Softmax with powers of two for the exponential: one pass over the row, or group by group. Rows are shared by the
   team. */
#include "integer_softmax.h"

/* How often 1/2 divides 2^((x - largest) / 32), rounded. */
static int32_t halvings(int32_t x, int32_t largest)
{
    return (largest - x + 16) >> 5;
}

static int32_t largest_of(const int8_t *x, int32_t count)
{
    int32_t largest = x[0];
    for (int32_t j = 1; j < count; ++j)
        largest = x[j] > largest ? x[j] : largest;
    return largest;
}

static int32_t sum_of_weights(const int8_t *x, int32_t count, int32_t largest)
{
    int32_t sum = 0;
    for (int32_t j = 0; j < count; ++j)
        sum += 256 >> halvings(x[j], largest);
    return sum;
}

static void write_shares(const int8_t *x, uint8_t *y, int32_t count, int32_t largest, int32_t inverse)
{
    for (int32_t j = 0; j < count; ++j)
        y[j] = (uint8_t)(inverse >> halvings(x[j], largest));
}

void tw_ita_max_i8(const tw_ita_max_args *args, const int8_t *x, uint8_t *y)
{
    const tw_span mine = tw_team_share(args->rows);
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        const int8_t *from = x + (size_t)row * (size_t)args->length;
        const int32_t largest = largest_of(from, args->length);
        const int32_t inverse = (args->levels - 1) * 256 / sum_of_weights(from, args->length, largest);
        write_shares(from, y + (size_t)row * (size_t)args->length, args->length, largest, inverse);
    }
}

void tw_ita_partial_max_i8(const tw_ita_partial_max_args *args, const int8_t *x, uint8_t *y)
{
    const tw_span mine = tw_team_share(args->rows);
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        const int8_t *from = x + (size_t)row * (size_t)args->length;
        int32_t largest = -128;
        int32_t sum = 0;
        for (int32_t group = 0; group < args->length; group += args->group_width) {
            const int32_t candidate = largest_of(from + group, args->group_width);
            if (candidate > largest) {
                sum >>= halvings(largest, candidate); /* the old sum is worth less beside a larger maximum */
                largest = candidate;
            }
            sum += sum_of_weights(from + group, args->group_width, largest);
        }
        write_shares(from, y + (size_t)row * (size_t)args->length, args->length, largest,
                     (args->levels / 2 - 1) * 256 / sum);
    }
}
