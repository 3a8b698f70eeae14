# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of an ONNX file on the emulated processor of a target, with tilewright-cli. The count is exact
and the same in every run, so there is one sample."""
import json
import os
import subprocess
import sys
import tempfile


def npz(path, ports, seed):
    import answer
    import numpy as np
    names = {"f32": "float32", "f64": "float64", "i8": "int8", "u8": "uint8", "i16": "int16", "u16": "uint16", "i32": "int32",
             "u32": "uint32", "i64": "int64", "u64": "uint64", "bool": "bool"}
    np.savez(path, **{port["name"]: answer.random_array(port["shape"], names[port["type"]], seed + index)
                      for index, port in enumerate(ports)})


def main():
    model, inputs_json, out, target = sys.argv[1:5]
    cli = os.environ.get("TILEWRIGHT_CLI", "tilewright-cli")
    with open(inputs_json, encoding="utf-8") as file:
        ports = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        inputs = os.path.join(folder, "inputs.npz")
        npz(inputs, ports, 1)
        done = subprocess.run([cli, "verify", model, "--target", target, "--inputs", inputs, "--expected", inputs, "--run",
                               "emulator", "--json"], capture_output=True, text=True)   # the inputs are no expectation: a
    if not done.stdout.strip().startswith("{"):                                         # mismatch is of no matter here
        sys.exit(done.stderr)
    report = json.loads(done.stdout)
    if not report.get("instructions"):
        sys.exit("the emulator counted no instructions; 0 stands for unsupported")
    with open(out, "w", encoding="utf-8") as file:
        json.dump({"latency": report["instructions"], "unit": "instructions", "meta": {"target": target}}, file)


main()
