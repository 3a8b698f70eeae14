/* SPDX-License-Identifier: MIT-0 */
/* NE16 in C, behind its driver's interface: exact numbers, no time. A task is done when it is dispatched. */
#include "ne16_task.h"
#include "nnx_model.h"

struct ne16_dev {
    int is_open;
    nnx_buffers buffers;
};

static struct ne16_dev device;

/* Weights are planes of 16 bits per tap, one bit for each input channel of a block. */
static const nnx_engine engine = {3, {16, 144, 144, 16, 16, 0}, {16, 16, 16, 0, 16, 0}};

const ne16_dev_t *ne16_pulp_get_dev(void)
{
    return &device;
}

void ne16_task_init(ne16_task_t *task)
{
    memset(task, 0, sizeof *task);
}

void ne16_task_set_op_to_conv(ne16_task_t *task, uint8_t kernel_shape, uint8_t depthwise, uint8_t stride)
{
    nnx_set_filter(&task->data, kernel_shape, depthwise);
    nnx_set_field(&task->data, NNX_STRIDED, 1, stride == 2);
}

void ne16_task_set_bits(ne16_task_t *task, uint8_t input_bits, uint8_t output_bits, uint8_t weight_bits)
{
    (void)input_bits; /* always 8 */
    nnx_set_bits(&task->data, output_bits, weight_bits);
}

void ne16_task_set_norm_quant(ne16_task_t *task, ne16_quant_t quant, ne16_norm_t norm)
{
    nnx_set_norm_quant(&task->data, quant, norm);
}

void ne16_task_set_weight_offset(ne16_task_t *task, ne16_weight_offset_mode_e mode, int32_t weight_offset)
{
    nnx_set_weight_offset(&task->data, mode == weightOffsetModeLayerWise, weight_offset);
}

void ne16_task_set_dims(ne16_task_t *task, uint32_t w_in, uint32_t k_in, uint32_t h_in_stride, uint32_t w_in_stride,
                        uint32_t h_out, uint32_t w_out, uint32_t k_out, uint32_t h_out_stride, uint32_t w_out_stride,
                        uint8_t padding_top, uint8_t padding_bottom, uint8_t padding_left, uint8_t padding_right)
{
    (void)w_in; /* the strides say it */
    nnx_set_strides(&task->data, &engine, k_in, h_in_stride, w_in_stride, h_out_stride, w_out_stride);
    nnx_set_counters(&task->data, &engine, k_in, h_out, w_out, k_out, padding_bottom, padding_right);
    nnx_set_padding(&task->data, padding_top, padding_bottom, padding_left, padding_right);
}

void ne16_task_set_addr_conv(ne16_task_t *task, uintptr_t input_addr, uint32_t w_in, uint32_t w_in_stride,
                             uint8_t padding_top, uint8_t padding_left, uintptr_t output_addr, uintptr_t weights_addr)
{
    nnx_set_addresses(&task->data, input_addr, w_in, w_in_stride, padding_top, padding_left, output_addr, weights_addr);
}

void ne16_task_set_addr_norm_quant(ne16_task_t *task, uintptr_t scale_addr, uintptr_t shift_addr, uintptr_t bias_addr)
{
    task->data.scale = scale_addr;
    task->data.shift = shift_addr;
    task->data.bias = bias_addr;
}

void ne16_nnx_init(const ne16_dev_t *dev, const ne16_pulp_conf_t *conf)
{
    (void)dev;
    (void)conf;
    device.is_open = 1;
}

void ne16_nnx_term(const ne16_dev_t *dev)
{
    (void)dev;
    device.is_open = 0;
}

void ne16_nnx_dispatch_wait(const ne16_dev_t *dev)
{
    (void)dev;
}

int ne16_nnx_dispatch(const ne16_dev_t *dev, ne16_task_t *task)
{
    if (!dev->is_open)
        return 1;
    nnx_run(&task->data, &engine, &device.buffers);
    return 0;
}

void ne16_nnx_resolve_wait(const ne16_dev_t *dev, ne16_task_t *task)
{
    (void)dev;
    (void)task;
}

/* What one job of the strided mode covers along an axis: two outputs, or the last one alone. */
typedef struct {
    uint16_t outputs; /* before every second one is dropped: 3 or 1 */
    uint16_t inputs;  /* that are no padding behind */
    uint8_t padding_before;
    uint8_t padding_behind;
} span;

static span span_at(uint32_t index, uint32_t outputs, uint32_t halo, uint8_t before, uint8_t behind)
{
    const uint32_t first = 4 * index; /* input row or column, padding included */
    const uint32_t padding_begins = 2 * (outputs - 1) + 1 + halo - behind;
    span s;
    s.outputs = outputs - 2 * index > 1 ? 3 : 1;
    s.inputs = (uint16_t)(s.outputs + halo);
    s.padding_before = index == 0 ? before : 0;
    s.padding_behind = 0;
    if (first + s.inputs > padding_begins) {
        s.padding_behind = (uint8_t)(first + s.inputs - padding_begins);
        s.inputs = (uint16_t)(s.inputs - s.padding_behind);
    }
    return s;
}

void ne16_nnx_dispatch_stride2x2(const ne16_dev_t *dev, ne16_task_t *task, uint32_t h_out, uint32_t w_out,
                                 uint8_t padding_top, uint8_t padding_bottom, uint8_t padding_left, uint8_t padding_right)
{
    const uint32_t halo = (uint32_t)nnx_halo(&task->data);
    for (uint32_t i = 0; i < (h_out + 1) / 2; ++i)
        for (uint32_t j = 0; j < (w_out + 1) / 2; ++j) {
            const span rows = span_at(i, h_out, halo, padding_top, padding_bottom);
            const span columns = span_at(j, w_out, halo, padding_left, padding_right);
            ne16_task_t job = *task;
            nnx_registers *r = &job.data;
            r->input += (uintptr_t)(4 * i) * r->input_stride.d1 + (uintptr_t)(4 * j) * r->input_stride.d0;
            r->output += (uintptr_t)(2 * i) * r->output_stride.d1 + (uintptr_t)(2 * j) * r->output_stride.d0;
            r->number.ho = r->number.wo = 1;
            r->remainder.ho = rows.outputs;
            r->remainder.wo = columns.outputs;
            r->remainder.hi = rows.inputs;
            r->remainder.wi = columns.inputs;
            nnx_set_padding(r, rows.padding_before, rows.padding_behind, columns.padding_before, columns.padding_behind);
            do {
                ne16_nnx_dispatch_wait(dev);
            } while (ne16_nnx_dispatch(dev, &job) != 0);
        }
}
