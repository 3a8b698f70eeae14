/* SPDX-License-Identifier: MIT-0 */
/* Matrix product of any integer types: plain and slow, for what the 8-bit kernel does not take. */
#include "gemm.h"

static void multiply(const tw_gemm_args *args, const void *a, const void *b, const tw_gemm_sink *sink)
{
    const int32_t b_depth = args->trans_b ? 1 : args->n;
    const int32_t b_column = args->trans_b ? args->k : 1;
    const int32_t a_step = tw_gemm_a_step(args);
    const tw_span mine = tw_team_share(tw_gemm_parts(args));
    for (int32_t index = mine.begin; index < mine.end; ++index) {
        const tw_gemm_part part = tw_gemm_part_at(args, index);
        const int32_t a_begin = tw_gemm_a_begin(args, &part);
        const int32_t b_begin = tw_gemm_offset(args, args->b_batch, part.batch) + part.column * b_column;
        int32_t sums[TW_GEMM_STRETCH] = {0};
        for (int32_t depth = 0; depth < args->k; ++depth) {
            const int32_t factor = tw_load_integer(a, args->a_type, a_begin + depth * a_step);
            for (int32_t i = 0; i < part.count; ++i)
                sums[i] = tw_multiply_add(sums[i], factor,
                                          tw_load_integer(b, args->b_type, b_begin + depth * b_depth + i * b_column));
        }
        tw_gemm_store(args, sink, &part, sums);
    }
}

void tw_gemm_int(const tw_gemm_args *args, const void *a, const void *b, const int32_t *c, void *y)
{
    const tw_gemm_sink sink = {c, NULL, NULL, y};
    multiply(args, a, b, &sink);
}

void tw_matmul_int(const tw_gemm_args *args, const void *a, const void *b, void *y)
{
    tw_gemm_int(args, a, b, NULL, y);
}

void tw_gemm_int_requant(const tw_gemm_args *args, const void *a, const void *b, const int32_t *c, const int32_t *mul,
                         const int32_t *add, void *y)
{
    const tw_gemm_sink sink = {c, mul, add, y};
    multiply(args, a, b, &sink);
}

void tw_matmul_int_requant(const tw_gemm_args *args, const void *a, const void *b, const int32_t *mul,
                           const int32_t *add, void *y)
{
    tw_gemm_int_requant(args, a, b, NULL, mul, add, y);
}
