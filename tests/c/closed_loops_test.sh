#!/bin/sh
# Functions of closed loops in C, as a program uses them: what the header says of lambda and of functions of the open tree, the torque
# that holds a four-bar, forces that come back, a state that is put back; in double and float, by each compiler.
. tests/tap.sh
. tests/c/compilers.sh

# generate FUNCTIONS OPTION...: m.h; searches with long
generate() {
	functions=$1
	shift
	"$RIGIDC" compile examples/loops/fourbar.rig -f "$functions" --prefix=m $(long || echo --search=none) "$@" -o "$SCRATCH/m.h" 2>"$SCRATCH/said"
}

generate rnea,crba,reaction,id
ok 'lambda of a loop' has "Of a loop it is that of the first frame's body on the second's, at the origin of the second" '#define M_NC 5' \
    'M_L_pin_fz = 2, /* pin, N */'
ok 'functions of the open tree' has 'h(q, qd); this is that of the open tree, id closes the loops.' \
    'M(q); this is that of the open tree, fd closes the loops.' 'this is that of the open tree, reaction:loops closes the loops.'
is 'one note for all of them' 1 "$(grep -c loops-open "$SCRATCH/said")"
ok 'what closes the loops' grep -qF 'rnea, crba and reaction are those of the open tree; id, fd and reaction:loops close the loops' \
    "$SCRATCH/said"
generate energy,id,project,rnea:loops
is 'no note without them' '' "$(grep loops-open "$SCRATCH/said")"
"$RIGIDC" compile examples/loops/crank_rocker.rig -f rnea,reaction --prefix=m --search=none -o "$SCRATCH/m.h" 2>"$SCRATCH/said"
ok 'wrenches of a loop with solve' has 'a sensor; without the forces of loops that `solve` closes'
ok 'a note of them' grep -qF "reaction has no forces of loops with \`solve\`, such as 'pin'" "$SCRATCH/said"

cat >"$SCRATCH/main.c" <<'END'
#include <math.h>
#include "m.h"

static int is(double found, double wanted)
{
	return fabs(found - wanted) <= TOLERANCE * (1 + fabs(wanted));
}

/* The motor bears 2.5 kg on 200 mm at 30 deg. rnea with the forces of id gives its torques. fd of these torques gives the acceleration of a
 * consistent motion, and the steps of project close a state. Numbers of faults. */
int main(void)
{
	M_REAL q[M_NQ] = M_POSE_up, zero[M_NV] = { 0 }, tau[M_NV], lambda[M_NC], back[M_NV], w[6 * M_NW];
	M_REAL qdd[M_NV], again[M_NV], moved[M_NQ], still[M_NV], c[M_NC];
	int i, faults = 0;
	m_id(q, zero, zero, tau, lambda);
	faults += !is(tau[M_V_motor], 2.5 * 0.2 * 9.81 * sqrt(0.75));
	faults += !is(tau[M_V_front], 0) + !is(tau[M_V_rear], 0) + !is(lambda[M_L_pin_fz], -9.81);
	m_rnea_loops(q, zero, zero, lambda, back);
	for (i = 0; i < M_NV; i++)
		faults += !is(back[i], tau[i]);
	m_reaction_loops(q, zero, zero, lambda, w);
	faults += !is(-w[6 * M_W_motor + 4], tau[M_V_motor]);
	tau[M_V_motor] = 7;
	m_fd(q, zero, tau, qdd);
	m_id(q, zero, qdd, again, lambda);
	faults += !is(again[M_V_motor], 7);
	q[M_Q_front] -= (M_REAL)0.01;
	for (i = 0; i < 4; i++) {
		m_project(q, zero, moved, still);
		q[M_Q_motor] = moved[M_Q_motor];
		q[M_Q_front] = moved[M_Q_front];
		q[M_Q_rear] = moved[M_Q_rear];
	}
	m_closure(q, c);
	for (i = 0; i < M_NC; i++)
		faults += !is(c[i], 0);
	return faults;
}
END

# runs COMPILER TOLERANCE
runs() {
	$1 -std=c99 -DTOLERANCE="$2" -I"$SCRATCH" "$SCRATCH/main.c" -o "$SCRATCH/main" -lm && "$SCRATCH/main"
}

all=id,fd,project,closure,rnea:loops,reaction:loops
# form NAME TOLERANCE OPTION...: by each compiler
form() {
	form_name=$1 tolerance=$2
	shift 2
	generate $all "$@" || ok "$form_name" false
	for compiler in gcc clang tcc; do
		! present $compiler || ok "$form_name, $compiler" runs "$compiler" "$tolerance"
	done
}
form double 1e-12
form float 1e-4 --real=float
form textbook 1e-12 -O0

# --- a rotation vector ---

cat >"$SCRATCH/block.rig" <<'END'
model block
body a on world { joint j : free; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
loop weld : fixed from world to a
END
# turned REAL QUATERNION ANGLE
turned() {
	echo "0 0 0 $2" | "$RIGIDC" eval "$SCRATCH/block.rig" -f closure --real="$1" 2>"$SCRATCH/said" |
	    awk -v turn="$3" '{ d = sqrt($4 * $4 + $5 * $5 + $6 * $6) - turn; near = d < 1e-6 && -d < 1e-6; print } END { exit !near }'
}
for real in double float; do
	ok "not turned, $real" turned $real '0 0 0 1' 0
	ok "turned, $real" turned $real '0.1 0 0 0.99498743710662' 0.20033484
done
finish
