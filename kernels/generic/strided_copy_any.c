/* SPDX-License-Identifier: MIT-0 */
/* Strided copy of elements of any type. The cores share the elements of y; runs are copied as blocks. */
#include "strided_copy.h"

#include <string.h>

static void copy_runs(const tw_strided_copy_args *args, const uint8_t *x, uint8_t *y)
{
    const tw_span mine = tw_team_share(args->count);
    const size_t width = (size_t)args->elem_bytes;
    for (int32_t at = mine.begin; at < mine.end;) {
        int32_t row = at / args->run;
        const int32_t inside = at % args->run;
        int32_t from = args->offset + inside;
        for (int32_t loop = args->loops - 1; loop >= 0; --loop) {
            from += row % args->size[loop] * args->stride[loop];
            row /= args->size[loop];
        }
        const int32_t rest = mine.end - at;
        const int32_t length = args->run - inside < rest ? args->run - inside : rest;
        memcpy(y + (size_t)at * width, x + (size_t)from * width, (size_t)length * width);
        at += length;
    }
}

/* Runs of one element: the innermost loop is unrolled into a tight copy of one width. */
#define TW_COPY_COLUMN(type)                                                                         \
    static void copy_column_##type(const type *x, type *y, int32_t length, int32_t stride)          \
    {                                                                                                \
        for (int32_t i = 0; i < length; ++i)                                                         \
            y[i] = x[(ptrdiff_t)i * stride];                                                         \
    }
TW_COPY_COLUMN(uint8_t)
TW_COPY_COLUMN(uint16_t)
TW_COPY_COLUMN(uint32_t)
TW_COPY_COLUMN(uint64_t)

static void copy_column(int32_t width, const uint8_t *x, uint8_t *y, int32_t length, int32_t stride)
{
    if (width == 1)
        copy_column_uint8_t(x, y, length, stride);
    else if (width == 2)
        copy_column_uint16_t((const uint16_t *)(const void *)x, (uint16_t *)(void *)y, length, stride);
    else if (width == 4)
        copy_column_uint32_t((const uint32_t *)(const void *)x, (uint32_t *)(void *)y, length, stride);
    else
        copy_column_uint64_t((const uint64_t *)(const void *)x, (uint64_t *)(void *)y, length, stride);
}

static void copy_columns(const tw_strided_copy_args *args, const uint8_t *x, uint8_t *y)
{
    const tw_span mine = tw_team_share(args->count);
    const int32_t last = args->loops - 1;
    const int32_t column = args->size[last];
    for (int32_t at = mine.begin; at < mine.end;) {
        int32_t row = at / column;
        const int32_t inside = at % column;
        int32_t from = args->offset + inside * args->stride[last];
        for (int32_t loop = last - 1; loop >= 0; --loop) {
            from += row % args->size[loop] * args->stride[loop];
            row /= args->size[loop];
        }
        const int32_t rest = mine.end - at;
        const int32_t length = column - inside < rest ? column - inside : rest;
        copy_column(args->elem_bytes, x + (ptrdiff_t)from * args->elem_bytes, y + (ptrdiff_t)at * args->elem_bytes,
                    length, args->stride[last]);
        at += length;
    }
}

void tw_strided_copy(const tw_strided_copy_args *args, const void *x, void *y)
{
    if (args->run > 1 || args->loops == 0)
        copy_runs(args, x, y);
    else
        copy_columns(args, x, y);
}
