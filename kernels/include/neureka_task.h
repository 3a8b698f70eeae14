/* SPDX-License-Identifier: MIT-0 */
/* The interface of the driver library for N-EUREKA: building a task, and handing it to the device. On a board the
   vendor's library and header take the place of this one; elsewhere a model of the device answers these calls.
   Strides are in bytes. Only what the kernels call is declared. */
#ifndef TW_NEUREKA_TASK_H
#define TW_NEUREKA_TASK_H

#include "nnx_job.h"

typedef nnx_weight_offset_mode_e neureka_weight_offset_mode_e;
typedef nnx_norm_t neureka_norm_t;
typedef nnx_quant_t neureka_quant_t;
typedef enum { neurekaWeightSourceTcdm, neurekaWeightSourceWmem } neureka_weight_source_e;

typedef struct {
    nnx_registers data;
} neureka_task_t;

typedef struct neureka_dev neureka_dev_t;

typedef struct {
    int max_stall; /* cycles that the device may wait for the cores at the memory */
} neureka_siracusa_conf_t;

const neureka_dev_t *neureka_siracusa_get_dev(void);

void neureka_task_init(neureka_task_t *task);
void neureka_task_set_op_to_conv(neureka_task_t *task, uint8_t kernel_shape, uint8_t depthwise);
void neureka_task_set_bits(neureka_task_t *task, uint8_t input_bits, uint8_t output_bits, uint8_t weight_bits);
void neureka_task_set_norm_quant(neureka_task_t *task, neureka_quant_t quant, neureka_norm_t norm);
void neureka_task_set_weight_offset(neureka_task_t *task, neureka_weight_offset_mode_e mode, int32_t weight_offset);
void neureka_task_set_input_signed(neureka_task_t *task);
void neureka_task_set_input_unsigned(neureka_task_t *task);
void neureka_task_set_weight_source(neureka_task_t *task, neureka_weight_source_e source);
/* After the operation and the bits are set. h_stride: from row to row, w_stride: from pixel to pixel. */
void neureka_task_set_dims(neureka_task_t *task, uint32_t w_in, uint32_t k_in, uint32_t h_in_stride, uint32_t w_in_stride,
                           uint32_t h_out, uint32_t w_out, uint32_t k_out, uint32_t h_out_stride, uint32_t w_out_stride,
                           uint8_t padding_top, uint8_t padding_bottom, uint8_t padding_left, uint8_t padding_right);
void neureka_task_set_addr_conv(neureka_task_t *task, uintptr_t input_addr, uint32_t w_in, uint32_t w_in_stride,
                                uint8_t padding_top, uint8_t padding_left, uintptr_t output_addr, uintptr_t weights_addr);
void neureka_task_set_addr_norm_quant(neureka_task_t *task, uintptr_t scale_addr, uintptr_t shift_addr, uintptr_t bias_addr);

void neureka_nnx_init(const neureka_dev_t *dev, const neureka_siracusa_conf_t *conf);
void neureka_nnx_term(const neureka_dev_t *dev);
/* Until the device's queue has a place. */
void neureka_nnx_dispatch_wait(const neureka_dev_t *dev);
/* 0: the device has it. */
int neureka_nnx_dispatch(const neureka_dev_t *dev, neureka_task_t *task);
/* Until the task is done. */
void neureka_nnx_resolve_wait(const neureka_dev_t *dev, neureka_task_t *task);

#endif
