/* SPDX-License-Identifier: MIT-0 */
/* Each index becomes `depth` values, one of which is on; an index outside leaves all of them off. */
#ifndef TW_ONE_HOT_H
#define TW_ONE_HOT_H

#include "indices.h"
#include "tw_runtime.h"

typedef struct {
    int32_t elem_bytes;
    int32_t index_bytes;
    int32_t index_signed;
    int32_t outer; /* indices are [outer, inner], y is [outer, depth, inner] */
    int32_t depth;
    int32_t inner;
} tw_one_hot_args;

/* values: off, on */
void tw_one_hot(const tw_one_hot_args *args, const void *indices, const void *values, void *y);

#endif
