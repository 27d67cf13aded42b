"""Values of modules that `rigidc equations --to=sympy` writes.

    python3 equations_sympy.py CASE...    CASE.py is a module, CASE.values has a symbol and its value a line

Prints CASE, NAME, row, column and value of every entry, a line each.
"""
import runpy
import sys

import sympy as sp


def values_of(case):
    with open(case + ".values") as lines:
        return {sp.Symbol(name, real=True): sp.Float(value, 30) for name, value in map(str.split, lines)}


for case in sys.argv[1:]:
    values = values_of(case)
    for name, output in runpy.run_path(case + ".py").items():
        if name in ("M", "C", "c", "G", "E") and output != sp.Symbol(name, real=True):
            matrix = sp.Matrix([[output]]) if isinstance(output, sp.Expr) else output
            for row in range(matrix.rows):
                for column in range(matrix.cols):
                    print(case, name, row + 1, column + 1, matrix[row, column].xreplace(values).evalf(17))
