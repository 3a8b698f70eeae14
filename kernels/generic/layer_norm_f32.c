/* SPDX-License-Identifier: MIT-0 */
/* Normalisation of rows. Sums run in double. Each kernel works in place. */
#include "layer_norm.h"

#include <math.h>

typedef struct {
    double mean;
    double inverse; /* 1 / sqrt(variance + epsilon) */
} moments;

static moments moments_of(const float *x, int32_t length, float epsilon)
{
    double sum = 0.0;
    double squares = 0.0;
    for (int32_t i = 0; i < length; ++i)
        sum += x[i];
    const double mean = sum / length;
    for (int32_t i = 0; i < length; ++i)
        squares += (x[i] - mean) * (x[i] - mean);
    const moments result = {mean, 1.0 / sqrt(squares / length + epsilon)};
    return result;
}

void tw_layer_norm_f32(const tw_layer_norm_args *args, const float *x, const float *scale, const float *bias, float *y)
{
    const tw_span mine = tw_team_share(args->rows);
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        const float *from = x + row * args->length;
        float *to = y + row * args->length;
        const moments m = moments_of(from, args->length, args->epsilon);
        for (int32_t i = 0; i < args->length; ++i)
            to[i] = (float)((from[i] - m.mean) * m.inverse * scale[i] + (bias ? bias[i] : 0.0f));
    }
}

void tw_rms_norm_f32(const tw_layer_norm_args *args, const float *x, const float *scale, float *y)
{
    const tw_span mine = tw_team_share(args->rows);
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        const float *from = x + row * args->length;
        float *to = y + row * args->length;
        double squares = 0.0;
        for (int32_t i = 0; i < args->length; ++i)
            squares += (double)from[i] * from[i];
        const double inverse = 1.0 / sqrt(squares / args->length + args->epsilon);
        for (int32_t i = 0; i < args->length; ++i)
            to[i] = (float)(from[i] * inverse * scale[i]);
    }
}

/* With g = dy * scale and the normalised row n: (g - mean(g) - n * mean(g * n)) / deviation. The bias has no say. */
void tw_layer_norm_grad_f32(const tw_layer_norm_args *args, const float *dy, const float *x, const float *scale,
                            const float *bias, float *dx)
{
    const tw_span mine = tw_team_share(args->rows);
    (void)bias;
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        const int32_t start = row * args->length;
        const moments m = moments_of(x + start, args->length, args->epsilon);
        double mean_g = 0.0;
        double mean_gn = 0.0;
        for (int32_t i = 0; i < args->length; ++i) {
            const double g = (double)dy[start + i] * scale[i];
            mean_g += g;
            mean_gn += g * (x[start + i] - m.mean) * m.inverse;
        }
        mean_g /= args->length;
        mean_gn /= args->length;
        for (int32_t i = 0; i < args->length; ++i) {
            const double g = (double)dy[start + i] * scale[i];
            const double n = (x[start + i] - m.mean) * m.inverse;
            dx[start + i] = (float)((g - mean_g - n * mean_gn) * m.inverse);
        }
    }
}
