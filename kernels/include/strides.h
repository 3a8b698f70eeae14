/* SPDX-License-Identifier: MIT-0 */
/* Walking row-major loops with a step per axis; a step of 0 repeats an operand. */
#ifndef TW_STRIDES_H
#define TW_STRIDES_H

#include <stdint.h>

#ifndef TW_MAX_DIMS
#define TW_MAX_DIMS 8
#endif

/* Offset of the `index`-th position of the first `rank` loop axes. */
static inline int32_t tw_offset(const int32_t *dims, const int32_t *strides, int32_t rank, int32_t index)
{
    int32_t offset = 0;
    for (int32_t axis = rank - 1; axis >= 0; --axis) {
        offset += index % dims[axis] * strides[axis];
        index /= dims[axis];
    }
    return offset;
}

#endif
