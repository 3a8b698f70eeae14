/* SPDX-License-Identifier: MIT-0 */
/* Transposed float convolution, channels first: each output row gathers the input rows whose window reaches it, so
   that rows can be shared out. */
#include "conv_transpose.h"

static void add_scaled(float *y, int32_t y_step, const float *x, float w, int32_t count)
{
    if (y_step == 1) {
        for (int32_t i = 0; i < count; ++i)
            y[i] += w * x[i];
    } else {
        for (int32_t i = 0; i < count; ++i)
            y[i * y_step] += w * x[i];
    }
}

/* Adds one input row, spread by one kernel row. */
static void add_row(const tw_conv_transpose_args *a, const float *x_row, const float *w_row, float *y_row)
{
    for (int32_t kw = 0; kw < a->kernel_w; ++kw) {
        const int32_t shift = kw * a->dilation_w - a->pad_left;
        const tw_span inputs = tw_outputs_inside(shift, a->stride_w, a->in_w, a->out_w);
        if (inputs.begin < inputs.end)
            add_scaled(y_row + inputs.begin * a->stride_w + shift, a->stride_w, x_row + inputs.begin, w_row[kw],
                       inputs.end - inputs.begin);
    }
}

/* Adds what one input channel gives to output row `row`. */
static void add_channel(const tw_conv_transpose_args *a, const float *x, const float *w, int32_t row, float *y_row)
{
    for (int32_t kh = 0; kh < a->kernel_h; ++kh) {
        const int32_t spread = row + a->pad_top - kh * a->dilation_h;
        if (spread >= 0 && spread % a->stride_h == 0 && spread / a->stride_h < a->in_h)
            add_row(a, x + (ptrdiff_t)(spread / a->stride_h) * a->in_w, w + kh * a->kernel_w, y_row);
    }
}

void tw_conv_transpose_f32(const tw_conv_transpose_args *args, const float *x, const float *w, const float *bias, float *y)
{
    const tw_conv_transpose_args *a = args;
    const int32_t in_per_group = a->in_c / a->group;
    const int32_t out_per_group = a->out_c / a->group;
    const int32_t taps = a->kernel_h * a->kernel_w;
    const tw_span mine = tw_team_share(a->batch * a->out_c * a->out_h);
    for (int32_t line = mine.begin; line < mine.end; ++line) {
        const int32_t channel = line / a->out_h % a->out_c;
        const int32_t first = channel / out_per_group * in_per_group;
        const float *x_image = x + (ptrdiff_t)(line / a->out_h / a->out_c) * a->in_c * a->in_h * a->in_w;
        float *y_row = y + (ptrdiff_t)line * a->out_w;
        for (int32_t i = 0; i < a->out_w; ++i)
            y_row[i] = bias ? bias[channel] : 0.0f;
        for (int32_t c = first; c < first + in_per_group; ++c)
            add_channel(a, x_image + (ptrdiff_t)c * a->in_h * a->in_w,
                        w + (ptrdiff_t)(c * out_per_group + channel % out_per_group) * taps, line % a->out_h, y_row);
    }
}
