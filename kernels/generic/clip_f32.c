/* SPDX-License-Identifier: MIT-0 */
#include "clip.h"

void tw_clip_f32(const tw_clip_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->count);
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const float raised = x[i] < args->low ? args->low : x[i];
        y[i] = raised > args->high ? args->high : raised;
    }
}
