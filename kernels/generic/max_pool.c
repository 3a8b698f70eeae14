/* SPDX-License-Identifier: MIT-0 */
/* Maximum pool, channels first: one body for all element types. Padding never wins, as only positions inside the image
   are looked at. */
#include "pool.h"

#include <math.h>

#define MAX_POOL(name, type, lowest)                                                                     \
    static type name##_window(const tw_pool_args *a, const type *plane, tw_span rows, int32_t top, int32_t left) \
    {                                                                                                    \
        const tw_span columns = tw_taps_inside(left, a->dilation_w, a->kernel_w, a->in_w);               \
        type best = lowest;                                                                              \
        for (int32_t kh = rows.begin; kh < rows.end; ++kh) {                                             \
            const type *row = plane + (ptrdiff_t)(top + kh * a->dilation_h) * a->in_w;                   \
            for (int32_t kw = columns.begin; kw < columns.end; ++kw) {                                   \
                const type value = row[left + kw * a->dilation_w];                                       \
                best = value > best ? value : best;                                                      \
            }                                                                                            \
        }                                                                                                \
        return best;                                                                                     \
    }                                                                                                    \
    void name(const tw_pool_args *args, const type *x, type *y)                                          \
    {                                                                                                    \
        const tw_pool_args *a = args;                                                                    \
        const tw_span mine = tw_team_share(a->batch * a->channels * a->out_h);                           \
        for (int32_t line = mine.begin; line < mine.end; ++line) {                                       \
            const type *plane = x + (ptrdiff_t)(line / a->out_h) * a->in_h * a->in_w;                    \
            const int32_t top = line % a->out_h * a->stride_h - a->pad_top;                              \
            const tw_span rows = tw_taps_inside(top, a->dilation_h, a->kernel_h, a->in_h);               \
            type *y_row = y + (ptrdiff_t)line * a->out_w;                                                \
            for (int32_t column = 0; column < a->out_w; ++column)                                        \
                y_row[column] = name##_window(a, plane, rows, top, column * a->stride_w - a->pad_left);  \
        }                                                                                                \
    }

MAX_POOL(tw_max_pool_f32, float, -INFINITY)
MAX_POOL(tw_max_pool_i8, int8_t, INT8_MIN)
MAX_POOL(tw_max_pool_u8, uint8_t, 0)
MAX_POOL(tw_max_pool_i16, int16_t, INT16_MIN)
MAX_POOL(tw_max_pool_i32, int32_t, INT32_MIN)
