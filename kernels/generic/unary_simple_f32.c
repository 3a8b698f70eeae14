/* SPDX-License-Identifier: MIT-0 */
/* Float operators on single elements that need no mathematical functions. */
#include "unary.h"

#include <math.h>

/* One kernel: y[i] = expression of the float v and of the parameters a (alpha) and b (beta). */
#define TW_UNARY(name, expression)                                         \
    void tw_##name##_f32(const tw_unary_args *args, const float *x, float *y) \
    {                                                                      \
        const tw_span mine = tw_team_share(args->count);                   \
        const float a = args->alpha;                                       \
        const float b = args->beta;                                        \
        (void)a;                                                           \
        (void)b;                                                           \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                  \
            const float v = x[i];                                          \
            y[i] = (expression);                                           \
        }                                                                  \
    }

static float unit(float v)
{
    return v < 0.0f ? 0.0f : v > 1.0f ? 1.0f : v;
}

TW_UNARY(abs, fabsf(v))
TW_UNARY(ceil, ceilf(v))
TW_UNARY(floor, floorf(v))
TW_UNARY(hard_sigmoid, unit(a * v + b))
TW_UNARY(hard_swish, v * unit(v * (1.0f / 6.0f) + 0.5f))
TW_UNARY(leaky_relu, v < 0.0f ? a * v : v)
TW_UNARY(neg, -v)
TW_UNARY(reciprocal, 1.0f / v)
TW_UNARY(relu, v < 0.0f ? 0.0f : v)
TW_UNARY(round, rintf(v)) /* halves to even, the rounding C starts with */
TW_UNARY(shrink, v < -a ? v + b : v > a ? v - b : 0.0f)
TW_UNARY(sign, v > 0.0f ? 1.0f : v < 0.0f ? -1.0f : v)
TW_UNARY(softsign, v / (1.0f + fabsf(v)))
TW_UNARY(sqrt, sqrtf(v))
TW_UNARY(thresholded_relu, v > a ? v : 0.0f)
