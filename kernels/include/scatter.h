/* SPDX-License-Identifier: MIT-0 */
/* A copy of x with updates written over the elements that an index tensor names; where two meet, the later one wins. */
#ifndef TW_SCATTER_H
#define TW_SCATTER_H

#include "indices.h"
#include "tw_runtime.h"

#define TW_SCATTER_AXES 8

typedef struct {
    int32_t elem_bytes;
    int32_t index_bytes;
    int32_t index_signed;
    int32_t reduction; /* none of the kernels here reduces: 0 */
    int32_t count;     /* elements of x */
    int32_t updates;   /* elements of the updates */
    int32_t axes;
    int32_t axis;
    int32_t extent; /* of x on `axis` */
    int32_t size[TW_SCATTER_AXES];   /* of the updates */
    int32_t stride[TW_SCATTER_AXES]; /* of x */
} tw_scatter_elements_args;

/* The indices replace the coordinate on `axis`. */
void tw_scatter_elements(const tw_scatter_elements_args* args, const void* x, const void* indices, const void* updates,
                         void* y);

typedef struct {
    int32_t elem_bytes;
    int32_t index_bytes;
    int32_t index_signed;
    int32_t reduction;
    int32_t count;
    int32_t tuples;
    int32_t length; /* indices in a tuple */
    int32_t slice;  /* elements that a tuple names */
    int32_t extent[TW_SCATTER_AXES];
} tw_scatter_nd_args;

/* Each tuple of indices names a slice of x. */
void tw_scatter_nd(const tw_scatter_nd_args *args, const void *x, const void *indices, const void *updates, void *y);

#endif
