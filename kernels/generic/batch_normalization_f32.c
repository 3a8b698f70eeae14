/* SPDX-License-Identifier: MIT-0 */
/* Batch normalisation in float: the mean is taken off first, so that no digits are lost to a large offset. */
#include "batch_normalization.h"

#include <math.h>

void tw_batch_normalization_f32(const tw_batch_normalization_args *args, const float *x, const float *scale,
                                const float *bias, const float *mean, const float *variance, float *y)
{
    const tw_span mine = tw_team_share(args->batch * args->channels);
    for (int32_t plane = mine.begin; plane < mine.end; ++plane) {
        const int32_t channel = plane % args->channels;
        const float factor = scale[channel] / sqrtf(variance[channel] + args->epsilon);
        const ptrdiff_t first = (ptrdiff_t)plane * args->size;
        for (int32_t i = 0; i < args->size; ++i)
            y[first + i] = (x[first + i] - mean[channel]) * factor + bias[channel];
    }
}
