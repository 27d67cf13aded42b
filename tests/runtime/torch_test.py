"""rigidc.torch: values beside the package of numpy, gradients beside differences, errors. With PyTorch itself also gradients of gradients;
without it torch_stand_in/torch.py stands in. Called by torch_test.sh.

Prints a line a test, "pass NAME" or "fail NAME"; what is wrong goes to standard error."""

import os
import subprocess
import sys
import unittest

import numpy as np
import torch

import rigidc
import rigidc.torch

REAL = not hasattr(torch, "STAND_IN")
FREE = """model satellite
param weight = 10 kg
param middle = (0, 0.1, 0) m
param turning = diag(1, 2, 2.5) kg m^2
body hull on world { joint base : free; mass weight; com middle; inertia turning }
body wheel on hull { joint ball : spherical; mass 1 kg; com (0.2, 0, 0.1); inertia diag(0.1, 0.2, 0.3) kg m^2 }
body boom on hull { joint hinge : revolute(x); mass 1 kg; com (0, 1, 0); inertia diag(0.1, 0.1, 0.1) kg m^2 }
frame tool on boom at (0, 0, 1)
"""
PLANE = """model crawler
body cart on world { joint base : planar; mass 3 kg; com (0.1, 0.2, 0); inertia diag(1, 2, 3) kg m^2 }
body arm on cart { joint screw : helical((0.6, 0, 0.8), 0.1); mass 1 kg; com (0.1, 0, 0.3); inertia diag(1, 1, 1) kg m^2 }
body rod on arm { joint slide : cylindrical(x); mass 1 kg; com (0, 0.1, 0.3); inertia diag(1, 1, 1) kg m^2 }
body tip on rod { joint turn : universal; mass 1 kg; com (0, 0.1, 0.3); inertia diag(1, 1, 1) kg m^2 }
"""
KINDS = {"free": 3, "spherical": 0}


def numbers(tensor):
    return np.asarray(tensor.detach().numpy())


def states(model, function, lead, seed=1):
    """Inputs (*lead, n) of a function; quaternions have length 1."""
    random = np.random.default_rng(seed)
    arrays = [random.uniform(-0.4, 0.4, lead + (each.numbers,)) for each in function.inputs]
    for joint in model.info.joints:
        if joint.nq and joint.kind in KINDS:
            part = arrays[0][..., joint.q + KINDS[joint.kind]:joint.q + KINDS[joint.kind] + 4]
            part /= np.linalg.norm(part, axis=-1, keepdims=True)
    return arrays


def normalised(model, q):
    """q with quaternions of length 1, in operations of torch."""
    parts = []
    for joint in model.info.joints:
        own = q[..., joint.q:joint.q + joint.nq]
        if joint.nq and joint.kind in KINDS:
            first = KINDS[joint.kind]
            turn = own[..., first:]
            own = torch.cat([own[..., :first], turn / (turn * turn).sum(-1)[..., None] ** 0.5], -1)
        parts.append(own)
    return torch.cat(parts, -1)


def outputs(result):
    return list(result) if isinstance(result, tuple) else [result]


def flat(array, lead):
    return array.reshape(lead + (-1,))


def gradients(function, inputs, weights, params=None):
    """Of the weighted sum of the outputs, by each input and, where given, each parameter."""
    if REAL:
        leaves = [*inputs, *(params or {}).values()]
        for leaf in leaves:
            leaf.requires_grad_(True)
        result = outputs(function(*inputs, params=params))
        lead = tuple(inputs[0].shape[:-1])
        total = sum((flat(each, lead) * torch.from_numpy(weight)).sum() for each, weight in zip(result, weights))
        return [numbers(each) for each in torch.autograd.grad(total, leaves)]
    function(*inputs, params=params)
    context = torch.autograd.Function.last
    of_params, *rest = rigidc.torch._Call.backward(context, *[torch.from_numpy(weight) for weight in weights])[1:]
    if params is None:
        return rest
    found = {param.name: of_params[param.first:param.first + param.count] for param in function._model.plain.info.params}
    return rest + [found[name].reshape(value.shape) for name, value in params.items()]


def difference(weighted, inputs, at, direction, step=1e-5):
    """Change of weighted(inputs) as the input `at` moves along the direction."""
    def moved(by):
        return weighted([each + by * direction if i == at else each for i, each in enumerate(inputs)])
    return (8 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))) / (12 * step)


def plain_normalised(model, q):
    return numbers(normalised(model, torch.from_numpy(q)))


class Values(unittest.TestCase):
    def test_are_those_of_numpy(self):
        for name in ("ur5", "scara", "solo12"):
            arm = rigidc.torch.load(f"examples/{name}.rig")
            for text in ("rnea", "fd", "crba", "energy", "com", "momentum", f"fk:{arm.plain.info.bodies[-1].name}"):
                function = arm.function(text)
                given = states(arm.plain, function._plain, (2, 3))
                found = outputs(function(*map(torch.from_numpy, given)))
                for own, other in zip(found, outputs(arm.plain.function(text)(*given))):
                    self.assertEqual(tuple(own.shape), np.shape(other))
                    self.assertTrue((numbers(own) == other).all(), text)

    def test_share_memory(self):
        arm = rigidc.torch.load("examples/ur5.rig")
        q = torch.from_numpy(np.zeros((5, 6)))
        seen = []
        many = arm.plain.gravity._ready().many
        arm.plain.gravity._ready().many = lambda given, lead: seen.extend(given) or many(given, lead)
        arm.gravity(q)
        self.assertTrue(np.shares_memory(seen[0], numbers(q)))

    def test_axes_are_broadcast(self):
        arm = rigidc.torch.load("examples/ur5.rig")
        q, qd, qdd = (torch.from_numpy(each) for each in states(arm.plain, arm.plain.rnea, (4, 3)))
        mixed = arm.rnea(q, qd[0, 0], qdd[:1])
        self.assertTrue((numbers(mixed) == arm.plain.rnea(numbers(q), numbers(qd)[0, 0], numbers(qdd)[:1])).all())

    def test_frames_and_operators(self):
        arm = rigidc.torch.load("examples/ur5.rig")
        q = torch.from_numpy(np.full(6, 0.3))
        R, p = arm.fk("tool0", q)
        self.assertEqual(tuple(R.shape), (3, 3))
        bar = arm.vjp("gravity", q, q)
        self.assertTrue((numbers(bar) == arm.plain.vjp("gravity", numbers(q), numbers(q))).all())


class Gradients(unittest.TestCase):
    def check(self, model, text, lead=(2,), names=()):
        function = model.function(text)
        given = states(model.plain, function._plain, lead, seed=3)
        random = np.random.default_rng(4)
        weights = [random.uniform(-1, 1, lead + (each.numbers,)) for each in function._plain.outputs]
        params = {name: np.array(model.plain.params[name], float) for name in names}

        def weighted(arrays):
            q = plain_normalised(model.plain, arrays[0]) if model.plain.nq != model.plain.nv else arrays[0]
            model.plain.params.update(dict(zip(names, arrays[len(given):])))
            result = outputs(model.plain.function(text)(q, *arrays[1:len(given)]))
            model.plain.params.reset()
            return sum((flat(np.asarray(each), lead) * weight).sum() for each, weight in zip(result, weights))

        found = gradients(function, [torch.from_numpy(each.copy()) for each in given], weights,
                          {name: torch.from_numpy(value.copy()) for name, value in params.items()} or None)
        leaves = [*given, *params.values()]
        for at, leaf in enumerate(leaves):
            direction = random.uniform(-1, 1, leaf.shape)
            wanted = difference(weighted, leaves, at, direction)
            scale = max(1.0, np.abs(numbers_of(found[at])).max())
            self.assertEqual(tuple(found[at].shape), leaf.shape)
            self.assertLess(abs((numbers_of(found[at]) * direction).sum() - wanted), 1e-6 * scale, f"{text}, input {at}")

    def test_of_an_arm(self):
        arm = rigidc.torch.load("examples/ur5.rig")
        for text in ("rnea", "fd", "crba", "minv", "coriolis", "energy", "fk:tool0", "jac:tool0", "com"):
            self.check(arm, text)

    def test_of_fused_functions(self):
        self.check(rigidc.torch.load("examples/ur5.rig"), 'all=crba+bias+fk:"tool0"')
        self.check(rigidc.torch.load("examples/scara.rig"), "both=energy+rnea", names=("payload",))

    def test_of_all_kinds_of_joints(self):
        for source in (FREE, PLANE):
            model = rigidc.torch.read(source)
            for text in ("rnea", "fd", "energy", "momentum"):
                self.check(model, text)

    def test_of_contacts_and_loops(self):
        self.check(rigidc.torch.load("tests/c/standing.rig"), "lambda:stand")
        self.check(rigidc.torch.load("examples/loops/fourbar.rig"), "fd")

    def test_of_wrenches(self):
        self.check(rigidc.torch.load("examples/scara.rig", wrench="all"), "fd", names=("payload",))

    def test_of_parameters(self):
        self.check(rigidc.torch.load("examples/scara.rig"), "rnea", names=("payload", "payload_centre"))
        self.check(rigidc.torch.read(FREE), "fd", names=("weight", "middle"))

    @unittest.skipUnless(REAL, "no PyTorch")
    def test_of_gradients(self):
        check, again = torch.autograd.gradcheck, torch.autograd.gradgradcheck
        for model, functions in ((rigidc.torch.load("examples/scara.rig"), ("rnea", "fd", "crba", "energy", "fk:gripper")),
                                 (rigidc.torch.read(FREE), ("rnea", "energy", "fk:tool")), (rigidc.torch.read(PLANE), ("fd",))):
            for text in functions:
                function = model.function(text)
                given = [torch.from_numpy(each).requires_grad_(True) for each in states(model.plain, function._plain, (2,))]

                def call(q, *rest):
                    return tuple(outputs(function(normalised(model.plain, q), *rest)))

                self.assertTrue(check(call, given), text)
                self.assertTrue(again(call, given), text)

    @unittest.skipUnless(REAL, "no PyTorch")
    def test_of_gradients_by_parameters(self):
        model = rigidc.torch.read(FREE)
        q, qd, qdd = (torch.from_numpy(each) for each in states(model.plain, model.plain.rnea, (2,)))
        names = list(model.plain.params)
        leaves = [torch.tensor(np.array(model.plain.params[name], float), requires_grad=True) for name in names]

        def call(*values):
            return model.rnea(q, qd, qdd, params=dict(zip(names, values[:2])))

        def turning(value):
            return model.rnea(q, qd, qdd, params={"turning": (value + value.T) / 2})

        self.assertTrue(torch.autograd.gradcheck(call, leaves[:2]))
        self.assertTrue(torch.autograd.gradgradcheck(call, leaves[:2]))
        self.assertTrue(torch.autograd.gradcheck(turning, leaves[2:]))


def numbers_of(tensor):
    return np.asarray(tensor.detach().numpy() if hasattr(tensor, "detach") else tensor)


def evaluated(path, text, option, given):
    """Outputs by `rigidc eval`, all numbers of a state in a row."""
    lines = "\n".join(" ".join(repr(float(number)) for array in given for number in array[i]) for i in range(len(given[0])))
    command = [os.environ["RIGIDC"], "eval", path, "-f", text, *([option] if option else [])]
    said = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    return np.array([[float(number) for number in line.split()] for line in said.splitlines()])


class RandomModels(unittest.TestCase):
    """The models that RIGIDC_MODELS lists: all kinds of joints with parameters, loops, contacts."""

    def each(self):
        with open(os.environ["RIGIDC_MODELS"]) as listed:
            for line in listed:
                path, functions, option = line.rstrip("\n").split("\t")
                model = rigidc.torch.load(path, **({"parametrize": option.split("=")[1]} if option else {}))
                for text in functions.split(","):
                    yield path, model, text, option

    def test_are_those_of_eval(self):
        for path, model, text, option in self.each():
            function = model.function(text)
            given = states(model.plain, function._plain, (3,))
            result = outputs(function(*[torch.from_numpy(each.copy()) for each in given]))
            found = np.concatenate([numbers(each).reshape(3, -1) for each in result], 1)
            wanted = evaluated(path, text, option, given)
            self.assertTrue(((found == wanted) | (np.isnan(found) & np.isnan(wanted))).all(), f"{path}, {text}")

    def test_have_gradients(self):
        for path, model, text, _ in self.each():
            function = model.function(text)
            given = [torch.from_numpy(each) for each in states(model.plain, function._plain, (2,))]
            random = np.random.default_rng(5)
            weights = [random.uniform(-1, 1, (2, each.numbers)) for each in function._plain.outputs]
            found = gradients(function, given, weights)
            bars = outputs(model.plain.function(f"vjp:{text}")(*map(numbers, given), *weights))
            for own, bar, array in zip(found, bars, function._plain.inputs):
                wanted = numbers_of(rigidc._arrays.of_tangent(model.plain, torch.cat, given[0], torch.from_numpy(np.asarray(bar)))
                                    if array.name == "q" else bar)
                self.assertTrue(np.allclose(numbers_of(own), wanted, rtol=1e-12, atol=0, equal_nan=True), f"{path}, {text}")


class Parameters(unittest.TestCase):
    def test_are_the_model_s_again(self):
        arm = rigidc.torch.load("examples/scara.rig")
        given = [torch.from_numpy(each) for each in states(arm.plain, arm.plain.rnea, ())]
        before = numbers(arm.rnea(*given)).copy()
        heavy = numbers(arm.rnea(*given, params={"payload": torch.tensor(3.0, dtype=torch.float64)}))
        self.assertFalse((before == heavy).all())
        self.assertEqual(arm.plain.params.payload, 0)
        self.assertTrue((numbers(arm.rnea(*given)) == before).all())

    def test_a_gradient_is_of_the_parameters_of_its_call(self):
        arm = rigidc.torch.load("examples/scara.rig")
        given = [torch.from_numpy(each) for each in states(arm.plain, arm.plain.rnea, (1,))]
        heavy = {"payload": torch.tensor(3.0, dtype=torch.float64)}
        weights = [np.ones((1, 4))]
        light = gradients(arm.rnea, given, weights)
        other = gradients(arm.rnea, given, weights, heavy)
        self.assertFalse(np.allclose(numbers_of(light[0]), numbers_of(other[0])))
        arm.plain.params.payload = 3
        self.assertTrue(np.allclose(numbers_of(gradients(arm.rnea, given, weights)[0]), numbers_of(other[0]), rtol=1e-12))


class Errors(unittest.TestCase):
    def setUp(self):
        self.arm = rigidc.torch.load("examples/scara.rig")
        self.q = torch.from_numpy(np.zeros(4))

    def raises(self, kind, words, call):
        with self.assertRaises(kind) as caught:
            call()
        self.assertIn(words, str(caught.exception))

    def test_shapes(self):
        self.raises(RuntimeError, "rnea: qd has shape (3,), wanted (..., 4)", lambda: self.arm.rnea(self.q, self.q[:3], self.q))

    def test_types(self):
        narrow, whole = torch.from_numpy(np.zeros(4, np.float32)), torch.from_numpy(np.zeros(4, np.int64))
        self.raises(RuntimeError, "rnea: qd: expected scalar type Float but found", lambda: self.arm.rnea(narrow, self.q, self.q))
        self.raises(RuntimeError, "rnea: q: expected scalar type Double or Float but found", lambda: self.arm.rnea(whole, whole, whole))
        self.raises(TypeError, "rnea: q must be a Tensor, not list", lambda: self.arm.rnea([0] * 4, self.q, self.q))
        self.raises(TypeError, "rnea takes 3 tensors (q, qd, qdd), not 2", lambda: self.arm.rnea(self.q, self.q))

    @unittest.skipUnless(REAL, "no PyTorch")
    def test_numbers_marked_as_negative(self):
        q = torch.complex(self.q, self.q + 1).conj().imag
        self.assertTrue(torch.equal(self.arm.gravity(q), self.arm.gravity(q.clone())))

    @unittest.skipUnless(REAL, "no PyTorch")
    def test_devices(self):
        self.raises(RuntimeError, "expected a tensor on cpu, but it is on meta", lambda: self.arm.gravity(self.q.to("meta")))

    def test_parameters(self):
        one = torch.tensor(1.0, dtype=torch.float64)
        self.raises(KeyError, "did you mean 'payload'", lambda: self.arm.gravity(self.q, params={"paylod": one}))
        self.raises(RuntimeError, "parameter payload has shape (4,), wanted (1,)",
                    lambda: self.arm.gravity(self.q, params={"payload": self.q}))
        self.raises(TypeError, "parameter payload must be a Tensor", lambda: self.arm.gravity(self.q, params={"payload": 3}))

    def test_attributes(self):
        self.raises(AttributeError, ".plain.nq", lambda: self.arm.nq)
        self.raises(AttributeError, "no attribute or function 'dynamics'", lambda: self.arm.dynamics)


class Lines(unittest.TestResult):
    def name(self, test):
        return test.id().split(".", 1)[1].replace(".test", "").replace("_", " ")

    def addSuccess(self, test):
        print("pass", self.name(test))

    def addSkip(self, test, reason):
        print("skip", self.name(test))

    def addError(self, test, error):
        super().addError(test, error)
        print("fail", self.name(test))
        print(self.errors[-1][1], file=sys.stderr)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        print("fail", self.name(test))
        print(self.failures[-1][1], file=sys.stderr)


result = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]).run(Lines())
sys.exit(not result.wasSuccessful())
