/* SPDX-License-Identifier: MIT-0 */
/* N-EUREKA in C, behind its driver's interface: exact numbers, no time. A task is done when it is dispatched. */
#include "neureka_task.h"
#include "nnx_model.h"

struct neureka_dev {
    int is_open;
    nnx_buffers buffers;
};

static struct neureka_dev device;

/* Weights stream in words of 256 bits: a plane of 9 taps of 28 channels with 4 bits left over, or 32 channels of a 1x1
   kernel with all their bits, four channels to a group. */
static const nnx_engine engine = {6, {28, 256, 256, 28, 28, 0}, {32, 32, 4, 0, 4, 32}};

const neureka_dev_t *neureka_siracusa_get_dev(void)
{
    return &device;
}

void neureka_task_init(neureka_task_t *task)
{
    memset(task, 0, sizeof *task);
}

void neureka_task_set_op_to_conv(neureka_task_t *task, uint8_t kernel_shape, uint8_t depthwise)
{
    nnx_set_filter(&task->data, kernel_shape, depthwise);
}

void neureka_task_set_bits(neureka_task_t *task, uint8_t input_bits, uint8_t output_bits, uint8_t weight_bits)
{
    (void)input_bits; /* always 8 */
    nnx_set_bits(&task->data, output_bits, weight_bits);
}

void neureka_task_set_norm_quant(neureka_task_t *task, neureka_quant_t quant, neureka_norm_t norm)
{
    nnx_set_norm_quant(&task->data, quant, norm);
}

void neureka_task_set_weight_offset(neureka_task_t *task, neureka_weight_offset_mode_e mode, int32_t weight_offset)
{
    nnx_set_weight_offset(&task->data, mode == weightOffsetModeLayerWise, weight_offset);
}

void neureka_task_set_input_signed(neureka_task_t *task)
{
    nnx_set_field(&task->data, NNX_INPUT_SIGNED, 1, 1);
}

void neureka_task_set_input_unsigned(neureka_task_t *task)
{
    nnx_set_field(&task->data, NNX_INPUT_SIGNED, 1, 0);
}

void neureka_task_set_weight_source(neureka_task_t *task, neureka_weight_source_e source)
{
    nnx_set_field(&task->data, NNX_WEIGHTS_IN_WMEM, 1, source == neurekaWeightSourceWmem);
}

void neureka_task_set_dims(neureka_task_t *task, uint32_t w_in, uint32_t k_in, uint32_t h_in_stride, uint32_t w_in_stride,
                           uint32_t h_out, uint32_t w_out, uint32_t k_out, uint32_t h_out_stride, uint32_t w_out_stride,
                           uint8_t padding_top, uint8_t padding_bottom, uint8_t padding_left, uint8_t padding_right)
{
    (void)w_in; /* the strides say it */
    nnx_set_strides(&task->data, &engine, k_in, h_in_stride, w_in_stride, h_out_stride, w_out_stride);
    nnx_set_counters(&task->data, &engine, k_in, h_out, w_out, k_out, padding_bottom, padding_right);
    nnx_set_padding(&task->data, padding_top, padding_bottom, padding_left, padding_right);
}

void neureka_task_set_addr_conv(neureka_task_t *task, uintptr_t input_addr, uint32_t w_in, uint32_t w_in_stride,
                                uint8_t padding_top, uint8_t padding_left, uintptr_t output_addr, uintptr_t weights_addr)
{
    nnx_set_addresses(&task->data, input_addr, w_in, w_in_stride, padding_top, padding_left, output_addr, weights_addr);
}

void neureka_task_set_addr_norm_quant(neureka_task_t *task, uintptr_t scale_addr, uintptr_t shift_addr, uintptr_t bias_addr)
{
    task->data.scale = scale_addr;
    task->data.shift = shift_addr;
    task->data.bias = bias_addr;
}

void neureka_nnx_init(const neureka_dev_t *dev, const neureka_siracusa_conf_t *conf)
{
    (void)dev;
    (void)conf;
    device.is_open = 1;
}

void neureka_nnx_term(const neureka_dev_t *dev)
{
    (void)dev;
    device.is_open = 0;
}

void neureka_nnx_dispatch_wait(const neureka_dev_t *dev)
{
    (void)dev;
}

int neureka_nnx_dispatch(const neureka_dev_t *dev, neureka_task_t *task)
{
    if (!dev->is_open)
        return 1;
    nnx_run(&task->data, &engine, &device.buffers);
    return 0;
}

void neureka_nnx_resolve_wait(const neureka_dev_t *dev, neureka_task_t *task)
{
    (void)dev;
    (void)task;
}
