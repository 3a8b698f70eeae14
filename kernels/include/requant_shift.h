/* SPDX-License-Identifier: MIT-0 */
/* Requantisation of whole tensors: y = clip((x * mul + add + half) >> shift). */
#ifndef TW_REQUANT_SHIFT_H
#define TW_REQUANT_SHIFT_H

#include "requant.h"
#include "tw_runtime.h"

/* Each value of mul serves mul_inner neighbouring elements of x, then the next one does, and after mul_period values
   the first one again; add likewise. The nhwc kernels take the innermost axis for the channel and ignore *_inner. */
typedef struct {
    int32_t count;
    int32_t mul_inner;
    int32_t mul_period;
    int32_t add_inner;
    int32_t add_period;
    int32_t shift;
    int32_t lo;
    int32_t hi;
    int32_t follows_channels; /* nothing but the channel chooses the values: what the nhwc kernels need */
} tw_requant_shift_args;

void tw_requant_shift_i8_i8(const tw_requant_shift_args *args, const int8_t *x, const int32_t *mul, const int32_t *add, int8_t *y);
void tw_requant_shift_i8_u8(const tw_requant_shift_args *args, const int8_t *x, const int32_t *mul, const int32_t *add, uint8_t *y);
void tw_requant_shift_u8_i8(const tw_requant_shift_args *args, const uint8_t *x, const int32_t *mul, const int32_t *add, int8_t *y);
void tw_requant_shift_u8_u8(const tw_requant_shift_args *args, const uint8_t *x, const int32_t *mul, const int32_t *add, uint8_t *y);
void tw_requant_shift_i16_i8(const tw_requant_shift_args *args, const int16_t *x, const int32_t *mul, const int32_t *add, int8_t *y);
void tw_requant_shift_i16_u8(const tw_requant_shift_args *args, const int16_t *x, const int32_t *mul, const int32_t *add, uint8_t *y);
void tw_requant_shift_i32_i8(const tw_requant_shift_args *args, const int32_t *x, const int32_t *mul, const int32_t *add, int8_t *y);
void tw_requant_shift_i32_u8(const tw_requant_shift_args *args, const int32_t *x, const int32_t *mul, const int32_t *add, uint8_t *y);

void tw_requant_shift_nhwc_i8_i8(const tw_requant_shift_args *args, const int8_t *x, const int32_t *mul, const int32_t *add, int8_t *y);
void tw_requant_shift_nhwc_i8_u8(const tw_requant_shift_args *args, const int8_t *x, const int32_t *mul, const int32_t *add, uint8_t *y);
void tw_requant_shift_nhwc_u8_i8(const tw_requant_shift_args *args, const uint8_t *x, const int32_t *mul, const int32_t *add, int8_t *y);
void tw_requant_shift_nhwc_u8_u8(const tw_requant_shift_args *args, const uint8_t *x, const int32_t *mul, const int32_t *add, uint8_t *y);
void tw_requant_shift_nhwc_i16_i8(const tw_requant_shift_args *args, const int16_t *x, const int32_t *mul, const int32_t *add, int8_t *y);
void tw_requant_shift_nhwc_i16_u8(const tw_requant_shift_args *args, const int16_t *x, const int32_t *mul, const int32_t *add, uint8_t *y);
void tw_requant_shift_nhwc_i32_i8(const tw_requant_shift_args *args, const int32_t *x, const int32_t *mul, const int32_t *add, int8_t *y);
void tw_requant_shift_nhwc_i32_u8(const tw_requant_shift_args *args, const int32_t *x, const int32_t *mul, const int32_t *add, uint8_t *y);

#endif
