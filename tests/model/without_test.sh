#!/bin/sh
# --without: a model without friction, damping, armature or limits is the model whose source does not have them, for each command.
. tests/tap.sh

# robot FILE FRICTION DAMPING ARMATURE DAMPER: an arm with a coupled joint and a strut.
robot() {
	cat >"$SCRATCH/$1.rig" <<RIG
model robot
param drag = 0.4 N m
body upper on world { joint a : revolute(y) { $2 $3 $4 spring 2 N m; limits (-2, 2) rad }; mass 1 kg; com (0, 0, -0.2); inertia diag(1, 1, 0.5) g m^2 }
body lower on upper at (0, 0, -0.4) { joint b : revolute(y) { $3 $2 }; mass 1 kg; com (0, 0, -0.2); inertia diag(1, 1, 0.5) g m^2 }
body slide on lower { joint c : prismatic(z) = 0.1 m * b { $5 }; mass 100 g }
frame tip on lower at (0, 0, -0.4)
frame wall on world at (0.5, 0, 0)
strut rod between wall and tip { damping ${6:-0 N s/m}; spring 3 N/m at 1 m }
contact foot on tip { friction 0.5 }
pose bent { a = 0.3; b = 0.4 }
RIG
}
friction='friction drag at 0.01 rad/s;' damping='damping 0.3 N m s;' armature='armature 0.02 kg m^2;'
robot whole "$friction" "$damping" "$armature" 'friction 2 N at 1 mm/s; armature 1 kg' '5 N s/m'
robot friction '' "$damping" "$armature" 'armature 1 kg' '5 N s/m'
robot damping "$friction" '' "$armature" 'friction 2 N at 1 mm/s; armature 1 kg'
robot armature "$friction" "$damping" '' 'friction 2 N at 1 mm/s' '5 N s/m'
robot none '' '' '' ''
rigidc() { "$RIGIDC" "$@" 2>"$SCRATCH/err"; }

for what in friction damping armature; do
	is "rnea without $what" "$(echo 0.3 0.4 0.1 0.2 0.5 0.6 | rigidc eval "$SCRATCH/$what.rig" -f rnea)" \
		"$(echo 0.3 0.4 0.1 0.2 0.5 0.6 | rigidc eval "$SCRATCH/whole.rig" -f rnea --without=$what)"
	unlike=$(echo 0.3 0.4 0.1 0.2 0.5 0.6 | rigidc eval "$SCRATCH/whole.rig" -f rnea)
	differs=$([ "$unlike" != "$(echo 0.3 0.4 0.1 0.2 0.5 0.6 | rigidc eval "$SCRATCH/$what.rig" -f rnea)" ] && echo yes)
	is "which changes it" yes "$differs"
done
all=--without=damping,armature,friction
# same NAME OUTPUT COMMAND...: the output of the command on both models, without their names and the option.
same() {
	same_name=$1 same_command=$2
	shift 2
	for same_model in none whole; do
		option=
		[ $same_model = none ] || option=$all
		rigidc "$same_command" "$SCRATCH/$same_model.rig" "$@" $option | grep -v 'Made with\|_CODE\|operations\|model' >"$SCRATCH/$same_model.out"
	done
	is "$same_name: the same" '' "$(diff "$SCRATCH/none.out" "$SCRATCH/whole.out")"
	is "$same_name: prints" yes "$([ -s "$SCRATCH/none.out" ] && echo yes)"
}
same compile compile -f rnea --search=none
same linearize linearize --pose=bent
same sim sim --time=0.1 --dt=0.05 --pose=bent
same info info --search=none
same export export --to=mjcf --lossy
is 'the C names it' 1 "$(rigidc compile "$SCRATCH/whole.rig" -f rnea --search=none $all | grep -c 'Made with.* --without.*damping.*armature.*friction')"
exits 'check takes it' 0 "$RIGIDC" check "$SCRATCH/whole.rig" $all
exits 'compare takes it' 0 "$RIGIDC" compare "$SCRATCH/whole.rig" "$SCRATCH/none.rig" $all
exits 'compare without it' 1 "$RIGIDC" compare "$SCRATCH/whole.rig" "$SCRATCH/none.rig" --without=damping,armature
exits 'a friction of contacts stays' 0 "$RIGIDC" info "$SCRATCH/whole.rig" $all --search=none
is 'in info' 1 "$(rigidc info "$SCRATCH/whole.rig" $all --search=none | grep -c '^foot .* 0\.5 ')"
exits 'another word' 2 "$RIGIDC" check "$SCRATCH/whole.rig" --without=friction,spring
is 'is told' "rigidc: --without takes friction, damping, armature or limits, not 'spring'" "$(head -n 1 "$SCRATCH/err")"
sed 's/ limits (-2, 2) rad//' "$SCRATCH/whole.rig" >"$SCRATCH/free.rig"
limits() { rigidc compile "$SCRATCH/$1.rig" -f rnea --search=none ${2-} | grep '_LIMIT_'; }
is 'C without limits is that of a joint without them' "$(limits free)" "$(limits whole --without=limits)"
unlike=$([ "$(limits free)" != "$(limits whole)" ] && echo yes)
is '  which has others' yes "$unlike"
exits 'compare takes limits too' 0 "$RIGIDC" compare "$SCRATCH/whole.rig" "$SCRATCH/free.rig" --without=limits
exits 'a motion beyond them' 0 "$RIGIDC" sim "$SCRATCH/whole.rig" --time 0.5 --dt 0.1 --q 'a = 1.9' --qd 'a = 9' --without=limits
exits '  which stops at them' 1 "$RIGIDC" sim "$SCRATCH/whole.rig" --time 0.5 --dt 0.1 --q 'a = 1.9' --qd 'a = 9'
robot wrong 'friction -1 N m at 1 rad/s;' '' '' ''
exits 'mistakes in what is left out' 1 "$RIGIDC" check "$SCRATCH/wrong.rig" $all
finish
