/* SPDX-License-Identifier: MIT-0 */
#include "variadic.h"

#include <math.h>

static float added(float a, float b)
{
    return a + b;
}

/* NaN wins. */
static float larger(float a, float b)
{
    return isnan(a) || a > b ? a : b;
}

static float smaller(float a, float b)
{
    return isnan(a) || a < b ? a : b;
}

#define TW_VARIADIC(name, function, divisor)                                                       \
    void tw_##name##_f32(const tw_variadic_args *args, const void *const *inputs, float *y)        \
    {                                                                                              \
        const tw_span mine = tw_team_share(args->count);                                           \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                          \
            float result = ((const float *)inputs[0])[tw_offset(args->dims, args->strides, args->rank, i)]; \
            for (int32_t k = 1; k < args->inputs; ++k)                                             \
                result = function(result, ((const float *)inputs[k])[tw_offset(                    \
                                              args->dims, args->strides + k * TW_MAX_DIMS, args->rank, i)]); \
            y[i] = result / (divisor);                                                             \
        }                                                                                          \
    }

TW_VARIADIC(sum, added, 1.0f)
TW_VARIADIC(mean, added, (float)args->inputs)
TW_VARIADIC(max, larger, 1.0f)
TW_VARIADIC(min, smaller, 1.0f)
