/* SPDX-License-Identifier: MIT-0 */
/* Resize: nearest pixel for elements of any type, bilinear for float32. Where rows and columns of the output lie in the
   input is worked out once, in double, so that no rounding moves a pixel. The cores share the rows of y. */
#include "resize.h"

#include <string.h>

typedef struct {
    int32_t in;
    int32_t out;
    double scale;
} axis;

static double source(int32_t coordinates, const axis *along, int32_t position)
{
    const double centred = (position + 0.5) / along->scale - 0.5;
    switch (coordinates) {
    case TW_RESIZE_HALF_PIXEL_SYMMETRIC:
        return along->in / 2.0 * (1.0 - along->out / (along->in * along->scale)) + centred;
    case TW_RESIZE_PYTORCH_HALF_PIXEL:
        return along->out > 1 ? centred : 0.0;
    case TW_RESIZE_ALIGN_CORNERS:
        return along->out > 1 ? (double)position * (along->in - 1) / (along->out - 1) : 0.0;
    case TW_RESIZE_ASYMMETRIC:
        return position / along->scale;
    case TW_RESIZE_HALF_PIXEL_FOR_NEAREST:
        return (position + 0.5) / along->scale;
    default:
        return centred;
    }
}

static int32_t floor_of(double value)
{
    const int32_t whole = (int32_t)value;
    return whole > value ? whole - 1 : whole;
}

static int32_t rounded(int32_t rounding, double value)
{
    switch (rounding) {
    case TW_RESIZE_PREFER_FLOOR:
        return -floor_of(0.5 - value);
    case TW_RESIZE_PREFER_CEIL:
        return floor_of(value + 0.5);
    case TW_RESIZE_FLOOR:
        return floor_of(value);
    default:
        return -floor_of(-value);
    }
}

static int32_t inside(int32_t position, int32_t size)
{
    if (position < 0)
        return 0;
    return position < size ? position : size - 1;
}

static tw_resize_tap tap_at(const tw_resize_args *args, const axis *along, int32_t position)
{
    const double at = source(args->coordinates, along, position);
    tw_resize_tap tap = {0, 0, 0.0F};
    if (args->interpolation == 0) {
        tap.low = inside(rounded(args->rounding, at), along->in);
        tap.high = tap.low;
        return tap;
    }
    const int32_t base = floor_of(at);
    tap.low = inside(base, along->in);
    tap.high = inside(base + 1, along->in);
    tap.share = (float)(at - base);
    return tap;
}

static double scale_of(float given, int32_t in, int32_t out)
{
    return given > 0.0F ? (double)given : (double)out / in;
}

/* Fills the taps of all rows, then of all columns. The cores share them, and wait for each other. */
static void fill_taps(const tw_resize_args *args, tw_resize_tap *taps)
{
    const axis rows = {args->in_h, args->out_h, scale_of(args->scale_h, args->in_h, args->out_h)};
    const axis columns = {args->in_w, args->out_w, scale_of(args->scale_w, args->in_w, args->out_w)};
    const tw_span mine = tw_team_share(args->out_h + args->out_w);
    for (int32_t i = mine.begin; i < mine.end; ++i)
        taps[i] = i < args->out_h ? tap_at(args, &rows, i) : tap_at(args, &columns, i - args->out_h);
    tw_team_barrier();
}

/* x as [outer, in_h, in_w] pixels of `bytes`. */
static void resize_nearest(const tw_resize_args* args, int32_t outer, size_t bytes, const uint8_t* x, uint8_t* y,
                           tw_resize_tap* taps)
{
    fill_taps(args, taps);
    const tw_span mine = tw_team_share(outer * args->out_h);
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        const size_t from_row = (size_t)(row / args->out_h) * (size_t)args->in_h + (size_t)taps[row % args->out_h].low;
        const uint8_t *from = x + from_row * (size_t)args->in_w * bytes;
        uint8_t *to = y + (size_t)row * (size_t)args->out_w * bytes;
        for (int32_t column = 0; column < args->out_w; ++column, to += bytes)
            memcpy(to, from + (size_t)taps[args->out_h + column].low * bytes, bytes);
    }
}

void tw_resize_nearest_nchw(const tw_resize_args *args, const void *x, void *y, void *scratch)
{
    resize_nearest(args, args->batch * args->channels, (size_t)args->elem_bytes, x, y, scratch);
}

void tw_resize_nearest_nhwc(const tw_resize_args *args, const void *x, void *y, void *scratch)
{
    resize_nearest(args, args->batch, (size_t)args->elem_bytes * (size_t)args->channels, x, y, scratch);
}

/* x as [outer, in_h, in_w, inner]. */
static void resize_linear(const tw_resize_args* args, int32_t outer, int32_t inner, const float* x, float* y,
                          tw_resize_tap* taps)
{
    fill_taps(args, taps);
    const tw_span mine = tw_team_share(outer * args->out_h);
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        const tw_resize_tap v = taps[row % args->out_h];
        const float *image = x + (size_t)(row / args->out_h) * (size_t)args->in_h * (size_t)args->in_w * (size_t)inner;
        const float *upper = image + (size_t)v.low * (size_t)args->in_w * (size_t)inner;
        const float *lower = image + (size_t)v.high * (size_t)args->in_w * (size_t)inner;
        float *to = y + (size_t)row * (size_t)args->out_w * (size_t)inner;
        for (int32_t column = 0; column < args->out_w; ++column) {
            const tw_resize_tap h = taps[args->out_h + column];
            const float *corner[4] = {upper + (ptrdiff_t)h.low * inner, upper + (ptrdiff_t)h.high * inner,
                                      lower + (ptrdiff_t)h.low * inner, lower + (ptrdiff_t)h.high * inner};
            for (int32_t i = 0; i < inner; ++i) {
                const float top = corner[0][i] * (1.0F - h.share) + corner[1][i] * h.share;
                const float bottom = corner[2][i] * (1.0F - h.share) + corner[3][i] * h.share;
                *to++ = top * (1.0F - v.share) + bottom * v.share;
            }
        }
    }
}

void tw_resize_linear_nchw_f32(const tw_resize_args *args, const float *x, float *y, void *scratch)
{
    resize_linear(args, args->batch * args->channels, 1, x, y, scratch);
}

void tw_resize_linear_nhwc_f32(const tw_resize_args *args, const float *x, float *y, void *scratch)
{
    resize_linear(args, args->batch, args->channels, x, y, scratch);
}
