"""Files of `rigidc export` in MuJoCo and in Drake.

models_client.py mujoco|drake [MODEL FILE]...: the bodies and joints of the model are there by name. Where its coordinates are those of hinges
and sliders, M is that of the model, at random states. Drake has the armature of a joint with an actuator alone.
"""
import json
import os
import subprocess
import sys

import numpy as np
from tap import attempt, near, numbers_of, ok

STATES = 3
random = np.random.default_rng(1)


class InMujoco:
    def __init__(self, path):
        import mujoco
        self.mujoco, self.model = mujoco, mujoco.MjModel.from_xml_path(path)
        self.data = mujoco.MjData(self.model)
        self.bodies = [self.model.body(i).name for i in range(self.model.nbody)]
        self.joints = [self.model.joint(i).name for i in range(self.model.njnt)]
        self.nv = self.model.nv

    def M(self, q):
        for name, value in q.items():
            self.data.qpos[self.model.joint(name).qposadr[0]] = value
        self.mujoco.mj_forward(self.model, self.data)
        M = np.zeros((self.nv, self.nv))
        self.mujoco.mj_fullM(self.model, self.data, M)
        order = [self.model.joint(name).dofadr[0] for name in q]
        return M[np.ix_(order, order)]


class InDrake:
    def __init__(self, path):
        from pydrake.multibody.parsing import Parser
        from pydrake.multibody.plant import MultibodyPlant
        from pydrake.multibody.tree import BodyIndex, JointIndex
        self.plant = MultibodyPlant(0.0)
        Parser(self.plant).AddModels(path)
        self.plant.Finalize()
        self.bodies = [self.plant.get_body(BodyIndex(i)).name() for i in range(self.plant.num_bodies())]
        self.by_name = {joint.name(): joint for joint in map(self.plant.get_joint, map(JointIndex, range(self.plant.num_joints())))}
        self.joints, self.nv = list(self.by_name), self.plant.num_velocities()

    def M(self, q):
        context = self.plant.CreateDefaultContext()
        positions = self.plant.GetPositions(context).copy()
        for name, value in q.items():
            positions[self.by_name[name].position_start()] = value
        self.plant.SetPositions(context, positions)
        order = [self.by_name[name].velocity_start() for name in q]
        return self.plant.CalcMassMatrix(context)[np.ix_(order, order)]


def described(model):
    return json.loads(subprocess.run([os.environ['RIGIDC'], 'info', model, '--json'], capture_output=True, text=True, check=True).stdout)


def has(names, name):
    """A joint with several coordinates is a joint for each of them. A free joint may be a body without a joint."""
    return any(each == name or each.startswith(name + '_') for each in names)


def compare(Program, model, path):
    info, peer = described(model), Program(path)
    moving = [joint for joint in info['joints'] if joint['v'][1]]
    lost = [joint['child'] for joint in info['joints'] if joint['child'] not in peer.bodies]
    lost += [joint['name'] for joint in moving if joint['type'] != 'free' and not has(peer.joints, joint['name'])]
    name = os.path.basename(path)
    ok(f'{name}: {len(peer.bodies)} bodies, {len(peer.joints)} joints, nv {peer.nv}', not lost, lost)
    moving.sort(key=lambda joint: joint['v'][0])
    with open(path) as file:
        lacks_armature = Program is InDrake and 'armature' in file.read()
    if peer.nv != info['nv'] or any(joint['v'][1] > 1 for joint in moving) or lacks_armature:
        return
    found, wanted = [], []
    for _ in range(STATES):
        q = random.uniform(-1, 1, info['nq'])
        found.append(peer.M({joint['name']: q[joint['q'][0]] for joint in moving}).ravel())
        wanted.append(numbers_of(model, 'crba', q))
    near(f'{name}: M', found, wanted, 1e-11)


program = {'mujoco': InMujoco, 'drake': InDrake}[sys.argv[1]]
for each in range(2, len(sys.argv), 2):
    attempt(os.path.basename(sys.argv[each + 1]), compare, program, sys.argv[each], sys.argv[each + 1])
