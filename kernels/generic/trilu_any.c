/* SPDX-License-Identifier: MIT-0 */
/* Trilu for elements of any type. The cores share the rows. */
#include "trilu.h"

#include <string.h>

void tw_trilu(const tw_trilu_args *args, const void *x, void *y)
{
    if (args->count == 0)
        return;
    const tw_span mine = tw_team_share(args->count / args->columns);
    const size_t width = (size_t)args->elem_bytes;
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        /* the triangle holds the columns [cut, columns) or [0, cut) of this row */
        const int64_t edge = (int64_t)(row % args->rows) + args->diagonal + (args->upper ? 0 : 1);
        const int32_t cut = edge < 0 ? 0 : edge > args->columns ? args->columns : (int32_t)edge;
        const int32_t begin = args->upper ? cut : 0;
        const int32_t end = args->upper ? args->columns : cut;
        uint8_t *to = (uint8_t *)y + (size_t)row * (size_t)args->columns * width;
        const uint8_t *from = (const uint8_t *)x + (size_t)row * (size_t)args->columns * width;
        memset(to, 0, (size_t)begin * width);
        memcpy(to + (size_t)begin * width, from + (size_t)begin * width, (size_t)(end - begin) * width);
        memset(to + (size_t)end * width, 0, (size_t)(args->columns - end) * width);
    }
}
