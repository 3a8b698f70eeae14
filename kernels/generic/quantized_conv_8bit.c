/* SPDX-License-Identifier: MIT-0 */
/* Convolution with zero points, channels first. Padding has the value of the zero point, so it adds nothing. Lines of the
   output are shared by the team. */
#include "quantized_linear.h"

/* Both operands with their zero points for one output channel. */
typedef struct {
    const void *x;
    const void *w;
    int32_t x_zero;
    int32_t w_zero;
} operands;

static int32_t sum_at(const tw_quantized_conv_args *a, const operands *in, int32_t line, int32_t column)
{
    const int32_t depth = a->in_c / a->group;
    const int32_t channel = line / a->out_h % a->out_c;
    const int32_t first = line / a->out_h / a->out_c * a->in_c + channel / (a->out_c / a->group) * depth;
    const int32_t top = line % a->out_h * a->stride_h - a->pad_top;
    const int32_t left = column * a->stride_w - a->pad_left;
    const tw_span rows = tw_taps_inside(top, a->dilation_h, a->kernel_h, a->in_h);
    const tw_span columns = tw_taps_inside(left, a->dilation_w, a->kernel_w, a->in_w);
    const int32_t height = rows.end - rows.begin;
    int32_t sum = 0;
    for (int32_t i = 0; i < depth * height; ++i) {
        const int32_t c = i / height;
        const int32_t kh = rows.begin + i % height;
        const int32_t x_row = ((first + c) * a->in_h + top + kh * a->dilation_h) * a->in_w + left;
        const int32_t w_row = ((channel * depth + c) * a->kernel_h + kh) * a->kernel_w;
        for (int32_t kw = columns.begin; kw < columns.end; ++kw)
            sum += (tw_load_integer(in->x, a->x_type, x_row + kw * a->dilation_w) - in->x_zero) *
                   (tw_load_integer(in->w, a->w_type, w_row + kw) - in->w_zero);
    }
    return sum;
}

void tw_conv_integer(const tw_quantized_conv_args *args, const void *x, const void *w, const void *x_zero, const void *w_zero,
                     int32_t *y)
{
    const tw_span mine = tw_team_share(args->batch * args->out_c * args->out_h);
    for (int32_t line = mine.begin; line < mine.end; ++line) {
        const int32_t channel = line / args->out_h % args->out_c;
        const operands in = {x, w, tw_zero_point(x_zero, args->x_type, 0),
                             tw_zero_point(w_zero, args->w_type, channel * args->w_zero_step)};
        for (int32_t column = 0; column < args->out_w; ++column)
            y[line * args->out_w + column] = sum_at(args, &in, line, column);
    }
}

void tw_qlinear_conv(const tw_quantized_conv_args *args, const void *x, const float *x_scale, const void *x_zero,
                     const void *w, const float *w_scale, const void *w_zero, const float *y_scale, const void *y_zero,
                     const int32_t *bias, void *y)
{
    const tw_span mine = tw_team_share(args->batch * args->out_c * args->out_h);
    const int32_t zero = tw_zero_point(y_zero, args->y_type, 0);
    for (int32_t line = mine.begin; line < mine.end; ++line) {
        const int32_t channel = line / args->out_h % args->out_c;
        const operands in = {x, w, tw_zero_point(x_zero, args->x_type, 0),
                             tw_zero_point(w_zero, args->w_type, channel * args->w_zero_step)};
        for (int32_t column = 0; column < args->out_w; ++column) {
            const int32_t sum = sum_at(args, &in, line, column) + (bias ? bias[channel] : 0);
            const double real = (double)sum * x_scale[0] * w_scale[channel * args->w_scale_step];
            tw_store_quantized(y, args->y_type, line * args->out_w + column, real / y_scale[0], zero);
        }
    }
}
