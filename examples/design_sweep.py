# %% [markdown]
# # Which lengths should an arm have?
#
# As `design_sweep.c`: thousands of arms with three joints are moved, and what each reaches is set against the largest torque that
# it takes. Here they are measured in two ways, which have to agree: each arm compiled with its lengths as constants, and one arm
# compiled with its lengths as parameters, which are given before each motion.
#
# As a script, from the project's folder (all arguments may be left out):
#
#     export RIGIDC_LIBRARY=build/librigidc.so PYTHONPATH=runtime/python
#     python3 examples/design_sweep.py --variants 10000 --seed 1 FOLDER
#
# writes FOLDER/design_sweep.svg and .png. As a notebook: VS Code, Spyder, and Jupyter with jupytext open it as it is.

# %%
import argparse
import sys
import time
from pathlib import Path

import numpy as np

import rigidc

in_notebook = "ipykernel" in sys.modules  # whose arguments are not ours
parser = argparse.ArgumentParser(description="Arms of three joints: reach against the largest torque of a swing.")
parser.add_argument("folder", nargs="?", type=Path, default=Path("."), help="for the pictures; default: the current one")
parser.add_argument("--variants", type=int, default=10000, metavar="N", help="how many arms; default: %(default)s")
parser.add_argument("--seed", type=int, default=1, help="of their random lengths; default: %(default)s")
options = parser.parse_args([] if in_notebook else None)
if options.variants < 1 or options.seed < 0:
    parser.error("at least one arm, and no negative seed")

# %% [markdown]
# ## The arm and its motion
# Tubes of aluminium, which weigh what their lengths do, with a motor in each joint and 2 kg to be held. It swings from hanging
# to level in a second: 51 states, which are one call.

# %%
ARM = """model arm
const upper = 0.4 m
const lower = 0.4 m
const hand = 0.2 m
const tube = 3.5 kg/m
const motor = 1.2 kg
body a on world { joint shoulder : revolute(y)
  mass tube * upper + motor; com (upper * (tube * upper / 2 + motor) / (tube * upper + motor), 0, 0)
  inertia diag(0.002 kg m^2, tube * upper^3 / 12, tube * upper^3 / 12) }
body b on a at (upper, 0, 0) { joint elbow : revolute(y)
  mass tube * lower + motor; com (lower * (tube * lower / 2 + motor) / (tube * lower + motor), 0, 0)
  inertia diag(0.002 kg m^2, tube * lower^3 / 12, tube * lower^3 / 12) }
body c on b at (lower, 0, 0) { joint wrist : revolute(y)
  mass tube * hand + 2 kg; com (hand, 0, 0)
  inertia diag(0.002 kg m^2, 0.004 kg m^2, 0.004 kg m^2) }
"""
LENGTHS = ("upper", "lower", "hand")

seconds = np.linspace(0, 1, 51)
s = seconds[:, np.newaxis]
start = np.array([1.4, 0, 0])  # rad; the shoulder's axis is y: downward is positive
turn = -1.4 * np.array([1, 0.3, 0.3])
q = start + turn * (1 - np.cos(np.pi * s)) / 2
qd = turn * np.pi / 2 * np.sin(np.pi * s)
qdd = turn * np.pi**2 / 2 * np.cos(np.pi * s)

arms = np.random.default_rng(options.seed).uniform(0.1, 0.6, (options.variants, 3))  # m
print(f"{len(arms)} arms, seed {options.seed}")


def measured(way, torques):
    """The torques (arms, states, joints) that a function of lengths gives, and how long that takes."""
    begin = time.perf_counter()
    tau = np.array([torques(lengths) for lengths in arms])
    spent = time.perf_counter() - begin
    print(f"{way}: {spent:.2f} s, {1e6 * spent / len(arms):.0f} us each", file=sys.stderr)
    return tau


# %% [markdown]
# ## Each arm compiled
# From text to torques in about a millisecond: anything in the text may differ from arm to arm, also joints and bodies.

# %%
def compiled(lengths):
    with rigidc.read(ARM, define=dict(zip(LENGTHS, lengths))) as model:
        return model.rnea(q, qd, qdd)


tau = measured("compiled", compiled)

# %% [markdown]
# ## One arm, its lengths given
# Where only numbers differ they may be parameters: compiled once, and what depends on them alone is computed when they are set.

# %%
given_arm = rigidc.read(ARM.replace("const", "param", len(LENGTHS)))


def given(lengths):
    given_arm.params.update(zip(LENGTHS, lengths))
    return given_arm.rnea(q, qd, qdd)


tau_given = measured("given", given)

peak = abs(tau).max(axis=(1, 2))  # N m
apart = (abs(tau_given - tau).max(axis=(1, 2)) / peak).max()
if not apart < 1e-12:
    sys.exit(f"compiled and given lengths differ, by {apart:.1e} of the largest torque")
print(f"compiled and given lengths agree, to {apart:.0e} of the largest torque")

# %% [markdown]
# ## Which of them nothing beats
# From the longest on, those that take less than all longer ones. One for each 15 cm is shown.

# %%
reach = arms.sum(axis=1)
by_reach = np.argsort(-reach)
least = np.minimum.accumulate(peak[by_reach])
front = by_reach[np.append(True, least[1:] < least[:-1])]

shown = [front[0]]
for arm in front:
    if reach[shown[-1]] - reach[arm] >= 0.15:
        shown.append(arm)

print("reach    torque    lengths")
for arm in shown:
    print(f"{reach[arm]:.2f} m  {peak[arm]:5.1f} N m  {' '.join(f'{length:.2f}' for length in arms[arm])} m")

# %% [markdown]
# ## The picture

# %%
try:
    import matplotlib

    if not in_notebook:
        matplotlib.use("Agg")  # files, no window
    from matplotlib import pyplot
except ImportError:
    pyplot = None
    print("there is no picture without matplotlib: apt install python3-matplotlib")

MARK = {"markersize": 8, "markeredgecolor": "white"}
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")  # told apart by those who do not see all
STYLE = {
    "font.size": 10, "axes.titlesize": 11, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.labelcolor": "#333333",
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": "#888888", "axes.axisbelow": True, "axes.grid": True,
    "grid.color": "#e6e6e6", "xtick.color": "#555555", "ytick.color": "#555555", "legend.frameon": False,
    "svg.hashsalt": "rigidc",  # the same arms, the same file
}


def draw_front(axes, chosen):
    axes.set(title="What a longer reach costs", xlabel="reach [m]", ylabel="largest torque of the swing [N m]")
    axes.scatter(reach, peak, s=5, color="#b8bec4", linewidths=0, rasterized=True, label=f"{len(arms)} arms")
    axes.plot(reach[front], peak[front], color="#222222", linewidth=1.5, drawstyle="steps-post",
              label=f"those that nothing beats, {len(front)}")
    for arm, colour in zip(chosen, COLOURS):
        axes.plot(reach[arm], peak[arm], "o", color=colour, **MARK)
    axes.set_ylim(bottom=0)
    axes.legend(loc="upper left", markerscale=3)


def draw_motion(axes, chosen):
    axes.set(title="The shoulder, from hanging to level", xlabel="time [s]", ylabel="torque that lifts [N m]", xlim=(0, 1))
    axes.axhline(0, color="#888888", linewidth=0.8)
    for arm, colour in zip(chosen, COLOURS):
        lifting = -tau[arm, :, 0]
        when = abs(lifting).argmax()
        lengths = " + ".join(f"{length:.2f}" for length in arms[arm])
        axes.plot(seconds, lifting, color=colour, linewidth=2, label=f"{reach[arm]:.2f} m = {lengths}")
        axes.plot(seconds[when], lifting[when], "o", color=colour, clip_on=False, zorder=3, **MARK)
    axes.legend(loc="upper right", title="reach = upper + lower + hand")


if pyplot:
    chosen = [shown[i] for i in np.unique(np.linspace(0, len(shown) - 1, len(COLOURS)).round().astype(int))]
    with pyplot.rc_context(STYLE):
        figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.6), layout="constrained")
        draw_front(left, chosen)
        draw_motion(right, chosen)
        options.folder.mkdir(parents=True, exist_ok=True)
        figure.savefig(options.folder / "design_sweep.svg", dpi=200, metadata={"Date": None})
        figure.savefig(options.folder / "design_sweep.png", dpi=150)
    print(f"drawn: {options.folder / 'design_sweep.svg'} and .png")
