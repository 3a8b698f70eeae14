/* SPDX-License-Identifier: MIT-0 */
/* Average pool of a quantised tensor, channels first. Lines of the output are shared by the team. */
#include "quantized_real.h"

/* Sum of the elements under a window, and how many count in the divisor. */
typedef struct {
    int32_t sum;
    int32_t count;
} total;

/* Taps that count along one axis: those inside the image, or inside the padded image. */
static int32_t counted(int32_t first, int32_t dilation, int32_t kernel, int32_t in, int32_t before, int32_t after)
{
    const tw_span taps = tw_taps_inside(first + before, dilation, kernel, in + before + after);
    return taps.end - taps.begin;
}

static total window_total(const tw_quantized_pool_args *a, const void *x, int32_t zero, int32_t line, int32_t column)
{
    const int32_t plane = line / a->out_h * a->in_h;
    const int32_t top = line % a->out_h * a->stride_h - a->pad_top;
    const int32_t left = column * a->stride_w - a->pad_left;
    const tw_span rows = tw_taps_inside(top, a->dilation_h, a->kernel_h, a->in_h);
    const tw_span columns = tw_taps_inside(left, a->dilation_w, a->kernel_w, a->in_w);
    const int32_t padded = a->count_include_pad != 0;
    total result = {0, counted(top, a->dilation_h, a->kernel_h, a->in_h, padded * a->pad_top, padded * a->pad_bottom) *
                           counted(left, a->dilation_w, a->kernel_w, a->in_w, padded * a->pad_left, padded * a->pad_right)};
    for (int32_t kh = rows.begin; kh < rows.end; ++kh) {
        const int32_t row = (plane + top + kh * a->dilation_h) * a->in_w + left;
        for (int32_t kw = columns.begin; kw < columns.end; ++kw)
            result.sum += tw_load_integer(x, a->x_type, row + kw * a->dilation_w) - zero;
    }
    return result;
}

void tw_qlinear_average_pool(const tw_quantized_pool_args *args, const void *x, const float *x_scale, const void *x_zero,
                             const float *y_scale, const void *y_zero, void *y)
{
    const int32_t from_zero = tw_zero_point(x_zero, args->x_type, 0);
    const int32_t to_zero = tw_zero_point(y_zero, args->y_type, 0);
    const tw_span mine = tw_team_share(args->batch * args->channels * args->out_h);
    for (int32_t line = mine.begin; line < mine.end; ++line)
        for (int32_t column = 0; column < args->out_w; ++column) {
            const total window = window_total(args, x, from_zero, line, column);
            const double mean = (double)window.sum * x_scale[0] / (window.count > 0 ? window.count : 1);
            tw_store_quantized(y, args->y_type, line * args->out_w + column, mean / y_scale[0], to_zero);
        }
}
