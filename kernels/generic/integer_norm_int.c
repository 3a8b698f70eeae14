/* SPDX-License-Identifier: MIT-0 */
/* Layer and RMS normalisation in integers. Rows are shared by the team; sums and products are 64 bits wide. */
#include "integer_norm.h"

/* The root by one bit of the result at a time, from the highest. */
static int64_t square_root(int64_t value)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 31; bit > 0; bit >>= 1)
        if ((root + bit) <= value / (root + bit))
            root += bit;
    return root;
}

static int8_t scaled(const tw_integer_norm_args *args, int64_t value)
{
    const int64_t shifted = value >> args->shift;
    return (int8_t)(shifted < args->lo ? args->lo : shifted > args->hi ? args->hi : shifted);
}

#define LAYER_NORM(name, x_type)                                                                                   \
    void name(const tw_integer_norm_args *args, const x_type *x, const int32_t *weight, const int32_t *bias, int8_t *y) \
    {                                                                                                              \
        const tw_span mine = tw_team_share(args->rows);                                                            \
        for (int32_t row = mine.begin; row < mine.end; ++row) {                                                    \
            const x_type *from = x + (size_t)row * (size_t)args->length;                                           \
            int8_t *to = y + (size_t)row * (size_t)args->length;                                                   \
            int64_t sum = 0;                                                                                       \
            int64_t squares = 0;                                                                                   \
            for (int32_t j = 0; j < args->length; ++j)                                                             \
                sum += from[j];                                                                                    \
            const int64_t mean = sum / args->length;                                                               \
            for (int32_t j = 0; j < args->length; ++j)                                                             \
                squares += (from[j] - mean) * (from[j] - mean);                                                    \
            const int64_t deviation = square_root(squares / args->length + 1);                                     \
            for (int32_t j = 0; j < args->length; ++j)                                                             \
                to[j] = scaled(args, (from[j] - mean) * weight[j] / deviation + bias[j]);                          \
        }                                                                                                          \
    }

#define RMS_NORM(name, x_type)                                                                      \
    void name(const tw_integer_norm_args *args, const x_type *x, const int32_t *weight, int8_t *y)  \
    {                                                                                               \
        const tw_span mine = tw_team_share(args->rows);                                             \
        for (int32_t row = mine.begin; row < mine.end; ++row) {                                     \
            const x_type *from = x + (size_t)row * (size_t)args->length;                            \
            int8_t *to = y + (size_t)row * (size_t)args->length;                                    \
            int64_t squares = 0;                                                                    \
            for (int32_t j = 0; j < args->length; ++j)                                              \
                squares += (int64_t)from[j] * from[j];                                              \
            const int64_t deviation = square_root(squares / args->length + 1);                      \
            for (int32_t j = 0; j < args->length; ++j)                                              \
                to[j] = scaled(args, (int64_t)from[j] * weight[j] / deviation);                     \
        }                                                                                           \
    }

LAYER_NORM(tw_integer_layer_norm_i8, int8_t)
LAYER_NORM(tw_integer_layer_norm_u8, uint8_t)
LAYER_NORM(tw_integer_layer_norm_i32, int32_t)
RMS_NORM(tw_integer_rms_norm_i8, int8_t)
RMS_NORM(tw_integer_rms_norm_u8, uint8_t)
RMS_NORM(tw_integer_rms_norm_i32, int32_t)
