/* SPDX-License-Identifier: MIT-0 */
/* Activations on 8-bit integers with 32-bit results. */
#ifndef TW_INTEGER_ACTIVATION_H
#define TW_INTEGER_ACTIVATION_H

#include "tw_runtime.h"

typedef struct {
    int32_t count;
    int32_t b;
    int32_t one;
} tw_integer_gelu_args;

typedef struct {
    int32_t count;
    int32_t three;
    int32_t six;
    int32_t one_over_six;
} tw_integer_hardswish_args;

void tw_integer_gelu_i8(const tw_integer_gelu_args *args, const int8_t *x, int32_t *y);
void tw_integer_gelu_u8(const tw_integer_gelu_args *args, const uint8_t *x, int32_t *y);
void tw_integer_hardswish_i8(const tw_integer_hardswish_args *args, const int8_t *x, int32_t *y);
void tw_integer_hardswish_u8(const tw_integer_hardswish_args *args, const uint8_t *x, int32_t *y);

#endif
