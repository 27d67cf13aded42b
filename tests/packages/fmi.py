"""Functional Mock-up Units, called as FMI 3.0 and 2.0 say, through ctypes: an importer that follows the states of the standard.

fmi.py UNIT.fmu MODEL SEED FD FN... [-- OPTION...]: the description by rules, values beside those of `rigidc eval` (forward dynamics FD,
functions FN of outputs), derivatives beside differences, motions beside `rigidc sim`, by Model Exchange and by Co-Simulation, saved
states, refused calls, what each mode takes, missing pointers, messages, two instances and threads. A line a check: "pass NAME" or "fail NAME: why".
"""
import ctypes
import math
import os
import random
import subprocess
import sys
import tempfile
import threading
import xml.etree.ElementTree
import zipfile

OK, WARNING, DISCARD, ERROR, FATAL = range(5)
RIGIDC = os.environ.get('RIGIDC', 'build/rigidc')
SIZE = ctypes.c_size_t
REAL = ctypes.c_double
MOTION, STEP = 0.2, 0.001


def reals(values):
    return (REAL * max(len(values), 1))(*values)


def references(values):
    return (ctypes.c_uint32 * max(len(values), 1))(*values)


class Refused(Exception):
    """A status that is neither OK nor a warning."""

    def __init__(self, name, status):
        super().__init__(name + ' returns ' + str(status))
        self.status = status


class Variable:
    """A variable of the description. References are those of its first element."""

    def __init__(self, element, version):
        own = element.find('Real') if version == 2 else element
        self.name, self.reference = element.get('name'), int(element.get('valueReference'))
        self.causality, self.variability = element.get('causality', 'local'), element.get('variability', 'continuous')
        self.initial, self.unit = element.get('initial'), own.get('unit')
        self.start = [float(number) for number in own.get('start', '').split()]
        self.dimensions = [int(dimension.get('start')) for dimension in element.findall('Dimension')]
        self.size = math.prod(self.dimensions)
        self.derivative = own.get('derivative') and int(own.get('derivative'))


class Unit:
    """An unpacked unit and its description."""

    def __init__(self, path):
        self.folder = tempfile.TemporaryDirectory()
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            archive.extractall(self.folder.name)
        self.description = xml.etree.ElementTree.parse(self.folder.name + '/modelDescription.xml').getroot()
        self.version = int(self.description.get('fmiVersion')[0])
        self.token = self.description.get('guid' if self.version == 2 else 'instantiationToken')
        self.variables = [Variable(element, self.version) for element in self.description.find('ModelVariables')]
        self.by_name = {variable.name: variable for variable in self.variables}
        identifier = self.description.find('ModelExchange').get('modelIdentifier')
        place = 'linux64' if self.version == 2 else 'x86_64-linux'
        self.library = ctypes.CDLL(self.folder.name + '/binaries/%s/%s.so' % (place, identifier))

    def of_states(self):
        """The variables of all states, in order, by version 2's indices or version 3's references."""
        rates = [variable for variable in self.variables if variable.derivative is not None]
        key = {v.reference + (self.version == 2): v for v in self.variables}
        return [key[rate.derivative] for rate in rates], rates

    def of(self, causality):
        return [variable for variable in self.variables if variable.causality == causality]


LOGGER_3 = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
LOGGER_2 = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p,
                            ctypes.c_char_p)


class Callbacks(ctypes.Structure):
    _fields_ = [('logger', LOGGER_2), ('allocate', ctypes.c_void_p), ('release', ctypes.c_void_p),
                ('finished', ctypes.c_void_p), ('environment', ctypes.c_void_p)]


class Instance:
    """An instance, with names of version 3 for the functions of both versions."""

    def __init__(self, unit, exchange, token=None, logging=True):
        self.unit, self.exchange, self.said = unit, exchange, []
        library, token = unit.library, (token or unit.token).encode()
        if unit.version == 3:
            self.logger = LOGGER_3(lambda environment, status, category, message: self.said.append(message))
            name = 'fmi3InstantiateModelExchange' if exchange else 'fmi3InstantiateCoSimulation'
            create = getattr(library, name)
            create.restype = ctypes.c_void_p
            arguments = [b'one', token, None, False, ctypes.c_bool(logging)]
            if not exchange:
                arguments += [ctypes.c_bool(False), ctypes.c_bool(False), None, SIZE(0)]
            self.handle = create(*arguments, None, self.logger, *([] if exchange else [None]))
        else:
            self.logger = LOGGER_2(lambda environment, name, status, category, form, message: self.said.append(message))
            self.callbacks = Callbacks(self.logger, None, None, None, None)
            create = library.fmi2Instantiate
            create.restype = ctypes.c_void_p
            self.handle = create(b'one', 0 if exchange else 1, token, b'', ctypes.byref(self.callbacks), 0, int(logging))

    def status(self, name, *arguments):
        function = getattr(self.unit.library, 'fmi%d%s' % (self.unit.version, name))
        return function(ctypes.c_void_p(self.handle), *arguments)

    def call(self, name, *arguments):
        status = self.status(name, *arguments)
        if status > WARNING:
            raise Refused(name, status)

    def free(self):
        function = getattr(self.unit.library, 'fmi%dFreeInstance' % self.unit.version)
        function.restype = None
        function(ctypes.c_void_p(self.handle))

    def initialize(self, values=()):
        """To the motion, with values of variables: pairs."""
        if self.unit.version == 2:
            self.call('SetupExperiment', 0, REAL(0), REAL(0), 0, REAL(0))
            self.call('EnterInitializationMode')
        else:
            self.call('EnterInitializationMode', ctypes.c_bool(False), REAL(0), REAL(0), ctypes.c_bool(False), REAL(0))
        for variable, value in values:
            self.set([variable], value)
        self.call('ExitInitializationMode')
        if self.exchange:
            self.discrete()
            self.call('EnterContinuousTimeMode')

    def discrete(self):
        if self.unit.version == 2:
            self.call('NewDiscreteStates', ctypes.create_string_buffer(40))
        else:
            flags = [ctypes.byref(ctypes.c_bool()) for _ in range(5)]
            self.call('UpdateDiscreteStates', *flags, ctypes.byref(REAL()))

    def get_status(self, variables, out, size=None):
        wanted = references([variable.reference for variable in variables])
        if self.unit.version == 2:
            return self.status('GetReal', wanted, SIZE(len(variables)), out)
        return self.status('GetFloat64', wanted, SIZE(len(variables)), out, SIZE(len(out) if size is None else size))

    def get(self, variables):
        out = (REAL * sum(variable.size for variable in variables))()
        status = self.get_status(variables, out)
        if status > WARNING:
            raise Refused('Get', status)
        return list(out)

    def set_status(self, variables, values):
        given = references([variable.reference for variable in variables])
        if self.unit.version == 2:
            return self.status('SetReal', given, SIZE(len(variables)), reals(values))
        return self.status('SetFloat64', given, SIZE(len(variables)), reals(values), SIZE(len(values)))

    def set(self, variables, values):
        status = self.set_status(variables, values)
        if status > WARNING:
            raise Refused('Set', status)

    def states(self):
        out = (REAL * sum(state.size for state in self.unit.of_states()[0]))()
        self.call('GetContinuousStates', out, SIZE(len(out)))
        return list(out)

    def set_states(self, x):
        self.call('SetContinuousStates', reals(x), SIZE(len(x)))

    def rates(self, x=None):
        if x is not None:
            self.set_states(x)
        out = (REAL * sum(state.size for state in self.unit.of_states()[0]))()
        self.call('GetDerivatives' if self.unit.version == 2 else 'GetContinuousStateDerivatives', out, SIZE(len(out)))
        return list(out)

    def derivative(self, unknown, known, seed):
        out = (REAL * max(1, sum(variable.size for variable in unknown)))()
        arguments = [references([v.reference for v in unknown]), SIZE(len(unknown)),
                     references([v.reference for v in known]), SIZE(len(known)), reals(seed)]
        if self.unit.version == 2:
            self.call('GetDirectionalDerivative', *arguments, out)
        else:
            self.call('GetDirectionalDerivative', *arguments, SIZE(len(seed)), out, SIZE(len(out)))
        return list(out)

    def adjoint(self, unknown, known, weight):
        out = (REAL * max(1, sum(variable.size for variable in known)))()
        self.call('GetAdjointDerivative', references([v.reference for v in unknown]), SIZE(len(unknown)),
                  references([v.reference for v in known]), SIZE(len(known)), reals(weight), SIZE(len(weight)), out, SIZE(len(out)))
        return list(out)

    def step_status(self, now, length):
        if self.unit.version == 2:
            return self.status('DoStep', REAL(now), REAL(length), 1)
        flags = [ctypes.byref(ctypes.c_bool()) for _ in range(3)]
        self.reached = REAL()
        return self.status('DoStep', REAL(now), REAL(length), ctypes.c_bool(True), *flags, ctypes.byref(self.reached))

    def step(self, now, length):
        status = self.step_status(now, length)
        if status > WARNING:
            raise Refused('DoStep', status)


def run(*arguments, text=''):
    done = subprocess.run([RIGIDC, *arguments], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def distance(found, wanted):
    """The largest difference, relative to the largest number, at least 1."""
    assert len(found) == len(wanted), '%d numbers, not %d' % (len(found), len(wanted))
    scale = max([1.0] + [abs(number) for number in wanted])
    return max([0.0] + [abs(a - b) / scale if a == a and b == b else math.inf for a, b in zip(found, wanted)])


def near(found, wanted, tolerance):
    off = distance(found, wanted)
    assert off <= tolerance, 'differs by %g' % off


class Checks:
    def __init__(self, path, model, seed, fd, functions, options):
        self.model, self.fd, self.functions = model, fd, functions
        self.options = [option for option in options if not option.startswith('--pose')]
        self.pose = [option for option in options if option.startswith('--pose')]
        self.unit, self.random = Unit(path), random.Random(seed)
        self.states, self.rates = self.unit.of_states()
        def find(role):
            return [v for v in self.states if v.name == role or v.name.startswith(role + '.')]
        self.q, self.qd, self.s = find('q'), find('qd'), find('s')
        inputs = self.unit.of('input')
        self.tau = [v for v in inputs if v.name.startswith('tau')]
        self.u = [v for v in inputs if v.name.startswith('u.')] + [v for v in inputs if v.name.startswith('ud')]  # u, ud, udd
        self.f_ext = [v for v in inputs if v.name.startswith('f_ext')]
        self.params = [v for v in self.unit.of('parameter') if v.name != 'step']
        self.nq, self.nv, self.ns, self.nu = (sum(v.size for v in part) for part in (self.q, self.qd, self.s, self.u))

    def draw(self, size, scale=1.0):
        return [scale * self.random.uniform(-1, 1) for _ in range(size)]

    def start(self):
        return [number for state in self.states for number in state.start]

    def quaternions(self):
        """Places in q of the first number of each quaternion."""
        return [k for k, line in enumerate(self.columns('q')) if line.split('  ')[0].strip().endswith('.qx')]

    def columns(self, array):
        """Lines of the inputs of forward dynamics: name, unit, meaning. Outputs follow after an empty line."""
        lines = run('eval', self.model, '-f', self.fd, *self.options, '--help=columns').split('\n\n')[0].splitlines()
        return [line for line in lines if line.startswith(array + '.')]

    def state(self, unit_length=True):
        q = self.draw(self.nq)
        for k in self.quaternions():
            length = math.sqrt(sum(number * number for number in q[k:k + 4]))
            for i in range(4):
                q[k + i] /= length if unit_length else length / 1.1
        return q + self.draw(self.nv + self.ns)

    def all_set(self):
        """Values of inputs and parameters: near what they begin with."""
        values = []
        for variable in self.tau + self.u + self.f_ext:
            values.append((variable, self.draw(variable.size)))
        for variable in self.params:
            values.append((variable, [number * (1 + 0.1 * self.random.random()) for number in variable.start]))
        return values

    # --- the description ---

    def description(self):
        unit, version = self.unit, self.unit.version
        names = [variable.name for variable in unit.variables]
        assert len(set(names)) == len(names), 'names are unique'
        spans = sorted((v.reference, v.size) for v in unit.variables)
        assert all(a + n <= b for (a, n), (b, _) in zip(spans, spans[1:])), 'value references overlap'
        units = {element.get('name') for element in unit.description.find('UnitDefinitions')}
        for variable in unit.variables:
            assert variable.unit is None or variable.unit in units, variable.name + ' has a unit that is not defined'
            given = variable.causality in ('input', 'parameter') or variable.initial == 'exact'
            assert bool(variable.start) == given, variable.name + ': start'
            assert not given or len(variable.start) == variable.size, variable.name + ': size of start'
        for element in unit.description.find('UnitDefinitions'):
            assert element.find('BaseUnit') is not None, element.get('name') + ' has no base units'
        assert len(unit.of('independent')) == 1, 'one independent variable'
        structure = unit.description.find('ModelStructure')
        number = 'index' if version == 2 else 'valueReference'
        places = range(1, 1 + len(names)) if version == 2 else [v.reference for v in unit.variables]
        by_place = dict(zip(places, unit.variables))
        groups = {'Outputs': 'Output', 'Derivatives': 'ContinuousStateDerivative', 'InitialUnknowns': 'InitialUnknown'}
        found = {}
        for group, single in groups.items():
            entries = structure.find(group) if version == 2 else structure.findall(single)
            found[group] = [by_place[int(entry.get(number))].name for entry in entries]
            for entry in entries:
                for known in entry.get('dependencies').split():
                    assert int(known) in by_place, 'a dependency does not exist'
                    causality = by_place[int(known)].causality
                    assert causality in ('output', 'input') or group == 'InitialUnknowns', 'a dependency is not known'
        assert found['Outputs'] == [v.name for v in unit.of('output')], 'outputs'
        assert found['Derivatives'] == [v.name for v in self.rates], 'derivatives'
        computed = [v.name for v in unit.variables if v.initial == 'calculated']
        assert sorted(found['InitialUnknowns']) == sorted(computed), 'initial unknowns'

    def schema(self):
        folder = os.environ.get('FMI_SCHEMA')
        if not folder:
            return
        name = 'fmi%dModelDescription.xsd' % self.unit.version
        subprocess.run(['xmllint', '--noout', '--schema', os.path.join(folder, name),
                        self.unit.folder.name + '/modelDescription.xml'], check=True, capture_output=True)

    def starts(self):
        one = Instance(self.unit, True)
        one.initialize()
        for variable in self.unit.variables:
            if variable.start:
                assert one.get([variable]) == variable.start, variable.name
        one.free()

    # --- values ---

    def values(self):
        one = Instance(self.unit, True)
        for _ in range(3):
            x, values = self.state(), self.all_set()
            one.call('Reset')
            for variable, value in values:
                one.set([variable], value)
            one.initialize()
            rates, outputs = one.rates(x), self.unit.of('output')
            given = {variable.name: value for variable, value in values}
            flat = [number for v in self.tau + self.u + self.f_ext for number in given[v.name]]
            options = self.options + self.parameters(given)
            joints, own, plain = x[:self.nq + self.nv], x[self.nq + self.nv:], self.nv + self.nu  # states of the model stand behind u
            line = ' '.join('%r' % number for number in joints + flat[:plain] + own + flat[plain:])
            wanted = [float(n) for n in run('eval', self.model, '-f', self.fd, *options, text=line).replace(',', ' ').split()]
            near(rates[self.nq:self.nq + self.nv], wanted, 1e-12 if self.quaternions() else 0)
            if not self.quaternions():
                assert rates[:self.nq] == joints[self.nq:], 'rates of coordinates'
            if self.ns:
                given = flat[self.nv:plain - sum(v.size for v in self.u if v.name.startswith('udd'))]
                text = run('eval', self.model, '-f', 'rates', *options, text=' '.join('%r' % n for n in joints + given + own))
                near(rates[self.nq + self.nv:], [float(n) for n in text.replace(',', ' ').split()], 0)
            self.outputs(one, x, flat, wanted, options)
            assert one.get([v for v in outputs if v in self.states]) == x, 'states are outputs'
        one.free()

    def parameters(self, given):
        """Values of parameters as options of eval. Of FMI 2.0 the elements of vectors follow each other."""
        texts = {}
        for v in self.params:
            name = v.name.split('.')[1]
            texts[name] = texts.get(name, []) + ['%r %s' % (number, v.unit or '') for number in given[v.name]]
        values = [(name, text[0] if len(text) == 1 else '(%s)' % ', '.join(text)) for name, text in texts.items()]
        return [word for value in values for word in ('--param', '%s=%s' % value)]

    def outputs(self, one, x, flat, qdd, options):
        found = one.get([v for v in self.unit.of('output') if v not in self.states])
        wanted = []
        for name in self.functions:
            nx, at = self.nq + self.nv, self.nv
            arrays = {'q': x[:self.nq], 'qd': x[self.nq:nx], 'qdd': qdd, 'tau': flat[:self.nv],
                      's': x[nx:], 'f_ext': flat[self.nv + self.nu:]}
            for variable in self.u:
                array = variable.name.split('.')[0]
                arrays[array] = arrays.get(array, []) + flat[at:at + variable.size]
                at += variable.size
            columns = ('\n' + run('eval', self.model, '-f', name, *options, '--help=columns')).split('\n\n')[0]
            taken = []
            for column in columns.splitlines():
                array = column.split('.')[0].split()[0] if column.strip() else ''
                if array in arrays and array not in taken and 'output' not in column:
                    taken.append(array)
            line = ' '.join('%r' % number for array in taken for number in arrays[array])
            wanted += [float(n) for n in run('eval', self.model, '-f', name, *options, text=line).replace(',', ' ').split()]
        near(found, wanted, float(os.environ.get('OUTPUTS_TOLERANCE', 1e-12 if self.quaternions() else 0)))

    # --- derivatives ---

    def derivatives(self):
        one = Instance(self.unit, True)
        for _ in range(3):
            values = self.all_set()
            one.call('Reset')
            for variable, value in values:
                one.set([variable], value)
            one.initialize()
            x = self.state(unit_length=False)
            known = self.states + self.tau + self.u + self.f_ext + self.params
            base = x + [number for _, value in values for number in value]
            unknown = self.rates + self.unit.of('output')
            seed = self.draw(len(base))
            one.set_states(x)
            found = one.derivative(unknown, known, seed)

            def at(scale):
                moved = [a + scale * b for a, b in zip(base, seed)]
                one.set_states(moved[:len(x)])
                moved = moved[len(x):]
                for variable in self.tau + self.u + self.f_ext:
                    one.set([variable], moved[:variable.size])
                    moved = moved[variable.size:]
                if self.params:
                    one.call('EnterEventMode')
                    for variable in self.params:
                        one.set([variable], moved[:variable.size])
                        moved = moved[variable.size:]
                    one.call('EnterContinuousTimeMode')
                return one.get(unknown)
            # Romberg's extrapolation of central differences, to order 6
            slopes = [[(a - b) / (2 * step) for a, b in zip(at(step), at(-step))] for step in (1e-3, 5e-4, 2.5e-4)]
            for weight in (4, 16):
                slopes = [[(weight * a - b) / (weight - 1) for a, b in zip(fine, coarse)] for coarse, fine in zip(slopes, slopes[1:])]
            near(found, slopes[0], 2e-6)
            at(0)
            alone = one.derivative(unknown, known[:1], seed[:known[0].size])
            assert len(alone) == len(found)
            if self.unit.version == 3:
                weight = self.draw(len(found))
                back = one.adjoint(unknown, known, weight)
                near([sum(a * b for a, b in zip(back, seed))], [sum(a * b for a, b in zip(weight, found))], 1e-9)
        one.free()

    # --- motions ---

    def pushed(self):
        return [0.3 * math.cos(k) for k in range(self.nv)]

    def sim(self):
        taus = []
        for line, number in zip(self.columns('tau'), self.pushed()):
            unit = 'N m' if '  N m  ' in line else 'N'
            taus += ['--tau', '%s = %r %s' % (line.split('  ')[0][len('tau.'):].strip(), number, unit)]
        phase = ['--phase', self.fd.split(':')[1]] if ':' in self.fd else []
        options = [option for option in self.options if not option.startswith('--wrench')]
        text = run('sim', self.model, '--time', str(MOTION), '--dt', str(MOTION), '--method=rk4', '--step', str(STEP),
                   *taus, *phase, *options, *self.pose, '--without=limits')
        head, *rows = [row.split(',') for row in text.splitlines()]
        kept = [k for k, name in enumerate(head) if 1 <= k <= self.nq + self.nv or name.startswith('s.')]
        return tuple([float(row[k]) for k in kept] for row in (rows[0], rows[-1]))

    def given(self, x):
        """Pairs for states and torques of the motion."""
        pairs, rest = [], list(x) + self.pushed()
        for variable in self.states + self.tau:
            pairs.append((variable, rest[:variable.size]))
            rest = rest[variable.size:]
        return pairs

    def exchange(self):
        """Model Exchange with a method of the importer's own, in the order of calls that the standard gives."""
        x, wanted = self.sim()
        one = Instance(self.unit, True)
        one.initialize(self.given(x))
        x, steps = one.states(), 2 * round(MOTION / STEP)
        h = MOTION / steps
        for n in range(steps):
            one.call('SetTime', REAL(n * h))
            k1 = one.rates(x)
            k2 = one.rates([a + h / 2 * b for a, b in zip(x, k1)])
            k3 = one.rates([a + h / 2 * b for a, b in zip(x, k2)])
            k4 = one.rates([a + h * b for a, b in zip(x, k3)])
            x = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(x, k1, k2, k3, k4)]
            one.set_states(x)
            flag = ctypes.c_bool if self.unit.version == 3 else ctypes.c_int
            one.call('CompletedIntegratorStep', flag(1), ctypes.byref(flag()), ctypes.byref(flag()))
        for k in self.quaternions():
            near([sum(number * number for number in x[k:k + 4])], [1], 1e-9)
        near(x, wanted, 1e-5)
        one.call('Terminate')
        one.free()

    def cosimulation(self):
        x, wanted = self.sim()
        one = Instance(self.unit, False)
        one.initialize(self.given(x))
        for n in range(10):
            one.step(n * MOTION / 10, MOTION / 10)
        near(one.get(self.states), wanted, 1e-9)
        one.call('Terminate')
        one.free()

    # --- saved states, refused calls, threads ---

    def saved(self):
        one = Instance(self.unit, False)
        one.initialize()
        kept, other, size = ctypes.c_void_p(), ctypes.c_void_p(), SIZE()
        State = 'FMUstate' if self.unit.version == 2 else 'FMUState'
        one.call('Get' + State, ctypes.byref(kept))
        one.step(0, 0.01)
        first = one.get(self.states)
        one.call('Serialized%sSize' % State, kept, ctypes.byref(size))
        room = ctypes.create_string_buffer(size.value)
        one.call('Serialize' + State, kept, room, size)
        one.call(('DeSerialize' if self.unit.version == 2 else 'Deserialize') + State, room, size, ctypes.byref(other))
        for state in kept, other:
            one.call('Set' + State, state)
            assert one.get(self.states) != first or self.start() == first
            one.step(0, 0.01)
            assert one.get(self.states) == first, 'another motion from the same state'
        one.call('Free' + State, ctypes.byref(kept))
        assert not kept.value
        again = Instance(self.unit, True)
        assert again.status('Set' + State, other) == ERROR, 'a state of Co-Simulation'
        again.free()
        room[0] = b'#'
        assert one.status(('DeSerialize' if self.unit.version == 2 else 'Deserialize') + State, room, size,
                          ctypes.byref(other)) == ERROR
        one.call('Free' + State, ctypes.byref(other))
        one.free()

    def refused(self):
        unit, exchange = self.unit, Instance(self.unit, True)
        far = Variable(xml.etree.ElementTree.fromstring('<Float64 name="far" valueReference="99999"/>'), 3)
        assert not Instance(unit, True, token='another').handle, 'another token'

        def errors(what, status):
            assert status == ERROR, '%s: status %d' % (what, status)
        errors('get before initialization', exchange.get_status(self.q, (REAL * self.nq)()))
        errors('continuous mode before initialization', exchange.status('EnterContinuousTimeMode'))
        errors('states before initialization', exchange.status('SetContinuousStates', reals(self.start()), SIZE(len(self.start()))))
        errors('exit of no initialization', exchange.status('ExitInitializationMode'))
        errors('an unknown reference', exchange.set_status([far], [1.0]))
        errors('no number', exchange.set_status(self.tau, [math.nan] * self.nv))
        errors('a time', exchange.set_status(unit.of('independent'), [1.0]))
        errors('a rate', exchange.set_status(self.rates[:1], [1.0] * self.rates[0].size))
        errors('a step of 0', exchange.set_status([unit.by_name['step']], [0.0]))
        exchange.initialize()
        before = exchange.states()
        errors('a second initialization', exchange.status('ExitInitializationMode'))
        errors('an unknown reference', exchange.get_status([far], (REAL * 1)()))
        errors('another number of states', exchange.status('GetContinuousStates', (REAL * 99)(), SIZE(99)))
        errors('states that are no numbers', exchange.status('SetContinuousStates', reals([math.inf] * len(before)), SIZE(len(before))))
        errors('a state as a variable', exchange.set_status(self.states, before))
        errors('discrete states in continuous time', exchange.status('EnterContinuousTimeMode'))
        errors('a step of co-simulation', exchange.step_status(0, 0.1))
        errors('event indicators', exchange.status('GetEventIndicators', (REAL * 1)(), SIZE(1)))
        errors('integers', exchange.status('GetInteger' if unit.version == 2 else 'GetInt32', references([1]), SIZE(1),
                                           (ctypes.c_int * 1)(), SIZE(1)))
        assert exchange.states() == before and exchange.said, 'a refused call changes nothing, and says why'
        exchange.free()
        steps = Instance(unit, False)
        errors('a step before initialization', steps.step_status(0, 0.1))
        steps.initialize()
        errors('a step of 0', steps.step_status(0, 0.0))
        errors('a step back', steps.step_status(0, -0.1))
        errors('a step elsewhere', steps.step_status(1, 0.1))
        errors('no time', steps.step_status(math.nan, 0.1))
        errors('continuous time', steps.status('EnterContinuousTimeMode'))
        steps.call('Terminate')
        errors('a step after the end', steps.step_status(0, 0.1))
        steps.call('Reset')
        steps.initialize()
        fresh = Instance(unit, False)
        fresh.initialize()
        # a random model may begin near a dead point, where a step ends in no number
        assert steps.step_status(0, 0.001) == fresh.step_status(0, 0.001), 'a step after a reset is the first one'
        fresh.free()
        steps.free()

    # --- calls of each mode, as the tables of the standard have them ---

    def modes(self):
        """The least that each mode must take, and what it must refuse."""
        second, x, n = self.unit.version == 2, reals(self.start()), len(self.start())
        flag = ctypes.c_int if second else ctypes.c_bool
        one, room, size = references([self.tau[0].reference]), (REAL * self.tau[0].size)(), SIZE(self.tau[0].size)
        out = (REAL * n)()
        flags = [ctypes.byref(ctypes.c_bool()) for _ in range(5)]
        discrete = ('NewDiscreteStates', ctypes.create_string_buffer(40)) if second else \
            ('UpdateDiscreteStates', *flags, ctypes.byref(REAL()))
        completed = ('CompletedIntegratorStep', flag(1), ctypes.byref(flag()), ctypes.byref(flag()))
        begin = ('EnterInitializationMode',) if second else \
            ('EnterInitializationMode', flag(False), REAL(0), REAL(0), flag(False), REAL(0))
        kind, more = ('Real', []) if second else ('Float64', [size])
        calls = {
            'set': ('Set' + kind, one, SIZE(1), room, *more), 'get': ('Get' + kind, one, SIZE(1), room, *more),
            'begin': begin, 'end': ('ExitInitializationMode',), 'event': ('EnterEventMode',), 'time': ('SetTime', REAL(0)),
            'continuous': ('EnterContinuousTimeMode',), 'discrete': discrete, 'completed': completed,
            'states': ('GetContinuousStates', out, SIZE(n)), 'put': ('SetContinuousStates', x, SIZE(n)),
            'rates': ('GetDerivatives' if second else 'GetContinuousStateDerivatives', out, SIZE(n)),
            'nominals': ('GetNominalsOfContinuousStates', out, SIZE(n)), 'terminate': ('Terminate',),
            'indicators': ('GetEventIndicators', out, SIZE(0)), 'logging': ('SetDebugLogging', flag(True), SIZE(0), None)}

        def moved(exchange, *names):
            made = Instance(self.unit, exchange)
            for name in names:
                assert made.status(*calls[name]) == OK, name
            return made
        ways = {  # kind of instance, calls that lead to a mode: what it takes
            (True,): 'set begin logging nominals', (True, 'begin'): 'set get end states indicators logging nominals',
            (True, 'begin', 'end'): 'set get time continuous discrete states rates nominals indicators terminate logging' +
                                    (' event' if second else ''),
            (True, 'begin', 'end', 'continuous'): 'set get event time completed states put rates nominals indicators terminate logging',
            (True, 'begin', 'end', 'terminate'): 'get states rates nominals indicators logging',
            (False, 'begin', 'end'): 'set get terminate logging', (False, 'begin', 'end', 'terminate'): 'get logging'}
        tolerated = {'rates', 'states', 'nominals', 'indicators', 'time'}  # more than the standard asks for
        for way, taken in ways.items():
            for name, call in calls.items():
                made = moved(*way)
                status = made.status(*call)
                if name in taken.split():
                    assert status == OK, '%s after %s: %d' % (name, way, status)
                elif name not in tolerated:
                    assert status == ERROR, '%s after %s: %d' % (name, way, status)
                made.free()

    def nulls(self):
        """A pointer that is missing is an error, of no instance too; counts of 0 need none."""
        second, n = self.unit.version == 2, len(self.start())
        one, kind = Instance(self.unit, True), 'Real' if second else 'Float64'
        more = [] if second else [SIZE(self.tau[0].size)]
        nothing = [] if second else [SIZE(0)]
        reference, room = references([self.tau[0].reference]), (REAL * n)()
        one.initialize()
        for name in 'Get' + kind, 'Set' + kind:
            assert one.status(name, None, SIZE(1), room, *more) == ERROR, name + ': no references'
            assert one.status(name, reference, SIZE(1), None, *more) == ERROR, name + ': no values'
            assert one.status(name, None, SIZE(0), None, *nothing) == OK, name + ' of nothing'
        for name in ('GetContinuousStates', 'SetContinuousStates', 'GetNominalsOfContinuousStates',
                     'GetDerivatives' if second else 'GetContinuousStateDerivatives'):
            assert one.status(name, None, SIZE(n)) == ERROR, name + ': no values'
        State = 'FMUstate' if second else 'FMUState'
        assert one.status('Get' + State, None) == ERROR and one.status('Set' + State, None) == ERROR
        assert one.status('Free' + State, None) == OK and one.status('Free' + State, ctypes.byref(ctypes.c_void_p())) == OK
        tail = [room] if second else [SIZE(self.tau[0].size), room, more[0]]
        for unknown, known, seed in ((None, reference, room), (reference, None, room), (reference, reference, None)):
            assert one.status('GetDirectionalDerivative', unknown, SIZE(1), known, SIZE(1), seed, *tail) == ERROR, 'a derivative'
        handle, one.handle = one.handle, None
        assert one.status('Terminate') == ERROR and one.status('Reset') == ERROR, 'no instance'
        one.free()
        one.handle = handle
        one.free()

    def logging(self):
        """Messages go to the logger when they are asked for, by their category."""
        second = self.unit.version == 2
        flag = ctypes.c_int if second else ctypes.c_bool

        def messages(one):
            before = len(one.said)
            assert one.status('ExitInitializationMode') == ERROR
            return len(one.said) - before
        quiet, loud = Instance(self.unit, True, logging=False), Instance(self.unit, True)
        assert messages(quiet) == 0 and messages(loud) == 1, 'as instantiated'
        names = (ctypes.c_char_p * 1)
        for on, categories, wanted in ((True, [], 1), (False, [], 0), (True, [b'logStatusError'], 1), (True, [b'logEvents'], 0)):
            given = names(*categories) if categories else None
            quiet.call('SetDebugLogging', flag(on), SIZE(len(categories)), given)
            assert messages(quiet) == wanted, str(categories)
        quiet.call('Reset')
        assert messages(quiet) == 0, 'a reset changes no logging'
        for one in quiet, loud:
            one.free()
        other = Instance(self.unit, True, token='another', logging=False)
        assert not other.handle and len(other.said) == 1, 'no instance, and why'

    def threads(self):
        """Instances beside each other, alone and in threads, move alike."""
        results = {}

        def move(key, scale):
            one = Instance(self.unit, False)
            one.initialize([(v, [scale] * v.size) for v in self.tau])
            for n in range(20):
                one.step(n * 0.005, 0.005)
            results[key] = one.get(self.states)
            one.free()
        for key in range(4):
            move(key, 0.1 * key)
        several = [threading.Thread(target=move, args=(10 + key, 0.1 * key)) for key in range(4)]
        for thread in several:
            thread.start()
        for thread in several:
            thread.join()
        for key in range(4):
            assert results[key] == results[10 + key], 'instance %d' % key
        assert results[1] != results[2] or ':' in self.fd, 'instances share a state'


def main():
    arguments = sys.argv[1:]
    end = arguments.index('--') if '--' in arguments else len(arguments)
    path, model, seed, fd, *functions = arguments[:end]
    checks = Checks(path, model, int(seed), fd, functions, arguments[end + 1:])
    for name in os.environ.get('CHECKS', 'description schema starts values derivatives exchange cosimulation saved refused modes nulls logging threads').split():
        try:
            getattr(checks, name)()
            print('pass ' + name, flush=True)
        except Exception as problem:  # each check is reported, whatever happened
            print('fail %s: %s %s' % (name, type(problem).__name__, problem), flush=True)


if __name__ == '__main__':
    main()
