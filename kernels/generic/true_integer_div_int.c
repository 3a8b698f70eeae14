/* SPDX-License-Identifier: MIT-0 */
/* Product with the floored inverse of a constant, modulo 2^32. Elements are shared by the team. */
#include "integer_div.h"

#define TRUE_INTEGER_DIV(name, x_type)                                                     \
    void name(const tw_true_integer_div_args *args, const x_type *x, int32_t *y)           \
    {                                                                                      \
        const tw_span mine = tw_team_share(args->count);                                   \
        for (int32_t i = mine.begin; i < mine.end; ++i)                                    \
            y[i] = (int32_t)((int64_t)x[i] * args->factor);                                \
    }

TRUE_INTEGER_DIV(tw_true_integer_div_i8, int8_t)
TRUE_INTEGER_DIV(tw_true_integer_div_u8, uint8_t)
TRUE_INTEGER_DIV(tw_true_integer_div_i32, int32_t)
