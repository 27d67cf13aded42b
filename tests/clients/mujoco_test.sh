#!/bin/sh
# Every example that MJCF can say, in MuJoCo: bodies and joints by their names, and M at random states where all coordinates are those of
# hinges and sliders.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client models
. tests/clients/exported.sh

exported xml >"$SCRATCH/xml"
# shellcheck disable=SC2046 # several words
results "$python" tests/clients/models_client.py mujoco $(cat "$SCRATCH/xml")
finish
