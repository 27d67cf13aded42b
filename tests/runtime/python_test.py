"""The Python package over librigidc: beside `rigidc eval`, batches beside single calls, names, errors, parameters, threads,
memory. Called by python_test.sh, which gives RIGIDC, RIGIDC_LIBRARY and PYTHONPATH.

Prints a line a test, "pass NAME", "fail NAME" or "skip NAME"; what is wrong goes to standard error. With names
of classes it runs those alone. With --layout: a C program that compares the structs of ctypes with those of rigidc.h."""

import copy
import ctypes
import gc
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np

import rigidc
from rigidc import _library

COMMAND = os.environ.get("RIGIDC", "build/rigidc")
EXAMPLES = ("double_pendulum", "ur5", "scara", "knee", "running_leg", "gripper", "solo12")
FUNCTIONS = tuple(_library.function_table())
PENDULUM = """model pendulum
const length = 1 m
body upper on world at (0, 0, 2 m) {
  joint shoulder : revolute(y) { limits (-2, 3); effort 20; speed 4 }
  mass 1 kg; com (0, 0, -length/2); inertia diag(1/12, 1/12, 0) * 1 kg * length^2
}
body lower on upper at (0, 0, -length) { joint elbow : revolute(y); mass 1 kg; com (0, 0, -0.5); inertia diag(0.1, 0.1, 0) }
frame "left tool" on lower at (0, 0, -1)
"""
BAD = "model t\nbody link on world { joint a : revolute(z)\n  mass lentgh }\nconst length = 1 m\n"
FREE = """model satellite
body hull on world { joint base : free; mass 10 kg; inertia diag(1, 2, 2.5) kg m^2 }
body wheel on hull { joint ball : spherical; mass 1 kg; inertia diag(0.1, 0.1, 0.1) kg m^2 }
body boom on hull { joint hinge : revolute(x); mass 1 kg; com (0, 1, 0); inertia diag(0.1, 0.1, 0.1) kg m^2 }
"""
ONE = "model one\nbody a on world { joint a : revolute(y); mass 2 kg; com (1, 0, 0); inertia diag(1, 1, 1) kg m^2 }\n"


def load(name, **options):
    return rigidc.load(f"examples/{name}.rig", **options)


def states(model, function, count, seed=1):
    """Inputs (count, n) of a function; quaternions have length 1."""
    random = np.random.default_rng(seed)
    arrays = [random.uniform(-0.4, 0.4, (count, each.numbers)) for each in function.inputs]
    for joint in model.info.joints:
        if joint.nq and joint.kind in ("free", "spherical"):
            part = arrays[0][:, joint.q + joint.nq - 4:joint.q + joint.nq]
            part /= np.linalg.norm(part, axis=1, keepdims=True)
    return arrays


def outputs(result):
    return list(result) if isinstance(result, tuple) else [result]


def evaluated(model, function, arrays):
    """What the command says; None if it refuses."""
    lines = "".join(" ".join(repr(float(x)) for array in arrays for x in array[k]) + "\n" for k in range(len(arrays[0])))
    ran = subprocess.run([COMMAND, "eval", f"examples/{model}.rig", "-f", function], input=lines, text=True,
                         capture_output=True, check=False)
    return np.array([[float(x) for x in line.split()] for line in ran.stdout.splitlines()]) if ran.returncode == 0 else None


def asked(model):
    """All functions of the table, those of a frame for the last body."""
    for name in FUNCTIONS:
        function = getattr(model, name)
        try:
            function.inputs
        except rigidc.Error as error:
            if "needs a body or frame" in str(error):
                function = function.at(model.info.bodies[-1].name)
        yield function


def same(test, found, wanted):
    test.assertEqual(np.shape(found), np.shape(wanted))
    test.assertEqual(np.asarray(found).tobytes(), np.asarray(wanted).tobytes())


def near(test, found, wanted):
    test.assertEqual(np.shape(found), np.shape(wanted))
    test.assertLess(np.abs(found - wanted).max(), 1e-10 * max(1, np.abs(wanted).max()))


class Evaluation(unittest.TestCase):
    """Bit by bit what `rigidc eval` says, and a batch what single calls do."""

    def compare(self, name):
        model = load(name)
        made = 0
        for function in asked(model):
            try:
                arrays = states(model, function, 3)
            except rigidc.Error:
                self.assertIsNone(evaluated(name, function.name, [np.zeros((1, 0))]), function.name)
                continue
            single = [outputs(function(*(a[k] for a in arrays))) for k in range(3)]
            flat = np.array([np.concatenate([np.ravel(out) for out in outs]) for outs in single])
            same(self, flat, evaluated(name, function.name, arrays))
            for number, out in enumerate(outputs(function(*arrays))):
                self.assertEqual(out.shape, (3,) + function.outputs[number].shape)
                for k in range(3):
                    same(self, out[k], single[k][number])
            made += 1
        self.assertGreater(made, len(FUNCTIONS) // 2)


def compare_one(name):
    return lambda self: self.compare(name)


for example in EXAMPLES:
    setattr(Evaluation, f"test_{example}", compare_one(example))


class Batches(unittest.TestCase):
    def setUp(self):
        self.model = load("ur5")
        self.q, self.qd, self.qdd = states(self.model, self.model.rnea, 60)
        self.tau = np.array([self.model.rnea(*state) for state in zip(self.q, self.qd, self.qdd)])

    def test_shapes(self):
        rnea = self.model.rnea
        cube = [a.reshape(3, 4, 5, 6) for a in (self.q, self.qd, self.qdd)]
        same(self, rnea(*cube), self.tau.reshape(3, 4, 5, 6))
        same(self, rnea(self.q[:1], self.qd[0], self.qdd[0]), self.tau[:1])
        same(self, rnea(self.q[:0], self.qd[0], self.qdd[:0]), self.tau[:0])
        self.assertEqual(rnea(np.empty((4, 0, 6)), self.qd[0], self.qdd[0]).shape, (4, 0, 6))
        energy = self.model.energy(*cube[:2])
        self.assertEqual(energy.kinetic.shape, (3, 4, 5))
        self.assertEqual(energy._fields, ("kinetic", "potential"))
        self.assertEqual(np.shape(self.model.energy(self.q[0], self.qd[0]).potential), ())
        self.assertEqual(self.model.fk("tool0", cube[0]).R.shape, (3, 4, 5, 3, 3))
        self.assertEqual(self.model.jac("tool0", self.q).shape, (60, 6, 6))

    def test_matrices_of_one_column(self):
        one = rigidc.read("""model one
input pull
body bar on world { joint swing : revolute(y) { passive pull * 1 N m }; mass 1 kg; com (0, 0, 1 m) }
frame eye on bar at (1 m, 0, 0)
strut rope between eye and world { spring 1 N/m }
""")
        matrices = {"rnea_derivatives": [(1, 1)] * 3, "step_derivatives:euler": [(2, 2), (2, 1), (2, 1)], "minv": [(1, 1)],
                    "hessian:gravity": [(2, 2)], "derivatives:fk:eye": [(9, 1), (3, 1)], "jvp:rnea_derivatives": [(1, 1)] * 3,
                    "length:rope": [(), (1,)], "jvp:length:rope": [(), (1,)], "hvp:ik:eye": [(1,), (3, 3), (3,), (1,)]}
        for text, shapes in matrices.items():
            self.assertEqual([each.shape for each in one.function(text).outputs], shapes, text)

    def test_shared_inputs(self):
        rnea = self.model.rnea
        found = rnea(self.q, self.qd[0], qdd=self.qdd[0])
        for k in (0, 7, 59):
            same(self, found[k], rnea(self.q[k], self.qd[0], self.qdd[0]))
        found = rnea(self.q[:5, None], self.qd[None, :7], self.qdd[3])
        self.assertEqual(found.shape, (5, 7, 6))
        for i in range(5):
            for k in range(7):
                same(self, found[i, k], rnea(self.q[i], self.qd[k], self.qdd[3]))

    def test_every_way_an_array_lies(self):
        q, qd, qdd, tau = self.q, self.qd, self.qdd, self.tau
        rnea = self.model.rnea
        wide = np.zeros((60, 20))
        wide[:, 3:9] = q
        frozen = q.copy()
        frozen.flags.writeable = False
        shifted = np.zeros(60 * 6 * 8 + 1, np.uint8)[1:].view(float).reshape(60, 6)
        shifted[:] = q
        for lies in (wide[:, 3:9], np.asfortranarray(q), q.T.copy().T, frozen, shifted, q.astype(">f8"), q.tolist(),
                     np.repeat(q, 2, axis=1)[:, ::2], np.ma.array(q), list(q)):
            same(self, rnea(lies, qd, qdd), tau)
        same(self, rnea(q[::-1], qd[::-1], qdd[::-1]), tau[::-1])
        same(self, rnea(q[::3], qd[::3], qdd[::3]), tau[::3])
        same(self, rnea(np.asfortranarray(q.reshape(6, 10, 6)), qd.reshape(6, 10, 6), qdd.reshape(6, 10, 6)),
             tau.reshape(6, 10, 6))
        same(self, rnea(q.reshape(6, 10, 6).transpose(1, 0, 2), qd.reshape(6, 10, 6).transpose(1, 0, 2),
                        qdd.reshape(6, 10, 6).transpose(1, 0, 2)), tau.reshape(6, 10, 6).transpose(1, 0, 2))
        narrow = q.astype(np.float32)
        same(self, rnea(narrow, qd, qdd), rnea(narrow.astype(float), qd, qdd))
        same(self, rnea(narrow[0], qd[0], qdd[0]), rnea(narrow[0].astype(float), qd[0], qdd[0]))
        whole = np.arange(6)
        same(self, rnea(whole, whole, whole), rnea(whole.astype(float), whole.astype(float), whole.astype(float)))

    def test_results_are_ones_own(self):
        first = self.model.rnea(self.q[0], self.qd[0], self.qdd[0])
        kept = first.copy()
        self.model.rnea(self.q[1], self.qd[1], self.qdd[1])
        same(self, first, kept)
        self.assertTrue(first.flags.owndata and first.flags.writeable)


class Outputs(unittest.TestCase):
    """`out=`, and functions in float, which take and give float32."""

    def test_every_function(self):
        for name, options in (("ur5", {}), ("solo12", {"real": "float"}), ("knee", {"matrix": "packed"})):
            model = load(name, **options)
            for function in asked(model):
                try:
                    arrays = states(model, function, 3)
                except rigidc.Error:
                    continue
                arrays = [array.astype(function.dtype) for array in arrays]
                for given in (arrays, [array[1] for array in arrays]):
                    wanted = function(*given)
                    places = [np.full(np.shape(each), 7, function.dtype) for each in outputs(wanted)]
                    found = function(*given, out=places if isinstance(wanted, tuple) else places[0])
                    self.assertEqual(type(found) if isinstance(wanted, tuple) else tuple, type(wanted) if isinstance(wanted, tuple) else tuple)
                    for place, own, each in zip(places, outputs(found), outputs(wanted)):
                        self.assertIs(own, place)
                        self.assertEqual(np.asarray(each).dtype, function.dtype)
                        same(self, place, each)

    def test_some_outputs(self):
        model = load("ur5")
        q = np.random.default_rng(1).uniform(-1, 1, (5, 6))
        R, p = np.empty((5, 3, 3)), np.empty((5, 3))
        for given in ((R, None), [R, None], {"R": R}, model.fk("tool0", q)._replace(R=R)):
            R[:] = 0
            found = model.fk("tool0", q, out=given)
            self.assertIs(found.R, R)
            same(self, found.p, model.fk("tool0", q).p)
        self.assertIs(model.fk("tool0", q[0], out={"p": p[2]}).p.base, p)
        same(self, p[2], model.fk("tool0", q[0]).p)
        mass = np.empty(())
        self.assertIs(model.com(q[0], out=(mass, None)).mass, mass)

    def test_over_inputs(self):
        model = load("ur5")
        q, qd, qdd = states(model, model.rnea, 9)
        wanted = model.rnea(q, qd, qdd)
        room = np.empty((9, 18))
        whole = np.concatenate([q, qd, qdd]).reshape(3, 9, 6)
        for number in range(3):
            own = whole.copy()
            same(self, model.rnea(*own, out=own[number]), wanted)
            own = whole[:, 4].copy()
            same(self, model.rnea(*own, out=own[number]), wanted[4])
        near = np.concatenate([q[:1], q])
        same(self, model.rnea(near[1:], qd, qdd, out=near[:-1]), wanted)
        with self.assertRaisesRegex(ValueError, "rnea: out is not C-contiguous"):
            model.rnea(q, qd, qdd, out=room[:, :6])

    def test_what_out_may_not_be(self):
        model = load("ur5")
        q = np.zeros((4, 6))
        frozen = np.empty((4, 6))
        frozen.flags.writeable = False
        R, p = np.empty((4, 3, 3)), np.empty((4, 3))
        for wrong, kind, text in (
                (lambda: model.gravity(q, out=np.empty(6)), ValueError, r"gravity: out has shape \(6,\), wanted \(4, 6\)"),
                (lambda: model.gravity(q[0], out=np.empty((1, 6))), ValueError, r"out has shape \(1, 6\), wanted \(6,\)"),
                (lambda: model.gravity(q, out=np.empty((4, 6), np.float32)), TypeError, "out is of float32, wanted float64"),
                (lambda: model.gravity(q, out=np.empty((4, 6), ">f8")), TypeError, "out is of >f8, wanted float64"),
                (lambda: model.gravity(q, out=np.empty((6, 4)).T), ValueError, "gravity: out is not C-contiguous"),
                (lambda: model.gravity(q, out=np.frombuffer(bytearray(193), float, 24, 1).reshape(4, 6)), ValueError,
                 "gravity: out is not aligned: its address is no multiple of 8"),
                (lambda: model.gravity(q, out=frozen), ValueError, "gravity: out is read-only"),
                (lambda: model.gravity(q, out=bytearray(192)), TypeError, "out is an array, not of bytearray"),
                (lambda: model.gravity(q, out=[frozen, frozen]), ValueError, "out is of 1 arrays, 2 are given"),
                (lambda: model.fk("tool0", q, out=R), ValueError, "out is of 2 arrays, 1 are given"),
                (lambda: model.fk("tool0", q, out=(p, R)), ValueError, r"out: R has shape \(4, 3\), wanted \(4, 3, 3\)"),
                (lambda: model.fk("tool0", q, out={"T": R}), ValueError, "out: there is no 'T', but R, p"),
                (lambda: model.fk("tool0", q, out=(R, R.reshape(-1)[:12].reshape(4, 3))), ValueError, "out: arrays overlap")):
            with self.assertRaisesRegex(kind, text):
                wrong()

    def test_float(self):
        model = load("ur5", real="float", tier="cc")
        q, qd, qdd = (array.astype(np.float32) for array in states(model, model.rnea, 70))
        tau = model.rnea(q, qd, qdd)
        self.assertEqual((tau.dtype, model.rnea.dtype, load("ur5").rnea.dtype), (np.float32, np.float32, np.float64))
        for k in (0, 69):
            same(self, tau[k], model.rnea(q[k], qd[k], qdd[k]))
        same(self, model.rnea(q.astype(float), qd.tolist(), qdd), tau)
        same(self, model.rnea(q[::2], qd[0], qdd[::2])[3], model.rnea(q[6], qd[0], qdd[6]))
        packed = load("ur5", preset="microcontroller")
        self.assertEqual(packed.crba.dtype, np.float32)
        energy = model.energy(q[0], qd[0])
        self.assertEqual(type(energy.kinetic), np.float32)


class Functions(unittest.TestCase):
    def test_fused_and_of_frames(self):
        model = rigidc.read(PENDULUM)
        q, qd = np.array([0.1, 0.2]), np.array([0.3, -0.4])
        both = model.function("dyn=crba+bias")
        self.assertIs(both, model.function("dyn=crba+bias"))
        self.assertEqual(type(both(q, qd)).__name__, "dyn")
        np.testing.assert_allclose(both(q, qd).M, model.crba(q), rtol=1e-14)
        np.testing.assert_allclose(both(q, qd).h, model.bias(q, qd), rtol=1e-14)
        place = model.fk("left tool", q)
        same(self, place.p, model.fk.at("left tool")(q=q).p)
        same(self, place.p, model.function('fk:"left tool"')(q).p)
        bodies = [body.name for body in model.info.bodies]
        seen = model.fk("left tool", bodies[0], q)
        same(self, seen.p, model.fk.at("left tool").at(bodies[0])(q).p)
        base = model.fk(bodies[0], q)
        np.testing.assert_allclose(base.R @ seen.p + base.p, place.p, rtol=1e-14, atol=1e-14)
        self.assertEqual(place._fields, ("R", "p"))
        self.assertEqual(type(place).__name__, "fk_left_tool")
        again = pickle.loads(pickle.dumps(place))
        self.assertIs(type(again), type(place))
        same(self, again.R, place.R)
        self.assertIn("rnea", dir(model))

    def test_fused_by_the_model(self):
        model = rigidc.read(PENDULUM + '\ngenerate rnea, dyn = crba + bias, "a b" = com + fk:"left tool"\n')
        q, qd = np.array([0.1, 0.2]), np.array([0.3, -0.4])
        self.assertEqual(model.info.fused, ("dyn", "a b"))
        self.assertIn("dyn", dir(model))
        self.assertEqual(model.dyn(q, qd)._fields, ("M", "h"))
        same(self, model.dyn(q, qd).M, model.crba(q))
        same(self, model.function("dyn")(q, qd).h, model.dyn(q, qd).h)
        same(self, model.function('"a b"')(q).p, model.fk("left tool", q).p)
        self.assertIn("_dyn(", model.c_code())
        self.assertRaisesRegex(AttributeError, "did you mean 'dyn'", lambda: model.dynn)
        self.assertEqual(rigidc.read(PENDULUM).info.fused, ())

    def test_operators(self):
        model = rigidc.read(PENDULUM + "\ngenerate cost = fd + energy\n")
        q, qd, tau = np.array([0.1, 0.2]), np.array([0.3, -0.4]), np.array([0.5, 0.6])
        weights, direction = np.array([1.0, -2.0]), np.array([0.7, 0.1])
        gradient = model.vjp("fd", q, qd, tau, weights)
        self.assertEqual(gradient._fields, ("q_bar", "qd_bar", "tau_bar"))
        by_q, by_qd, by_tau = model.fd_derivatives(q, qd, tau)
        np.testing.assert_allclose(gradient.q_bar, weights @ by_q, rtol=1e-12)
        np.testing.assert_allclose(gradient.tau_bar, weights @ by_tau, rtol=1e-12)
        change = model.jvp("fk", "left tool", q, direction)
        jacobian = model.jac("left tool", q)
        np.testing.assert_allclose(change.p_dot, jacobian[:3] @ direction, rtol=1e-12, atol=1e-14)
        self.assertEqual(model.hessian("energy", q, qd, [1.0], [1.0]).shape, (4, 4))
        self.assertEqual(model.vjp("cost", q, qd, tau, weights, [1.0], [1.0])._fields, ("q_bar", "qd_bar", "tau_bar"))
        many = model.vjp("fd", np.array([q, 2 * q]), qd, tau, weights)
        self.assertEqual(many.q_bar.shape, (2, 2))
        self.assertIn("vjp", dir(model))
        # weights of a matrix are given in its shape or by rows, and a gradient by a matrix has its shape
        R_bar, p_bar = np.arange(9.0).reshape(3, 3), np.zeros(3)
        same(self, model.vjp("fk", "left tool", q, R_bar, p_bar), model.vjp("fk", "left tool", q, R_bar.ravel(), p_bar))
        many = model.vjp("crba", np.array([q, 2 * q]), np.ones((2, 2)))
        same(self, many[1], model.vjp("crba", 2 * q, np.ones(4)))
        R, p = model.fk("left tool", q)
        back = model.vjp("ik", "left tool", q, R, p, 0.1, np.ones(2), np.ones(6))
        self.assertEqual((back.R_bar.shape, back.p_bar.shape), ((3, 3), (3,)))
        self.assertRaisesRegex(ValueError, "wanted", lambda: model.vjp("crba", q, np.ones((3, 2))))

    def test_inverse_kinematics(self):
        model = load("ur5")
        q, wanted = np.full(6, 0.3), model.fk("tool0", np.full(6, 0.5))
        for _ in range(30):
            q, error = model.ik("tool0", q, wanted.R, wanted.p, 1e-3)
        self.assertLess(np.abs(error).max(), 1e-12)
        many = model.ik("tool0", np.stack([q] * 4), wanted.R, wanted.p, np.array([1.0, 0.1, 0.01, 0.001]))
        self.assertEqual((many.q_next.shape, many.error.shape), ((4, 6), (4, 6)))
        same(self, many.q_next[1], model.ik("tool0", q, wanted.R.ravel(), wanted.p, [0.1]).q_next)
        scara = load("scara")
        place = scara.fk("gripper", [0.1, 0.2, 0.3, 0.04])
        self.assertEqual(scara.ik("gripper", np.zeros(4), place.R, place.p, 0.1).q_next.shape, (4,))
        with self.assertRaisesRegex(ValueError, r"R has shape \(3,\), wanted \(\.\.\., 9\)"):
            model.ik("tool0", q, wanted.p, wanted.p, 1)

    def test_length_of_a_tendon(self):
        crane = load("struts/crane")
        q = np.array(crane.poses["lifting"])
        found = crane.length("hoist", q)
        self.assertEqual((found._fields, np.shape(found.l), found.dl_dq.shape), (("l", "dl_dq"), (), (3,)))
        points = [np.array([-1, 0, 0.5]), np.array([0, 0, 6])] + [crane.fk(frame, q).p for frame in ("head", "cargo")]
        near(self, found.l, sum(np.linalg.norm(a - b) for a, b in zip(points, points[1:])))
        same(self, crane.length("hoist", np.stack([q] * 3)).dl_dq[2], found.dl_dq)
        with self.assertRaisesRegex(rigidc.Error, "no strut or tendon 'host'"):
            crane.length("host", q)

    def test_names_of_functions(self):
        model = rigidc.read(PENDULUM)
        self.assertIn("fk", repr(model.fk))
        self.assertIn("in  q (..., 2): coordinates; rad", model.rnea.describe())

    def test_one_velocity(self):
        model = rigidc.read(ONE)
        self.assertEqual(model.rnea([0.1], [0], [0]).shape, (1,))
        self.assertEqual(model.crba([0.1]).shape, (1, 1))
        self.assertEqual(model.jac("a", np.zeros((4, 1))).shape, (4, 6, 1))
        self.assertEqual(model.jcom([0]).shape, (3, 1))
        self.assertEqual(model.reaction([0], [0], [0]).shape, (1, 6))
        self.assertEqual(np.shape(model.com([0]).mass), ())
        self.assertEqual(model.function("a=bias+momentum")([0], [0]).h_bias.shape, (1,))

    def test_wrenches(self):
        model = load("ur5", wrench=["tool0"])
        q, z = np.arange(6) / 10, np.zeros(6)
        force = np.array([1.0, 2, 3, 0.1, 0.2, 0.3])
        same(self, model.rnea(q, z, z), load("ur5", wrench="tool0").rnea(q, z, z, z))
        with_force = model.rnea(q, z, z, f_ext=force)
        np.testing.assert_allclose(with_force, model.rnea(q, z, z) - model.jac_local("tool0", q).T @ force, atol=1e-12)
        same(self, with_force, model.rnea(q, z, z, {"tool0": force}))
        self.assertEqual(model.rnea(q, z, z, np.zeros((5, 6))).shape, (5, 6))
        with self.assertRaisesRegex(TypeError, "takes no f_ext"):
            model.crba(q, f_ext=force)

    def test_packed_and_sparse(self):
        full = load("ur5").crba(np.arange(6) / 10)
        packed = load("ur5", matrix="packed")
        np.testing.assert_allclose(packed.crba(np.arange(6) / 10), full[np.tril_indices(6)], atol=1e-14)
        self.assertEqual(packed.crba(np.zeros((3, 2, 6))).shape, (3, 2, 21))
        tree = load("solo12", matrix="sparse")
        self.assertEqual(tree.crba(tree.neutral()).ndim, 1)
        self.assertLess(tree.crba(tree.neutral()).size, tree.nv ** 2)

    def test_tiers_and_float(self):
        q = np.arange(6) / 10
        wanted = load("ur5").rnea(q, q, q)
        for tier in ("evaluator", "tcc", "cc"):
            model = load("ur5", tier=tier)
            same(self, model.rnea(q, q, q), wanted)
            self.assertIn(model.rnea.tier, (tier, "evaluator"))
        narrow = load("ur5", real_float=True).rnea(q, q, q)
        self.assertFalse(np.array_equal(narrow, wanted))
        np.testing.assert_allclose(narrow, wanted, atol=1e-4)
        with self.assertRaisesRegex(ValueError, "tier is one of"):
            load("ur5", tier="gcc")

    def test_given_sines(self):
        model = load("ur5", sincos="given")
        q = np.arange(6) / 10
        sc = np.ravel(np.column_stack([np.sin(q), np.cos(q)]))
        size = model.gravity.inputs[-1].numbers
        self.assertEqual(model.gravity.inputs[-1].name, "sc")
        self.assertEqual(model.gravity(q, np.tile(sc, 2)[:size]).shape, (6,))


class Names(unittest.TestCase):
    def test_dictionaries(self):
        model = rigidc.read(PENDULUM)
        tau = model.rnea({"elbow": 0.2, "shoulder": 0.1}, {"shoulder": 0, "elbow": 0}, [0, 0])
        same(self, tau, model.rnea([0.1, 0.2], [0, 0], [0, 0]))
        many = model.gravity({"shoulder": np.linspace(0, 1, 5)[:, None], "elbow": np.linspace(0, 1, 3)})
        self.assertEqual(many.shape, (5, 3, 2))
        same(self, many[4, 1], model.gravity([1, 0.5]))

    def test_joints_of_several(self):
        model = rigidc.read(FREE)
        q = model.neutral()
        self.assertEqual(q.tolist(), [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0])
        by_joint = {"base": q[:7], "ball": q[7:11], "hinge": 0}
        same(self, model.crba(by_joint), model.crba(q))
        by_name = dict(zip(model.q_names, q))
        same(self, model.crba(by_name), model.crba(q))
        same(self, model.crba({**by_joint, "base": np.tile(q[:7], (4, 1))})[3], model.crba(q))
        with self.assertRaisesRegex(ValueError, r"'base\.x' is given twice"):
            model.crba({**by_joint, "base.x": 1})
        with self.assertRaisesRegex(ValueError, r"base has shape \(6,\), wanted \(\.\.\., 7\)"):
            model.crba({**by_joint, "base": np.zeros(6)})

    def test_missing_and_unknown(self):
        model = load("ur5")
        q = dict.fromkeys(model.q_names, 0)
        del q["elbow_joint"], q["wrist_1_joint"]
        with self.assertRaisesRegex(ValueError, "gravity: q: missing: elbow_joint, wrist_1_joint"):
            model.gravity(q)
        with self.assertRaisesRegex(ValueError, "did you mean 'elbow_joint'"):
            model.gravity({"elbw_joint": 1})

    def test_what_a_model_is(self):
        model = rigidc.read(PENDULUM, name="pendulum.rig")
        self.assertEqual(repr(model), "<rigidc model pendulum: 2 moving bodies, nq 2, nv 2>")
        self.assertEqual(model.q_names, ("shoulder", "elbow"))
        self.assertEqual((model.nq, model.nv, model.name), (2, 2, "pendulum"))
        self.assertEqual(model.limits.lower.tolist(), [-2, -np.inf])
        self.assertEqual(model.limits.upper.tolist(), [3, np.inf])
        self.assertEqual(model.limits.effort.tolist(), [20, np.inf])
        self.assertEqual(model.limits.speed.tolist(), [4, np.inf])
        self.assertEqual((model.info.joints[0].effort, model.info.velocities[1].speed), (20, np.inf))
        info = model.info
        self.assertEqual(info.bodies[1].parent, 0)
        self.assertEqual(info.bodies[0].p.tolist(), [0, 0, 2])
        self.assertEqual(info.bodies[1].inertia.shape, (3, 3))
        self.assertEqual(info.joints[0].kind, "revolute")
        self.assertEqual(info.frames[0].name, "left tool")
        self.assertEqual(info.coordinates[0].unit, "rad")
        self.assertEqual(info.gravity[2], -9.81)
        self.assertIn("│  ", load("solo12").tree())
        self.assertIn("└─ lower  elbow : revolute  q[1]  v[1]  1 kg", model.tree())
        self.assertTrue(model._repr_html_().startswith("<pre>pendulum: 2 moving bodies"))
        self.assertEqual(load("solo12").neutral()[6], 1)

    def test_the_state_space(self):
        model = rigidc.read(FREE)
        rng = np.random.default_rng(3)
        v = rng.uniform(-1, 1, (5, model.nv))
        q = np.array([model.random(seed) for seed in range(5)])
        moved = model.integrate(q, v)
        self.assertLess(np.abs(model.difference(q, moved) - v).max(), 1e-14)
        self.assertLess(np.abs(model.normalize(2 * moved)[:, 7:11] - moved[:, 7:11]).max(), 1e-15)
        same(self, model.integrate(model.neutral(), np.zeros(model.nv)), model.neutral())
        by_name = dict(zip(model.v_names, v[0]))
        same(self, model.integrate(q[0], by_name), moved[0])
        self.assertEqual(model.jvp("integrate", q, v, v, v).shape, (5, model.nq))

    def test_steps(self):
        model = rigidc.read(FREE)
        rng = np.random.default_rng(4)
        q, (qd, tau) = model.random(4), rng.uniform(-1, 1, (2, model.nv))
        self.assertIn("step", dir(model))
        self.assertNotIn("step:euler", dir(model))
        after = model.step("euler", q, qd, tau, 0.01)
        self.assertEqual(after._fields, ("q_next", "qd_next"))
        hinge = model.v_names.index("hinge")
        qdd = model.fd(q, qd, tau)
        self.assertAlmostEqual(after.qd_next[hinge], qd[hinge] + 0.01 * qdd[hinge], places=12)
        many = model.step("rk4", q, qd, np.array([tau, -tau]), [0.01])
        self.assertEqual(many.q_next.shape, (2, model.nq))
        A, B = model.step_derivatives("euler", q, qd, tau, 0.01)
        self.assertEqual((A.shape, B.shape), ((2 * model.nv, 2 * model.nv), (2 * model.nv, model.nv)))
        nudged = model.step("euler", q, qd, tau + 1e-6 * np.eye(model.nv)[hinge], 0.01)
        change = np.append(model.difference(after.q_next, nudged.q_next), nudged.qd_next - after.qd_next)
        self.assertLess(np.abs(change / 1e-6 - B[:, hinge]).max(), 1e-6)

    def test_random_states(self):
        model = rigidc.read(PENDULUM)
        drawn = np.array([model.random(seed) for seed in range(200)])
        same(self, drawn[7], model.random(7))
        self.assertTrue((drawn[:, 0] >= -2).all() and (drawn[:, 0] <= 3).all() and np.ptp(drawn[:, 0]) > 4)
        self.assertTrue((np.abs(drawn[:, 1]) <= np.pi).all() and np.ptp(drawn[:, 1]) > 5)
        self.assertAlmostEqual(np.linalg.norm(rigidc.read(FREE).random(1)[3:7]), 1, places=15)

    def test_texts(self):
        model = rigidc.read(PENDULUM)
        self.assertIn("pendulum_rnea(", model.c_code("rnea"))
        header, source = model.c_code("rnea,crba", include="arm.h")
        self.assertIn('#include "arm.h"', source)
        self.assertIn("pendulum_crba", header)
        self.assertIn("pendulum", model.dump("regroup", "rnea") + model.c_code())
        self.assertIn("robot_rnea", rigidc.read(PENDULUM, prefix="robot").c_code("rnea"))


    def test_names_of_the_command(self):
        self.assertIn("float tau", rigidc.read(PENDULUM, real="float").c_code("rnea"))
        self.assertIn("double tau", rigidc.read(PENDULUM, real="double").c_code("rnea"))
        for here, there in (({"parametrize": "inertial"}, {"parametrize": ["inertial"]}), ({"contract": True}, {"fp_contract": "allow"}),
                            ({"zeros_once": True}, {"zeros": "once"}), ({"code_size": "on"}, {"size": "on"}), ({"level": 0}, {"O": 0}),
                            ({"fma": 2}, {"fma": "auto"}), ({"preset": "microcontroller", "real": "double"}, {"code_size": "on", "preset": "microcontroller", "real_float": -1}), ({"define": "length=2 m"}, {"D": "length=2 m"})):
            self.assertEqual(rigidc.read(PENDULUM, **here).c_code("crba,rnea"), rigidc.read(PENDULUM, **there).c_code("crba,rnea"))
        lift = """<mujoco><worldbody><body><joint name="lift" type="slide" damping="3"/><geom size="0.1"/></body></worldbody>
            <actuator><motor name="pull" joint="lift"/></actuator></mujoco>"""
        for words in ("damping,actuators", ["damping", "actuators"]):
            kept = rigidc.read(lift, from_="mjcf", keep=words)
            self.assertEqual(kept.dump("check"), rigidc.read(lift, from_="mjcf", keep_damping=True, keep_actuators=True).dump("check"))
            self.assertEqual(kept.nu, 1)
        with self.assertRaisesRegex(ValueError, "keep is of damping, rotors, actuators, forces, markers, not 'friction'"):
            rigidc.read(lift, keep="friction")
        with self.assertRaisesRegex(TypeError, "keep_damping is given twice, once by another name"):
            rigidc.read(lift, keep="damping", keep_damping=True)


class Errors(unittest.TestCase):
    def test_of_a_model(self):
        with self.assertRaises(rigidc.Error) as raised:
            rigidc.read(BAD, name="robot.rig")
        error = raised.exception
        self.assertEqual(error.status, rigidc.Status.INVALID)
        first = error.diagnostics[0]
        self.assertEqual((first.check, first.file, first.line, first.column, first.length),
                         ("unknown-name", "robot.rig", 3, 8, 6))
        self.assertEqual(first.severity, rigidc.Severity.ERROR)
        self.assertIn("length", first.help)
        self.assertIsNone(first.note)
        self.assertIn("       ^~~~~~\n", str(error))
        self.assertTrue(str(first).startswith("robot.rig:3:8: error: "))
        self.assertEqual(first.text, first.message)

    def test_named_as_in_json(self):
        with self.assertRaises(rigidc.Error) as raised:
            rigidc.read(BAD, name="<stdin>")
        said = subprocess.run([os.environ["RIGIDC"], "check", "--json", "-"], input=BAD, capture_output=True, text=True).stdout
        for found, wanted in zip(raised.exception.diagnostics, json.loads(said)):
            for key in ("file", "line", "column", "message", "severity", "check"):
                self.assertEqual(str(getattr(found, key)), str(wanted[key]), key)

    def test_without_notes(self):
        model = load("puma560")
        for wrong, said in (("mass_matrix", "-f:1:1: error: there is no function"), ("rnea,crba", "rigidc: one function at a time"),
                            ("fk:no_such", "-f:1:")):
            with self.assertRaises(rigidc.Error) as raised:
                model.function(wrong)
            self.assertEqual(str(raised.exception)[:len(said)], said)
            self.assertNotIn("inertia-triangle", str(raised.exception))
            self.assertEqual(raised.exception.diagnostics[0].check, "inertia-triangle")
        turned = ("model turned\nbody a on world at (0, 0, 0), rx(1.57079632679489) { joint j : revolute(z); mass 1 kg; com (0, 0, 1);"
                  " inertia diag(1, 1, 3) }\nbody b on a { joint k : revolute(z); mass 1 m; inertia diag(1, 1, 1) }\n")
        with self.assertRaises(rigidc.Error) as raised:
            rigidc.read(turned, name="m.rig")
        self.assertGreater(len(raised.exception.diagnostics), 1)
        self.assertRegex(str(raised.exception), r"\Am\.rig:3:\d+: error: a mass")
        self.assertNotIn("note:", str(raised.exception))
        self.assertNotIn("warning:", str(raised.exception))

    def test_of_calls(self):
        model = rigidc.read(PENDULUM)
        zero = np.zeros(2)
        for wrong, kind, text in (
                (lambda: model.rnea(zero, zero), TypeError, r"rnea\(q, qd, qdd\): missing qdd"),
                (lambda: model.rnea(zero, zero, zero, zero), TypeError, "takes 3 arrays, 4 are given"),
                (lambda: model.rnea(zero, zero, q=zero), TypeError, "q is given twice"),
                (lambda: model.rnea(zero, zero, tau=zero), TypeError, "takes no tau"),
                (lambda: model.rnea(zero, np.zeros(3), zero), ValueError,
                 r"qd has shape \(3,\), wanted \(\.\.\., 2\): shoulder elbow"),
                (lambda: model.rnea(zero, 1.0, zero), ValueError, r"qd has shape \(\), wanted"),
                (lambda: model.rnea(np.zeros((3, 2)), np.zeros((4, 2)), zero), ValueError, r"do not fit together: q \(3, 2\)"),
                (lambda: model.rnea(zero * 1j, zero, zero), TypeError, "q is of real numbers"),
                (lambda: model.rnea(["a", "b"], zero, zero), TypeError, "q is of real numbers"),
                (lambda: model.rnea(np.ma.masked_array(zero, [0, 1]), zero, zero), TypeError, "q is masked in part"),
                (lambda: rigidc.load("examples/ur5.rig\0.rig"), ValueError, "a NUL in"),
                (lambda: rigidc.load(b"examples/ur5.rig\0.rig"), ValueError, "a NUL in"),
                (lambda: rigidc.load("examples/ur5.rig", cache="a\0b"), ValueError, "a NUL in"),
                (lambda: model.aba, AttributeError, "'aba': forward dynamics is 'fd'"),
                (lambda: model.mass_matrix, AttributeError, "'mass_matrix': the mass matrix is 'crba'"),
                (lambda: model.rnae, AttributeError, "'rnae': did you mean 'rnea'"),
                (lambda: model.no_such_thing, AttributeError, "'no_such_thing'$"),
                (lambda: model._no_such_thing, AttributeError, "'_no_such_thing'$"),
                (lambda: model.fk(zero), rigidc.Error, r"needs a body or frame(.|\n)*in Python: m\.fk\('NAME', \.\.\.\)$"),
                (lambda: model.step(zero, zero, zero, 0.1), rigidc.Error, r"in Python: m\.step\('rk4', \.\.\.\)$"),
                (lambda: model.step(zero, zero, zero, dt=0.1), rigidc.Error, r"in Python: m\.step\('rk4', \.\.\.\)$"),
                (lambda: model.vjp(zero), rigidc.Error, r"in Python: m\.vjp\('rnea', \.\.\.\)$"),
                (lambda: model.fk("no such", zero), rigidc.Error, "no such"),
                (lambda: model.function("rnea,crba"), rigidc.Error, "one function at a time"),
                (lambda: model.function("rn\0ea"), ValueError, "NUL"),
                (lambda: model.c_code("nothing"), rigidc.Error, "nothing"),
                (lambda: model.dump("nothing"), rigidc.Error, "there is no pass 'nothing'"),
                (lambda: rigidc.load("no/such/file"), rigidc.Error, "cannot read no/such/file"),
                (lambda: rigidc.load("no/such/file"), FileNotFoundError, "cannot read no/such/file"),
                (lambda: rigidc.load("tests"), OSError, "cannot read tests"),
                (lambda: rigidc.read(PENDULUM, search="deep"), rigidc.Error, "none, quick or thorough"),
                (lambda: rigidc.read(PENDULUM, serch="quick"), TypeError, "no option 'serch'; did you mean 'search'"),
                (lambda: rigidc.read(PENDULUM, xyzzy=1), TypeError, "there are prefix, preset, real, wrench, define, .*, zeros, fp_contract, .*, size, .*, keep$"),
                (lambda: rigidc.read(PENDULUM, jit="cc"), TypeError, "tier"),
                (lambda: rigidc.read(PENDULUM, real="half"), ValueError, "real is 'double' or 'float', not 'half'"),
                (lambda: rigidc.read(PENDULUM, real="float", real_float=True), TypeError, "real_float is given twice, once by another name"),
                (lambda: rigidc.read(PENDULUM, from_="xml"), ValueError, "from_ is 'rig' or 'urdf' or .*, not 'xml'")):
            with self.assertRaisesRegex(kind, text):
                wrong()
        model.rnea(zero, zero, zero)  # and none of that stays

    def test_warnings(self):
        model = load("puma560")
        self.assertTrue(all(d.severity < rigidc.Severity.ERROR for d in model.diagnostics))
        self.assertTrue(any(d.severity == rigidc.Severity.WARNING for d in model.diagnostics))
        self.assertEqual(rigidc.read(PENDULUM).diagnostics, ())
        on_world = load("ur5", define={}, lock={}).function("fk:base")
        self.assertTrue(all(d.severity < rigidc.Severity.ERROR for d in on_world.diagnostics))

    def test_options(self):
        long = rigidc.read(PENDULUM, define={"length": 2.0})
        same(self, long.info.bodies[1].p, np.array([0, 0, -2.0]))
        same(self, rigidc.read(PENDULUM, define=["length=2 m"]).crba([0, 1]), long.crba([0, 1]))
        self.assertEqual(rigidc.read(PENDULUM, lock={"elbow": "10 deg"}).q_names, ("shoulder",))
        self.assertEqual(rigidc.read(PENDULUM, lock=("elbow",)).nv, 1)
        self.assertEqual(rigidc.read(PENDULUM, lock={"elbow": None}).nv, 1)
        held = rigidc.read(PENDULUM, contact={"top": "lower:slide", "end": '"left tool":slide'}, phase={"stand": "top, end"}, idle="elbow")
        self.assertIn("\nphase stand top end\n", held.dump("check", "energy"))
        with self.assertRaisesRegex(rigidc.Error, "contact-kind"):
            rigidc.read(PENDULUM, contact="lf=lower:revolute(y)")
        down = load("scara", define={"down": np.array([0, 1e-7, -3.0])})
        same(self, down.info.gravity, np.array([0, 1e-7, -3.0]))
        self.assertNotIn("down", down.params)
        same(self, rigidc.read(PENDULUM, level=0, no_pass=[]).gravity([0, 0]), np.zeros(2))
        stiff = "model t\nbody b on world { joint j : revolute(x) { damping 2 N m s; armature 3 kg m^2 }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
        same(self, rigidc.read(stiff, without=["damping", "armature"]).rnea([0], [1], [1]), np.array([1.0]))
        same(self, rigidc.read(stiff, without="damping").rnea([0], [1], [1]), np.array([4.0]))
        with self.assertRaisesRegex(rigidc.Error, "without is of friction, damping, armature and limits, not 'spring'"):
            rigidc.read(stiff, without="spring")
        moon = rigidc.read(PENDULUM, gravity=(0, 0, -1.62))
        same(self, moon.info.gravity, np.array([0, 0, -1.62]))
        same(self, rigidc.read(PENDULUM, gravity="(0, 0, -1.62 m/s^2)").gravity([1, 0]), moon.gravity([1, 0]))

    def test_poses(self):
        panda = load("panda")
        self.assertEqual(list(panda.poses), ["ready"])
        self.assertEqual(panda.info.poses[0].doc, "above the table, hand down\n")
        same(self, panda.poses["ready"][[1, 3, 5, 6]], np.radians([-45, -135, 90, 45]))
        self.assertEqual(panda.gravity(panda.poses["ready"]).shape, (7,))

    def test_contacts(self):
        robot = rigidc.load("tests/c/standing.rig")
        toe = robot.contacts["R.toe"]
        self.assertEqual((toe.kind, toe.rows, toe.holds, toe.friction), ("point", ("fx", "fy", "fz"), (False,) * 3, 0.7))
        self.assertEqual(robot.info.bodies[toe.body].name, "R.shank")
        same(self, toe.p, np.array([0, 0, -0.2]))
        near(self, robot.contacts["front_edge"].ground_R[2, 2], np.cos(np.radians(12)))
        lean = robot.phases["lean"]
        self.assertEqual((lean.contacts, lean.rows), (("R.toe", "rail"), ("R.toe.fx", "R.toe.fy", "R.toe.fz", "rail.fz")))
        bar = load("double_pendulum")
        self.assertEqual((bar.contacts, bar.phases), ({}, {}))

    def test_struts(self):
        robot = rigidc.load("tests/grammar/functions.rig")
        self.assertEqual((robot.struts, robot.groups), (("jack", "rope"), {"jacks": ("jack",)}))
        self.assertEqual([strut.tendon for strut in robot.info.struts], [False, True])
        lengths = dict(zip(robot.struts, robot.function("lengths")(robot.neutral())))
        self.assertEqual(lengths["jack"], robot.function("lengths:jacks")(robot.neutral())[0])

    def test_phases(self):
        robot = rigidc.load("tests/c/standing.rig")
        q, qd, tau, qdd = robot.neutral(), *np.random.default_rng(3).uniform(-1, 1, (3, robot.nv))
        J, d, M, h = robot.jac("lean", q), robot.drift("lean", q, qd), robot.crba(q), robot.bias(q, qd)
        self.assertEqual((J.shape, robot.jac("rail", q).shape, robot.drift("rail", q, qd).shape), ((4, 15), (1, 15), (1,)))
        force, moved = robot.lambda_("lean", q, qd, tau), robot.fd("lean", q, qd, tau)
        near(self, J @ moved, -d)
        near(self, M @ moved + h, tau + J.T @ force)
        near(self, robot.rnea("lean", q, qd, moved, force), tau)
        near(self, robot.rnea("lean", q, qd, qdd, lambda_={"R.toe": force[:3], "rail.fz": force[3]}), M @ qdd + h - J.T @ force)
        step = robot.function("step=fd:lean+lambda:lean")(q, qd, tau)
        self.assertEqual(step._fields, ("qdd", "lambda_"))
        near(self, step.lambda_, force)
        self.assertEqual(robot.function("step=fd:lean+lambda:lean").outputs[1].phase, "lean")
        self.assertEqual(robot.fd("lean", q, np.stack([qd] * 4), tau).shape, (4, 15))
        after = robot.impact("stand", q, qd)
        e = np.diag([0, 0, 0.2] * 2)
        near(self, robot.jac("stand", q) @ after.qd_plus, -e @ robot.jac("stand", q) @ qd)
        with self.assertRaisesRegex(TypeError, r"rnea:\"lean\"\(q, qd, qdd, lambda_\): missing lambda_"):
            robot.rnea("lean", q, qd, qdd)
        with self.assertRaisesRegex(ValueError, "no row 'R.tow'; did you mean 'R.toe'?"):
            robot.rnea("lean", q, qd, qdd, {"R.tow": 0})
        with self.assertRaisesRegex(rigidc.Error, "unknown-phase"):
            robot.fd("lea", q, qd, tau)

    def test_loops(self):
        robot = rigidc.load("examples/loops/fourbar.rig")
        q, rest, qdd = np.array(robot.poses["up"]), np.zeros(3), np.array([1, -1, 1])
        held = robot.id(q, rest, rest)
        self.assertEqual(held._fields, ("tau", "lambda_"))
        near(self, held.tau, [2.5 * 0.2 * 9.81 * np.cos(np.pi / 6), 0, 0])
        moved = robot.id(q, rest, qdd)
        near(self, robot.fd(q, rest, moved.tau), qdd)
        near(self, robot.rnea("loops", q, rest, qdd, moved.lambda_), moved.tau)
        near(self, -robot.reaction("loops", q, rest, qdd, moved.lambda_)[0, 4], moved.tau[0])
        back = robot.project(q + [0.01, 0, 0], qdd)
        self.assertEqual((back._fields, back.q_out.shape), (("q_out", "qd_out"), (3,)))
        self.assertEqual(robot.project(np.stack([q] * 4), rest).q_out.shape, (4, 3))
        self.assertLess(np.abs(robot.closure(back.q_out)).max(), 1e-4)
        near(self, robot.jac("loops", q + [0.01, 0, 0]) @ back.qd_out, np.zeros(5))

    def test_words_of_python(self):
        robot = rigidc.read("model t\nparam lambda = 1 kg\nparam lambda_ = 2 kg\ngenerate class = rnea + crba, \"class_\" = bias + crba\n"
                            "body a on world { joint a : revolute(y); mass lambda + 2 * lambda_; com (1, 0, 0) }\n")
        self.assertEqual(robot.class_.name, "class")
        self.assertIn("class_", dir(robot))
        robot.params.lambda_ = 3
        self.assertEqual((robot.params["lambda"], robot.params["lambda_"]), (3, 2))
        robot.params.update(lambda_=4)
        self.assertEqual(dict(robot.params), {"lambda": 4, "lambda_": 2})
        self.assertEqual(robot.function("class_")([0], [0]).h.shape, (1,))

    def test_progress(self):
        seen = []
        model = load("double_pendulum", search="thorough",
                     progress=lambda function, part, operations: seen.append((function, part)) or len(seen) > 2)
        model.c_code("rnea")
        self.assertEqual(seen[0][0], "rnea")

        def stop(*_):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            load("ur5", search="thorough", progress=stop).c_code("rnea")


class Parameters(unittest.TestCase):
    def test_values(self):
        model = load("scara")
        zero = np.zeros(4)
        empty = model.rnea(zero, zero, zero)
        model.params.payload = 3
        loaded = model.rnea(zero, zero, zero)
        self.assertAlmostEqual(loaded[2] - empty[2], 3 * 9.81, places=12)
        np.testing.assert_allclose(load("scara", define={"payload": 3.0}).rnea(zero, zero, zero), loaded, atol=1e-12)
        self.assertAlmostEqual(model.bias(zero, zero)[2], loaded[2], places=12)  # made later
        self.assertEqual(model.params.payload, 3.0)
        model.params["payload_centre"] = [0, 0, 0.1]
        self.assertEqual(model.params.payload_centre.tolist(), [0, 0, 0.1])
        model.params.payload_inertia = np.diag([1, 2, 2.5]) + 0.1 - 0.1 * np.eye(3)
        self.assertEqual(model.params.payload_inertia[1].tolist(), [0.1, 2, 0.1])
        model.params.payload_inertia = [1, 0.1, 2, 0.2, 0.3, 2.5]
        self.assertEqual(model.params.payload_inertia.tolist(), [[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 2.5]])
        model.params.update(payload=1, down=(0, 0, -1.6))
        self.assertAlmostEqual(model.rnea(zero, zero, zero)[2], 1.6 * (0.9 + 0.6 + 1), places=12)
        model.params.reset()
        same(self, model.rnea(zero, zero, zero), empty)

    def test_mapping(self):
        params = load("scara").params
        self.assertEqual(list(params), ["payload", "payload_centre", "payload_inertia", "down"])
        self.assertEqual(len(params), 4)
        self.assertEqual(params.info[3].unit, "m/s^2")
        self.assertIn("gripper", params.info[0].doc)
        self.assertEqual(params.info[1].usual_numbers.tolist(), [0, 0, -0.03])
        self.assertIn("payload=0.0", repr(params))
        self.assertIn("payload", dir(params))
        self.assertEqual(len(load("ur5").params), 0)
        inertial = load("ur5", parametrize=["body:wrist_3_link"])
        self.assertIn("wrist_3_link_mass", inertial.params)
        loaded = load("ur5", parametrize="payload:tool0")
        held = loaded.gravity(np.zeros(6))
        loaded.params.tool0_payload_mass = 2
        loaded.params.tool0_payload_com = [0, 0, 0.1]
        self.assertGreater(abs(loaded.gravity(np.zeros(6)) - held).max(), 10)

    def test_wrong_values(self):
        params = load("scara").params
        for name, value, kind, text in (
                ("payload", [1, 2], ValueError, "wanted one number, in kg"),
                ("payload", "3 kg", TypeError, "of real numbers in kg"),
                ("payload_centre", 1, ValueError, r"wanted \(3,\)"),
                ("payload_inertia", [[1, 2, 0], [0, 1, 0], [0, 0, 1]], ValueError, "symmetric"),
                ("payload_inertia", [1, 2, 3], ValueError, "xx xy yy xz yz zz"),
                ("paylod", 1, KeyError, "did you mean 'payload'")):
            with self.assertRaisesRegex(kind, text):
                params[name] = value
        with self.assertRaisesRegex(AttributeError, "did you mean 'payload'"):
            params.paylod = 1
        with self.assertRaises(ValueError):
            params.payload_centre[2] = 1
        with self.assertRaises(KeyError):
            params.update(payload=5, nothing=1)
        self.assertEqual(params.payload, 0)


class Threads(unittest.TestCase):
    def run_all(self, *work):
        wrong = []

        def guarded(job):
            try:
                job()
            except BaseException as error:
                wrong.append(error)

        threads = [threading.Thread(target=guarded, args=(job,)) for job in work]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_one_function(self):
        for tier in ("tcc", "evaluator"):
            model = load("ur5", tier=tier)

            def call(seed, model=model):
                arrays = states(model, model.rnea, 400, seed)
                wanted = model.rnea(*arrays)
                for k, state in enumerate(zip(*arrays)):
                    if not np.array_equal(model.rnea(*state), wanted[k]):
                        raise ValueError(k)

            self.run_all(*(lambda seed=seed: call(seed) for seed in range(8)))

    def test_making(self):
        model = load("ur5")
        q = np.arange(6) / 10
        found = [[] for _ in range(6)]

        def make(into):
            for text in ("rnea", "crba", "both=crba+bias", "fk:tool0", "gravity"):
                into.append(model.function(text))
            into.append(model.coriolis(q, q).tobytes())

        self.run_all(*(lambda into=into: make(into) for into in found))
        self.assertTrue(all(each == found[0] for each in found))

    def test_setting_while_calling(self):
        model = load("scara")
        zero = np.zeros((50, 4))
        wanted = set()
        for payload in range(4):
            model.params.payload = payload
            wanted.add(model.rnea(zero[0], zero[0], zero[0]).tobytes())

        def call():
            for _ in range(150):
                states_of_one_payload = {row.tobytes() for row in model.rnea(zero, zero, zero)}
                if len(states_of_one_payload) != 1 or not states_of_one_payload <= wanted:
                    raise ValueError

        def set_often():
            for k in range(400):
                model.params.payload = k % 4

        self.run_all(call, call, call, set_often)


class Pickles(unittest.TestCase):
    def again(self, value):
        return pickle.loads(pickle.dumps(value))

    def test_models_of_all_kinds(self):
        for name, options in (("ur5", {}), ("scara", {"real": "float"}), ("solo12", {"matrix": "sparse", "lock": {"FL_HAA": "0.1 rad"}}),
                              ("running_leg", {"tier": "evaluator"}), ("ur5", {"gravity": np.array([0, 0, -1.62]), "wrench": "tool0"})):
            model = load(name, **options)
            other = self.again(model)
            self.assertEqual((other.tier, other.q_names, other.c_code("rnea")), (model.tier, model.q_names, model.c_code("rnea")))
            for function in (model.rnea, model.crba, model.energy):
                arrays = states(model, function, 3)
                for found, wanted in zip(outputs(getattr(other, function.name)(*arrays)), outputs(function(*arrays))):
                    same(self, found, wanted)

    def test_functions(self):
        model = rigidc.read(PENDULUM, name="pendulum.rig")
        q, qd = np.array([0.1, 0.2]), np.array([0.3, -0.4])
        place, both = self.again((model.fk.at("left tool"), model.function("dyn=crba+bias")))
        self.assertIs(place._core, both._core)
        same(self, place(q).R, model.fk("left tool", q).R)
        same(self, both(q, qd).M, model.crba(q))
        model.close()
        self.assertRaisesRegex(ValueError, "the model is closed", pickle.dumps, model)

    def test_parameters(self):
        scara = load("scara")
        scara.params.payload = 2.4
        other = self.again(scara)
        same(self, other.gravity(np.zeros(4)), scara.gravity(np.zeros(4)))
        other.params.payload = 1
        self.assertEqual((scara.params.payload, other.params.payload), (2.4, 1.0))
        self.assertEqual(self.again(scara.params).payload, 2.4)

    def test_copies(self):
        scara = load("scara")
        shared, apart = copy.copy(scara), copy.deepcopy(scara)
        scara.params.payload = 2.4
        self.assertEqual((shared.params.payload, apart.params.payload), (2.4, 0.0))
        same(self, shared.gravity(np.zeros(4)), scara.gravity(np.zeros(4)))
        gravity = copy.copy(scara.gravity)
        same(self, gravity(np.zeros(4)), scara.gravity(np.zeros(4)))
        self.assertEqual(copy.deepcopy({"robot": scara})["robot"].params.payload, 2.4)

    def test_files_outside(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "inner"))
            robot = os.path.join(folder, "inner", "robot.xml")
            for path, text in ((robot, '<mujoco><worldbody><include file="../part.xml"/></worldbody></mujoco>'),
                               (os.path.join(folder, "part.xml"), '<x><body name="arm"><joint/><geom size="1"/></body></x>')):
                with open(path, "w", encoding="ascii") as file:
                    file.write(text)
            self.assertRaisesRegex(rigidc.Error, r"cannot include \"../part.xml\"", rigidc.load, robot)
            self.assertEqual(rigidc.load(robot, outside=True).nv, 1)

    def test_the_text_that_was_read(self):
        with tempfile.TemporaryDirectory() as folder:
            whole, part = os.path.join(folder, "whole.rig"), os.path.join(folder, "part.rig")
            text = PENDULUM.replace("const", 'include "part.rig"\nconst', 1).replace("mass 1 kg", "mass heavy")
            for path, text in ((whole, text), (part, "const heavy = 3 kg\n")):
                with open(path, "w", encoding="ascii") as file:
                    file.write(text)
            model = rigidc.load(whole)
            with open(whole, "w", encoding="ascii") as file:
                file.write("no model")
            same(self, self.again(model).crba([0.1, 0.2]), model.crba([0.1, 0.2]))
            kept = pickle.dumps(model)
            pipe = os.path.join(folder, "pipe")
            os.mkfifo(pipe)
            writer = threading.Thread(target=lambda: open(pipe, "w", encoding="ascii").write(PENDULUM))
            writer.start()
            once = rigidc.load(pipe)
            writer.join()
            self.assertEqual(once.nv, 2)
            self.assertRaisesRegex(TypeError, "/pipe cannot be pickled: that is no regular file", pickle.dumps, once)
        with self.assertRaisesRegex(rigidc.Error, "part.rig"):
            pickle.loads(kept)


class Memory(unittest.TestCase):
    @staticmethod
    def resident():
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def work(self, count):
        zero = np.zeros(2)
        for k in range(count):
            model = rigidc.read(PENDULUM)
            if k % 8 == 0:
                model.rnea(zero, zero, zero)
                model.fk("lower", zero)
            if k % 3 == 0:
                model.close()

    def test_models_come_and_go(self):
        gc.disable()  # all goes without it
        try:
            self.work(300)
            before = self.resident()
            self.work(2000)
            self.assertLess(self.resident() - before, 1 << 20)
        finally:
            gc.enable()

    def test_failed_models(self):
        for _ in range(50):
            self.assertRaises(rigidc.Error, rigidc.read, BAD)
        before = self.resident()
        for _ in range(1000):
            self.assertRaises(rigidc.Error, rigidc.read, BAD)
        self.assertLess(self.resident() - before, 1 << 20)

    def test_calls(self):
        rnea = load("ur5").rnea  # which keeps its model
        q = np.zeros((1000, 6))
        gc.collect()
        rnea(q, q, q)
        before = self.resident()
        for _ in range(300):
            rnea(q, q, q)
            rnea(q[0], q[0], q[0])
        self.assertLess(self.resident() - before, 1 << 20)

    def test_closing(self):
        with rigidc.read(PENDULUM) as model:
            rnea, gravity, zero = model.rnea, model.gravity, np.zeros(2)
            rnea(zero, zero, zero)
        for use in (lambda: rnea(zero, zero, zero), lambda: gravity(zero), lambda: model.function("crba"),
                    lambda: model.c_code(), lambda: rnea(np.zeros((3, 2)), zero, zero)):
            with self.assertRaisesRegex(ValueError, "the model is closed"):
                use()
        model.close()
        self.assertEqual(model.nv, 2)


class Loops(unittest.TestCase):
    """Andrews' squeezer: beta theta gamma delta phi epsilon omega."""

    START = (-0.0617138900142764496, 0, 0.455279819163070380, 0.487364979543842550, 0.222668390165885885, 1.23054744454982119,
             -0.222668390165885885)

    @classmethod
    def setUpClass(cls):
        cls.model = rigidc.load("examples/loops/squeezer.rig")

    def test_the_published_start(self):
        near = np.array(self.START) + [0, 0.1, -0.1, 0.1, 0.1, -0.1, 0.1]
        for fix in (["beta"], "beta", ("beta",)):
            q = self.model.assemble(near, fix=fix)
            self.assertEqual(q[0], self.START[0])
            np.testing.assert_allclose(q, self.START, rtol=0, atol=2e-15)
        self.assertEqual(near[1], 0.1)

    def test_from_nothing(self):
        q = self.model.assemble()
        self.assertLess(abs(self.model.closure(q)).max(), 1e-16)

    def test_what_stays_open(self):
        with self.assertRaises(rigidc.Error) as caught:
            self.model.assemble([0, 0, 1, 0, 0, 0, 0], fix=["beta", "gamma"])
        self.assertIn("loop-open", [each.check for each in caught.exception.diagnostics])
        self.assertRegex(str(caught.exception), "'first' cannot be closed from the start: [0-9.]+ mm remain")

    def test_another_branch(self):
        bars = rigidc.read("""model bars
body crank on world { joint motor : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body rod on crank at (0, 0, 1 m) { joint top : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame end at (1 m, 0, 0) }
body rocker on world at (1 m, 0, 0) { joint foot : revolute(y) { limits (-0.1, 0.1) }; mass 1 kg; inertia diag(1, 1, 1) kg m^2
  frame tip at (0, 0, 1.5 m) }
loop pin : revolute(y) from end to tip
""")
        with self.assertWarnsRegex(UserWarning, "another branch than that of the start"):
            q = bars.assemble([-1.2, -1.5, 2.5])
        self.assertTrue(-0.1 <= q[2] <= 0.1)

    def test_arguments(self):
        for wrong, say in ((dict(q=[1, 2]), "q is of shape"), (dict(q=[np.nan] * 7), "not finite"), (dict(fix=["bet"]), "no joint 'bet'")):
            with self.assertRaisesRegex(ValueError, say):
                self.model.assemble(**wrong)

    def test_projection(self):
        q = np.array(self.START) + 1e-6 * np.arange(7)
        for _ in range(2):
            q, qd = self.model.project(q, np.ones(7))
        _, qd = self.model.project(q, np.ones(7))
        J, M = self.model.jac("loops", q), self.model.crba(q)
        self.assertLess(abs(self.model.closure(q)).max(), 1e-16)
        self.assertLess(abs(J @ qd).max(), 1e-15)
        change = M @ (qd - 1)  # a sum of rows of J, so that it is square to all motions
        force = np.linalg.lstsq(J.T, change, rcond=1e-12)[0]
        self.assertLess(abs(J.T @ force - change).max(), 1e-13 * abs(change).max())


class Inputs(unittest.TestCase):
    """Inputs that a model declares."""

    def test_inputs(self):
        boat = rigidc.read("model t\n/// of the screw\ninput thrust: N = 2\ninput wind: m/s = (1, 0, 3)\n"
                           "body boat on world { joint sail : prismatic(x); mass 4 kg }\n"
                           "wrench push on boat in world { force thrust * ex + 8 kg/s * (wind - v) }\n")
        self.assertEqual((boat.nu, boat.u_names, list(boat.u_default)), (4, ("thrust", "wind.x", "wind.y", "wind.z"), [2, 1, 0, 3]))
        self.assertEqual([(each.name, each.doc, each.unit, each.count) for each in boat.info.inputs], [("thrust", "of the screw\n", "N", 1), ("wind", "", "m/s", 3)])
        self.assertEqual(boat.fd([0], [0], [0])[0], 2.5)
        self.assertEqual(boat.fd([0], [0], [0], {"thrust": 4, "wind": [0, 0, 0]})[0], 1)
        self.assertEqual(boat.fd([0], [0], [0], u=[[4, 0, 0, 0], [8, 0, 0, 0]]).tolist(), [[1], [2]])
        np.testing.assert_array_equal(boat.fd_derivatives([0], [0], [0]).dqdd_du, [[0.25, 2, 0, 0]])
        linear = boat.linearize([0], u=[4, 0, 0, 0])
        self.assertEqual(linear.inputs, ("tau.sail", "u.thrust", "u.wind.x", "u.wind.y", "u.wind.z"))
        np.testing.assert_array_equal(linear.B, [[0] * 5, [0.25, 0.25, 2, 0, 0]])
        np.testing.assert_array_equal(linear.u, [4, 0, 0, 0])


class Linearized(unittest.TestCase):
    def test_cart_and_pole(self):
        cart = rigidc.load("examples/cart_pole.rig", idle=["pole"])
        linear = cart.linearize([0, np.pi])
        self.assertEqual(linear.states, ("q.cart", "q.pole", "qd.cart", "qd.pole"))
        self.assertEqual(linear.inputs, ("tau.cart",))
        d = cart.fd_derivatives([0, np.pi], [0, 0], [0, 0])
        np.testing.assert_allclose(linear.A[2:, :2], d.dqdd_dq, rtol=0, atol=1e-14)
        np.testing.assert_allclose(linear.B[2:], d.dqdd_dtau[:, :1], rtol=0, atol=1e-14)
        step = cart.linearize([0, np.pi], dt=1e-3)
        np.testing.assert_allclose(step.A, np.eye(4) + 1e-3 * linear.A + 5e-7 * linear.A @ linear.A, rtol=0, atol=1e-7)
        euler = cart.linearize([0, np.pi], dt=1e-3, method="euler")
        A, B = cart.step_derivatives("euler", [0, np.pi], [0, 0], [0, 0], 1e-3)
        np.testing.assert_allclose(euler.A, A, rtol=0, atol=1e-15)
        np.testing.assert_allclose(euler.B, B[:, :1], rtol=0, atol=1e-15)
        rk4 = cart.linearize([0, np.pi], dt=1e-3, method="rk4")
        np.testing.assert_allclose(rk4.A, step.A, rtol=0, atol=1e-13)

    def test_a_phase(self):
        dog = rigidc.load("examples/solo12.rig")
        q = np.array([0, 0, 0.2, 0, 0, 0, 1, 0, 0.8, -1.6, 0, 0.8, -1.6, 0, -0.8, 1.6, 0, -0.8, 1.6])
        linear = dog.linearize(q, phase="stand")
        self.assertEqual(linear.A.shape, (12, 12))
        self.assertLess(abs(dog.jac("stand", q) @ linear.N).max(), 1e-15)
        np.testing.assert_allclose(linear.tau, dog.id("stand", q, np.zeros(18), np.zeros(18)).tau, rtol=0, atol=1e-15)
        everything = dog.linearize(q, phase="stand", states="all")
        np.testing.assert_allclose(everything.A[18:, :18], dog.fd_derivatives("stand", q, np.zeros(18), linear.tau).dqdd_dq, rtol=1e-9, atol=1e-9)
        held, stepped = (dog.linearize(q, phase="stand", dt=5e-3, method=method) for method in ("zoh", "rk4"))
        np.testing.assert_allclose(stepped.A, held.A, rtol=0, atol=1e-7)  # of fifth order in dt
        np.testing.assert_allclose(stepped.B, held.B, rtol=0, atol=1e-7)

    def test_no_equilibrium(self):
        acrobot = rigidc.load("examples/double_pendulum.rig", idle=["q1"])
        with self.assertWarnsRegex(UserWarning, "no torques of the drives hold this state"):
            acrobot.linearize([0, 1])
        acrobot.linearize([0, 1], tau=[0, 2])

    def test_parameters(self):
        rod = rigidc.read("model t\nparam load : kg = 2 kg\nbody rod on world { joint pivot : revolute(y); mass load; com (0, 0, -1) }\n")
        rod.params.load = 5
        self.assertAlmostEqual(rod.linearize([0]).B[1, 0], 0.2, delta=1e-15)

    def test_arguments(self):
        cart = rigidc.load("examples/cart_pole.rig")
        for wrong, say in ((dict(q=[1]), "q is of shape"), (dict(q=[0, 0], dt=0), "a time above 0"), (dict(q=[0, 0], method="tustin"), "zoh, euler, rk4"),
                           (dict(q=[0, 0], method="rk4"), "dt is missing for 'rk4'"),
                           (dict(q=[0, 0], states="some"), "'independent' or 'all'"), (dict(q=[0, np.nan]), "not finite")):
            with self.assertRaisesRegex(ValueError, say):
                cart.linearize(**wrong)
        with self.assertRaisesRegex(rigidc.Error, "the model has no phase or contact 'stand'"):
            cart.linearize([0, 0], phase="stand")


class Lines(unittest.TestResult):
    def say(self, outcome, test):
        print(outcome, "python:", test.id().split(".", 1)[1].replace(".test_", ": ").replace("_", " "), flush=True)

    def addSuccess(self, test):
        self.say("pass", test)

    def addSkip(self, test, reason):
        self.say("skip", test)

    def complain(self, test, error):
        self.say("fail", test)
        print(self._exc_info_to_string(error, test), file=sys.stderr)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.complain(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.complain(test, err)


def layout():
    """A C program that fails with a line for each member that stands elsewhere."""
    structs = {
        "options": _library.Options, "diagnostic": _library.DiagnosticInfo, "model_info": _library.ModelInfo,
        "body_info": _library.BodyInfo, "joint_info": _library.JointInfo, "frame_info": _library.FrameInfo,
        "coordinate_info": _library.CoordinateInfo, "param_info": _library.ParamInfo, "array_info": _library.ArrayInfo,
    }
    print('#include <stdio.h>\n#include "rigidc.h"\nint main(void)\n{\n\tint wrong = 0;')
    for name, struct in structs.items():
        checks = [(f"sizeof(rigidc_{name})", ctypes.sizeof(struct), name)]
        for member, *_ in struct._fields_:
            checks.append((f"offsetof(rigidc_{name}, {member})", getattr(struct, member).offset, f"{name}.{member}"))
        for found, wanted, what in checks:
            print(f'\tif ({found} != {wanted}) wrong = 1, puts("{what} is elsewhere");')
    print("\treturn wrong;\n}")


class Upgrades(unittest.TestCase):
    def test_faster_code_takes_over_with_the_same_bits(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            cache = os.path.join(folder, "cache")
            q = np.array([0.1, -1.2, 1.4, -0.5, 0.3, 0.0])
            first = rigidc.load("examples/ur5.rig", upgrade=True, cache=cache)
            before = first.rnea(q, q, q)
            self.assertTrue(first.function("rnea").upgraded(wait=True))
            self.assertEqual(first.function("rnea").tier, "cc")
            np.testing.assert_array_equal(first.rnea(q, q, q), before)
            again = rigidc.load("examples/ur5.rig", upgrade=True, cache=cache)
            np.testing.assert_array_equal(again.rnea(q, q, q), before)
            self.assertEqual(again.function("rnea").tier, "cc")

    def test_many_states_go_together_with_the_same_bits(self) -> None:
        many = np.random.default_rng(1).uniform(-3, 3, (1001, 6))
        plain = rigidc.load("examples/ur5.rig")
        model = rigidc.load("examples/ur5.rig", upgrade=True, batch="auto")
        self.assertTrue(model.function("rnea").upgraded(wait=True))
        np.testing.assert_array_equal(model.rnea(many, many, many), plain.rnea(many, many, many))
        np.testing.assert_array_equal(model.rnea(many[:, ::-1], many[0], many), plain.rnea(many[:, ::-1], many[0], many))

    def test_nothing_is_made_unasked(self) -> None:
        model = rigidc.load("examples/ur5.rig")
        self.assertFalse(model.function("rnea").upgraded(wait=True))


MODEL = None


def begin_process(name):
    """Where a process starts: by fork it has the model of its parent, which is making faster code."""
    global MODEL
    MODEL = MODEL or rigidc.load(name, upgrade=True)


def weigh(q):
    """In a process: by the model there, and by one that it loads."""
    made = MODEL.function("gravity")
    made.upgraded(wait=True)
    return made(q), rigidc.load("examples/ur5.rig").gravity(q)


def put_result(results, work):
    try:
        results.put(work())
    except BaseException as error:
        results.put(repr(error))


class Processes(unittest.TestCase):
    def in_child(self, work):
        """What `work` returns in a child by fork."""
        context = multiprocessing.get_context("fork")
        results = context.SimpleQueue()
        child = context.Process(target=put_result, args=(results, work))
        child.start()
        child.join(30)
        ended = child.exitcode
        child.kill()
        self.assertEqual(ended, 0, "the child hangs")
        return results.get()

    def check(self, way):
        global MODEL
        q = np.array([0.1, -1.2, 1.4, -0.5, 0.3, 0.0])
        MODEL = rigidc.load("examples/ur5.rig", upgrade=True)
        wanted = MODEL.gravity(q)
        with multiprocessing.get_context(way).Pool(3, begin_process, ["examples/ur5.rig"]) as pool:
            for found, own in pool.map_async(weigh, [q] * 12).get(timeout=60):
                np.testing.assert_array_equal(found, wanted)
                np.testing.assert_array_equal(own, wanted)
        MODEL = None

    def test_by_fork(self):
        self.check("fork")

    def test_by_spawn(self):
        self.check("spawn")

    def test_functions_as_work(self):
        q = np.random.default_rng(2).uniform(-1, 1, (8, 4))
        scara = load("scara")
        scara.params.payload = 2.4
        for way in ("fork", "spawn"):
            with multiprocessing.get_context(way).Pool(2) as pool:
                for found, wanted in zip(pool.map(scara.gravity, q), q):
                    same(self, found, scara.gravity(wanted))

    def test_fork_while_threads_make_and_call(self):
        scara = load("scara")
        many, none = np.zeros((20000, 4)), np.zeros(4)
        scara.rnea(none, none, none)
        enough = threading.Event()

        def make():
            while not enough.is_set():
                scara._core._handles.pop("crba", None)
                scara._core.make("crba")

        def call():
            while not enough.is_set():
                scara.rnea(many, many, many)

        def work():
            scara.params.payload = 2.4
            return [scara.function("fd").name, scara.gravity(none).round(3).tolist()]

        threads = [threading.Thread(target=target) for target in (make, call)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(10):
                self.assertEqual(self.in_child(work), ["fd", [0.0, 0.0, 38.259, 0.0]])
        finally:
            enough.set()
            for thread in threads:
                thread.join()


if __name__ == "__main__":
    if "--layout" in sys.argv:
        layout()
    else:
        tests, this = unittest.defaultTestLoader, sys.modules["__main__"]
        chosen = tests.loadTestsFromNames(sys.argv[1:], this) if sys.argv[1:] else tests.loadTestsFromModule(this)
        result = chosen.run(Lines())
        sys.exit(not result.wasSuccessful())
