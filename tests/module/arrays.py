"""python3 arrays.py FOLDER NAME...: compares the modules NAME_torch.py and NAME_jax.py with NAME.py of NumPy, all functions for random
states. Stand-ins in the path give the same numbers to the bit, and complex steps give derivatives. PyTorch itself gives the same numbers to
1e-12; gradients, gradients of gradients and vmap go through its module. It prints a line for each result, for `results` of tap.sh."""
import importlib
import inspect
import sys
import warnings

import numpy as np
import torch

REAL = not hasattr(torch, "STAND_IN")
folder, names = sys.argv[1], sys.argv[2:]
sys.path.insert(0, folder)
random = np.random.default_rng(1)
if REAL:
    warnings.simplefilter("ignore")
    libraries = {"torch": torch.from_numpy}
else:
    import jax
    libraries = {"torch": torch.fixed, "jax": jax.fixed}


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
    values = {key: wrap(np.array(value, float)) if isinstance(value, (float, np.ndarray)) else value for key, value in params().items()}
    return getattr(module, f"{name}_prepare")(values)


def outputs(result):
    return list(result) if isinstance(result, tuple) else [result]


def draw(call, derived, lead):
    sizes = sizes_of(call)
    arguments = list(inspect.signature(call).parameters)
    return [derived if each == "derived" else random.uniform(-0.5, 0.5, lead + (sizes[each],)) for each in arguments]


def compare(name, library):
    plain, other = importlib.import_module(name), importlib.import_module(f"{name}_{library}")
    wrap, count = libraries[library], 0
    of_plain, of_other = prepared(plain, name, np.asarray), prepared(other, name, wrap)
    for function in functions_of(plain):
        for lead in ((), (2, 3)):
            given = draw(getattr(plain, function), of_plain, lead)
            wanted = outputs(getattr(plain, function)(*given))
            found = outputs(getattr(other, function)(*[of_other if each is of_plain else wrap(each) for each in given]))
            for a, b in zip(wanted, found):
                b = np.asarray(b)
                assert a.shape == b.shape and a.dtype == b.dtype, (function, a.shape, b.shape, b.dtype)
                same = np.array_equal(a, b, equal_nan=True) if not REAL else np.allclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True)
                assert same, function
                count += a.size
    return f"{count} numbers"


def complex_steps(name, library):
    """The derivative of each output of inverse dynamics along a direction, by a complex step and by rnea_derivatives."""
    module, wrap = importlib.import_module(f"{name}_{library}"), libraries[library]
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


def result(title, call, *given):
    try:
        said = call(*given)
        print(f"ok - {title}" + (f"\n# {said}" if said else ""))
    except Exception as error:
        print(f"not ok - {title}\n# {error!r}"[:2000])


for name in names:
    for library in libraries:
        result(f"{name}: {library} is NumPy", compare, name, library)
        if not REAL and name.startswith("ur5"):
            result(f"{name}: complex steps go through {library}", complex_steps, name, library)
    if REAL:
        result(f"{name}: gradients go through torch", gradients, name)
