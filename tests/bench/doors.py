"""doors.py MODEL STATES N: rows of the table of doors.sh: ns a call of fd of rigidc.torch, and a state of a call with all states. A line
of STATES has q, qd, tau and what the C gives, N numbers each. RIGIDC_LIBRARY and PYTHONPATH name the package."""
import sys
import time

import numpy as np
import torch

import rigidc.torch


def timed(call, rounds):
    took = []
    for _ in range(rounds):
        begin = time.perf_counter()
        call()
        took.append(time.perf_counter() - begin)
    return 1e9 * sorted(took)[rounds // 4]


def main():
    path, file, size = sys.argv[1:]
    numbers = np.loadtxt(file).reshape(-1, 4, int(size))
    q, qd, tau, wanted = (torch.from_numpy(np.ascontiguousarray(numbers[:, part])) for part in range(4))
    fd = rigidc.torch.load(path, tier="cc", search="quick").fd
    same = "yes" if torch.equal(fd(q, qd, tau), wanted) else "no"
    one = [each[0].clone() for each in (q, qd, tau)]
    print(f"| PyTorch: a state | {timed(lambda: fd(*one), 2000):.0f} | {same} |")
    print(f"| PyTorch: {len(q)} states at once, each | {timed(lambda: fd(q, qd, tau), 2000) / len(q):.1f} | {same} |")


main()
