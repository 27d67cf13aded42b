#!/bin/sh
# A notebook of Jupyter with a model: its picture of a model is HTML, and results and mistakes are as in Python.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client python
RIGIDC_LIBRARY=$(dirname "$RIGIDC")/librigidc.so
export RIGIDC_LIBRARY PYTHONPATH="$PWD/runtime/python:$PWD/tests/clients" IPYTHONDIR="$SCRATCH/ipython" JUPYTER_DATA_DIR="$SCRATCH/jupyter"
results "$python" tests/clients/notebook_client.py examples/ur5.rig
finish
