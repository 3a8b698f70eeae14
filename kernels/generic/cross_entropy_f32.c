/* SPDX-License-Identifier: MIT-0 */
#include "cross_entropy.h"

#include <math.h>

/* First element of sample i of [outer, classes, inner]. */
static int32_t sample_start(const tw_cross_entropy_args *args, int32_t i)
{
    return i / args->inner * args->classes * args->inner + i % args->inner;
}

/* The labels have no say in the log softmax; they are there because the operator has them. */
void tw_cross_entropy_log_prob_f32(const tw_cross_entropy_args *args, const float *scores, const void *labels, float *y)
{
    const tw_span mine = tw_team_share(args->outer * args->inner);
    const int32_t step = args->inner;
    (void)labels;
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const float *from = scores + sample_start(args, i);
        float *to = y + sample_start(args, i);
        float top = from[0];
        double sum = 0.0;
        for (int32_t k = 1; k < args->classes; ++k)
            top = from[k * step] > top ? from[k * step] : top;
        for (int32_t k = 0; k < args->classes; ++k)
            sum += expf(from[k * step] - top);
        const double shift = top + log(sum);
        for (int32_t k = 0; k < args->classes; ++k)
            to[k * step] = (float)(from[k * step] - shift);
    }
}

/* (exp(log_prob) - onehot(label)) / samples^2 */
#define TW_GRADIENT(suffix, type)                                                                           \
    void tw_cross_entropy_grad_##suffix(const tw_cross_entropy_args *args, const float *log_prob,           \
                                        const type *labels, float *dx)                                      \
    {                                                                                                       \
        const int32_t samples = args->outer * args->inner;                                                  \
        const float scale = 1.0f / ((float)samples * (float)samples);                                       \
        const tw_span mine = tw_team_share(samples);                                                        \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                                   \
            const int32_t start = sample_start(args, i);                                                    \
            for (int32_t k = 0; k < args->classes; ++k) {                                                   \
                const int32_t at = start + k * args->inner;                                                 \
                dx[at] = (expf(log_prob[at]) - (labels[i] == k ? 1.0f : 0.0f)) * scale;                     \
            }                                                                                               \
        }                                                                                                   \
    }

TW_GRADIENT(i8, int8_t)
TW_GRADIENT(u8, uint8_t)
TW_GRADIENT(i32, int32_t)
TW_GRADIENT(i64, int64_t)
