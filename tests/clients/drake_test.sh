#!/bin/sh
# Every example that MJCF, URDF and SDFormat can say, in Drake: bodies and joints by their names, and M at random states where all
# coordinates are those of hinges and sliders. Drake takes no loops of SDFormat, and replaces inertias that no solid body has.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client models
. tests/clients/exported.sh

for format in xml urdf sdf; do
	exported $format | grep -v -e 'loops.*sdf$' -e puma560_akb >"$SCRATCH/$format"
	# shellcheck disable=SC2046 # several words
	results "$python" tests/clients/models_client.py drake $(cat "$SCRATCH/$format")
done
finish
