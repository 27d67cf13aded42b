"""The mass matrix of an SDFormat model, straight from its links and joints: M = sum of m Jv^T Jv + Jw^T I Jw.

    sdf_mass_matrix.py FILE.sdf JOINT=POSITION...    prints M by rows, joints in the order of the arguments

Knows revolute, continuous, prismatic, fixed and screw joints and mimics, on links whose poses are in the model."""
import math
import sys
import xml.etree.ElementTree as ElementTree


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for i in range(len(a))]


def turned(R, x):
    return [sum(R[i][k] * x[k] for k in range(3)) for i in range(3)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def about(axis, angle):
    """Rodrigues: R = 1 + sin [a] + (1 - cos) [a]^2"""
    x, y, z = axis
    K = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    KK = product(K, K)
    return [[(i == k) + math.sin(angle) * K[i][k] + (1 - math.cos(angle)) * KK[i][k] for k in range(3)] for i in range(3)]


def pose_of(element):
    text = element.findtext("pose") if element is not None else None
    x, y, z, roll, pitch, yaw = map(float, (text or "0 0 0 0 0 0").split())
    return product(about([0, 0, 1], yaw), product(about([0, 1, 0], pitch), about([1, 0, 0], roll))), [x, y, z]


def compose(a, b):
    return product(a[0], b[0]), [p + q for p, q in zip(a[1], turned(a[0], b[1]))]


def inverse(a):
    R = [list(row) for row in zip(*a[0])]
    return R, [-x for x in turned(R, a[1])]


class Model:
    def __init__(self, path):
        model = ElementTree.parse(path).getroot().find(".//model")
        self.link = {link.get("name"): link for link in model.findall("link")}
        self.place = {name: pose_of(link) for name, link in self.link.items()}
        self.place["world"] = pose_of(None)
        self.joint = {joint.findtext("child").strip(): joint for joint in model.findall("joint")}

    def position(self, joint, q):
        mimic = joint.find("axis/mimic") if joint.find("axis") is not None else None
        if mimic is None:
            return q.get(joint.get("name"), 0.0), {joint.get("name"): 1.0}
        value, slope = q[mimic.get("joint")], float(mimic.findtext("multiplier"))
        return slope * (value - float(mimic.findtext("reference"))) + float(mimic.findtext("offset")), {mimic.get("joint"): slope}

    def locate(self, name, q):
        """Pose of a link, and the twists (v at the world's origin, w) of the coordinates that move it."""
        if name == "world" or name not in self.joint:
            return self.place[name], {}
        joint = self.joint[name]
        parent = joint.findtext("parent").strip()
        pose, twists = self.locate(parent, q)
        twists = {key: list(value) for key, value in twists.items()}
        frame = compose(self.place[name], pose_of(joint))
        pose = compose(pose, compose(inverse(self.place[parent]), frame))
        kind = joint.get("type")
        if kind != "fixed":
            axis = [float(x) for x in joint.findtext("axis/xyz").split()]
            length = math.sqrt(sum(x * x for x in axis))
            axis = [x / length for x in axis]
            position, slopes = self.position(joint, q)
            way = {"prismatic": 1.0, "screw": -1 / float(joint.findtext("thread_pitch") or "-inf")}.get(kind, 0.0)
            turn = 0.0 if kind == "prismatic" else 1.0
            line = turned(pose[0], axis)
            w = [turn * x for x in line]
            v = [way * x + y for x, y in zip(line, cross(pose[1], w))]
            for key, slope in slopes.items():
                twist = twists.setdefault(key, [0.0] * 6)
                for i, x in enumerate(v + w):
                    twist[i] += slope * x
            pose = compose(pose, (about(axis, turn * position), [way * position * x for x in axis]))
        return compose(pose, inverse(pose_of(joint))), twists

    def mass_matrix(self, names, q):
        M = [[0.0] * len(names) for _ in names]
        for name, link in self.link.items():
            pose, twists = self.locate(name, q)
            inertial = link.find("inertial")
            mass = float(inertial.findtext("mass"))
            centre = compose(pose, pose_of(inertial))
            entry = {k: float(inertial.findtext("inertia/i" + k)) for k in ("xx", "xy", "xz", "yy", "yz", "zz")}
            I = [[entry["".join(sorted("xyz"[i] + "xyz"[k]))] for k in range(3)] for i in range(3)]
            for i, a in enumerate(names):
                for k, b in enumerate(names):
                    if a in twists and b in twists:
                        M[i][k] += self.energy(mass, I, centre, twists[a], twists[b])
        return M

    @staticmethod
    def energy(mass, I, centre, a, b):
        v = [[x + y for x, y in zip(t[:3], cross(t[3:], centre[1]))] for t in (a, b)]
        w = [turned([list(row) for row in zip(*centre[0])], t[3:]) for t in (a, b)]
        return mass * sum(x * y for x, y in zip(*v)) + sum(x * y for x, y in zip(w[0], turned(I, w[1])))


def main():
    q = dict((name, float(value)) for name, value in (given.rsplit("=", 1) for given in sys.argv[2:]))
    for row in Model(sys.argv[1]).mass_matrix(list(q), q):
        print(*map(repr, row))


main()
