/* SPDX-License-Identifier: MIT-0 */
/* Division on integers. */
#ifndef TW_INTEGER_DIV_H
#define TW_INTEGER_DIV_H

#include "strides.h"
#include "tw_runtime.h"

/* delta * eta * a / (eta * b + eps), halves away from zero. The strides say how far a and b move, in elements, with
   each axis of the result; 0 where an operand is repeated. */
typedef struct {
    int32_t count;
    int32_t rank;
    int32_t dims[TW_MAX_DIMS];
    int32_t a_strides[TW_MAX_DIMS];
    int32_t b_strides[TW_MAX_DIMS];
    int32_t delta;
    int32_t eta;
    int32_t eps;
} tw_integer_div_args;

typedef struct {
    int32_t count;
    int32_t factor;
} tw_true_integer_div_args;

void tw_integer_div_i8_i8(const tw_integer_div_args *args, const int8_t *a, const int8_t *b, int32_t *y);
void tw_integer_div_i8_u8(const tw_integer_div_args *args, const int8_t *a, const uint8_t *b, int32_t *y);
void tw_integer_div_i8_i32(const tw_integer_div_args *args, const int8_t *a, const int32_t *b, int32_t *y);
void tw_integer_div_u8_i8(const tw_integer_div_args *args, const uint8_t *a, const int8_t *b, int32_t *y);
void tw_integer_div_u8_u8(const tw_integer_div_args *args, const uint8_t *a, const uint8_t *b, int32_t *y);
void tw_integer_div_u8_i32(const tw_integer_div_args *args, const uint8_t *a, const int32_t *b, int32_t *y);
void tw_integer_div_i32_i8(const tw_integer_div_args *args, const int32_t *a, const int8_t *b, int32_t *y);
void tw_integer_div_i32_u8(const tw_integer_div_args *args, const int32_t *a, const uint8_t *b, int32_t *y);
void tw_integer_div_i32_i32(const tw_integer_div_args *args, const int32_t *a, const int32_t *b, int32_t *y);

void tw_true_integer_div_i8(const tw_true_integer_div_args *args, const int8_t *x, int32_t *y);
void tw_true_integer_div_u8(const tw_true_integer_div_args *args, const uint8_t *x, int32_t *y);
void tw_true_integer_div_i32(const tw_true_integer_div_args *args, const int32_t *x, int32_t *y);

#endif
