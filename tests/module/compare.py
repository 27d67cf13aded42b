"""python3 compare.py FOLDER NAME...: calls every function of each module NAME.py for all states in NAME.FUNCTION.in (with sines
that are given, .all) at once and compares with NAME.FUNCTION.out, which the C wrote, to 1e-12 of the largest in each array, or of
0.001 where all are smaller and what is left is what rounding leaves of zero. It prints a line for each module, for `results` of
tap.sh."""
import importlib.util
import json
import os
import sys

import numpy as np

folder, names = sys.argv[1], sys.argv[2:]
# In derivatives more terms cancel; those of accelerations meet the inverse of M twice, which is nearly singular in some states.
# Steps of Newton's method and of time solve with such matrices too, once or four times.
allowed = {"rnea_derivatives": 1e-10, "fd_derivatives": 1e-7, "ik": 1e-11, "step": 1e-11, "step_derivatives": 1e-10}


def rows(file):
    return np.array([[float(word) for word in line.split()] for line in open(file)], dtype=np.float64)


def compare(prefix):
    """Compares one module: how many numbers, and how near."""
    spec = importlib.util.spec_from_file_location(prefix, f"{folder}/{prefix}.py")
    robot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(robot)
    info = json.load(open(f"{folder}/{prefix}.json"))
    derived = []
    if info.get("params"):
        derived = [getattr(robot, prefix + "_prepare")(getattr(robot, prefix + "_params_default")())]
    numbers = 0
    worst = 0.0
    for name, function in info["functions"].items():
        if name.endswith("_angles"):  # what the C program takes sc from
            continue
        call = getattr(robot, f"{prefix}_{name.replace(':', '_')}")
        file = f"{folder}/{prefix}.{name}"
        states, wanted = rows(f"{file}.all" if os.path.exists(f"{file}.all") else f"{file}.in"), rows(f"{file}.out")
        split = np.cumsum([each["shape"][0] for each in function["inputs"]])[:-1]
        # once more with a leading axis of its own, which has to make no difference
        given = [each[np.newaxis] for each in np.split(states, split, axis=1)]
        got = call(*given, *derived)
        got = got if isinstance(got, tuple) else (got,)
        assert len(got) == len(function["outputs"]), name
        at = 0
        for array, output in zip(got, function["outputs"]):
            assert array.shape[:2] == (1, len(states)), (name, array.shape)
            array = array.reshape(len(states), -1)
            c = wanted[:, at:at + array.shape[1]]
            at += array.shape[1]
            if not c.size:
                continue
            assert (np.isnan(array) == np.isnan(c)).all(), f"{name}: what is no number"
            largest = np.nanmax(np.abs(c), axis=1, keepdims=True, initial=0.0)
            error = np.nanmax(np.abs(array - c) / np.maximum(largest, 1e-3), initial=0.0)
            worst = max(worst, error)
            assert error <= allowed.get(name.split(":")[0], 1e-12), f"{name}: {output['name']} is off by {error:.2g}"
            numbers += array.size
        assert at == wanted.shape[1], name
    assert numbers, "nothing was compared"
    return f"{numbers} numbers, worst error {worst:.2g}"


for name in names:
    try:
        said = compare(name)
        print(f"ok - {name}: NumPy is C to 1e-12\n# {said}")
    except Exception as error:
        print(f"not ok - {name}: NumPy is C to 1e-12\n# {error!r}")
