/* SPDX-License-Identifier: MIT-0 */
/* Cross-entropy over the class axis of [outer, classes, inner], as training graphs use it. */
#ifndef TW_CROSS_ENTROPY_H
#define TW_CROSS_ENTROPY_H

#include "tw_runtime.h"

typedef struct {
    int32_t outer;
    int32_t classes;
    int32_t inner;
    int32_t gives_log_prob; /* the output holds log softmax of the scores, not the loss */
} tw_cross_entropy_args;

void tw_cross_entropy_log_prob_f32(const tw_cross_entropy_args *args, const float *scores, const void *labels, float *y);
void tw_cross_entropy_grad_i8(const tw_cross_entropy_args *args, const float *log_prob, const int8_t *labels, float *dx);
void tw_cross_entropy_grad_u8(const tw_cross_entropy_args *args, const float *log_prob, const uint8_t *labels, float *dx);
void tw_cross_entropy_grad_i32(const tw_cross_entropy_args *args, const float *log_prob, const int32_t *labels, float *dx);
void tw_cross_entropy_grad_i64(const tw_cross_entropy_args *args, const float *log_prob, const int64_t *labels, float *dx);

#endif
