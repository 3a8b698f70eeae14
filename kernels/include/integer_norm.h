/* SPDX-License-Identifier: MIT-0 */
/* Normalisations in integers; results are 8 bits wide, shifted without rounding. */
#ifndef TW_INTEGER_NORM_H
#define TW_INTEGER_NORM_H

#include "tw_runtime.h"

typedef struct {
    int32_t rows;
    int32_t length;
    int32_t shift;
    int32_t lo;
    int32_t hi;
} tw_integer_norm_args;

/* weight and bias repeat after so many elements of x. */
typedef struct {
    int32_t count;
    int32_t weight_period;
    int32_t bias_period;
    int32_t mul;
    int32_t shift;
    int32_t lo;
    int32_t hi;
} tw_integer_no_norm_args;

void tw_integer_layer_norm_i8(const tw_integer_norm_args *args, const int8_t *x, const int32_t *weight, const int32_t *bias, int8_t *y);
void tw_integer_layer_norm_u8(const tw_integer_norm_args *args, const uint8_t *x, const int32_t *weight, const int32_t *bias, int8_t *y);
void tw_integer_layer_norm_i32(const tw_integer_norm_args *args, const int32_t *x, const int32_t *weight, const int32_t *bias, int8_t *y);
void tw_integer_rms_norm_i8(const tw_integer_norm_args *args, const int8_t *x, const int32_t *weight, int8_t *y);
void tw_integer_rms_norm_u8(const tw_integer_norm_args *args, const uint8_t *x, const int32_t *weight, int8_t *y);
void tw_integer_rms_norm_i32(const tw_integer_norm_args *args, const int32_t *x, const int32_t *weight, int8_t *y);
void tw_integer_no_norm_i8(const tw_integer_no_norm_args *args, const int8_t *x, const int32_t *weight, const int32_t *bias, int8_t *y);
void tw_integer_no_norm_u8(const tw_integer_no_norm_args *args, const uint8_t *x, const int32_t *weight, const int32_t *bias, int8_t *y);

#endif
