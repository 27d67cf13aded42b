"""The shared library goes into the package: RIGIDC_LIBRARY, or what `make` builds of the sources around this folder."""

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "source"  # of an archive for pip
ROOT = SOURCE if SOURCE.exists() else HERE.parents[1]


def built() -> Path:
    """The shared library."""
    chosen = os.environ.get("RIGIDC_LIBRARY")
    if chosen:
        return Path(chosen)
    if not (ROOT / "Makefile").exists():
        raise SystemExit("rigidc: the sources of librigidc are not around this folder; RIGIDC_LIBRARY may name a built library")
    jobs = f"-j{len(os.sched_getaffinity(0))}"
    if subprocess.run(["make", "-C", ROOT, jobs, "build/librigidc.so"]).returncode:
        raise SystemExit("rigidc: librigidc.so was not built; `make deps` installs what it needs")
    return ROOT / "build" / "librigidc.so"


class WithSources(sdist):
    """The last commit of the project goes into `source`."""

    def make_release_tree(self, base_dir: str, files: "list[str]") -> None:
        super().make_release_tree(base_dir, files)
        place = Path(base_dir) / "source"
        place.mkdir()
        if (ROOT / ".git").exists():
            archive = subprocess.run(["git", "-C", ROOT, "archive", "HEAD"], stdout=subprocess.PIPE, check=True).stdout
            subprocess.run(["tar", "-x", "-C", place], input=archive, check=True)
        else:  # sources of an archive, where all files are those of the commit
            made = shutil.ignore_patterns("build", "__pycache__", "*.egg-info", Path(base_dir).name)
            shutil.copytree(ROOT, place, symlinks=True, dirs_exist_ok=True, ignore=made)


class WithLibrary(build_py):
    """The modules, and librigidc.so beside them."""

    def run(self) -> None:
        super().run()
        place = Path(self.build_lib) / "rigidc" / "librigidc.so"
        shutil.copyfile(built(), place)
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", place], check=True)


class OfMachine(Distribution):
    """Its files are of one kind of machine, though no module of Python is."""

    def has_ext_modules(self) -> bool:
        return True


class ForMachine(bdist_wheel):
    """For any Python 3 of one kind of machine: the library is loaded by ctypes."""

    def get_tag(self) -> "tuple[str, str, str]":
        return "py3", "none", sysconfig.get_platform().replace("-", "_").replace(".", "_")


setup(distclass=OfMachine, cmdclass={"sdist": WithSources, "build_py": WithLibrary, "bdist_wheel": ForMachine})
