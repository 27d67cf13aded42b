"""Rigid-body dynamics of a model, compiled.

    >>> import rigidc
    >>> arm = rigidc.load("ur5.rig")                # or a URDF, MJCF, SDF
    >>> tau = arm.rnea(q, qd, qdd)                  # (6,) or (..., 6): leading axes are states
    >>> rotation, position = arm.fk("tool0", q)
    >>> both = arm.function("dyn=crba+bias")
    >>> M, h = both(q, qd)

Units are SI and radians; 6-vectors have the linear part first; quaternions are (x, y, z, w) of length 1, body to parent.

The library librigidc.so is found by the environment variable RIGIDC_LIBRARY, beside this package, or by the loader.

Threads: functions may be called by several at once, and calls let other Python threads run. A model that is closed by
hand must not be in use by another thread.
"""

from ._version import __version__
from .errors import Diagnostic, Error, Severity, Status
from .function import Array, Function
from .info import Body, Contact, Coordinate, Frame, Group, Info, Joint, Param, Phase, Pose, Strut
from .model import Limits, Linear, Model, load, read
from .options import Options
from .params import Params

__all__ = [
    "Array", "Body", "Contact", "Coordinate", "Diagnostic", "Error", "Frame", "Function", "Group", "Info", "Joint", "Limits", "Linear", "Model",
    "Options", "Param", "Params", "Phase", "Pose", "Severity", "Status", "Strut", "__version__", "load", "read",
]
