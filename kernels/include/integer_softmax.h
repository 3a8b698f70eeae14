/* SPDX-License-Identifier: MIT-0 */
/* Softmax on 8-bit integers over rows of `length` elements; results are unsigned. The output may be the input. */
#ifndef TW_INTEGER_SOFTMAX_H
#define TW_INTEGER_SOFTMAX_H

#include "tw_runtime.h"

/* exp(t) on (-log2, 0] is about coeff_a * (t + coeff_b)^2 + coeff_c. */
typedef struct {
    int32_t rows;
    int32_t length;
    int32_t coeff_a;
    int32_t coeff_b;
    int32_t coeff_c;
    int32_t log2;
    int32_t levels;
} tw_integer_softmax_args;

typedef struct {
    int32_t rows;
    int32_t length;
    int32_t levels;
} tw_ita_max_args;

typedef struct {
    int32_t rows;
    int32_t length;
    int32_t levels;
    int32_t group_width;
} tw_ita_partial_max_args;

void tw_integer_softmax_i8(const tw_integer_softmax_args *args, const int8_t *x, uint8_t *y);
void tw_integer_softmax_u8(const tw_integer_softmax_args *args, const uint8_t *x, uint8_t *y);
void tw_ita_max_i8(const tw_ita_max_args *args, const int8_t *x, uint8_t *y);
void tw_ita_partial_max_i8(const tw_ita_partial_max_args *args, const int8_t *x, uint8_t *y);

#endif
