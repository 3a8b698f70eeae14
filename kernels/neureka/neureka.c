/* SPDX-License-Identifier: MIT-0 */
/* Layers as jobs of N-EUREKA: one per image, and at most two for a matrix product. */
#include "neureka.h"
#include "neureka_task.h"
#include "nnx_layer.h"

enum { TILE = 6, MAX_STALL = 8, WEIGHT_OFFSET = -128 };

static void set_norm_quant(neureka_task_t *task, const nnx_layer *layer)
{
    neureka_quant_t quant;
    neureka_norm_t norm;
    quant.shift_amount = layer->shift;
    quant.function = layer->y_signed ? quantFunctionIdentity : quantFunctionRelu;
    quant.flag_rounding = 0; /* the bias holds the half */
    norm.mode = layer->scale_bits == 8 ? normMode8Bit : normMode32Bit;
    norm.flag_bias = 1;
    norm.flag_shift = 0;
    neureka_task_set_norm_quant(task, quant, norm);
    neureka_task_set_addr_norm_quant(task, layer->scale, 0, layer->bias);
}

static void build(neureka_task_t *task, const nnx_layer *layer)
{
    const uint32_t w_out_stride = layer->k_out * layer->out_bytes;
    neureka_task_init(task);
    neureka_task_set_op_to_conv(task, layer->kernel, layer->depthwise);
    neureka_task_set_bits(task, 8, (uint8_t)(8 * layer->out_bytes), 8);
    if (layer->scale)
        set_norm_quant(task, layer);
    neureka_task_set_weight_offset(task, weightOffsetModeLayerWise, WEIGHT_OFFSET);
    if (layer->x_signed)
        neureka_task_set_input_signed(task);
    else
        neureka_task_set_input_unsigned(task);
    neureka_task_set_weight_source(task, neurekaWeightSourceWmem);
    neureka_task_set_dims(task, layer->w_in, layer->k_in, layer->w_in * layer->k_in, layer->k_in, layer->h_out,
                          layer->w_out, layer->k_out, layer->w_out * w_out_stride, w_out_stride, layer->pad_top,
                          layer->pad_bottom, layer->pad_left, layer->pad_right);
    neureka_task_set_addr_conv(task, layer->x, layer->w_in, layer->k_in, layer->pad_top, layer->pad_left, layer->y,
                               layer->weights);
}

static void run(const neureka_dev_t *dev, const nnx_layer *layer)
{
    neureka_task_t task;
    build(&task, layer);
    do {
        neureka_nnx_dispatch_wait(dev);
    } while (neureka_nnx_dispatch(dev, &task) != 0);
    neureka_nnx_resolve_wait(dev, &task);
}

static const neureka_dev_t *open_device(void)
{
    const neureka_siracusa_conf_t conf = {MAX_STALL};
    const neureka_dev_t *dev = neureka_siracusa_get_dev();
    neureka_nnx_init(dev, &conf);
    return dev;
}

static void convolve(const tw_conv_args *args, const nnx_operands *operands)
{
    const neureka_dev_t *dev = open_device();
    nnx_layer layer = nnx_layer_of_conv(args, operands);
    for (int32_t image = 0; image < args->batch; ++image) {
        run(dev, &layer);
        nnx_next_image(args, &layer);
    }
    neureka_nnx_term(dev);
}

static void multiply(const tw_gemm_args *args, const nnx_operands *operands)
{
    const neureka_dev_t *dev = open_device();
    int32_t first = 0;
    while (first < args->batches * args->m) {
        const nnx_layer layer = nnx_layer_of_gemm(args, operands, first, TILE);
        run(dev, &layer);
        first += (int32_t)(layer.h_out * layer.w_out);
    }
    neureka_nnx_term(dev);
}

void tw_neureka_conv(const tw_conv_args *args, const void *x, const void *w, int32_t *y)
{
    const nnx_operands operands = {x, w, NULL, NULL, y, 32};
    convolve(args, &operands);
}

void tw_neureka_conv_requant(const tw_conv_args *args, const void *x, const void *w, const void *scale,
                             const void *bias, void *y)
{
    const nnx_operands operands = {x, w, scale, bias, y, 32};
    convolve(args, &operands);
}

void tw_neureka_gemm(const tw_gemm_args *args, const void *a, const void *w, int32_t *y)
{
    const nnx_operands operands = {a, w, NULL, NULL, y, 32};
    multiply(args, &operands);
}

void tw_neureka_gemm_requant(const tw_gemm_args *args, const void *a, const void *w, const void *scale,
                             const void *bias, void *y)
{
    const nnx_operands operands = {a, w, scale, bias, y, 32};
    multiply(args, &operands);
}
