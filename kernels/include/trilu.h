/* SPDX-License-Identifier: MIT-0 */
/* The upper or lower triangle of matrices; zeros elsewhere. */
#ifndef TW_TRILU_H
#define TW_TRILU_H

#include "tw_runtime.h"

typedef struct {
    int32_t elem_bytes;
    int32_t count; /* elements of all matrices */
    int32_t rows;
    int32_t columns;
    int32_t diagonal; /* that bounds the triangle: 0 main, positive above it */
    int32_t upper;
} tw_trilu_args;

void tw_trilu(const tw_trilu_args *args, const void *x, void *y);

#endif
