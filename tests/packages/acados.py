"""The four functions of explicit dynamics, called as acados calls them: integers are int, all matrices dense.

acados.py LIBRARY MODEL STATES SEED FUNCTION [--driven=I,J] -- OPTION...: f beside `rigidc eval`, to the bit, and the others beside
differences of f and of each other. A line a check, as external.py prints it.
"""
import os
import sys

os.environ['CASADI_INT'] = 'int'

from external import External, Tests, bits, evaluated  # noqa: E402


def column(matrix, rows, number):
    return matrix[number * rows:(number + 1) * rows]


class Acados(Tests):
    def prepare(self, driven):
        self.f, self.forw, self.adj, self.hess = (External(self.library, f'{self.prefix}_expl_{name}')
                                                  for name in ('ode_fun', 'vde_forw', 'vde_adj', 'ode_hess'))
        self.nx, self.nu, self.np = (p.rows for p in self.f.patterns_in)
        self.nv, self.driven = self.nx // 2, driven if driven is not None else list(range(self.nx // 2))

    def draw_all(self):
        """x, u, p."""
        x, u, p = (self.draw(pattern) for pattern in self.f.patterns_in)
        return x, u, p[:self.np - len(self.params)] + self.params

    def sizes(self):
        nx, nu, n = self.nx, self.nu, self.nx + self.nu
        shapes = lambda f: [[(p.rows, p.columns) for p in side] for side in (f.patterns_in, f.patterns_out)]
        x, u, p, S = (nx, 1), (nu, 1), (self.np, 1 if self.np else 0), [(nx, nx), (nx, nu)]
        assert nu == len(self.driven)
        assert shapes(self.f) == [[x, u, p], [x]]
        assert shapes(self.forw) == [[x, *S, u, p], [x, *S]]
        assert shapes(self.adj) == [[x, x, u, p], [(n, 1)]]
        assert shapes(self.hess) == [[x, *S, x, u, p], [(n, 1), (n * (n + 1) // 2, 1)]]
        for f in self.f, self.forw, self.adj, self.hess:
            assert all(len(p.entries) == p.rows * p.columns for side in (f.patterns_in, f.patterns_out) for p in side), 'dense'
            self.nulls(f)
            self.threads(f)

    def value(self, function):
        for _ in range(self.states):
            x, u, p = self.draw_all()
            tau = [0.0] * self.nv
            for k, v in enumerate(self.driven):
                tau[v] = u[k]
            line = x + tau + p[:self.np - len(self.params)]
            qdd = evaluated(self.model, self.options + self.eval_options, function, [line])[0]
            assert bits(self.f([x, u, p])[0]) == bits(x[self.nv:] + qdd)

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


def main():
    arguments = sys.argv[1:]
    cut = arguments.index('--') if '--' in arguments else len(arguments)
    library, model, states, seed, function, *driven = arguments[:cut]
    prefix = os.path.basename(library)[:-len('.so')]
    tests = Acados(library, prefix, model, int(states), seed, arguments[cut + 1:])
    tests.prepare([int(i) for i in driven[0].split('=')[1].split(',')] if driven else None)
    for name, test, *more in (('sizes, NULL, threads', tests.sizes), ('f to the bit', tests.value, function),
                              ('vde_forw', tests.forward), ('vde_adj', tests.adjoint), ('ode_hess', tests.second)):
        tests.check(f'{prefix}: {name}', test, *more)


if __name__ == '__main__':
    main()
