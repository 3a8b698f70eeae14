/* SPDX-License-Identifier: MIT-0 */
/* Predicates and logic on single elements; a bool is one byte, 0 or 1. */
#include "unary.h"

#include <math.h>

/* alpha and beta say whether negative and positive infinity count. */
void tw_is_inf_f32(const tw_unary_args *args, const float *x, uint8_t *y)
{
    const tw_span mine = tw_team_share(args->count);
    for (int32_t i = mine.begin; i < mine.end; ++i)
        y[i] = isinf(x[i]) && (x[i] > 0.0f ? args->beta : args->alpha) != 0.0f;
}

void tw_is_nan_f32(const tw_unary_args *args, const float *x, uint8_t *y)
{
    const tw_span mine = tw_team_share(args->count);
    for (int32_t i = mine.begin; i < mine.end; ++i)
        y[i] = isnan(x[i]) ? 1 : 0;
}

void tw_not_bool(const tw_unary_args *args, const uint8_t *x, uint8_t *y)
{
    const tw_span mine = tw_team_share(args->count);
    for (int32_t i = mine.begin; i < mine.end; ++i)
        y[i] = x[i] == 0;
}
