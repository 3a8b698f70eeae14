/* SPDX-License-Identifier: MIT-0 */
/* Running sums along an axis of [outer, length, inner]. */
#ifndef TW_CUM_SUM_H
#define TW_CUM_SUM_H

#include "tw_runtime.h"

typedef struct {
    int32_t outer;
    int32_t length;
    int32_t inner;
    int32_t exclusive; /* without the element itself */
    int32_t reverse;   /* from the end */
} tw_cum_sum_args;

void tw_cum_sum_f32(const tw_cum_sum_args *args, const float *x, float *y);
void tw_cum_sum_i32(const tw_cum_sum_args *args, const int32_t *x, int32_t *y);
void tw_cum_sum_i64(const tw_cum_sum_args *args, const int64_t *x, int64_t *y);

#endif
