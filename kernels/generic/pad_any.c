/* SPDX-License-Identifier: MIT-0 */
/* Padding of elements of any type. The cores share the rows (the innermost axis) of y. */
#include "pad.h"

#include <string.h>

static int32_t modulo(int32_t a, int32_t b)
{
    const int32_t rest = a % b;
    return rest < 0 ? rest + b : rest;
}

/* The position of x that stands at `at` (which counts from x's first element); -1 for the constant. */
static int32_t source(int32_t mode, int32_t at, int32_t size)
{
    if (at >= 0 && at < size)
        return at;
    switch (mode) {
    case TW_PAD_REFLECT: {
        const int32_t period = size > 1 ? 2 * (size - 1) : 1;
        const int32_t folded = modulo(at, period);
        return folded < size ? folded : period - folded;
    }
    case TW_PAD_EDGE:
        return at < 0 ? 0 : size - 1;
    case TW_PAD_WRAP:
        return modulo(at, size);
    default:
        return -1;
    }
}

static void put_value(const tw_pad_args *args, uint8_t *y)
{
    const int32_t words[2] = {args->value_low, args->value_high};
    memcpy(y, words, (size_t)args->elem_bytes);
}

/* First element in x of the row of y; -1 when the row lies in the padding. */
static int32_t row_start(const tw_pad_args *args, int32_t row)
{
    int32_t step = args->size[args->axes - 1];
    int32_t start = 0;
    for (int32_t axis = args->axes - 2; axis >= 0; --axis) {
        const int32_t extent = args->size[axis] + args->begin[axis] + args->end[axis];
        const int32_t from = source(args->mode, row % extent - args->begin[axis], args->size[axis]);
        if (from < 0)
            return -1;
        start += from * step;
        step *= args->size[axis];
        row /= extent;
    }
    return start;
}

static void fill_row(const tw_pad_args *args, const uint8_t *x, int32_t start, uint8_t *y)
{
    const int32_t last = args->axes - 1;
    const int32_t size = args->size[last];
    const int32_t begin = args->begin[last];
    const int32_t extent = size + begin + args->end[last];
    const size_t width = (size_t)args->elem_bytes;
    for (int32_t at = 0; at < extent;) {
        const int32_t from = start < 0 ? -1 : source(args->mode, at - begin, size);
        int32_t length = 1;
        if (from >= 0 && at - begin == from) /* inside x: the rest of its row as one block */
            length = size - from < extent - at ? size - from : extent - at;
        if (from < 0)
            put_value(args, y + (size_t)at * width);
        else
            memcpy(y + (size_t)at * width, x + (size_t)(start + from) * width, (size_t)length * width);
        at += length;
    }
}

void tw_pad(const tw_pad_args *args, const void *x, void *y)
{
    const int32_t last = args->axes - 1;
    if (last < 0) { /* a scalar */
        const tw_span one = tw_team_share(1);
        if (one.begin < one.end)
            memcpy(y, x, (size_t)args->elem_bytes);
        return;
    }
    const int32_t extent = args->size[last] + args->begin[last] + args->end[last];
    if (args->count == 0)
        return;
    const tw_span rows = tw_team_share(args->count / extent);
    for (int32_t row = rows.begin; row < rows.end; ++row)
        fill_row(args, x, row_start(args, row), (uint8_t *)y + (size_t)row * (size_t)extent * (size_t)args->elem_bytes);
}
