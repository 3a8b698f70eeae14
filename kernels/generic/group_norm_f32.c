/* SPDX-License-Identifier: MIT-0 */
/* Sums run in double. Works in place. */
#include "group_norm.h"

#include <math.h>

void tw_group_norm_f32(const tw_group_norm_args *args, const float *x, const float *scale, const float *bias, float *y)
{
    const tw_span mine = tw_team_share(args->batch * args->groups);
    const int32_t length = args->channels * args->spatial;
    for (int32_t part = mine.begin; part < mine.end; ++part) {
        const float *from = x + part * length;
        float *to = y + part * length;
        const int32_t group = part % args->groups;
        double sum = 0.0;
        double squares = 0.0;
        for (int32_t i = 0; i < length; ++i)
            sum += from[i];
        const double mean = sum / length;
        for (int32_t i = 0; i < length; ++i)
            squares += (from[i] - mean) * (from[i] - mean);
        const double inverse = 1.0 / sqrt(squares / length + args->epsilon);
        for (int32_t i = 0; i < length; ++i) {
            const int32_t parameter = args->per_group ? group : group * args->channels + i / args->spatial;
            to[i] = (float)((from[i] - mean) * inverse * scale[parameter] + bias[parameter]);
        }
    }
}
