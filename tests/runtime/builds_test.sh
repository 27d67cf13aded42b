#!/bin/sh
# The same input gives the same bytes whoever built rigidc: gcc and clang, for this machine or for any. Examples, and
# random trees at every level, as C and by the evaluator. A build without libtcc, SUNDIALS and minizip has what it has. With
# RIGIDC_LEVEL=long all of that build is compiled, by gcc -O0, and its bytes are compared too; otherwise the sources that ask
# for WITHOUT_ alone, and linked with the usual objects.
#
#   RIGIDC_LEVEL=l   how many random trees, half of them hard ones: 8, 16 or 60
#   RIGIDC_SEED=s    the first seed (1)
. tests/tap.sh

build=$(dirname "$RIGIDC")
trees=$(by_level 8 16 60) seed=${RIGIDC_SEED:-1}

# sanitized: whether the usual objects are those of a sanitizer. Then the first `cc` of PATH has its flags.
sh tests/cli/cc.sh "$build/librigidc.a" "$SCRATCH"
PATH=$SCRATCH:$PATH
sanitized() {
	[ -x "$SCRATCH/cc" ]
}

# other NAME MAKE_ARGUMENTS...: another build, beside the one that is tested
other() {
	folder=$build/$1
	shift
	make -s "BUILD=$folder" "$@" "$folder/rigidc" >"$SCRATCH/make" 2>&1 || return 1
	OTHERS="${OTHERS:-} $folder/rigidc"
}

# write COMMAND FOLDER: what it makes of examples and trees
write() {
	mkdir "$2"
	for model in examples/*.rig; do
		name=$(basename "$model" .rig)
		! left_out "$name" || continue
		"$1" compile "$model" --search=none -f rnea,crba,dyn=crba+rnea >"$2/$name.h"
		"$1" compile "$model" --search=none --real=float --fma --sincos=inline -O1 >"$2/$name.float.h"
		"$1" check "$model"
	done 2>"$2/messages"
	for model in examples/loops/*.rig examples/gait/gait.rig; do
		name=$(basename "$model" .rig)
		"$1" compile "$model" --search=none -f fd,lambda,id,closure >"$2/$name.loops" 2>&1
		"$1" compile "$model" --search=none -f integrate,difference,step:euler,vjp:step:rk4 >"$2/$name.steps" 2>&1
	done
	"$1" compile examples/anymal_b.rig --search=none --contact=foot=LF_FOOT -f fd:foot,lambda:foot,impact:foot,fk:LF_FOOT:RF_FOOT,vel:LF_FOOT:RF_FOOT,acc:LF_FOOT:RF_FOOT \
		>"$2/feet" 2>&1
	for name in double_pendulum knee $(long && echo ur5); do
		"$1" compile "examples/$name.rig" >"$2/$name.searched.h" 2>&1
	done
	for model in "$SCRATCH"/trees/*.rig; do
		name=$(basename "$model" .rig)
		for level in 0 1 2 3; do
			"$1" compile "$model" -O$level --search=none 2>&1
		done >"$2/$name.tree"
		"$1" eval "$model" -f rnea --jit=none <"${model%.rig}.txt" >"$2/$name.numbers" 2>&1
	done
}

mkdir "$SCRATCH/trees"
"$build/tests/trees/draw" "$SCRATCH/trees" "$seed" $((trees / 2))
echo "# $trees trees from seed $seed"
write "$RIGIDC" "$SCRATCH/this"
# The flags of the usual objects are copied with them, with their times: `make` compiles again what is older than its flags.
flags="$build/flags $build/flags.seen"
# Of the command, of executors and of readers of other formats the usual objects: what they write the compiler has made, and all
# models here are in the language. With `long` all is built, and where the usual objects are those of a sanitizer.
by_clang() {
	long || sanitized || for folder in compiler/cli compiler/module compiler/algebra runtime grammar/urdf grammar/mjcf grammar/osim grammar/sdf grammar/dh grammar/import; do
		rm -rf "$build/clang/obj/$folder"
		mkdir -p "$(dirname "$build/clang/obj/$folder")" && cp -rp "$build/obj/$folder" "$build/clang/obj/$folder" && cp -p $flags "$build/clang" || return 1
	done
	# optimised where numbers are computed; with `long` everywhere
	numeric=$(find compiler/base compiler/dag compiler/rewrite compiler/numerics compiler/dynamics compiler/program compiler/pipeline -name '*.c' |
	    sed "s,\(.*\)c$,$build/clang/obj/\1o,")
	make -s "BUILD=$build/clang" CC=clang CFLAGS='-O1 -march=native' $numeric >"$SCRATCH/make" 2>&1 &&
	other clang CC=clang CFLAGS="$(long && echo -O1 || echo -O0) -march=native"
}
if command -v clang >/dev/null 2>&1; then
	ok 'clang builds rigidc' by_clang
else
	skip 'clang builds rigidc' 'there is no clang'
fi
# Of the usual objects a copy, without those that differ: `make` compiles these and links.
bare_by_three() {
	differ=$(grep -rlE 'WITHOUT_(TCC|SUNDIALS|ZIP)' compiler grammar runtime --include='*.c' | sed "s,\(.*\)c$,$build/bare/obj/\1o,")
	rm -rf "$build/bare"
	mkdir -p "$build/bare"
	cp -rp "$build/obj" "$build/gen" $flags "$build/bare" && rm -f $differ "$build/bare/rigidc" &&
	make -s "BUILD=$build/bare" WITHOUT_TCC=1 WITHOUT_SUNDIALS=1 WITHOUT_ZIP=1 "$build/bare/rigidc" >"$SCRATCH/make" 2>&1 ||
	    { cat "$SCRATCH/make"; return 1; }
}
if long; then
	ok 'it builds without libtcc, SUNDIALS and minizip' other bare WITHOUT_TCC=1 WITHOUT_SUNDIALS=1 WITHOUT_ZIP=1 CFLAGS=-O0
else
	ok 'it builds without libtcc, SUNDIALS and minizip' bare_by_three
fi
for command in ${OTHERS:-}; do
	write "$command" "$SCRATCH/other"
	ok "the same bytes as from $(basename "$(dirname "$command")")" diff -rq "$SCRATCH/this" "$SCRATCH/other"
	rm -rf "$SCRATCH/other"
done

# what that build has, and what it has not
bare() {
	"$build/bare/rigidc" sim examples/double_pendulum.rig --time 1 --dt 1 "$@" >"$SCRATCH/out" 2>"$SCRATCH/err"
}
bare
ok 'without SUNDIALS: sim has steps of equal length' grep -q 'rk4: 1000 steps of 0.001 s' "$SCRATCH/err"
bare --method=cvode
is 'without SUNDIALS: no cvode' 2 $?
ok 'without SUNDIALS: says so' grep -q 'built without SUNDIALS: there is no --method=cvode, but rk4' "$SCRATCH/err"
is 'without SUNDIALS: no rows' '' "$(cat "$SCRATCH/out")"
"$build/bare/rigidc" package examples/double_pendulum.rig --search=none --for=fmi -o "$SCRATCH/unit.fmu" 2>"$SCRATCH/err"
is 'without minizip: no archive' 2 $?
ok 'without minizip: says so' grep -q 'built without minizip: .*unit.fmu is not written; -o DIR writes its files' "$SCRATCH/err"

# Without libtcc a function with options.upgrade is made by the evaluator. The C compiler runs once for it.
printf '#!/bin/sh\necho run >>"%s/runs"\nexec cc "$@"\n' "$SCRATCH" >"$SCRATCH/counted_cc"
chmod +x "$SCRATCH/counted_cc"
probe() {
	make -s "BUILD=$build/bare" WITHOUT_TCC=1 "$build/bare/librigidc.a" &&
	    cc -std=c11 -Wall -Wextra -Werror -Iruntime -o "$SCRATCH/probe" tests/runtime/upgrade_probe.c \
	        "$build/bare/librigidc.a" -lexpat -ldl -lpthread -lm
}
ok 'without libtcc: a program over the library' probe
is 'without libtcc: the evaluator, then the C compiler' '0 2' "$(CC=$SCRATCH/counted_cc "$SCRATCH/probe" examples/solo12.rig)"
is 'without libtcc: one run of the C compiler' 1 "$(grep -c run "$SCRATCH/runs")"
finish
