#!/bin/sh
# Code does not grow: bytes of machine code of one function, by gcc 12 -O2 on x86-64, are those of bytes.txt. Beyond the 32 KB of
# the instruction cache, time is proportional to these bytes.
#
#   RIGIDC_ROBOTS=folder   also rows of robots that are no examples
#   RIGIDC_LEVEL=quick     no rows above 100,000 bytes
#
# `info` names such functions.
. tests/tap.sh

# model ROBOT: file and options, or nothing if the robot is not there
model() {
	if [ -e "examples/$1.rig" ]; then
		echo "examples/$1.rig"
	elif [ -e "${RIGIDC_ROBOTS-}/$1.urdf" ]; then
		echo "$RIGIDC_ROBOTS/$1.urdf --base=free --snap-angles=2e-5"
	fi
}

# bytes OPTIONS...: of the function that these compile
bytes() {
	"$RIGIDC" compile "$@" --dispatch=off --prefix=m -o "$SCRATCH/m.c" 2>"$SCRATCH/said" || return 1
	gcc -std=gnu99 -O2 -c -o "$SCRATCH/m.o" "$SCRATCH/m.c" || return 1
	size "$SCRATCH/m.o" | awk 'NR == 2 { print $1 }'
}

# near NOW OPTIONS...
near() {
	now=$1
	shift
	found=$(bytes "$@")
	echo "found $found"
	[ $((100 * found)) -le $((103 * now)) ] && [ $((100 * found)) -ge $((97 * now)) ]
}

grep -v '^#' tests/c/bytes.txt >"$SCRATCH/rows"
while read -r robot function now options; do
	what="$robot $function ${options:+$options }has $now bytes, within 3 %"
	where=$(model "$robot")
	if ! gcc -dumpversion 2>&1 | grep -qx 12 || [ "$(uname -m)" != x86_64 ]; then
		skip "$what" "counted with gcc 12 on x86-64"
	elif [ -z "$where" ]; then
		skip "$what" "the robot is not in RIGIDC_ROBOTS"
	elif [ "$RIGIDC_LEVEL" = quick ] && [ "$now" -gt 100000 ]; then
		skip "$what" "RIGIDC_LEVEL=quick"
	else
		# shellcheck disable=SC2086
		ok "$what" near "$now" $where -f "$function" $options
	fi
done <"$SCRATCH/rows"

# noted MODEL FUNCTIONS: functions that `info` names as longer than an instruction cache
noted() {
	"$RIGIDC" info "examples/$1.rig" -f "$2" --search=none 2>"$SCRATCH/said" | sed -n 's/^More than an instruction cache of 32 KB: \(.*\)\. Time is.*/\1/p'
}
is "info names the functions that exceed an instruction cache" "fd_derivatives" "$(noted panda rnea,fd_derivatives,crba)"
is "columns in loops count once" "" "$(noted iiwa14 fd_derivatives)"
is "limbs in lanes and in loops count once" "fd_derivatives" "$(noted solo12 minv,rnea_derivatives,regressor,fd_derivatives)"
is "and says nothing where all fit" "" "$(noted ur5 rnea,fd_derivatives)"
finish
