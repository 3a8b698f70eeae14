/* SPDX-License-Identifier: MIT-0 */
/* Padding at both ends of the axes; negative amounts cut. */
#ifndef TW_PAD_H
#define TW_PAD_H

#include "tw_runtime.h"

#define TW_PAD_AXES 8

enum { TW_PAD_CONSTANT, TW_PAD_REFLECT, TW_PAD_EDGE, TW_PAD_WRAP };

typedef struct {
    int32_t elem_bytes;
    int32_t count; /* elements of y */
    int32_t mode;  /* TW_PAD_... */
    int32_t axes;
    int32_t size[TW_PAD_AXES]; /* of x */
    int32_t begin[TW_PAD_AXES];
    int32_t end[TW_PAD_AXES];
    int32_t value_low; /* the constant's bits, little end first */
    int32_t value_high;
} tw_pad_args;

void tw_pad(const tw_pad_args *args, const void *x, void *y);

#endif
