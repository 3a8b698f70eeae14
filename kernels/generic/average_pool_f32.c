/* SPDX-License-Identifier: MIT-0 */
/* Average pool, channels first. */
#include "pool.h"

/* How many taps count in the divisor along one axis: those inside the image, or inside the padded image. A window may
   overhang even the padding (ceil_mode); what lies beyond counts for nothing. */
static int32_t counted(int32_t first, int32_t dilation, int32_t kernel, int32_t in, int32_t before, int32_t after)
{
    const tw_span taps = tw_taps_inside(first + before, dilation, kernel, in + before + after);
    return taps.end - taps.begin;
}

static float window_sum(const tw_pool_args *a, const float *plane, int32_t top, int32_t left)
{
    const tw_span rows = tw_taps_inside(top, a->dilation_h, a->kernel_h, a->in_h);
    const tw_span columns = tw_taps_inside(left, a->dilation_w, a->kernel_w, a->in_w);
    float sum = 0.0f;
    for (int32_t kh = rows.begin; kh < rows.end; ++kh) {
        const float *row = plane + (ptrdiff_t)(top + kh * a->dilation_h) * a->in_w;
        float row_sum = 0.0f;
        for (int32_t kw = columns.begin; kw < columns.end; ++kw)
            row_sum += row[left + kw * a->dilation_w];
        sum += row_sum;
    }
    return sum;
}

void tw_average_pool_f32(const tw_pool_args *args, const float *x, float *y)
{
    const tw_pool_args *a = args;
    const int32_t padded = a->count_include_pad != 0;
    const tw_span mine = tw_team_share(a->batch * a->channels * a->out_h);
    for (int32_t line = mine.begin; line < mine.end; ++line) {
        const float *plane = x + (ptrdiff_t)(line / a->out_h) * a->in_h * a->in_w;
        const int32_t top = line % a->out_h * a->stride_h - a->pad_top;
        const int32_t rows = counted(top, a->dilation_h, a->kernel_h, a->in_h, padded * a->pad_top, padded * a->pad_bottom);
        for (int32_t column = 0; column < a->out_w; ++column) {
            const int32_t left = column * a->stride_w - a->pad_left;
            const int32_t count = rows * counted(left, a->dilation_w, a->kernel_w, a->in_w, padded * a->pad_left,
                                                 padded * a->pad_right);
            y[(ptrdiff_t)line * a->out_w + column] = window_sum(a, plane, top, left) / (float)(count > 0 ? count : 1);
        }
    }
}
