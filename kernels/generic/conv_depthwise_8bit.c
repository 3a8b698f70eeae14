/* SPDX-License-Identifier: MIT-0 */
/* 8-bit convolution with one filter per channel, channels last. The innermost loop runs over channels. */
#include "conv.h"

enum { STRETCH = 64 }; /* channels held at a time */

static void add_tap(const tw_conv_args *a, const void *x, ptrdiff_t at, const int8_t *w, int32_t count, int32_t *sums)
{
    if (a->x_type == TW_U8) {
        const uint8_t *values = (const uint8_t *)x + at;
        for (int32_t i = 0; i < count; ++i)
            sums[i] += values[i] * w[i];
    } else {
        const int8_t *values = (const int8_t *)x + at;
        for (int32_t i = 0; i < count; ++i)
            sums[i] += values[i] * w[i];
    }
}

/* Sums of channels [first, first + count) at output position `pixel`. */
static void add_position(const tw_conv_args *a, const void *x, const int8_t *w, int32_t pixel, int32_t first,
                         int32_t count, int32_t *sums)
{
    const int32_t image = pixel / (a->out_h * a->out_w);
    const int32_t top = pixel / a->out_w % a->out_h * a->stride_h - a->pad_top;
    const int32_t left = pixel % a->out_w * a->stride_w - a->pad_left;
    const tw_span rows = tw_taps_inside(top, a->dilation_h, a->kernel_h, a->in_h);
    const tw_span columns = tw_taps_inside(left, a->dilation_w, a->kernel_w, a->in_w);
    for (int32_t kh = rows.begin; kh < rows.end; ++kh) {
        const ptrdiff_t row = ((ptrdiff_t)image * a->in_h + top + kh * a->dilation_h) * a->in_w + left;
        for (int32_t kw = columns.begin; kw < columns.end; ++kw)
            add_tap(a, x, (row + kw * a->dilation_w) * a->in_c + first,
                    w + (ptrdiff_t)(kh * a->kernel_w + kw) * a->out_c + first, count, sums);
    }
}

static void convolve(const tw_conv_args *a, const void *x, const int8_t *w, const int32_t *bias, const tw_conv_sink *sink)
{
    const int32_t stretches = (a->out_c + STRETCH - 1) / STRETCH;
    const tw_span mine = tw_team_share(a->batch * a->out_h * a->out_w * stretches);
    for (int32_t item = mine.begin; item < mine.end; ++item) {
        const int32_t pixel = item / stretches;
        const int32_t first = item % stretches * STRETCH;
        const int32_t count = a->out_c - first < STRETCH ? a->out_c - first : STRETCH;
        int32_t sums[STRETCH];
        for (int32_t i = 0; i < count; ++i)
            sums[i] = bias ? bias[first + i] : 0;
        add_position(a, x, w, pixel, first, count, sums);
        for (int32_t i = 0; i < count; ++i)
            tw_conv_store(a, sink, pixel * a->out_c + first + i, first + i, sums[i]);
    }
}

void tw_conv_depthwise_8bit(const tw_conv_args *args, const void *x, const int8_t *w, const int32_t *bias, int32_t *y)
{
    const tw_conv_sink sink = {NULL, NULL, y};
    convolve(args, x, w, bias, &sink);
}

void tw_conv_depthwise_8bit_requant(const tw_conv_args *args, const void *x, const int8_t *w, const int32_t *bias,
                                    const int32_t *mul, const int32_t *add, void *y)
{
    const tw_conv_sink sink = {mul, add, y};
    convolve(args, x, w, bias, &sink);
}
