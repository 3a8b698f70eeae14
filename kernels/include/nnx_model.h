/* SPDX-License-Identifier: MIT-0 */
/* What the models of NE16 and N-EUREKA have in common: the registers as the driver fills them, and a device that knows
   a job by its registers alone and works on it sub-tile by sub-tile, as the hardware does. The numbers are exact:
   sums and scaled sums keep their low 32 bits, the bias saturates, then the shift, then the clip to the output type. */
#ifndef TW_NNX_MODEL_H
#define TW_NNX_MODEL_H

#include "nnx_job.h"

#include <string.h>

/* Where the bits of a block of weights are: bit b of channel c at tap t is bit
   b * plane + t * tap + c / group * group_step + c % group of the block, the lowest bit of a byte first. */
typedef struct {
    uint16_t channels; /* input channels of a block */
    uint16_t bytes;    /* of a block with weights of 8 bits */
    uint16_t plane;
    uint16_t tap;
    uint16_t group;
    uint16_t group_step;
} nnx_block;

typedef struct {
    uint16_t tile; /* output pixels per side of a sub-tile */
    nnx_block block_3x3;
    nnx_block block_1x1;
} nnx_engine;

enum { NNX_OUT_CHANNELS = 32, NNX_MAX_TILE = 6, NNX_MAX_INPUT = 8, NNX_MAX_CHANNELS = 32, NNX_MAX_TAPS = 9 };

static inline uint32_t nnx_field(const nnx_registers *r, int shift, uint32_t mask)
{
    return r->config >> shift & mask;
}

static inline void nnx_set_field(nnx_registers *r, int shift, uint32_t mask, uint32_t value)
{
    r->config = (r->config & ~(mask << shift)) | (value & mask) << shift;
}

static inline const nnx_block *nnx_block_of(const nnx_registers *r, const nnx_engine *engine)
{
    return nnx_field(r, NNX_FILTER, NNX_FILTER_MASK) == NNX_FILTER_1X1 ? &engine->block_1x1 : &engine->block_3x3;
}

static inline int nnx_is_depthwise(const nnx_registers *r)
{
    return nnx_field(r, NNX_FILTER, NNX_FILTER_MASK) == NNX_FILTER_DEPTHWISE;
}

/* Rows and columns by which the input of a sub-tile is larger than its output. */
static inline int32_t nnx_halo(const nnx_registers *r)
{
    return nnx_field(r, NNX_FILTER, NNX_FILTER_MASK) == NNX_FILTER_1X1 ? 0 : 2;
}

/* ---- the registers, as the driver fills them ---- */

static inline uint16_t nnx_pieces(uint32_t size, uint32_t piece)
{
    return (uint16_t)((size + piece - 1) / piece);
}

static inline uint16_t nnx_last_piece(uint32_t size, uint32_t piece)
{
    return (uint16_t)((size - 1) % piece + 1);
}

static inline void nnx_set_filter(nnx_registers *r, uint8_t kernel_shape, uint8_t depthwise)
{
    const uint32_t filter = kernel_shape == 1 ? NNX_FILTER_1X1 : depthwise ? NNX_FILTER_DEPTHWISE : NNX_FILTER_3X3;
    nnx_set_field(r, NNX_FILTER, NNX_FILTER_MASK, filter);
}

static inline void nnx_set_bits(nnx_registers *r, uint8_t output_bits, uint8_t weight_bits)
{
    nnx_set_field(r, NNX_OUTPUT_32, 1, output_bits == 32);
    nnx_set_field(r, NNX_WEIGHT_BITS, NNX_WEIGHT_BITS_MASK, weight_bits - 1u);
}

static inline void nnx_set_norm_quant(nnx_registers *r, nnx_quant_t quant, nnx_norm_t norm)
{
    nnx_set_field(r, NNX_NORMALISE, 1, 1);
    nnx_set_field(r, NNX_SHIFT, NNX_SHIFT_MASK, quant.shift_amount);
    nnx_set_field(r, NNX_NO_RELU, 1, quant.function == quantFunctionIdentity);
    nnx_set_field(r, NNX_ROUND, 1, quant.flag_rounding);
    nnx_set_field(r, NNX_SCALE_32, 1, norm.mode == normMode32Bit);
    nnx_set_field(r, NNX_BIAS, 1, norm.flag_bias);
}

static inline void nnx_set_counters(nnx_registers *r, const nnx_engine *engine, uint32_t k_in, uint32_t h_out,
                                    uint32_t w_out, uint32_t k_out, uint8_t padding_bottom, uint8_t padding_right)
{
    const uint32_t in_block = nnx_block_of(r, engine)->channels;
    const uint32_t out_block = nnx_is_depthwise(r) ? in_block : NNX_OUT_CHANNELS;
    r->number.ki = nnx_pieces(k_in, in_block);
    r->number.ko = nnx_pieces(k_out, out_block);
    r->number.ho = nnx_pieces(h_out, engine->tile);
    r->number.wo = nnx_pieces(w_out, engine->tile);
    r->remainder.ki = nnx_last_piece(k_in, in_block);
    r->remainder.ko = nnx_last_piece(k_out, out_block);
    r->remainder.ho = nnx_last_piece(h_out, engine->tile);
    r->remainder.wo = nnx_last_piece(w_out, engine->tile);
    r->remainder.hi = (uint16_t)(r->remainder.ho + nnx_halo(r) - padding_bottom);
    r->remainder.wi = (uint16_t)(r->remainder.wo + nnx_halo(r) - padding_right);
}

static inline void nnx_set_strides(nnx_registers *r, const nnx_engine *engine, uint32_t k_in, uint32_t h_in_stride,
                                   uint32_t w_in_stride, uint32_t h_out_stride, uint32_t w_out_stride)
{
    const nnx_block *block = nnx_block_of(r, engine);
    const uint32_t out_block = nnx_is_depthwise(r) ? block->channels : NNX_OUT_CHANNELS;
    const nnx_strides input = {w_in_stride, h_in_stride, block->channels};
    const nnx_strides output = {w_out_stride, h_out_stride, out_block * (nnx_field(r, NNX_OUTPUT_32, 1) ? 4u : 1u)};
    const nnx_strides weights = {block->bytes, nnx_is_depthwise(r) ? 0u : block->bytes * nnx_pieces(k_in, block->channels), 0};
    r->input_stride = input;
    r->output_stride = output;
    r->weights_stride = weights;
}

static inline void nnx_set_padding(nnx_registers *r, uint8_t top, uint8_t bottom, uint8_t left, uint8_t right)
{
    r->padding = (top & 15u) << 28 | (right & 15u) << 24 | (bottom & 15u) << 20 | (left & 15u) << 16;
}

/* The image with its padding begins before its first pixel. */
static inline void nnx_set_addresses(nnx_registers *r, uintptr_t input, uint32_t w_in, uint32_t w_in_stride,
                                     uint8_t padding_top, uint8_t padding_left, uintptr_t output, uintptr_t weights)
{
    r->input = input - ((uintptr_t)padding_top * w_in + padding_left) * w_in_stride;
    r->output = output;
    r->weights = weights;
}

static inline void nnx_set_weight_offset(nnx_registers *r, int by_layer, int32_t offset)
{
    nnx_set_field(r, NNX_OFFSET_BY_LAYER, 1, by_layer != 0);
    r->weight_offset = offset;
}

/* ---- the device ---- */

typedef struct {
    const nnx_registers *r;
    const nnx_block *block;
    int32_t tile;
    int32_t side;  /* of the input of a sub-tile */
    int32_t taps;  /* per side of the kernel */
    int32_t row;   /* of sub-tiles */
    int32_t column;
} nnx_place;

typedef struct {
    int32_t input[NNX_MAX_INPUT * NNX_MAX_INPUT][NNX_MAX_CHANNELS];
    int32_t weights[NNX_MAX_TAPS][NNX_MAX_CHANNELS];
    uint32_t sums[NNX_MAX_TILE * NNX_MAX_TILE][NNX_OUT_CHANNELS];
} nnx_buffers;

static inline int32_t nnx_pixels_of(int32_t index, uint16_t number, uint16_t last, int32_t whole)
{
    return index == number - 1 ? last : whole;
}

static inline int32_t nnx_load_activation(const nnx_registers *r, uintptr_t address)
{
    const uint8_t byte = *(const uint8_t *)address;
    return nnx_field(r, NNX_INPUT_SIGNED, 1) && byte > 127 ? byte - 256 : byte;
}

/* Padding is known only at the ends of the image: above and left in the first sub-tile, below and right in the last. */
static inline int nnx_is_padding(const nnx_place *p, int32_t y, int32_t x)
{
    const nnx_registers *r = p->r;
    if (p->row == 0 && y < (int32_t)(r->padding >> 28 & 15u))
        return 1;
    if (p->column == 0 && x < (int32_t)(r->padding >> 16 & 15u))
        return 1;
    return y >= nnx_pixels_of(p->row, r->number.ho, r->remainder.hi, p->side) ||
           x >= nnx_pixels_of(p->column, r->number.wo, r->remainder.wi, p->side);
}

static inline void nnx_load_input(const nnx_place *p, int32_t block, int32_t channels, nnx_buffers *b)
{
    const nnx_registers *r = p->r;
    const int32_t value = (int32_t)(r->padding & 0xffffu);
    for (int32_t pixel = 0; pixel < p->side * p->side; ++pixel) {
        const int32_t y = pixel / p->side;
        const int32_t x = pixel % p->side;
        const uintptr_t from = r->input + (uintptr_t)(p->row * p->tile + y) * r->input_stride.d1 +
                               (uintptr_t)(p->column * p->tile + x) * r->input_stride.d0 +
                               (uintptr_t)block * r->input_stride.d2;
        const int padding = nnx_is_padding(p, y, x);
        for (int32_t c = 0; c < channels; ++c)
            b->input[pixel][c] = padding ? value : nnx_load_activation(r, from + (uintptr_t)c);
    }
}

/* The weights of one block, their offset added. */
static inline void nnx_load_weights(const nnx_place *p, uintptr_t address, int32_t channels, nnx_buffers *b)
{
    const nnx_block *block = p->block;
    const uint8_t *bytes = (const uint8_t *)address;
    const int32_t bits = (int32_t)nnx_field(p->r, NNX_WEIGHT_BITS, NNX_WEIGHT_BITS_MASK) + 1;
    const int32_t offset = nnx_field(p->r, NNX_OFFSET_BY_LAYER, 1) ? p->r->weight_offset : 0;
    for (int32_t tap = 0; tap < p->taps * p->taps; ++tap)
        for (int32_t c = 0; c < channels; ++c) {
            int32_t at = tap * block->tap + c / block->group * block->group_step + c % block->group;
            int32_t value = 0;
            for (int32_t bit = 0; bit < bits; ++bit, at += block->plane)
                value |= (bytes[at / 8] >> at % 8 & 1) << bit;
            b->weights[tap][c] = value + offset;
        }
}

/* Adds what `channels` channels of the input give for one output channel, or each for its own when depthwise. */
static inline void nnx_accumulate(const nnx_place *p, int32_t channels, int32_t output, nnx_buffers *b)
{
    const int depthwise = nnx_is_depthwise(p->r);
    for (int32_t pixel = 0; pixel < p->tile * p->tile; ++pixel)
        for (int32_t tap = 0; tap < p->taps * p->taps; ++tap) {
            const int32_t y = pixel / p->tile + tap / p->taps;
            const int32_t x = pixel % p->tile + tap % p->taps;
            const int32_t *input = b->input[y * p->side + x];
            for (int32_t c = 0; c < channels; ++c)
                b->sums[pixel][depthwise ? c : output] += (uint32_t)(input[c] * b->weights[tap][c]);
        }
}

static inline int32_t nnx_saturated(int64_t value, int64_t low, int64_t high)
{
    return (int32_t)(value < low ? low : value > high ? high : value);
}

/* `channel` counts over all output channels. */
static inline int32_t nnx_normalised(const nnx_registers *r, uint32_t sum, int32_t channel)
{
    const uint32_t shift = nnx_field(r, NNX_SHIFT, NNX_SHIFT_MASK);
    uint32_t scale = 0;
    int32_t bias = 0;
    if (nnx_field(r, NNX_SCALE_32, 1))
        memcpy(&scale, (const uint8_t *)r->scale + (uintptr_t)channel * 4, 4);
    else
        scale = ((const uint8_t *)r->scale)[channel];
    if (nnx_field(r, NNX_BIAS, 1))
        memcpy(&bias, (const uint8_t *)r->bias + (uintptr_t)channel * 4, 4);
    int64_t value = nnx_saturated((int64_t)(int32_t)(sum * scale) + bias, INT32_MIN, INT32_MAX);
    if (nnx_field(r, NNX_ROUND, 1) && shift > 0)
        value += (int64_t)1 << (shift - 1);
    value >>= shift;
    if (nnx_field(r, NNX_OUTPUT_32, 1))
        return nnx_saturated(value, nnx_field(r, NNX_NO_RELU, 1) ? INT32_MIN : 0, INT32_MAX);
    return nnx_field(r, NNX_NO_RELU, 1) ? nnx_saturated(value, -128, 127) : nnx_saturated(value, 0, 255);
}

static inline void nnx_store_pixel(const nnx_registers *r, uintptr_t to, const uint32_t *sums, int32_t first, int32_t channels)
{
    for (int32_t c = 0; c < channels; ++c) {
        const int32_t value = nnx_field(r, NNX_NORMALISE, 1) ? nnx_normalised(r, sums[c], first + c) : (int32_t)sums[c];
        if (nnx_field(r, NNX_OUTPUT_32, 1))
            memcpy((uint8_t *)to + (uintptr_t)c * 4, &value, 4);
        else
            ((uint8_t *)to)[c] = (uint8_t)value;
    }
}

/* The strided mode keeps every second pixel and row of a sub-tile; the input does not advance by more for it. */
static inline void nnx_store(const nnx_place *p, int32_t block, int32_t first, int32_t channels, const nnx_buffers *b)
{
    const nnx_registers *r = p->r;
    const int32_t step = nnx_field(r, NNX_STRIDED, 1) ? 2 : 1;
    const int32_t kept = (p->tile + step - 1) / step;
    const int32_t rows = nnx_pixels_of(p->row, r->number.ho, r->remainder.ho, p->tile);
    const int32_t columns = nnx_pixels_of(p->column, r->number.wo, r->remainder.wo, p->tile);
    for (int32_t y = 0; y < rows; y += step)
        for (int32_t x = 0; x < columns; x += step) {
            const uintptr_t to = r->output + (uintptr_t)(p->row * kept + y / step) * r->output_stride.d1 +
                                 (uintptr_t)(p->column * kept + x / step) * r->output_stride.d0 +
                                 (uintptr_t)block * r->output_stride.d2;
            nnx_store_pixel(r, to, b->sums[y * p->tile + x], first, channels);
        }
}

static inline void nnx_run_dense(const nnx_place *p, int32_t output_block, nnx_buffers *b)
{
    const nnx_registers *r = p->r;
    const int32_t outputs = nnx_pixels_of(output_block, r->number.ko, r->remainder.ko, NNX_OUT_CHANNELS);
    for (int32_t block = 0; block < r->number.ki; ++block) {
        const int32_t channels = nnx_pixels_of(block, r->number.ki, r->remainder.ki, p->block->channels);
        nnx_load_input(p, block, channels, b);
        for (int32_t output = 0; output < outputs; ++output) {
            const uintptr_t weights = r->weights + (uintptr_t)(output_block * NNX_OUT_CHANNELS + output) * r->weights_stride.d1 +
                                      (uintptr_t)block * r->weights_stride.d0;
            nnx_load_weights(p, weights, channels, b);
            nnx_accumulate(p, channels, output, b);
        }
    }
    nnx_store(p, output_block, output_block * NNX_OUT_CHANNELS, outputs, b);
}

static inline void nnx_run_depthwise(const nnx_place *p, int32_t block, nnx_buffers *b)
{
    const nnx_registers *r = p->r;
    const int32_t channels = nnx_pixels_of(block, r->number.ko, r->remainder.ko, p->block->channels);
    nnx_load_input(p, block, channels, b);
    nnx_load_weights(p, r->weights + (uintptr_t)block * r->weights_stride.d0, channels, b);
    nnx_accumulate(p, channels, 0, b);
    nnx_store(p, block, block * p->block->channels, channels, b);
}

static inline void nnx_run(const nnx_registers *r, const nnx_engine *engine, nnx_buffers *b)
{
    nnx_place p = {r, nnx_block_of(r, engine), engine->tile, engine->tile + nnx_halo(r), nnx_halo(r) + 1, 0, 0};
    for (p.row = 0; p.row < r->number.ho; ++p.row)
        for (p.column = 0; p.column < r->number.wo; ++p.column)
            for (int32_t block = 0; block < r->number.ko; ++block) {
                memset(b->sums, 0, sizeof b->sums);
                if (nnx_is_depthwise(r))
                    nnx_run_depthwise(&p, block, b);
                else
                    nnx_run_dense(&p, block, b);
            }
}

#endif
