/* SPDX-License-Identifier: MIT-0 */
/* Softmax of a quantised tensor. The exponentials are computed twice, for the sum and for the results, so that no
   scratch memory is needed. Lines are shared by the team. */
#include "quantized_real.h"

#include <math.h>

void tw_qlinear_softmax(const tw_quantized_softmax_args *args, const void *x, const float *x_scale, const void *x_zero,
                        const float *y_scale, const void *y_zero, void *y)
{
    const int32_t zero = tw_zero_point(y_zero, args->y_type, 0);
    const tw_span mine = tw_team_share(args->outer * args->inner);
    (void)x_zero; /* differences to the largest element do not depend on it */
    for (int32_t line = mine.begin; line < mine.end; ++line) {
        const int32_t first = line / args->inner * args->length * args->inner + line % args->inner;
        int32_t largest = tw_load_integer(x, args->x_type, first);
        double sum = 0.0;
        for (int32_t k = 1; k < args->length; ++k) {
            const int32_t value = tw_load_integer(x, args->x_type, first + k * args->inner);
            largest = value > largest ? value : largest;
        }
        for (int32_t k = 0; k < args->length; ++k)
            sum += exp((tw_load_integer(x, args->x_type, first + k * args->inner) - largest) * (double)x_scale[0]);
        for (int32_t k = 0; k < args->length; ++k) {
            const int32_t index = first + k * args->inner;
            const double part = exp((tw_load_integer(x, args->x_type, index) - largest) * (double)x_scale[0]) / sum;
            tw_store_quantized(y, args->y_type, index, part / y_scale[0], zero);
        }
    }
}
