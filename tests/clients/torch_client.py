"""A module for PyTorch in PyTorch.

torch_client.py MODEL FN,FN...: each function of NAME_torch beside `rigidc eval`: called, by `torch.compile` in one graph, by `vmap`, exported;
gradients of weighted sums by `torch.func` beside rigidc's operator `vjp`; gradients of gradients beside differences; in float64 and float32, on
the device that TORCH_DEVICE names (cpu).
"""
import importlib
import os
import sys

import numpy as np
import torch
from drawn import Model
from tap import attempt, near, numbers_of, ok

model, functions = sys.argv[1], sys.argv[2].split(',')
device = os.environ.get('TORCH_DEVICE', 'cpu')
name = os.path.basename(model)[:-4]
module = importlib.import_module(name + '_torch')
drawn = Model(model, sys.argv[2])
WITHIN = {torch.float64: 1e-12, torch.float32: 1e-4}


def flat(result, lead=0):
    """Results side by side, behind so many leading axes."""
    results = result if isinstance(result, tuple) else (result,)
    return torch.cat([each.reshape(*each.shape[:lead], -1) for each in results], -1)


def numbers(tensor):
    return tensor.detach().cpu().numpy()


class Called(torch.nn.Module):
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


def client(function):
    call = Called(function)
    states = [drawn.draw(function) for _ in range(3)]
    wanted = np.array([numbers_of(model, function, np.concatenate(state)) for state in states])
    weights = drawn.random.uniform(-1, 1, wanted.shape[1])

    def weighted(*given):
        return flat(call(*given)) @ torch.as_tensor(weights, dtype=given[0].dtype, device=device)

    for real in torch.float64, torch.float32:
        title = f'{function}, {real}'.replace('torch.', '')
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

    state, step = [torch.as_tensor(array, device=device) for array in states[0]], 1e-5
    twice = torch.func.jacfwd(torch.func.grad(weighted))(*state)
    rows = [(torch.func.grad(weighted)(state[0] + step * e, *state[1:]) - torch.func.grad(weighted)(state[0] - step * e, *state[1:])) / (2 * step)
            for e in torch.eye(len(state[0]), dtype=torch.float64, device=device)]
    near(f'{function}: gradients of gradients', numbers(twice), numbers(torch.stack(rows).T), 1e-7)


for each in functions:
    attempt(each, client, each)
