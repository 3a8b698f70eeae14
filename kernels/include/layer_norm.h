/* SPDX-License-Identifier: MIT-0 */
/* Normalisation of rows, and the gradient with respect to the input. Bias may be NULL. */
#ifndef TW_LAYER_NORM_H
#define TW_LAYER_NORM_H

#include "tw_runtime.h"

typedef struct {
    int32_t rows;
    int32_t length;
    float epsilon;
    int32_t scale_count; /* values of scale and bias: one per element of a row */
    int32_t bias_count;
    int32_t outputs;
} tw_layer_norm_args;

void tw_layer_norm_f32(const tw_layer_norm_args *args, const float *x, const float *scale, const float *bias, float *y);
void tw_rms_norm_f32(const tw_layer_norm_args *args, const float *x, const float *scale, float *y);
void tw_layer_norm_grad_f32(const tw_layer_norm_args *args, const float *dy, const float *x, const float *scale,
                            const float *bias, float *dx);

#endif
