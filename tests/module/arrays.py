"""python3 arrays.py FOLDER NAME...: compares the modules NAME_torch.py and NAME_jax.py with NAME.py of NumPy, all functions for random
states. Stand-ins in the path give the same numbers to the bit, and complex steps give derivatives. PyTorch and JAX themselves give the same
numbers to 1e-12, on a GPU too; gradients, gradients of gradients and vmap go through their modules, and jit through JAX's. It prints a line
for each result, for `results` of tap.sh."""
import cmath
import importlib
import inspect
import math
import sys
import warnings

import numpy as np


def elementwise(real, complex_):
    """A function of NumPy by that of Python. NumPy's own sines differ in the last digit by where their argument is in memory."""
    def call(array):
        array = np.asarray(array)
        function = complex_ if array.dtype.kind == "c" else real
        return np.array([function(number) for number in array.ravel().tolist()], array.dtype).reshape(array.shape)
    return call


np.sin, np.cos = elementwise(math.sin, cmath.sin), elementwise(math.cos, cmath.cos)

import torch  # the stand-in takes these functions

try:
    import jax
except ImportError:
    jax = None

REAL = not hasattr(torch, "STAND_IN")
REAL_JAX = jax and not hasattr(jax, "fixed")
folder, names = sys.argv[1], sys.argv[2:]
sys.path.insert(0, folder)
random = np.random.default_rng(1)
if REAL:
    warnings.simplefilter("ignore")
if REAL_JAX:
    jax.config.update("jax_enable_x64", True)

# By the title of a library: the module's ending, and the array that it takes in place of one of NumPy.
libraries = {"torch": ("torch", torch.from_numpy if REAL else torch.fixed)}
if REAL and torch.cuda.is_available():
    libraries["torch on a GPU"] = ("torch", lambda array: torch.from_numpy(array).cuda())
if REAL_JAX:
    libraries[f"jax on a {jax.default_backend()}"] = ("jax", jax.numpy.asarray)
elif jax:
    libraries["jax"] = ("jax", jax.fixed)


def plain(array):
    """The array of NumPy."""
    return np.asarray(array.cpu() if REAL and isinstance(array, torch.Tensor) else array)


def functions_of(module):
    return [name for name, value in vars(module).items()
            if inspect.isfunction(value) and not name.startswith("_") and not name.endswith(("_prepare", "_params_default"))]


def sizes_of(function):
    """Sizes of the arguments, by the lines of the docstring."""
    lines = [line.split() for line in function.__doc__.split("\n")]
    return {line[0]: int(line[2].rstrip(")")) for line in lines if len(line) > 3 and line[1] == "(...," and line[3] == "in:"}


def prepared(module, name, wrap):
    params = getattr(module, f"{name}_params_default", None)
    if params is None:
        return None
    values = {key: wrap(np.array(plain(value), float)) for key, value in params().items()}
    return getattr(module, f"{name}_prepare")(values)


def outputs(result):
    return list(result) if isinstance(result, tuple) else [result]


def draw(call, derived, lead):
    sizes = sizes_of(call)
    arguments = list(inspect.signature(call).parameters)
    return [derived if each == "derived" else random.uniform(-0.5, 0.5, lead + (sizes[each],)) for each in arguments]


def compare(name, library):
    ending, wrap = libraries[library]
    numpy, other, count = importlib.import_module(name), importlib.import_module(f"{name}_{ending}"), 0
    of_numpy, of_other = prepared(numpy, name, np.asarray), prepared(other, name, wrap)
    for function in functions_of(numpy):
        for lead in ((), (2, 3)):
            given = draw(getattr(numpy, function), of_numpy, lead)
            wanted = outputs(getattr(numpy, function)(*given))
            found = outputs(getattr(other, function)(*[of_other if each is of_numpy else wrap(each) for each in given]))
            for a, b in zip(wanted, map(plain, found)):
                assert a.shape == b.shape and a.dtype == b.dtype, (function, a.shape, b.shape, b.dtype)
                same = np.array_equal(a, b, equal_nan=True) if not REAL and not REAL_JAX else np.allclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True)
                assert same, function
                count += a.size
    return f"{count} numbers"


def complex_steps(name, library):
    """The derivative of each output of inverse dynamics along a direction, by a complex step and by rnea_derivatives."""
    ending, wrap = libraries[library]
    module = importlib.import_module(f"{name}_{ending}")
    rnea, derivatives = getattr(module, f"{name}_rnea"), getattr(module, f"{name}_rnea_derivatives")
    q, qd, qdd, direction = (random.uniform(-1, 1, 6) for _ in range(4))
    step = np.asarray(rnea(wrap(q + 1e-30j * direction), wrap(qd), wrap(qdd))).imag / 1e-30
    by_q = np.asarray(derivatives(wrap(q), wrap(qd), wrap(qdd))[0])
    assert np.allclose(step, by_q @ direction, rtol=1e-12, atol=1e-12)


def gradients(name):
    """Gradients, gradients of gradients, and the Jacobian by vmap, of PyTorch."""
    module = importlib.import_module(f"{name}_torch")
    derived = prepared(module, name, torch.from_numpy)
    count = 0
    for function in functions_of(module):
        call = getattr(module, function)
        given = [each if each is derived else torch.from_numpy(each).requires_grad_(True) for each in draw(call, derived, (2,))]
        leaves = [each for each in given if each is not derived]

        def run(*values):
            rest = iter(values)
            return tuple(each for each in outputs(call(*[each if each is derived else next(rest) for each in given])) if each.requires_grad)

        if not run(*leaves):
            continue
        assert torch.autograd.gradcheck(run, leaves, rtol=1e-3, atol=1e-4), function
        if sum(each.numel() for each in run(*leaves)) < 100:
            assert torch.autograd.gradgradcheck(run, leaves, rtol=1e-3, atol=1e-4), function
        torch.autograd.functional.jacobian(run, tuple(each.detach() for each in leaves), vectorize=True)
        count += 1
    return f"{count} functions"


def traced(name):
    """Gradients, gradients of gradients, jit and vmap of JAX."""
    from jax.test_util import check_grads
    module = importlib.import_module(f"{name}_jax")
    derived = prepared(module, name, jax.numpy.asarray)
    count = 0
    for function in functions_of(module):
        call = getattr(module, function)
        given = draw(call, derived, (4,))
        leaves = [jax.numpy.asarray(each) for each in given if each is not derived]

        def run(*values):
            rest = iter(values)
            return outputs(call(*[each if each is derived else next(rest) for each in given]))

        single = [each[0] for each in leaves]
        check_grads(jax.jit(run), single, order=2 if sum(each.size for each in run(*single)) < 100 else 1, rtol=1e-3, atol=1e-4)
        for wanted, found in zip(run(*leaves), jax.jit(jax.vmap(run))(*leaves)):
            assert np.allclose(wanted, found, rtol=1e-9, atol=1e-12, equal_nan=True), function
        count += 1
    return f"{count} functions"


def result(title, call, *given):
    try:
        said = call(*given)
        print(f"ok - {title}" + (f"\n# {said}" if said else ""))
    except Exception as error:
        print(f"not ok - {title}\n# {error!r}"[:2000])


for name in names:
    for library in libraries:
        result(f"{name}: {library} is NumPy", compare, name, library)
        if not REAL and not REAL_JAX and name.startswith("ur5"):
            result(f"{name}: complex steps go through {library}", complex_steps, name, library)
    if REAL:
        result(f"{name}: gradients go through torch", gradients, name)
    if REAL_JAX:
        result(f"{name}: gradients, jit and vmap go through jax", traced, name)
