/* SPDX-License-Identifier: MIT-0 */
/* Reading index tensors of any integer type. Negative indices count from the end. An index outside its axis has no
   right answer; it is brought to the nearest end, so that nothing outside a tensor is ever touched. */
#ifndef TW_INDICES_H
#define TW_INDICES_H

#include <stdint.h>

static inline int64_t tw_index_value(const void *indices, int32_t at, int32_t bytes, int32_t is_signed)
{
    switch (bytes) {
    case 1:
        return is_signed ? ((const int8_t *)indices)[at] : ((const uint8_t *)indices)[at];
    case 2:
        return is_signed ? ((const int16_t *)indices)[at] : ((const uint16_t *)indices)[at];
    case 4:
        return is_signed ? (int64_t)((const int32_t *)indices)[at] : (int64_t)((const uint32_t *)indices)[at];
    default:
        return ((const int64_t *)indices)[at];
    }
}

/* The position in [0, extent) that an index element names. */
static inline int32_t tw_index_into(const void *indices, int32_t at, int32_t bytes, int32_t is_signed, int32_t extent)
{
    const int64_t value = tw_index_value(indices, at, bytes, is_signed);
    const int64_t position = value < 0 ? value + extent : value;
    if (position < 0)
        return 0;
    return position < extent ? (int32_t)position : extent - 1;
}

#endif
