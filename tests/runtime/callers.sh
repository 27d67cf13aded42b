#!/bin/sh
# Callers in C, C++17 and Python over an installed library, watched: `make check-callers`. Over the usual library they run
# under valgrind, and again compiled with the address and undefined-behaviour sanitizers, which then watch what the library
# takes from malloc. Over one that is built with sanitizers they watch all of it; under the thread sanitizer the programs are
# those with threads.
. tests/tap.sh
. tests/runtime/prefix.sh
. tests/runtime/python.sh
unset CC CXX

lib=$prefix/lib

# Valgrind knows no AVX-512, which -march=native may mean: `cc` is one without.
if [ "$(uname -m)" = x86_64 ]; then
	mkdir "$SCRATCH/bin"
	printf '#!/bin/sh\nexec %s -mno-avx512f "$@"\n' "$(command -v cc)" >"$SCRATCH/bin/cc"
	chmod +x "$SCRATCH/bin/cc"
	PATH=$SCRATCH/bin:$PATH
fi
# Code that libtcc makes lies where other code lay before.
valgrind='valgrind -q --fair-sched=yes --smc-check=all --num-callers=40 --leak-check=full --error-exitcode=9'

# by_pkg_config FOLDER: the programs hold and probe, shared and static
by_pkg_config() {
	mkdir "$SCRATCH/$1" &&
	    cc -std=c99 $warnings -g $sanitize "$SCRATCH/hold.c" -o "$SCRATCH/$1/shared_hold_c" $(flags --cflags --libs) &&
	    cc -std=c99 $warnings -g $sanitize "$SCRATCH/hold.c" -o "$SCRATCH/$1/static_hold_c" $(static_flags) &&
	    c++ -std=c++17 $warnings -g $sanitize "$SCRATCH/probe.cpp" -o "$SCRATCH/$1/shared_probe_cpp" $(flags --cflags --libs) &&
	    c++ -std=c++17 $warnings -g $sanitize "$SCRATCH/probe.cpp" -o "$SCRATCH/$1/static_probe_cpp" $(static_flags)
}

# by_cmake FOLDER: the same
by_cmake() {
	configure "$1" '' 'hold.c;probe.cpp' "-DCMAKE_PREFIX_PATH=$prefix" -DCMAKE_BUILD_TYPE=Debug &&
	    cmake --build "$SCRATCH/$1" -j 2
}

# probes PROGRAM LIBRARY_FOLDER: it finds nothing wrong
probes() {
	LD_LIBRARY_PATH="$2" ${under:-} "$1"
}

# run_built FOLDER HOW
run_built() {
	for linked in shared static; do
		place=
		[ $linked = static ] || place=$lib
		ok "C, $2, $linked" holds "$SCRATCH/$1/${linked}_hold_c" "$place"
		ok "C++17, $2, $linked" probes "$SCRATCH/$1/${linked}_probe_cpp" "$place"
	done
}

# build_and_run HOW: by both ways
build_and_run() {
	for way in pkg_config cmake; do
		what="by $way, $1"
		if [ $way = pkg_config ] && ! have pkg-config || [ $way = cmake ] && ! have cmake; then
			skip "$what" "there is no $(echo $way | tr _ -)"
			continue
		fi
		ok "built $what" by_$way "$1-$way"
		run_built "$1-$way" "$what"
	done
}

# threads NAME...: tests of the library's own with threads, with the archive
threads() {
	if ! have pkg-config; then
		skip "$*" 'there is no pkg-config'
		return
	fi
	for name in "$@"; do
		ok "$name is built" cc -std=c11 -D_XOPEN_SOURCE=700 -Wall -Werror -g $sanitize -Itests "tests/runtime/$name.c" \
		    -o "$SCRATCH/$name" $(static_flags) -lcheck -lsubunit -lrt
		ok "$name runs" ${under:-env} "$SCRATCH/$name"
	done
}

# lost LOG: the blocks of valgrind's log that were allocated by the library
lost() {
	awk '/^==[0-9]+== *$/ { if (ours && leak) print block; block = ""; ours = leak = 0; next }
	     { block = block "\n" $0 }
	     / lost in loss record / { leak = 1 }
	     /librigidc|rigidc_/ { ours = 1 }' "$1"
}

# The growth of memory says nothing here, and `rigidc eval` beside is not what is watched.
watched='Batches Functions Names Errors Parameters Threads Upgrades'

python_under_valgrind() {
	# What is lost of CPython's own is not ours. The memory of a model points into the model, which valgrind therefore calls
	# possibly lost.
	python_valgrind="env PYTHONMALLOC=malloc $valgrind --errors-for-leak-kinds=none
	    --show-leak-kinds=definite,possible --log-file=$SCRATCH/log $python"
	python_tests "$lib/librigidc.so" $python_valgrind tests/runtime/python_test.py $watched
	is 'Python loses nothing of the library' '' "$(lost "$SCRATCH/log")"
	$python_valgrind -c "
import ctypes, os
library = ctypes.CDLL(os.environ['RIGIDC_LIBRARY'])
model = ctypes.c_void_p()
library.rigidc_load(b'examples/ur5.rig', None, ctypes.byref(model))" >"$SCRATCH/said" 2>&1
	ok 'what it would lose is seen' test "$(lost "$SCRATCH/log")"
}

# Leaks are valgrind's matter; what is thrown in C++ is found through libstdc++.
python_with_sanitizers() {
	LD_PRELOAD="$(cc -print-file-name=libasan.so) $(cc -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
	    python_tests "$lib/librigidc.so" "$python" tests/runtime/python_test.py $watched
}

ok 'install' into install "PREFIX=$prefix"
ok 'there are torques' write_hold
cp tests/runtime/cpp_probe.cpp "$SCRATCH/probe.cpp"

case $sanitize in
*thread)
	threads upgrade_test threads_test
	;;
*address*)
	build_and_run sanitized
	threads upgrade_test threads_test
	reason=$(python_missing "$lib/librigidc.so")
	if [ "$reason" ]; then skip 'Python, sanitized' "$reason"; else python_with_sanitizers; fi
	;;
*)
	if have valgrind; then
		under=$valgrind
		build_and_run valgrind
		threads upgrade_test
		reason=$(python_missing "$lib/librigidc.so")
		if [ "$reason" ]; then skip 'Python, valgrind' "$reason"; else python_under_valgrind; fi
		under=
	else
		skip 'callers under valgrind' 'there is no valgrind'
	fi
	sanitize='-fsanitize=address,undefined -fno-sanitize-recover=undefined'
	build_and_run sanitized
	threads upgrade_test
	;;
esac
finish
