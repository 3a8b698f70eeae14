/* SPDX-License-Identifier: Apache-2.0 */
/* The names of pulp-nnx for NEUREKA that our kernels use, just enough of them to compile against. Addresses are as wide
 * as pointers, since the test compiles for the host. */
#ifndef STUB_PULP_NNX_NEUREKA_H
#define STUB_PULP_NNX_NEUREKA_H

#include "neureka_siracusa_bsp.h"

#include <stdint.h>

typedef enum { normMode8Bit, normMode32Bit } neureka_norm_mode_e;
typedef enum { quantFunctionIdentity, quantFunctionRelu } neureka_quant_function_e;
typedef enum { weightOffsetModeSymmetric, weightOffsetModeLayerWise } neureka_weight_offset_mode_e;

typedef struct {
    neureka_norm_mode_e mode;
    int flag_bias;
    int flag_shift;
} neureka_norm_t;

typedef struct {
    unsigned shift_amount;
    neureka_quant_function_e function;
    int flag_rounding;
} neureka_quant_t;

typedef struct { int stub; } neureka_task_t;

void neureka_task_init(neureka_task_t *task);
void neureka_task_set_op_to_conv(neureka_task_t *task, uint8_t kernel_shape, uint8_t depthwise);
void neureka_task_set_bits(neureka_task_t *task, uint8_t input_bits, uint8_t output_bits, uint8_t weight_bits);
void neureka_task_set_norm_quant(neureka_task_t *task, neureka_quant_t quant, neureka_norm_t norm);
void neureka_task_set_weight_offset(neureka_task_t *task, neureka_weight_offset_mode_e mode, int32_t weight_offset);
void neureka_task_set_dims(neureka_task_t *task, uint32_t w_in, uint32_t k_in, uint32_t h_in_stride, uint32_t w_in_stride,
                          uint32_t h_out, uint32_t w_out, uint32_t k_out, uint32_t h_out_stride, uint32_t w_out_stride,
                          uint8_t padding_top, uint8_t padding_bottom, uint8_t padding_left, uint8_t padding_right);
void neureka_task_set_addr_conv(neureka_task_t *task, uintptr_t input_addr, uint32_t w_in, uint32_t w_in_stride, uint8_t padding_top,
                               uint8_t padding_left, uintptr_t output_addr, uintptr_t weights_addr);
void neureka_task_set_addr_norm_quant(neureka_task_t *task, uintptr_t scale_addr, uintptr_t shift_addr, uintptr_t bias_addr);

void neureka_nnx_init(const neureka_dev_t *dev, const neureka_siracusa_conf_t *conf);
void neureka_nnx_term(const neureka_dev_t *dev);
void neureka_nnx_dispatch_wait(const neureka_dev_t *dev);
int neureka_nnx_dispatch(const neureka_dev_t *dev, neureka_task_t *task);
void neureka_nnx_resolve_wait(const neureka_dev_t *dev, neureka_task_t *task);

typedef enum { neurekaWeightSourceTcdm, neurekaWeightSourceWmem } neureka_weight_source_e;
void neureka_task_set_weight_source(neureka_task_t *task, neureka_weight_source_e source);
void neureka_task_set_input_signed(neureka_task_t *task);
void neureka_task_set_input_unsigned(neureka_task_t *task);

#endif
