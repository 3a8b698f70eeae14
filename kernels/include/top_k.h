/* SPDX-License-Identifier: MIT-0 */
/* The k largest or smallest values along an axis of [outer, length, inner], and where they stand. Best first; equal
   values keep their order; NaN counts as the largest. The indices may be NULL. */
#ifndef TW_TOP_K_H
#define TW_TOP_K_H

#include "tw_runtime.h"

typedef struct {
    int32_t outer;
    int32_t length;
    int32_t inner;
    int32_t k;
    int32_t largest;
} tw_top_k_args;

void tw_top_k_f32(const tw_top_k_args *args, const float *x, float *values, int64_t *indices);
void tw_top_k_i8(const tw_top_k_args *args, const int8_t *x, int8_t *values, int64_t *indices);
void tw_top_k_u8(const tw_top_k_args *args, const uint8_t *x, uint8_t *values, int64_t *indices);
void tw_top_k_i32(const tw_top_k_args *args, const int32_t *x, int32_t *values, int64_t *indices);
void tw_top_k_i64(const tw_top_k_args *args, const int64_t *x, int64_t *values, int64_t *indices);

#endif
