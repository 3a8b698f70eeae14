/* SPDX-License-Identifier: MIT-0 */
/* GatherElements for elements of any type. The cores share the elements of y. */
#include "gather.h"

#include <string.h>

void tw_gather_elements(const tw_gather_elements_args *args, const void *x, const void *indices, void *y)
{
    const tw_span mine = tw_team_share(args->count);
    const size_t width = (size_t)args->elem_bytes;
    for (int32_t at = mine.begin; at < mine.end; ++at) {
        int32_t rest = at;
        int32_t from = 0;
        for (int32_t axis = args->axes - 1; axis >= 0; --axis) {
            int32_t position = rest % args->size[axis];
            rest /= args->size[axis];
            if (axis == args->axis)
                position = tw_index_into(indices, at, args->index_bytes, args->index_signed, args->extent);
            from += position * args->stride[axis];
        }
        memcpy((uint8_t *)y + (size_t)at * width, (const uint8_t *)x + (size_t)from * width, width);
    }
}
