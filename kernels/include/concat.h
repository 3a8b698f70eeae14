/* SPDX-License-Identifier: MIT-0 */
/* Tensors put one after the other along an axis. */
#ifndef TW_CONCAT_H
#define TW_CONCAT_H

#include "tw_runtime.h"

#define TW_CONCAT_INPUTS 32

/* y has `outer` rows; each is one run of every input after the other. Runs and rows in elements. */
typedef struct {
    int32_t elem_bytes;
    int32_t inputs;
    int32_t outer;
    int32_t row;
    int32_t run[TW_CONCAT_INPUTS];
} tw_concat_args;

void tw_concat(const tw_concat_args *args, const void *const *inputs, void *y);

#endif
