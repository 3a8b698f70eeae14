/* SPDX-License-Identifier: MIT-0 */
/* Gather for elements of any type. The cores share the gathered slices. */
#include "gather.h"

#include <string.h>

void tw_gather(const tw_gather_args *args, const void *x, const void *indices, void *y)
{
    const tw_span mine = tw_team_share(args->outer * args->indices);
    const size_t bytes = (size_t)args->inner * (size_t)args->elem_bytes;
    for (int32_t slice = mine.begin; slice < mine.end; ++slice) {
        const int32_t outer = slice / args->indices;
        const int32_t index =
            tw_index_into(indices, slice % args->indices, args->index_bytes, args->index_signed, args->extent);
        memcpy((uint8_t*)y + (size_t)slice * bytes,
               (const uint8_t*)x + ((size_t)outer * (size_t)args->extent + (size_t)index) * bytes, bytes);
    }
}
