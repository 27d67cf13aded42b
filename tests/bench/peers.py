"""rigidc beside Pinocchio, beside C that CasADi writes of Pinocchio's templates, and beside MuJoCo 4.

peers.py FOLDER [ROBOT...]: FOLDER has the programs of bench.mk: peers_casadi, peers_pinocchio.so, peers_mujoco.so, peers_contest. All
contestants get the same states, each in its own order of joints, and are compared with each other before they take turns. FUNCTIONS takes
some of them, ROUNDS is how often they take turns. A table of ns a state, lower quartiles, is printed and written to FOLDER/peers.md.
"""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import mujoco
import numpy as np
import pinocchio as pin

RIGIDC = os.environ.get('RIGIDC', 'build/rigidc')
STATES, SHOWN, LONGEST = 256, 4, 900  # s, of a compilation
TOLERANCE = 1e-9
NATIVE = '-march=native'
OURS = {'default gcc -O2': ['gcc', '-O2'], 'gcc -O3 native': ['gcc', '-O3', NATIVE], 'clang -O2 native': ['clang', '-O2', NATIVE]}
BATCH = ['gcc', '-O3', NATIVE]
CASADI = {'CasADi gcc -O2': ['gcc', '-O2'], 'CasADi clang -Ofast native': ['clang', '-Ofast', NATIVE]}

Q, QD, QDD, TAU = 'q', 'qd', 'qdd', 'tau'
# inputs, and shapes of the results: n is a velocity, p a parameter
FUNCTIONS = {
    'rnea': ((Q, QD, QDD), ('n',)),
    'crba': ((Q,), ('nn',)),
    'fd': ((Q, QD, TAU), ('n',)),
    'minv': ((Q,), ('nn',)),
    'rnea_derivatives': ((Q, QD, QDD), ('nn', 'nn')),
    'fd_derivatives': ((Q, QD, TAU), ('nn', 'nn', 'nn')),
    'regressor': ((Q, QD, QDD), ('np',)),
    'coriolis': ((Q, QD), ('nn',)),
    'cmm': ((Q,), ('6n',)),
    'fk': ((Q,), ('33', '3')),
    'jac': ((Q,), ('6n',)),
    'jcom': ((Q,), ('3n',)),
}
IN_MUJOCO = {'rnea': 'rnea', 'crba': 'crba', 'fd': 'fd', 'fk': 'fk', 'jac': 'jac_', 'jcom': 'jcom'}
IN_CASADI = {name: 'jacobian' if name == 'jac' else name for name in FUNCTIONS}

# The model, and the frame of fk and jac. Robots of packages stand on a free base.
ROBOTS = {
    'ur5': ('examples/ur5.rig', 'tool0'),
    'iiwa14': ('examples/iiwa14.rig', 'iiwa_link_ee'),
    'panda': ('examples/panda.rig', 'flange'),
    'solo12': ('examples/solo12.rig', 'FL_FOOT'),
    'anymal_b': ('examples/anymal_b.rig', 'LF_FOOT'),
    'talos': ('example-robot-data/robots/talos_data/robots/talos_reduced.urdf', 'left_sole_link'),
}


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def write(path, text):
    """Files that stay the same keep their time, so that nothing is compiled twice."""
    if not os.path.exists(path) or open(path).read() != text:
        with open(path, 'w') as file:
            file.write(text)
    return path


# --- a robot in three programs ---

@dataclass
class Robot:
    name: str
    folder: str
    model: str
    frame: str
    options: list
    info: dict = field(default_factory=dict)
    P: np.ndarray = None  # velocities of rigidc from those of Pinocchio
    bodies: list = field(default_factory=list)  # joint of Pinocchio that carries each body
    places: list = field(default_factory=list)  # of coordinates: here, there, how many

    @property
    def nv(self):
        return self.info['nv']

    def shape(self, letters):
        size = {'n': self.nv, 'p': 10 * len(self.bodies)}
        return tuple(size[letter] if letter in size else int(letter) for letter in letters)

    def numbers(self, function):
        return [int(np.prod(self.shape(letters))) for letters in FUNCTIONS[function][1]]


def with_limits(path, out):
    """Joints that turn without end have a cosine and a sine as coordinates in Pinocchio: all contestants have angles."""
    tree = ElementTree.parse(path)
    for joint in tree.iter('joint'):
        if joint.get('type') == 'continuous':
            joint.set('type', 'revolute')
            for old in joint.findall('limit'):
                joint.remove(old)
            ElementTree.SubElement(joint, 'limit', lower='-10', upper='10', effort='0', velocity='0')
    tree.write(out)
    return out


def make_exact(model):
    """Quarter turns that rigidc finds by itself."""
    for placement in [*model.jointPlacements, *[frame.placement for frame in model.frames]]:
        R = placement.rotation.copy()
        near = np.abs(R - np.round(R)) < 1e-9
        R[near] = np.round(R[near])
        placement.rotation = R


def in_pinocchio(robot):
    if robot.model.endswith('.urdf'):
        path = with_limits(robot.model, robot.folder + '/robot.urdf')
        model = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer())
    else:
        run(RIGIDC, 'export', robot.model, '-o', robot.folder + '/export.urdf')
        model = pin.buildModelFromUrdf(with_limits(robot.folder + '/export.urdf', robot.folder + '/robot.urdf'))
    model.armature[:] = 0
    make_exact(model)
    model.saveToBinary(robot.folder + '/robot.bin')
    return model


def match(robot, model):
    """Joints by their names. A free joint is the first one of Pinocchio."""
    moving = [joint for joint in robot.info['joints'] if joint['v'][1]]
    robot.P = np.zeros((robot.nv, model.nv))
    for joint in moving:
        index = 1 if joint['type'] == 'free' else model.getJointId(joint['name'])
        there = model.joints[index]
        assert (there.nq, there.nv) == (joint['q'][1], joint['v'][1]), joint
        robot.P[joint['v'][0]:joint['v'][0] + there.nv, there.idx_v:there.idx_v + there.nv] = np.eye(there.nv)
        robot.places.append((joint['q'][0], there.idx_q, there.nq))
        robot.bodies.append(index)


def draw(robot):
    random, states = np.random.default_rng(1), []
    for _ in range(STATES):
        q = random.uniform(-1, 1, robot.info['nq'])
        for joint in robot.info['joints']:
            if joint['type'] == 'free':
                quaternion = slice(joint['q'][0] + 3, joint['q'][0] + 7)
                q[quaternion] /= np.linalg.norm(q[quaternion])
        states.append({Q: q, QD: random.normal(size=robot.nv), QDD: random.normal(size=robot.nv), TAU: random.normal(size=robot.nv)})
    return states


def for_pinocchio(robot, state):
    q = np.zeros(robot.info['nq'])
    for here, there, count in robot.places:
        q[there:there + count] = state[Q][here:here + count]
    return {Q: q, **{key: robot.P.T @ state[key] for key in (QD, QDD, TAU)}}


def rotation(quaternion):
    return pin.Quaternion(quaternion).matrix()


class InMujoco:
    """Places, and velocities T qd: linear velocities of a free joint are along the axes of the world in MuJoCo."""

    def __init__(self, robot):
        run(RIGIDC, 'export', robot.model, '-o', robot.folder + '/robot.xml', '--lossy', *robot.options)
        self.robot, self.model = robot, mujoco.MjModel.from_xml_path(robot.folder + '/robot.xml')
        assert self.model.nv == robot.nv

    def T(self, state):
        T = np.zeros((self.robot.nv, self.robot.nv))
        for joint in self.robot.info['joints']:
            first, count = joint['v']
            if count:
                address = self.model.joint(joint['name']).dofadr[0]
                T[address:address + count, first:first + count] = np.eye(count)
            if joint['type'] == 'free':
                T[address:address + 3, first:first + 3] = rotation(state[Q][joint['q'][0] + 3:joint['q'][0] + 7])
        return T

    def drift(self, state):
        """dT/dt qd: w x v along the axes of the world."""
        drift = np.zeros(self.robot.nv)
        for joint in self.robot.info['joints']:
            if joint['type'] == 'free':
                v, w = state[QD][joint['v'][0]:joint['v'][0] + 3], state[QD][joint['v'][0] + 3:joint['v'][0] + 6]
                address = self.model.joint(joint['name']).dofadr[0]
                drift[address:address + 3] = rotation(state[Q][joint['q'][0] + 3:joint['q'][0] + 7]) @ np.cross(w, v)
        return drift

    def state(self, state):
        q, T = self.model.qpos0.copy(), self.T(state)
        for joint in self.robot.info['joints']:
            first, count = joint['q']
            if count:
                address = self.model.joint(joint['name']).qposadr[0]
                q[address:address + count] = state[Q][first:first + count]
            if joint['type'] == 'free':
                q[address + 3:address + 7] = state[Q][first + 6], *state[Q][first + 3:first + 6]
        return {Q: q, QD: T @ state[QD], QDD: T @ state[QDD] + self.drift(state), TAU: np.linalg.solve(T.T, state[TAU])}

    def ours(self, function, parts, state):
        T = self.T(state)
        if function == 'rnea':
            return [T.T @ parts[0]]
        if function == 'fd':
            return [np.linalg.solve(T, parts[0] - self.drift(state))]
        if function == 'crba':
            return [T.T @ parts[0] @ T]
        return parts if function == 'fk' else [parts[0] @ T]


# --- contestants ---

@dataclass
class Contestant:
    function: str
    name: str
    object: str
    symbol: str
    kind: str
    states: str
    by_columns: bool = False


def compiled(command, source, out, *more):
    """Whether there is an object. A source that stays the same is compiled once."""
    if os.path.exists(out) and os.path.getmtime(out) >= os.path.getmtime(source):
        return True
    try:
        subprocess.run([*command, '-shared', '-fPIC', '-w', '-o', out, source, *more, '-lm'], check=True, timeout=LONGEST)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        print(f'# not compiled: {error}', file=sys.stderr)
        return False
    return True


def ours_of(robot, function, files):
    """Our C of one function, behind the call that all contestants have."""
    inputs, shapes = FUNCTIONS[function]
    spec = f'{function}:{robot.frame}' if function in ('fk', 'jac') else function
    base = f'{robot.folder}/ours_{function}'
    if not os.path.exists(base + '.c'):
        run(RIGIDC, 'compile', robot.model, '-f', 'f=' + spec, '--prefix=peer', '--batch=8', '-o', base + '.h', *robot.options)
    call = ', '.join([f'in[{i}]' for i in range(len(inputs))] + [f'out[{i}]' for i in range(len(shapes))])
    write(base + '.c', f'#include <stddef.h>\n#include "ours_{function}.h"\nvoid f(const double **in, double **out) {{ peer_f({call}); }}\n'
          f'void f_batch(const double **in, double **out, size_t count) {{ peer_f_batch_soa(count, {call}); }}\n')
    found = [Contestant(function, name, f'{base}_{i}.so', 'f', 'c', files['rigidc'][function])
             for i, (name, command) in enumerate(OURS.items()) if compiled(command, base + '.c', f'{base}_{i}.so')]
    if compiled(BATCH, base + '.c', base + '_batch.so'):
        found.append(Contestant(function, 'batch', base + '_batch.so', 'f_batch', 'batch', files['rigidc'][function]))
    return found


def casadi_of(robot, function, files):
    """C of CasADi without its checks of pointers."""
    base = f'{robot.folder}/casadi_{function}'
    with open(f'{robot.folder}/{IN_CASADI[function]}.c') as file:
        text = re.sub(r'if \(res\[\d+\]!=0\) ', '', re.sub(r'arg\[(\d+)\]\? (arg\[\d+\]\[\d+\]) : 0', r'\2', file.read()))
    write(base + '.c', text)
    return [Contestant(function, name, f'{base}_{i}.so', IN_CASADI[function], 'casadi', files['pinocchio'][function], True)
            for i, (name, command) in enumerate(CASADI.items()) if compiled(command, base + '.c', f'{base}_{i}.so')]


def states_of(robot, states, functions, program):
    """Files of the inputs of each function."""
    files = {}
    for function in functions:
        files[function] = f'{robot.folder}/{program}_{function}.states'
        np.concatenate([np.concatenate([state[key] for key in FUNCTIONS[function][0]]) for state in states]).tofile(files[function])
    return files


def contestants(robot, folder, functions, in_mujoco, states):
    files = {'rigidc': states_of(robot, states, functions, 'rigidc'),
             'pinocchio': states_of(robot, [for_pinocchio(robot, state) for state in states], functions, 'pinocchio'),
             'mujoco': states_of(robot, [in_mujoco.state(state) for state in states], functions, 'mujoco')}
    with ThreadPoolExecutor(int(os.environ.get('JOBS', 2))) as pool:
        ours = list(pool.map(lambda function: ours_of(robot, function, files), functions))
        theirs = list(pool.map(lambda function: casadi_of(robot, function, files), functions))
    for function, own, casadi in zip(functions, ours, theirs):
        yield from own
        yield from casadi
        yield Contestant(function, 'Pinocchio', folder + '/peers_pinocchio.so', function, 'own', files['pinocchio'][function], True)
        if function in IN_MUJOCO:
            yield Contestant(function, 'MuJoCo', folder + '/peers_mujoco.so', IN_MUJOCO[function], 'own', files['mujoco'][function])


# --- results and times ---

def ours(robot, contestant, parts, in_mujoco, state):
    """Results in the order of rigidc's joints."""
    if contestant.name == 'MuJoCo':
        return in_mujoco.ours(contestant.function, parts, state)
    if not contestant.by_columns or contestant.function == 'fk':
        return parts
    P = robot.P
    if contestant.function == 'regressor':
        return [np.hstack([P @ parts[0][:, 10 * (index - 1):10 * index] for index in robot.bodies])]
    return [P @ part if part.ndim == 1 else (P @ part if part.shape[0] == robot.nv else part) @ P.T for part in parts]


def check(robot, all_of_them, path, in_mujoco, states):
    """The largest difference between contestants of a function, which have results of the first states. Those that differ are left out."""
    numbers, at, first, good = np.fromfile(path), 0, {}, []
    for contestant in all_of_them:
        worst = 0.0
        for i in range(SHOWN):
            parts = []
            for letters in FUNCTIONS[contestant.function][1]:
                shape = robot.shape(letters)
                size = int(np.prod(shape))
                parts.append(numbers[at:at + size].reshape(shape, order='F' if contestant.by_columns else 'C'))
                at += size
            found = ours(robot, contestant, parts, in_mujoco, states[i])
            wanted = first.setdefault((contestant.function, i), found)
            worst = max([worst, *(abs(f - w).max() / max(1, abs(w).max()) for f, w in zip(found, wanted))])
        good.append(worst <= TOLERANCE)
        if not good[-1]:
            print(f'# {robot.name} {contestant.function}: {contestant.name} differs by {worst:.2g}', file=sys.stderr)
    return good


def times(robot, folder, all_of_them, rounds, in_mujoco, states):
    lines = [f'open\t{folder}/peers_pinocchio.so\t{robot.folder}/robot.bin\t{robot.frame}', f'open\t{folder}/peers_mujoco.so\t{robot.folder}/robot.xml\t{robot.frame}']
    for each in all_of_them:
        sizes = [robot.info['nq'] if key == Q else robot.nv for key in FUNCTIONS[each.function][0]]
        lines.append('\t'.join([each.function, each.name, each.object, each.symbol, each.kind, each.states, ','.join(map(str, sizes)),
                                ','.join(map(str, robot.numbers(each.function)))]))
    said = run(folder + '/peers_contest', str(rounds), robot.folder + '/results', input='\n'.join(lines) + '\n')
    good = check(robot, all_of_them, robot.folder + '/results', in_mujoco, states)
    rows = [line.split('\t') for line in said.splitlines()]
    return {(function, name): float(time) for (function, name, time), right in zip(rows, good) if right}


def row(robot, function, time):
    """Times, and how often ours fit into the fastest peer."""
    def best(names):
        return min((time[function, name] for name in names if (function, name) in time), default=None)
    peers = best(['Pinocchio']), best(CASADI), best(['MuJoCo'])
    mine = best(['default gcc -O2']), best(OURS), best(['batch'])
    fastest = min((peer for peer in peers if peer), default=None)
    cells = [f'{number:.4g}' if number else '' for number in (*peers, *mine)]
    cells += [f'{fastest / number:.2f}' if fastest and number else '' for number in mine]
    return f'| {robot.name} | {function} | ' + ' | '.join(cells) + ' |'


def measured(name, folder, functions, rounds):
    model, frame = ROBOTS[name]
    packages = f'{os.path.dirname(pin.__path__[0])}/cmeel.prefix/share/'
    free = model.endswith('.urdf')
    robot = Robot(name, f'{folder}/{name}', packages + model if free else model, frame, ['--base=free'] if free else [])
    os.makedirs(robot.folder, exist_ok=True)
    import json
    robot.info = json.loads(run(RIGIDC, 'info', robot.model, '--json', '-f', 'energy', *robot.options))
    match(robot, in_pinocchio(robot))
    states, in_mujoco = draw(robot), InMujoco(robot)
    if not os.path.exists(robot.folder + '/jcom.c'):
        run(folder + '/peers_casadi', robot.folder + '/robot.bin', frame, robot.folder + '/')
    all_of_them = list(contestants(robot, folder, functions, in_mujoco, states))
    time = times(robot, folder, all_of_them, rounds, in_mujoco, states)
    return [row(robot, function, time) for function in functions]


def main():
    folder = os.path.abspath(sys.argv[1])
    functions = os.environ.get('FUNCTIONS', '').split() or list(FUNCTIONS)
    rows = ['| robot | function | Pinocchio | CasADi | MuJoCo | default | fastest | batch | peer / default | peer / fastest | peer / batch |',
            '|---|---|---|---|---|---|---|---|---|---|---|']
    print(*rows, sep='\n')
    for name in sys.argv[2:] or list(ROBOTS):
        found = measured(name, folder, functions, int(os.environ.get('ROUNDS', 100)))
        print(*found, sep='\n', flush=True)
        rows += found
    write(folder + '/peers.md', '\n'.join(rows) + '\n')


main()
