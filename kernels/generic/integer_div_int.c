/* SPDX-License-Identifier: MIT-0 */
/* Element by element integer division with broadcasting. Elements are shared by the team. Division by zero gives zero. */
#include "integer_div.h"

static int32_t quotient(const tw_integer_div_args *args, int32_t a, int32_t b)
{
    const int64_t numerator = (int64_t)args->delta * args->eta * a;
    const int64_t denominator = (int64_t)args->eta * b + args->eps;
    const int64_t half = denominator >> 1;
    if (denominator == 0)
        return 0;
    return (int32_t)((numerator + (numerator >= 0 ? half : -half)) / denominator);
}

#define INTEGER_DIV(name, a_type, b_type)                                                        \
    void name(const tw_integer_div_args *args, const a_type *a, const b_type *b, int32_t *y)     \
    {                                                                                            \
        const tw_span mine = tw_team_share(args->count);                                         \
        for (int32_t i = mine.begin; i < mine.end; ++i)                                          \
            y[i] = quotient(args, a[tw_offset(args->dims, args->a_strides, args->rank, i)],      \
                            b[tw_offset(args->dims, args->b_strides, args->rank, i)]);           \
    }

INTEGER_DIV(tw_integer_div_i8_i8, int8_t, int8_t)
INTEGER_DIV(tw_integer_div_i8_u8, int8_t, uint8_t)
INTEGER_DIV(tw_integer_div_i8_i32, int8_t, int32_t)
INTEGER_DIV(tw_integer_div_u8_i8, uint8_t, int8_t)
INTEGER_DIV(tw_integer_div_u8_u8, uint8_t, uint8_t)
INTEGER_DIV(tw_integer_div_u8_i32, uint8_t, int32_t)
INTEGER_DIV(tw_integer_div_i32_i8, int32_t, int8_t)
INTEGER_DIV(tw_integer_div_i32_u8, int32_t, uint8_t)
INTEGER_DIV(tw_integer_div_i32_i32, int32_t, int32_t)
