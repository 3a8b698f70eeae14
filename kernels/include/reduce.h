/* SPDX-License-Identifier: MIT-0 */
/* Reductions: each result is made of a group of values that the reduced loop axes walk through. */
#ifndef TW_REDUCE_H
#define TW_REDUCE_H

#include "strides.h"
#include "tw_runtime.h"

typedef struct {
    int32_t outputs;
    int32_t group; /* values per result */
    int32_t kept_rank;
    int32_t reduced_rank;
    int32_t operation; /* TW_REDUCE_... */
    int32_t kept_dims[TW_MAX_DIMS];
    int32_t kept_strides[TW_MAX_DIMS];
    int32_t reduced_dims[TW_MAX_DIMS];
    int32_t reduced_strides[TW_MAX_DIMS];
} tw_reduce_args;

enum {
    TW_REDUCE_SUM, TW_REDUCE_MEAN, TW_REDUCE_MAX, TW_REDUCE_MIN, TW_REDUCE_PROD, TW_REDUCE_L1, TW_REDUCE_L2,
    TW_REDUCE_LOG_SUM, TW_REDUCE_LOG_SUM_EXP, TW_REDUCE_SUM_SQUARE
};

void tw_reduce_sum_f32(const tw_reduce_args *args, const float *x, float *y);
void tw_reduce_mean_f32(const tw_reduce_args *args, const float *x, float *y);
void tw_reduce_max_f32(const tw_reduce_args *args, const float *x, float *y);
void tw_reduce_min_f32(const tw_reduce_args *args, const float *x, float *y);
void tw_reduce_prod_f32(const tw_reduce_args *args, const float *x, float *y);
void tw_reduce_l1_f32(const tw_reduce_args *args, const float *x, float *y);
void tw_reduce_l2_f32(const tw_reduce_args *args, const float *x, float *y);
void tw_reduce_log_sum_f32(const tw_reduce_args *args, const float *x, float *y);
void tw_reduce_log_sum_exp_f32(const tw_reduce_args *args, const float *x, float *y);
void tw_reduce_sum_square_f32(const tw_reduce_args *args, const float *x, float *y);

/* Sums of narrow integers. */
void tw_reduce_sum_i8(const tw_reduce_args *args, const int8_t *x, int32_t *y);
void tw_reduce_sum_u8(const tw_reduce_args *args, const uint8_t *x, int32_t *y);
void tw_reduce_sum_i16(const tw_reduce_args *args, const int16_t *x, int32_t *y);

/* Sum, mean (half up), maximum, minimum, product or sum of squares in x's type. */
void tw_reduce_i8(const tw_reduce_args *args, const int8_t *x, int8_t *y);
void tw_reduce_u8(const tw_reduce_args *args, const uint8_t *x, uint8_t *y);
void tw_reduce_i16(const tw_reduce_args *args, const int16_t *x, int16_t *y);
void tw_reduce_i32(const tw_reduce_args *args, const int32_t *x, int32_t *y);
void tw_reduce_i64(const tw_reduce_args *args, const int64_t *x, int64_t *y);

#endif
