/* SPDX-License-Identifier: MIT-0 */
/* Turns round the beginning of each sequence of a batch. */
#ifndef TW_REVERSE_SEQUENCE_H
#define TW_REVERSE_SEQUENCE_H

#include "indices.h"
#include "tw_runtime.h"

typedef struct {
    int32_t elem_bytes;
    int32_t index_bytes; /* of the lengths */
    int32_t index_signed;
    int32_t batch;
    int32_t time;
    int32_t inner;
    int32_t time_first; /* [time, batch, inner], else [batch, time, inner] */
} tw_reverse_sequence_args;

void tw_reverse_sequence(const tw_reverse_sequence_args *args, const void *x, const void *lengths, void *y);

#endif
