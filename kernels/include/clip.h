/* SPDX-License-Identifier: MIT-0 */
/* Keeps values between two limits; when they cross, the upper one wins. */
#ifndef TW_CLIP_H
#define TW_CLIP_H

#include "tw_runtime.h"

typedef struct {
    int32_t count;
    float low;
    float high;
    int32_t whole_low; /* the same for integers, inside the type's range */
    int32_t whole_high;
} tw_clip_args;

void tw_clip_f32(const tw_clip_args *args, const float *x, float *y);
void tw_clip_i8(const tw_clip_args *args, const int8_t *x, int8_t *y);
void tw_clip_u8(const tw_clip_args *args, const uint8_t *x, uint8_t *y);
void tw_clip_i16(const tw_clip_args *args, const int16_t *x, int16_t *y);
void tw_clip_u16(const tw_clip_args *args, const uint16_t *x, uint16_t *y);
void tw_clip_i32(const tw_clip_args *args, const int32_t *x, int32_t *y);

#endif
