/* SPDX-License-Identifier: MIT-0 */
/* Matrix product with zero points. Rows of the output are shared by the team. */
#include "quantized_linear.h"

/* Where a row of a and a column of b begin, and their zero points. */
typedef struct {
    int32_t a_begin;
    int32_t b_begin;
    int32_t a_zero;
    int32_t b_zero;
} operands;

static int32_t sum_at(const tw_quantized_matmul_args *args, const void *a, const void *b, const operands *in)
{
    int32_t sum = 0;
    for (int32_t depth = 0; depth < args->k; ++depth)
        sum += (tw_load_integer(a, args->x_type, in->a_begin + depth) - in->a_zero) *
               (tw_load_integer(b, args->w_type, in->b_begin + depth * args->n) - in->b_zero);
    return sum;
}

static operands operands_at(const tw_quantized_matmul_args *args, int32_t line, int32_t column, const void *a_zero,
                            const void *b_zero)
{
    const int32_t batch = line / args->m;
    const int32_t row = line % args->m;
    operands in;
    in.a_begin = tw_offset(args->batch_dims, args->a_batch, args->batch_rank, batch) + row * args->k;
    in.b_begin = tw_offset(args->batch_dims, args->b_batch, args->batch_rank, batch) + column;
    in.a_zero = tw_zero_point(a_zero, args->x_type, row * args->x_zero_step);
    in.b_zero = tw_zero_point(b_zero, args->w_type, column * args->w_zero_step);
    return in;
}

void tw_matmul_integer(const tw_quantized_matmul_args *args, const void *a, const void *b, const void *a_zero,
                       const void *b_zero, int32_t *y)
{
    const tw_span mine = tw_team_share(args->batches * args->m);
    for (int32_t line = mine.begin; line < mine.end; ++line)
        for (int32_t column = 0; column < args->n; ++column) {
            const operands in = operands_at(args, line, column, a_zero, b_zero);
            y[line * args->n + column] = sum_at(args, a, b, &in);
        }
}

void tw_qlinear_matmul(const tw_quantized_matmul_args *args, const void *a, const float *a_scale, const void *a_zero,
                       const void *b, const float *b_scale, const void *b_zero, const float *y_scale, const void *y_zero,
                       void *y)
{
    const tw_span mine = tw_team_share(args->batches * args->m);
    const int32_t zero = tw_zero_point(y_zero, args->y_type, 0);
    for (int32_t line = mine.begin; line < mine.end; ++line)
        for (int32_t column = 0; column < args->n; ++column) {
            const operands in = operands_at(args, line, column, a_zero, b_zero);
            const double real = (double)sum_at(args, a, b, &in) * a_scale[line % args->m * args->x_scale_step] *
                                b_scale[column * args->w_scale_step];
            tw_store_quantized(y, args->y_type, line * args->n + column, real / y_scale[0], zero);
        }
}
