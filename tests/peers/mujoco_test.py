"""Functions of rigidc beside MuJoCo's, for the examples that MJCF can say, the files of tests/peers/mjcf, and those of the packages with
robots: MJCF as it is. TAP; RIGIDC_SEED gives other states. RIGIDC_MJCF: a folder with more. Arguments: files instead of all."""
import glob
import os
import sys
import tempfile
from typing import Callable, Iterator, Tuple

import mujoco
import numpy as np
import rigidc

import table
from mujoco_model import Robot
from table import Except, Peer, Tap


def pair_of(path: str) -> Tuple[rigidc.Model, Robot]:
    ours = table.ours_of(path)
    return ours, Robot(path, ours, table.WITHIN if path.startswith(tempfile.gettempdir()) else 1e-6)


PASSIVE = "springs with several coefficients, and of tendons with a range, are passive forces in rigidc, without an energy"
LOOPS = "a model with closed loops moves with them in rigidc; MuJoCo holds them softly"
MUJOCO = Peer("MuJoCo", mujoco.__version__, [
    *(Except("energy", PASSIVE, name) for name in ("actuators_and_curves.xml", "tendons.xml")),
    Except("*", "two sites of a tendon meet at half turns, where its length has no derivative", "tendons.xml", "quarters"),
    Except("fd", LOOPS, when=lambda robot: robot.has_loops()),
], within={"rnea_derivatives": 1e-4})
OWN = sorted(glob.glob("tests/peers/mjcf/*.xml") + glob.glob("tests/peers/mjcf/new/*.xml"))


def models(folder: str) -> Iterator[Tuple[str, Callable[[], Tuple[rigidc.Model, Robot]]]]:
    more = glob.glob(os.path.join(os.environ["RIGIDC_MJCF"], "*.xml")) if "RIGIDC_MJCF" in os.environ else []
    files = sys.argv[1:] or [*table.exported(folder, "mjcf"), *OWN, *(p for p in table.of_packages("xml") if is_mjcf(p)), *more]
    for path in files:
        yield os.path.basename(path), lambda path=path: pair_of(path)


def is_mjcf(path: str) -> bool:
    with open(path, errors="replace", encoding="utf-8") as file:
        return "<mujoco" in file.read(4000)


# --- actuators ---

def compare_actuators(tap: Tap, rng: np.random.Generator) -> None:
    """Forces of inputs: rnea without them, less rnea with them. Rates of activations."""
    files = inputs = 0
    by, worst = 0.0, ""
    for path in sys.argv[1:] or [*glob.glob("tests/grammar/actuators/*.xml"), *OWN,
                                 *(p for p in table.of_packages("xml") if is_mjcf(p))]:
        try:
            driven = rigidc.load(path, keep_actuators=True)
            ours, robot = pair_of(path)
        except (rigidc.Error, table.NoPair):
            continue
        own = {robot.name(mujoco.mjtObj.mjOBJ_ACTUATOR, i) for i in range(robot.model.nu)}
        names = {name: name if name in own else name.removesuffix("_control") for name in (each.name for each in driven.info.inputs)}
        if not names or not set(names.values()) <= own or robot.has_loops() or driven.ns != robot.model.na:
            continue
        for s in table.states(ours, rng):
            u = rng.uniform(0, 1, len(names))  # a damper takes none below 0
            given = (u, rng.uniform(0, 1, driven.ns)) if driven.ns else (u,)
            force = ours.rnea(s.q, s.qd, s.qdd) - driven.rnea(s.q, s.qd, s.qdd, *given)
            wanted = robot.actuation(s, dict(zip(names.values(), u)), given[-1] if driven.ns else np.zeros(0))
            size = max(1.0, float(np.abs(ours.rnea(s.q, s.qd, s.qdd)).max()))  # which the difference loses
            apart = float(np.abs(force - wanted).max()) / max(size, float(np.abs(wanted).max()))
            if driven.ns:
                rates = np.asarray(driven.function("rates")(s.q, s.qd, *given))
                apart = max(apart, table.difference(rates, robot.data.act_dot))
            by, worst = max((by, worst), (apart, path))
        files, inputs = files + 1, inputs + len(names)
    tap.line(by <= table.WITHIN, f"{inputs} actuators of {files} files", "" if by <= table.WITHIN else f"{worst} by {by:.2g}")


# --- tendons ---

def compare_tendons(tap: Tap, rng: np.random.Generator) -> None:
    """Lengths of tendons, and their derivatives."""
    ours, robot = pair_of("tests/peers/mjcf/tendons.xml")
    for number in range(robot.model.ntendon):
        name = robot.name(mujoco.mjtObj.mjOBJ_TENDON, number)
        if not name:
            continue
        by = 0.0
        for s in (s for s in table.states(ours, rng) if s.kind != "quarters"):
            robot.set(s)
            length, row = robot.tendon(number)
            l, dl_dq = ours.function(f"length:{name}")(s.q)
            by = max(by, table.difference([l, dl_dq], [[length], row]))
        tap.line(by <= table.WITHIN, f"tendon {name}", "" if by <= table.WITHIN else f"by {by:.2g}")


def of_myosuite(folder: str) -> Iterator[Tuple[str, str]]:
    """Models of the package myo-sim, which composes them by MuJoCo, and the folder of their meshes."""
    for packages in glob.glob(os.path.join(os.path.dirname(sys.prefix), "models", "lib*", "python*", "site-packages"))[:1]:
        sys.path.append(packages)
        import myo_sim
        for name in ("myohand", "myoarm", "myolegs", "myolegs26", "myotorso"):
            spec = myo_sim.load_spec(name)
            spec.compile()
            path = os.path.join(folder, name + ".xml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(spec.to_xml())
            yield path, os.path.join(packages, "myo_sim", "models")


def compare_muscles(tap: Tap, rng: np.random.Generator) -> None:
    """Lengths of the tendons of --muscles within the ranges of the joints. Coupled joints are where their equations have them."""
    with tempfile.TemporaryDirectory() as folder:
        for path, meshes in [("tests/grammar/actuators/muscles.xml", "."), *of_myosuite(folder)]:
            ours = table.ours_of(path, muscles=True, include=[meshes])
            robot = Robot(path, ours)
            m = robot.model
            numbers = [i for i in range(m.ntendon) if robot.name(mujoco.mjtObj.mjOBJ_TENDON, i)]
            by, count = 0.0, 0
            for _ in range(4):
                q = ours.neutral()
                for i, coordinate in enumerate(ours.info.coordinates):
                    lower, upper = coordinate.lower, coordinate.upper
                    if np.isfinite([lower, upper]).all():
                        q[i] = rng.uniform(lower, upper)
                robot.at(robot.there(q), np.zeros(ours.nv), np.zeros(ours.nv))
                count = 0
                for number in numbers:
                    try:
                        length = ours.function(f"length:\"{robot.name(mujoco.mjtObj.mjOBJ_TENDON, number)}\"")
                    except rigidc.Error:
                        continue  # around a form that rigidc leaves out
                    by = max(by, abs(length(q)[0] - robot.data.ten_length[number]))
                    count += 1
            tap.line(count > 0 and by <= 1e-12, f"{count} of {len(numbers)} tendons of {os.path.basename(path)}", "" if by <= 1e-12 else f"by {by:.2g}")


# --- loops ---

def compare_loops(tap: Tap, rng: np.random.Generator) -> None:
    """Where loops are closed, rows of both programs differ by a rotation: J^T J is the same. Angles of a weld are halved in MuJoCo."""
    ours, robot = pair_of("tests/peers/mjcf/loops.xml")
    by = 0.0
    for s in table.states(ours, rng):
        q = ours.assemble(0.1 * s.q if s.kind == "random" else None)
        robot.at(robot.there(q), s.qd, s.qdd)
        theirs = np.vstack([J * ([1, 1, 1, 2, 2, 2][:len(J)] * np.ones((J.shape[1], 1))).T for _, J in robot.rows().values()])
        own = np.asarray(ours.function("jac:loops")(q))
        by = max(by, table.difference(own.T @ own, theirs.T @ theirs), robot.openness())
    tap.line(by <= table.WITHIN, "rows of loops.xml", "" if by <= table.WITHIN else f"by {by:.2g}")


if __name__ == "__main__":
    sys.exit(table.main(MUJOCO, models, [compare_actuators, compare_tendons, compare_muscles, compare_loops]))
