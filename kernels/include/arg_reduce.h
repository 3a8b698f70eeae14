/* SPDX-License-Identifier: MIT-0 */
/* Where along an axis the largest or smallest value stands. */
#ifndef TW_ARG_REDUCE_H
#define TW_ARG_REDUCE_H

#include "tw_runtime.h"

typedef struct {
    int32_t outer; /* x is [outer, length, inner] */
    int32_t length;
    int32_t inner;
    int32_t select_last; /* of equal values the last one instead of the first */
} tw_arg_reduce_args;

void tw_arg_max_f32(const tw_arg_reduce_args *args, const float *x, int64_t *y);
void tw_arg_max_i8(const tw_arg_reduce_args *args, const int8_t *x, int64_t *y);
void tw_arg_max_u8(const tw_arg_reduce_args *args, const uint8_t *x, int64_t *y);
void tw_arg_max_i16(const tw_arg_reduce_args *args, const int16_t *x, int64_t *y);
void tw_arg_max_i32(const tw_arg_reduce_args *args, const int32_t *x, int64_t *y);
void tw_arg_min_f32(const tw_arg_reduce_args *args, const float *x, int64_t *y);
void tw_arg_min_i8(const tw_arg_reduce_args *args, const int8_t *x, int64_t *y);
void tw_arg_min_u8(const tw_arg_reduce_args *args, const uint8_t *x, int64_t *y);
void tw_arg_min_i16(const tw_arg_reduce_args *args, const int16_t *x, int64_t *y);
void tw_arg_min_i32(const tw_arg_reduce_args *args, const int32_t *x, int64_t *y);

#endif
