"""Linear quadratic regulators for rigidc models: gains by SciPy, the closed loop by `rigidc sim`."""
import csv
import io
import subprocess

import numpy as np
from scipy.linalg import solve_continuous_are


def gains(linear, Q, R):
    """K of u = -K x with the least integral of x' Q x + u' R u, for diagonals Q and R."""
    P = solve_continuous_are(linear.A, linear.B, np.diag(Q), np.diag(R))
    return linear.B.T @ P / np.array(R)[:, None]


def change(model, linear, state):
    """A state of x as a formula of sim, in its SI unit. A small turn about an axis of the body is twice an element of the quaternion."""
    of, name = state.split(".", 1)
    unit = model.info.velocities[model.v_names.index(name)].unit  # rad/s or m/s
    if of == "qd":
        return f"{name}d / (1 {unit})"
    joint, _, axis = name.rpartition(".")
    quaternion = name not in model.q_names
    element = name if not quaternion else f"{joint}.q{axis[1]}" if axis[0] == "w" else f"{joint}.{axis[1]}"
    at = float(linear.q[model.q_names.index(element)])
    if quaternion and axis[0] == "w":
        return f"2 * ({element} - {at!r})"
    return f"({element} - {at!r} {unit[:-2]}) / (1 {unit[:-2]})"


def feedback(model, linear, K):
    """Options of sim for tau - K x, and for u - K x where the inputs of the model are those of the regulator."""
    options = []
    for name, row in zip(linear.inputs, K):
        of, joint = name.split(".", 1)
        terms = [f"{float(gain)!r} * {change(model, linear, state)}" for state, gain in zip(linear.states, row)]
        if of == "u":
            options += ["--set", f"{joint} = {float(linear.u[model.u_names.index(joint)])!r} - ({' + '.join(terms)})"]
            continue
        v = model.v_names.index(joint)
        unit = "N" if model.info.velocities[v].unit == "m/s" else "N m"
        options += ["--tau", f"{joint} = ({float(linear.tau[v])!r} - ({' + '.join(terms)})) * 1 {unit}"]
    return options


def simulate(path, options):
    """Rows of sim, by name of the column."""
    done = subprocess.run(["rigidc", "sim", path, *options], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    rows = list(csv.reader(io.StringIO(done.stdout)))
    return dict(zip(rows[0], np.array(rows[1:], float).T))
