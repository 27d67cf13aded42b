#!/bin/sh
# rigidc fmt: one layout. What was laid out stays so, means the same, and has all comments; what cannot be read is left alone.
. tests/tap.sh

# bytes FILE: the C that it is compiled to, without the comments that show the model's
bytes() {
	"$RIGIDC" compile "$1" --search=none -O1 -f rnea 2>/dev/null
}

# laid_out FILE: it is stable, and the same C
laid_out() {
	"$RIGIDC" fmt "$1" >"$SCRATCH/once.rig" && "$RIGIDC" fmt "$SCRATCH/once.rig" >"$SCRATCH/twice.rig" &&
	    cmp "$SCRATCH/once.rig" "$SCRATCH/twice.rig" && "$RIGIDC" fmt --check "$SCRATCH/once.rig" || return 1
	case ${2-} in
	bytes)
		bytes "$1" >"$SCRATCH/before.h"
		bytes "$SCRATCH/once.rig" >"$SCRATCH/after.h"
		cmp "$SCRATCH/before.h" "$SCRATCH/after.h" ;;
	esac
}

# squeeze FILE: another layout of the same: tabs, blanks, empty lines, ends of lines of another system
squeeze() {
	sed '/"/!s/  */	/g; s/{ */{   /; s/^$/\n\n/; s/$/\r/' "$1"
}

for file in examples/*.rig examples/*/*.rig; do
	ok "$file is in the layout" "$RIGIDC" fmt --check "$file"
	squeeze "$file" >"$SCRATCH/squeezed.rig"
	ok '  another layout of it is laid out' laid_out "$SCRATCH/squeezed.rig"
	is '  and has its comments' "$(grep -o '//.*' "$file" | tr -d ' \t\r')" "$(grep -o '//.*' "$SCRATCH/once.rig" | tr -d ' \t\r')"
done
for file in examples/ur5.rig examples/knee.rig examples/scara.rig examples/gripper.rig tests/model/right/*.rig; do
	case $file in
	*.rig) ok "$file: the layout is stable and means the same" laid_out "$file" bytes ;;
	esac
done

cat >"$SCRATCH/wild.rig" <<'WILD'
model   wild
// of a sum


const a=3*2 -1;const b = 2* a//behind
body arm on world at(0,0,1 m),rz( 30 deg )   // hinge
{joint q1:revolute( -z ){armature .1;damping 2 N m s / rad}
mass   2 kg; com(1,2,
     3) mm
/* a block
   of text */ inertia diag( 1,2,3 ) kg * m^2


}
WILD
cat >"$SCRATCH/wanted.rig" <<'WANTED'
model   wild
// of a sum

const a = 3*2 - 1; const b = 2 * a  //behind
body arm on world at (0, 0, 1 m), rz(30 deg)   // hinge
{
  joint   q1 : revolute(-z) { armature .1; damping 2 N m s/rad }
  mass    2 kg; com (1, 2,
       3) mm
  /* a block
   of text */ inertia diag(1, 2, 3) kg*m^2
}
WANTED
exits 'blanks, lines and comments' 0 "$RIGIDC" fmt "$SCRATCH/wild.rig"
is '  come out as they should' "$(cat "$SCRATCH/wanted.rig")" "$(cat "$SCRATCH/out")"

printf 'model t\ngenerate rnea,dyn=crba+bias ,x =fk : "a b" + com // c\nbody "a b" on world { joint : fixed }\n' >"$SCRATCH/fused.rig"
is 'fused functions' 'generate rnea, dyn = crba+bias, x = fk:"a b" + com  // c' "$("$RIGIDC" fmt "$SCRATCH/fused.rig" | sed -n 2p)"

cat >"$SCRATCH/contacts.rig" <<'RIG'
model t
contact  a:fixed on b{ground c}
contact edge :line( y ) on b  {
friction .7
restitution  .1  // rubber
ground c }
phase stand=a ,edge
body contact on world { joint idle:free{idle} }
const phase=1
RIG
cat >"$SCRATCH/wanted.rig" <<'WANTED'
model t
contact  a : fixed on b { ground c }
contact edge : line(y) on b {
  friction    .7
  restitution .1  // rubber
  ground      c
}
phase stand = a, edge
body contact on world { joint idle : free { idle } }
const phase = 1
WANTED
printf 'model t\nbody hold on world {joint hold:free}\npose p {hold hold=1,hold "hold"=2;hold=3}\n' >"$SCRATCH/hold.rig"
exits 'positions that a pose holds' 0 "$RIGIDC" fmt "$SCRATCH/hold.rig"
is '  and those of joints with that name' 'pose p { hold hold = 1, hold "hold" = 2; hold = 3 }' "$(tail -n 1 "$SCRATCH/out")"
exits 'contacts and phases' 0 "$RIGIDC" fmt "$SCRATCH/contacts.rig"
is '  have blanks around colons, and values in a column' "$(cat "$SCRATCH/wanted.rig")" "$(cat "$SCRATCH/out")"
ok '  and the layout is stable, and means the same' laid_out "$SCRATCH/contacts.rig" bytes

# Separators and comments at every place. A ; stays where nothing else separates two statements on a line.
{
	printf 'model t;\n;\n'
	printf '  ; /// of the parameter  \t\nparam k: kg = 1 kg ; // behind\n'
	printf 'body b on world { ; /* a */ ; joint : fixed /* b */ ; ; }\n'
	printf 'body c on world {joint : fixed; /* c */ mass k;/* d\n   e */com (1 /* f */, 2 , /* g */ 3 /* h */) m ; /* i */ ; } ; frame f on c\n'
	printf 'const d = 1 /* j */*2- /* k */ 3;; ; const e = ( /* l */ d)\n; const last = 2'
} >"$SCRATCH/separators.rig"
cat >"$SCRATCH/wanted.rig" <<'WANTED'
model t
/// of the parameter
param k: kg = 1 kg  // behind
body b on world { /* a */ joint : fixed /* b */ }
body c on world { joint : fixed; /* c */ mass k; /* d
   e */ com (1 /* f */, 2, /* g */ 3 /* h */) m /* i */ }; frame f on c
const d = 1 /* j */ * 2 - /* k */ 3; const e = ( /* l */ d)
const last = 2
WANTED
exits 'separators beside comments' 0 "$RIGIDC" fmt "$SCRATCH/separators.rig"
is '  stay where nothing else separates' "$(cat "$SCRATCH/wanted.rig")" "$(cat "$SCRATCH/out")"
ok '  and the layout is stable, and means the same' laid_out "$SCRATCH/separators.rig" bytes

# --- the command ---

cp "$SCRATCH/wild.rig" "$SCRATCH/copy.rig"
exits '--check of another layout' 1 "$RIGIDC" fmt --check "$SCRATCH/copy.rig"
ok '  says where it begins' grep -q 'copy.rig:4: the layout differs' "$SCRATCH/err"
is '  and writes nothing' '' "$(cat "$SCRATCH/out")"
exits '-o the file itself' 0 "$RIGIDC" fmt "$SCRATCH/copy.rig" -o "$SCRATCH/copy.rig"
exits '  is --check then' 0 "$RIGIDC" fmt --check "$SCRATCH/copy.rig"
is 'standard input' "$(cat "$SCRATCH/copy.rig")" "$("$RIGIDC" fmt - <"$SCRATCH/wild.rig")"
exits 'a name that is no .rig' 2 "$RIGIDC" fmt "$SCRATCH/copy.rig" -o "$SCRATCH/copy.txt"

printf 'model t\nbody b on world { joint : }\n' >"$SCRATCH/broken.rig"
exits 'a text that cannot be read' 1 "$RIGIDC" fmt "$SCRATCH/broken.rig" -o "$SCRATCH/broken.rig"
ok '  says why' grep -q 'broken.rig:2:.*\[syntax\]' "$SCRATCH/err"
is '  and is left as it is' 'body b on world { joint : }' "$(tail -n 1 "$SCRATCH/broken.rig")"
printf 'model t\nbody b on nothing{joint:fixed}' >"$SCRATCH/unsound.rig"
exits 'a model that means nothing' 0 "$RIGIDC" fmt "$SCRATCH/unsound.rig"
is '  is laid out' 'body b on nothing { joint : fixed }' "$(tail -n 1 "$SCRATCH/out")"
exits 'a URDF' 2 "$RIGIDC" fmt tests/grammar/urdf/angle-cut-off.urdf
exits 'no file' 2 "$RIGIDC" fmt "$SCRATCH/nothing.rig"
printf '\357\273\277model t\r\n' >"$SCRATCH/bom.rig"
exits 'a byte order mark and other ends of lines' 0 "$RIGIDC" fmt "$SCRATCH/bom.rig"
is '  are gone' 'model t' "$(cat "$SCRATCH/out")"

# What a word is never depends on how a text is laid out.
for word in strut tendon order assert contact phase loop constraint idle settle solve; do
	for end in '}' ' }' ' /* c */ }' ' // c\n}'; do
		printf "model t\nbody b on world {\n$word$end\n" >"$SCRATCH/word.rig"
		"$RIGIDC" fmt "$SCRATCH/word.rig" >"$SCRATCH/once.rig" 2>"$SCRATCH/err" || continue
		exits "$word and then $end" 0 "$RIGIDC" fmt --check "$SCRATCH/once.rig"
	done
done
finish
