/* SPDX-License-Identifier: MIT-0 */
/* Real values of quantised elements, and back. Pointers to zero points may be NULL: then the zero point is 0. */
#ifndef TW_QUANTIZED_H
#define TW_QUANTIZED_H

#include "integer.h"

#include <stddef.h>

static inline int32_t tw_zero_point(const void *zero_point, int32_t type, int32_t index)
{
    return zero_point ? tw_load_integer(zero_point, type, index) : 0;
}

/* value + zero, rounded to the nearest whole number with halves to even, clipped to 8 bits, and stored. */
static inline void tw_store_quantized(void *y, int32_t type, int32_t index, double value, int32_t zero)
{
    const int32_t lo = type == TW_I8 ? -128 : 0;
    const int32_t hi = type == TW_I8 ? 127 : 255;
    int32_t whole = lo;
    if (value >= (double)(hi - zero)) {
        whole = hi;
    } else if (value > (double)(lo - zero)) {
        const int32_t below = (int32_t)value - (value < (double)(int32_t)value ? 1 : 0);
        const double rest = value - below;
        whole = below + (rest > 0.5 || (rest == 0.5 && (below & 1) != 0) ? 1 : 0) + zero;
    }
    tw_store_integer(y, type, index, whole);
}

#endif
