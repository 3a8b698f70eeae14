# SPDX-License-Identifier: Apache-2.0
"""What the adapters share: random inputs, the timing loop, and the answer that time.exec reads."""
import argparse
import json
import platform
import time


def arguments(description, devices):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("model")
    parser.add_argument("--device", choices=devices, default=devices[0])
    parser.add_argument("--warmup", type=int, default=10)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="")
    return parser.parse_args()


def random_array(shape, dtype, seed):
    """Not zeros: zeros make sparse and denormal numbers look quick."""
    import numpy as np
    random = np.random.default_rng(seed)
    kind = np.dtype(dtype)
    if kind.kind == "f":
        return random.uniform(-1, 1, shape).astype(kind)
    if kind.kind == "b":
        return random.integers(0, 2, shape).astype(kind)
    return random.integers(0, 100, shape).astype(kind)


def timed(call, warmup, runs):
    """Milliseconds of each run. `call` returns when the work is done."""
    for _ in range(warmup):
        call()
    samples = []
    for _ in range(runs):
        begin = time.perf_counter_ns()
        call()
        samples.append((time.perf_counter_ns() - begin) / 1e6)
    return samples


def give(samples, out, **meta):
    facts = {"machine": platform.processor() or platform.machine(), "system": platform.platform(),
             "clock": "perf_counter_ns", "cache": "warm", "pinned": "false"}
    answer = json.dumps({"samples": samples, "unit": "ms", "meta": {**facts, **meta}})
    if out:
        with open(out, "w", encoding="utf-8") as file:
            file.write(answer)
    else:
        print(answer)
