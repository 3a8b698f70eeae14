/* SPDX-License-Identifier: MIT-0 */
/* Sums run in double. */
#include "normalization.h"

#include <math.h>

void tw_lp_normalization_f32(const tw_lp_normalization_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->outer * args->inner);
    const int32_t step = args->inner;
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const int32_t start = i / step * args->length * step + i % step;
        double norm = 0.0;
        for (int32_t k = 0; k < args->length; ++k) {
            const double v = x[start + k * step];
            norm += args->p == 1 ? fabs(v) : v * v;
        }
        norm = args->p == 1 ? norm : sqrt(norm);
        for (int32_t k = 0; k < args->length; ++k)
            y[start + k * step] = (float)(x[start + k * step] / norm);
    }
}

void tw_mean_variance_f32(const tw_mean_variance_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->channels);
    const int32_t group = args->outer * args->inner;
    for (int32_t c = mine.begin; c < mine.end; ++c) {
        double sum = 0.0;
        double squares = 0.0;
        for (int32_t i = 0; i < group; ++i)
            sum += x[(i / args->inner * args->channels + c) * args->inner + i % args->inner];
        const double mean = sum / group;
        for (int32_t i = 0; i < group; ++i) {
            const double v = x[(i / args->inner * args->channels + c) * args->inner + i % args->inner] - mean;
            squares += v * v;
        }
        const double deviation = sqrt(squares / group) + 1e-9; /* the constant is part of the operator */
        for (int32_t i = 0; i < group; ++i) {
            const int32_t at = (i / args->inner * args->channels + c) * args->inner + i % args->inner;
            y[at] = (float)((x[at] - mean) / deviation);
        }
    }
}

void tw_lrn_f32(const tw_lrn_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->batch * args->channels);
    for (int32_t part = mine.begin; part < mine.end; ++part) {
        const int32_t c = part % args->channels;
        const int32_t first = c < args->before ? -c : -args->before;
        const int32_t last = c + args->after >= args->channels ? args->channels - 1 - c : args->after;
        for (int32_t i = 0; i < args->spatial; ++i) {
            const int32_t at = part * args->spatial + i;
            double squares = 0.0;
            for (int32_t k = first; k <= last; ++k) {
                const double v = x[at + k * args->spatial];
                squares += v * v;
            }
            y[at] = (float)(x[at] / pow(args->bias + args->alpha * squares, args->beta));
        }
    }
}
