/* SPDX-License-Identifier: MIT-0 */
/* Softmax, its logarithm, Hardmax and the gradient. Sums run in double. Each kernel works in place. */
#include "softmax.h"

#include <math.h>

/* First element of line i of [outer, length, inner]. */
static int32_t line_start(const tw_softmax_args *args, int32_t i)
{
    return i / args->inner * args->length * args->inner + i % args->inner;
}

static float largest(const float *x, int32_t length, int32_t step)
{
    float top = x[0];
    for (int32_t k = 1; k < length; ++k)
        top = x[k * step] > top ? x[k * step] : top;
    return top;
}

void tw_softmax_f32(const tw_softmax_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->outer * args->inner);
    const int32_t step = args->inner;
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const float *from = x + line_start(args, i);
        float *to = y + line_start(args, i);
        const float top = largest(from, args->length, step);
        double sum = 0.0;
        for (int32_t k = 0; k < args->length; ++k) {
            to[k * step] = expf(from[k * step] - top);
            sum += to[k * step];
        }
        for (int32_t k = 0; k < args->length; ++k)
            to[k * step] = (float)(to[k * step] / sum);
    }
}

void tw_log_softmax_f32(const tw_softmax_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->outer * args->inner);
    const int32_t step = args->inner;
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const float *from = x + line_start(args, i);
        float *to = y + line_start(args, i);
        const float top = largest(from, args->length, step);
        double sum = 0.0;
        for (int32_t k = 0; k < args->length; ++k)
            sum += expf(from[k * step] - top);
        const double shift = top + log(sum);
        for (int32_t k = 0; k < args->length; ++k)
            to[k * step] = (float)(from[k * step] - shift);
    }
}

void tw_hardmax_f32(const tw_softmax_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->outer * args->inner);
    const int32_t step = args->inner;
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const float *from = x + line_start(args, i);
        float *to = y + line_start(args, i);
        const float top = largest(from, args->length, step);
        int found = 0;
        for (int32_t k = 0; k < args->length; ++k) {
            const int here = !found && from[k * step] == top;
            to[k * step] = here ? 1.0f : 0.0f;
            found |= here;
        }
    }
}

void tw_softmax_grad_f32(const tw_softmax_args *args, const float *dy, const float *y, float *dx)
{
    const tw_span mine = tw_team_share(args->outer * args->inner);
    const int32_t step = args->inner;
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const int32_t start = line_start(args, i);
        double projection = 0.0;
        for (int32_t k = 0; k < args->length; ++k)
            projection += (double)dy[start + k * step] * y[start + k * step];
        for (int32_t k = 0; k < args->length; ++k)
            dx[start + k * step] = (float)(y[start + k * step] * (dy[start + k * step] - projection));
    }
}
