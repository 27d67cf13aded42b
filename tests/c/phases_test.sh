#!/bin/sh
# Functions of phases in C, as a program uses them: sizes, friction and indices of rows, the order of arguments, the equations that
# results fulfil, in double and float; names that are no identifiers; restitution given at run time; constants of modules.
. tests/tap.sh
. tests/c/compilers.sh
. tests/c/standing.sh

root=$(pwd)

# generate FUNCTIONS OPTION...: m.h
generate() {
	functions=$1
	shift
	"$RIGIDC" compile $standing_model -f "$functions" --prefix=m --search=none "$@" -o "$SCRATCH/m.h"
}

# --- what the header has ---

generate rnea:lean,lambda:rail,jac:stand --wrench=hand
ok 'rows of a phase' has '#define M_NC_lean 4' '#define M_FRICTION_lean { 0.7, 0.0 }' 'M_L_lean_R_toe_fx = 0, /* R.toe, N */' \
    'M_L_lean_rail_fz = 3 /* rail, N */'
ok 'rows of a contact alone' has '#define M_NC_rail 1' '#define M_FRICTION_rail { 0.0 }' 'M_L_rail_fz = 0 /* rail, N */'
ok 'what an entry of lambda is' has 'lambda[k] is the force or moment of the ground on the body along row k'
is 'lambda stands behind qdd, the wrenches behind lambda' 'q[17] qd[15] qdd[15] lambda[4] f_ext[6] tau[15]' \
    "$(tr -d '\n' <"$SCRATCH/m.h" | grep -o 'void m_rnea_lean([^)]*)' | grep -o '[a-z_]*\[[0-9]*\]' | xargs)"
is 'each phase once' 1 "$(grep -c '^#define M_NC_lean' "$SCRATCH/m.h")"
is 'phases that no function is of are left out' '' "$(grep -o 'M_NC_one_leg' "$SCRATCH/m.h")"
generate lambda:front_edge --real=float
ok 'moments of a slanting line' has 'M_L_front_edge_n2 = 4 /* front_edge, N m */'
ok 'friction in float' has '#define M_FRICTION_front_edge { 0.0f }'
generate fd,jac:hand
is 'nothing of rows without functions of phases' '' "$(grep -e _NC_ -e FRICTION -e 'Rows of' "$SCRATCH/m.h")"

# --- the equations ---

cat >"$SCRATCH/equations.c" <<'END'
#include "m.h"

static double largest;

static void compare(double found, double wanted)
{
	double error = found > wanted ? found - wanted : wanted - found;
	largest = error > largest ? error : largest;
}

/* J qdd + d = 0, M qdd + h = tau + J^T lambda, rnea of both is tau, and no foot moves on after an impact but as it rebounds. */
int main(void)
{
	static const M_REAL e[M_NC_stand] = { 0, 0, (M_REAL)0.2, 0, 0, (M_REAL)0.2 };
	M_REAL q[M_NQ] = { 0 }, qd[M_NV], tau[M_NV], qdd[M_NV], lambda[M_NC_stand], J[M_NC_stand*M_NV], d[M_NC_stand];
	M_REAL M[M_NV*M_NV], h[M_NV], back[M_NV], qd_plus[M_NV], impulse[M_NC_stand];
	q[M_Q_base_qw] = 1;
	q[M_Q_shoulder_qw] = 1;
	for (int i = 0; i < M_NV; i++) {
		qd[i] = (M_REAL)(0.1*i - 0.7);
		tau[i] = (M_REAL)(1 - 0.2*i);
	}
	q[M_Q_L_kfe] = (M_REAL)0.8;
	q[M_Q_R_kfe] = (M_REAL)-0.5;
	m_step(q, qd, tau, qdd, lambda);
	m_rows(q, qd, J, d);
	m_dyn(q, qd, M, h);
	m_rnea_stand(q, qd, qdd, lambda, back);
	m_impact_stand(q, qd, qd_plus, impulse);
	for (int r = 0; r < M_NC_stand; r++) {
		double moved = (double)d[r], before = 0, after = 0;
		for (int i = 0; i < M_NV; i++) {
			moved += (double)J[r*M_NV + i]*(double)qdd[i];
			before += (double)J[r*M_NV + i]*(double)qd[i];
			after += (double)J[r*M_NV + i]*(double)qd_plus[i];
		}
		compare(moved, 0);
		compare(after, -(double)e[r]*before);
	}
	for (int i = 0; i < M_NV; i++) {
		double left = (double)h[i], right = (double)tau[i], change = 0;
		for (int j = 0; j < M_NV; j++)
			left += (double)M[i*M_NV + j]*(double)qdd[j];
		for (int j = 0; j < M_NV; j++)
			change += (double)M[i*M_NV + j]*((double)qd_plus[j] - (double)qd[j]);
		for (int r = 0; r < M_NC_stand; r++) {
			right += (double)J[r*M_NV + i]*(double)lambda[r];
			change -= (double)J[r*M_NV + i]*(double)impulse[r];
		}
		compare(left, right);
		compare((double)back[i], (double)tau[i]);
		compare(change, 0);
	}
	return !(largest < TOLERANCE) || !(lambda[M_L_stand_L_toe_fz] > 0 || lambda[M_L_stand_L_toe_fz] < 0);
}
END
equations() { # TOLERANCE COMPILER FLAG...
	tolerance=$1
	shift
	"$@" -DTOLERANCE=$tolerance -I"$SCRATCH" -o "$SCRATCH/equations" "$SCRATCH/equations.c" -lm && "$SCRATCH/equations"
}
all='step=fd:stand+lambda:stand,rows=jac:stand+drift:stand,dyn=crba+bias,rnea:stand,impact:stand'
for options in '' --lanes=off -O0 --size=on --fma=auto --misra "$(by_level '' '' '--search=quick ')--batch=4"; do
	generate $all $options
	ok "equations${options:+, $options}, gcc" equations 1e-10 gcc $c_flags $(by_level -O0 -O0 -O1)
done
! present clang || ok 'equations, clang' equations 1e-10 clang $c_flags -O2
! present tcc || ok 'equations, tcc' equations 1e-10 tcc -Wall -Werror
ok 'equations, g++' equations 1e-10 g++ $cxx_flags -x c++
generate $all --real=float
ok 'equations, float' equations 1e-2 gcc $c_flags -O1

# --- names ---

cat >"$SCRATCH/odd.rig" <<'END'
model odd
body hull on world { joint base : free; mass 9 kg; inertia diag(1, 1, 1) kg m^2 }
contact "left*/ int x; /*" : fixed on hull { friction 0.5 }
contact "\\" on hull
contact class : slide on hull
phase "all of */ \"it\"" = "left*/ int x; /*"
phase int = class
END
odd='"left*/ int x; /*"'
for ending in h mjs py; do
	ok "odd names, $ending" "$RIGIDC" compile "$SCRATCH/odd.rig" -f 'fd:"all of */ \"it\"",lambda:int,jac:"\\",impact:'"$odd" -o "$SCRATCH/odd.$ending"
done
ok 'odd names: C' gcc $c_flags -fsyntax-only -x c "$SCRATCH/odd.h"
ok 'odd names: C++' g++ $cxx_flags -fsyntax-only -x c++ "$SCRATCH/odd.h"
ok 'odd names: arithmetic and nothing else' perl tests/c/c_text.pl "$SCRATCH" "$root" "$SCRATCH/odd.h"
! present node || ok 'odd names: JavaScript' node --input-type=module -e "const m = await import('$SCRATCH/odd.mjs');
	if (m.ODD_NC_int !== 1 || m.ODD_L_int_class_fz !== 0 || m.ODD_FRICTION_int.length !== 1 || 'x' in m)
		throw new Error(Object.keys(m).join(' '));"
! python3 -c 'import numpy' 2>/dev/null || ok 'odd names: Python' python3 -c "import sys; sys.path.insert(0, '$SCRATCH'); import odd
assert odd.ODD_NC_int == 1 and odd.ODD_L_int_class_fz == 0 and odd.ODD_FRICTION_int == (0,), dir(odd)"

# --- restitution that a program gives ---

cat >"$SCRATCH/ball.rig" <<'END'
model ball
param e = 0.25
body ball on world { joint fall : prismatic(z); mass 2 kg; frame low at (0, 0, -1) m }
contact floor : slide on low { restitution e }
END
printf '%s\n' 0 -2 | paste -s -d ' ' >"$SCRATCH/falling"
is 'the default' '0.5 5' "$("$RIGIDC" eval "$SCRATCH/ball.rig" -f impact:floor <"$SCRATCH/falling")"
is 'another' '2 8' "$("$RIGIDC" eval "$SCRATCH/ball.rig" -f impact:floor --param e=1 <"$SCRATCH/falling")"
is 'a column' '1 6' "$(printf 'q.fall,qd.fall,param.e\n0,-2,0.5\n' | "$RIGIDC" eval "$SCRATCH/ball.rig" -f impact:floor)"
is 'at rest the floor carries the ball' 19.62 "$(echo 0 0 0 | "$RIGIDC" eval "$SCRATCH/ball.rig" -f lambda:floor)"
is 'and it stays' 0 "$(echo 0 0 0 | "$RIGIDC" eval "$SCRATCH/ball.rig" -f fd:floor)"

finish
