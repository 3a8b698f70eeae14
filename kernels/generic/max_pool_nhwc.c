/* SPDX-License-Identifier: MIT-0 */
/* Maximum pool, channels last: one body for all element types. The innermost loop runs over channels. */
#include "pool.h"

#define MAX_POOL(name, type, lowest)                                                                                \
    static void name##_tap(const type *x, type *y, int32_t channels)                                                \
    {                                                                                                               \
        for (int32_t c = 0; c < channels; ++c)                                                                      \
            y[c] = x[c] > y[c] ? x[c] : y[c];                                                                       \
    }                                                                                                               \
    void name(const tw_pool_args *args, const type *x, type *y)                                                     \
    {                                                                                                               \
        const tw_pool_args *a = args;                                                                               \
        const tw_span mine = tw_team_share(a->batch * a->out_h * a->out_w);                                         \
        for (int32_t pixel = mine.begin; pixel < mine.end; ++pixel) {                                               \
            const int32_t image = pixel / (a->out_h * a->out_w);                                                    \
            const int32_t top = pixel / a->out_w % a->out_h * a->stride_h - a->pad_top;                             \
            const int32_t left = pixel % a->out_w * a->stride_w - a->pad_left;                                      \
            const tw_span rows = tw_taps_inside(top, a->dilation_h, a->kernel_h, a->in_h);                          \
            const tw_span columns = tw_taps_inside(left, a->dilation_w, a->kernel_w, a->in_w);                      \
            const int32_t width = columns.end - columns.begin;                                                      \
            type *best = y + (ptrdiff_t)pixel * a->channels;                                                        \
            for (int32_t c = 0; c < a->channels; ++c)                                                               \
                best[c] = lowest;                                                                                   \
            for (int32_t tap = 0; tap < (rows.end - rows.begin) * width; ++tap) {                                   \
                const int32_t row = top + (rows.begin + tap / width) * a->dilation_h;                               \
                const int32_t column = left + (columns.begin + tap % width) * a->dilation_w;                        \
                name##_tap(x + (((ptrdiff_t)image * a->in_h + row) * a->in_w + column) * a->channels, best, a->channels); \
            }                                                                                                       \
        }                                                                                                           \
    }

MAX_POOL(tw_max_pool_nhwc_i8, int8_t, INT8_MIN)
MAX_POOL(tw_max_pool_nhwc_u8, uint8_t, 0)
MAX_POOL(tw_max_pool_nhwc_i16, int16_t, INT16_MIN)
MAX_POOL(tw_max_pool_nhwc_i32, int32_t, INT32_MIN)
