# SPDX-License-Identifier: Apache-2.0
"""Times an ONNX file with TFLite Micro's reference kernels on this host. Needs: pip install tflite-micro onnx2tf
tensorflow numpy. The times are those of this host's processor, of use to compare networks with each other.

Not run by the authors: its packages were not at hand."""
import os
import subprocess
import sys
import tempfile

import answer


def converted(model, folder):
    subprocess.run([sys.executable, "-m", "onnx2tf", "-i", model, "-o", folder], check=True, stdout=sys.stderr)
    names = [name for name in sorted(os.listdir(folder)) if name.endswith("_float32.tflite")]
    if not names:
        sys.exit("onnx2tf wrote no .tflite file")
    return os.path.join(folder, names[0])


def main():
    options = answer.arguments(__doc__, ["cpu"])
    from tflite_micro import runtime
    with tempfile.TemporaryDirectory() as folder:
        interpreter = runtime.Interpreter.from_file(converted(options.model, folder))
        details = interpreter.get_input_details(0)
        interpreter.set_input(answer.random_array(details["shape"], details["dtype"], options.seed), 0)
        samples = answer.timed(interpreter.invoke, options.warmup, options.runs)
    answer.give(samples, options.out, runtime="tflite-micro", warmup=str(options.warmup))


main()
