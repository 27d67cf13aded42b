"""Shapes of robots that others have described: those of each file, of its import, and of its exports as MuJoCo and Drake read them.

    shapes.py FOLDER...    folders of packages, such as build/tests/peers/dynamics/lib/python3*/site-packages/pybullet_data

Shapes that are seen and those that touch are counted apart. A file has those that its import has, and those that the import tells. The
exports have those of the import, solids of bodies without shapes, and the balls that `export` counts. Files of meshes are replaced
by one tetrahedron, because the packages have many of them in formats that one of the programs does not read."""
import collections
import logging
import os
import re
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from typing import Callable, Counter, Dict, List, NamedTuple, Optional, Tuple

import mujoco
from pydrake.geometry import Role
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import AddMultibodyPlantSceneGraph
from pydrake.systems.framework import DiagramBuilder

import corpora

RIGIDC = corpora.RIGIDC
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


class Count(NamedTuple):
    seen: int
    touching: int

    def __add__(self, other: "Count") -> "Count":  # type: ignore[override]
        return Count(self.seen + other.seen, self.touching + other.touching)


# --- counts ---

def of_rig(text: str) -> Tuple[Count, Count]:
    """Shapes that a model in the language states; and its solids that show bodies without shapes."""
    stated, solids = Count(0, 0), Count(0, 0)
    for body in re.split(r"^body\b", text, flags=re.M)[1:]:
        own = Count(len(re.findall(r"^\s+visual\b", body, re.M)), len(re.findall(r"^\s+collision\b", body, re.M)))
        stated += own
        if own == (0, 0):
            parts = len(re.findall(r"^\s+solid\s+(?!-)", body, re.M))
            solids += Count(parts, parts)
    return stated, solids


def of_elements(path: str) -> Count:
    """Shapes of the links of a URDF or SDFormat file."""
    root = ElementTree.parse(path).getroot()
    links = root.findall("link") if root.tag == "robot" else list(root.iter("link"))
    return Count(sum(len(link.findall("visual")) for link in links), sum(len(link.findall("collision")) for link in links))


def of_mujoco(model: "mujoco.MjModel") -> Count:
    """Geoms that MuJoCo shows, and those with contacts, but for the world's."""
    geoms = [k for k in range(model.ngeom) if model.geom_bodyid[k]]
    return Count(sum(bool(model.geom_group[k] < 3) for k in geoms),
                 sum(bool(model.geom_contype[k] or model.geom_conaffinity[k]) for k in geoms))


def drake_count(path: str) -> Count:
    plant, graph = AddMultibodyPlantSceneGraph(DiagramBuilder(), 0.0)
    Parser(plant=plant).AddModels(path)
    inspector = graph.model_inspector()
    return Count(inspector.NumGeometriesWithRole(Role.kIllustration), inspector.NumGeometriesWithRole(Role.kProximity))


def of_drake(path: str) -> Count:
    """In a process of its own: some models end it."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(into, 2)
        try:
            count = drake_count(path)
            os.write(2, f"\n{count.seen} {count.touching}".encode())
        except Exception as error:  # pylint: disable=broad-except
            os.write(2, b"\n" + " ".join(str(error).split()).encode())
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out, errors="replace") as file:
        said = file.read().strip().splitlines()
    os.waitpid(child, 0)
    last = said[-1] if said else "nothing said"
    if not re.fullmatch(r"\d+ \d+", last):
        raise RuntimeError(last)
    return Count(*map(int, last.split()))


def told(said: str) -> Count:
    """Shapes that notes say are left out."""
    seen = touching = 0
    for number, what in re.findall(r"note: (\d+) ([^\n]*)\[shapes-left-out\]", said):
        if "texture" in what or "submesh" in what:
            continue
        if "<visual>" in what and "static" not in what or "seen without a" in what:
            seen += int(number)
        elif "<collision>" in what and "static" not in what or "with contacts without a" in what:
            touching += int(number)
    return Count(seen, touching)


# --- a file ---

def with_tetrahedra(text: str, mesh: str) -> str:
    text = re.sub(r'(<mesh\b[^>]*?\bfile(?:name)?=")[^"]*"', lambda found: found[1] + mesh + '"', text)
    return re.sub(r"(<mesh>\s*<uri>)[^<]*", lambda found: found[1] + mesh, text)


def read(folder: str, name: str, reader: Callable[[str], Count], ending: str) -> Count:
    """A reader's count of a written file, with one mesh for all."""
    mesh = os.path.join(folder, "tetrahedron.obj")
    with open(mesh, "w", encoding="utf-8") as file:
        file.write(TETRAHEDRON)
    with open(os.path.join(folder, name + ending), encoding="utf-8") as file:
        text = with_tetrahedra(file.read(), mesh)
    path = os.path.join(folder, "read" + ending)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return reader(path)


READERS: Dict[str, List[Tuple[str, Callable[[str], Count]]]] = {
    "urdf": [("Drake", of_drake)],
    "mjcf": [("MuJoCo", lambda path: of_mujoco(mujoco.MjModel.from_xml_path(path))), ("Drake", of_drake)],
    "sdf": [("Drake", of_drake)],
}


class Row:
    def __init__(self) -> None:
        self.files = 0
        self.shapes = Count(0, 0)
        self.left = Count(0, 0)
        self.read: Counter[str] = collections.Counter()
        self.equal: Counter[str] = collections.Counter()
        self.found: Dict[str, Count] = collections.defaultdict(lambda: Count(0, 0))
        self.faults: List[str] = []


def plain(said: str) -> str:
    """A message without names and numbers, which are those of one file."""
    return re.sub(r"""'[^']*'|"[^"]*"|/[^ :]*|[0-9][0-9.e+-]*""", "_", said)[:160]


def source_count(path: str) -> Optional[Count]:
    """Shapes of a file, read without rigidc; None if its reader refuses it, or there is none."""
    try:
        if path.endswith(".xml"):
            return of_mujoco(mujoco.MjModel.from_xml_path(path))
        return None if path.endswith(".osim") else of_elements(path)
    except (ValueError, ElementTree.ParseError):
        return None


def take(row: Row, path: str, folder: str, refused: Dict[str, List[str]]) -> None:
    rig = os.path.join(folder, "m.rig")
    code, _, said = corpora.run(RIGIDC, "import", path, "-o", rig)
    if code:
        refused["rigidc: " + corpora.reason_of(code, said)].append(path)
        return
    row.files += 1
    with open(rig, encoding="utf-8") as file:
        stated, solids = of_rig(file.read())
    left = told(said)
    row.shapes += stated
    row.left += left
    source = source_count(path)
    if source is not None:
        row.read["file"] += 1
        # solids of MJCF are geoms that are seen and touch, or hidden ones
        if source == stated + left or path.endswith(".xml") and source == stated + left + solids:
            row.equal["file"] += 1
        else:
            row.faults.append(f"{path}: {tuple(source)}, read {tuple(stated)}, told {tuple(left)}, solids {tuple(solids)}")
    for form, ending in corpora.FORMATS.items():
        out = os.path.join(folder, "m." + ending)
        code, _, said = corpora.run(RIGIDC, "export", path, "--to=" + form, "--lossy", "-o", out)
        if code:
            continue
        balls = re.search(r"(\d+) balls? marks? (?:a body|bodies) without shapes", said)
        wanted = stated + solids + Count(int(balls[1]) if balls else 0, 0)
        for name, reader in READERS[form]:
            key = f"{name}, {form}"
            try:
                found = read(folder, "m", reader, "." + ending)
            except (RuntimeError, ValueError) as error:
                refused[f"{key}: {plain(str(error).splitlines()[0])}"].append(path)
                continue
            row.read[key] += 1
            row.found[key] += found
            if found == wanted:
                row.equal[key] += 1
            else:
                row.faults.append(f"{path}: {key}: {tuple(found)}, not {tuple(wanted)}")


def main() -> int:
    logging.getLogger("drake").setLevel(logging.ERROR)
    faults: List[str] = []
    refused: Dict[str, List[str]] = collections.defaultdict(list)
    keys = ["file"] + [f"{who}, {form}" for form, readers in READERS.items() for who, _ in readers]
    print("| package | format | files | seen, touching | told |", " | ".join(keys), "|")
    for package in sys.argv[1:]:
        rows: Dict[str, Row] = collections.defaultdict(Row)
        with tempfile.TemporaryDirectory() as folder:
            for path in corpora.models(package) if os.path.isdir(package) else [package]:
                take(rows[corpora.ENDINGS[os.path.splitext(path)[1]]], path, folder, refused)
        for name, row in sorted(rows.items()):
            print("|", os.path.basename(package.rstrip("/")), "|", name, "|", row.files, "|", *tuple(row.shapes), "|", *tuple(row.left), "|",
                  " | ".join(f"{row.equal[key]} of {row.read[key]}" for key in keys), "|", flush=True)
            faults += row.faults
    for why, paths in sorted(refused.items(), key=lambda each: -len(each[1])):
        print(f"refused by {why}: {len(paths)}, such as {paths[0]}")
    print(f"\n{len(faults)} faults")
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
