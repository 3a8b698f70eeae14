/* SPDX-License-Identifier: MIT-0 */
/* Sum and product of quantised tensors with broadcasting. Elements are shared by the team. */
#include "quantized_real.h"

/* An operand with its scale and zero point. */
typedef struct {
    const void *data;
    int32_t type;
    double scale;
    int32_t zero;
} operand;

static operand operand_of(const void *data, int32_t type, const float *scale, const void *zero_point)
{
    const operand result = {data, type, scale[0], tw_zero_point(zero_point, type, 0)};
    return result;
}

static double real_at(const operand *from, int32_t index)
{
    return (tw_load_integer(from->data, from->type, index) - from->zero) * from->scale;
}

#define QLINEAR_BINARY(name, sign)                                                                                      \
    void name(const tw_quantized_binary_args *args, const void *a, const float *a_scale, const void *a_zero,            \
              const void *b, const float *b_scale, const void *b_zero, const float *y_scale, const void *y_zero, void *y) \
    {                                                                                                                   \
        const operand left = operand_of(a, args->a_type, a_scale, a_zero);                                              \
        const operand right = operand_of(b, args->b_type, b_scale, b_zero);                                             \
        const int32_t zero = tw_zero_point(y_zero, args->y_type, 0);                                                    \
        const tw_span mine = tw_team_share(args->count);                                                                \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                                               \
            const double result = real_at(&left, tw_offset(args->dims, args->a_strides, args->rank, i))                 \
                sign real_at(&right, tw_offset(args->dims, args->b_strides, args->rank, i));                            \
            tw_store_quantized(y, args->y_type, i, result / y_scale[0], zero);                                          \
        }                                                                                                               \
    }

QLINEAR_BINARY(tw_qlinear_add, +)
QLINEAR_BINARY(tw_qlinear_mul, *)
