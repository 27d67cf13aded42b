"""Stands for CasADi where it is not: the names that examples/optimal_control uses, with their shapes. Expressions carry values
and derivatives forward, those of external functions by their jac_f. SciPy solves, where it is; else the first guess is checked.
"""
import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(__file__), '..'))

from external import External  # noqa: E402
import ctypes  # noqa: E402


class DM:
    """A matrix of numbers; a list is a column."""

    def __init__(self, values):
        self.array = np.array(values, dtype=float)
        if self.array.ndim < 2:
            self.array = self.array.reshape(-1, 1)

    def full(self):
        return self.array


def constant(x):
    if isinstance(x, MX):
        return x
    array = x.array if isinstance(x, DM) else DM(x).array
    return MX(array.shape, lambda at: (array, np.zeros((array.size, at.size))))


class MX:
    """An expression. `rule` gives, at the numbers of all variables, its value and the derivatives of its entries, by rows."""

    __hash__ = object.__hash__

    def __init__(self, shape, rule):
        self.shape, self.rule = shape, rule

    def binary(self, other, value, slopes):
        other = constant(other)
        one = (1, 1)
        assert self.shape == other.shape or one in (self.shape, other.shape), f'{self.shape} beside {other.shape}'
        shape = self.shape if other.shape == one else other.shape

        def rule(at):
            (a, da), (b, db) = self.rule(at), other.rule(at)
            sa, sb = (np.broadcast_to(s, shape).reshape(-1, 1) for s in slopes(a, b))
            return np.broadcast_to(value(a, b), shape), sa * da + sb * db
        return MX(shape, rule)

    def __add__(self, other):
        return self.binary(other, lambda a, b: a + b, lambda a, b: (1.0, 1.0))

    def __sub__(self, other):
        return self.binary(other, lambda a, b: a - b, lambda a, b: (1.0, -1.0))

    def __mul__(self, other):
        return self.binary(other, lambda a, b: a * b, lambda a, b: (b, a))

    def __truediv__(self, other):
        return self.binary(other, lambda a, b: a / b, lambda a, b: (1 / b, -a / b ** 2))

    __radd__, __rmul__ = __add__, __mul__

    def __getitem__(self, key):
        index = np.arange(self.shape[0] * self.shape[1]).reshape(self.shape)
        if not isinstance(key, tuple):
            key = key, 0
        rows, columns = (slice(k, k + 1) if isinstance(k, int) else k for k in key)
        index = index[rows, columns]
        assert index.size, f'{key} of {self.shape}'

        def rule(at):
            value, slope = self.rule(at)
            return value.reshape(-1)[index], slope[index.reshape(-1)]
        return MX(index.shape, rule)

    def __eq__(self, other):
        return 'eq', self - other


def vertcat(*parts):
    parts = [constant(part) for part in parts]
    assert len({part.shape[1] for part in parts}) == 1, 'columns of vertcat'

    def rule(at):
        values, slopes = zip(*(part.rule(at) for part in parts))
        return np.vstack(values), np.vstack(slopes)
    return MX((sum(part.shape[0] for part in parts), parts[0].shape[1]), rule)


def sumsqr(x):
    def rule(at):
        value, slope = x.rule(at)
        return np.array([[np.sum(value ** 2)]]), 2 * value.reshape(1, -1) @ slope
    return MX((1, 1), rule)


def external(name, path):
    library = ctypes.CDLL(os.path.abspath(path))
    f, jac = External(library, name), External(library, 'jac_' + name)

    def call(*arguments):
        arguments = [constant(x) for x in arguments]
        assert [x.shape for x in arguments] == [(p.rows, p.columns) for p in f.patterns_in], f'arguments of {name}'

        def of(number):
            pattern = f.patterns_out[number]

            def rule(at):
                values, slopes = zip(*(x.rule(at) for x in arguments))
                stored = [list(v.reshape(-1)) for v in values]
                out, matrices = f(stored)[number], jac(stored + [None] * len(f.names_out))
                total = np.zeros((pattern.rows * pattern.columns, at.size))
                for k, slope in enumerate(slopes):
                    block = jac.patterns_out[number * len(slopes) + k]
                    total += np.array(block.whole(matrices[number * len(slopes) + k])).reshape(block.rows, block.columns) @ slope
                by_rows = np.arange(len(total)).reshape(pattern.columns, pattern.rows).T.reshape(-1)
                return np.array(pattern.whole(out)).reshape(pattern.rows, pattern.columns), total[by_rows]
            return MX((pattern.rows, pattern.columns), rule)
        results = [of(i) for i in range(len(f.names_out))]
        return results[0] if len(results) == 1 else tuple(results)
    return call


class Solution:
    def __init__(self, at):
        self.at = at

    def value(self, x):
        value = constant(x).rule(self.at)[0]
        return float(value[0, 0]) if value.size == 1 else value


class Opti:
    def __init__(self):
        self.guess, self.equal, self.above, self.cost, self.first = np.zeros(0), [], [], None, {}

    def variable(self, rows, columns=1):
        first = self.guess.size
        self.guess = np.append(self.guess, np.zeros(rows * columns))
        own = slice(first, first + rows * columns)
        x = MX((rows, columns), lambda at: (at[own].reshape(rows, columns), np.eye(at.size)[own]))
        self.first[id(x)] = own
        return x

    def minimize(self, cost):
        assert cost.shape == (1, 1)
        self.cost = cost

    def bounded(self, least, x, most):
        return 'bounded', x - least, most - x if isinstance(most, MX) else constant(most) - x

    def subject_to(self, constraint):
        kind, *parts = constraint
        (self.equal if kind == 'eq' else self.above).extend(parts)

    def set_initial(self, x, value):
        assert value.array.shape == x.shape, f'{value.array.shape} for {x.shape}'
        self.guess[self.first[id(x)]] = value.array.reshape(-1)

    def solver(self, name):
        assert name == 'ipopt'

    def together(self, parts):
        seen = {}

        def both(at):
            key = at.tobytes()
            if key not in seen:
                seen.clear()
                values, slopes = zip(*(part.rule(at) for part in parts))
                seen[key] = np.concatenate([v.reshape(-1) for v in values]), np.vstack(slopes)
            return seen[key]
        return lambda at: both(at)[0].copy(), lambda at: both(at)[1].copy()

    def solve(self):
        constraints = []
        for kind, parts in ('eq', self.equal), ('ineq', self.above):
            value, slope = self.together(parts)
            constraints.append({'type': kind, 'fun': value, 'jac': slope})
            assert np.all(np.isfinite(value(self.guess))) and np.all(np.isfinite(slope(self.guess)))
        try:
            from scipy.optimize import minimize
        except ImportError:
            print('no SciPy: the first guess', file=sys.stderr)
            return Solution(self.guess)
        value, slope = self.together([self.cost])
        found = minimize(lambda at: value(at)[0], self.guess, jac=lambda at: slope(at)[0], constraints=constraints, method='SLSQP',
                         options={'maxiter': 300, 'ftol': 1e-8})
        assert found.success, found.message
        return Solution(found.x)
