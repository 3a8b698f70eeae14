/* SPDX-License-Identifier: MIT-0 */
/* Layers as tasks of NE16: one per image, and at most two for a matrix product. */
#include "ne16.h"
#include "ne16_task.h"
#include "nnx_layer.h"

enum { TILE = 3, MAX_STALL = 8, WEIGHT_OFFSET = -128 };

static void set_norm_quant(ne16_task_t *task, const nnx_layer *layer)
{
    ne16_quant_t quant;
    ne16_norm_t norm;
    quant.shift_amount = layer->shift;
    quant.function = layer->y_signed ? quantFunctionIdentity : quantFunctionRelu;
    quant.flag_rounding = 0; /* the bias holds the half */
    norm.mode = layer->scale_bits == 8 ? normMode8Bit : normMode32Bit;
    norm.flag_bias = 1;
    norm.flag_shift = 0;
    ne16_task_set_norm_quant(task, quant, norm);
    ne16_task_set_addr_norm_quant(task, layer->scale, 0, layer->bias);
}

static void build(ne16_task_t *task, const nnx_layer *layer)
{
    const uint32_t w_out_stride = layer->k_out * layer->out_bytes;
    ne16_task_init(task);
    ne16_task_set_op_to_conv(task, layer->kernel, layer->depthwise, layer->stride);
    ne16_task_set_bits(task, 8, (uint8_t)(8 * layer->out_bytes), 8);
    if (layer->scale)
        set_norm_quant(task, layer);
    ne16_task_set_weight_offset(task, weightOffsetModeLayerWise, WEIGHT_OFFSET);
    ne16_task_set_dims(task, layer->w_in, layer->k_in, layer->w_in * layer->k_in, layer->k_in, layer->h_out, layer->w_out,
                       layer->k_out, layer->w_out * w_out_stride, w_out_stride, layer->pad_top, layer->pad_bottom,
                       layer->pad_left, layer->pad_right);
    ne16_task_set_addr_conv(task, layer->x, layer->w_in, layer->k_in, layer->pad_top, layer->pad_left, layer->y,
                            layer->weights);
}

static void run(const ne16_dev_t *dev, const nnx_layer *layer)
{
    ne16_task_t task;
    build(&task, layer);
    if (layer->stride == 2) {
        ne16_nnx_dispatch_stride2x2(dev, &task, layer->h_out, layer->w_out, layer->pad_top, layer->pad_bottom,
                                    layer->pad_left, layer->pad_right);
    } else {
        do {
            ne16_nnx_dispatch_wait(dev);
        } while (ne16_nnx_dispatch(dev, &task) != 0);
    }
    ne16_nnx_resolve_wait(dev, &task);
}

static const ne16_dev_t *open_device(void)
{
    const ne16_pulp_conf_t conf = {MAX_STALL};
    const ne16_dev_t *dev = ne16_pulp_get_dev();
    ne16_nnx_init(dev, &conf);
    return dev;
}

static void convolve(const tw_conv_args *args, const nnx_operands *operands)
{
    const ne16_dev_t *dev = open_device();
    nnx_layer layer = nnx_layer_of_conv(args, operands);
    for (int32_t image = 0; image < args->batch; ++image) {
        run(dev, &layer);
        nnx_next_image(args, &layer);
    }
    ne16_nnx_term(dev);
}

static void multiply(const tw_gemm_args *args, const nnx_operands *operands)
{
    const ne16_dev_t *dev = open_device();
    int32_t first = 0;
    while (first < args->batches * args->m) {
        const nnx_layer layer = nnx_layer_of_gemm(args, operands, first, TILE);
        run(dev, &layer);
        first += (int32_t)(layer.h_out * layer.w_out);
    }
    ne16_nnx_term(dev);
}

void tw_ne16_conv(const tw_conv_args *args, const void *x, const void *w, int32_t *y)
{
    const nnx_operands operands = {x, w, NULL, NULL, y, 32};
    convolve(args, &operands);
}

void tw_ne16_conv_requant(const tw_conv_args *args, const void *x, const void *w, const void *scale,
                          const void *bias, void *y)
{
    const nnx_operands operands = {x, w, scale, bias, y, 32};
    convolve(args, &operands);
}

void tw_ne16_conv_requant_scale8(const tw_conv_args *args, const void *x, const void *w, const void *scale,
                                 const void *bias, void *y)
{
    const nnx_operands operands = {x, w, scale, bias, y, 8};
    convolve(args, &operands);
}

void tw_ne16_gemm(const tw_gemm_args *args, const void *a, const void *w, int32_t *y)
{
    const nnx_operands operands = {a, w, NULL, NULL, y, 32};
    multiply(args, &operands);
}

void tw_ne16_gemm_requant(const tw_gemm_args *args, const void *a, const void *w, const void *scale,
                          const void *bias, void *y)
{
    const nnx_operands operands = {a, w, scale, bias, y, 32};
    multiply(args, &operands);
}

void tw_ne16_gemm_requant_scale8(const tw_gemm_args *args, const void *a, const void *w, const void *scale,
                                 const void *bias, void *y)
{
    const nnx_operands operands = {a, w, scale, bias, y, 8};
    multiply(args, &operands);
}
