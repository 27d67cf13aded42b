"""Coefficients of the polynomials of compiler/dynamics/tree/exponential.def, which this script prints.

Those of functions near 0 are Taylor coefficients. The arc tangent is interpolated at Chebyshev nodes. All is computed in
rational numbers, and rounded once."""

import sys
from fractions import Fraction
from math import comb, factorial

DIGITS = 60


def root(x):
    """Square root of a rational number, to DIGITS digits."""
    scale = 10 ** (2 * DIGITS)
    low, high = 0, int(x * scale) + scale
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle * middle <= x * scale else (low, middle)
    return Fraction(low, 10**DIGITS)


def arc_tangent_over(z):
    """atan(r)/r for r^2 = z < 1/5."""
    return sum(Fraction((-1) ** k) * z**k / (2 * k + 1) for k in range(64))


def chebyshev_nodes(count, end):
    """The nodes on [0, end]: cos((2 k + 1) pi/(2 count)) by its Taylor series."""
    pi = 16 * arc(Fraction(1, 5)) - 4 * arc(Fraction(1, 239))
    nodes = []
    for k in range(count):
        angle = pi * (2 * k + 1) / (2 * count)
        cosine = sum((-1) ** j * angle ** (2 * j) / factorial(2 * j) for j in range(24))
        nodes.append((end * (1 + cosine) / 2).limit_denominator(10**40))
    return nodes


def arc(x):
    """atan(x)"""
    return sum((-1) ** k * x ** (2 * k + 1) / (2 * k + 1) for k in range(60))


def interpolated(function, nodes):
    """Coefficients of the polynomial through the nodes, by Newton's divided differences."""
    difference = [function(z) for z in nodes]
    for level in range(1, len(nodes)):
        for i in range(len(nodes) - 1, level - 1, -1):
            difference[i] = (difference[i] - difference[i - 1]) / (nodes[i] - nodes[i - level])
    coefficient = [Fraction(0)]
    for i in reversed(range(len(nodes))):
        shifted = [Fraction(0)] + coefficient
        coefficient = [a - nodes[i] * b for a, b in zip(shifted, coefficient + [Fraction(0)])]
        coefficient[0] += difference[i]
    return coefficient[: len(nodes)]


def bernoulli(count):
    """B_0, B_1, ..."""
    numbers = []
    for m in range(count):
        numbers.append(Fraction(m == 0) - sum(comb(m, k) * b / (m - k + 1) for k, b in enumerate(numbers)))
    return numbers


def tables():
    """Name, meaning and coefficients of each polynomial."""
    sine = [Fraction((-1) ** k, 2 ** (2 * k + 1) * factorial(2 * k + 1)) for k in range(8)]
    cosine = [Fraction((-1) ** k, 4**k * factorial(2 * k)) for k in range(9)]
    bow = [Fraction((-1) ** k, factorial(2 * k + 3)) for k in range(9)]
    b = bernoulli(26)
    unbow = [abs(b[2 * k]) / factorial(2 * k) for k in range(1, 12)]
    end = (root(Fraction(2)) - 1) ** 2
    arcs = interpolated(arc_tangent_over, chebyshev_nodes(12, end.limit_denominator(10**40)))
    yield "half_sine", "sin(t/2)/t by x = t^2 < 1", sine
    yield "half_cosine", "cos(t/2) by x = t^2 < 1", cosine
    yield "bow", "(t - sin t)/t^3 by x = t^2 < 1", bow
    yield "unbow", "(1 - (t/2) cot(t/2))/t^2 by x = t^2 < 1", unbow
    yield "arc", "atan(r)/r by z = r^2, r <= tan(pi/8)", arcs


def main():
    print("/* Polynomials for steps on the state space, constant coefficient first. Read by exponential.c.")
    print(" * tests/dynamics/exponential_coefficients.py prints this file. */")
    for name, meaning, coefficients in tables():
        print(f"\n/* {meaning} */\nstatic const double {name}_series[] = {{")
        for c in coefficients:
            print(f"\t{float(c)!r},")
        print("};")
    return 0


sys.exit(main())
