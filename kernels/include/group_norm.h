/* SPDX-License-Identifier: MIT-0 */
/* Normalisation of each image over groups of channels; x is [batch, groups, channels, spatial]. */
#ifndef TW_GROUP_NORM_H
#define TW_GROUP_NORM_H

#include "tw_runtime.h"

typedef struct {
    int32_t batch;
    int32_t groups;
    int32_t channels; /* in each group */
    int32_t spatial;
    int32_t per_group; /* scale and bias have one value per group, not per channel */
    float epsilon;
} tw_group_norm_args;

void tw_group_norm_f32(const tw_group_norm_args *args, const float *x, const float *scale, const float *bias, float *y);

#endif
