/* SPDX-License-Identifier: MIT-0 */
/* Sums, differences and products of narrow integers in int32. */
#include "binary.h"
#include "integer.h"

/* int32 operands wrap as int32 arithmetic does on every target, without undefined behaviour. */
static int32_t combined(int32_t operation, int32_t a, int32_t b)
{
    switch (operation) {
    case TW_BINARY_ADD: return (int32_t)((uint32_t)a + (uint32_t)b);
    case TW_BINARY_SUB: return (int32_t)((uint32_t)a - (uint32_t)b);
    default: return (int32_t)((uint32_t)a * (uint32_t)b);
    }
}

/* Operands of equal shape. The choice of operator stands outside the loops, so that each of them vectorises. */
#define TW_WIDEN(suffix, type_a, type_b)                                                               \
    void tw_widen_##suffix(const tw_binary_args *args, const type_a *a, const type_b *b, int32_t *c)   \
    {                                                                                                  \
        const tw_span mine = tw_team_share(args->count);                                               \
        if (args->operation == TW_BINARY_ADD) {                                                        \
            for (int32_t i = mine.begin; i < mine.end; ++i)                                            \
                c[i] = a[i] + b[i];                                                                    \
        } else if (args->operation == TW_BINARY_SUB) {                                                 \
            for (int32_t i = mine.begin; i < mine.end; ++i)                                            \
                c[i] = a[i] - b[i];                                                                    \
        } else {                                                                                       \
            for (int32_t i = mine.begin; i < mine.end; ++i)                                            \
                c[i] = a[i] * b[i];                                                                    \
        }                                                                                              \
    }

TW_WIDEN(i8, int8_t, int8_t)
TW_WIDEN(u8, uint8_t, uint8_t)
TW_WIDEN(i8_u8, int8_t, uint8_t)
TW_WIDEN(u8_i8, uint8_t, int8_t)

void tw_widen_any(const tw_binary_args *args, const void *a, const void *b, int32_t *c)
{
    const int32_t last = args->rank - 1;
    const int32_t length = args->dims[last];
    const tw_span mine = tw_team_share(length > 0 ? args->count / length : 0);
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        const int32_t row_a = tw_offset(args->dims, args->a_strides, last, row);
        const int32_t row_b = tw_offset(args->dims, args->b_strides, last, row);
        for (int32_t i = 0; i < length; ++i)
            c[row * length + i] =
                combined(args->operation, tw_load_integer(a, args->a_type, row_a + i * args->a_strides[last]),
                         tw_load_integer(b, args->b_type, row_b + i * args->b_strides[last]));
    }
}
