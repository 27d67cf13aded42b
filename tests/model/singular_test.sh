#!/bin/sh
# What is said where M is singular, and where: the joints that can move without moving any inertia. Nothing divides by such an M:
# not `sim`, which would stand still or run for ever, nor any real. Elsewhere there is no finite number in place of none.
. tests/tap.sh

# said FILE COMMAND [OPTIONS]: the diagnostics alone.
said() {
	said_file=$1
	shift
	said_command=$1
	shift
	bounded "$RIGIDC" "$said_command" "$SCRATCH/$said_file.rig" "$@" 2>&1 >/dev/null </dev/null | sed -n "s,^$SCRATCH/,,;/^[a-z]*.rig:/p"
}

cat >"$SCRATCH/coaxial.rig" <<'END'
model coaxial
body housing on world { joint pan : revolute(z) }
body plate on housing at (0, 0, 0.1 m) { joint spin : revolute(z) }
body arm on plate { joint lift : revolute(y); mass 2 kg; com (0.3 m, 0, 0); inertia diag(1, 10, 10) g m^2 }
END
warning="coaxial.rig:3:48: warning: joints 'pan' and 'spin' can move together without moving any inertia [redundant-joints]
coaxial.rig:2:31: note: joint 'pan' is here"
error="$warning
coaxial.rig:3:48: error: joints 'pan' and 'spin' can move together without moving any inertia: fd has no value [singular-mass-matrix]
coaxial.rig:2:31: note: joint 'pan' is here"
is 'check warns, with the place of both joints' "$warning" "$(said coaxial check)"
exits 'and is content' 0 "$RIGIDC" check "$SCRATCH/coaxial.rig"
is 'sim is refused at once' "$error" "$(said coaxial sim --time 1e5 --dt 1)"
exits 'with exit 1' 1 "$RIGIDC" sim "$SCRATCH/coaxial.rig" --time 1e5 --dt 1
is 'so is fd in float' "$error" "$(said coaxial compile -f rnea,fd --real=float)"
is 'by the textbook' "$error" "$(said coaxial compile -f fd -O0)"
is 'and beside another function' "$error" "$(said coaxial compile -f both=crba+fd)"
is 'what does not divide is compiled' "$warning" "$(said coaxial compile -f rnea,crba,bias,jac:arm)"
is 'with one of the two held M is regular' '' "$(said coaxial compile -f fd --lock spin=0.3)"
is 'the warning can be switched off' '' "$(said coaxial check -W no-redundant-joints)"

cat >"$SCRATCH/three.rig" <<'END'
model three
body a on world { joint root : free }
body b on a at (0, 1 m, 0) { joint s1 : prismatic(x) }
body c on b at (0, 1 m, 0) { joint s2 : prismatic(x); mass 1e-6 kg; com (1 mm, 2 mm, 3 mm); inertia diag(1, 1, 1) g mm^2 }
body d on c at (0, 1 m, 0) { joint ball : spherical; mass 1e3 kg; com (0, 1 m, 0); inertia diag(1, 2, 2) kg m^2 }
END
is 'a floating base without mass before a slide' \
	"three.rig:4:36: warning: joints 'root' and 's2' can move together without moving any inertia [redundant-joints]
three.rig:2:25: note: joint 'root' is here
three.rig:4:36: warning: joints 's1' and 's2' can move together without moving any inertia [redundant-joints]
three.rig:3:36: note: joint 's1' is here" "$(said three check)"

# a chain without mass in a loop: one message, not one for each joint
{
	echo 'model chain'
	on=world
	for i in 0 1 2 3 4 5; do
		echo "body b$i on $on at (0.1, 0, 0) { joint j$i : revolute(y) }"
		on=b$i
	done
	echo 'frame e on b5 at (0.1, 0, 0)'
	echo 'frame w on world at (0.4, 0, 0.2)'
	echo 'loop ring : revolute(y) from e to w'
} >"$SCRATCH/chain.rig"
is 'a chain without mass in a loop' \
	"chain.rig:7:38: error: joints 'j0', 'j1', 'j2', 'j3', 'j4' and 'j5' can move in 4 ways without moving any inertia: fd has no value [singular-mass-matrix]
chain.rig:2:41: note: joint 'j0' is here" "$(said chain compile -f fd | grep -v redundant)"

# parameters that are 0 until the program sets them
cat >"$SCRATCH/load.rig" <<'END'
model load
param load = 0 kg
param away = (0, 0, 0) mm
body a on world { joint hip : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }
body b on a { joint wrist : revolute(x); mass load; com away }
END
with='load.rig:2:7: note: parameter'
warning="load.rig:5:21: warning: joint 'wrist' moves no inertia while"
is 'M is singular at the defaults of two parameters together' "$warning parameters 'load' and 'away' have their defaults [singular-at-defaults]
$with 'load' is here" "$(said load check)"
is 'fd is compiled with that warning' "$warning parameters 'load' and 'away' have their defaults [singular-at-defaults]
$with 'load' is here" "$(said load compile -f fd)"
is 'one of them is a constant' "$warning parameter 'load' has its default [singular-at-defaults]
$with 'load' is here" "$(said load check -D 'away=(0, 1, 0) m')"
is 'with another default M is regular' '' "$(said load check -D 'away=(0, 1, 0) m' -D 'load=1 kg')"
cat >>"$SCRATCH/load.rig" <<'END'
body c on a at (0, 1 m, 0) { joint pan : revolute(z) }
END
is 'what is singular with all values is told beside' "$warning parameters 'load' and 'away' have their defaults [singular-at-defaults]
$with 'load' is here
load.rig:6:6: warning: nothing that joint 'pan' moves has mass or inertia [massless-tip]" "$(said load check)"
is 'a payload of a body without mass' "payload.rig:3:21: warning: joint 'wrist' moves no inertia while parameters 'b_mass' and 'b_inertia' have their defaults [singular-at-defaults]" \
	"$(printf 'model payload\nbody a on world { joint hip : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }\nbody b on a { joint wrist : revolute(x); com (0, 1 m, 0) }\n' >"$SCRATCH/payload.rig"
	said payload check --parametrize=body:b)"
is 'a payload at a body without mass' "payload.rig:3:21: warning: joint 'wrist' moves no inertia while parameter 'b_payload_inertia' has its default [singular-at-defaults]" \
	"$(said payload check --parametrize=payload:b)"

# a chain whose last pivot is 1e-9 of its diagonal: singular it is not
awk 'BEGIN {
	print "model chain"
	for (i = 1; i <= 1000; i++)
		printf "body b%d on %s at (0.3, 0.1, 0.2), rx(%s) { joint : revolute(%s); mass 1; com (0.1, 0.02, 0.03); inertia diag(0.1, 0.12, 0.13) }\n",
			i, (i > 1 ? "b" (i - 1) : "world"), i % 6, substr("xyz", i % 3 + 1, 1)
}' >"$SCRATCH/chain.rig"
is 'a thousand joints in a row' '' "$(said chain check)"

# regular but at q2 = 0
sed 's,^//.*,,' tests/model/right/hinges-on-one-axis-but-for-one-posture.rig >"$SCRATCH/wrist.rig"
for how in -O0 -O3 --real=float --no-pass=customized; do
	is "no finite number at a singular posture, $how" '' \
		"$(echo '0.3 0 0.2 1 2 3 1 1 1' | "$RIGIDC" eval "$SCRATCH/wrist.rig" -f fd $how 2>"$SCRATCH/err" | grep -v 'nan\|inf')"
done

# Coupled joints on one link do not fill each other's columns.
cat >"$SCRATCH/pairs.awk" <<'AWK'
BEGIN {
	print "model pairs"
	for (i = 0; i < n; i++) {
		printf "body a%d on world { joint j%d : revolute(z); mass 1 kg; com (0.1, 0, 0) m; inertia diag(1, 1, 1) g m^2 }\n", i, i
		printf "body b%d on world { joint k%d : revolute(z) = j%d; mass 1 kg; com (0.1, 0, 0) m; inertia diag(1, 1, 1) g m^2 }\n", i, i, i
	}
}
AWK
for pairs in 14000 $(long && echo 20000); do # dense, they have 2.3e9 numbers and more
	awk -v n=$pairs -f "$SCRATCH/pairs.awk" >"$SCRATCH/pairs.rig"
	exits "$pairs coupled pairs" 0 bounded "$RIGIDC" check "$SCRATCH/pairs.rig"
done
cat >"$SCRATCH/held.rig" <<'RIG'
model held
body a on world { joint j : revolute(y); mass 0; inertia diag(0, 0, 0) }
body b on world { joint k : revolute(y); mass 1; com (0, 0, 1); inertia diag(1, 1, 1) }
constraint c1 = 1e200 * j - k
RIG
error="held.rig:4:12: error: at every state tried, a number in the rows of 'c1' has no finite square [undefined-value]"
is 'rows that overflow are told, and no joint' "$error" "$(said held check | grep error)"
is 'for a function too' "$error" "$(said held compile -f fd | grep error)"
finish
