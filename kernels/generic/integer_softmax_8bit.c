/* SPDX-License-Identifier: MIT-0 */
/* Integer softmax with a parabola and a shift for the exponential. The exponential is computed twice, for the sum and
   for the results, because a row of 32-bit values would need scratch memory. Rows are shared by the team. */
#include "integer_softmax.h"

static int64_t exponential(const tw_integer_softmax_args *args, int32_t below_largest)
{
    const int32_t steps = below_largest / args->log2;
    const int32_t shift = steps > 31 ? 31 : steps;
    const int64_t base = (int64_t)shift * args->log2 - below_largest + args->coeff_b;
    return (args->coeff_a * base * base + args->coeff_c) >> shift;
}

static uint8_t share_of(const tw_integer_softmax_args *args, int64_t part, int64_t sum)
{
    return sum == 0 ? 0 : (uint8_t)(part * (args->levels - 1) / sum);
}

#define INTEGER_SOFTMAX(name, x_type)                                                     \
    void name(const tw_integer_softmax_args *args, const x_type *x, uint8_t *y)           \
    {                                                                                     \
        const tw_span mine = tw_team_share(args->rows);                                   \
        for (int32_t row = mine.begin; row < mine.end; ++row) {                           \
            const x_type *from = x + (size_t)row * (size_t)args->length;                  \
            uint8_t *to = y + (size_t)row * (size_t)args->length;                         \
            int32_t largest = from[0];                                                    \
            int64_t sum = 0;                                                              \
            for (int32_t j = 1; j < args->length; ++j)                                    \
                largest = from[j] > largest ? from[j] : largest;                          \
            for (int32_t j = 0; j < args->length; ++j)                                    \
                sum += exponential(args, largest - from[j]);                              \
            for (int32_t j = 0; j < args->length; ++j)                                    \
                to[j] = share_of(args, exponential(args, largest - from[j]), sum);        \
        }                                                                                 \
    }

INTEGER_SOFTMAX(tw_integer_softmax_i8, int8_t)
INTEGER_SOFTMAX(tw_integer_softmax_u8, uint8_t)
