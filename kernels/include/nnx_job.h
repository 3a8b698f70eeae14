/* SPDX-License-Identifier: MIT-0 */
/* The registers of one job of NE16 or N-EUREKA, and what both drivers call alike. A job is one convolution; the device
   cuts it into sub-tiles by itself. */
#ifndef TW_NNX_JOB_H
#define TW_NNX_JOB_H

#include <stdint.h>

/* Bytes. */
typedef struct {
    uint32_t d0; /* activations: to the next pixel;                     weights: to the next block of input channels */
    uint32_t d1; /* activations: to the next row;                       weights: to the next output channel */
    uint32_t d2; /* activations: to the next block of channels;         weights: not used */
} nnx_strides;

typedef struct {
    uint16_t ko; /* output channels */
    uint16_t ki; /* input channels */
    uint16_t ho; /* output rows */
    uint16_t wo; /* output columns */
    uint16_t hi; /* input rows */
    uint16_t wi; /* input columns */
} nnx_counts;

typedef struct {
    uintptr_t weights;
    uintptr_t input; /* of the padded image: before the first pixel by the padding */
    uintptr_t output;
    uintptr_t scale;
    uintptr_t shift;
    uintptr_t bias;
    nnx_strides input_stride;
    nnx_strides output_stride;
    nnx_strides weights_stride;
    nnx_counts number;    /* of sub-tiles; hi and wi are not used */
    nnx_counts remainder; /* what the last sub-tile holds; hi and wi count rows and columns that are no padding behind */
    uint32_t padding;     /* from the top, 4 bits each: above, right, below, left; then 16 bits of value */
    int32_t weight_offset;
    uint32_t config;
} nnx_registers;

/* Fields of `config`: shift and, for fields wider than one bit, mask. */
enum {
    NNX_WEIGHT_BITS = 0, /* less one */
    NNX_WEIGHT_BITS_MASK = 7,
    NNX_NORMALISE = 4,
    NNX_FILTER = 5,
    NNX_FILTER_MASK = 3,
    NNX_WEIGHTS_IN_WMEM = 9,
    NNX_SCALE_32 = 12, /* else 8 bits, unsigned */
    NNX_STRIDED = 13,
    NNX_OFFSET_BY_LAYER = 15,
    NNX_SHIFT = 16,
    NNX_SHIFT_MASK = 31,
    NNX_OUTPUT_32 = 21, /* else 8 bits */
    NNX_NO_RELU = 23,
    NNX_ROUND = 24,
    NNX_BIAS = 25,
    NNX_INPUT_SIGNED = 26
};

enum { NNX_FILTER_3X3 = 0, NNX_FILTER_DEPTHWISE = 1, NNX_FILTER_1X1 = 2 };

typedef enum { normMode8Bit, normMode32Bit } nnx_norm_mode_e;
typedef enum { quantFunctionIdentity, quantFunctionRelu } nnx_quant_function_e;
typedef enum { weightOffsetModeSymmetric, weightOffsetModeLayerWise } nnx_weight_offset_mode_e;

typedef struct {
    nnx_norm_mode_e mode; /* width of the scale */
    uint8_t flag_bias;
    uint8_t flag_shift; /* a shift per channel instead of one for all */
} nnx_norm_t;

typedef struct {
    uint8_t shift_amount; /* 0 to 31, to the right */
    nnx_quant_function_e function;
    uint8_t flag_rounding;
} nnx_quant_t;

#endif
