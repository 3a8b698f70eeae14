/* SPDX-License-Identifier: MIT-0 */
/* The same values in another type. Floats lose their fraction towards zero and saturate at the ends of an integer
   type (NaN gives 0); integers wrap around; anything but zero is true. */
#ifndef TW_CAST_H
#define TW_CAST_H

#include "tw_runtime.h"

/* Types as ONNX numbers them. */
enum {
    TW_CAST_F32 = 1, TW_CAST_U8 = 2, TW_CAST_I8 = 3, TW_CAST_U16 = 4, TW_CAST_I16 = 5, TW_CAST_I32 = 6, TW_CAST_I64 = 7,
    TW_CAST_BOOL = 9, TW_CAST_U32 = 12
};

typedef struct {
    int32_t count;
    int32_t from;
    int32_t to;
} tw_cast_args;

void tw_cast(const tw_cast_args *args, const void *x, void *y);

#endif
