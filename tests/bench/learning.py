"""learning.py torch|jax MODEL FOLDER: rows of `make learning`: us of the processor that 4096 states of fd take on one thread, by the library's own
batch, through rigidc.torch or rigidc.jax, and with the gradient of a sum; by the generated module of FOLDER; and by frax, of its URDF. The model has
revolute and prismatic joints. RIGIDC_LIBRARY and PYTHONPATH name the package."""
import os
import sys
import time

os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])  # one thread

import numpy as np

import rigidc

STATES, ROUNDS, REPEATS = 4096, 15, 20
OPTIONS = {"tier": "cc", "search": "quick", "batch": "auto"}
CLOSE = 1e-9  # results of frax, of the largest


def torch_calls(path, folder, given):
    import torch
    import module_torch
    import rigidc.torch
    torch.set_num_threads(1)
    arm = rigidc.torch.load(path, **OPTIONS)
    q, qd, tau = map(torch.from_numpy, given)
    leaves = [each.clone().requires_grad_() for each in (q, qd, tau)]
    compiled = torch.compile(lambda *arrays: arm.fd(*arrays), fullgraph=True)
    module = torch.compile(lambda *arrays: module_torch.arm_fd(*arrays), fullgraph=True)
    narrow = [each.float() for each in (q, qd, tau)]

    def gradients():
        torch.autograd.grad(arm.fd(*leaves).sum(), leaves)

    return arm.plain, {"`rigidc.torch`": lambda: arm.fd(q, qd, tau), "`rigidc.torch`, with backward": gradients,
                       "`rigidc.torch`, in `torch.compile`": lambda: compiled(q, qd, tau), "`rigidc.torch`, float32": lambda: arm.fd(*narrow),
                       "a module of `--array=torch`, in `torch.compile`": lambda: module(q, qd, tau)}


def jax_calls(path, folder, given):
    import frax
    import jax
    import module_jax
    import rigidc.jax
    jax.config.update("jax_enable_x64", True)
    arm = rigidc.jax.load(path, **OPTIONS)
    arrays = [jax.numpy.asarray(each) for each in given]
    narrow = [each.astype(np.float32) for each in arrays]
    fd = jax.jit(arm.fd)
    gradients = jax.jit(jax.value_and_grad(lambda *arrays: arm.fd(*arrays).sum(), argnums=(0, 1, 2)))
    module = jax.jit(module_jax.arm_fd)
    robot = frax.Robot(os.path.join(folder, "robot.urdf"))
    peer = jax.jit(jax.vmap(lambda *arrays: robot.forward_dynamics(*arrays, None)))
    theirs, ours = (np.asarray(each(*arrays)) for each in (peer, fd))
    assert np.abs(theirs - ours).max() < CLOSE * np.abs(ours).max(), np.abs(theirs - ours).max()
    return arm.plain, {"`rigidc.jax`, in `jit`": lambda: jax.block_until_ready(fd(*arrays)),
                       "`rigidc.jax`, with `grad`": lambda: jax.block_until_ready(gradients(*arrays)),
                       "`rigidc.jax`, float32": lambda: jax.block_until_ready(fd(*narrow)),
                       "a module of `--array=jax`, in `jit`": lambda: jax.block_until_ready(module(*arrays)),
                       "frax, in `jit` and `vmap`": lambda: jax.block_until_ready(peer(*arrays))}


def main(kind, path, folder):
    sys.path.insert(0, folder)
    random = np.random.default_rng(1)
    given = [random.uniform(-1, 1, (STATES, each.numbers)) for each in rigidc.load(path).fd.inputs]
    plain, calls = {"torch": torch_calls, "jax": jax_calls}[kind](path, folder, given)
    calls = {"the library's batch": lambda: plain.fd(*given), **calls}
    took = {name: [] for name in calls}
    for _ in range(ROUNDS):  # all take turns
        for name, call in calls.items():
            call()
            begin = time.process_time()
            for _ in range(REPEATS):
                call()
            took[name].append((time.process_time() - begin) / REPEATS)
    least = {name: 1e6 * sorted(times)[ROUNDS // 4] for name, times in took.items()}
    for name, us in least.items():
        print(f"| {name} | {us:.0f} | {us / least[next(iter(least))]:.2f} |")


main(*sys.argv[1:])
