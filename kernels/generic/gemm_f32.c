/* SPDX-License-Identifier: MIT-0 */
/* Float matrix product. Sums run over blocks of the depth first and then over the blocks, which keeps long ones
   accurate and is the same whoever computes them. */
#include "gemm.h"

enum { BLOCK = 64, LANES = 8 };

/* b as k x n: the innermost loop runs along the row of the result. */
static void add_rows(const tw_gemm_args *args, const tw_gemm_part *part, const float *a, const float *b, float *total)
{
    const int32_t step = tw_gemm_a_step(args);
    float sum[TW_GEMM_STRETCH];
    for (int32_t first = 0; first < args->k; first += BLOCK) {
        const int32_t end = args->k - first < BLOCK ? args->k : first + BLOCK;
        for (int32_t i = 0; i < part->count; ++i)
            sum[i] = 0.0f;
        for (int32_t depth = first; depth < end; ++depth) {
            const float factor = a[depth * step];
            const float *row = b + (ptrdiff_t)depth * args->n + part->column;
            for (int32_t i = 0; i < part->count; ++i)
                sum[i] += factor * row[i];
        }
        for (int32_t i = 0; i < part->count; ++i)
            total[i] += sum[i];
    }
}

/* b as n x k: one dot product per result, in lanes that the compiler can keep in one register. */
static float dot(const float *a, int32_t step, const float *b, int32_t count)
{
    float lanes[LANES] = {0.0f};
    float rest = 0.0f;
    int32_t i = 0;
    if (step == 1)
        for (; i + LANES <= count; i += LANES)
            for (int32_t lane = 0; lane < LANES; ++lane)
                lanes[lane] += a[i + lane] * b[i + lane];
    for (; i < count; ++i)
        rest += a[i * step] * b[i];
    for (int32_t lane = 0; lane < LANES; ++lane)
        rest += lanes[lane];
    return rest;
}

static void add_dots(const tw_gemm_args *args, const tw_gemm_part *part, const float *a, const float *b, float *total)
{
    const int32_t step = tw_gemm_a_step(args);
    for (int32_t first = 0; first < args->k; first += BLOCK) {
        const int32_t count = args->k - first < BLOCK ? args->k - first : BLOCK;
        for (int32_t i = 0; i < part->count; ++i)
            total[i] += dot(a + first * step, step, b + (ptrdiff_t)(part->column + i) * args->k + first, count);
    }
}

void tw_gemm_f32(const tw_gemm_args *args, const float *a, const float *b, const float *c, float *y)
{
    const tw_span mine = tw_team_share(tw_gemm_parts(args));
    for (int32_t index = mine.begin; index < mine.end; ++index) {
        const tw_gemm_part part = tw_gemm_part_at(args, index);
        const float *b_matrix = b + tw_gemm_offset(args, args->b_batch, part.batch);
        float *out = y + ((ptrdiff_t)part.batch * args->m + part.row) * args->n + part.column;
        float total[TW_GEMM_STRETCH] = {0.0f};
        if (args->trans_b)
            add_dots(args, &part, a + tw_gemm_a_begin(args, &part), b_matrix, total);
        else
            add_rows(args, &part, a + tw_gemm_a_begin(args, &part), b_matrix, total);
        for (int32_t i = 0; i < part.count; ++i)
            out[i] = args->alpha * total[i];
        for (int32_t i = 0; c && i < part.count; ++i)
            out[i] += args->beta * c[part.row * args->c_row + (part.column + i) * args->c_column];
    }
}

void tw_matmul_f32(const tw_gemm_args *args, const float *a, const float *b, float *y)
{
    tw_gemm_f32(args, a, b, NULL, y);
}
