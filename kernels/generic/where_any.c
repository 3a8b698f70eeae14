/* SPDX-License-Identifier: MIT-0 */
#include "where.h"

#include <string.h>

void tw_where(const tw_where_args *args, const uint8_t *condition, const void *x, const void *y, void *output)
{
    const tw_span mine = tw_team_share(args->count);
    const int32_t bytes = args->element_bytes;
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        const int takes_x = condition[tw_offset(args->dims, args->condition_strides, args->rank, i)] != 0;
        const char *source = takes_x ? x : y;
        const int32_t *strides = takes_x ? args->x_strides : args->y_strides;
        memcpy((char *)output + i * bytes, source + tw_offset(args->dims, strides, args->rank, i) * bytes, (size_t)bytes);
    }
}
