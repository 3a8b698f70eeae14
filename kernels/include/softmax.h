/* SPDX-License-Identifier: MIT-0 */
/* Softmax and its relatives along the middle axis of [outer, length, inner]. */
#ifndef TW_SOFTMAX_H
#define TW_SOFTMAX_H

#include "tw_runtime.h"

typedef struct {
    int32_t outer;
    int32_t length;
    int32_t inner;
} tw_softmax_args;

void tw_softmax_f32(const tw_softmax_args *args, const float *x, float *y);
void tw_log_softmax_f32(const tw_softmax_args *args, const float *x, float *y);
void tw_hardmax_f32(const tw_softmax_args *args, const float *x, float *y);
void tw_softmax_grad_f32(const tw_softmax_args *args, const float *dy, const float *y, float *dx);

#endif
