"""A Functional Mock-up Unit in FMPy.

fmi_client.py UNIT MODEL [OPTION...]: the description by FMPy's rules, a motion by its CVODE and one by co-simulation beside `rigidc sim`,
directional derivatives beside differences, and the same motion by a library that FMPy compiles from the sources.
"""
import glob
import os
import subprocess
import sys

import fmpy
import numpy as np
from fmpy.build import build_platform_binary
from fmpy.validation import validate_fmu
from tap import attempt, near, ok

STOP, PARTS = float(os.environ.get('STOP', 0.5)), 10  # s
EXCHANGE, STEPS = 'ModelExchange', 'CoSimulation'

unit, model, options = sys.argv[1], sys.argv[2], sys.argv[3:]
description = fmpy.read_model_description(unit)
variables = {variable.name: variable for variable in description.modelVariables}
rates = [unknown.variable for unknown in description.derivatives]
states = [rate.derivative for rate in rates]
inputs = [variable for variable in description.modelVariables if variable.causality == 'input']
random = np.random.default_rng(1)


def rigidc(*arguments):
    return subprocess.run([os.environ['RIGIDC'], *arguments], capture_output=True, text=True, check=True).stdout


def size(variable):
    return int(np.prod(variable.shape))


# --- motions ---

def motion(source, kind, given, **more):
    """Rows of q and qd from the first state on, with forces and wrenches that are constant."""
    ends = np.cumsum([size(variable) for variable in inputs])
    values = {variable.name: given[end - size(variable):end] for variable, end in zip(inputs, ends)}
    rows = fmpy.simulate_fmu(source, fmi_type=kind, stop_time=STOP, output_interval=STOP / PARTS, output=[state.name for state in states],
                             start_values={name: list(value) if variables[name].shape else value[0] for name, value in values.items()}, **more)
    return np.array([np.concatenate([np.ravel(row[state.name]) for state in states]) for row in rows])


def motion_of_rigidc(given):
    columns = [line.split()[0] for line in rigidc('eval', model, '-f', 'fd', '--help=columns', *options).splitlines() if line.startswith(('tau.', 'f_ext.'))]
    path = unit + '.csv'
    with open(path, 'w') as file:
        file.write(','.join(['t', *columns]) + '\n')
        for time in 0, STOP:
            file.write(','.join(repr(float(number)) for number in [time, *given]) + '\n')
    start = ['--pose=' + os.environ['POSE']] if os.environ.get('POSE') else []
    rows = rigidc('sim', model, f'--time={STOP}', f'--dt={STOP / PARTS}', '--tolerance=1e-10,1e-12', f'--input={path}', *start, *options).splitlines()
    count = sum(size(state) for state in states)
    return np.array([[float(number) for number in row.split(',')[1:count + 1]] for row in rows[1:]])


def motions():
    given = random.uniform(-0.5, 0.5, sum(size(variable) for variable in inputs))
    wanted = motion_of_rigidc(given)
    near('Model Exchange by CVODE', motion(unit, EXCHANGE, given, solver='CVode', relative_tolerance=1e-10), wanted, 1e-5)
    stepped = motion(unit, STEPS, given)
    near('Co-Simulation', stepped, wanted, 1e-6)
    folder = fmpy.extract(unit)
    for library in glob.glob(f'{folder}/binaries/*/*'):
        os.remove(library)
    build_platform_binary(folder)
    ok('FMPy compiles a library', len(glob.glob(f'{folder}/binaries/*/*')) == 1)
    near('Co-Simulation by this library', motion(folder, STEPS, given), stepped, 1e-12)


# --- derivatives ---

class Instance:
    """An instance before its motion. References are those of first elements."""

    def __init__(self):
        self.folder = fmpy.extract(unit)
        self.fmu = fmpy.instantiate_fmu(self.folder, description, EXCHANGE)
        if description.fmiVersion == '2.0':
            self.fmu.setupExperiment()
        self.fmu.enterInitializationMode()

    def get(self, wanted):
        references, count = [variable.valueReference for variable in wanted], sum(size(variable) for variable in wanted)
        return np.array(self.fmu.getReal(references) if description.fmiVersion == '2.0' else self.fmu.getFloat64(references, count))

    def set(self, given, values):
        references = [variable.valueReference for variable in given]
        (self.fmu.setReal if description.fmiVersion == '2.0' else self.fmu.setFloat64)(references, list(values))


def derivatives():
    """Of rates and outputs along a direction of states, inputs and parameters."""
    instance = Instance()
    known = states + inputs + [variable for variable in description.modelVariables if variable.name.startswith('param.')]
    unknown = rates + [output.variable for output in description.outputs if output.variable not in states]
    at = instance.get(known) + random.uniform(-0.1, 0.1, sum(size(variable) for variable in known))
    along, step = random.uniform(-1, 1, at.size), 1e-6
    ends = []
    for sign in 1, -1:
        instance.set(known, at + sign * step * along)
        ends.append(instance.get(unknown))
    instance.set(known, at)
    sizes = [] if description.fmiVersion == '2.0' else [sum(size(variable) for variable in unknown)]
    found = instance.fmu.getDirectionalDerivative([variable.valueReference for variable in unknown],
                                                  [variable.valueReference for variable in known], list(along), *sizes)
    near('directional derivatives', found, (ends[0] - ends[1]) / (2 * step), 1e-7)


problems = validate_fmu(unit)
ok('FMPy finds no fault in the description', not problems, problems)
attempt('motions', motions)
attempt('derivatives', derivatives)
