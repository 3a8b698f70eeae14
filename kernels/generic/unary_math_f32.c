/* SPDX-License-Identifier: MIT-0 */
/* Float operators on single elements that call the mathematical library. Results that can grow large are computed in
   double and rounded once: the float functions may be off in the last place, which is much for a large number. */
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

static float sigmoid(float v)
{
    return 1.0f / (1.0f + expf(-v));
}

static float softplus(float v)
{
    return (v > 0.0f ? v : 0.0f) + log1pf(expf(-fabsf(v)));
}

static float exponential_linear(float v, float alpha)
{
    return v > 0.0f ? v : alpha * expm1f(v);
}

TW_UNARY(acos, acosf(v))
TW_UNARY(acosh, acoshf(v))
TW_UNARY(asin, asinf(v))
TW_UNARY(asinh, asinhf(v))
TW_UNARY(atan, atanf(v))
TW_UNARY(atanh, atanhf(v))
TW_UNARY(celu, v > 0.0f ? v : a * expm1f(v / a))
TW_UNARY(cos, cosf(v))
TW_UNARY(cosh, (float)cosh((double)v))
TW_UNARY(elu, exponential_linear(v, a))
TW_UNARY(erf, erff(v))
TW_UNARY(exp, (float)exp((double)v))
TW_UNARY(log, logf(v))
TW_UNARY(mish, v * tanhf(softplus(v)))
TW_UNARY(selu, b * exponential_linear(v, a))
TW_UNARY(sigmoid, sigmoid(v))
TW_UNARY(sin, sinf(v))
TW_UNARY(sinh, (float)sinh((double)v))
TW_UNARY(softplus, softplus(v))
TW_UNARY(swish, v * sigmoid(a * v))
TW_UNARY(tan, (float)tan((double)v))
TW_UNARY(tanh, tanhf(v))
