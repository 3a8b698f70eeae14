/* SPDX-License-Identifier: MIT-0 */
/* GatherND for elements of any type. The cores share the slices. */
#include "gather.h"

#include <string.h>

void tw_gather_nd(const tw_gather_nd_args *args, const void *x, const void *indices, void *y)
{
    const tw_span mine = tw_team_share(args->batches * args->tuples);
    const size_t bytes = (size_t)args->slice * (size_t)args->elem_bytes;
    for (int32_t tuple = mine.begin; tuple < mine.end; ++tuple) {
        int32_t row = tuple / args->tuples;
        for (int32_t i = 0; i < args->length; ++i) {
            const int32_t index = tw_index_into(indices, tuple * args->length + i, args->index_bytes,
                                                args->index_signed, args->extent[i]);
            row = row * args->extent[i] + index;
        }
        memcpy((uint8_t *)y + (size_t)tuple * bytes, (const uint8_t *)x + (size_t)row * bytes, bytes);
    }
}
