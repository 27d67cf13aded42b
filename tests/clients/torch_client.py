"""A module for PyTorch, and rigidc.torch, in PyTorch.

torch_client.py MODEL FN,FN...: each function of NAME_torch and of rigidc.torch beside `rigidc eval`: called, by `torch.compile` in one graph, by
`vmap`, exported; gradients of weighted sums by `torch.func` beside rigidc's operator `vjp`; gradients of gradients beside differences; in float64
and float32. TORCH_DEVICE names another device than the CPU for the modules. Then parameters, forward mode, programs and errors of rigidc.torch.
Without NAME_torch it is rigidc.torch alone.
"""
import importlib.util
import os
import subprocess
import sys

import numpy as np
import rigidc.torch
import torch
from drawn import Model
from tap import attempt, near, numbers_of, ok, raises

model, functions = sys.argv[1], sys.argv[2].split(',')
device = os.environ.get('TORCH_DEVICE', 'cpu')
name = os.path.basename(model)[:-4]
module = importlib.import_module(name + '_torch') if importlib.util.find_spec(name + '_torch') else None
arm = rigidc.torch.load(model)
drawn = Model(model, sys.argv[2])
WITHIN = {torch.float64: 1e-12, torch.float32: 1e-4}


def flat(result, lead=0):
    """Results side by side, behind so many leading axes."""
    results = result if isinstance(result, tuple) else (result,)
    return torch.cat([each.reshape(*each.shape[:lead], -1) for each in results], -1)


def numbers(tensor):
    return tensor.detach().cpu().numpy()


class OfModule(torch.nn.Module):
    """A function of a module. Parameters have their default values, in the type of the inputs."""

    def __init__(self, function):
        super().__init__()
        self.plain = getattr(module, f"{name}_{function.replace(':', '_')}")
        self.constants = getattr(module, f'{name}_params_default', None)

    def forward(self, *given):
        if not self.constants:
            return self.plain(*given)
        params = {key: torch.as_tensor(value, dtype=given[0].dtype, device=device) for key, value in self.constants().items()}
        return self.plain(*given, getattr(module, f'{name}_prepare')(params))


class OfLibrary(torch.nn.Module):
    """A function of rigidc.torch."""

    def __init__(self, function):
        super().__init__()
        self.plain = arm.function(function)

    def forward(self, *given):
        return self.plain(*given)


def client(function, of):
    call = of(function)
    states = [drawn.draw(function) for _ in range(3)]
    wanted = np.array([numbers_of(model, function, np.concatenate(state)) for state in states])
    weights = drawn.random.uniform(-1, 1, wanted.shape[1])

    def weighted(*given):
        return flat(call(*given)) @ torch.as_tensor(weights, dtype=given[0].dtype, device=device)

    for real in torch.float64, torch.float32:
        title = f'{of.__name__}, {function}, {real}'.replace('torch.', '')
        given = [[torch.as_tensor(array, dtype=real, device=device) for array in state] for state in states]
        together = [torch.stack(arrays) for arrays in zip(*given)]
        found = [flat(call(*state)) for state in given]
        ok(f'{title}: numbers have the type of the inputs', all(each.dtype == real for each in found))
        near(f'{title}: called', numbers(torch.stack(found)), wanted, WITHIN[real])
        near(f'{title}: leading axes', numbers(flat(call(*together), 1)), wanted, WITHIN[real])
        near(f'{title}: vmap', numbers(flat(torch.vmap(call)(*together), 1)), wanted, WITHIN[real])
        near(f'{title}: compile', numbers(flat(torch.compile(call, fullgraph=True)(*together), 1)), wanted, WITHIN[real])
        exported = torch.export.export(call, tuple(together)).module()
        near(f'{title}: export', numbers(flat(exported(*together), 1)), wanted, WITHIN[real])
        gradient = torch.func.grad(weighted, argnums=tuple(range(len(together))))(*given[0])
        ok(f'{title}: gradients have the type of the inputs', all(each.dtype == real for each in gradient))
        if not drawn.on_a_manifold(): # else those of rigidc are along velocities
            exact = numbers_of(model, 'vjp:' + function, np.concatenate([*states[0], weights]))[:sum(array.size for array in states[0])]
            near(f'{title}: grad', numbers(flat(tuple(gradient))), exact, 10 * WITHIN[real])

    if of is OfLibrary and drawn.on_a_manifold(): # no direction across the quaternions of length 1
        return
    state, step = [torch.as_tensor(array, device=device) for array in states[0]], 1e-5
    twice = torch.func.jacfwd(torch.func.grad(weighted))(*state)
    rows = [(torch.func.grad(weighted)(state[0] + step * e, *state[1:]) - torch.func.grad(weighted)(state[0] - step * e, *state[1:])) / (2 * step)
            for e in torch.eye(len(state[0]), dtype=torch.float64, device=device)]
    near(f'{of.__name__}, {function}: gradients of gradients', numbers(twice), numbers(torch.stack(rows).T), 1e-7)


def drawn_for(function, count=3):
    """Tensors (count, n), and the function."""
    states = [drawn.draw(function) for _ in range(count)]
    return [torch.as_tensor(np.stack(arrays)) for arrays in zip(*states)], arm.function(function)


def forward_mode(function):
    """Changes along directions, beside gradients: w . (J d) = (w J) . d."""
    given, call = drawn_for(function)
    ways = [torch.as_tensor(drawn.random.uniform(-1, 1, each.shape)) for each in given]
    values, changes = torch.func.jvp(lambda *arrays: flat(call(*arrays)), tuple(given), tuple(ways))
    weights = torch.as_tensor(drawn.random.uniform(-1, 1, values.shape))
    gradients = torch.func.vjp(lambda *arrays: flat(call(*arrays)), *given)[1](weights)
    near(f'{function}: jvp', numbers((changes * weights).sum()), numbers(sum((bar * way).sum() for bar, way in zip(gradients, ways))), 1e-10)
    with torch.autograd.forward_ad.dual_level():
        dual = flat(call(*map(torch.autograd.forward_ad.make_dual, given, ways)))
        near(f'{function}: dual numbers', numbers(torch.autograd.forward_ad.unpack_dual(dual).tangent), numbers(changes), 1e-14)
    if drawn.on_a_manifold():
        return
    one = [each[0] for each in given]
    rows, columns = torch.func.jacrev(call)(*one), torch.func.jacfwd(call)(*one)
    near(f'{function}: jacfwd beside jacrev', *(numbers(flat(each)) for each in (columns, rows)), 1e-10)
    each_alone = torch.stack([flat(torch.func.jacfwd(call)(*each)) for each in zip(*given)])
    near(f'{function}: vmap of jacfwd', numbers(flat(torch.vmap(torch.func.jacfwd(call))(*given), 1)), numbers(each_alone), 1e-14)
    leaves = [each.requires_grad_() for each in given]
    ok(f'{function}: gradcheck', torch.autograd.gradcheck(call, leaves, check_forward_ad=True))
    ok(f'{function}: gradgradcheck', torch.autograd.gradgradcheck(call, leaves, check_fwd_over_rev=True))


def operator_check(function):
    """PyTorch's own check of operators: schema, shapes, gradients and compilation."""
    given, call = drawn_for(function)
    params = torch.as_tensor(arm.plain._core.numbers) if arm.plain.info.params else None
    torch.library.opcheck(torch.ops.rigidc.call.default, (call._key, params, [each.requires_grad_() for each in given]))
    ok(f'{function}: opcheck', True)


def parameters(function):
    """A parameter of each call, and gradients by it."""
    given, call = drawn_for(function)
    param = next(each for each in arm.plain.info.params if each.count == 1)

    def of(value):
        return flat(call(*given, params={param.name: value}))

    values = torch.tensor([0.5, 1.0, 2.0], dtype=torch.float64)
    rows = torch.stack([of(each) for each in values])
    near(f'{function}: vmap over {param.name}', numbers(torch.vmap(of)(values)), numbers(rows), 0)
    near(f'{function}: compile with {param.name}', numbers(torch.compile(of, fullgraph=True)(values[1])), numbers(rows[1]), 0)
    step = 1e-5
    change = (of(values[0] + step) - of(values[0] - step)) / (2 * step)
    for name, jacobian in ('jacrev', torch.func.jacrev), ('jacfwd', torch.func.jacfwd):
        near(f'{function}: {name} by {param.name}', numbers(jacobian(of)(values[0])), numbers(change), 1e-8)
    near(f'{function}: vmap of jacrev by {param.name}', numbers(torch.vmap(torch.func.jacrev(of))(values)),
         numbers(torch.stack([torch.func.jacrev(of)(each) for each in values])), 1e-14)

    def by_default(*arrays):
        return flat(call(*arrays))

    compiled, before = torch.compile(by_default, fullgraph=True), arm.plain.params[param.name]
    compiled(*given)
    arm.plain.params[param.name] = 0.7
    near(f"{function}: a compiled call has the model's present {param.name}", numbers(compiled(*given)), numbers(by_default(*given)), 0)
    arm.plain.params[param.name] = before


def programs(function):
    """A saved program runs in a process that has loaded the same model, for any number of states."""
    given, call = drawn_for(function)
    count = torch.export.Dim('count')
    saved, arrays = (os.path.join(os.environ['SCRATCH'], each) for each in ('program.pt2', 'arrays.pt'))
    shapes = (tuple({0: count} for _ in given),)  # of the states, as `given` has them
    torch.export.save(torch.export.export(OfLibrary(function), tuple(given), dynamic_shapes=shapes), saved)
    torch.save((given, flat(call(*given), 1)), arrays)
    load = f"""import sys, torch, rigidc.torch
arm = rigidc.torch.load(sys.argv[1]) if sys.argv[1:] else None
given, wanted = torch.load({arrays!r})
found = torch.export.load({saved!r}).module()(*(each[:2] for each in given))
found = found if isinstance(found, tuple) else (found,)
assert torch.equal(torch.cat([each.reshape(2, -1) for each in found], -1), wanted[:2])"""
    said = subprocess.run([sys.executable, '-c', load, model], capture_output=True, text=True, check=False)
    ok(f'{function}: a saved program', said.returncode == 0, said.stderr)
    said = subprocess.run([sys.executable, '-c', load], capture_output=True, text=True, check=False)
    ok(f'{function}: a saved program without its model', f'{function}: the model of this program is not loaded' in said.stderr, said.stderr)


def errors(function):
    given, call = drawn_for(function)
    name = arm.plain.function(function).inputs[0].name
    raises(f'{function}: one tensor too few', TypeError, 'takes', lambda: call(*given[1:]))
    raises(f'{function}: a list', TypeError, f'{name} must be a Tensor, not list', lambda: call([0.0], *given[1:]))
    raises(f'{function}: a wrong shape', RuntimeError, f'{name} has shape (3, {given[0].shape[1] - 1}), wanted (..., {given[0].shape[1]})',
           lambda: call(given[0][:, 1:], *given[1:]))
    raises(f'{function}: integers', RuntimeError, 'expected scalar type Double or Float but found torch.int64', lambda: call(*(each.long() for each in given)))
    raises(f'{function}: another device', RuntimeError, 'expected a tensor on cpu, but it is on meta', lambda: call(*(each.to('meta') for each in given)))
    if len(given) > 1:
        raises(f'{function}: two types', RuntimeError, 'expected scalar type Float but found torch.float64', lambda: call(given[0].float(), *given[1:]))


for each in functions:
    if module:
        attempt(each, client, each, OfModule)
    if device == 'cpu':
        attempt(each, client, each, OfLibrary)
        attempt(each, forward_mode, each)
        attempt(each, operator_check, each)
if device == 'cpu':
    attempt('programs', programs, functions[0])
    attempt('errors', errors, functions[0])
    if any(each.count == 1 for each in arm.plain.info.params):
        attempt('parameters', parameters, functions[0])
