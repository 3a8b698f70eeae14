/* SPDX-License-Identifier: MIT-0 */
/* Convolutions and matrix products on the accelerator NE16: 3x3, 1x1 and depthwise 3x3 kernels of stride 1 or 2,
   unsigned input, channels last. Called on one core, which waits. Weights are encoded at export; scale and bias have one
   value per output channel, and the bias, of 32 bits, holds the half that rounds. */
#ifndef TW_NE16_H
#define TW_NE16_H

#include "conv.h"
#include "gemm.h"

void tw_ne16_conv(const tw_conv_args *args, const void *x, const void *w, int32_t *y);
/* A scale of 32 bits, and one of 8 bits without sign. */
void tw_ne16_conv_requant(const tw_conv_args *args, const void *x, const void *w, const void *scale, const void *bias, void *y);
void tw_ne16_conv_requant_scale8(const tw_conv_args *args, const void *x, const void *w, const void *scale,
                                 const void *bias, void *y);

/* The rows of a, one below the other, are the pixels of an image. */
void tw_ne16_gemm(const tw_gemm_args *args, const void *a, const void *w, int32_t *y);
void tw_ne16_gemm_requant(const tw_gemm_args *args, const void *a, const void *w, const void *scale, const void *bias, void *y);
void tw_ne16_gemm_requant_scale8(const tw_gemm_args *args, const void *a, const void *w, const void *scale,
                                 const void *bias, void *y);

#endif
