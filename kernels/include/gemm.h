/* SPDX-License-Identifier: MIT-0 */
/* Matrix products: y[batch] = alpha * a[batch] * b[batch] + beta * c, m x k times k x n. */
#ifndef TW_GEMM_H
#define TW_GEMM_H

#include "integer.h"
#include "requant.h"
#include "tw_runtime.h"

#ifndef TW_MAX_DIMS
#define TW_MAX_DIMS 8
#endif

/* All steps are in elements; a step of 0 repeats the operand. */
typedef struct {
    int32_t m;
    int32_t n;
    int32_t k;
    int32_t trans_a; /* a lies as k x m */
    int32_t trans_b; /* b lies as n x k */
    int32_t batches; /* product of batch_dims */
    int32_t batch_rank;
    int32_t batch_dims[TW_MAX_DIMS];
    int32_t a_batch[TW_MAX_DIMS];
    int32_t b_batch[TW_MAX_DIMS];
    int32_t a_type; /* TW_U8 ... of integer.h */
    int32_t b_type;
    int32_t y_type;
    float alpha; /* whole numbers for integers */
    float beta;
    int32_t c_row;
    int32_t c_column;
    int32_t shift; /* the rest only for the requantised kernels */
    int32_t lo;
    int32_t hi;
    int32_t mul_batch[TW_MAX_DIMS];
    int32_t mul_row;
    int32_t mul_column;
    int32_t add_batch[TW_MAX_DIMS];
    int32_t add_row;
    int32_t add_column;
} tw_gemm_args;

/* c may be NULL */
void tw_gemm_f32(const tw_gemm_args *args, const float *a, const float *b, const float *c, float *y);
void tw_matmul_f32(const tw_gemm_args *args, const float *a, const float *b, float *y);

/* a of 8 bits, signed or not */
void tw_gemm_8bit(const tw_gemm_args *args, const void *a, const int8_t *b, const int32_t *c, int32_t *y);
void tw_matmul_8bit(const tw_gemm_args *args, const void *a, const int8_t *b, int32_t *y);
void tw_gemm_8bit_requant(const tw_gemm_args *args, const void *a, const int8_t *b, const int32_t *c,
                          const int32_t *mul, const int32_t *add, void *y);
void tw_matmul_8bit_requant(const tw_gemm_args *args, const void *a, const int8_t *b, const int32_t *mul,
                            const int32_t *add, void *y);

/* Any integer types */
void tw_gemm_int(const tw_gemm_args *args, const void *a, const void *b, const int32_t *c, void *y);
void tw_matmul_int(const tw_gemm_args *args, const void *a, const void *b, void *y);
void tw_gemm_int_requant(const tw_gemm_args *args, const void *a, const void *b, const int32_t *c, const int32_t *mul,
                         const int32_t *add, void *y);
void tw_matmul_int_requant(const tw_gemm_args *args, const void *a, const void *b, const int32_t *mul,
                           const int32_t *add, void *y);

enum { TW_GEMM_STRETCH = 64 }; /* columns computed together */

/* A stretch of one row of the result: the unit in which the work is shared out. */
typedef struct {
    int32_t batch;
    int32_t row;
    int32_t column; /* the first one */
    int32_t count;
} tw_gemm_part;

static inline int32_t tw_gemm_parts(const tw_gemm_args *args)
{
    return args->batches * args->m * ((args->n + TW_GEMM_STRETCH - 1) / TW_GEMM_STRETCH);
}

static inline tw_gemm_part tw_gemm_part_at(const tw_gemm_args *args, int32_t index)
{
    const int32_t per_row = (args->n + TW_GEMM_STRETCH - 1) / TW_GEMM_STRETCH;
    tw_gemm_part part;
    part.batch = index / per_row / args->m;
    part.row = index / per_row % args->m;
    part.column = index % per_row * TW_GEMM_STRETCH;
    part.count = args->n - part.column < TW_GEMM_STRETCH ? args->n - part.column : TW_GEMM_STRETCH;
    return part;
}

/* Offset of an operand that has these steps along the batch axes. */
static inline int32_t tw_gemm_offset(const tw_gemm_args *args, const int32_t *steps, int32_t batch)
{
    int32_t offset = 0;
    for (int32_t axis = args->batch_rank - 1; axis >= 0; --axis) {
        offset += batch % args->batch_dims[axis] * steps[axis];
        batch /= args->batch_dims[axis];
    }
    return offset;
}

/* Where the row of `a` begins, and the step along it. */
static inline int32_t tw_gemm_a_begin(const tw_gemm_args *args, const tw_gemm_part *part)
{
    return tw_gemm_offset(args, args->a_batch, part->batch) + part->row * (args->trans_a ? 1 : args->k);
}

static inline int32_t tw_gemm_a_step(const tw_gemm_args *args)
{
    return args->trans_a ? args->m : 1;
}

/* The other operands of an integer product, and where it goes. c and mul may be NULL. */
typedef struct {
    const int32_t *c;
    const int32_t *mul;
    const int32_t *add;
    void *y;
} tw_gemm_sink;

static inline void tw_gemm_store(const tw_gemm_args *args, const tw_gemm_sink *sink, const tw_gemm_part *part,
                                 const int32_t *sums)
{
    const int32_t first = (part->batch * args->m + part->row) * args->n + part->column;
    const int32_t alpha = (int32_t)args->alpha;
    const int32_t beta = (int32_t)args->beta;
    const int32_t mul_at = sink->mul ? tw_gemm_offset(args, args->mul_batch, part->batch) + part->row * args->mul_row : 0;
    const int32_t add_at = sink->mul ? tw_gemm_offset(args, args->add_batch, part->batch) + part->row * args->add_row : 0;
    for (int32_t i = 0; i < part->count; ++i) {
        const int32_t column = part->column + i;
        int32_t sum = tw_multiply_add(0, alpha, sums[i]);
        if (sink->c)
            sum = tw_multiply_add(sum, beta, sink->c[part->row * args->c_row + column * args->c_column]);
        if (sink->mul)
            sum = tw_requant(sum, sink->mul[mul_at + column * args->mul_column],
                             sink->add[add_at + column * args->add_column], args->shift, args->lo, args->hi);
        tw_store_integer(sink->y, args->y_type, first + i, sum);
    }
}

#endif
