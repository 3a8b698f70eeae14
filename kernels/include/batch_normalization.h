/* SPDX-License-Identifier: MIT-0 */
/* Batch normalisation with known statistics, channels first. */
#ifndef TW_BATCH_NORMALIZATION_H
#define TW_BATCH_NORMALIZATION_H

#include "tw_runtime.h"

typedef struct {
    int32_t batch;
    int32_t channels;
    int32_t size; /* positions per channel */
    float epsilon;
} tw_batch_normalization_args;

/* y may be x. */
void tw_batch_normalization_f32(const tw_batch_normalization_args *args, const float *x, const float *scale,
                                const float *bias, const float *mean, const float *variance, float *y);

#endif
