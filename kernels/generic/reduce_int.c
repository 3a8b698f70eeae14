/* SPDX-License-Identifier: MIT-0 */
/* Integer reductions in 64 bits, taken modulo the result's type. */
#include "reduce.h"

/* floor(sum / n + 1/2): half goes up, for negative means too. */
static int64_t rounded_mean(int64_t sum, int64_t n)
{
    const int64_t numerator = 2 * sum + n;
    const int64_t quotient = numerator / (2 * n);
    return numerator % (2 * n) < 0 ? quotient - 1 : quotient;
}

static int64_t joined(int32_t operation, int64_t result, int64_t v)
{
    switch (operation) {
    case TW_REDUCE_MAX: return v > result ? v : result;
    case TW_REDUCE_MIN: return v < result ? v : result;
    case TW_REDUCE_PROD: return (int64_t)((uint64_t)result * (uint64_t)v);
    case TW_REDUCE_SUM_SQUARE: return (int64_t)((uint64_t)result + (uint64_t)v * (uint64_t)v);
    default: return (int64_t)((uint64_t)result + (uint64_t)v);
    }
}

/* Extremes start from the first value; what they start from otherwise is the neutral element. */
static int64_t start_of(int32_t operation, int64_t first)
{
    switch (operation) {
    case TW_REDUCE_MAX:
    case TW_REDUCE_MIN: return first;
    case TW_REDUCE_PROD: return 1;
    default: return 0;
    }
}

#define TW_REDUCE(name, type_x, type_y)                                                                       \
    void tw_##name(const tw_reduce_args *args, const type_x *x, type_y *y)                                    \
    {                                                                                                         \
        const tw_span mine = tw_team_share(args->outputs);                                                    \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                                     \
            const type_x *from = x + tw_offset(args->kept_dims, args->kept_strides, args->kept_rank, i);      \
            int64_t result = start_of(args->operation, from[0]);                                              \
            for (int32_t k = 0; k < args->group; ++k)                                                         \
                result = joined(args->operation, result,                                                      \
                                from[tw_offset(args->reduced_dims, args->reduced_strides, args->reduced_rank, k)]); \
            y[i] = (type_y)(args->operation == TW_REDUCE_MEAN ? rounded_mean(result, args->group) : result);  \
        }                                                                                                     \
    }

TW_REDUCE(reduce_sum_i8, int8_t, int32_t)
TW_REDUCE(reduce_sum_u8, uint8_t, int32_t)
TW_REDUCE(reduce_sum_i16, int16_t, int32_t)
TW_REDUCE(reduce_i8, int8_t, int8_t)
TW_REDUCE(reduce_u8, uint8_t, uint8_t)
TW_REDUCE(reduce_i16, int16_t, int16_t)
TW_REDUCE(reduce_i32, int32_t, int32_t)
TW_REDUCE(reduce_i64, int64_t, int64_t)
