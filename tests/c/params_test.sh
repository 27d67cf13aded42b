#!/bin/sh
# Generated C with parameters: called from C and from C++, in all forms, with values of their own; what is not prepared gives
# NaN where a program asks for that.
. tests/tap.sh
. tests/c/compilers.sh

functions=rnea,crba,dyn=fd+crba
values='--param payload=2.5kg --param payload_centre=(10mm,0mm,-40mm) --param payload_inertia=tensor(xx=0.01,yy=0.02,zz=0.015,xy=0.001,xz=0.002,yz=-0.003) --param down=(0.5,-0.25,-9.75)'
state='0.3 -0.8 -0.1 0.5  1 -2 0.25 3  0.5 1.5 -1 2'

# The members are set one by one, so that a wrong order of theirs would show.
cat >"$SCRATCH/caller.c" <<'E2'
#include <math.h>
#include <stdio.h>
#include "m.h"

int main(int argc, char **argv)
{
	static const m_REAL_TYPE q[4] = { 0.3, -0.8, -0.1, 0.5 }, qd[4] = { 1, -2, 0.25, 3 }, qdd[4] = { 0.5, 1.5, -1, 2 };
	m_REAL_TYPE tau[4];
	m_params params;
	m_derived derived, copy;
	int i;
	(void)argv;
	m_params_default(&params);
	params.payload = (m_REAL_TYPE)2.5;
	params.payload_centre[0] = (m_REAL_TYPE)0.01;
	params.payload_centre[1] = 0;
	params.payload_centre[2] = (m_REAL_TYPE)-0.04;
	params.payload_inertia[0] = (m_REAL_TYPE)0.01;
	params.payload_inertia[1] = (m_REAL_TYPE)0.001;
	params.payload_inertia[2] = (m_REAL_TYPE)0.02;
	params.payload_inertia[3] = (m_REAL_TYPE)0.002;
	params.payload_inertia[4] = (m_REAL_TYPE)-0.003;
	params.payload_inertia[5] = (m_REAL_TYPE)0.015;
	params.down[0] = (m_REAL_TYPE)0.5;
	params.down[1] = (m_REAL_TYPE)-0.25;
	params.down[2] = (m_REAL_TYPE)-9.75;
	for (i = 0; i < (int)sizeof derived; i++)
		((unsigned char *)&derived)[i] = 0;
	if (argc == 1)
		m_prepare(&params, &derived);
	copy = derived;
	CALL
	for (i = 0; i < 4; i++)
		printf("%s%.17g", i ? " " : "", (double)tau[i]);
	putchar('\n');
	return 0;
}
E2
single='m_rnea(q, qd, qdd, \&copy, tau);'
batched='m_REAL_TYPE all[3][12], out[12]; for (i = 0; i < 12; i++) { all[0][i] = q[i \% 4]; all[1][i] = qd[i \% 4]; all[2][i] = qdd[i \% 4]; } m_rnea_batch(3, all[0], all[1], all[2], \&copy, out); for (i = 0; i < 4; i++) tau[i] = out[8 + i];'
given='m_REAL_TYPE angle[4], sc[8]; m_rnea_angles(q, angle); for (i = 0; i < 3; i++) { sc[2*i] = (m_REAL_TYPE)sin((double)angle[i]); sc[2*i+1] = (m_REAL_TYPE)cos((double)angle[i]); } m_rnea(q, qd, qdd, sc, \&copy, tau);'

# built NAME CALL OPTIONS...: a header, or a pair if NAME begins so, and the program in C and C++, checked and not
built() {
	name=$1 call=$2
	shift 2
	case " $* " in *=float*) real=float ;; *) real=double ;; esac
	mkdir -p "$SCRATCH/$name"
	output=m.h more=
	case $name in pair*) output=m.c more=m.c ;; esac
	"$RIGIDC" compile examples/scara.rig -f $functions --prefix=m --search=none "$@" -o "$SCRATCH/$name/$output" || return 1
	sed "s/CALL/$call/; s/m_REAL_TYPE/$real/g" "$SCRATCH/caller.c" >"$SCRATCH/$name/caller.c"
	cp "$SCRATCH/$name/caller.c" "$SCRATCH/$name/caller.cc"
	for check in '' -Dm_CHECK=1 -DM_CHECK=1; do
		form=${check:+_checked}
		(cd "$SCRATCH/$name" && gcc -std=c99 -pedantic -Wall -Wextra -Werror -O2 $check caller.c $more -lm -o "c$form") || return 1
		[ "$more" ] || (cd "$SCRATCH/$name" && g++ -std=c++11 -pedantic -Wall -Wextra -Werror -O2 $check caller.cc -lm -o "cc$form") || return 1
	done
}

# agree NAME EVAL OPTIONS...: all programs of NAME say what eval does; what is not prepared is NaN where that is checked
agree() {
	name=$1
	shift
	[ "${1-}" != --sincos=given ] || set -- --sincos=libm
	wanted=$(echo "$state" | "$RIGIDC" eval examples/scara.rig -f rnea $values $(taken eval "$@") |
	    perl -ane 'print join(" ", map { sprintf "%.17g", $_ } @F), "\n"')
	echo "wanted $wanted"
	for program in "$SCRATCH/$name"/c "$SCRATCH/$name"/c_checked "$SCRATCH/$name"/cc "$SCRATCH/$name"/cc_checked; do
		[ -x "$program" ] || continue
		found=$("$program")
		echo "found  $found"
		[ "$found" = "$wanted" ] || return 1
	done
	[ "$("$SCRATCH/$name/c_checked" unprepared | tr -d -)" = 'nan nan nan nan' ] &&
	    [ "$("$SCRATCH/$name/c" unprepared | tr -d -)" != 'nan nan nan nan' ]
}

try() {
	name=$1 call=$2
	shift 2
	ok "$name: builds" built "$name" "$call" "$@"
	ok "$name: C and C++ give what eval does, and NaN where nothing is prepared" agree "$name" "$@"
}

for real in double float; do
	"$RIGIDC" compile examples/scara.rig -f $functions --prefix=m --real=$real -o "$SCRATCH/checked_$real.c"
	for compiler in gcc clang; do
		! present $compiler || ok "checked, $real, builds without a warning: $compiler" \
		    $compiler $c_flags -DM_CHECK -fsyntax-only "$SCRATCH/checked_$real.c"
	done
done
try header "$single" --search=quick
try pair "$single"
try float "$single" --real=float
try fma "$single" --fma
try batch "$batched" --batch=4
try float_batch "$batched" --batch=8 --real=float
try given "$given" --sincos=given

# -D makes constants of parameters: the code is what it is with `const`
cat >"$SCRATCH/given.rig" <<'END'
model arm
param load = 1 kg
param place : mm = (0, 0, 30)
param turn : kg m^2 = [2, 0.1, 0; 0.1, 2, 0; 0, 0, 1]
body upper on world { joint shoulder : revolute(x); mass 3 kg; com (0, 0.1 m, 0.2 m) }
body lower on upper at (0, 0, 1 m) { joint elbow : revolute(y); mass load; com place; inertia turn }
END
sed 's/^param load = .*/const load = 2 kg/; s/^param place .*/const place = (5, 0, 0) mm/
	s/^param turn .*/const turn = diag(1, 2, 2) kg m^2/' "$SCRATCH/given.rig" >"$SCRATCH/const.rig"
code() { "$RIGIDC" compile "$@" -f rnea,crba,fd | grep -v -e 'Made with' -e '^ \* [a-z/].*\.rig'; }
is '-D of all parameters' "$(code "$SCRATCH/const.rig")" \
    "$(code "$SCRATCH/given.rig" -D load=2kg -D 'place=(5, 0, 0)' -D 'turn=diag(1, 2, 2)')"
sed 's/^const place = .*/param place : mm = (0, 0, 30)/' "$SCRATCH/const.rig" >"$SCRATCH/half.rig"
is '-D of some, without units' "$(code "$SCRATCH/half.rig")" "$(code "$SCRATCH/given.rig" -D load=2 -D 'turn=diag(1, 2, 2) kg m^2')"
finish
