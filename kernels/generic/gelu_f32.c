/* SPDX-License-Identifier: MIT-0 */
#include "gelu.h"

#include <math.h>

static const float inverse_root_two = 0.70710678118654752440f;
static const float root_two_by_pi = 0.79788456080286535588f;
static const float inverse_root_two_pi = 0.39894228040143267794f;

/* Probability that a standard normal variable is below v. */
static float normal_below(float v)
{
    return 0.5f * (1.0f + erff(v * inverse_root_two));
}

void tw_gelu_f32(const tw_gelu_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->count);
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const float v = x[i];
        y[i] = args->tanh_form ? 0.5f * v * (1.0f + tanhf(root_two_by_pi * (v + 0.044715f * v * v * v)))
                               : v * normal_below(v);
    }
}

void tw_gelu_grad_f32(const tw_gelu_args *args, const float *dy, const float *x, float *dx)
{
    const tw_span mine = tw_team_share(args->count);
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const float v = x[i];
        dx[i] = dy[i] * (normal_below(v) + v * inverse_root_two_pi * expf(-0.5f * v * v));
    }
}
