#!/bin/sh
# Parts: the same C as of the model written out, to the last digit; their names in C and elsewhere; what is known to be
# copies and mirror images; and many of them.
. tests/tap.sh

# The code: without comments, and without the hash of the model, in which names are spelt as the model has them.
code() {
	"$RIGIDC" compile --search=none "$1" 2>"$SCRATCH/err" |
	    perl -0pe 's,/\*.*?\*/,,gs; s,//[^\n]*,,g; s/0x[0-9a-f]{16}\S*//g; s/[ \t]+\n/\n/g; s/\n+/\n/g'
}

for model in examples/parts/*.rig; do
	name=$(basename "$model" .rig)
	written=tests/model/written/$name.rig
	[ "$name" = finger ] && continue # which is included
	[ "$name" = solo12 ] && written=examples/solo12.rig
	code "$model" >"$SCRATCH/parts.h"
	code "$written" >"$SCRATCH/written.h"
	ok "$name is code" test "$(wc -l <"$SCRATCH/parts.h")" -gt 100
	ok "$name is what is written out" cmp "$SCRATCH/parts.h" "$SCRATCH/written.h"
done
ok 'a snake of 20 takes fewer than 20 lines' test "$(grep -c '[^ ]' examples/parts/snake.rig)" -lt 20

# --- names ---

cat >"$SCRATCH/names.rig" <<'END2'
model names
part toe() { body "tip-1" on root { joint bend : revolute(y); mass 1 kg; com (0.1, 0, 0); inertia diag(1, 1, 1) g m^2; frame end at (1, 0, 0) } }
part foot() { for k in 1..2 { use toe() as toe[k] on root at (0, k * 1 m, 0) }; wrench ground on toe[1].end }
use foot() as left on world
body "a.b" on left.toe[2].end { joint "q[1]" : revolute(z); mass 1 kg; com (0.1, 0, 0); inertia diag(1, 1, 1) g m^2 }
pose up { left.toe[2].bend = 1 rad; "q[1]" = -1 }
generate rnea, fk:left.toe[1].end, fk:"left.toe[2].tip-1", fk:"a.b", ends = fk:left.toe[1].end + jac:"a.b"
END2
grep -v '^part foot' "$SCRATCH/names.rig" >"$SCRATCH/pinned.rig"
sed -n 's/; wrench.*/ }/; /^part foot/p' "$SCRATCH/names.rig" >>"$SCRATCH/pinned.rig"
"$RIGIDC" compile --parametrize=body:left.toe[1].tip-1 -o "$SCRATCH/names.h" "$SCRATCH/names.rig" 2>"$SCRATCH/err"
is 'in C' 'NAMES_Q_left_toe_1_bend NAMES_Q_left_toe_2_bend NAMES_Q_q_x5B1_x5D' "$(grep -o '^	NAMES_Q_[^ ]*' "$SCRATCH/names.h" | xargs)"
is 'of functions' 'names_fk_left_toe_1_end names_fk_left_toe_2_tip_x2D1 names_fk_a_x2Eb' \
    "$(sed -n 's/^static inline void \(names_fk_[^(]*\)(.*/\1/p' "$SCRATCH/names.h" | xargs)"
is 'of outputs for two frames' 'R_left_toe_1_end_a_x2Eb p_left_toe_1_end_a_x2Eb R_a_x2Eb p_a_x2Eb' \
    "$("$RIGIDC" compile --search=none -f 'seen=fk:left.toe[1].end:a.b+fk:a.b' "$SCRATCH/names.rig" 2>"$SCRATCH/err" |
	sed -n '/^static inline void names_seen/,/^{/p' | grep -o '[Rp]_[a-zA-Z0-9_]*' | xargs)"
is 'of parameters' 'left_toe_1_tip_x2D1_mass left_toe_1_tip_x2D1_com left_toe_1_tip_x2D1_inertia' \
    "$(sed -n '/^typedef struct/,/^}/ s/^	[A-Za-z_]* \(left[a-zA-Z0-9_]*\).*/\1/p' "$SCRATCH/names.h" | xargs)"
"$RIGIDC" compile --parametrize=payload:left.toe[1].end,payload:a.b -o "$SCRATCH/loads.h" "$SCRATCH/names.rig" 2>"$SCRATCH/err"
is 'of payloads' 'a_x2Eb_payload_mass a_x2Eb_payload_com a_x2Eb_payload_inertia left_toe_1_end_payload_mass left_toe_1_end_payload_com left_toe_1_end_payload_inertia' \
    "$(sed -n '/^typedef struct/,/^}/ s/^	[A-Za-z_]* \([a-zA-Z0-9_]*payload[a-zA-Z0-9_]*\).*/\1/p' "$SCRATCH/loads.h" | xargs)"
is 'of poses' '{ 0.0, 1.0, -1.0 }' "$(sed -n 's/^#define NAMES_POSE_up //p' "$SCRATCH/names.h")"
is 'in the header of eval' 'g.left.toe[1].bend,g.left.toe[2].bend,g.q[1]' "$("$RIGIDC" eval "$SCRATCH/names.rig" -f gravity --header </dev/null)"
is 'of the command line' '0 0 1 0 1 0 -1 0 0 0 1 -1' \
    "$(printf '0 0\n' | "$RIGIDC" eval -f 'fk:left.toe[1].end' --lock 'left.toe[1].bend=90 deg' "$SCRATCH/pinned.rig" 2>"$SCRATCH/err" | sed 's/-0\b/0/g')"
exits 'of a formula' 0 "$RIGIDC" sim "$SCRATCH/names.rig" --time 0.01 --dt 0.01 --step 0.01 --q 'left.toe[1].bend = 0.1' \
    --tau 'left.toe[2].bend = -1 N m * left.toe[1].bend - 0.1 N m s * left.toe[2].bendd'

is 'lines of a part have their cost' '1' "$("$RIGIDC" info --cost -f rnea --search=none examples/parts/hexapod.rig | grep -c 'com     (tibia/3, 0, 0)$')"

is 'of a fused function' 'R p J' \
    "$("$RIGIDC" info --json "$SCRATCH/names.rig" -f ends | perl -MJSON::PP -0e '$d = decode_json(<STDIN>); print join " ", map { $_->{name} } @{$d->{functions}{ends}{outputs}}')"

# --- copies ---

"$RIGIDC" info --json --search=none examples/parts/hand.rig >"$SCRATCH/hand.json"
json() { perl -MJSON::PP -0e '$d = decode_json(<STDIN>); '"$1" <"$SCRATCH/hand.json"; }
is 'a use' '["y"] hand world mirror_of right' \
    "$(json '($u) = grep { $_->{name} eq "left" } @{$d->{uses}}; print encode_json($u->{mirror}), " $u->{part} $u->{on} mirror_of $u->{mirror_of}"')"
is 'a body' 'left.finger[3] right.finger[1].distal' \
    "$(json '($b) = grep { $_->{name} eq "left.finger[3].distal" } @{$d->{bodies}}; print "$b->{use} $b->{mirror_of}"')"
is 'copies of one hand' 'right.finger[3] right.finger[1]' \
    "$(json 'print map { "$_->{name} $_->{copy_of}" } grep { $_->{copy_of} } grep { $_->{name} =~ /^right/ } @{$d->{uses}}')"
is 'a model without parts says nothing of them' '' "$("$RIGIDC" info --json examples/ur5.rig | grep -E '"(uses?|(copy|mirror)_of)"')"

# --- messages ---

cat >"$SCRATCH/slip.rig" <<'END2'
model slip
part toe() { body tip on root { joint : revolute(y); mass 1 m } }
part foot() { for k in 1..2 { use toe() as toe[k] on root } }
use foot() as left on world
use foot() as right on world mirror y
END2
exits 'a slip in a part' 1 "$RIGIDC" check "$SCRATCH/slip.rig"
is 'is told once, with the uses that lead there' '2:59: error 3:31: note 3:15: note 4:1: note' \
    "$(sed -n 's/.*rig:\([0-9:]* [a-z]*\): .*/\1/p' "$SCRATCH/err" | xargs)"
exits 'as JSON' 1 "$RIGIDC" check --json "$SCRATCH/slip.rig"
is 'too' "in this use of part 'toe', with k = 1, in this use of part 'foot'" \
    "$(perl -MJSON::PP -0e '$d = decode_json(<STDIN>); print join ", ", map { $_->{message} } @{$d->[0]{within}}' <"$SCRATCH/out")"

# --- many ---

cat >"$SCRATCH/many.rig" <<'END2'
model many
part leg(side, length: m = 0.3 m) {
  const half = length / 2
  body thigh on root at (0, side * 0.1 m, 0) { joint hip : revolute(x) { limits (-1, 1) }; mass 1 kg; com (0, 0, -half); inertia diag(1, 2, 2) g m^2 }
  body shank on thigh at (0, 0, -length) { joint knee : revolute(y); mass 1 kg; com (0, 0, -half); inertia diag(1, 2, 2) g m^2 }
  frame foot on shank at (0, 0, -length)
}
body trunk on world { joint : free; mass 10 kg; inertia diag(1, 1, 1) kg m^2 }
for i in 1..500 {
  use leg(1) as left[i] on trunk at (0.1 m * i, 0, 0)
  use leg(1, 0.2) as right[i] on trunk at (0.1 m * i, 0, 0) mirror y
}
END2
RIGIDC_TIMEOUT=${RIGIDC_TIMEOUT:-1}
exits 'a thousand legs are checked in a second' 0 bounded "$RIGIDC" check "$SCRATCH/many.rig"

finish
