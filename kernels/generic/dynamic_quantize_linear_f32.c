/* SPDX-License-Identifier: MIT-0 */
/* float to unsigned 8 bits over the tensor's own range. Every core finds the range for itself, so that none has to wait
   for another; one writes the scale and the zero point. */
#include "quantize_linear.h"

void tw_dynamic_quantize_linear_f32(const tw_dynamic_quantize_linear_args *args, const float *x, uint8_t *y, float *scale,
                                    uint8_t *zero_point)
{
    const tw_span mine = tw_team_share(args->count);
    float low = 0.0f; /* zero is always representable */
    float high = 0.0f;
    for (int32_t i = 0; i < args->count; ++i) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    const float step = high > low ? (high - low) / 255.0f : 1.0f;
    const int32_t zero = tw_round_to_range(-low / step, 0, 0, 255);
    for (int32_t i = mine.begin; i < mine.end; ++i)
        y[i] = (uint8_t)tw_round_to_range(x[i] / step, zero, 0, 255);
    if (mine.begin == 0) {
        *scale = step;
        *zero_point = (uint8_t)zero;
    }
}
