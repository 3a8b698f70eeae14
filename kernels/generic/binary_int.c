/* SPDX-License-Identifier: MIT-0 */
/* Any operator on two integer tensors of one type: computed in 64 bits, taken modulo the type. One body serves every
   operator, so it chooses for each element; networks use these for bookkeeping more than for their bulk. */
#include "binary.h"

/* Signed types. Sums and products go through unsigned, where overflow wraps. Division by zero, which ONNX leaves
   undefined, gives 0; so does the remainder. */
static int64_t divided_signed(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static int64_t remainder_signed(int64_t a, int64_t b, int32_t as_c)
{
    if (b == 0 || b == -1)
        return 0;
    const int64_t rest = a % b;
    return !as_c && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static uint64_t power(uint64_t base, int64_t exponent)
{
    uint64_t result = 1;
    if (exponent < 0)
        return base == 1 ? 1 : base == UINT64_MAX ? (exponent % 2 != 0 ? base : 1) : 0;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if ((exponent & 1) != 0)
            result *= base;
    return result;
}

static uint64_t shifted(uint64_t a, uint64_t by, int32_t right)
{
    if (by > 63)
        return 0;
    return right ? a >> by : a << by;
}

/* Operators that act on the bits alone, signed or not. */
static uint64_t on_bits(const tw_binary_args *args, uint64_t a, uint64_t b)
{
    switch (args->operation) {
    case TW_BINARY_ADD: return a + b;
    case TW_BINARY_SUB: return a - b;
    case TW_BINARY_MUL: return a * b;
    case TW_BINARY_POW: return power(a, (int64_t)b);
    case TW_BINARY_BITWISE_AND: return a & b;
    case TW_BINARY_BITWISE_OR: return a | b;
    case TW_BINARY_BITWISE_XOR: return a ^ b;
    default: return shifted(a, b, args->shift_right);
    }
}

static uint64_t on_signed(const tw_binary_args *args, int64_t a, int64_t b)
{
    switch (args->operation) {
    case TW_BINARY_DIV: return (uint64_t)divided_signed(a, b);
    case TW_BINARY_MOD: return (uint64_t)remainder_signed(a, b, args->mod_as_c);
    case TW_BINARY_PRELU: return a < 0 ? (uint64_t)a * (uint64_t)b : (uint64_t)a;
    default: return on_bits(args, (uint64_t)a, (uint64_t)b);
    }
}

static uint64_t on_unsigned(const tw_binary_args *args, uint64_t a, uint64_t b)
{
    switch (args->operation) {
    case TW_BINARY_DIV: return b == 0 ? 0 : a / b;
    case TW_BINARY_MOD: return b == 0 ? 0 : a % b;
    case TW_BINARY_PRELU: return a;
    default: return on_bits(args, a, b);
    }
}

#define TW_BINARY(suffix, type, wide, function)                                                              \
    void tw_binary_##suffix(const tw_binary_args *args, const type *a, const type *b, type *c)               \
    {                                                                                                        \
        const int32_t last = args->rank - 1;                                                                 \
        const int32_t length = args->dims[last];                                                             \
        const tw_span mine = tw_team_share(length > 0 ? args->count / length : 0);                           \
        for (int32_t row = mine.begin; row < mine.end; ++row) {                                              \
            const type *row_a = a + tw_offset(args->dims, args->a_strides, last, row);                       \
            const type *row_b = b + tw_offset(args->dims, args->b_strides, last, row);                       \
            for (int32_t i = 0; i < length; ++i)                                                             \
                c[row * length + i] = (type)function(args, (wide)row_a[i * args->a_strides[last]],           \
                                                     (wide)row_b[i * args->b_strides[last]]);                \
        }                                                                                                    \
    }

TW_BINARY(i8, int8_t, int64_t, on_signed)
TW_BINARY(u8, uint8_t, uint64_t, on_unsigned)
TW_BINARY(i16, int16_t, int64_t, on_signed)
TW_BINARY(u16, uint16_t, uint64_t, on_unsigned)
TW_BINARY(i32, int32_t, int64_t, on_signed)
TW_BINARY(u32, uint32_t, uint64_t, on_unsigned)
TW_BINARY(i64, int64_t, int64_t, on_signed)
TW_BINARY(u64, uint64_t, uint64_t, on_unsigned)
