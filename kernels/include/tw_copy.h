/* SPDX-License-Identifier: MIT-0 */
/* A strided copy done by the calling core, for platforms without a DMA of their own. */
#ifndef TW_COPY_H
#define TW_COPY_H

#include "tw_runtime.h"

#include <string.h>

static inline void tw_copy_runs(const tw_copy *copy)
{
    for (int32_t plane = 0; plane < copy->planes; ++plane)
        for (int32_t row = 0; row < copy->rows; ++row)
            memcpy((uint8_t *)copy->to + (ptrdiff_t)plane * copy->to_plane + (ptrdiff_t)row * copy->to_row,
                   (const uint8_t *)copy->from + (ptrdiff_t)plane * copy->from_plane + (ptrdiff_t)row * copy->from_row,
                   (size_t)copy->bytes);
}

#endif
