/* SPDX-License-Identifier: MIT-0 */
/* Comparisons and logic on two tensors of one type; the result is one byte, 0 or 1. */
#include "binary.h"

/* Each operator is a truth table over "a < b", "a == b", "a > b"; NaN is none of them. */
#define TW_ORDER(a, b) ((a) < (b) ? 1u : (a) == (b) ? 2u : (a) > (b) ? 4u : 0u)

static uint32_t orders_that_hold(int32_t operation)
{
    switch (operation) {
    case TW_BINARY_EQUAL: return 2u;
    case TW_BINARY_GREATER: return 4u;
    case TW_BINARY_GREATER_OR_EQUAL: return 6u;
    case TW_BINARY_LESS: return 1u;
    default: return 3u;
    }
}

static uint8_t logic(int32_t operation, int a, int b)
{
    switch (operation) {
    case TW_BINARY_AND: return (uint8_t)(a && b);
    case TW_BINARY_OR: return (uint8_t)(a || b);
    default: return (uint8_t)(!a != !b);
    }
}

#define TW_COMPARE(suffix, type)                                                                  \
    void tw_compare_##suffix(const tw_binary_args *args, const type *a, const type *b, uint8_t *c) \
    {                                                                                             \
        const int32_t last = args->rank - 1;                                                      \
        const int32_t length = args->dims[last];                                                  \
        const int32_t is_logic = args->operation <= TW_BINARY_XOR;                                \
        const uint32_t holds = orders_that_hold(args->operation);                                 \
        const tw_span mine = tw_team_share(length > 0 ? args->count / length : 0);                \
        for (int32_t row = mine.begin; row < mine.end; ++row) {                                   \
            const type *row_a = a + tw_offset(args->dims, args->a_strides, last, row);            \
            const type *row_b = b + tw_offset(args->dims, args->b_strides, last, row);            \
            for (int32_t i = 0; i < length; ++i) {                                                \
                const type left = row_a[i * args->a_strides[last]];                               \
                const type right = row_b[i * args->b_strides[last]];                              \
                c[row * length + i] = is_logic ? logic(args->operation, left != 0, right != 0)    \
                                               : (TW_ORDER(left, right) & holds) != 0;            \
            }                                                                                     \
        }                                                                                         \
    }

TW_COMPARE(f32, float)
TW_COMPARE(i8, int8_t)
TW_COMPARE(u8, uint8_t)
TW_COMPARE(i16, int16_t)
TW_COMPARE(u16, uint16_t)
TW_COMPARE(i32, int32_t)
TW_COMPARE(u32, uint32_t)
TW_COMPARE(i64, int64_t)
TW_COMPARE(u64, uint64_t)
