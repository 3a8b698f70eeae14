# SPDX-License-Identifier: Apache-2.0
"""Times an ONNX file with ONNX Runtime. Needs: pip install onnxruntime numpy (onnxruntime-gpu for CUDA).

The CUDA path was written without a device at hand and has not been run by the authors."""
import sys

import answer

PROVIDERS = {"cpu": ["CPUExecutionProvider"], "cuda": ["CUDAExecutionProvider"]}
TYPES = {"float": "float32", "double": "float64", "float16": "float16", "int8": "int8", "uint8": "uint8", "int16": "int16",
         "uint16": "uint16", "int32": "int32", "uint32": "uint32", "int64": "int64", "uint64": "uint64", "bool": "bool"}


def main():
    options = answer.arguments(__doc__, ["cpu", "cuda"])
    import onnxruntime as runtime
    wanted = PROVIDERS[options.device]
    if wanted[0] not in runtime.get_available_providers():
        sys.exit(f"this ONNX Runtime has no {wanted[0]}, only {', '.join(runtime.get_available_providers())}")
    settings = runtime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    settings.inter_op_num_threads = 1
    session = runtime.InferenceSession(options.model, settings, providers=wanted)
    if session.get_providers()[0] != wanted[0]:
        sys.exit(f"the session runs on {session.get_providers()[0]}")   # it falls back silently
    binding = session.io_binding()
    for index, port in enumerate(session.get_inputs()):
        kind = TYPES[port.type[len("tensor("):-1]]
        array = answer.random_array(port.shape, kind, options.seed + index)
        binding.bind_ortvalue_input(port.name, runtime.OrtValue.ortvalue_from_numpy(array, options.device, 0))
    for port in session.get_outputs():
        binding.bind_output(port.name, options.device)

    def run():
        session.run_with_iobinding(binding)
        binding.synchronize_outputs()

    samples = answer.timed(run, options.warmup, options.runs)
    answer.give(samples, options.out, runtime=f"onnxruntime {runtime.__version__}", provider=wanted[0],
                threads=str(options.threads), warmup=str(options.warmup))


main()
