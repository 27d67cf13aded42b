"""Results of a client as lines `ok - NAME` and `not ok - NAME`, for `results` of tests/tap.sh."""
import os
import subprocess
import traceback

import numpy as np


def ok(name, good, why=''):
    print(('ok' if good else 'not ok') + ' - ' + name)
    if not good and why:
        print('# ' + str(why))


def near(name, found, wanted, within):
    """Numbers of one shape that differ by at most `within` of the largest one, or of 1."""
    found, wanted = np.asarray(found, float), np.asarray(wanted, float)
    if found.shape != wanted.shape:
        ok(name, False, f'shape {found.shape}, wanted {wanted.shape}')
        return
    size = max(1.0, abs(wanted).max(initial=0))
    error = abs(found - wanted).max(initial=0) / size
    ok(f'{name}, to {within:g}', error <= within, f'{error:g} of {size:g}')


def raises(name, kind, words, call):
    """An exception of this kind, whose message has the words."""
    try:
        call()
    except kind as error:
        ok(name, words in str(error), error)
    else:
        ok(name, False, 'no error')


def attempt(name, check, *arguments):
    """Calls a check. An exception fails it."""
    try:
        check(*arguments)
    except Exception:
        ok(name, False, traceback.format_exc().replace('\n', '\n# '))


def numbers_of(model, function, state, *options):
    """Results of `rigidc eval` for a state, a list of numbers."""
    line = ' '.join(repr(float(number)) for number in state)
    said = subprocess.run([os.environ['RIGIDC'], 'eval', model, '-f', function, '--search=none', *options], input=line,
                          capture_output=True, text=True, check=True)
    return [float(number) for number in said.stdout.split()]
