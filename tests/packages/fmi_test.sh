#!/bin/sh
# rigidc package --for=fmi and --for=fmi:2: Functional Mock-up Units, imported as the standard says (fmi.py), on every joint kind, with
# parameters, wrenches, loops and contacts. FMI_SCHEMA=FOLDER checks descriptions by the standard's own fmi3ModelDescription.xsd and
# fmi2ModelDescription.xsd there. Another importer is not here.
#   RIGIDC_SEED=1 sh tests/packages/fmi_test.sh
. tests/tap.sh
. tests/c/compilers.sh
. tests/packages/packages.sh
. tests/packages/external.sh
. tests/c/standing.sh
. tests/trees/random.sh

seed=${RIGIDC_SEED:-1} unit=$SCRATCH/unit.fmu
export RIGIDC
echo "# RIGIDC_SEED=$seed"
# The C compiler with its optimisation builds the unit of the example. All others are built unoptimised.
unoptimised_cc "$SCRATCH/tools"
if long; then unit_cc=cc; else unit_cc=$SCRATCH/tools/cc; fi

# unit KIND MODEL FD FUNCTIONS OPTION...: the unit, and each check of fmi.py
unit() {
	unit_kind=$1 unit_model=$2 unit_fd=$3 unit_functions=$4
	shift 4
	unit_list=$(echo "$unit_fd $unit_functions" | tr -s ' ' ',' | sed 's/,$//')
	ok "$unit_kind: $(basename "$unit_model") $unit_list $*" \
	    env "CC=$unit_cc" "$RIGIDC" package "$unit_model" --search=none -f "$unit_list" "$@" --for="$unit_kind" -o "$unit"
	# shellcheck disable=SC2086
	checked "$python" tests/packages/fmi.py "$unit" "$unit_model" "$seed" "$unit_fd" $unit_functions -- "$@"
}

cat >"$SCRATCH/kinds.rig" <<'E2'
model kinds
/// what the arm carries
param load = 2 kg
param centre: mm = (0, 20, 0)
body base on world { joint float : free; mass 3 kg; com (10, 20, 30) mm; inertia diag(10, 20, 30) g m^2 }
body arm on base at (100, 0, 50) mm { joint swing : revolute(y) { damping 0.1 N m s/rad }; mass load; com centre; inertia diag(5, 6, 7) g m^2 }
body rod on arm at (0, 0, 100) mm { joint slide : prismatic(x); mass 1 kg; com (0, 0, 50) mm; inertia diag(3, 4, 5) g m^2 }
body ball on rod at (50, 0, 0) mm { joint ball : spherical; mass 1 kg; com (0, 30, 50) mm; inertia diag(3, 4, 5) g m^2 }
body screw on base at (0, 100, 0) mm { joint screw : helical(z, 10 mm/rad); mass 1 kg; com (0, 30, 50) mm; inertia diag(3, 4, 5) g m^2 }
body cross on screw at (0, 0, 50) mm { joint cross : universal; mass 1 kg; com (0, 30, 50) mm; inertia diag(3, 4, 5) g m^2 }
body sleeve on cross at (0, 0, 50) mm { joint sleeve : cylindrical(y); mass 1 kg; com (0, 30, 50) mm; inertia diag(3, 4, 5) g m^2 }
body plate on base at (0, -100, 0) mm { joint plate : planar; mass 1 kg; com (0, 30, 50) mm; inertia diag(3, 4, 5) g m^2 }
frame tip on ball at (0, 0, 100) mm
E2
sed '$a order plate, sleeve, cross, screw, ball, slide, swing, float' "$SCRATCH/kinds.rig" >"$SCRATCH/ordered.rig"

cat >"$SCRATCH/tug.rig" <<'E2'
model tug
input pull = 0.5
input wind: m/s = (1, 0.5, 0)
input tension: N = 2 { rate (pull * 3 N - tension - 0.1 N s * elbowd) / 0.3 s }
input slack: m/s = (0.1, 0, 0) { rate (wind - slack) / 0.5 s }
input sway: m = 0.1 moving
param load = 1 kg
body barge on world { joint floats : prismatic(y) = sway; mass 2 kg }
body upper on barge { joint shoulder : revolute(y); mass load; com (0, 0, -0.2); inertia diag(20, 21, 2) g m^2 }
body lower on upper at (0, 0, -0.4) { joint elbow : revolute(x) { passive -pull * elbow * 1 N m }; mass 0.5 kg; com (0, 0, -0.1); inertia diag(9, 9, 1) g m^2 }
wrench rope on lower { force (pull * 3 N + tension, 0, 0) at (0, 0, -0.3 m); force -0.2 N s/m * (v - wind - slack) }
wrench hand on lower
E2

for kind in fmi fmi:2; do
	[ $kind = fmi:2 ] && ! long || unit $kind "$SCRATCH/tug.rig" fd 'energy wrench:rope'
	[ $kind = fmi:2 ] && ! long || unit $kind examples/ur5.rig fd 'fk:tool0 jac:tool0'
	unit $kind "$SCRATCH/kinds.rig" fd 'fk:tip energy vel:tip acc:tip' --wrench=rod,ball
	! long || unit $kind "$SCRATCH/ordered.rig" fd 'fk:tip acc:tip momentum'
	unit $kind examples/loops/fourbar.rig fd lambda:loops --pose=up
	! long || unit $kind examples/loops/stewart.rig fd energy
	! long || unit $kind examples/contacts/hopping_leg.rig fd:toe 'lambda:toe com'
	[ $kind = fmi:2 ] && ! long || unit $kind $standing_model fd:stand lambda:stand
done

# --- random trees: all but motions, which may diverge ---

mkdir "$SCRATCH/trees"
if [ -x "$BUILD/tests/trees/draw" ]; then
	"$BUILD/tests/trees/draw" "$SCRATCH/trees" "$seed" "$(by_level 1 1 40)"
	for tree in "$SCRATCH"/trees/[0-9]*.rig; do
		"$RIGIDC" eval "$tree" -f fd --help=columns >"$SCRATCH/out" 2>&1 || continue # without inertia
		CHECKS='description starts values derivatives refused'
		export CHECKS
		unit fmi "$tree" fd 'energy com'
		! long || unit fmi:2 "$tree" fd 'energy com'
		unset CHECKS
	done
fi

# --- random models with loops and contacts: their outputs beside fd may have another plan than alone ---

unit_held() {
	held_fd=$(echo "$3" | tr ',' '\n' | grep -E '^fd(:[^ ]*)?$' | head -n 1)
	case $1 in tree*) return ;; esac
	[ "$held_fd" ] || return
	! "$RIGIDC" assemble "$2" 2>&1 >/dev/null | grep -q 'cannot be closed' || return # a unit needs a first state
	CHECKS='description starts values derivatives refused modes' OUTPUTS_TOLERANCE=1e-12
	export CHECKS OUTPUTS_TOLERANCE
	unit fmi "$2" "$held_fd" 'energy com'
	! long || unit fmi:2 "$2" "$held_fd" 'energy com'
	unset CHECKS OUTPUTS_TOLERANCE
}
! [ -x "$BUILD/tests/trees/draw" ] || random_models "$(by_level 1 2 40)" unit_held

# --- the C, strictly, and as C++ ---

CC=$unit_cc
export CC
for kind in fmi fmi:2; do
	"$RIGIDC" package "$SCRATCH/kinds.rig" --search=none -f fk:tip --wrench=rod --for=$kind -o "$SCRATCH/$kind"
	source=$(echo "$SCRATCH/$kind"/sources/fmi*.c)
	ok "$kind: its C, as strictly as generated C" gcc $c_flags -fsyntax-only "$source"
	ok "$kind: by clang" clang $c_flags -fsyntax-only "$source"
	ok "$kind: as C++" g++ $cxx_flags -x c++ -fsyntax-only "$source"
	# Without a prefix FMI 2.0 has the names of a shared library, and FMI 3.0 those that the sources define.
	case $kind in fmi) plain=kinds_ ;; fmi:2) plain= ;; esac
	for names in "$plain:" 'arm_:-DFMI3_FUNCTION_PREFIX=arm_ -DFMI2_FUNCTION_PREFIX=arm_' \
	    ':-DFMI3_OVERRIDE_FUNCTION_PREFIX -DFMI2_OVERRIDE_FUNCTION_PREFIX' ':-DFMI3_OVERRIDE_FUNCTION_PREFIX -DFMI2_FUNCTION_PREFIX='; do
		# shellcheck disable=SC2086
		ok "$kind: functions are '${names%%:*}fmi...'" gcc ${names#*:} -c "$source" -o "$SCRATCH/unit.o"
		is "$kind: all of them" 0 "$(nm "$SCRATCH/unit.o" | grep ' T ' | grep -vc " T ${names%%:*}fmi")"
	done
	is "$kind: nothing else is seen" 0 "$(nm -D --defined-only "$SCRATCH/$kind"/binaries/*/kinds.so | grep -vc ' fmi')"
	is "$kind: nothing is written outside of instances" 0 "$(nm "$SCRATCH/unit.o" | grep -c ' [bBdDC] ')"
	ok "$kind: description and documentation are XML" "$python" -c 'import sys, xml.etree.ElementTree as tree; [tree.parse(name) for name in sys.argv[1:]]' \
	    "$SCRATCH/$kind/modelDescription.xml" "$SCRATCH/$kind/documentation/index.html"
	(cd "$SCRATCH/$kind/documentation" && sed -n 's/^<pre>\(.*\)<\/pre>$/\1/p' index.html | sh 2>/dev/null)
	unzip -p "$SCRATCH/$kind/documentation/again.fmu" modelDescription.xml >"$SCRATCH/again.xml"
	ok "$kind: the documentation says how to make it again" cmp "$SCRATCH/again.xml" "$SCRATCH/$kind/modelDescription.xml"
done

# --- the archive: the same input gives the same bytes, at any time and place ---

"$RIGIDC" package examples/ur5.rig --search=none --for=fmi -o "$unit"
ok 'unzip finds no fault' unzip -tq "$unit"
mkdir "$SCRATCH/elsewhere"
TMPDIR=$SCRATCH/elsewhere TZ=Asia/Tokyo "$RIGIDC" package examples/ur5.rig --search=none --for=fmi -o "$SCRATCH/twice.fmu"
ok 'twice the same bytes' cmp "$unit" "$SCRATCH/twice.fmu"
is 'nothing is left of the compilation' '' "$(ls "$SCRATCH/elsewhere")"
"$RIGIDC" package examples/ur5.rig --search=none --gravity='(0, 0, -1.62)' --for=fmi -o "$SCRATCH/other.fmu"
token() { unzip -p "$1" modelDescription.xml | sed -n 's/.*instantiationToken="\([^"]*\)".*/\1/p'; }
ok 'another gravity, another token' test "$(token "$unit")" != "$(token "$SCRATCH/other.fmu")"
CC=false "$RIGIDC" package examples/ur5.rig --search=none --for=fmi -o "$SCRATCH/sources.fmu" 2>"$SCRATCH/err"
ok 'without a compiler there are sources alone' grep -q 'the unit has sources alone: the C compiler' "$SCRATCH/err"
is 'and no library' 0 "$(unzip -l "$SCRATCH/sources.fmu" | grep -c binaries)"
exits 'no folder for temporary files' 2 env TMPDIR="$SCRATCH/nowhere" "$RIGIDC" package examples/cart_pole.rig --search=none --for=fmi -o "$SCRATCH/unmade"
ok 'is said' grep -q "cannot write $SCRATCH/nowhere: No such file" "$SCRATCH/err"
# in_full SIZE: the command with a folder of this size for temporary files: the sources do not fit, or what the compiler makes of them
mkdir "$SCRATCH/full"
in_full() {
	unshare -rm sh -c 'mount -t tmpfs -o size="$1" none "$2" && TMPDIR=$2 exec "$3" package examples/cart_pole.rig --search=none --for=fmi -o "$4"' \
	    sh "$1" "$SCRATCH/full" "$RIGIDC" "$SCRATCH/unmade"
}
for size in 8k 96k; do
	if unshare -rm mount -t tmpfs none "$SCRATCH/full" 2>"$SCRATCH/err"; then
		exits "a full folder for temporary files, $size" 2 in_full $size
		ok "$size: is said" grep -q "cannot write $SCRATCH/full/.*: No space left" "$SCRATCH/err"
		ok "$size: and nothing is written" test ! -e "$SCRATCH/unmade"
	else
		skip "a full folder for temporary files, $size" 'nothing may be mounted here'
	fi
done

# --- the example: what its page shows ---

if "$python" -c 'import numpy' 2>"$SCRATCH/err"; then
	page=examples/fmi/README.md
	is 'its README is a page' yes "$([ "$(wc -l <$page)" -le 40 ] && echo yes)"
	env -u CC "$RIGIDC" package examples/cart_pole.rig --for=fmi -f fd,fk:rod -o "$SCRATCH/cart_pole.fmu"
	is 'the pole stands as its page says' "$(sed -n '/^0.0 s/,/^3.0 s/p' $page)" "$("$python" examples/fmi/upright.py "$SCRATCH/cart_pole.fmu")"
else
	skip 'the pole stands as its page says' 'numpy is not here'
fi

# --- what is refused ---

refused 'numbers of FMI are double' examples/ur5.rig --real=float --for=fmi
refused 'without --matrix' examples/ur5.rig --matrix=packed --for=fmi
refused 'without --matrix, --sincos=given' examples/ur5.rig --sincos=given --for=fmi
refused "'step:euler' takes dt" examples/ur5.rig -f fd,step:euler --for=fmi
refused 'a unit has one fd' $standing_model -f fd,fd:stand --for=fmi
refused "no pose 'elsewhere'" examples/ur5.rig --pose=elsewhere --for=fmi
finish
