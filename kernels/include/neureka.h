/* SPDX-License-Identifier: MIT-0 */
/* Convolutions and matrix products on the accelerator N-EUREKA: 3x3, 1x1 and depthwise 3x3 kernels of stride 1, channels
   last. Called on one core, which waits. Weights are encoded at export and lie in the weight memory; scale and bias
   have one value of 32 bits per output channel, and the bias holds the half that rounds. */
#ifndef TW_NEUREKA_H
#define TW_NEUREKA_H

#include "conv.h"
#include "gemm.h"

void tw_neureka_conv(const tw_conv_args *args, const void *x, const void *w, int32_t *y);
void tw_neureka_conv_requant(const tw_conv_args *args, const void *x, const void *w, const void *scale, const void *bias,
                             void *y);

/* The rows of a, one below the other, are the pixels of an image. */
void tw_neureka_gemm(const tw_gemm_args *args, const void *a, const void *w, int32_t *y);
void tw_neureka_gemm_requant(const tw_gemm_args *args, const void *a, const void *w, const void *scale, const void *bias,
                             void *y);

#endif
