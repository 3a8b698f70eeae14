/* SPDX-License-Identifier: MIT-0 */
/* Integer operators on single elements. Negation goes through unsigned, so that the smallest value wraps. */
#include "unary.h"

/* One kernel: y[i] = expression of the element v, taken modulo the type. */
#define TW_UNARY(name, type, expression)                                  \
    void tw_##name(const tw_unary_args *args, const type *x, type *y)     \
    {                                                                     \
        const tw_span mine = tw_team_share(args->count);                  \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                 \
            const type v = x[i];                                          \
            y[i] = (type)(expression);                                    \
        }                                                                 \
    }

TW_UNARY(relu_i8, int8_t, v > 0 ? v : 0)
TW_UNARY(relu_u8, uint8_t, v)
TW_UNARY(relu_i16, int16_t, v > 0 ? v : 0)
TW_UNARY(relu_i32, int32_t, v > 0 ? v : 0)
TW_UNARY(abs_i8, int8_t, v < 0 ? -v : v)
TW_UNARY(abs_u8, uint8_t, v)
TW_UNARY(abs_i16, int16_t, v < 0 ? -v : v)
TW_UNARY(abs_i32, int32_t, v < 0 ? 0u - (uint32_t)v : (uint32_t)v)
TW_UNARY(neg_i8, int8_t, -v)
TW_UNARY(neg_i16, int16_t, -v)
TW_UNARY(neg_i32, int32_t, 0u - (uint32_t)v)
TW_UNARY(sign_i8, int8_t, (v > 0) - (v < 0))
TW_UNARY(sign_i16, int16_t, (v > 0) - (v < 0))
TW_UNARY(sign_i32, int32_t, (v > 0) - (v < 0))

#define TW_BITWISE_NOT(bits)                                                        \
    void tw_bitwise_not_##bits(const tw_unary_args *args, const void *x, void *y)   \
    {                                                                               \
        const tw_span mine = tw_team_share(args->count);                            \
        const uint##bits##_t *from = x;                                             \
        uint##bits##_t *to = y;                                                     \
        for (int32_t i = mine.begin; i < mine.end; ++i)                             \
            to[i] = (uint##bits##_t)~from[i];                                       \
    }

TW_BITWISE_NOT(8)
TW_BITWISE_NOT(16)
TW_BITWISE_NOT(32)
TW_BITWISE_NOT(64)
