/* SPDX-License-Identifier: MIT-0 */
/* Recurrent layers. The cores share the chains, one per direction and batch: within a chain every step waits for the
   one before. */
#include "recurrent.h"

#include <math.h>
#include <string.h>

/* One chain: its weights, and its part of the scratch memory. */
typedef struct {
    const float *w;
    const float *r;
    const float *bias; /* NULL: none */
    const float *peephole;
    float *state;      /* h */
    float *cell;       /* c */
    float *next;       /* h of the next step */
    float *gate[3];
} chain;

typedef void (*cell_step)(const tw_recurrent_args *args, chain *me, const float *x);

typedef struct {
    const float *x;
    const float *w;
    const float *r;
    const float *bias;
    const void *lengths;
    const float *initial_h;
    const float *initial_c;
    const float *peephole;
    float *y;
    float *y_h;
    float *y_c;
    float *scratch;
    int32_t gates;
} operands;

static float activate(int32_t kind, float alpha, float beta, float x)
{
    switch (kind) {
    case TW_ACT_RELU:
        return x > 0.0F ? x : 0.0F;
    case TW_ACT_TANH:
        return tanhf(x);
    case TW_ACT_SIGMOID:
        return 1.0F / (1.0F + expf(-x));
    case TW_ACT_AFFINE:
        return alpha * x + beta;
    case TW_ACT_LEAKY_RELU:
        return x < 0.0F ? alpha * x : x;
    case TW_ACT_THRESHOLDED_RELU:
        return x > alpha ? x : 0.0F;
    case TW_ACT_SCALED_TANH:
        return alpha * tanhf(beta * x);
    case TW_ACT_HARD_SIGMOID:
        return fminf(fmaxf(alpha * x + beta, 0.0F), 1.0F);
    case TW_ACT_ELU:
        return x < 0.0F ? alpha * expm1f(x) : x;
    case TW_ACT_SOFTSIGN:
        return x / (1.0F + fabsf(x));
    default:
        return fmaxf(x, 0.0F) + log1pf(expf(-fabsf(x)));
    }
}

static float clipped(const tw_recurrent_args *args, float x)
{
    return args->clip > 0.0F ? fminf(fmaxf(x, -args->clip), args->clip) : x;
}

static float f_of(const tw_recurrent_args *args, float x)
{
    return activate(args->f, args->f_alpha, args->f_beta, clipped(args, x));
}

static float g_of(const tw_recurrent_args *args, float x)
{
    return activate(args->g, args->g_alpha, args->g_beta, clipped(args, x));
}

static float dot(const float *weights, const float *x, int32_t count)
{
    float sum = 0.0F;
    for (int32_t i = 0; i < count; ++i)
        sum += weights[i] * x[i];
    return sum;
}

static float from_input(const tw_recurrent_args *args, const chain *me, int32_t row, const float *x)
{
    return dot(me->w + (ptrdiff_t)row * args->input, x, args->input) + (me->bias ? me->bias[row] : 0.0F);
}

static float from_state(const tw_recurrent_args *args, const chain *me, int32_t gates, int32_t row, const float *state)
{
    return dot(me->r + (ptrdiff_t)row * args->hidden, state, args->hidden) +
           (me->bias ? me->bias[gates * args->hidden + row] : 0.0F);
}

static void step_rnn(const tw_recurrent_args *args, chain *me, const float *x)
{
    for (int32_t unit = 0; unit < args->hidden; ++unit)
        me->next[unit] = f_of(args, from_input(args, me, unit, x) + from_state(args, me, 1, unit, me->state));
}

static void step_gru(const tw_recurrent_args *args, chain *me, const float *x)
{
    float *update = me->gate[0];
    float *reset = me->gate[1];
    float *reset_state = me->gate[2];
    for (int32_t unit = 0; unit < args->hidden; ++unit) {
        const int32_t row = args->hidden + unit;
        update[unit] = f_of(args, from_input(args, me, unit, x) + from_state(args, me, 3, unit, me->state));
        reset[unit] = f_of(args, from_input(args, me, row, x) + from_state(args, me, 3, row, me->state));
        reset_state[unit] = reset[unit] * me->state[unit];
    }
    for (int32_t unit = 0; unit < args->hidden; ++unit) {
        const int32_t row = 2 * args->hidden + unit;
        const float share = args->linear_before_reset ? reset[unit] * from_state(args, me, 3, row, me->state)
                                                      : from_state(args, me, 3, row, reset_state);
        const float candidate = g_of(args, from_input(args, me, row, x) + share);
        me->next[unit] = (1.0F - update[unit]) * candidate + update[unit] * me->state[unit];
    }
}

static float lstm_sum(const tw_recurrent_args *args, const chain *me, int32_t gate, int32_t unit, const float *x)
{
    const int32_t row = gate * args->hidden + unit;
    return from_input(args, me, row, x) + from_state(args, me, 4, row, me->state);
}

static float peek(const tw_recurrent_args *args, const chain *me, int32_t gate, int32_t unit, float cell)
{
    return me->peephole ? me->peephole[gate * args->hidden + unit] * cell : 0.0F;
}

static void step_lstm(const tw_recurrent_args *args, chain *me, const float *x)
{
    for (int32_t unit = 0; unit < args->hidden; ++unit) {
        const float before = me->cell[unit];
        const float input = f_of(args, lstm_sum(args, me, 0, unit, x) + peek(args, me, 0, unit, before));
        const float forget =
            args->coupled ? 1.0F - input : f_of(args, lstm_sum(args, me, 2, unit, x) + peek(args, me, 2, unit, before));
        const float cell = forget * before + input * g_of(args, lstm_sum(args, me, 3, unit, x));
        const float output = f_of(args, lstm_sum(args, me, 1, unit, x) + peek(args, me, 1, unit, cell));
        me->next[unit] = output * activate(args->h, args->h_alpha, args->h_beta, cell);
        me->cell[unit] = cell;
    }
}

static int32_t length_of(const tw_recurrent_args *args, const void *lengths, int32_t b)
{
    if (lengths == NULL)
        return args->steps;
    const int64_t length = args->length_bytes == 8 ? ((const int64_t *)lengths)[b] : ((const int32_t *)lengths)[b];
    if (length < 0)
        return 0;
    return length < args->steps ? (int32_t)length : args->steps;
}

static void load(float *to, const float *from, int32_t place, int32_t hidden)
{
    if (from)
        memcpy(to, from + (ptrdiff_t)place * hidden, (size_t)hidden * sizeof(float));
    else
        memset(to, 0, (size_t)hidden * sizeof(float));
}

static void store(float *to, const float *from, int32_t place, int32_t hidden)
{
    if (to)
        memcpy(to + (ptrdiff_t)place * hidden, from, (size_t)hidden * sizeof(float));
}

static int32_t y_place(const tw_recurrent_args *args, int32_t t, int32_t d, int32_t b)
{
    return args->batch_first ? (b * args->steps + t) * args->directions + d
                             : (t * args->directions + d) * args->batch + b;
}

static void run_chain(const tw_recurrent_args *args, const operands *all, cell_step step, int32_t d, int32_t b)
{
    const int32_t hidden = args->hidden;
    const ptrdiff_t rows = (ptrdiff_t)all->gates * hidden;
    const int32_t place = args->batch_first ? b * args->directions + d : d * args->batch + b;
    float *memory = all->scratch + (ptrdiff_t)(d * args->batch + b) * 6 * hidden;
    chain me = {all->w + d * rows * args->input,
                all->r + d * rows * hidden,
                all->bias ? all->bias + d * 2 * rows : NULL,
                all->peephole ? all->peephole + (ptrdiff_t)d * 3 * hidden : NULL,
                memory,
                memory + hidden,
                memory + 2 * hidden,
                {memory + 3 * hidden, memory + 4 * hidden, memory + 5 * hidden}};
    const int32_t length = length_of(args, all->lengths, b);
    load(me.state, all->initial_h, place, hidden);
    load(me.cell, all->initial_c, place, hidden);
    for (int32_t i = 0; i < args->steps; ++i) {
        const int backwards = d == 1 || args->reverse;
        const int32_t t = backwards && i < length ? length - 1 - i : i;
        if (i >= length) { /* behind the end of the sequence */
            if (all->y)
                memset(all->y + (ptrdiff_t)y_place(args, t, d, b) * hidden, 0, (size_t)hidden * sizeof(float));
            continue;
        }
        step(args, &me,
             all->x + (ptrdiff_t)(args->batch_first ? b * args->steps + t : t * args->batch + b) * args->input);
        memcpy(me.state, me.next, (size_t)hidden * sizeof(float));
        store(all->y, me.state, y_place(args, t, d, b), hidden);
    }
    store(all->y_h, me.state, place, hidden);
    store(all->y_c, me.cell, place, hidden);
}

static void run(const tw_recurrent_args *args, const operands *all, cell_step step)
{
    const tw_span mine = tw_team_share(args->directions * args->batch);
    for (int32_t i = mine.begin; i < mine.end; ++i)
        run_chain(args, all, step, i / args->batch, i % args->batch);
}

void tw_rnn_f32(const tw_recurrent_args *args, const float *x, const float *w, const float *r, const float *bias,
                const void *lengths, const float *initial_h, float *y, float *y_h, void *scratch)
{
    const operands all = {x, w, r, bias, lengths, initial_h, NULL, NULL, y, y_h, NULL, scratch, 1};
    run(args, &all, step_rnn);
}

void tw_gru_f32(const tw_recurrent_args *args, const float *x, const float *w, const float *r, const float *bias,
                const void *lengths, const float *initial_h, float *y, float *y_h, void *scratch)
{
    const operands all = {x, w, r, bias, lengths, initial_h, NULL, NULL, y, y_h, NULL, scratch, 3};
    run(args, &all, step_gru);
}

void tw_lstm_f32(const tw_recurrent_args *args, const float *x, const float *w, const float *r, const float *bias,
                 const void *lengths, const float *initial_h, const float *initial_c, const float *peephole, float *y,
                 float *y_h, float *y_c, void *scratch)
{
    const operands all = {x, w, r, bias, lengths, initial_h, initial_c, peephole, y, y_h, y_c, scratch, 4};
    run(args, &all, step_lstm);
}
