/* SPDX-License-Identifier: MIT-0 */
#include "sgd.h"

void tw_sgd_f32(const tw_sgd_args *args, const float *w, const float *dw, float *y)
{
    const tw_span mine = tw_team_share(args->count);
    for (int32_t i = mine.begin; i < mine.end; ++i)
        y[i] = w[i] - args->rate * dw[i];
}
