/* SPDX-License-Identifier: MIT-0 */
/* Operators on two tensors with broadcasting. Each float operator has a flat form, for operands that are whole or a
   single element, and a general one that follows the loop axes. */
#ifndef TW_BINARY_H
#define TW_BINARY_H

#include "strides.h"
#include "tw_runtime.h"

typedef struct {
    int32_t count; /* elements of the result and of each operand */
    int32_t a_count;
    int32_t b_count;
    int32_t rank; /* loop axes in use, at least one */
    int32_t dims[TW_MAX_DIMS];
    int32_t a_strides[TW_MAX_DIMS];
    int32_t b_strides[TW_MAX_DIMS];
    int32_t operation; /* TW_BINARY_... */
    int32_t mod_as_c;  /* Mod: sign of the dividend instead of the divisor */
    int32_t shift_right;
    int32_t a_type; /* element types of the widening kernel: TW_U8 ... of integer.h */
    int32_t b_type;
} tw_binary_args;

enum {
    TW_BINARY_ADD, TW_BINARY_SUB, TW_BINARY_MUL, TW_BINARY_DIV, TW_BINARY_MOD, TW_BINARY_POW, TW_BINARY_PRELU,
    TW_BINARY_BITWISE_AND, TW_BINARY_BITWISE_OR, TW_BINARY_BITWISE_XOR, TW_BINARY_BIT_SHIFT, TW_BINARY_AND,
    TW_BINARY_OR, TW_BINARY_XOR, TW_BINARY_EQUAL, TW_BINARY_GREATER, TW_BINARY_GREATER_OR_EQUAL, TW_BINARY_LESS,
    TW_BINARY_LESS_OR_EQUAL
};

void tw_add_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_sub_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_mul_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_div_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_mod_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_pow_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_prelu_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_add_broadcast_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_sub_broadcast_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_mul_broadcast_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_div_broadcast_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_mod_broadcast_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_pow_broadcast_f32(const tw_binary_args *args, const float *a, const float *b, float *c);
void tw_prelu_broadcast_f32(const tw_binary_args *args, const float *a, const float *b, float *c);

/* Any of the comparisons. */
void tw_compare_f32(const tw_binary_args *args, const float *a, const float *b, uint8_t *c);

/* Any operation whose result has the operands' type. */
void tw_binary_i8(const tw_binary_args *args, const int8_t *a, const int8_t *b, int8_t *c);
void tw_binary_u8(const tw_binary_args *args, const uint8_t *a, const uint8_t *b, uint8_t *c);
void tw_binary_i16(const tw_binary_args *args, const int16_t *a, const int16_t *b, int16_t *c);
void tw_binary_u16(const tw_binary_args *args, const uint16_t *a, const uint16_t *b, uint16_t *c);
void tw_binary_i32(const tw_binary_args *args, const int32_t *a, const int32_t *b, int32_t *c);
void tw_binary_u32(const tw_binary_args *args, const uint32_t *a, const uint32_t *b, uint32_t *c);
void tw_binary_i64(const tw_binary_args *args, const int64_t *a, const int64_t *b, int64_t *c);
void tw_binary_u64(const tw_binary_args *args, const uint64_t *a, const uint64_t *b, uint64_t *c);

/* Any operation whose result is a bool. */
void tw_compare_i8(const tw_binary_args *args, const int8_t *a, const int8_t *b, uint8_t *c);
void tw_compare_u8(const tw_binary_args *args, const uint8_t *a, const uint8_t *b, uint8_t *c);
void tw_compare_i16(const tw_binary_args *args, const int16_t *a, const int16_t *b, uint8_t *c);
void tw_compare_u16(const tw_binary_args *args, const uint16_t *a, const uint16_t *b, uint8_t *c);
void tw_compare_i32(const tw_binary_args *args, const int32_t *a, const int32_t *b, uint8_t *c);
void tw_compare_u32(const tw_binary_args *args, const uint32_t *a, const uint32_t *b, uint8_t *c);
void tw_compare_i64(const tw_binary_args *args, const int64_t *a, const int64_t *b, uint8_t *c);
void tw_compare_u64(const tw_binary_args *args, const uint64_t *a, const uint64_t *b, uint8_t *c);

/* Add, Sub and Mul of narrow integers into int32: whole operands of equal shape, and any mixture by type codes. */
void tw_widen_i8(const tw_binary_args *args, const int8_t *a, const int8_t *b, int32_t *c);
void tw_widen_u8(const tw_binary_args *args, const uint8_t *a, const uint8_t *b, int32_t *c);
void tw_widen_i8_u8(const tw_binary_args *args, const int8_t *a, const uint8_t *b, int32_t *c);
void tw_widen_u8_i8(const tw_binary_args *args, const uint8_t *a, const int8_t *b, int32_t *c);
void tw_widen_any(const tw_binary_args *args, const void *a, const void *b, int32_t *c);

#endif
