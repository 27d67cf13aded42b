"""External functions of CasADi, called as CasADi calls them: its documented rules, through ctypes.

external.py LIBRARY PREFIX MODEL STATES SEED ORDER FN... [-- OPTION...]: for each function of LIBRARY the names, patterns and work,
arguments and results that are NULL, the values beside those of `rigidc eval`, to the bit, and derivatives up to ORDER beside
differences and beside each other. Quaternions have random lengths, and for `eval` length 1. A line a check: "pass NAME" or "fail NAME:
why".
"""
import ctypes
import json
import math
import os
import random
import struct
import subprocess
import sys
import threading

INT = ctypes.c_int if os.environ.get('CASADI_INT') == 'int' else ctypes.c_longlong
REAL = ctypes.POINTER(ctypes.c_double)
GUARD = 1234.5
STEP = 0.05 # longest dt: quick states leave all bounds in a second
# Derivatives of derivatives.
SECOND = ['fwd1_fwd1', 'adj1_fwd1', 'jac_fwd1', 'fwd1_jac', 'adj1_jac', 'jac_jac', 'adj1_adj1']
THIRD = ['jac_adj1_fwd1', 'jac_fwd1_fwd1', 'jac_fwd1_adj1', 'jac_adj1_adj1', 'jac_fwd1_jac', 'jac_adj1_jac']


class Pattern:
    """A sparsity: rows, columns, and row and column of each entry, by columns."""

    def __init__(self, at):
        self.rows, self.columns = at[0], at[1]
        if at[2] == 1 and self.rows * self.columns:
            self.entries = [(i, j) for j in range(self.columns) for i in range(self.rows)]
            return
        starts = [at[2 + j] for j in range(self.columns + 1)]
        assert starts[0] == 0 and starts == sorted(starts), 'starts of columns'
        rows = [at[3 + self.columns + k] for k in range(starts[-1])]
        self.entries = []
        for j in range(self.columns):
            column = rows[starts[j]:starts[j + 1]]
            assert column == sorted(set(column)), 'rows rise in a column'
            assert all(0 <= i < self.rows for i in column), 'rows are of the matrix'
            self.entries += [(i, j) for i in column]

    def whole(self, values):
        """The matrix by rows, zeros too."""
        full = [0.0] * (self.rows * self.columns)
        for (i, j), value in zip(self.entries, values):
            full[i * self.columns + j] = value
        return full

    def stored(self, full):
        return [full[i * self.columns + j] for i, j in self.entries]


class External:
    """What casadi.external finds behind a name."""

    def __init__(self, library, name):
        def symbol(ending, result, *arguments):
            f = getattr(library, name + ending)
            f.restype, f.argtypes = result, arguments
            return f
        self.name = name
        self.eval = symbol('', ctypes.c_int, ctypes.POINTER(REAL), ctypes.POINTER(REAL), ctypes.POINTER(INT), REAL, ctypes.c_int)
        sides = []
        for side in 'in', 'out':
            count = symbol('_n_' + side, INT)()
            names, sparsity = symbol('_name_' + side, ctypes.c_char_p, INT), symbol('_sparsity_' + side, ctypes.POINTER(INT), INT)
            sides.append(([names(i).decode() for i in range(count)], [Pattern(sparsity(i)) for i in range(count)]))
            assert names(count) is None and names(-1) is None and not sparsity(count), 'beyond the last'
        (self.names_in, self.patterns_in), (self.names_out, self.patterns_out) = sides
        sizes = [INT(-1) for _ in range(4)]
        assert symbol('_work', ctypes.c_int, *[ctypes.POINTER(INT)] * 4)(*map(ctypes.byref, sizes)) == 0
        self.sz_arg, self.sz_res, self.sz_iw, self.sz_w = (size.value for size in sizes)
        assert self.sz_arg >= len(self.names_in) and self.sz_res >= len(self.names_out), 'work holds arguments and results'
        self.checkout, self.release = symbol('_checkout', ctypes.c_int), symbol('_release', None, ctypes.c_int)
        symbol('_incref', None)()
        self.decref = symbol('_decref', None)

    def __call__(self, arguments, wanted=None):
        """Results as stored, from arguments as stored; an argument that is None is NULL, as is a result not wanted."""
        held = [None if x is None else (ctypes.c_double * max(1, len(x)))(*x) for x in arguments]
        arg = (REAL * self.sz_arg)(*[None if x is None else ctypes.cast(x, REAL) for x in held])
        res, results = (REAL * self.sz_res)(), []
        for i, pattern in enumerate(self.patterns_out):
            size = len(pattern.entries)
            result = (ctypes.c_double * (size + 1))(*[math.nan] * size, GUARD) if wanted is None or i in wanted else None
            results.append(result)
            res[i] = ctypes.cast(result, REAL) if result else None
        iw, w = (INT * (self.sz_iw + 1))(), (ctypes.c_double * (self.sz_w + 1))(*[math.nan] * self.sz_w, GUARD)
        memory = self.checkout()
        assert self.eval(arg, res, iw, w, memory) == 0
        self.release(memory)
        assert w[self.sz_w] == GUARD, 'writes beyond its work'
        assert all(r is None or r[len(r) - 1] == GUARD for r in results), 'writes beyond a result'
        assert all(held[i] is None or list(held[i])[:len(x)] == list(x) for i, x in enumerate(arguments)), 'arguments stay'
        return [None if r is None else list(r)[:-1] for r in results]


def bits(values):
    return [struct.pack('d', value) if value == value else b'nan' for value in values]


def evaluated(model, options, function, lines):
    text = '\n'.join(' '.join(repr(x) for x in line) for line in lines) + '\n'
    run = subprocess.run([os.environ['RIGIDC'], 'eval', model, '-f', function, *options], input=text, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return [[float(x) for x in line.split()] for line in run.stdout.splitlines()]


def worst(found, wanted):
    size = max([1e-3] + [abs(x) for x in wanted])
    return max([0] + [abs(a - b) / size for a, b in zip(found, wanted)])


def stack(pattern, values):
    """A matrix as CasADi makes a vector of it: by columns, zeros too."""
    full = pattern.whole(values)
    return [full[i * pattern.columns + j] for j in range(pattern.columns) for i in range(pattern.rows)]


def product(pattern, values, x):
    y = [0.0] * pattern.rows
    for (i, j), value in zip(pattern.entries, values):
        y[i] += value * x[j]
    return y


class Tests:
    def __init__(self, library, prefix, model, states, seed, options):
        self.library = ctypes.CDLL(os.path.abspath(library))
        self.prefix, self.model, self.states, self.options = prefix, model, states, options
        self.random, self.asked, self.compared = random.Random(seed), 0, 0
        self.params = [float(x) for x in os.environ.get('PARAMS', '').split()]
        self.eval_options = os.environ.get('EVAL_OPTIONS', '').split()
        self.quaternions = self.places_of_quaternions()
        self.rounds = self.quaternions or 'ROUNDS' in os.environ  # has f other roundings than `eval`?

    def places_of_quaternions(self):
        """First place of each quaternion in q."""
        defined = [x for k, x in enumerate(self.options) if x == '-D' or (k and self.options[k - 1] == '-D')]
        run = subprocess.run([os.environ['RIGIDC'], 'info', self.model, '--json', '-f', 'rnea', '--search=none', *defined], capture_output=True,
                             text=True)
        assert run.returncode == 0, run.stderr
        joints = json.loads(run.stdout)['joints']
        return [first + count - 4 for (first, count), (_, moves) in ((j['q'], j['v']) for j in joints) if count > moves]

    def scaled(self, name, q, length=None):
        """q with quaternions of a length, or of random ones."""
        q = list(q)
        for place in self.quaternions if name in ('q', 'q0', 'q1') else []:
            turn = q[place:place + 4]
            factor = (length or self.random.uniform(0.8, 1.25)) / math.sqrt(sum(x * x for x in turn))
            q[place:place + 4] = [x * factor for x in turn]
        return q

    def draw(self, pattern, size=1.0):
        return [self.random.uniform(-size, size) for _ in pattern.entries]

    def state(self, f):
        return [self.params if name == 'params' else self.scaled(name, self.draw(pattern, STEP if name == 'dt' else 1)) for name, pattern in zip(f.names_in, f.patterns_in)]

    # --- f itself ---

    def values(self, f, function):
        states = [self.state(f) for _ in range(self.states)]
        lines = [[x for name, p, v in zip(f.names_in, f.patterns_in, state) if name != 'params' for x in self.scaled(name, p.whole(v), 1)]
                 for state in states]
        for state, wanted in zip(states, evaluated(self.model, self.options + self.eval_options, function, lines)):
            found = [x for pattern, values in zip(f.patterns_out, f(state)) for x in pattern.whole(values)]
            same = worst(found, wanted) <= 1e-11 if self.rounds else bits(found) == bits(wanted)
            assert same, f'{found} instead of {wanted}'

    def nulls(self, f):
        zeros = [[0.0] * len(pattern.entries) for pattern in f.patterns_in]
        some = self.state(f)
        assert [bits(r) for r in f([None] * len(zeros))] == [bits(r) for r in f(zeros)], 'NULL is zero'
        for i in range(len(zeros)):
            one, other = list(some), list(some)
            one[i], other[i] = None, zeros[i]
            assert [bits(r) for r in f(one)] == [bits(r) for r in f(other)], f'{f.names_in[i]}: NULL is zero'
        whole = f(some)
        for i in range(len(f.names_out)):
            assert bits(f(some, [i])[i]) == bits(whole[i]), f'{f.names_out[i]} alone'
        assert f(some, []) == [None] * len(whole)

    def threads(self, f):
        states = [self.state(f) for _ in range(4)]
        wanted, wrong = [f(state) for state in states], []

        def work(number):
            for _ in range(20):
                if [bits(r) for r in f(states[number])] != [bits(r) for r in wanted[number]]:
                    wrong.append(number)
        running = [threading.Thread(target=work, args=[n % 4]) for n in range(8)]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        assert not wrong, wrong

    # --- derivatives ---

    def empty(self, f, names):
        for name in names:
            assert not f.patterns_in[f.names_in.index(name)].entries, f'{name} is not read'

    def change(self, f, state, direction):
        """Differences of order 8 of the results as vectors along a direction, zeros of matrices too. NaN where another step gives other
        ones: there f bends too much."""
        near, far = (self.difference(f, state, direction, step) for step in (0.002, 0.004))
        return [a if worst(a, b) < 1e-6 else [math.nan] * len(a) for a, b in zip(near, far)]

    def difference(self, f, state, direction, step):
        weights = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
        total = [[0.0] * (p.rows * p.columns) for p in f.patterns_out]
        for k, weight in weights.items():
            for sign in 1, -1:
                at = [[x + sign * k * step * d for x, d in zip(v, w)] for v, w in zip(state, direction)]
                for sums, pattern, values in zip(total, f.patterns_out, f(at)):
                    for i, value in enumerate(stack(pattern, values)):
                        sums[i] += sign * weight / step * value
        return total

    def near(self, what, found, wanted, tolerance):
        """Within a tolerance that grows with the numbers of the vector; states where f is nearly singular are not compared."""
        self.asked += 1
        if all(map(math.isfinite, wanted)) and max([0] + [abs(x) for x in wanted]) < 1e6:
            self.compared += 1
            assert worst(found, wanted) <= tolerance, f'{what}: {found} instead of {wanted}'

    def first(self, f, jac, fwd, adj):
        ins, outs = f.names_in, f.names_out
        outs_unread = ['out_' + o for o in outs]
        assert jac.names_in == ins + outs_unread and fwd.names_in == ins + outs_unread + ['fwd_' + i for i in ins]
        assert adj.names_in == ins + outs_unread + ['adj_' + o for o in outs]
        assert jac.names_out == [f'jac_{o}_{i}' for o in outs for i in ins]
        assert fwd.names_out == ['fwd_' + o for o in outs] and adj.names_out == ['adj_' + i for i in ins]
        for g in jac, fwd, adj:
            self.empty(g, outs_unread)
        sizes = lambda patterns: [(p.rows, p.columns) for p in patterns]
        assert sizes(fwd.patterns_out) == sizes(f.patterns_out) and sizes(adj.patterns_out) == sizes(f.patterns_in)
        assert sizes(jac.patterns_out) == [(o.rows * o.columns, i.rows * i.columns) for o in f.patterns_out for i in f.patterns_in]
        for _ in range(self.states):
            state, unread = self.state(f), [None] * len(outs)
            direction = [self.draw(p) for p in f.patterns_in]
            weights = [self.draw(p) for p in f.patterns_out]
            matrices = jac(state + unread)
            along = [stack(p, d) for p, d in zip(f.patterns_in, direction)]
            changes = [stack(p, v) for p, v in zip(fwd.patterns_out, fwd(state + unread + direction))]
            gradients = [stack(p, v) for p, v in zip(adj.patterns_out, adj(state + unread + weights))]
            products, backwards = [], [[0.0] * len(x) for x in along]
            for o, weight in enumerate(weights):
                total = [0.0] * (f.patterns_out[o].rows * f.patterns_out[o].columns)
                weight = stack(f.patterns_out[o], weight)
                for i, x in enumerate(along):
                    k = o * len(along) + i
                    total = [a + b for a, b in zip(total, product(jac.patterns_out[k], matrices[k], x))]
                    for (r, c), value in zip(jac.patterns_out[k].entries, matrices[k]):
                        backwards[i][c] += value * weight[r]
                products.append(total)
            differences = self.change(f, state, direction)
            for o in range(len(outs)):
                self.near('jac beside fwd1', changes[o], products[o], 1e-9)
                self.near('fwd1 beside differences', changes[o], differences[o], 1e-6)
            for i in range(len(ins)):
                self.near('adj1 beside jac', gradients[i], backwards[i], 1e-9)

    def second(self, f, adj, jac_adj, fwd_adj):
        ins, outs = f.names_in, f.names_out
        out_adj, weights_names = ['out_adj_' + i for i in ins], ['adj_' + o for o in outs]
        unread = ['out_' + o for o in outs]
        assert jac_adj.names_in == ins + unread + weights_names + out_adj
        assert jac_adj.names_out == [f'jac_adj_{a}_{b}' for a in ins for b in adj.names_in]
        assert fwd_adj.names_in == ins + unread + weights_names + out_adj + ['fwd_' + name for name in adj.names_in]
        assert fwd_adj.names_out == ['fwd_adj_' + i for i in ins]
        self.empty(jac_adj, unread + out_adj)
        self.empty(fwd_adj, unread + out_adj + ['fwd_' + name for name in unread])
        for _ in range(self.states):
            state, weights = self.state(f), [self.draw(p) for p in f.patterns_out]
            nothing = [[] for _ in outs]
            point = state + nothing + weights
            direction = [self.draw(p) for p in f.patterns_in] + nothing + [self.draw(p) for p in f.patterns_out]
            along = [stack(p, d) for p, d in zip(adj.patterns_in, direction)]
            changes = [stack(p, v) for p, v in zip(fwd_adj.patterns_out, fwd_adj(point + [None] * len(ins) + direction))]
            matrices = jac_adj(point + [None] * len(ins))
            differences = self.change(adj, point, direction)
            for a in range(len(ins)):
                total = [0.0] * len(changes[a])
                for b, x in enumerate(along):
                    k = a * len(along) + b
                    pattern = jac_adj.patterns_out[k]
                    assert (pattern.rows, pattern.columns) == (len(total), len(x)), 'size of a block'
                    total = [s + t for s, t in zip(total, product(pattern, matrices[k], x))]
                self.near('jac_adj1 beside fwd1_adj1', changes[a], total, 1e-8)
                self.near('fwd1_adj1 beside differences', changes[a], differences[a], 1e-5)

    # --- derivatives of derivatives ---

    def derived_names(self, f, word):
        """Names of arguments and results of a function such as jac_adj1_fwd1_f, as CasADi gives them, from the end of the word."""
        ins, outs = f.names_in, f.names_out
        for letter in reversed(word.split('_')):
            unread = ['out_' + o for o in outs]
            if letter == 'jac':
                ins, outs = ins + unread, [f'jac_{o}_{i}' for o in outs for i in ins]
                continue
            kind, number = letter[:3], 1
            while any(name.startswith(f'{kind}{number if number > 1 else ""}_') for name in ins + outs):
                number += 1
            lead = f'{kind}{number if number > 1 else ""}_'
            along, of = (ins, outs) if kind == 'fwd' else (outs, ins)
            ins, outs = ins + unread + [lead + name for name in along], [lead + name for name in of]
        return ins, outs

    def sizes_of(self, F, D, letter):
        """Sizes of results of the derivative D of F."""
        size = lambda p: (p.rows, p.columns)
        if letter == 'jac':
            return [(o.rows * o.columns, i.rows * i.columns) for o in F.patterns_out for i in F.patterns_in]
        return [size(p) for p in (F.patterns_out if letter == 'fwd1' else F.patterns_in)]

    def word(self, f, word):
        letter, F, D = word.split('_')[0], self.of_word(f, word.split('_', 1)[1]), self.of_word(f, word)
        assert (D.names_in, D.names_out) == self.derived_names(f, word), f'{D.names_in} -> {D.names_out}'
        count = len(F.names_in)
        self.empty(D, D.names_in[count:count + len(F.names_out)])
        assert [(p.rows, p.columns) for p in D.patterns_out] == self.sizes_of(F, D, letter)
        for _ in range(self.states):
            point, unread = self.point(f, F), [None] * len(F.names_out)
            direction, weights = [self.draw(p) for p in F.patterns_in], [self.draw(p) for p in F.patterns_out]
            along = [stack(p, d) for p, d in zip(F.patterns_in, direction)]
            wanted = self.change(F, point, direction)
            given = {'fwd1': direction, 'adj1': weights, 'jac': []}[letter]
            result = [stack(p, v) for p, v in zip(D.patterns_out, D(point + unread + given))]
            if letter == 'adj1':
                found = [sum(a * b for r, d in zip(result, along) for a, b in zip(r, d))]
                wanted = [sum(a * b for w, p, c in zip(weights, F.patterns_out, wanted) for a, b in zip(stack(p, w), c))]
                self.near('beside differences', found, wanted, 1e-5)
                continue
            for o, change in enumerate(wanted):
                found = result[o] if letter == 'fwd1' else [0.0] * len(change)
                for i, x in enumerate(along if letter == 'jac' else []):
                    block = result[o * count + i]
                    for c, value in enumerate(x):
                        for r in range(len(change)):
                            found[r] += block[c * len(change) + r] * value
                self.near('beside differences', found, change, 1e-5)

    def of_word(self, f, word):
        return self.find(word + '_' if word else '', f.name[len(self.prefix) + 1:])

    def point(self, f, F):
        """Arguments of F: those of f, then others."""
        return self.state(f) + [self.draw(p) for p in F.patterns_in[len(f.names_in):]]

    def most(self):
        assert 2 * self.compared >= self.asked, f'{self.compared} of {self.asked}'

    # --- all ---

    def check(self, name, test, *arguments):
        try:
            test(*arguments)
            print(f'pass {name}')
        except (AssertionError, AttributeError, ValueError) as error:
            print(f'fail {name}: {error}'[:2000])

    def find(self, lead, name):
        return External(self.library, f'{lead}{self.prefix}_{name}')

    def run(self, function, name, order):
        f = self.find('', name)
        self.check(f'{f.name}: to the bit', self.values, f, function)
        self.check(f'{f.name}: NULL', self.nulls, f)
        self.check(f'{f.name}: threads', self.threads, f)
        if order < 1:
            assert not hasattr(self.library, 'jac_' + f.name)
            return
        jac, fwd, adj = (self.find(lead, name) for lead in ('jac_', 'fwd1_', 'adj1_'))
        self.check(f'{f.name}: first derivatives', self.first, f, jac, fwd, adj)
        for g in jac, fwd, adj:
            self.check(f'{g.name}: NULL', self.nulls, g)
        if order < 2:
            assert not hasattr(self.library, 'jac_adj1_' + f.name)
            return
        jac_adj, fwd_adj = self.find('jac_adj1_', name), self.find('fwd1_adj1_', name)
        self.check(f'{f.name}: second derivatives', self.second, f, adj, jac_adj, fwd_adj)
        for g in jac_adj, fwd_adj:
            self.check(f'{g.name}: NULL', self.nulls, g)
            self.check(f'{g.name}: threads', self.threads, g)
        for word in SECOND + (THIRD if order > 2 else []):
            self.check(f'{word}_{f.name}', self.word, f, word)
        self.check(f'jac_fwd1_{f.name}: NULL', self.nulls, self.of_word(f, 'jac_fwd1'))
        if order < 3:
            assert not hasattr(self.library, 'jac_adj1_fwd1_' + f.name)


def main():
    arguments = sys.argv[1:]
    cut = arguments.index('--') if '--' in arguments else len(arguments)
    library, prefix, model, states, seed, order, *functions = arguments[:cut]
    tests = Tests(library, prefix, model, int(states), seed, arguments[cut + 1:])
    for function in functions:
        text, _, name = function.partition('@')
        tests.run(text, name or text.split('=')[0].replace(':', '_'), int(order))
    if tests.asked:
        tests.check('most derivatives are compared', tests.most)


if __name__ == '__main__':
    main()
