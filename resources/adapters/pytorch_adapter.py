# SPDX-License-Identifier: Apache-2.0
"""Times an ONNX file as a PyTorch module. Needs: pip install torch onnx onnx2torch numpy.

The CUDA path was written without a device at hand and has not been run by the authors."""
import sys

import answer


def main():
    options = answer.arguments(__doc__, ["cpu", "cuda"])
    import onnx
    import onnx2torch
    import torch
    if options.device == "cuda" and not torch.cuda.is_available():
        sys.exit("this PyTorch finds no CUDA device")
    torch.set_num_threads(options.threads)
    model = onnx.load(options.model)
    module = onnx2torch.convert(model).eval().to(options.device)
    constants = {tensor.name for tensor in model.graph.initializer}
    inputs = []
    for index, port in enumerate(port for port in model.graph.input if port.name not in constants):
        kind = onnx.helper.tensor_dtype_to_np_dtype(port.type.tensor_type.elem_type)
        shape = [dimension.dim_value for dimension in port.type.tensor_type.shape.dim]
        array = answer.random_array(shape, kind, options.seed + index)
        inputs.append(torch.from_numpy(array).to(options.device))

    def run():
        with torch.inference_mode():
            module(*inputs)
        if options.device == "cuda":
            torch.cuda.synchronize()

    samples = answer.timed(run, options.warmup, options.runs)
    answer.give(samples, options.out, runtime=f"torch {torch.__version__}", device=options.device,
                threads=str(options.threads), warmup=str(options.warmup))


main()
