/* SPDX-License-Identifier: MIT-0 */
/* Convolution of any integer types, channels first: plain and slow, for what the faster kernels do not take. */
#include "conv.h"

/* One output element. */
static int32_t sum_at(const tw_conv_args *a, const void *x, const void *w, int32_t sum, int32_t line, int32_t column)
{
    const int32_t depth = a->in_c / a->group;
    const int32_t channel = line / a->out_h % a->out_c;
    const int32_t first = line / a->out_h / a->out_c * a->in_c + channel / (a->out_c / a->group) * depth;
    const int32_t top = line % a->out_h * a->stride_h - a->pad_top;
    const int32_t left = column * a->stride_w - a->pad_left;
    const tw_span rows = tw_taps_inside(top, a->dilation_h, a->kernel_h, a->in_h);
    const tw_span columns = tw_taps_inside(left, a->dilation_w, a->kernel_w, a->in_w);
    const int32_t height = rows.end - rows.begin;
    for (int32_t i = 0; i < depth * height; ++i) {
        const int32_t c = i / height;
        const int32_t kh = rows.begin + i % height;
        const int32_t x_row = ((first + c) * a->in_h + top + kh * a->dilation_h) * a->in_w + left;
        const int32_t w_row = ((channel * depth + c) * a->kernel_h + kh) * a->kernel_w;
        for (int32_t kw = columns.begin; kw < columns.end; ++kw)
            sum = tw_multiply_add(sum, tw_load_integer(x, a->x_type, x_row + kw * a->dilation_w),
                                  tw_load_integer(w, a->w_type, w_row + kw));
    }
    return sum;
}

static void convolve(const tw_conv_args *a, const void *x, const void *w, const int32_t *bias, const tw_conv_sink *sink)
{
    const tw_span mine = tw_team_share(a->batch * a->out_c * a->out_h);
    for (int32_t line = mine.begin; line < mine.end; ++line) {
        const int32_t channel = line / a->out_h % a->out_c;
        for (int32_t column = 0; column < a->out_w; ++column)
            tw_conv_store(a, sink, line * a->out_w + column, channel,
                          sum_at(a, x, w, bias ? bias[channel] : 0, line, column));
    }
}

void tw_conv_int(const tw_conv_args *args, const void *x, const void *w, const int32_t *bias, void *y)
{
    const tw_conv_sink sink = {NULL, NULL, y};
    convolve(args, x, w, bias, &sink);
}

void tw_conv_int_requant(const tw_conv_args *args, const void *x, const void *w, const int32_t *bias,
                         const int32_t *mul, const int32_t *add, void *y)
{
    const tw_conv_sink sink = {mul, add, y};
    convolve(args, x, w, bias, &sink);
}
