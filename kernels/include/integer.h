/* SPDX-License-Identifier: MIT-0 */
/* Reading and writing an integer element whose type is only known at run time, for the kernels that take any. */
#ifndef TW_INTEGER_H
#define TW_INTEGER_H

#include <stdint.h>

/* The codes of ONNX. */
enum { TW_U8 = 2, TW_I8 = 3, TW_U16 = 4, TW_I16 = 5, TW_I32 = 6 };

static inline int32_t tw_load_integer(const void *data, int32_t type, int32_t index)
{
    switch (type) {
    case TW_U8:
        return ((const uint8_t *)data)[index];
    case TW_I8:
        return ((const int8_t *)data)[index];
    case TW_U16:
        return ((const uint16_t *)data)[index];
    case TW_I16:
        return ((const int16_t *)data)[index];
    default:
        return ((const int32_t *)data)[index];
    }
}

/* Keeps the low bits; signed and unsigned elements of one width are written alike. */
static inline void tw_store_integer(void *data, int32_t type, int32_t index, int32_t value)
{
    if (type == TW_U8 || type == TW_I8)
        ((uint8_t *)data)[index] = (uint8_t)value;
    else if (type == TW_U16 || type == TW_I16)
        ((uint16_t *)data)[index] = (uint16_t)value;
    else
        ((int32_t *)data)[index] = value;
}

/* Multiply and add that wrap, as 32-bit integer arithmetic of the model does. */
static inline int32_t tw_multiply_add(int32_t sum, int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)sum + (uint32_t)a * (uint32_t)b);
}

#endif
