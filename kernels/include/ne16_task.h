/* SPDX-License-Identifier: MIT-0 */
/* The interface of the driver library for NE16: building a task, and handing it to the device. On a board the vendor's
   library and header take the place of this one; elsewhere a model of the device answers these calls. Strides are in
   bytes, activations unsigned. Only what the kernels call is declared. */
#ifndef TW_NE16_TASK_H
#define TW_NE16_TASK_H

#include "nnx_job.h"

typedef nnx_weight_offset_mode_e ne16_weight_offset_mode_e;
typedef nnx_norm_t ne16_norm_t;
typedef nnx_quant_t ne16_quant_t;

typedef struct {
    nnx_registers data;
} ne16_task_t;

typedef struct ne16_dev ne16_dev_t;

typedef struct {
    int max_stall; /* cycles that the device may wait for the cores at the memory */
} ne16_pulp_conf_t;

const ne16_dev_t *ne16_pulp_get_dev(void);

void ne16_task_init(ne16_task_t *task);
void ne16_task_set_op_to_conv(ne16_task_t *task, uint8_t kernel_shape, uint8_t depthwise, uint8_t stride);
void ne16_task_set_bits(ne16_task_t *task, uint8_t input_bits, uint8_t output_bits, uint8_t weight_bits);
void ne16_task_set_norm_quant(ne16_task_t *task, ne16_quant_t quant, ne16_norm_t norm);
void ne16_task_set_weight_offset(ne16_task_t *task, ne16_weight_offset_mode_e mode, int32_t weight_offset);
/* After the operation and the bits are set. h_stride: from row to row, w_stride: from pixel to pixel. */
void ne16_task_set_dims(ne16_task_t *task, uint32_t w_in, uint32_t k_in, uint32_t h_in_stride, uint32_t w_in_stride,
                        uint32_t h_out, uint32_t w_out, uint32_t k_out, uint32_t h_out_stride, uint32_t w_out_stride,
                        uint8_t padding_top, uint8_t padding_bottom, uint8_t padding_left, uint8_t padding_right);
void ne16_task_set_addr_conv(ne16_task_t *task, uintptr_t input_addr, uint32_t w_in, uint32_t w_in_stride,
                             uint8_t padding_top, uint8_t padding_left, uintptr_t output_addr, uintptr_t weights_addr);
void ne16_task_set_addr_norm_quant(ne16_task_t *task, uintptr_t scale_addr, uintptr_t shift_addr, uintptr_t bias_addr);

void ne16_nnx_init(const ne16_dev_t *dev, const ne16_pulp_conf_t *conf);
void ne16_nnx_term(const ne16_dev_t *dev);
/* Until the device's queue has a place. */
void ne16_nnx_dispatch_wait(const ne16_dev_t *dev);
/* 0: the device has it. */
int ne16_nnx_dispatch(const ne16_dev_t *dev, ne16_task_t *task);
/* A task of stride 2, as jobs of one sub-tile each; returns when the device has the last of them. */
void ne16_nnx_dispatch_stride2x2(const ne16_dev_t *dev, ne16_task_t *task, uint32_t h_out, uint32_t w_out,
                                 uint8_t padding_top, uint8_t padding_bottom, uint8_t padding_left, uint8_t padding_right);
/* Until the task is done. */
void ne16_nnx_resolve_wait(const ne16_dev_t *dev, ne16_task_t *task);

#endif
