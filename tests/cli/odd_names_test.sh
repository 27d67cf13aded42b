#!/bin/sh
# Names with commas, quotation marks, backslashes, blanks and line ends: in columns of files (RFC 4180) and in arguments, one way on all
# sides. And rows that have no end.
. tests/tap.sh

cat >"$SCRATCH/odd.rig" <<'RIG'
model odd
body "a b" on world { joint "j, \"1\"" : revolute(y) { limits (-9, 9) }; mass 1 kg; com (0, 0, 0.5) }
body "c\"\\d" on "a b" at (0, 0, 1) { joint "k = \\2" : revolute(y); mass 1 kg; com (0, 0, 0.5) }
body "e\x0af" on "c\"\\d" at (0, 0, 1) { joint " l\x0a" : prismatic(z); mass 1 kg; com (0, 0, 0.5) }
frame "tip, left" on "a b" at (0, 0, 1)
pose "b, \"1\"" { "j, \"1\"" = 0.5 }
pose "b c" { "j, \"1\"" = 0.5 }
RIG
plain='0.3 0.1 0.2'
state='"j, \"1\"" = 0.3, "k = \\2" = 0.1, " l\x0a" = 0.2 m'

# --- arguments ---

is 'a frame by its name in quotation marks' "$(echo "$plain" | "$RIGIDC" eval "$SCRATCH/odd.rig" -f fk:'"c\"\\d"' 2>/dev/null)" \
	"$(sed 's/"c\\"\\\\d"/x/' "$SCRATCH/odd.rig" | "$RIGIDC" eval - -f fk:x 2>/dev/null </dev/null; sed 's/"c\\"\\\\d"/x/' "$SCRATCH/odd.rig" >"$SCRATCH/x.rig"; echo "$plain" | "$RIGIDC" eval "$SCRATCH/x.rig" -f fk:x 2>/dev/null)"
exits 'one with a comma' 0 sh -c 'echo "$3" | "$1" eval "$2" -f "fk:\"tip, left\""' sh "$RIGIDC" "$SCRATCH/odd.rig" "$plain"
is 'a fused function with a name in quotation marks' "$(echo "$plain" | "$RIGIDC" eval "$SCRATCH/odd.rig" -f s=gravity+com 2>/dev/null)" \
	"$(echo "$plain" | "$RIGIDC" eval "$SCRATCH/odd.rig" -f '"a, \"b\" = c" = gravity + com' 2>/dev/null)"
ok 'and its name in C' sh -c '"$1" compile "$2" -f "\"a:b\"=gravity+com,vjp:\"a:b\"" 2>/dev/null | grep -q odd_vjp_a_x3Ab' sh "$RIGIDC" "$SCRATCH/odd.rig"
exits 'an empty one' 1 "$RIGIDC" info "$SCRATCH/odd.rig" -f '""=gravity+com'
exits 'one with a line end' 0 sh -c 'echo "$3" | "$1" eval "$2" -f "fk:\"e\\x0af\""' sh "$RIGIDC" "$SCRATCH/odd.rig" "$plain"
ok 'the header says what was asked for' sh -c '"$1" compile "$2" -f "fk:\"c\\\"\\\\d\"" 2>/dev/null | grep -q "Made with -f fk:\"c.\"..d\"\\."' sh "$RIGIDC" "$SCRATCH/odd.rig"
exits '--q in quotation marks' 0 "$RIGIDC" sim "$SCRATCH/odd.rig" --time 0.1 --dt 0.1 --q "$state"
is 'begins there' '0,0.3,0.1,0.2' "$(grep '^0,' "$SCRATCH/out" | cut -d, -f 1-4)"
exits '--tau, on both sides' 0 "$RIGIDC" sim "$SCRATCH/odd.rig" --time 0.1 --dt 0.1 --tau '"j, \"1\"" = 0.1 N m * "k = \\2"'
exits '--lock' 0 "$RIGIDC" info "$SCRATCH/odd.rig" --lock '"k = \\2" = 0.3'
ok 'leaves two' grep -q 'nv 2' "$SCRATCH/out"
exits '--lock without quotation marks' 1 "$RIGIDC" info "$SCRATCH/odd.rig" --lock 'j, "1" = 0.3'
exits '--lock of two' 0 "$RIGIDC" info "$SCRATCH/odd.rig" --lock '"k = \\2" = 0.3, "j, \"1\""'
ok 'leaves one' grep -q 'nv 1' "$SCRATCH/out"
exits 'another escape' 1 "$RIGIDC" info "$SCRATCH/odd.rig" --lock '"k = \z2" = 0.3'

for pose in '"b, \"1\""' 'b c' '"b c"'; do
	exits "--pose: $pose" 0 "$RIGIDC" sim "$SCRATCH/odd.rig" --time 0.1 --dt 0.1 --pose "$pose"
	is 'begins there' '0,0.5,0,0' "$(grep '^0,' "$SCRATCH/out" | cut -d, -f 1-4)"
	exits "--pd: $pose" 0 "$RIGIDC" sim "$SCRATCH/odd.rig" --time 0.1 --dt 0.1 --pd "$pose,10,1"
	exits "--pose: $pose" 0 "$RIGIDC" linearize "$SCRATCH/odd.rig" --pose "$pose"
done
is 'a pose among numbers' "$(echo '0.5 0 0' | "$RIGIDC" eval "$SCRATCH/odd.rig" -f gravity 2>/dev/null)" \
	"$(echo '@"b, \"1\""' | "$RIGIDC" eval "$SCRATCH/odd.rig" -f gravity 2>/dev/null)"
exits 'one that is not there' 1 sh -c 'echo "@\"b, 1\"" | "$1" eval "$2" -f gravity' sh "$RIGIDC" "$SCRATCH/odd.rig"
ok 'is named' grep -q "no pose 'b, 1'" "$SCRATCH/err"

# --- files ---

"$RIGIDC" sim "$SCRATCH/odd.rig" --time 0.2 --dt 0.1 --q "$state" >"$SCRATCH/motion.csv" 2>/dev/null
is 'columns are quoted' 't,"q.j, ""1""",q.k = \2,"q. l' "$(head -n 1 "$SCRATCH/motion.csv")"
exits 'what sim writes eval reads' 0 sh -c '"$1" eval "$2" -f fk:"\"a b\"" --header <"$3"' sh "$RIGIDC" "$SCRATCH/odd.rig" "$SCRATCH/motion.csv"
is 'as many rows' 4 "$(wc -l <"$SCRATCH/out")"
exits 'and sim, as an input' 0 "$RIGIDC" sim "$SCRATCH/odd.rig" --time 0.1 --dt 0.1 --input "$SCRATCH/motion.csv"
exits 'and plot' 0 "$RIGIDC" plot "$SCRATCH/motion.csv" -o "$SCRATCH/motion.svg"
sed '6s/.*/x/' "$SCRATCH/motion.csv" >"$SCRATCH/wrong.csv"
exits 'a wrong row' 1 sh -c '"$1" eval "$2" -f gravity <"$3"' sh "$RIGIDC" "$SCRATCH/odd.rig" "$SCRATCH/wrong.csv"
is 'has the number of its line' 'stdin:6' "$(sed -n 's/^\(stdin:[0-9]*\): error.*/\1/p' "$SCRATCH/err")"
exits 'a film' 0 "$RIGIDC" sim "$SCRATCH/odd.rig" --time 0.2 --dt 0.1 --animate "$SCRATCH/film.svg"
xml() { /usr/bin/python3 -c 'import sys, xml.dom.minidom; [xml.dom.minidom.parse(file) for file in sys.argv[1:]]' "$@"; }
ok 'a film and a plot are XML' xml "$SCRATCH/film.svg" "$SCRATCH/motion.svg"
sed '/^pose/d; s/^model .*/model "<\&>]]>--\\x01\\xff"/; s/"a b"/"<\&>]]>--\\x01\\xff\\x27"/; s/"j, [^:]*:/"<\\x02\&]]>\\x27" :/' "$SCRATCH/odd.rig" >"$SCRATCH/odder.rig"
exits 'of what is none' 0 "$RIGIDC" sim "$SCRATCH/odder.rig" --time 0.2 --dt 0.1 --animate "$SCRATCH/film.svg" --plot "$SCRATCH/plot.svg"
ok 'too' xml "$SCRATCH/film.svg" "$SCRATCH/plot.svg"

# --- phases ---

cat >"$SCRATCH/stands.rig" <<'RIG'
model stands
body block on world { joint base : free; mass 10 kg; inertia diag(1, 1, 1) kg m^2 }
contact "left = foot" : fixed on block at (0, 0, -500) mm
phase "left, = \"1\"" = "left = foot"
RIG
for phase in '"left, = \"1\""' '"left = foot"'; do
	exits "the phase $phase" 0 "$RIGIDC" sim "$SCRATCH/stands.rig" --time 0.1 --dt 0.1 --phase "$phase" --animate "$SCRATCH/film.svg"
	ok 'has its columns' grep -q '^t,.*,lambda.left = foot.fz,' "$SCRATCH/out"
	ok 'and its force is drawn' grep -q 'stroke="#b05" stroke-width="2.5"' "$SCRATCH/film.svg"
done

# --- no end ---

exits 'a row without an end' 1 sh -c 'yes 1234567 | tr "\n" " " | head -c 70000000 | "$1" eval "$2" -f gravity' sh "$RIGIDC" "$SCRATCH/odd.rig"
ok 'is told' grep -q 'stdin:1: error: a row is longer than 64 MB' "$SCRATCH/err"

finish
