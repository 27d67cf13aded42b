#!/bin/sh
# The Python package over the shared library that was built: python_test.py, the structs of ctypes beside those of rigidc.h,
# examples/design_sweep.py with matplotlib and without, examples/identify_link.py, and an installation by pip without a network.
. tests/tap.sh
. tests/runtime/python.sh

root=$PWD
library=$(cd "$(dirname "$RIGIDC")" && pwd)/librigidc.so

reason=$(python_missing "$library")
! nm "$library" 2>/dev/null | grep -q -e __asan_init -e __tsan_init || reason='a library with sanitizers is not for python3'
if [ -n "$reason" ]; then
	skip 'the Python package' "$reason"
	finish
fi

python_tests "$library" "$python" tests/runtime/python_test.py

"$python" tests/runtime/python_test.py --layout >"$SCRATCH/layout.c"
cc -Iruntime -o "$SCRATCH/layout" "$SCRATCH/layout.c"
ok 'its structs are those of rigidc.h' "$SCRATCH/layout"
is 'its version is that of the command' "$("$RIGIDC" --version | sed 's/,.*//')" "rigidc $("$python" -c 'import rigidc; print(rigidc.__version__)')"

ok 'types of functions are those of the table' "$python" runtime/python/stubs.py "$RIGIDC" --check

# --- where the library is ---

# LIBRARY: what comes of reading a model
read_with() {
	RIGIDC_LIBRARY=$1 "$python" -c "import rigidc
try:
	print(rigidc.load('examples/ur5.rig').nv)
except OSError as error:
	print(error)" 2>&1
}
is 'RIGIDC_LIBRARY says where the library is' 6 "$(read_with "$library")"
is 'a file that is not there is said' "$SCRATCH/none.so" "$(read_with "$SCRATCH/none.so" | sed 's/: .*//')"
echo 'int x;' | cc -shared -o "$SCRATCH/other.so" -x c -
is 'so is another library' "$SCRATCH/other.so is no librigidc, or an older one" \
	"$(read_with "$SCRATCH/other.so" | sed 's/: .*//')"

# --- the sweep of designs ---

plain=$SCRATCH/plain rich=$SCRATCH/rich
mkdir "$SCRATCH/no_matplotlib"
echo 'raise ImportError' >"$SCRATCH/no_matplotlib/matplotlib.py"

# FOLDER MODULES: what it prints is in FOLDER/said, the pictures in FOLDER/new
sweep() {
	mkdir "$1" && PYTHONPATH="$2" MPLCONFIGDIR="$SCRATCH/matplotlib" \
		"$python" examples/design_sweep.py --variants 100 --seed 7 "$1/new" >"$1/said"
}

# FOLDER: whether torques fall with reaches, from arm to arm
falls() {
	cat "$1/said"
	awk '/^[0-9.]+ m / { bad = bad || (n++ && ($1 >= reach || $3 >= torque)); reach = $1; torque = $3 }
	     END { exit bad || n < 3 }' "$1/said"
}

drawn() {
	cat "$1/said"
	grep -q '<svg' "$1/new/design_sweep.svg" && [ -s "$1/new/design_sweep.png" ]
}

ok 'the sweep of designs ends well without matplotlib' sweep "$plain" "$SCRATCH/no_matplotlib:$PYTHONPATH"
is 'it says how to get it' 'there is no picture without matplotlib: apt install python3-matplotlib' "$(tail -n 1 "$plain/said")"
ok 'draws nothing' test ! -e "$plain/new"
is 'says the seed' '100 arms, seed 7' "$(head -n 1 "$plain/said")"
ok 'says that compiled and given lengths agree' grep -q '^compiled and given lengths agree, to [0-9]' "$plain/said"
ok 'and of which arms the torque falls with the reach' falls "$plain"
if "$python" -c 'import matplotlib.pyplot' 2>/dev/null; then
	ok 'with matplotlib it ends well' sweep "$rich" "$PYTHONPATH"
	ok 'it draws' drawn "$rich"
	is 'and says the same' "$(sed '$d' "$plain/said")" "$(sed '$d' "$rich/said")"
else
	skip 'with matplotlib it draws' 'there is none: python3-matplotlib'
fi

# --- the payload by gradients ---

identified() {
	"$python" examples/identify_link.py >"$SCRATCH/identified" || { cat "$SCRATCH/identified"; return 1; }
}
ok 'gradients find a payload, and the torques of another motion' identified
is 'its mass' '[1.7' "$(sed -n 's/^mass *//p' "$SCRATCH/identified" | cut -c 1-4)"

# --- pip ---

install_by_pip() {
	cp -r runtime/python "$SCRATCH/source" &&
		"$python" -m venv --system-site-packages --without-pip "$SCRATCH/venv" &&
		RIGIDC_LIBRARY=$library "$SCRATCH/venv/bin/python" -m pip install --quiet --no-index --no-build-isolation --no-deps \
			--disable-pip-version-check --no-cache-dir "$SCRATCH/source"
}

# In the venv, from another folder.
installed() {
	(cd "$SCRATCH/venv" && env -u PYTHONPATH -u RIGIDC_LIBRARY LD_LIBRARY_PATH="$1" bin/python -c "
import os, rigidc
assert os.path.dirname(rigidc.__file__).startswith(os.path.realpath('.') + '/'), rigidc.__file__
assert {'py.typed', '_functions.pyi', '_torch_functions.pyi', '_jax_functions.pyi'} < set(os.listdir(os.path.dirname(rigidc.__file__)))
arm = rigidc.load('$root/examples/ur5.rig')
assert arm.gravity([0] * 6).shape == (6,)")
}

if "$python" -c 'import venv, setuptools, wheel, pip' 2>/dev/null; then
	ok 'pip installs it without a network' install_by_pip
	ok 'with the library inside' installed ''
	rm "$SCRATCH"/venv/lib/python*/site-packages/rigidc/librigidc.so
	mkdir "$SCRATCH/lib"
	ln -s "$library" "$SCRATCH/lib/librigidc.so"
	ok 'else where the loader finds it' installed "$SCRATCH/lib"
else
	skip 'pip installs it without a network' 'python3-venv, -pip, -setuptools or -wheel is missing'
fi
finish
