"""Every attribute of MuJoCo's schema is read by grammar/mjcf, told, or harmless. The last are rows of mjcf_harmless.txt. TAP."""
import glob
import re
import sys
from typing import Dict, List, Set, Tuple

import mujoco
import numpy as np

from table import Tap

INDENT, COLUMN = 3, 30  # of mj_printSchema
Known = Dict[Tuple[str, str], Set[str]]


def schema() -> Dict[str, List[str]]:
    """Attributes by the path of an element: mujoco/option/flag."""
    path: List[str] = []
    found: Dict[str, List[str]] = {}
    for line in mujoco.mj_printSchema(False, False).split("\n"):
        head = re.match(r"( *)([^ ]+)(?: \(.\))?\s*$", line[:COLUMN])
        if head:
            path = path[:len(head.group(1)) // INDENT] + [head.group(2).replace("(world)", "")]
        if path:
            found.setdefault("/".join(path), []).extend(line[COLUMN:].split())
    return found


def known() -> Known:
    """Rows of known.def: names by kind of row and element."""
    with open("grammar/mjcf/known.def", encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S).replace("\\\n", "")
    words = dict(re.findall(r'#define (\w+)\s+((?:"[^"]*"\s*)+)', text))
    found: Known = {}
    for kind, element, names in re.findall(r'(KNOWN|EXPANDED|ATTRIBUTES)\("(\w+)",((?:\s*(?:"[^"]*"|\w+))*)\)', text):
        parts = re.findall(r'"[^"]*"|\w+', names)
        found.setdefault((kind, element), set()).update(" ".join(words.get(part, part).replace('"', " ") for part in parts).split())
    return found


def read_words() -> Set[str]:
    """What the reader's code names."""
    words: Set[str] = set()
    for path in glob.glob("grammar/mjcf/*.[ch]"):
        with open(path, encoding="utf-8") as file:
            words.update(word for text in re.findall(r'"([^"\n]*)"', file.read()) for word in text.split())
    return words


def harmless() -> Tuple[Dict[str, Set[str]], Set[str]]:
    """Attributes by element, and elements."""
    attributes: Dict[str, Set[str]] = {}
    elements: Set[str] = set()
    with open("tests/peers/mjcf_harmless.txt", encoding="utf-8") as file:
        for line in file:
            row = line.split("|")[0].strip()
            if row.startswith("element "):
                elements.add(row.split()[1])
            elif row and not row.startswith("#"):
                element, names = row.split(":")
                attributes.setdefault(element.replace("* ", ""), set()).update(names.split())
    return attributes, elements


def test_attributes(tap: Tap) -> None:
    rows, words, (fine, elements), actuators = known(), read_words(), harmless(), known()["KNOWN", "actuator"]
    used: Set[Tuple[str, str]] = set()
    for path, names in schema().items():
        parts = path.split("/")
        element = parts[-1]
        if elements & set(parts):
            used.update(("element", part) for part in parts)
            continue
        kinds = [element] + ["actuator"] * (element in actuators)
        wrong = []
        for name in names:
            if name not in rows.get(("ATTRIBUTES", element), set()):
                wrong.append(f"{name} is told as unknown")
            elif name not in words and not any(name in fine.get(kind, set()) for kind in kinds):
                wrong.append(f"{name} is neither read nor harmless")
            used.update((kind, name) for kind in kinds)
        tap.line(not wrong, path, "; ".join(wrong))
    rest = [f"{element} {name}" for element, names in fine.items() for name in names if (element, name) not in used]
    rest += [element for element in elements if ("element", element) not in used]
    tap.line(not rest, "every row of mjcf_harmless.txt is of an attribute that MuJoCo has", ", ".join(rest))


MODEL = """<mujoco><compiler {compiler}/><option><flag {flag}/></option><worldbody><body name="a"><joint axis="0 1 0" stiffness="2"/>
<geom size=".1 .2 .3" type="box"/><geom size=".1" pos=".3 0 0" contype="0" conaffinity="0" group="1"/><body name="b" pos=".2 0 0">
<joint axis="1 0 0" damping=".1"/><geom type="capsule" size=".1 .2"/></body></body></worldbody></mujoco>"""


def torques(**parts: str) -> np.ndarray:
    model = mujoco.MjModel.from_xml_string(MODEL.format(**{"compiler": "", "flag": "", **parts}))
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qacc[:] = [0.3, -0.8], [0.7, 1.1], [0.4, -0.6]
    mujoco.mj_inverse(model, data)
    return data.qfrc_inverse + data.qfrc_passive


def test_switches(tap: Tap) -> None:
    """Flags and switches of the compiler that are harmless change no torque in MuJoCo. `ipc` takes another integrator, and `invdiscrete`
    gives torques of steps."""
    fine = harmless()[0]
    usual = torques()
    switches = [("flag", name, value) for name in sorted(fine["flag"] - {"ipc", "invdiscrete"}) for value in ("enable", "disable")]
    switches += [("compiler", name, value) for name in ("discardvisual", "usethread", "saveinertial") for value in ("true", "false")]
    changed = [f"{name}={value}" for part, name, value in switches
               if np.abs(torques(**{part: f'{name}="{value}"'}) - usual).max() > 1e-12 * np.abs(usual).max()]
    tap.line(not changed, f"{len(switches)} switches change no torque", ", ".join(changed))


if __name__ == "__main__":
    report = Tap()
    print(f"# MuJoCo {mujoco.__version__}")
    test_attributes(report)
    test_switches(report)
    sys.exit(report.done())
