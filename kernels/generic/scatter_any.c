/* SPDX-License-Identifier: MIT-0 */
/* Scatter for elements of any type, without reduction. The cores share the copy of x; one of them then writes the
   updates in order, since several may go to one place. */
#include "scatter.h"

#include <string.h>

static void copy_shared(const void *x, void *y, int32_t count, int32_t elem_bytes)
{
    const tw_span mine = tw_team_share(count);
    const size_t begin = (size_t)mine.begin * (size_t)elem_bytes;
    if (mine.begin < mine.end && x != y)
        memcpy((uint8_t *)y + begin, (const uint8_t *)x + begin, (size_t)(mine.end - mine.begin) * (size_t)elem_bytes);
    tw_team_barrier();
}

static int32_t element_place(const tw_scatter_elements_args *args, const void *indices, int32_t update)
{
    int32_t place = 0;
    int32_t rest = update;
    for (int32_t axis = args->axes - 1; axis >= 0; --axis) {
        int32_t position = rest % args->size[axis];
        rest /= args->size[axis];
        if (axis == args->axis)
            position = tw_index_into(indices, update, args->index_bytes, args->index_signed, args->extent);
        place += position * args->stride[axis];
    }
    return place;
}

void tw_scatter_elements(const tw_scatter_elements_args* args, const void* x, const void* indices, const void* updates,
                         void* y)
{
    const size_t width = (size_t)args->elem_bytes;
    copy_shared(x, y, args->count, args->elem_bytes);
    const tw_span alone = tw_team_share(1);
    for (int32_t update = 0; alone.begin < alone.end && update < args->updates; ++update)
        memcpy((uint8_t *)y + (size_t)element_place(args, indices, update) * width,
               (const uint8_t *)updates + (size_t)update * width, width);
}

static int32_t slice_place(const tw_scatter_nd_args *args, const void *indices, int32_t tuple)
{
    int32_t row = 0;
    for (int32_t i = 0; i < args->length; ++i)
        row = row * args->extent[i] + tw_index_into(indices, tuple * args->length + i, args->index_bytes,
                                                    args->index_signed, args->extent[i]);
    return row;
}

void tw_scatter_nd(const tw_scatter_nd_args *args, const void *x, const void *indices, const void *updates, void *y)
{
    const size_t bytes = (size_t)args->slice * (size_t)args->elem_bytes;
    copy_shared(x, y, args->count, args->elem_bytes);
    const tw_span alone = tw_team_share(1);
    for (int32_t tuple = 0; alone.begin < alone.end && tuple < args->tuples; ++tuple)
        memcpy((uint8_t *)y + (size_t)slice_place(args, indices, tuple) * bytes,
               (const uint8_t *)updates + (size_t)tuple * bytes, bytes);
}
