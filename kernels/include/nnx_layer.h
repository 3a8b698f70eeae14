/* SPDX-License-Identifier: MIT-0 */
/* One layer for NE16 or N-EUREKA, as sizes and addresses: what a kernel's arguments come down to. */
#ifndef TW_NNX_LAYER_H
#define TW_NNX_LAYER_H

#include "conv.h"
#include "gemm.h"

/* Scale and bias are NULL when the sums are wanted as they are. */
typedef struct {
    const void *x;
    const void *weights;
    const void *scale;
    const void *bias;
    void *y;
    uint8_t scale_bits; /* 8 or 32 */
} nnx_operands;

typedef struct {
    uint8_t kernel; /* 1 or 3 */
    uint8_t depthwise;
    uint8_t stride;
    uint8_t pad_top;
    uint8_t pad_bottom;
    uint8_t pad_left;
    uint8_t pad_right;
    uint8_t shift;
    uint8_t out_bytes; /* of an output element: 1, or 4 for bare sums */
    uint8_t x_signed;
    uint8_t y_signed;
    uint8_t scale_bits;
    uint32_t w_in;
    uint32_t k_in;
    uint32_t h_out;
    uint32_t w_out;
    uint32_t k_out;
    uintptr_t x;
    uintptr_t y;
    uintptr_t weights;
    uintptr_t scale; /* 0: bare sums */
    uintptr_t bias;
} nnx_layer;

/* Rows of padding behind the image that some output looks at. */
static inline uint8_t nnx_pad_behind(int32_t outputs, int32_t stride, int32_t kernel, int32_t inputs, int32_t before)
{
    const int32_t behind = (outputs - 1) * stride + kernel - inputs - before;
    return (uint8_t)(behind > 0 ? behind : 0);
}

static inline nnx_layer nnx_layer_at(const nnx_operands *operands)
{
    nnx_layer layer = {0};
    layer.x = (uintptr_t)operands->x;
    layer.y = (uintptr_t)operands->y;
    layer.weights = (uintptr_t)operands->weights;
    layer.scale = (uintptr_t)operands->scale;
    layer.bias = (uintptr_t)operands->bias;
    layer.scale_bits = operands->scale_bits;
    return layer;
}

/* The layer of the first image. */
static inline nnx_layer nnx_layer_of_conv(const tw_conv_args *a, const nnx_operands *operands)
{
    nnx_layer layer = nnx_layer_at(operands);
    layer.kernel = (uint8_t)a->kernel_w;
    layer.depthwise = a->group > 1;
    layer.stride = (uint8_t)a->stride_w;
    layer.pad_top = (uint8_t)a->pad_top;
    layer.pad_left = (uint8_t)a->pad_left;
    layer.pad_bottom = nnx_pad_behind(a->out_h, a->stride_h, a->kernel_h, a->in_h, a->pad_top);
    layer.pad_right = nnx_pad_behind(a->out_w, a->stride_w, a->kernel_w, a->in_w, a->pad_left);
    layer.shift = (uint8_t)a->shift;
    layer.out_bytes = a->y_type == TW_I32 ? 4 : 1;
    layer.x_signed = a->x_type == TW_I8;
    layer.y_signed = a->y_type != TW_U8;
    layer.w_in = (uint32_t)a->in_w;
    layer.k_in = (uint32_t)a->in_c;
    layer.h_out = (uint32_t)a->out_h;
    layer.w_out = (uint32_t)a->out_w;
    layer.k_out = (uint32_t)a->out_c;
    return layer;
}

static inline void nnx_next_image(const tw_conv_args *a, nnx_layer *layer)
{
    layer->x += (uintptr_t)a->in_h * layer->w_in * layer->k_in;
    layer->y += (uintptr_t)layer->h_out * layer->w_out * layer->k_out * layer->out_bytes;
}

/* A matrix product as 1x1 kernels over images: the rows of `a` from row `first` on are pixels, in rows of a whole
   sub-tile's width as long as they fill one, and the last few in a row of their own. So few sub-tiles are half empty. */
static inline nnx_layer nnx_layer_of_gemm(const tw_gemm_args *a, const nnx_operands *operands, int32_t first, int32_t tile)
{
    nnx_layer layer = nnx_layer_at(operands);
    const int32_t left = a->batches * a->m - first;
    layer.kernel = 1;
    layer.stride = 1;
    layer.shift = (uint8_t)a->shift;
    layer.out_bytes = a->y_type == TW_I32 ? 4 : 1;
    layer.x_signed = a->a_type == TW_I8;
    layer.y_signed = a->y_type != TW_U8;
    layer.k_in = (uint32_t)a->k;
    layer.h_out = (uint32_t)(left < tile ? 1 : left / tile);
    layer.w_out = layer.w_in = (uint32_t)(left < tile ? left : tile);
    layer.k_out = (uint32_t)a->n;
    layer.x += (uintptr_t)first * layer.k_in;
    layer.y += (uintptr_t)first * layer.k_out * layer.out_bytes;
    return layer;
}

#endif
