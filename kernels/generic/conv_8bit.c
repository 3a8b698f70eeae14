/* SPDX-License-Identifier: MIT-0 */
/* 8-bit convolution, channels last: dot products over runs of input that lie together in memory, four filters at a
   time so that each input is read once for them. */
#include "conv.h"

enum { FILTERS = 4 };

#define DOT(name, x_type)                                                                                    \
    static void name(const x_type *x, const int8_t *w, int32_t filter_step, int32_t count, int32_t *sums)    \
    {                                                                                                        \
        const int8_t *w1 = w + filter_step;                                                                  \
        const int8_t *w2 = w1 + filter_step;                                                                 \
        const int8_t *w3 = w2 + filter_step;                                                                 \
        int32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;                                                              \
        for (int32_t i = 0; i < count; ++i) {                                                                \
            s0 += x[i] * w[i];                                                                               \
            s1 += x[i] * w1[i];                                                                              \
            s2 += x[i] * w2[i];                                                                              \
            s3 += x[i] * w3[i];                                                                              \
        }                                                                                                    \
        sums[0] += s0;                                                                                       \
        sums[1] += s1;                                                                                       \
        sums[2] += s2;                                                                                       \
        sums[3] += s3;                                                                                       \
    }                                                                                                        \
    static void name##_one(const x_type *x, const int8_t *w, int32_t count, int32_t *sum)                    \
    {                                                                                                        \
        int32_t s = 0;                                                                                       \
        for (int32_t i = 0; i < count; ++i)                                                                  \
            s += x[i] * w[i];                                                                                \
        *sum += s;                                                                                           \
    }

DOT(dot_i8, int8_t)
DOT(dot_u8, uint8_t)

/* The taps of one output position that lie inside the image. */
typedef struct {
    int32_t image;
    int32_t top; /* input position of tap 0, may be in the padding */
    int32_t left;
    tw_span rows;
    tw_span columns;
} position;

static position position_at(const tw_conv_args *a, int32_t pixel)
{
    position p;
    p.image = pixel / (a->out_h * a->out_w);
    p.top = pixel / a->out_w % a->out_h * a->stride_h - a->pad_top;
    p.left = pixel % a->out_w * a->stride_w - a->pad_left;
    p.rows = tw_taps_inside(p.top, a->dilation_h, a->kernel_h, a->in_h);
    p.columns = tw_taps_inside(p.left, a->dilation_w, a->kernel_w, a->in_w);
    return p;
}

/* Adds the dot product of `count` inputs with as many weights of `filters` (1 or FILTERS) filters. */
static void add_run(const tw_conv_args *a, const void *x, ptrdiff_t at, const int8_t *w, int32_t filters, int32_t count,
                    int32_t *sums)
{
    const int32_t filter_step = a->kernel_h * a->kernel_w * (a->in_c / a->group);
    if (a->x_type == TW_U8 && filters == FILTERS)
        dot_u8((const uint8_t *)x + at, w, filter_step, count, sums);
    else if (a->x_type == TW_U8)
        dot_u8_one((const uint8_t *)x + at, w, count, sums);
    else if (filters == FILTERS)
        dot_i8((const int8_t *)x + at, w, filter_step, count, sums);
    else
        dot_i8_one((const int8_t *)x + at, w, count, sums);
}

/* The sums of `filters` neighbouring output channels at one position. */
static void add_position(const tw_conv_args *a, const position *p, const void *x, const int8_t *w, int32_t channel,
                         int32_t filters, int32_t *sums)
{
    const int32_t depth = a->in_c / a->group;
    const int32_t first = channel / (a->out_c / a->group) * depth;
    const int joined = a->group == 1 && a->dilation_w == 1; /* a whole kernel row lies together */
    const int32_t runs = joined ? 1 : p->columns.end - p->columns.begin;
    const int32_t count = joined ? (p->columns.end - p->columns.begin) * depth : depth;
    for (int32_t kh = p->rows.begin; kh < p->rows.end; ++kh) {
        const ptrdiff_t row = ((ptrdiff_t)p->image * a->in_h + p->top + kh * a->dilation_h) * a->in_w;
        const int8_t *line = w + ((ptrdiff_t)channel * a->kernel_h + kh) * a->kernel_w * depth;
        for (int32_t run = 0; run < runs; ++run) {
            const int32_t kw = p->columns.begin + run;
            add_run(a, x, (row + p->left + kw * a->dilation_w) * a->in_c + first, line + kw * depth, filters, count, sums);
        }
    }
}

static void convolve(const tw_conv_args *a, const void *x, const int8_t *w, const int32_t *bias, const tw_conv_sink *sink)
{
    const int32_t out_per_group = a->out_c / a->group;
    const tw_span mine = tw_team_share(a->batch * a->out_h * a->out_w);
    for (int32_t pixel = mine.begin; pixel < mine.end; ++pixel) {
        const position p = position_at(a, pixel);
        int32_t channel = 0;
        while (channel < a->out_c) {
            const int32_t left = out_per_group - channel % out_per_group;
            const int32_t filters = left >= FILTERS ? FILTERS : 1;
            int32_t sums[FILTERS];
            for (int32_t i = 0; i < filters; ++i)
                sums[i] = bias ? bias[channel + i] : 0;
            add_position(a, &p, x, w, channel, filters, sums);
            for (int32_t i = 0; i < filters; ++i)
                tw_conv_store(a, sink, pixel * a->out_c + channel + i, channel + i, sums[i]);
            channel += filters;
        }
    }
}

void tw_conv_8bit(const tw_conv_args *args, const void *x, const int8_t *w, const int32_t *bias, int32_t *y)
{
    const tw_conv_sink sink = {NULL, NULL, y};
    convolve(args, x, w, bias, &sink);
}

void tw_conv_8bit_requant(const tw_conv_args *args, const void *x, const int8_t *w, const int32_t *bias,
                          const int32_t *mul, const int32_t *add, void *y)
{
    const tw_conv_sink sink = {mul, add, y};
    convolve(args, x, w, bias, &sink);
}
