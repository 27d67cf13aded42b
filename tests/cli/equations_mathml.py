"""Values of formulas that `rigidc equations --to=mathml` writes.

    python3 equations_mathml.py CASE...    CASE.mml has formulas, CASE.values has a symbol and its value a line

Prints CASE, NAME, row, column and value of every entry, a line each.
"""
import math
import re
import sys
import xml.etree.ElementTree as ElementTree

GREEK = dict(re.findall(r'GREEK\((\w+), "(.)"\)', open("compiler/cli/equations/greek.def", encoding="utf-8").read()))
NAMES = {letter: name for name, letter in GREEK.items()}
FUNCTIONS = {"arcsin": math.asin, "arccos": math.acos, "arctan": math.atan, "ln": math.log,
             **{name: getattr(math, name) for name in ("sin", "cos", "tan", "atan2", "exp", "tanh")}}
DOTS = {"\u02d9": "d", "\u00a8": "dd"}


def name_of(element):
    """The identifier that a name is made of, and its dots as letters."""
    if element.tag == "mover":
        name, _ = name_of(element[0])
        return name, DOTS[element[1].text]
    if element.tag == "msub":
        name, dots = name_of(element[0])
        below = ["".join(name_of(part)[0] for part in element[1] if part.tag != "mo" or part.text != ",") if len(element[1]) == 1
                 else "_".join(name_of(part)[0] for part in element[1] if part.tag != "mo")]
        return name + "_" + below[0], dots
    return NAMES.get(element.text, element.text), ""


def symbol(element, values):
    name, dots = name_of(element)
    for each in (name + dots, name.replace("_", "", 1) + dots):
        if each in values:
            return values[each]
    if name == "pi":
        return math.pi
    raise KeyError(name + dots)


def row(elements, values):
    """A sum of products."""
    total, product, sign = 0.0, None, 1
    for element in elements:
        word = element.text if element.tag == "mo" else None
        if word in ("+", "\u2212"):
            if product is not None:
                total += sign * product
            product, sign = None, 1 if word == "+" else -1
        elif word in ("\u2062", "\u00b7") or element.tag == "mspace":
            continue
        else:
            value = factor(element, values)
            product = value if product is None else product * value
    return total + sign * product


def called(parts, values):
    """A function, perhaps with a power, and its operands in parentheses."""
    parts = [part for part in parts if part.tag != "mspace"]
    name, power = (parts[0][0].text, int(parts[0][1].text)) if parts[0].tag == "msup" else (parts[0].text, 1)
    inside, operands = list(parts[2])[1:-1], [[]]
    for part in inside:
        if part.tag == "mo" and part.text == ",":
            operands.append([])
        else:
            operands[-1].append(part)
    return FUNCTIONS[name](*[row(each, values) for each in operands]) ** power


def factor(element, values):
    parts = list(element)
    if element.tag == "mn":
        return float(element.text)
    if element.tag in ("mi", "msub", "mover"):
        return symbol(element, values)
    if element.tag == "msup":
        return factor(parts[0], values) ** int(parts[1].text)
    if element.tag == "mfrac":
        return row(parts[0], values) / row(parts[1], values)
    if element.tag == "msqrt":
        return math.sqrt(row(parts, values))
    if element.tag == "mrow" and any(part.text == "\u2061" for part in parts):
        return called(parts, values)
    if element.tag == "mrow" and parts[0].text == "(":
        return row(parts[1:-1], values)
    raise ValueError(ElementTree.tostring(element))


def entries(math_element):
    """The name of an output and its entries by rows."""
    name, _, *rest = math_element[0]
    table = rest[0].find("mtable") if len(rest) == 1 and rest[0].tag == "mrow" else None
    if table is None:
        return name_of(name)[0], [[rest]]
    return name_of(name)[0], [[list(cell) for cell in line] for line in table]


def main():
    for case in sys.argv[1:]:
        with open(case + ".values", encoding="utf-8") as lines:
            values = {name: float(value) for name, value in map(str.split, lines)}
        with open(case + ".mml", encoding="utf-8") as text:
            root = ElementTree.fromstring("<div>" + text.read() + "</div>")
        for each in list(root)[1:]:
            name, rows = entries(each)
            if name not in ("M", "C", "c", "G", "E"):  # of a large model: a value with a name
                values[name] = row(rows[0][0], values)
                continue
            for i, line in enumerate(rows):
                for k, cell in enumerate(line):
                    print(case, name, i + 1, k + 1, "%.17g" % row(cell, values))


main()
