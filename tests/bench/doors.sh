#!/bin/sh
# doors.sh FOLDER MODEL: what a call of fd takes in the header, and through Eigen, CasADi and FMI, by doors.cpp; then in JavaScript, if
# node is here, and from PyTorch, if `make check-torch` has installed it. The model has revolute and prismatic joints.
set -e
folder=$1 model=$2
rm -rf "$folder"
mkdir -p "$folder"
compiler=${COMPILER:-gcc -O2}
"$RIGIDC" compile "$model" -f fd --prefix=m -o "$folder/m.hpp" 2>/dev/null
"$RIGIDC" package "$model" -f fd --prefix=m --for=casadi -o "$folder/casadi" >/dev/null 2>&1
"$RIGIDC" package "$model" -f fd --prefix=m --for=fmi -o "$folder/fmi" >/dev/null 2>&1
make -s -C "$folder/casadi" CC="${compiler%% *}" CFLAGS="${compiler#* }"
$compiler -fPIC -shared -DFMI3_OVERRIDE_FUNCTION_PREFIX -o "$folder/unit.so" "$folder"/fmi/sources/fmi3.c -lm
g++ ${compiler#* } -Wall -I"$folder" -Itests/bench -isystem /usr/include/eigen3 tests/bench/doors.cpp -o "$folder/doors" -ldl -lm
token=$(sed -n 's/.*instantiationToken="\([^"]*\)".*/\1/p' "$folder/fmi/modelDescription.xml")
tau=$(sed -n 's/.*name="tau" valueReference="\([0-9]*\)".*/\1/p' "$folder/fmi/modelDescription.xml")
echo '| door | ns a call of fd | same bits |'
echo '|---|---|---|'
"$folder/doors" "$folder/unit.so" "$token" "$tau" "$(ls "$folder"/casadi/*.so)" "$folder/states"
size=$(sed -n 's/^#define M_NV //p' "$folder/m.hpp")
if command -v node >/dev/null; then
	"$RIGIDC" compile "$model" -f fd --prefix=m -o "$folder/m.mjs" 2>/dev/null
	node tests/bench/doors.mjs "$folder/m.mjs" "$folder/states" "$size"
fi
python=$(dirname "$RIGIDC")/tests/clients/torch/bin/python
if [ -e "$python" ]; then
	RIGIDC_LIBRARY=$(dirname "$RIGIDC")/librigidc.so PYTHONPATH=runtime/python "$python" tests/bench/doors.py "$model" "$folder/states" "$size"
fi
