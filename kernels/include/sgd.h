/* SPDX-License-Identifier: MIT-0 */
/* One step of gradient descent. */
#ifndef TW_SGD_H
#define TW_SGD_H

#include "tw_runtime.h"

typedef struct {
    int32_t count;
    float rate;
} tw_sgd_args;

void tw_sgd_f32(const tw_sgd_args *args, const float *w, const float *dw, float *y);

#endif
