/* SPDX-License-Identifier: MIT-0 */
/* Running sums. The cores share the lines; float32 sums are kept in double, integers wrap around. */
#include "cum_sum.h"

#define TW_CUM_SUM(name, type, sum_type)                                                             \
    void name(const tw_cum_sum_args *args, const type *x, type *y)                                   \
    {                                                                                                \
        const tw_span lines = tw_team_share(args->outer * args->inner);                              \
        for (int32_t line = lines.begin; line < lines.end; ++line) {                                 \
            const int32_t begin = line / args->inner * args->length * args->inner + line % args->inner; \
            sum_type sum = 0;                                                                        \
            for (int32_t i = 0; i < args->length; ++i) {                                             \
                const int32_t at = begin + (args->reverse ? args->length - 1 - i : i) * args->inner; \
                const sum_type before = sum;                                                         \
                sum += (sum_type)x[at];                                                              \
                y[at] = (type)(args->exclusive ? before : sum);                                      \
            }                                                                                        \
        }                                                                                            \
    }

TW_CUM_SUM(tw_cum_sum_f32, float, double)
TW_CUM_SUM(tw_cum_sum_i32, int32_t, uint32_t)
TW_CUM_SUM(tw_cum_sum_i64, int64_t, uint64_t)
