#!/bin/sh
# The lines of examples/tools.md for Dask and Ray, each with two workers on this machine.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client cluster
RIGIDC_LIBRARY=$(dirname "$RIGIDC")/librigidc.so
export RIGIDC_LIBRARY PYTHONPATH="$PWD/runtime/python:$PWD/tests/clients" DASK_TEMPORARY_DIRECTORY="$SCRATCH/dask"
for program in dask ray; do
	results "$python" tests/clients/cluster_client.py $program
done
finish
