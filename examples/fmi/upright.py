"""Holds the pole of examples/cart_pole.rig upright, with a Functional Mock-up Unit of FMI 3.0 as the plant.

upright.py UNIT.fmu: gains by the directional derivatives of an instance of Model Exchange, the motion by one of Co-Simulation.
"""
import ctypes
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

import numpy

SIZE, REAL, FLAG = ctypes.c_size_t, ctypes.c_double, ctypes.c_bool
PERIOD = 0.01


class Instance:
    """Functions of the standard by their names, without fmi3; any status but fmi3OK is an error."""

    def __init__(self, library, kind, token, *more):
        self.library = library
        create = getattr(library, 'fmi3Instantiate' + kind)
        create.restype = ctypes.c_void_p
        self.handle = ctypes.c_void_p(create(b'plant', token.encode(), None, FLAG(False), FLAG(False), *more))

    def __getattr__(self, name):
        def call(*arguments):
            status = getattr(self.library, 'fmi3' + name)(self.handle, *arguments)
            if status != 0 and name != 'FreeInstance':  # which returns nothing
                sys.exit('fmi3%s returns %d' % (name, status))
        return call

    def set(self, reference, values):
        self.SetFloat64((ctypes.c_uint32 * 1)(reference), SIZE(1), (REAL * len(values))(*values), SIZE(len(values)))

    def get(self, reference, size):
        values = (REAL * size)()
        self.GetFloat64((ctypes.c_uint32 * 1)(reference), SIZE(1), values, SIZE(size))
        return numpy.array(values)

    def begin(self, q):
        self.EnterInitializationMode(FLAG(False), REAL(0), REAL(0), FLAG(False), REAL(0))
        self.set(place['q'], q)
        self.ExitInitializationMode()

    def jacobian(self, unknown, known, size):
        columns = []
        for seed in numpy.eye(size):
            column = (REAL * size)()
            self.GetDirectionalDerivative((ctypes.c_uint32 * 1)(unknown), SIZE(1), (ctypes.c_uint32 * 1)(known), SIZE(1),
                                          (REAL * size)(*seed), SIZE(size), column, SIZE(size))
            columns.append(column)
        return numpy.array(columns).T


folder = tempfile.TemporaryDirectory()
zipfile.ZipFile(sys.argv[1]).extractall(folder.name)
description = xml.etree.ElementTree.parse(folder.name + '/modelDescription.xml').getroot()
token = description.get('instantiationToken')
place = {variable.get('name'): int(variable.get('valueReference')) for variable in description.find('ModelVariables')}
name = description.find('ModelExchange').get('modelIdentifier')
library = ctypes.CDLL(folder.name + '/binaries/x86_64-linux/' + name + '.so')

# x' = A x + B u about the upright pole, u = -K x by the discrete Riccati equation
model = Instance(library, 'ModelExchange', token, None, None)
model.begin([0, numpy.pi])
zero, one = numpy.zeros((2, 2)), numpy.eye(2)
A = numpy.block([[zero, one], [model.jacobian(place['der(qd)'], place['q'], 2), model.jacobian(place['der(qd)'], place['qd'], 2)]])
B = numpy.vstack([zero, model.jacobian(place['der(qd)'], place['tau'], 2)])[:, :1]
model.FreeInstance()
F, G = numpy.eye(4) + PERIOD * A, PERIOD * B
P = Q = numpy.diag([1, 10, 0.1, 0.1])
for _ in range(2000):
    K = numpy.linalg.solve(0.01 + G.T @ P @ G, G.T @ P @ F)
    P = Q + F.T @ P @ (F - G @ K)

plant = Instance(library, 'CoSimulation', token, FLAG(False), FLAG(False), None, SIZE(0), None, None, None)
plant.begin([0, numpy.pi - 0.3])
for n in range(301):
    x = numpy.concatenate([plant.get(place['q'], 2), plant.get(place['qd'], 2)]) - [0, numpy.pi, 0, 0]
    if n % 50 == 0:
        print('%.1f s  cart %+.3f m  pole %+.2f deg from upright' % (n * PERIOD, x[0], numpy.degrees(x[1])))
    plant.set(place['tau'], [-(K @ x)[0], 0])
    plant.DoStep(REAL(n * PERIOD), REAL(PERIOD), FLAG(True), *(ctypes.byref(FLAG()) for _ in range(3)), ctypes.byref(REAL()))
plant.FreeInstance()
