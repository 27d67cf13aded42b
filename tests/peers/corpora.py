"""Robots that others have described, all files of packages: a table of how many are read, run, and survive each export.

    corpora.py FOLDER...    folders of packages, such as build/tests/peers/dynamics/lib/python3*/site-packages/pybullet_data

Each file goes through `check`, `eval`, `compile` with gcc, `import` and each `export`, and what is written is compared with the file.
A refusal is counted by its name. Files that are parts of others are left out: MJCF without a world, and files that others include."""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from typing import Counter, Dict, Iterator, List, Optional, Sequence, Set, Tuple

RIGIDC = os.environ.get("RIGIDC", "build/rigidc")
SECONDS = 120  # of a command
FORMATS = {"urdf": "urdf", "mjcf": "xml", "sdf": "sdf"}  # the formats of export, and the endings of their files
ENDINGS = {".urdf": "URDF", ".xml": "MJCF", ".sdf": "SDFormat", ".osim": "OpenSim"}
ROOTS = {"robot": "URDF", "mujoco": "MJCF", "sdf": "SDFormat", "OpenSimDocument": "OpenSim"}
QUATERNIONS = {"free": 3, "spherical": 0}  # the first element of the quaternion among the coordinates of a joint


# --- files ---

def included(path: str) -> Iterator[str]:
    """Files that an MJCF includes."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for name in re.findall(r"""<include\s+file=["']([^"']+)["']""", file.read()):
            yield os.path.realpath(os.path.join(os.path.dirname(path), name))


def is_model(path: str) -> bool:
    """Is a file a model of the format that its ending says? One that is no XML is left to rigidc."""
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError:
        return not path.endswith(".xml")
    return ROOTS.get(root.tag) == ENDINGS[os.path.splitext(path)[1]] and (root.tag != "mujoco" or has_world(path, root))


def has_world(path: str, root: ElementTree.Element) -> bool:
    if root.find("worldbody") is not None:
        return True
    return any(os.path.exists(part) and "<worldbody" in open(part, encoding="utf-8", errors="replace").read() for part in included(path))


def models(folder: str) -> List[str]:
    paths = sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if os.path.splitext(name)[1] in ENDINGS)
    parts: Set[str] = {part for path in paths if path.endswith(".xml") for part in included(path)}
    return [path for path in paths if os.path.realpath(path) not in parts and is_model(path)]


# --- commands ---

def run(*command: str, given: str = "") -> Tuple[int, str, str]:
    try:
        done = subprocess.run(command, input=given, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return -1, "", f"error: more than {SECONDS} s [time]"
    return done.returncode, done.stdout, done.stderr


def reason_of(code: int, said: str) -> str:
    """The name of the first error."""
    if code < 0 or code > 2:
        return f"exit {code}"
    found = re.search(r"error: .*?\[([a-z0-9-]+)\]", said)
    return found.group(1) if found else " ".join(said.split())[:60]


def rest(info: Dict) -> List[float]:
    """q, qd and qdd that are 0, with quaternions of no turn."""
    q = [0.0] * info["nq"]
    for joint in info["joints"]:
        if joint["type"] in QUATERNIONS:
            q[joint["q"][0] + QUATERNIONS[joint["type"]] + 3] = 1.0
    return q + [0.0] * (2 * info["nv"])


@dataclass
class Row:
    """Of the files of one format in a package."""
    files: int = 0
    read: int = 0
    refused: Counter = field(default_factory=collections.Counter)
    faults: List[str] = field(default_factory=list)
    back: Counter = field(default_factory=collections.Counter)  # by format: files that come back as they went
    lost: Dict[str, Counter] = field(default_factory=lambda: collections.defaultdict(collections.Counter))  # reasons, by format


def runs(path: str, info: Dict) -> Optional[str]:
    """Why inverse dynamics does not run; None if it does."""
    if not info["nv"]:
        return None
    code, out, said = run(RIGIDC, "eval", path, "-f", "rnea", given=" ".join(map(str, rest(info))) + "\n")
    numbers = [float(each) for each in out.split()]
    if code or len(numbers) != info["nv"]:
        return "eval: " + reason_of(code, said)
    return None if all(abs(each) < 1e300 for each in numbers) else "eval: no finite numbers"


def compiles(path: str, info: Dict, folder: str) -> Optional[str]:
    header = os.path.join(folder, "m.h")
    if not info["nv"]:
        return None
    code, _, said = run(RIGIDC, "compile", path, "-f", "rnea,crba", "--search=none", "--prefix=m", "-o", header)
    if code:
        return "compile: " + reason_of(code, said)
    code, _, said = run("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c", header)
    return "gcc: " + said.splitlines()[0] if code else None


def comes_back(path: str, written: str, command: Sequence[str]) -> Optional[str]:
    """Why what a command writes is another model; None if it is the same."""
    code, _, said = run(RIGIDC, *command, "-o", written)
    if code:
        return reason_of(code, said)
    shapes = re.search(r"(\d+) of (\d+) shapes?\b", said)
    if shapes and shapes[1] != shapes[2]:
        return "shapes"
    if "in the model where it is 0 in the file" in said:
        return "positions"
    renamed = {f"--same={old}={new}" for old, new in re.findall(r"note: '(.*?)' has the name '(.*?)' in the file", said)}
    code, _, said = run(RIGIDC, "compare", path, written)
    if code == 1 and renamed:
        code, _, said = run(RIGIDC, "compare", path, written, *renamed)
    return None if code == 0 else "differs" if code == 1 else reason_of(code, said)


def take(row: Row, path: str, folder: str) -> None:
    row.files += 1
    code, out, said = run(RIGIDC, "info", path, "--json", "--search=none")
    if code:
        row.refused[reason_of(code, said)] += 1
        if code not in (1, 2):
            row.faults.append(f"{path}: info: exit {code}")
        return
    info = json.loads(out)
    row.read += 1
    row.faults += [f"{path}: {why}" for why in (runs(path, info), compiles(path, info, folder)) if why]
    why = comes_back(path, os.path.join(folder, "m.rig"), ["import", path])
    row.faults += [f"{path}: import: {why}"] if why else []
    for name, ending in FORMATS.items():
        lost = comes_back(path, os.path.join(folder, "m." + ending), ["export", path, "--to=" + name])
        row.back[name] += lost is None
        if lost:
            row.lost[name][lost] += 1
            row.faults += [f"{path}: export --to={name}: {lost}"] if lost in ("differs", "time") or lost.startswith("exit") else []


# --- the table ---

def counted(reasons: Counter) -> str:
    return ", ".join(f"{name} {count}" for name, count in reasons.most_common(6))


def print_rows(package: str, rows: Dict[str, Row]) -> None:
    for name, row in sorted(rows.items()):
        back = " | ".join(str(row.back[each]) for each in FORMATS)
        print(f"| {package} | {name} | {row.files} | {row.read} | {back} | {counted(row.refused)} |", flush=True)


def main() -> int:
    faults: List[str] = []
    lost: Dict[str, Counter] = {name: collections.Counter() for name in FORMATS}
    print("| package | format | files | read | URDF and back | MJCF and back | SDFormat and back | refused |\n|---|---|---|---|---|---|---|---|")
    for package in sys.argv[1:]:
        rows: Dict[str, Row] = collections.defaultdict(Row)
        with tempfile.TemporaryDirectory() as folder:
            for path in models(package):
                take(rows[ENDINGS[os.path.splitext(path)[1]]], path, folder)
        print_rows(os.path.basename(package.rstrip("/")), rows)
        for row in rows.values():
            faults += row.faults
            for name, reasons in row.lost.items():
                lost[name].update(reasons)
    for name, reasons in lost.items():
        print(f"\n{name} cannot say: {counted(reasons)}")
    print(f"\n{len(faults)} faults")
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
