/* SPDX-License-Identifier: MIT-0 */
/* Sum, Mean, Max and Min of several tensors with broadcasting. */
#ifndef TW_VARIADIC_H
#define TW_VARIADIC_H

#include "strides.h"
#include "tw_runtime.h"

#define TW_MAX_INPUTS 8

typedef struct {
    int32_t count; /* elements of the result */
    int32_t inputs;
    int32_t rank; /* loop axes in use, at least one */
    int32_t dims[TW_MAX_DIMS];
    int32_t strides[TW_MAX_INPUTS * TW_MAX_DIMS]; /* the axes of input 0, of input 1, ... */
} tw_variadic_args;

void tw_sum_f32(const tw_variadic_args *args, const void *const *inputs, float *y);
void tw_mean_f32(const tw_variadic_args *args, const void *const *inputs, float *y);
void tw_max_f32(const tw_variadic_args *args, const void *const *inputs, float *y);
void tw_min_f32(const tw_variadic_args *args, const void *const *inputs, float *y);

void tw_max_i8(const tw_variadic_args *args, const void *const *inputs, int8_t *y);
void tw_max_u8(const tw_variadic_args *args, const void *const *inputs, uint8_t *y);
void tw_max_i16(const tw_variadic_args *args, const void *const *inputs, int16_t *y);
void tw_max_i32(const tw_variadic_args *args, const void *const *inputs, int32_t *y);
void tw_max_i64(const tw_variadic_args *args, const void *const *inputs, int64_t *y);
void tw_min_i8(const tw_variadic_args *args, const void *const *inputs, int8_t *y);
void tw_min_u8(const tw_variadic_args *args, const void *const *inputs, uint8_t *y);
void tw_min_i16(const tw_variadic_args *args, const void *const *inputs, int16_t *y);
void tw_min_i32(const tw_variadic_args *args, const void *const *inputs, int32_t *y);
void tw_min_i64(const tw_variadic_args *args, const void *const *inputs, int64_t *y);

#endif
