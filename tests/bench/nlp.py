"""nlp.py PACKAGE.so GRAPH: rows of `make nlp`. A UR5 moves between two postures with the least torque, by direct collocation of the method of
trapezoids and IPOPT with exact derivatives: with fd of the package for CasADi, and with the graph of Pinocchio's templates over casadi::SX."""
import sys
from typing import Dict, Tuple

import casadi as ca

STEPS, TIME = 60, 1.5  # s
START, END = [0, -1.2, 1.4, -1.8, -1.57, 0], [0.9, -0.7, 0.9, -1.2, -1.2, 0.6]  # rad


def solved(fd: ca.Function) -> Tuple[float, int, Dict[str, float]]:
    """The cost, iterations, and us of a Jacobian of the constraints and of a Hessian of the Lagrangian."""
    h = TIME / STEPS
    q, qd, tau = (ca.MX.sym(name, 6, STEPS + 1) for name in ("q", "qd", "tau"))
    qdd = fd.map(STEPS + 1)(q, qd, tau)
    now, after = slice(0, STEPS), slice(1, STEPS + 1)
    defects = [q[:, after] - q[:, now] - h / 2 * (qd[:, after] + qd[:, now]), qd[:, after] - qd[:, now] - h / 2 * (qdd[:, after] + qdd[:, now])]
    ends = [q[:, 0] - ca.DM(START), q[:, STEPS] - ca.DM(END), qd[:, 0], qd[:, STEPS]]
    problem = {"x": ca.veccat(q, qd, tau), "f": h * ca.sumsqr(tau) / 1000, "g": ca.veccat(*defects, *ends)}
    solver = ca.nlpsol("solver", "ipopt", problem, {"ipopt": {"print_level": 0, "tol": 1e-10}, "print_time": False})
    start = [s + (e - s) * k / STEPS for k in range(STEPS + 1) for s, e in zip(START, END)]
    found = solver(x0=start + [0] * (12 * (STEPS + 1)), lbg=0, ubg=0)
    stats = solver.stats()
    assert stats["success"], stats["return_status"]
    times = {name: 1e6 * stats[f"t_proc_{name}"] / stats[f"n_call_{name}"] for name in ("nlp_jac_g", "nlp_hess_l")}
    return float(found["f"]), stats["iter_count"], times


def shared(graph: ca.Function) -> ca.Function:
    """With common subexpressions shared, in derivatives too."""
    given = [ca.SX.sym(graph.name_in(i), graph.size1_in(i)) for i in range(graph.n_in())]
    return ca.Function(graph.name(), given, [ca.cse(graph(*given))], {"cse": True})


graph = ca.Function.load(sys.argv[2])
contestants = {"package of rigidc": ca.external("ur5_fd", sys.argv[1]), "Pinocchio's graph": graph, "the same, with `cse`": shared(graph)}
results = {name: solved(fd) for name, fd in contestants.items()}
print(f"# {18 * (STEPS + 1)} unknowns, CasADi {ca.__version__}")
print("| fd | cost | iterations | us of a Jacobian | us of a Hessian |\n|---|---|---|---|---|")
for name, (cost, steps, times) in results.items():
    print(f"| {name} | {cost:.9f} | {steps} | {times['nlp_jac_g']:.0f} | {times['nlp_hess_l']:.0f} |")
costs = [cost for cost, _, _ in results.values()]
assert max(costs) - min(costs) < 1e-7 * costs[0], costs
