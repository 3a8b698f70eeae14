/* SPDX-License-Identifier: Apache-2.0 */
/* The names of pulp-nnx for NE16 that our kernels use, just enough of them to compile against. Addresses are as wide
 * as pointers, since the test compiles for the host. */
#ifndef STUB_PULP_NNX_NE16_H
#define STUB_PULP_NNX_NE16_H

#include "ne16_pulp_bsp.h"

#include <stdint.h>

typedef enum { normMode8Bit, normMode32Bit } ne16_norm_mode_e;
typedef enum { quantFunctionIdentity, quantFunctionRelu } ne16_quant_function_e;
typedef enum { weightOffsetModeSymmetric, weightOffsetModeLayerWise } ne16_weight_offset_mode_e;

typedef struct {
    ne16_norm_mode_e mode;
    int flag_bias;
    int flag_shift;
} ne16_norm_t;

typedef struct {
    unsigned shift_amount;
    ne16_quant_function_e function;
    int flag_rounding;
} ne16_quant_t;

typedef struct { int stub; } ne16_task_t;

void ne16_task_init(ne16_task_t *task);
void ne16_task_set_op_to_conv(ne16_task_t *task, uint8_t kernel_shape, uint8_t depthwise, uint8_t stride);
void ne16_task_set_bits(ne16_task_t *task, uint8_t input_bits, uint8_t output_bits, uint8_t weight_bits);
void ne16_task_set_norm_quant(ne16_task_t *task, ne16_quant_t quant, ne16_norm_t norm);
void ne16_task_set_weight_offset(ne16_task_t *task, ne16_weight_offset_mode_e mode, int32_t weight_offset);
void ne16_task_set_dims(ne16_task_t *task, uint32_t w_in, uint32_t k_in, uint32_t h_in_stride, uint32_t w_in_stride,
                          uint32_t h_out, uint32_t w_out, uint32_t k_out, uint32_t h_out_stride, uint32_t w_out_stride,
                          uint8_t padding_top, uint8_t padding_bottom, uint8_t padding_left, uint8_t padding_right);
void ne16_task_set_addr_conv(ne16_task_t *task, uintptr_t input_addr, uint32_t w_in, uint32_t w_in_stride, uint8_t padding_top,
                               uint8_t padding_left, uintptr_t output_addr, uintptr_t weights_addr);
void ne16_task_set_addr_norm_quant(ne16_task_t *task, uintptr_t scale_addr, uintptr_t shift_addr, uintptr_t bias_addr);

void ne16_nnx_init(const ne16_dev_t *dev, const ne16_pulp_conf_t *conf);
void ne16_nnx_term(const ne16_dev_t *dev);
void ne16_nnx_dispatch_wait(const ne16_dev_t *dev);
int ne16_nnx_dispatch(const ne16_dev_t *dev, ne16_task_t *task);
void ne16_nnx_resolve_wait(const ne16_dev_t *dev, ne16_task_t *task);
void ne16_nnx_dispatch_stride2x2(const ne16_dev_t *dev, ne16_task_t *task, uint32_t h_out, uint32_t w_out, uint8_t padding_top,
                                 uint8_t padding_bottom, uint8_t padding_left, uint8_t padding_right);

#endif
