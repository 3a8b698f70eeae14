/* SPDX-License-Identifier: MIT-0 */
/* Integer GELU and hard swish. Elements are shared by the team. Results beyond 32 bits wrap, as the operators do. */
#include "integer_activation.h"

/* erf is about sign(x) * (one - (min(|x|, -b) + b)^2); it is halved before the product with x. */
static int32_t gelu(const tw_integer_gelu_args *args, int32_t x)
{
    const int32_t size = x < 0 ? -x : x;
    const int64_t distance = (size < -args->b ? size : -args->b) + args->b;
    const int64_t error = args->one - distance * distance;
    const int64_t factor = (args->one + (x > 0 ? error : x < 0 ? -error : 0)) >> 1;
    return (int32_t)(x * factor);
}

static int32_t hardswish(const tw_integer_hardswish_args *args, int32_t x)
{
    const int64_t shifted = (int64_t)x + args->three;
    const int64_t gate = shifted < 0 ? 0 : shifted > args->six ? args->six : shifted;
    return (int32_t)(x * (gate * args->one_over_six));
}

#define ELEMENTWISE(name, args_type, x_type, function)                      \
    void name(const args_type *args, const x_type *x, int32_t *y)           \
    {                                                                       \
        const tw_span mine = tw_team_share(args->count);                    \
        for (int32_t i = mine.begin; i < mine.end; ++i)                     \
            y[i] = function(args, x[i]);                                    \
    }

ELEMENTWISE(tw_integer_gelu_i8, tw_integer_gelu_args, int8_t, gelu)
ELEMENTWISE(tw_integer_gelu_u8, tw_integer_gelu_args, uint8_t, gelu)
ELEMENTWISE(tw_integer_hardswish_i8, tw_integer_hardswish_args, int8_t, hardswish)
ELEMENTWISE(tw_integer_hardswish_u8, tw_integer_hardswish_args, uint8_t, hardswish)
