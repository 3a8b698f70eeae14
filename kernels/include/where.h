/* SPDX-License-Identifier: MIT-0 */
/* Takes each element from x where the condition holds, else from y; all three are broadcast. */
#ifndef TW_WHERE_H
#define TW_WHERE_H

#include "strides.h"
#include "tw_runtime.h"

typedef struct {
    int32_t count; /* elements of the result */
    int32_t element_bytes;
    int32_t rank; /* loop axes in use, at least one */
    int32_t dims[TW_MAX_DIMS];
    int32_t condition_strides[TW_MAX_DIMS];
    int32_t x_strides[TW_MAX_DIMS];
    int32_t y_strides[TW_MAX_DIMS];
} tw_where_args;

void tw_where(const tw_where_args *args, const uint8_t *condition, const void *x, const void *y, void *output);

#endif
