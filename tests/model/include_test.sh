#!/bin/sh
# Included files: where they are looked for, what they may not be, each once, and what make is told of them.
. tests/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

mkdir -p "$SCRATCH/robot/hands" "$SCRATCH/shared/deep" "$SCRATCH/secret"
cd "$SCRATCH/robot" || exit 1
cat >robot.rig <<'END2'
model robot
include "legs.rig"
include "hands/hand.rig"
include "hands/../legs.rig"
include "foot.rig"
use leg() as left on world at (0, 100 mm, 0)
use leg() as right on world at (0, 100 mm, 0) mirror y
use hand() as hand on left.hip
END2
cat >legs.rig <<'END2'
include "foot.rig"
part leg() {
  body hip on root { joint : revolute(y); mass 2 kg; com (0, 0, -0.1); inertia diag(1, 1, 1) g m^2 }
  use foot() as foot on hip at (0, 0, -0.2)
}
END2
echo 'include "finger.rig"
part hand() { use finger() as thumb on root }' >hands/hand.rig
echo 'part finger() { body link on root { joint : revolute(x); mass 0.1; com (0, 0, 0.02); inertia diag(1, 1, 1) g mm^2 } }' >hands/finger.rig
echo 'part foot() { body sole on root { joint : fixed; mass 0.3 kg } }' >../shared/foot.rig
echo 'part foot() { }' >../secret/foot.rig
rigidc() { "$RIGIDC" "$@" 2>"$SCRATCH/err" </dev/null; }

exits 'a file that is in no folder' 1 "$RIGIDC" check robot.rig
is 'is told where it is meant' 'legs.rig:1:9 robot.rig:5:9' "$(sed -n 's/: error: .* \[include\]$//p' "$SCRATCH/err" | sort | xargs)"
exits 'a file of a folder of -I' 0 "$RIGIDC" check -I ../shared robot.rig
is 'is found' '0' "$(wc -c <"$SCRATCH/err" | tr -d ' ')"
exits 'of the first that has it' 0 "$RIGIDC" check -I nowhere -I ../shared -I ../secret robot.rig
is 'one text, from wherever it is read' "$(rigidc compile -I ../shared robot.rig)" "$(cd .. && rigidc compile -I shared robot/robot.rig)"

# --- make ---

exits '-MD' 0 "$RIGIDC" compile -I ../shared -MD -o robot.h robot.rig
is 'names every file once' 'robot.h: robot.rig \
  legs.rig \
  ../shared/foot.rig \
  hands/hand.rig \
  hands/finger.rig' "$(cat robot.h.d)"
exits '-MD of a pair' 0 "$RIGIDC" compile -I ../shared -MD -o 'a $b#.c' robot.rig
is 'names both, as make reads them' 'a\ $$b\#.c a\ $$b\#.h: robot.rig \' "$(head -n 1 'a $b#.c.d')"
printf 'include robot.h.d\nrobot.h:\n\t@echo made\n' >Makefile
touch -d '1 hour ago' ../shared/foot.rig hands/*.rig *.rig
is 'nothing is to be done' "make: 'robot.h' is up to date." "$(LC_ALL=C make robot.h)"
touch -d '1 minute ago' robot.h; touch hands/finger.rig
is 'but where an included file is newer' made "$(make robot.h)"
exits '-MD without a file' 2 "$RIGIDC" compile -I ../shared -MD robot.rig

# --- what is refused ---

# refused NAME FILE OPTIONS: by the check `include`.
refused() {
	refused_name=$1
	printf 'model t\ninclude "%s"\n' "$2" >refused.rig
	shift 2
	exits "$refused_name" 1 bounded "$RIGIDC" check "$@" refused.rig
	is "$refused_name is refused" 1 "$(grep -c '\[include\]' "$SCRATCH/err")"
}
RIGIDC_TIMEOUT=5
ln -s ../secret/foot.rig link.rig
ln -s ../secret folder
ln -s round2 round1
ln -s round1 round2
mkfifo pipe
refused 'a file above the folder' ../secret/foot.rig
refused 'by its whole path' "$SCRATCH/secret/foot.rig"
refused 'a link out of the folder' link.rig
refused 'a linked folder' folder/foot.rig
refused 'links in a circle' round1
refused 'a pipe' pipe
refused 'a folder' hands
refused 'a device' /dev/zero
refused 'a device by its folder' /dev/zero -I /dev
refused 'a file as a folder' legs.rig/foot.rig
refused 'itself' refused.rig
exits 'a folder that -I gives' 0 "$RIGIDC" check -I ../secret robot.rig
printf 'model t\ninclude "link.rig"\n' >linked.rig
exits 'a link into a folder of -I' 0 "$RIGIDC" check -I ../secret linked.rig
echo 'include "b.rig"' >a.rig
echo 'include "c.rig"' >b.rig
echo 'include "a.rig"' >c.rig
refused 'three that lead to each other' a.rig
is 'where the circle closes' c.rig:1:9 "$(sed -n 's/^\(c.rig:1:9\): error.*/\1/p' "$SCRATCH/err")"
exits 'a text that is no file' 1 "$RIGIDC" check - <robot.rig
printf 'model t\ninclude "foot.rig"\nuse foot() as f on world\n' >stdin.rig
ok 'finds files of -I' sh -c '"$1" check -I ../shared - <stdin.rig' sh "$RIGIDC"
printf 'model t\n\nconst a = 1 kg\ninclude "faulty.rig"\n' >outer.rig
printf 'const b = 1 m + a\n' >faulty.rig
exits 'a fault in an included file' 1 "$RIGIDC" check outer.rig
is 'is told there' 'faulty.rig:1:11' "$(sed -n 's/: error.*//p' "$SCRATCH/err")"
printf 'model t\ninclude "model.rig"\n' >outer.rig
printf 'model u\n' >model.rig
exits 'a model in an included file' 1 "$RIGIDC" check outer.rig
is 'is one too many' '[duplicate]' "$(grep -o '\[duplicate\]' "$SCRATCH/err")"
awk 'BEGIN { for (i = 0; i < 1000; i++) { print "include \"many" i ".rig\"" >"many.rig"; print "" >"many" i ".rig"; close("many" i ".rig") } }'
refused '1001 files and the model' many.rig

finish
