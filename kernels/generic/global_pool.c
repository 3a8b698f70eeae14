/* SPDX-License-Identifier: MIT-0 */
/* Global average and maximum. */
#include "global_pool.h"

enum { BLOCK = 64 }; /* positions per partial sum, which keeps long sums accurate */

void tw_global_average_pool_f32(const tw_global_pool_args *args, const float *x, float *y)
{
    const tw_span mine = tw_team_share(args->channels);
    for (int32_t channel = mine.begin; channel < mine.end; ++channel) {
        const float *values = x + (ptrdiff_t)channel * args->size;
        float total = 0.0f;
        for (int32_t first = 0; first < args->size; first += BLOCK) {
            const int32_t end = args->size - first < BLOCK ? args->size : first + BLOCK;
            float sum = 0.0f;
            for (int32_t i = first; i < end; ++i)
                sum += values[i];
            total += sum;
        }
        y[channel] = total / (float)args->size;
    }
}

#define GLOBAL_MAX_POOL(name, type)                                        \
    void name(const tw_global_pool_args *args, const type *x, type *y)     \
    {                                                                      \
        const tw_span mine = tw_team_share(args->channels);                \
        for (int32_t channel = mine.begin; channel < mine.end; ++channel) { \
            const type *values = x + (ptrdiff_t)channel * args->size;      \
            type best = values[0];                                         \
            for (int32_t i = 1; i < args->size; ++i)                       \
                best = values[i] > best ? values[i] : best;                \
            y[channel] = best;                                             \
        }                                                                  \
    }

GLOBAL_MAX_POOL(tw_global_max_pool_f32, float)
GLOBAL_MAX_POOL(tw_global_max_pool_i8, int8_t)
GLOBAL_MAX_POOL(tw_global_max_pool_u8, uint8_t)
GLOBAL_MAX_POOL(tw_global_max_pool_i16, int16_t)
GLOBAL_MAX_POOL(tw_global_max_pool_i32, int32_t)
