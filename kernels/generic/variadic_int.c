/* SPDX-License-Identifier: MIT-0 */
/* Maximum and minimum of several integer tensors. */
#include "variadic.h"

#define TW_VARIADIC(name, type, wins)                                                              \
    void tw_##name(const tw_variadic_args *args, const void *const *inputs, type *y)               \
    {                                                                                              \
        const tw_span mine = tw_team_share(args->count);                                           \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                          \
            type best = ((const type *)inputs[0])[tw_offset(args->dims, args->strides, args->rank, i)]; \
            for (int32_t k = 1; k < args->inputs; ++k) {                                           \
                const type v = ((const type *)inputs[k])[tw_offset(                                \
                    args->dims, args->strides + k * TW_MAX_DIMS, args->rank, i)];                  \
                best = v wins best ? v : best;                                                     \
            }                                                                                      \
            y[i] = best;                                                                           \
        }                                                                                          \
    }

TW_VARIADIC(max_i8, int8_t, >)
TW_VARIADIC(max_u8, uint8_t, >)
TW_VARIADIC(max_i16, int16_t, >)
TW_VARIADIC(max_i32, int32_t, >)
TW_VARIADIC(max_i64, int64_t, >)
TW_VARIADIC(min_i8, int8_t, <)
TW_VARIADIC(min_u8, uint8_t, <)
TW_VARIADIC(min_i16, int16_t, <)
TW_VARIADIC(min_i32, int32_t, <)
TW_VARIADIC(min_i64, int64_t, <)
