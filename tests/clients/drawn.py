"""Inputs for functions of a model, drawn by a seed: what clients of modules for arrays share."""
import json
import os
import subprocess

import numpy as np


class Model:
    """A model's description for functions, and states of it."""

    def __init__(self, model, functions, seed=1):
        asked = [os.environ['RIGIDC'], 'info', model, '--json', '-f', functions, '--search=none']
        self.info = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
        self.random = np.random.default_rng(seed)

    def on_a_manifold(self):
        """Are there joints whose q is wider than qd?"""
        return any(joint['q'][1] > joint['v'][1] for joint in self.info['joints'])

    def draw(self, function):
        """Inputs of a function but for parameters. Quaternions have length 1."""
        inputs = [each for each in self.info['functions'][function]['inputs'] if each['name'] != 'params']
        values = [self.random.uniform(-1, 1, each['shape']) for each in inputs]
        for joint in self.info['joints']:
            first, count = joint['q']
            if count > joint['v'][1]:
                values[0][first + count - 4:first + count] = [0.5, -0.5, 0.1, 0.7]
        return values
