/* SPDX-License-Identifier: MIT-0 */
/* Operators that compute each element by itself. What alpha and beta mean is the operator's affair. */
#ifndef TW_UNARY_H
#define TW_UNARY_H

#include "tw_runtime.h"

typedef struct {
    int32_t count;
    float alpha;
    float beta;
} tw_unary_args;

void tw_abs_f32(const tw_unary_args *args, const float *x, float *y);
void tw_ceil_f32(const tw_unary_args *args, const float *x, float *y);
void tw_floor_f32(const tw_unary_args *args, const float *x, float *y);
void tw_hard_sigmoid_f32(const tw_unary_args *args, const float *x, float *y);
void tw_hard_swish_f32(const tw_unary_args *args, const float *x, float *y);
void tw_leaky_relu_f32(const tw_unary_args *args, const float *x, float *y);
void tw_neg_f32(const tw_unary_args *args, const float *x, float *y);
void tw_reciprocal_f32(const tw_unary_args *args, const float *x, float *y);
void tw_relu_f32(const tw_unary_args *args, const float *x, float *y);
void tw_round_f32(const tw_unary_args *args, const float *x, float *y);
void tw_shrink_f32(const tw_unary_args *args, const float *x, float *y);
void tw_sign_f32(const tw_unary_args *args, const float *x, float *y);
void tw_softsign_f32(const tw_unary_args *args, const float *x, float *y);
void tw_sqrt_f32(const tw_unary_args *args, const float *x, float *y);
void tw_thresholded_relu_f32(const tw_unary_args *args, const float *x, float *y);

void tw_acos_f32(const tw_unary_args *args, const float *x, float *y);
void tw_acosh_f32(const tw_unary_args *args, const float *x, float *y);
void tw_asin_f32(const tw_unary_args *args, const float *x, float *y);
void tw_asinh_f32(const tw_unary_args *args, const float *x, float *y);
void tw_atan_f32(const tw_unary_args *args, const float *x, float *y);
void tw_atanh_f32(const tw_unary_args *args, const float *x, float *y);
void tw_celu_f32(const tw_unary_args *args, const float *x, float *y);
void tw_cos_f32(const tw_unary_args *args, const float *x, float *y);
void tw_cosh_f32(const tw_unary_args *args, const float *x, float *y);
void tw_elu_f32(const tw_unary_args *args, const float *x, float *y);
void tw_erf_f32(const tw_unary_args *args, const float *x, float *y);
void tw_exp_f32(const tw_unary_args *args, const float *x, float *y);
void tw_log_f32(const tw_unary_args *args, const float *x, float *y);
void tw_mish_f32(const tw_unary_args *args, const float *x, float *y);
void tw_selu_f32(const tw_unary_args *args, const float *x, float *y);
void tw_sigmoid_f32(const tw_unary_args *args, const float *x, float *y);
void tw_sin_f32(const tw_unary_args *args, const float *x, float *y);
void tw_sinh_f32(const tw_unary_args *args, const float *x, float *y);
void tw_softplus_f32(const tw_unary_args *args, const float *x, float *y);
void tw_swish_f32(const tw_unary_args *args, const float *x, float *y);
void tw_tan_f32(const tw_unary_args *args, const float *x, float *y);
void tw_tanh_f32(const tw_unary_args *args, const float *x, float *y);

void tw_is_inf_f32(const tw_unary_args *args, const float *x, uint8_t *y);
void tw_is_nan_f32(const tw_unary_args *args, const float *x, uint8_t *y);
void tw_not_bool(const tw_unary_args *args, const uint8_t *x, uint8_t *y);

void tw_relu_i8(const tw_unary_args *args, const int8_t *x, int8_t *y);
void tw_relu_u8(const tw_unary_args *args, const uint8_t *x, uint8_t *y);
void tw_relu_i16(const tw_unary_args *args, const int16_t *x, int16_t *y);
void tw_relu_i32(const tw_unary_args *args, const int32_t *x, int32_t *y);
void tw_abs_i8(const tw_unary_args *args, const int8_t *x, int8_t *y);
void tw_abs_u8(const tw_unary_args *args, const uint8_t *x, uint8_t *y);
void tw_abs_i16(const tw_unary_args *args, const int16_t *x, int16_t *y);
void tw_abs_i32(const tw_unary_args *args, const int32_t *x, int32_t *y);
void tw_neg_i8(const tw_unary_args *args, const int8_t *x, int8_t *y);
void tw_neg_i16(const tw_unary_args *args, const int16_t *x, int16_t *y);
void tw_neg_i32(const tw_unary_args *args, const int32_t *x, int32_t *y);
void tw_sign_i8(const tw_unary_args *args, const int8_t *x, int8_t *y);
void tw_sign_i16(const tw_unary_args *args, const int16_t *x, int16_t *y);
void tw_sign_i32(const tw_unary_args *args, const int32_t *x, int32_t *y);
void tw_bitwise_not_8(const tw_unary_args *args, const void *x, void *y);
void tw_bitwise_not_16(const tw_unary_args *args, const void *x, void *y);
void tw_bitwise_not_32(const tw_unary_args *args, const void *x, void *y);
void tw_bitwise_not_64(const tw_unary_args *args, const void *x, void *y);

#endif
