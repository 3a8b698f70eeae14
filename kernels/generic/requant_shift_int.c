/* SPDX-License-Identifier: MIT-0 */
/* Requantisation from every integer type to 8 bits, in both layouts: one body, since only the element types differ. */
#include "requant_shift.h"

/* A parameter that is walked along with x, so that no element needs a division to find its value. */
typedef struct {
    const int32_t *values;
    int32_t inner;
    int32_t period;
    int32_t left; /* elements that the current value still serves */
    int32_t place;
} walk;

static walk walk_from(const int32_t *values, int32_t inner, int32_t period, int32_t index)
{
    const walk result = {values, inner, period, inner - index % inner, index / inner % period};
    return result;
}

static int32_t walk_next(walk *w)
{
    const int32_t value = w->values[w->place];
    if (--w->left == 0) {
        w->left = w->inner;
        if (++w->place == w->period)
            w->place = 0;
    }
    return value;
}

#define REQUANT_SHIFT(name, x_type, y_type, mul_inner, add_inner)                                                     \
    void name(const tw_requant_shift_args *args, const x_type *x, const int32_t *mul, const int32_t *add, y_type *y)  \
    {                                                                                                                 \
        const tw_span mine = tw_team_share(args->count);                                                              \
        walk muls = walk_from(mul, mul_inner, args->mul_period, mine.begin);                                          \
        walk adds = walk_from(add, add_inner, args->add_period, mine.begin);                                          \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                                             \
            const int32_t m = walk_next(&muls);                                                                       \
            const int32_t a = walk_next(&adds);                                                                       \
            y[i] = (y_type)tw_requant(x[i], m, a, args->shift, args->lo, args->hi);                                   \
        }                                                                                                             \
    }

REQUANT_SHIFT(tw_requant_shift_i8_i8, int8_t, int8_t, args->mul_inner, args->add_inner)
REQUANT_SHIFT(tw_requant_shift_i8_u8, int8_t, uint8_t, args->mul_inner, args->add_inner)
REQUANT_SHIFT(tw_requant_shift_nhwc_i8_i8, int8_t, int8_t, 1, 1)
REQUANT_SHIFT(tw_requant_shift_nhwc_i8_u8, int8_t, uint8_t, 1, 1)
REQUANT_SHIFT(tw_requant_shift_u8_i8, uint8_t, int8_t, args->mul_inner, args->add_inner)
REQUANT_SHIFT(tw_requant_shift_u8_u8, uint8_t, uint8_t, args->mul_inner, args->add_inner)
REQUANT_SHIFT(tw_requant_shift_nhwc_u8_i8, uint8_t, int8_t, 1, 1)
REQUANT_SHIFT(tw_requant_shift_nhwc_u8_u8, uint8_t, uint8_t, 1, 1)
REQUANT_SHIFT(tw_requant_shift_i16_i8, int16_t, int8_t, args->mul_inner, args->add_inner)
REQUANT_SHIFT(tw_requant_shift_i16_u8, int16_t, uint8_t, args->mul_inner, args->add_inner)
REQUANT_SHIFT(tw_requant_shift_nhwc_i16_i8, int16_t, int8_t, 1, 1)
REQUANT_SHIFT(tw_requant_shift_nhwc_i16_u8, int16_t, uint8_t, 1, 1)
REQUANT_SHIFT(tw_requant_shift_i32_i8, int32_t, int8_t, args->mul_inner, args->add_inner)
REQUANT_SHIFT(tw_requant_shift_i32_u8, int32_t, uint8_t, args->mul_inner, args->add_inner)
REQUANT_SHIFT(tw_requant_shift_nhwc_i32_i8, int32_t, int8_t, 1, 1)
REQUANT_SHIFT(tw_requant_shift_nhwc_i32_u8, int32_t, uint8_t, 1, 1)
