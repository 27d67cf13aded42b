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
import sysconfig
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
DIRECTION, WEIGHT = ('q_dot', 'qd_dot', 'qdd_dot'), 'weight'
VECTORS = (QD, QDD, TAU, *DIRECTION, WEIGHT)  # n numbers each


@dataclass(frozen=True)
class Function:
    """Inputs, and shapes of the results: n is a velocity, p a parameter, l a force of a contact, o of a loop, whose sign is another there."""
    inputs: tuple
    shapes: tuple
    spec: str = ''  # for rigidc, if it has more than the name
    mujoco: str = ''  # symbols of the peers
    pinocchio: str = ''
    casadi: str = ''


def held(phase, spec, force='l'):
    return Function((Q, QD, TAU), ('n', force), spec, pinocchio='fd_held', casadi='fd_' + phase)


PHASES = ('one', 'two', 'four', 'sole')
FUNCTIONS = {
    'rnea': Function((Q, QD, QDD), ('n',), mujoco='rnea'),
    'crba': Function((Q,), ('nn',), mujoco='crba'),
    'fd': Function((Q, QD, TAU), ('n',), mujoco='fd'),
    'minv': Function((Q,), ('nn',)),
    'rnea_derivatives': Function((Q, QD, QDD), ('nn', 'nn')),
    'fd_derivatives': Function((Q, QD, TAU), ('nn', 'nn', 'nn')),
    'regressor': Function((Q, QD, QDD), ('np',)),
    'coriolis': Function((Q, QD), ('nn',)),
    'cmm': Function((Q,), ('6n',)),
    'fk': Function((Q,), ('33', '3'), 'fk:{frame}', mujoco='fk'),
    'jac': Function((Q,), ('6n',), 'jac:{frame}', mujoco='jac_', casadi='jacobian'),
    'jcom': Function((Q,), ('3n',), mujoco='jcom'),
    'jvp:rnea': Function((Q, QD, QDD, *DIRECTION), ('n',), pinocchio='jvp_rnea', casadi='jvp_rnea'),
    'vjp:rnea': Function((Q, QD, QDD, WEIGHT), ('n', 'n', 'n'), pinocchio='vjp_rnea', casadi='vjp_rnea'),
    'vjp:fd': Function((Q, QD, TAU, WEIGHT), ('n', 'n', 'n'), pinocchio='vjp_fd', casadi='vjp_fd'),
    **{f'fd:{phase}': held(phase, f'fd:{phase}+lambda:{phase}') for phase in PHASES},
    'fd:loops': held('loops', 'fd+lambda', 'o'),
}


@dataclass(frozen=True)
class Source:
    """A model, the frame of fk and jac, and rows of a phase: their kind, and the frames that each holds, one on the ground or two on each other.
    URDF files are those of packages, on a free base. Loops hold always, so a robot with loops has no other functions."""
    model: str
    frame: str
    phases: dict = field(default_factory=dict)


def on_points(*feet):
    ends = tuple((foot,) for foot in feet)
    return {'one': ('point', ends[:1]), 'two': ('point', ends[:2]), 'four': ('point', ends)}


ROBOTS = {
    'ur5': Source('examples/ur5.rig', 'tool0'),
    'iiwa14': Source('examples/iiwa14.rig', 'iiwa_link_ee'),
    'panda': Source('examples/panda.rig', 'flange'),
    'solo12': Source('examples/solo12.rig', 'FL_FOOT', on_points('FL_FOOT', 'HR_FOOT', 'FR_FOOT', 'HL_FOOT')),
    'anymal_b': Source('examples/anymal_b.rig', 'LF_FOOT', on_points('LF_FOOT', 'RH_FOOT', 'RF_FOOT', 'LH_FOOT')),
    'talos': Source('example-robot-data/robots/talos_data/robots/talos_reduced.urdf', 'left_sole_link', {'sole': ('fixed', (('left_sole_link',),))}),
    'icub': Source('iCub/robots/iCubGazeboV2_5/model.urdf', 'l_sole', {'sole': ('fixed', (('l_sole',),))}),
    'stewart': Source('examples/loops/stewart.rig', 'ball[0]', {'loops': ('loop', tuple((f'ball[{k}]', f'upper[{k}]') for k in range(6)))}),
}
ROWS = {'point': 3, 'fixed': 6, 'loop': 3}


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
    source: Source
    options: list
    info: dict = field(default_factory=dict)
    P: np.ndarray = None  # velocities of rigidc from those of Pinocchio
    bodies: list = field(default_factory=list)  # joint of Pinocchio that carries each body
    places: list = field(default_factory=list)  # of coordinates: here, there, how many

    @property
    def nv(self):
        return self.info['nv']

    def held(self, function):
        """Kind and frames of the rows of a function."""
        return self.source.phases.get(function.partition(':')[2], ('point', ()))

    def shapes(self, function):
        kind, frames = self.held(function)
        size = {'n': self.nv, 'p': 10 * len(self.bodies), **dict.fromkeys('lo', ROWS[kind] * len(frames))}
        return [tuple(size[letter] if letter in size else int(letter) for letter in letters) for letters in FUNCTIONS[function].shapes]

    def numbers(self, function):
        return [int(np.prod(shape)) for shape in self.shapes(function)]

    def sizes(self, function):
        return [self.info['nq'] if key == Q else self.nv for key in FUNCTIONS[function].inputs]

    def functions(self):
        """Those of phases that it has not are left out."""
        if 'loops' in self.source.phases:
            return ['fd:loops']
        return [function for function in FUNCTIONS if FUNCTIONS[function].pinocchio != 'fd_held' or self.held(function)[1]]


def file_of(function):
    return function.replace(':', '_')


def with_limits(path, out):
    """Joints that turn without end have a cosine and a sine as coordinates in Pinocchio: all contestants have angles. Nobody reads shapes."""
    tree = ElementTree.parse(path)
    for link in tree.iter('link'):
        for shape in [*link.findall('visual'), *link.findall('collision')]:
            link.remove(shape)
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


def end(model, name='universe'):
    """The place of a frame on its joint, as peers_held.h reads it. Without a name it is on the ground."""
    frame = model.frames[model.getFrameId(name)]
    numbers = *frame.placement.rotation.flatten(), *frame.placement.translation
    return ' '.join([str(frame.parentJoint), *(f'{number:.17g}' for number in numbers)])


def in_pinocchio(robot):
    if robot.model.endswith('.urdf'):
        path = with_limits(robot.model, robot.folder + '/robot.urdf')
        model = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer())
    else:
        run(RIGIDC, 'export', robot.model, '-o', robot.folder + '/export.urdf', *['--lossy'] * ('loops' in robot.source.phases))
        model = pin.buildModelFromUrdf(with_limits(robot.folder + '/export.urdf', robot.folder + '/robot.urdf'))
    model.armature[:] = 0
    make_exact(model)
    model.saveToBinary(robot.folder + '/robot.bin')
    write(robot.folder + '/robot.bin.held', ''.join(f'{phase} {ROWS[kind]} {end(model, *ends[:1])} {end(model, *ends[1:])}\n'
                                                    for phase, (kind, frames) in robot.source.phases.items() for ends in frames))
    return model


def match(robot, model):
    """Joints by their names. A universal joint is two joints there, a free base of packages has a name of its own."""
    moving = [joint for joint in robot.info['joints'] if joint['v'][1]]
    robot.P = np.zeros((robot.nv, model.nv))
    for joint in moving:
        names = [name for name in (joint['name'], joint['name'] + '_a', joint['name'] + '_b') if model.existJointName(name)]
        parts = [model.getJointId(name) for name in names] or [1]
        q, v = joint['q'][0], joint['v'][0]
        for there in (model.joints[index] for index in parts):
            robot.P[v:v + there.nv, there.idx_v:there.idx_v + there.nv] = np.eye(there.nv)
            robot.places.append((q, there.idx_q, there.nq))
            q, v = q + there.nq, v + there.nv
        assert (q, v) == (sum(joint['q']), sum(joint['v'])), joint
        robot.bodies.append(parts[-1])


def draw(robot):
    """Coordinates at random, of a robot with loops near its first pose."""
    random, states = np.random.default_rng(1), []
    for _ in range(STATES):
        q = random.uniform(-1, 1, robot.info['nq'])
        if 'loops' in robot.source.phases:
            q = np.array(robot.info['poses'][0]['q']) + 0.1 * q
        for joint in robot.info['joints']:
            if joint['type'] == 'free':
                quaternion = slice(joint['q'][0] + 3, joint['q'][0] + 7)
                q[quaternion] /= np.linalg.norm(q[quaternion])
        states.append({Q: q, **{key: random.normal(size=robot.nv) for key in VECTORS}})
    return states


def for_pinocchio(robot, state):
    q = np.zeros(robot.info['nq'])
    for here, there, count in robot.places:
        q[there:there + count] = state[Q][here:here + count]
    return {Q: q, **{key: robot.P.T @ state[key] for key in VECTORS}}


def rows_of(robot, model, function, q):
    """How far the ends of the rows are apart, and their Jacobian. On the ground an end is where it is."""
    kind, frames = robot.held(function)
    data, apart, J = model.createData(), [], []
    for ends in frames:
        ids = [model.getFrameId(frame) for frame in ends]
        by = [pin.computeFrameJacobian(model, data, q, index, pin.LOCAL_WORLD_ALIGNED)[:ROWS[kind]] for index in ids]
        places = [pin.updateFramePlacement(model, data, index).translation.copy() for index in ids]
        apart.append(places[0] - places[1] if ends[1:] else np.zeros(ROWS[kind]))
        J.append(by[0] - by[1] if ends[1:] else by[0])
    return np.concatenate(apart), np.vstack(J)


def at_rest(robot, model, function, state):
    """The next state in which loops are closed, and held ends do not move on each other or on the ground."""
    if not robot.held(function)[1]:
        return state
    there = for_pinocchio(robot, state)
    q = there[Q]
    for _ in range(20):
        apart, J = rows_of(robot, model, function, q)
        if not apart.any():
            break
        q = pin.integrate(model, q, -np.linalg.pinv(J) @ apart)
    here = {Q: np.zeros(robot.info['nq']), QD: robot.P @ (there[QD] - np.linalg.pinv(J) @ J @ there[QD])}
    for at, place, count in robot.places:
        here[Q][at:at + count] = q[place:place + count]
    return {**state, **here}


def rotation(quaternion):
    return pin.Quaternion(quaternion).matrix()


def fuse(path, frame):
    """MuJoCo computes all bodies and sites, and an iCub has hundreds that are fixed: only the frame of fk and jac stays, as a site."""
    tree = ElementTree.parse(path)
    compiler = tree.find('compiler')
    (ElementTree.SubElement(tree.getroot(), 'compiler') if compiler is None else compiler).set('fusestatic', 'true')
    for body in tree.iter('body'):
        for site in [site for site in body.findall('site') if site.get('name') != frame]:
            body.remove(site)
        if body.get('name') == frame:
            ElementTree.SubElement(body, 'site', name=frame)
    tree.write(path)


class InMujoco:
    """Places, and velocities T qd: linear velocities of a free joint are along the axes of the world in MuJoCo."""

    def __init__(self, robot):
        model = robot.folder + '/robot.urdf' if robot.model.endswith('.urdf') else robot.model
        run(RIGIDC, 'export', model, '-o', robot.folder + '/robot.xml', '--lossy', *robot.options)
        fuse(robot.folder + '/robot.xml', robot.source.frame)
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


def in_contact(robot, function):
    """Options that give the model the contacts of a function."""
    kind, frames = robot.held(function)
    ground = [ends[0] for ends in frames if not ends[1:]]
    phase = [f'--phase={function.partition(":")[2]}={",".join("at_" + frame for frame in ground)}']
    return [f'--contact=at_{frame}={frame}:{kind}' for frame in ground] + phase * bool(ground)


def ours_of(robot, function, files):
    """Our C of one function, behind the call that all contestants have."""
    row = FUNCTIONS[function]
    name, spec = f'ours_{file_of(function)}', (row.spec or function).format(frame=robot.source.frame)
    base, batch = f'{robot.folder}/{name}', f'{robot.folder}/{name}_batch'
    call = ', '.join([f'in[{i}]' for i in range(len(row.inputs))] + [f'out[{i}]' for i in range(len(row.shapes))])
    for path, options, head, body in ((base, [], '', f'peer_f({call})'),
                                      (batch, ['--batch=8'], ', size_t count', f'peer_f_batch_soa(count, {call})')):
        if not os.path.exists(path + '.c'):
            run(RIGIDC, 'compile', robot.model, '-f', 'f=' + spec, '--prefix=peer', '-o', path + '.h', *options, *robot.options,
                *in_contact(robot, function))
        write(path + '.c', f'#include <stddef.h>\n#include "{os.path.basename(path)}.h"\n'
              f'void f(const double **in, double **out{head}) {{ {body}; }}\n')
    found = [Contestant(function, name, f'{base}_{i}.so', 'f', 'c', files['rigidc'][function])
             for i, (name, command) in enumerate(OURS.items()) if compiled(command, base + '.c', f'{base}_{i}.so')]
    if compiled(BATCH, batch + '.c', batch + '.so'):
        found.append(Contestant(function, 'batch', batch + '.so', 'f', 'batch', files['rigidc'][function]))
    return found


def in_casadi(function):
    return FUNCTIONS[function].casadi or function


def casadi_of(robot, function, files):
    """C of CasADi without its checks of pointers."""
    base = f'{robot.folder}/casadi_{file_of(function)}'
    with open(f'{robot.folder}/{in_casadi(function)}.c') as file:
        text = re.sub(r'if \(res\[\d+\]!=0\) ', '', re.sub(r'arg\[(\d+)\]\? (arg\[\d+\]\[\d+\]) : 0', r'\2', file.read()))
    write(base + '.c', text)
    return [Contestant(function, name, f'{base}_{i}.so', in_casadi(function), 'casadi', files['pinocchio'][function], True)
            for i, (name, command) in enumerate(CASADI.items()) if compiled(command, base + '.c', f'{base}_{i}.so')]


def states_of(robot, functions, program, convert):
    """Files of the inputs of each function."""
    files = {}
    for function, states in functions.items():
        files[function] = f'{robot.folder}/{program}_{file_of(function)}.states'
        found = [convert(state) for state in states]
        np.concatenate([np.concatenate([state[key] for key in FUNCTIONS[function].inputs]) for state in found]).tofile(files[function])
    return files


def contestants(robot, folder, functions, in_mujoco):
    """FUNCTIONS have their states."""
    files = {'rigidc': states_of(robot, functions, 'rigidc', lambda state: state),
             'pinocchio': states_of(robot, functions, 'pinocchio', lambda state: for_pinocchio(robot, state)),
             'mujoco': states_of(robot, {name: states for name, states in functions.items() if FUNCTIONS[name].mujoco}, 'mujoco', in_mujoco.state)}
    with ThreadPoolExecutor(int(os.environ.get('JOBS', 2))) as pool:
        ours = list(pool.map(lambda function: ours_of(robot, function, files), functions))
        theirs = list(pool.map(lambda function: casadi_of(robot, function, files), functions))
    for function, own, casadi in zip(functions, ours, theirs):
        row = FUNCTIONS[function]
        yield from own
        yield from casadi
        yield Contestant(function, 'Pinocchio', folder + '/peers_pinocchio.so', row.pinocchio or function, 'own', files['pinocchio'][function], True)
        if row.mujoco:
            yield Contestant(function, 'MuJoCo', folder + '/peers_mujoco.so', row.mujoco, 'own', files['mujoco'][function])


# --- results and times ---

def from_pinocchio(robot, part, letters):
    if letters == 'np':
        return np.hstack([robot.P @ part[:, 10 * (index - 1):10 * index] for index in robot.bodies])
    if letters == 'o':
        return -part
    rows = robot.P @ part if letters[0] == 'n' else part
    return rows @ robot.P.T if letters[1:] == 'n' else rows


def ours(robot, contestant, parts, in_mujoco, state):
    """Results in the order of rigidc's joints."""
    if contestant.name == 'MuJoCo':
        return in_mujoco.ours(contestant.function, parts, state)
    if not contestant.by_columns:
        return parts
    return [from_pinocchio(robot, part, letters) for part, letters in zip(parts, FUNCTIONS[contestant.function].shapes)]


def check(robot, all_of_them, path, in_mujoco, functions):
    """The largest difference between contestants of a function, which have results of the first states. Those that differ are left out."""
    numbers, at, first, good = np.fromfile(path), 0, {}, []
    for contestant in all_of_them:
        worst = 0.0
        for i in range(SHOWN):
            parts = []
            for shape in robot.shapes(contestant.function):
                size = int(np.prod(shape))
                parts.append(numbers[at:at + size].reshape(shape, order='F' if contestant.by_columns else 'C'))
                at += size
            found = ours(robot, contestant, parts, in_mujoco, functions[contestant.function][i])
            wanted = first.setdefault((contestant.function, i), found)
            worst = max([worst, *(abs(f - w).max() / max(1, abs(w).max()) for f, w in zip(found, wanted))])
        good.append(worst <= TOLERANCE)
        if not good[-1]:
            print(f'# {robot.name} {contestant.function}: {contestant.name} differs by {worst:.2g}', file=sys.stderr)
    return good


def times(robot, folder, all_of_them, rounds, in_mujoco, functions):
    lines = [f'open\t{folder}/peers_{program}.so\t{robot.folder}/{model}\t{robot.source.frame}'
             for program, model in (('pinocchio', 'robot.bin'), ('mujoco', 'robot.xml'))]
    for each in all_of_them:
        lines.append('\t'.join([each.function, each.name, each.object, each.symbol, each.kind, each.states,
                                ','.join(map(str, robot.sizes(each.function))), ','.join(map(str, robot.numbers(each.function)))]))
    said = run(folder + '/peers_contest', str(rounds), robot.folder + '/results', input='\n'.join(lines) + '\n')
    good = check(robot, all_of_them, robot.folder + '/results', in_mujoco, functions)
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


def measured(name, folder, wanted, rounds):
    source = ROBOTS[name]
    free = source.model.endswith('.urdf')
    roots = sysconfig.get_paths()['purelib'] + '/cmeel.prefix/share/', sys.prefix + '/share/'
    path = next(root + source.model for root in roots if os.path.exists(root + source.model)) if free else source.model
    robot = Robot(name, f'{folder}/{name}', path, source, ['--base=free'] if free else [])
    os.makedirs(robot.folder, exist_ok=True)
    robot.info = json.loads(run(RIGIDC, 'info', robot.model, '--json', '-f', 'energy', *robot.options))
    model = in_pinocchio(robot)
    match(robot, model)
    drawn, in_mujoco = draw(robot), InMujoco(robot)
    functions = {each: [at_rest(robot, model, each, state) for state in drawn] for each in robot.functions() if each in wanted}
    missing = [in_casadi(each) for each in functions if not os.path.exists(f'{robot.folder}/{in_casadi(each)}.c')]
    if missing:
        run(folder + '/peers_casadi', robot.folder + '/robot.bin', source.frame, robot.folder + '/', *missing)
    all_of_them = list(contestants(robot, folder, functions, in_mujoco))
    time = times(robot, folder, all_of_them, rounds, in_mujoco, functions)
    return [row(robot, function, time) for function in functions]


def main():
    folder = os.path.abspath(sys.argv[1])
    wanted = os.environ.get('FUNCTIONS', '').split() or list(FUNCTIONS)
    rows = ['| robot | function | Pinocchio | CasADi | MuJoCo | default | fastest | batch | peer / default | peer / fastest | peer / batch |',
            '|---|---|---|---|---|---|---|---|---|---|---|']
    print(*rows, sep='\n')
    for name in sys.argv[2:] or list(ROBOTS):
        found = measured(name, folder, wanted, int(os.environ.get('ROUNDS', 100)))
        print(*found, sep='\n', flush=True)
        rows += found
    write(folder + '/peers.md', '\n'.join(rows) + '\n')


main()
