/* SPDX-License-Identifier: MIT-0 */
/* ((x * weight + bias) * mul) >> shift, clipped. Elements are shared by the team. */
#include "integer_norm.h"

static int8_t scaled(const tw_integer_no_norm_args *args, int64_t value)
{
    const int64_t shifted = (value * args->mul) >> args->shift;
    return (int8_t)(shifted < args->lo ? args->lo : shifted > args->hi ? args->hi : shifted);
}

#define NO_NORM(name, x_type)                                                                                             \
    void name(const tw_integer_no_norm_args *args, const x_type *x, const int32_t *weight, const int32_t *bias, int8_t *y) \
    {                                                                                                                     \
        const tw_span mine = tw_team_share(args->count);                                                                  \
        int32_t w = mine.begin % args->weight_period;                                                                     \
        int32_t b = mine.begin % args->bias_period;                                                                       \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                                                 \
            y[i] = scaled(args, (int64_t)x[i] * weight[w] + bias[b]);                                                     \
            w = w + 1 == args->weight_period ? 0 : w + 1;                                                                 \
            b = b + 1 == args->bias_period ? 0 : b + 1;                                                                   \
        }                                                                                                                 \
    }

NO_NORM(tw_integer_no_norm_i8, int8_t)
NO_NORM(tw_integer_no_norm_u8, uint8_t)
