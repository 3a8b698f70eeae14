/* SPDX-License-Identifier: MIT-0 */
/* A copy that walks through its input with one step per loop: transposes, slices, repetitions, depth to space. */
#ifndef TW_STRIDED_COPY_H
#define TW_STRIDED_COPY_H

#include "tw_runtime.h"

#define TW_STRIDED_COPY_LOOPS 8

/* y[i0, i1, ..., r] = x[offset + i0 * stride[0] + i1 * stride[1] + ... + r], 0 <= r < run; all in elements. */
typedef struct {
    int32_t elem_bytes;
    int32_t count; /* elements of y */
    int32_t run;   /* neighbours in x that are neighbours in y */
    int32_t offset;
    int32_t loops;
    int32_t size[TW_STRIDED_COPY_LOOPS];
    int32_t stride[TW_STRIDED_COPY_LOOPS];
} tw_strided_copy_args;

void tw_strided_copy(const tw_strided_copy_args *args, const void *x, void *y);

#endif
