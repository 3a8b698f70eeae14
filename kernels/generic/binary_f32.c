/* SPDX-License-Identifier: MIT-0 */
/* Float operators on two tensors. */
#include "binary.h"

#include <math.h>

static float add(const tw_binary_args *args, float a, float b)
{
    (void)args;
    return a + b;
}

static float sub(const tw_binary_args *args, float a, float b)
{
    (void)args;
    return a - b;
}

static float mul(const tw_binary_args *args, float a, float b)
{
    (void)args;
    return a * b;
}

static float quotient(const tw_binary_args *args, float a, float b)
{
    (void)args;
    return a / b;
}

static float mod(const tw_binary_args *args, float a, float b)
{
    const float rest = fmodf(a, b);
    return !args->mod_as_c && rest != 0.0f && (rest < 0.0f) != (b < 0.0f) ? rest + b : rest;
}

/* In double: powers grow large, where the last place of a float is much. */
static float power(const tw_binary_args *args, float a, float b)
{
    (void)args;
    return (float)pow((double)a, (double)b);
}

static float prelu(const tw_binary_args *args, float a, float b)
{
    (void)args;
    return a < 0.0f ? a * b : a;
}

/* The flat kernel repeats an operand of one element; the general one walks the last loop axis and finds its place on
   the others by division, once per row. */
#define TW_BINARY(name, function)                                                                       \
    void tw_##name##_f32(const tw_binary_args *args, const float *a, const float *b, float *c)          \
    {                                                                                                   \
        const tw_span mine = tw_team_share(args->count);                                                \
        const int32_t a_step = args->a_count == args->count ? 1 : 0;                                    \
        const int32_t b_step = args->b_count == args->count ? 1 : 0;                                    \
        for (int32_t i = mine.begin; i < mine.end; ++i)                                                 \
            c[i] = function(args, a[i * a_step], b[i * b_step]);                                        \
    }                                                                                                   \
                                                                                                        \
    void tw_##name##_broadcast_f32(const tw_binary_args *args, const float *a, const float *b, float *c) \
    {                                                                                                   \
        const int32_t last = args->rank - 1;                                                            \
        const int32_t length = args->dims[last];                                                        \
        const tw_span mine = tw_team_share(length > 0 ? args->count / length : 0);                      \
        for (int32_t row = mine.begin; row < mine.end; ++row) {                                         \
            const float *row_a = a + tw_offset(args->dims, args->a_strides, last, row);                 \
            const float *row_b = b + tw_offset(args->dims, args->b_strides, last, row);                 \
            for (int32_t i = 0; i < length; ++i)                                                        \
                c[row * length + i] =                                                                   \
                    function(args, row_a[i * args->a_strides[last]], row_b[i * args->b_strides[last]]); \
        }                                                                                               \
    }

TW_BINARY(add, add)
TW_BINARY(sub, sub)
TW_BINARY(mul, mul)
TW_BINARY(div, quotient)
TW_BINARY(mod, mod)
TW_BINARY(pow, power)
TW_BINARY(prelu, prelu)
