"""The functions of explicit dynamics, or of steps of time, called as acados calls them: integers are int, all matrices dense.

acados.py LIBRARY MODEL STATES SEED FUNCTION [--driven=I,J] -- OPTION...: f beside `rigidc eval`, to the bit, and the others beside
differences of f and of each other. A line a check, as external.py prints it.
"""
import json
import os
import subprocess
import sys

os.environ['CASADI_INT'] = 'int'

from external import External, Tests, bits, evaluated  # noqa: E402


def model_numbers(model, key):
    """How many numbers the inputs or the states of the model have."""
    run = subprocess.run([os.environ['RIGIDC'], 'info', model, '--json', '-f', 'rnea', '--search=none'], capture_output=True, text=True)
    return sum(len(each['default']) for each in json.loads(run.stdout).get(key, []))


def column(matrix, rows, number):
    return matrix[number * rows:(number + 1) * rows]


class Acados(Tests):
    """What both kinds of dynamics share: (x, u, p) and their sizes."""
    names = []

    def prepare(self, driven):
        self.functions = [External(self.library, f'{self.prefix}_{name}') for name in self.names]
        self.nx, self.nu, self.np = (p.rows for p in self.functions[0].patterns_in)
        self.nv = (self.nx - model_numbers(self.model, 'states')) // 2
        self.driven = driven if driven is not None else list(range(self.nv))
        self.inputs = self.nu - len(self.driven)
        self.x, self.u, self.p = (self.nx, 1), (self.nu, 1), (self.np, 1 if self.np else 0)

    def draw_all(self):
        """x, u, p."""
        x, u, p = (self.draw(pattern) for pattern in self.functions[0].patterns_in)
        return x, u, p[:self.np - len(self.params)] + self.params

    def sizes(self):
        assert self.inputs == model_numbers(self.model, 'inputs')
        for f, shapes in zip(self.functions, self.shapes()):
            assert [[(p.rows, p.columns) for p in side] for side in (f.patterns_in, f.patterns_out)] == shapes, f.name
            assert all(len(p.entries) == p.rows * p.columns for side in (f.patterns_in, f.patterns_out) for p in side), 'dense'
            self.nulls(f)
            self.threads(f)

    def evaluated(self, function, x, u, more):
        """Results of `rigidc eval`; more: what stands behind tau, of a step behind dt."""
        tau = [0.0] * self.nv
        for k, v in enumerate(self.driven):
            tau[v] = u[k]
        dt = int(function.startswith('step:'))
        line = x[:2 * self.nv] + tau + more[:dt] + u[len(self.driven):] + x[2 * self.nv:] + more[dt:len(more) - len(self.params)]
        return evaluated(self.model, self.options + self.eval_options, function, [line])[0]


class Explicit(Acados):
    names = ['expl_ode_fun', 'expl_vde_forw', 'expl_vde_adj', 'expl_ode_hess']

    def prepare(self, driven):
        super().prepare(driven)
        self.f, self.forw, self.adj, self.hess = self.functions
        if self.np:
            self.functions.append(External(self.library, f'{self.prefix}_expl_vde_forw_p'))

    def shapes(self):
        nx, nu, n = self.nx, self.nu, self.nx + self.nu
        x, u, p, S = self.x, self.u, self.p, [(nx, nx), (nx, nu)]
        return [[[x, u, p], [x]], [[x, *S, u, p], [x, *S]], [[x, x, u, p], [(n, 1)]], [[x, *S, x, u, p], [(n, 1), (n * (n + 1) // 2, 1)]],
                [[x, (nx, self.np), u, p], [(nx, self.np)]]]

    def checks(self, function):
        return [('f to the bit', self.value, function), ('vde_forw', self.forward), ('vde_adj', self.adjoint), ('ode_hess', self.second),
                ('vde_forw_p', self.by_parameters)]

    def value(self, function):
        for _ in range(self.states):
            x, u, p = self.draw_all()
            qdd = self.evaluated(function, x, u, p)
            assert bits(self.f([x, u, p])[0]) == bits(x[self.nv:] + qdd)

    def by_parameters(self):
        """Columns of (df/dx) Sp + df/dp are changes of f along those of Sp and a number of p."""
        nx = self.nx
        for _ in range(self.states if self.np else 0):
            x, u, p = self.draw_all()
            Sp = [self.random.uniform(-1, 1) for _ in range(nx * self.np)]
            vdeP, = self.functions[4]([x, Sp, u, p])
            for k in range(self.np):
                dp = [float(i == k) for i in range(self.np)]
                wanted = self.change(self.f, [x, u, p], [column(Sp, nx, k), [0.0] * self.nu, dp])[0]
                self.near('vdeP', column(vdeP, nx, k), wanted, 1e-6)

    def forward(self):
        nx, nu = self.nx, self.nu
        for _ in range(self.states):
            x, u, p = self.draw_all()
            Sx, Su = ([self.random.uniform(-1, 1) for _ in range(nx * n)] for n in (nx, nu))
            f, vdeX, vdeU = self.forw([x, Sx, Su, u, p])
            self.near('f', f, self.f([x, u, p])[0], 1e-9)
            for k in range(nx + nu):
                own = k < nx
                S = column(Sx, nx, k) if own else column(Su, nx, k - nx)
                du = [0.0 if own else float(i == k - nx) for i in range(nu)]
                wanted = self.change(self.f, [x, u, p], [S, du, [0.0] * len(p)])[0]
                self.near('vde', column(vdeX, nx, k) if own else column(vdeU, nx, k - nx), wanted, 1e-6)

    def adjoint(self):
        nx, nu = self.nx, self.nu
        unit = [float(i == j) for j in range(nx) for i in range(nx)]
        for _ in range(self.states):
            x, u, p = self.draw_all()
            weights = [self.random.uniform(-1, 1) for _ in range(nx)]
            _, A, B = self.forw([x, unit, [0.0] * (nx * nu), u, p])
            wanted = [sum(w * a for w, a in zip(weights, column(M, nx, k))) for M, n in ((A, nx), (B, nu)) for k in range(n)]
            self.near('adj', self.adj([x, weights, u, p])[0], wanted, 1e-9)

    def second(self):
        nx, n = self.nx, self.nx + self.nu
        for _ in range(self.states):
            x, u, p = self.draw_all()
            weights = [self.random.uniform(-1, 1) for _ in range(nx)]
            Sx, Su = ([self.random.uniform(-1, 1) for _ in range(nx * m)] for m in (nx, self.nu))
            adj, triangle = self.hess([x, Sx, Su, weights, u, p])
            self.near('adj of hess', adj, self.adj([x, weights, u, p])[0], 1e-9)
            S = [column(Sx, nx, k) + [0.0] * self.nu for k in range(nx)]
            S += [column(Su, nx, k) + [float(i == k) for i in range(self.nu)] for k in range(self.nu)]
            bends = [self.change(self.adj, [x, weights, u, p], [s[:nx], [0.0] * nx, s[nx:], [0.0] * len(p)])[0] for s in S]
            wanted = [sum(a * b for a, b in zip(S[i], bends[j])) for j in range(n) for i in range(j, n)]
            self.near('S^T H S', triangle, wanted, 1e-5)


class Discrete(Acados):
    names = ['dyn_disc_phi_fun', 'dyn_disc_phi_fun_jac', 'dyn_disc_phi_fun_jac_hess']

    def shapes(self):
        n = self.nu + self.nx
        given, jacobian = [self.x, self.u, self.p], (n, self.nx)
        return [[given, [self.x]], [given, [self.x, jacobian]], [[self.x, self.u, self.x, self.p], [self.x, jacobian, (n, n)]]]

    def checks(self, function):
        return [('phi to the bit', self.value, function), ('phi_fun_jac', self.first), ('phi_fun_jac_hess', self.second)]

    def draw_all(self):
        x, u, p = super().draw_all()
        return x, u, [0.01 + 0.01 * abs(p[0])] + p[1:]

    def value(self, function):
        for _ in range(self.states):
            x, u, p = self.draw_all()
            assert bits(self.functions[0]([x, u, p])[0]) == bits(self.evaluated(function, x, u, p))

    def units(self):
        """Directions of u, then of x."""
        n = self.nu + self.nx
        for k in range(n):
            unit = [float(i == k) for i in range(n)]
            yield unit[self.nu:], unit[:self.nu]

    def first(self):
        for _ in range(self.states):
            x, u, p = self.draw_all()
            phi, jacobian = self.functions[1]([x, u, p])
            self.near('phi', phi, self.functions[0]([x, u, p])[0], 1e-9)
            for k, (dx, du) in enumerate(self.units()):
                wanted = self.change(self.functions[0], [x, u, p], [dx, du, [0.0] * self.np])[0]
                self.near('jac', jacobian[k::self.nu + self.nx], wanted, 1e-6)

    def second(self):
        n = self.nu + self.nx
        for _ in range(self.states):
            x, u, p = self.draw_all()
            weights = [self.random.uniform(-1, 1) for _ in range(self.nx)]
            phi, jacobian, hessian = self.functions[2]([x, u, weights, p])
            found = self.functions[1]([x, u, p])
            self.near('phi', phi, found[0], 1e-9)
            self.near('jac', jacobian, found[1], 1e-9)
            for k, (dx, du) in enumerate(self.units()):
                bends = self.change(self.functions[1], [x, u, p], [dx, du, [0.0] * self.np])[1]
                wanted = [sum(weights[j] * bends[j * n + i] for j in range(self.nx)) for i in range(n)]
                self.near('hess', column(hessian, n, k), wanted, 1e-5)


def main():
    arguments = sys.argv[1:]
    cut = arguments.index('--') if '--' in arguments else len(arguments)
    library, model, states, seed, function, *driven = arguments[:cut]
    prefix = os.path.basename(library)[:-len('.so')]
    kind = Discrete if function.startswith('step:') else Explicit
    tests = kind(library, prefix, model, int(states), seed, arguments[cut + 1:])
    tests.prepare([int(i) for i in driven[0].split('=')[1].split(',')] if driven else None)
    for name, test, *more in [('sizes, NULL, threads', tests.sizes), *tests.checks(function)]:
        tests.check(f'{prefix}: {name}', test, *more)


if __name__ == '__main__':
    main()
