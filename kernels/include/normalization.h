/* SPDX-License-Identifier: MIT-0 */
/* Normalisations without parameters. */
#ifndef TW_NORMALIZATION_H
#define TW_NORMALIZATION_H

#include "tw_runtime.h"

typedef struct {
    int32_t outer; /* x is [outer, length, inner], the norm is taken along length */
    int32_t length;
    int32_t inner;
    int32_t p; /* 1 or 2 */
} tw_lp_normalization_args;

typedef struct {
    int32_t outer; /* x is [outer, channels, inner], each channel has one mean */
    int32_t channels;
    int32_t inner;
} tw_mean_variance_args;

typedef struct {
    int32_t batch;
    int32_t channels;
    int32_t spatial;
    int32_t before; /* neighbouring channels that count */
    int32_t after;
    float alpha; /* per neighbour */
    float beta;
    float bias;
} tw_lrn_args;

void tw_lp_normalization_f32(const tw_lp_normalization_args *args, const float *x, float *y);
void tw_mean_variance_f32(const tw_mean_variance_args *args, const float *x, float *y);
void tw_lrn_f32(const tw_lrn_args *args, const float *x, float *y);

#endif
