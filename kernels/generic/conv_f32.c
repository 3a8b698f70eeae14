/* SPDX-License-Identifier: MIT-0 */
/* Float convolution, channels first. A stretch of one output row is kept in two small arrays: sums over a few input
   channels, and their total, which keeps long sums accurate. The innermost loop runs along the row. */
#include "conv.h"

enum { STRETCH = 64, TAPS_PER_SUM = 64 };

typedef struct {
    const float *x; /* first input channel of the group */
    const float *w; /* filter of the output channel */
    int32_t channels;
    int32_t row;    /* output row */
    int32_t begin;  /* outputs [begin, begin + count) of it */
    int32_t count;
} stretch;

static void add_scaled(float *sum, const float *x, float w, int32_t count, int32_t stride)
{
    if (stride == 1) {
        for (int32_t i = 0; i < count; ++i)
            sum[i] += w * x[i];
    } else {
        for (int32_t i = 0; i < count; ++i)
            sum[i] += w * x[i * stride];
    }
}

/* Adds what one kernel row of one input channel gives. */
static void add_kernel_row(const tw_conv_args *a, const stretch *s, const float *x_row, const float *w_row, float *sum)
{
    for (int32_t kw = 0; kw < a->kernel_w; ++kw) {
        const int32_t shift = kw * a->dilation_w - a->pad_left;
        const tw_span inside = tw_outputs_inside(shift, a->stride_w, a->out_w, a->in_w);
        const int32_t begin = inside.begin > s->begin ? inside.begin : s->begin;
        const int32_t end = inside.end < s->begin + s->count ? inside.end : s->begin + s->count;
        if (begin < end)
            add_scaled(sum + (begin - s->begin), x_row + begin * a->stride_w + shift, w_row[kw], end - begin, a->stride_w);
    }
}

static void add_channel(const tw_conv_args *a, const stretch *s, int32_t channel, float *sum)
{
    const float *x = s->x + (ptrdiff_t)channel * a->in_h * a->in_w;
    const float *w = s->w + (ptrdiff_t)channel * a->kernel_h * a->kernel_w;
    const int32_t top = s->row * a->stride_h - a->pad_top;
    const tw_span taps = tw_taps_inside(top, a->dilation_h, a->kernel_h, a->in_h);
    for (int32_t kh = taps.begin; kh < taps.end; ++kh)
        add_kernel_row(a, s, x + (ptrdiff_t)(top + kh * a->dilation_h) * a->in_w, w + kh * a->kernel_w, sum);
}

static void compute(const tw_conv_args *a, const stretch *s, float bias, float *y)
{
    float total[STRETCH];
    float sum[STRETCH];
    const int32_t taps = a->kernel_h * a->kernel_w;
    const int32_t per_sum = taps >= TAPS_PER_SUM ? 1 : TAPS_PER_SUM / taps;
    for (int32_t i = 0; i < s->count; ++i)
        total[i] = bias;
    for (int32_t first = 0; first < s->channels; first += per_sum) {
        const int32_t end = first + per_sum < s->channels ? first + per_sum : s->channels;
        for (int32_t i = 0; i < s->count; ++i)
            sum[i] = 0.0f;
        for (int32_t channel = first; channel < end; ++channel)
            add_channel(a, s, channel, sum);
        for (int32_t i = 0; i < s->count; ++i)
            total[i] += sum[i];
    }
    for (int32_t i = 0; i < s->count; ++i)
        y[i] = total[i];
}

/* A 1x1 convolution that reads each position once has one long row per channel. */
static tw_conv_args flattened(tw_conv_args a)
{
    const int pointwise = a.kernel_h == 1 && a.kernel_w == 1 && a.stride_h == 1 && a.stride_w == 1;
    if (pointwise && a.pad_top == 0 && a.pad_left == 0 && a.out_h == a.in_h && a.out_w == a.in_w) {
        a.in_w *= a.in_h;
        a.out_w *= a.out_h;
        a.in_h = 1;
        a.out_h = 1;
    }
    return a;
}

void tw_conv_f32(const tw_conv_args *args, const float *x, const float *w, const float *bias, float *y)
{
    const tw_conv_args a = flattened(*args);
    const int32_t in_per_group = a.in_c / a.group;
    const int32_t out_per_group = a.out_c / a.group;
    const int32_t stretches = (a.out_w + STRETCH - 1) / STRETCH;
    const tw_span mine = tw_team_share(a.batch * a.out_c * a.out_h * stretches);
    for (int32_t item = mine.begin; item < mine.end; ++item) {
        const int32_t line = item / stretches;
        const int32_t channel = line / a.out_h % a.out_c;
        const int32_t image = line / a.out_h / a.out_c;
        const int32_t first = image * a.in_c + channel / out_per_group * in_per_group;
        stretch s;
        s.x = x + (ptrdiff_t)first * a.in_h * a.in_w;
        s.w = w + (ptrdiff_t)channel * in_per_group * a.kernel_h * a.kernel_w;
        s.channels = in_per_group;
        s.row = line % a.out_h;
        s.begin = item % stretches * STRETCH;
        s.count = a.out_w - s.begin < STRETCH ? a.out_w - s.begin : STRETCH;
        compute(&a, &s, bias ? bias[channel] : 0.0f, y + (ptrdiff_t)line * a.out_w + s.begin);
    }
}
