# What scripts of this room share: `. tests/clients/clients.sh` after tests/tap.sh and tests/packages/packages.sh. $clients has the
# programs that `make deps-clients` brings.

clients=${RIGIDC_CLIENTS:-$PWD/build/tests/clients}
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PWD/tests/clients"

# client GROUP: $python is that of the group. Without the group its tests are skipped.
client() {
	python=$clients/$1/bin/python
	[ -e "$clients/$1/requirements.txt" ] || without "$1" "$python"
}

# without NAME WHAT: the script ends, as something is not here
without() {
	skip "$1" "there is no $2: make deps-clients"
	finish
}

