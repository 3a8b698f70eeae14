/* SPDX-License-Identifier: MIT-0 */
/* Requantisation of one accumulator: clip((value * mul + add + half) >> shift). */
#ifndef TW_REQUANT_H
#define TW_REQUANT_H

#include <stdint.h>

/* The product needs 64 bits. Adding half makes the shift round halves up; the shift of a negative number must be
   arithmetic, as it is with every compiler for the targets at hand. */
static inline int32_t tw_requant(int32_t value, int32_t mul, int32_t add, int32_t shift, int32_t lo, int32_t hi)
{
    const int64_t half = shift > 0 ? (int64_t)1 << (shift - 1) : 0;
    const int64_t scaled = ((int64_t)value * mul + add + half) >> shift;
    return scaled < lo ? lo : scaled > hi ? hi : (int32_t)scaled;
}

#endif
