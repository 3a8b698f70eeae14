/* SPDX-License-Identifier: MIT-0 */
#include "arg_reduce.h"

#define TW_ARG_REDUCE(name, type, better)                                              \
    void tw_##name(const tw_arg_reduce_args *args, const type *x, int64_t *y)          \
    {                                                                                  \
        const tw_span mine = tw_team_share(args->outer * args->inner);                 \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                              \
            const type *line = x + i / args->inner * args->length * args->inner + i % args->inner; \
            int32_t best = 0;                                                          \
            for (int32_t k = 1; k < args->length; ++k) {                               \
                const type v = line[k * args->inner];                                  \
                const type current = line[best * args->inner];                         \
                if (v better current || (args->select_last && v == current))           \
                    best = k;                                                          \
            }                                                                          \
            y[i] = best;                                                               \
        }                                                                              \
    }

TW_ARG_REDUCE(arg_max_f32, float, >)
TW_ARG_REDUCE(arg_max_i8, int8_t, >)
TW_ARG_REDUCE(arg_max_u8, uint8_t, >)
TW_ARG_REDUCE(arg_max_i16, int16_t, >)
TW_ARG_REDUCE(arg_max_i32, int32_t, >)
TW_ARG_REDUCE(arg_min_f32, float, <)
TW_ARG_REDUCE(arg_min_i8, int8_t, <)
TW_ARG_REDUCE(arg_min_u8, uint8_t, <)
TW_ARG_REDUCE(arg_min_i16, int16_t, <)
TW_ARG_REDUCE(arg_min_i32, int32_t, <)
