#!/usr/bin/python3
"""What a call from Python costs: UR5 rnea by batches of 1, 100 and 10,000 states, a call and a state.

    RIGIDC_LIBRARY=build/librigidc.so PYTHONPATH=runtime/python python3 tests/bench/python_overhead.py

The median of rounds in which all take turns. `of them ours` is what is not spent in the compiled function, which is
timed as one state of a hundred thousand."""

import statistics
import sys
import time

import numpy as np

import rigidc

ROUNDS = 15
SHAPES = (("(6,)", ()), ("(1, 6)", (1,)), ("(100, 6)", (100,)), ("(10000, 6)", (10000,)))


def timed(function, arrays, calls, **named):
    begin = time.perf_counter()
    for _ in range(calls):
        function(*arrays, **named)
    return (time.perf_counter() - begin) / calls


def main():
    random = np.random.default_rng(1)
    print("tier  q, qd, qdd       us a call   ns a state   of them ours")
    for tier in ("tcc", "cc"):
        rnea = rigidc.load("examples/ur5.rig", tier=tier).rnea
        given = {name: [random.uniform(-1, 1, lead + (6,)) for _ in range(3)] for name, lead in SHAPES}
        given["dictionaries"] = [dict(zip(("shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint",
                                           "wrist_2_joint", "wrist_3_joint"), random.uniform(-1, 1, 6))) for _ in range(3)]
        given["lists"] = [random.uniform(-1, 1, 6).tolist() for _ in range(3)]
        narrow = rigidc.load("examples/ur5.rig", tier=tier, real="float").rnea
        given["(6,), out="] = given["(6,)"]
        given["(6,), float32"] = [array.astype(np.float32) for array in given["(6,)"]]
        special = {"(6,), out=": (rnea, {"out": np.empty(6)}), "(6,), float32": (narrow, {})}
        many = [random.uniform(-1, 1, (100000, 6)) for _ in range(3)]
        times = {name: [] for name in given}
        inside = []
        for _ in range(ROUNDS):
            for name, arrays in given.items():
                states = np.size(arrays[0]) // 6 if name.startswith("(") else 1
                function, named = special.get(name, (rnea, {}))
                times[name].append(timed(function, arrays, max(1, 20000 // (states + 10)), **named))
            inside.append(timed(rnea, many, 1) / 100000)
        compiled = statistics.median(inside)
        for name, each in times.items():
            states = np.size(given[name][0]) // 6 if name.startswith("(") else 1
            call = statistics.median(each)
            print(f"{tier:4}  {name:14} {call * 1e6:11.1f} {call / states * 1e9:12.0f} {(call / states - compiled) * 1e9:14.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
