/* SPDX-License-Identifier: MIT-0 */
/* OneHot for elements of any type. The cores share the elements of y. */
#include "one_hot.h"

#include <string.h>

void tw_one_hot(const tw_one_hot_args *args, const void *indices, const void *values, void *y)
{
    const tw_span mine = tw_team_share(args->outer * args->depth * args->inner);
    const size_t width = (size_t)args->elem_bytes;
    for (int32_t at = mine.begin; at < mine.end; ++at) {
        const int32_t position = at / args->inner % args->depth;
        const int32_t from = at / args->inner / args->depth * args->inner + at % args->inner;
        const int64_t index = tw_index_value(indices, from, args->index_bytes, args->index_signed);
        const int on = (index < 0 ? index + args->depth : index) == position;
        memcpy((uint8_t *)y + (size_t)at * width, (const uint8_t *)values + (on ? width : 0), width);
    }
}
