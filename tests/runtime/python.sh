# Which Python runs the package, `. tests/runtime/python.sh`: PYTHON, else that of the system.

python=${PYTHON:-$(command -v /usr/bin/python3 || command -v python3)}

# python_missing LIBRARY: why the package cannot be run over it here; nothing if it can.
python_missing() {
	if [ -z "$python" ]; then
		echo 'there is no python3'
	elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))'; then
		echo 'python3 is older than 3.9'
	elif ! "$python" -c 'import numpy' 2>/dev/null; then
		echo 'there is no numpy: python3-numpy'
	elif [ ! -e "$1" ]; then
		echo 'there is no librigidc.so'
	fi
}

# python_tests LIBRARY COMMAND...: each test of python_test.py is one here; COMMAND runs it with the package in its path.
python_tests() {
	export RIGIDC RIGIDC_LIBRARY="$1" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PWD/runtime/python"
	shift
	"$@" >"$SCRATCH/lines" 2>"$SCRATCH/said"
	python_code=$?
	python_failed=0
	while read -r outcome name; do
		case $outcome in
		pass) ok "$name" true ;;
		skip) skip "$name" 'not here' ;;
		*) python_failed=1; ok "$name" sh -c 'cat "$0"; false' "$SCRATCH/said" ;;
		esac
	done <"$SCRATCH/lines"
	is 'python_test.py comes to its end' "exit $python_failed" "exit $python_code"
}
