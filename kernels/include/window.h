/* SPDX-License-Identifier: MIT-0 */
/* Which taps of a sliding window lie inside the image, and which outputs a tap serves, along one axis. */
#ifndef TW_WINDOW_H
#define TW_WINDOW_H

#include "tw_runtime.h"

/* a / b rounded up, for b > 0. */
static inline int32_t tw_divide_up(int32_t a, int32_t b)
{
    return a > 0 ? (a + b - 1) / b : -(-a / b);
}

static inline tw_span tw_clipped(int32_t begin, int32_t end, int32_t limit)
{
    tw_span span;
    span.begin = begin > 0 ? begin : 0;
    span.end = end < limit ? end : limit;
    if (span.end < span.begin)
        span.end = span.begin;
    return span;
}

/* Taps t < kernel with 0 <= first + t * dilation < in. */
static inline tw_span tw_taps_inside(int32_t first, int32_t dilation, int32_t kernel, int32_t in)
{
    return tw_clipped(tw_divide_up(-first, dilation), tw_divide_up(in - first, dilation), kernel);
}

/* Outputs o < out with 0 <= o * stride + shift < in. */
static inline tw_span tw_outputs_inside(int32_t shift, int32_t stride, int32_t out, int32_t in)
{
    return tw_clipped(tw_divide_up(-shift, stride), tw_divide_up(in - shift, stride), out);
}

#endif
