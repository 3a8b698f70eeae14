/* SPDX-License-Identifier: MIT-0 */
/* 8-bit matrix product into 32-bit sums. */
#include "gemm.h"

/* b as k x n: the innermost loop runs along the row of the result. */
static void add_rows(const tw_gemm_args *args, const tw_gemm_part *part, const void *a, const int8_t *b, int32_t *sums)
{
    const int32_t begin = tw_gemm_a_begin(args, part);
    const int32_t step = tw_gemm_a_step(args);
    for (int32_t depth = 0; depth < args->k; ++depth) {
        const int32_t factor = tw_load_integer(a, args->a_type, begin + depth * step);
        const int8_t *row = b + (ptrdiff_t)depth * args->n + part->column;
        for (int32_t i = 0; i < part->count; ++i)
            sums[i] += factor * row[i];
    }
}

static int32_t dot_i8(const int8_t *a, const int8_t *b, int32_t count)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < count; ++i)
        sum += a[i] * b[i];
    return sum;
}

static int32_t dot_u8(const uint8_t *a, const int8_t *b, int32_t count)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < count; ++i)
        sum += a[i] * b[i];
    return sum;
}

static int32_t dot_strided(const tw_gemm_args *args, const void *a, int32_t begin, const int8_t *b)
{
    int32_t sum = 0;
    for (int32_t depth = 0; depth < args->k; ++depth)
        sum += tw_load_integer(a, args->a_type, begin + depth * args->m) * b[depth];
    return sum;
}

/* b as n x k: one dot product per result. */
static void add_dots(const tw_gemm_args *args, const tw_gemm_part *part, const void *a, const int8_t *b, int32_t *sums)
{
    const int32_t begin = tw_gemm_a_begin(args, part);
    for (int32_t i = 0; i < part->count; ++i) {
        const int8_t *column = b + (ptrdiff_t)(part->column + i) * args->k;
        if (args->trans_a)
            sums[i] = dot_strided(args, a, begin, column);
        else if (args->a_type == TW_U8)
            sums[i] = dot_u8((const uint8_t *)a + begin, column, args->k);
        else
            sums[i] = dot_i8((const int8_t *)a + begin, column, args->k);
    }
}

static void multiply(const tw_gemm_args *args, const void *a, const int8_t *b, const tw_gemm_sink *sink)
{
    const tw_span mine = tw_team_share(tw_gemm_parts(args));
    for (int32_t index = mine.begin; index < mine.end; ++index) {
        const tw_gemm_part part = tw_gemm_part_at(args, index);
        const int8_t *b_matrix = b + tw_gemm_offset(args, args->b_batch, part.batch);
        int32_t sums[TW_GEMM_STRETCH] = {0};
        if (args->trans_b)
            add_dots(args, &part, a, b_matrix, sums);
        else
            add_rows(args, &part, a, b_matrix, sums);
        tw_gemm_store(args, sink, &part, sums);
    }
}

void tw_gemm_8bit(const tw_gemm_args *args, const void *a, const int8_t *b, const int32_t *c, int32_t *y)
{
    const tw_gemm_sink sink = {c, NULL, NULL, y};
    multiply(args, a, b, &sink);
}

void tw_matmul_8bit(const tw_gemm_args *args, const void *a, const int8_t *b, int32_t *y)
{
    tw_gemm_8bit(args, a, b, NULL, y);
}

void tw_gemm_8bit_requant(const tw_gemm_args *args, const void *a, const int8_t *b, const int32_t *c,
                          const int32_t *mul, const int32_t *add, void *y)
{
    const tw_gemm_sink sink = {c, mul, add, y};
    multiply(args, a, b, &sink);
}

void tw_matmul_8bit_requant(const tw_gemm_args *args, const void *a, const int8_t *b, const int32_t *mul,
                            const int32_t *add, void *y)
{
    tw_gemm_8bit_requant(args, a, b, NULL, mul, add, y);
}
