/* SPDX-License-Identifier: MIT-0 */
/* Element by element integer division with broadcasting. Elements are shared by the team. Division by zero gives zero. */
#include "integer_div.h"

/* Where an element of the result stands, and the elements of a and b that belong to it. */
typedef struct {
    int32_t position[TW_MAX_DIMS];
    int32_t a;
    int32_t b;
} cursor;

static cursor cursor_at(const tw_integer_div_args *args, int32_t index)
{
    cursor c = {{0}, 0, 0};
    for (int32_t axis = args->rank - 1; axis >= 0; --axis) {
        c.position[axis] = index % args->dims[axis];
        index /= args->dims[axis];
        c.a += c.position[axis] * args->a_strides[axis];
        c.b += c.position[axis] * args->b_strides[axis];
    }
    return c;
}

static void advance(const tw_integer_div_args *args, cursor *c)
{
    for (int32_t axis = args->rank - 1; axis >= 0; --axis) {
        c->a += args->a_strides[axis];
        c->b += args->b_strides[axis];
        if (++c->position[axis] < args->dims[axis])
            return;
        c->position[axis] = 0;
        c->a -= args->a_strides[axis] * args->dims[axis];
        c->b -= args->b_strides[axis] * args->dims[axis];
    }
}

static int32_t quotient(const tw_integer_div_args *args, int32_t a, int32_t b)
{
    const int64_t numerator = (int64_t)args->delta * args->eta * a;
    const int64_t denominator = (int64_t)args->eta * b + args->eps;
    const int64_t half = denominator >> 1;
    if (denominator == 0)
        return 0;
    return (int32_t)((numerator + (numerator >= 0 ? half : -half)) / denominator);
}

#define INTEGER_DIV(name, a_type, b_type)                                                        \
    void name(const tw_integer_div_args *args, const a_type *a, const b_type *b, int32_t *y)     \
    {                                                                                            \
        const tw_span mine = tw_team_share(args->count);                                         \
        cursor c = cursor_at(args, mine.begin);                                                  \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                        \
            y[i] = quotient(args, a[c.a], b[c.b]);                                               \
            advance(args, &c);                                                                   \
        }                                                                                        \
    }

INTEGER_DIV(tw_integer_div_i8_i8, int8_t, int8_t)
INTEGER_DIV(tw_integer_div_i8_u8, int8_t, uint8_t)
INTEGER_DIV(tw_integer_div_i8_i32, int8_t, int32_t)
INTEGER_DIV(tw_integer_div_u8_i8, uint8_t, int8_t)
INTEGER_DIV(tw_integer_div_u8_u8, uint8_t, uint8_t)
INTEGER_DIV(tw_integer_div_u8_i32, uint8_t, int32_t)
INTEGER_DIV(tw_integer_div_i32_i8, int32_t, int8_t)
INTEGER_DIV(tw_integer_div_i32_u8, int32_t, uint8_t)
INTEGER_DIV(tw_integer_div_i32_i32, int32_t, int32_t)
