/* SPDX-License-Identifier: MIT-0 */
/* Elements and slices chosen by index tensors. */
#ifndef TW_GATHER_H
#define TW_GATHER_H

#include "indices.h"
#include "tw_runtime.h"

#define TW_GATHER_AXES 8

typedef struct {
    int32_t elem_bytes;
    int32_t index_bytes;
    int32_t index_signed;
    int32_t outer;
    int32_t extent; /* of the gathered axis */
    int32_t indices;
    int32_t inner;
} tw_gather_args;

/* y[o, i, :] = x[o, indices[i], :] */
void tw_gather(const tw_gather_args *args, const void *x, const void *indices, void *y);

typedef struct {
    int32_t elem_bytes;
    int32_t index_bytes;
    int32_t index_signed;
    int32_t axes;
    int32_t axis;
    int32_t extent; /* of the gathered axis of x */
    int32_t count;  /* elements of y */
    int32_t size[TW_GATHER_AXES];   /* of y */
    int32_t stride[TW_GATHER_AXES]; /* of x */
} tw_gather_elements_args;

/* y[i, j, ...] = x[i, j, ...] with the coordinate on `axis` replaced by indices[i, j, ...] */
void tw_gather_elements(const tw_gather_elements_args *args, const void *x, const void *indices, void *y);

typedef struct {
    int32_t elem_bytes;
    int32_t index_bytes;
    int32_t index_signed;
    int32_t batches;
    int32_t tuples; /* per batch */
    int32_t length; /* indices in a tuple */
    int32_t slice;  /* elements that a tuple names */
    int32_t extent[TW_GATHER_AXES];
} tw_gather_nd_args;

/* y[b, t, :] = x[b, indices[b, t, 0], indices[b, t, 1], ..., :] */
void tw_gather_nd(const tw_gather_nd_args *args, const void *x, const void *indices, void *y);

#endif
