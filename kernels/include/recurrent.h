/* SPDX-License-Identifier: MIT-0 */
/* RNN, GRU and LSTM on float32: cells that carry a state along a sequence. */
#ifndef TW_RECURRENT_H
#define TW_RECURRENT_H

#include "tw_runtime.h"

enum {
    TW_ACT_RELU,
    TW_ACT_TANH,
    TW_ACT_SIGMOID,
    TW_ACT_AFFINE,
    TW_ACT_LEAKY_RELU,
    TW_ACT_THRESHOLDED_RELU,
    TW_ACT_SCALED_TANH,
    TW_ACT_HARD_SIGMOID,
    TW_ACT_ELU,
    TW_ACT_SOFTSIGN,
    TW_ACT_SOFTPLUS
};

typedef struct {
    int32_t steps;
    int32_t batch;
    int32_t directions;
    int32_t input;
    int32_t hidden;
    int32_t reverse;             /* the first direction runs from the end */
    int32_t batch_first; /* x [batch, steps, input], y [batch, steps, directions, hidden], states [batch, directions,
                            hidden]; else x [steps, batch, ..], y [steps, directions, batch, ..], states [directions,
                            batch, ..] */
    int32_t linear_before_reset; /* GRU */
    int32_t coupled;             /* LSTM: the forget gate is 1 - input gate */
    int32_t length_bytes;        /* of one sequence length */
    int32_t f;                   /* TW_ACT_... of the gates, the candidate and the output */
    int32_t g;
    int32_t h;
    float clip;                  /* of what the activations read; 0: none */
    float f_alpha;
    float f_beta;
    float g_alpha;
    float g_beta;
    float h_alpha;
    float h_beta;
} tw_recurrent_args;

/* Optional operands are NULL when absent: bias, lengths, initial states, peepholes, and each output. Scratch: per
   direction and batch 6 * hidden floats. Gates in W, R and bias: GRU z r h, LSTM i o f c. */
void tw_rnn_f32(const tw_recurrent_args *args, const float *x, const float *w, const float *r, const float *bias,
                const void *lengths, const float *initial_h, float *y, float *y_h, void *scratch);
void tw_gru_f32(const tw_recurrent_args *args, const float *x, const float *w, const float *r, const float *bias,
                const void *lengths, const float *initial_h, float *y, float *y_h, void *scratch);
void tw_lstm_f32(const tw_recurrent_args *args, const float *x, const float *w, const float *r, const float *bias,
                 const void *lengths, const float *initial_h, const float *initial_c, const float *peephole, float *y,
                 float *y_h, float *y_c, void *scratch);

#endif
