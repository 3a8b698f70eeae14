/* SPDX-License-Identifier: MIT-0 */
/* Gelu and the gradient of its exact form. */
#ifndef TW_GELU_H
#define TW_GELU_H

#include "tw_runtime.h"

typedef struct {
    int32_t count;
    int32_t tanh_form; /* 0: exact, by the error function */
} tw_gelu_args;

void tw_gelu_f32(const tw_gelu_args *args, const float *x, float *y);
void tw_gelu_grad_f32(const tw_gelu_args *args, const float *dy, const float *x, float *dx);

#endif
