/* SPDX-License-Identifier: MIT-0 */
/* Float reductions. Sums run in double: a float sum of a thousand values already loses three digits. */
#include "reduce.h"

#include <math.h>

/* One kernel: `result` starts at `start`, takes `step` for each value v of the group, and ends as `finish`. */
#define TW_REDUCE(name, start, step, finish)                                                                \
    void tw_reduce_##name##_f32(const tw_reduce_args *args, const float *x, float *y)                       \
    {                                                                                                       \
        const tw_span mine = tw_team_share(args->outputs);                                                  \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                                   \
            const float *from = x + tw_offset(args->kept_dims, args->kept_strides, args->kept_rank, i);     \
            double result = (start);                                                                        \
            for (int32_t k = 0; k < args->group; ++k) {                                                     \
                const double v =                                                                            \
                    from[tw_offset(args->reduced_dims, args->reduced_strides, args->reduced_rank, k)];      \
                result = (step);                                                                            \
            }                                                                                               \
            y[i] = (float)(finish);                                                                         \
        }                                                                                                   \
    }

TW_REDUCE(sum, 0.0, result + v, result)
TW_REDUCE(mean, 0.0, result + v, result / args->group)
TW_REDUCE(max, -HUGE_VAL, v > result ? v : result, result)
TW_REDUCE(min, HUGE_VAL, v < result ? v : result, result)
TW_REDUCE(prod, 1.0, result * v, result)
TW_REDUCE(l1, 0.0, result + fabs(v), result)
TW_REDUCE(l2, 0.0, result + v * v, sqrt(result))
TW_REDUCE(log_sum, 0.0, result + v, log(result))
TW_REDUCE(sum_square, 0.0, result + v * v, result)

/* Relative to the largest value, so that no exponential overflows. */
void tw_reduce_log_sum_exp_f32(const tw_reduce_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->outputs);
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const float *from = x + tw_offset(args->kept_dims, args->kept_strides, args->kept_rank, i);
        double top = -HUGE_VAL;
        double sum = 0.0;
        for (int32_t k = 0; k < args->group; ++k) {
            const double v = from[tw_offset(args->reduced_dims, args->reduced_strides, args->reduced_rank, k)];
            top = v > top ? v : top;
        }
        for (int32_t k = 0; k < args->group; ++k)
            sum += exp(from[tw_offset(args->reduced_dims, args->reduced_strides, args->reduced_rank, k)] - top);
        y[i] = (float)(isinf(top) ? top : top + log(sum));
    }
}
