/* SPDX-License-Identifier: MIT-0 */
/* Global pools, channels first: one result per channel. */
#ifndef TW_GLOBAL_POOL_H
#define TW_GLOBAL_POOL_H

#include "tw_runtime.h"

typedef struct {
    int32_t channels; /* of all images together */
    int32_t size;     /* positions per channel */
} tw_global_pool_args;

void tw_global_average_pool_f32(const tw_global_pool_args *args, const float *x, float *y);
void tw_global_max_pool_f32(const tw_global_pool_args *args, const float *x, float *y);
void tw_global_max_pool_i8(const tw_global_pool_args *args, const int8_t *x, int8_t *y);
void tw_global_max_pool_u8(const tw_global_pool_args *args, const uint8_t *x, uint8_t *y);
void tw_global_max_pool_i16(const tw_global_pool_args *args, const int16_t *x, int16_t *y);
void tw_global_max_pool_i32(const tw_global_pool_args *args, const int32_t *x, int32_t *y);

#endif
