#!/bin/sh
# Wrong inputs: every file of tests/model/wrong must be answered with exactly the diagnostics that its first line
# names, in the order of the text; every near miss in tests/model/right with none (or its notes); and inputs made
# here - hostile bytes, hostile sizes, hostile names - within seconds. RIGIDC_LEVEL=quick leaves these out. judge.pl has the marks
# of files, and runs them by the program of commands.c.
. tests/tap.sh
set -f # options such as (1,2,3)* are words, not patterns
LC_ALL=C
export LC_ALL
CC=${CC:-cc}

"$RIGIDC" --list=checks >"$SCRATCH/checks"
mkdir "$SCRATCH/said"

# verdicts: on the corpus, and on all that was judged
verdicts() { results perl tests/model/judge.pl "$SCRATCH" "$(dirname "$RIGIDC")/tests/model/commands" <"$SCRATCH/judged"; }
: >"$SCRATCH/judged"
if [ "$RIGIDC_LEVEL" = quick ]; then
	verdicts
	finish
fi

# judge NAME WANTED FILE: checks it; what it says stays in the file $err, and a row for judge.pl.
judged=0 tab=$(printf '\t')
judge() {
	judged=$((judged + 1)) err=$SCRATCH/said/$((judged + 1))
	bounded "$RIGIDC" check "$3" >"$SCRATCH/out" 2>"$err" </dev/null
	echo "$1$tab$2${tab}check$tab$tab$?$tab$(wc -c <"$SCRATCH/out")$tab$err" >>"$SCRATCH/judged"
}

# --- bytes ---

# hostile NAME EXPECTED: checks $SCRATCH/NAME.rig, which the caller made.
hostile() {
	judge "$1" "$2" "$SCRATCH/$1.rig"
	rm -f "$SCRATCH/$1.rig"
}

# bytes NAME EXPECTED TEXT: the text in printf's escapes.
bytes() {
	printf "$3" >"$SCRATCH/$1.rig"
	hostile "$1" "$2"
}

BODY='body b on world { joint : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }'
bytes empty-file missing-model ''
bytes byte-order-mark '' "\357\273\277model t\n$BODY\n"
bytes byte-order-mark-alone missing-model '\357\273\277'
bytes byte-order-mark-in-the-middle stray-character "model t\n\357\273\277$BODY\n"
bytes nul-byte encoding "model t\n$BODY\n\000"
bytes nul-byte-in-a-comment encoding "model t // \000 \n$BODY\n"
bytes nul-byte-in-a-name encoding 'model "a\000b"\n'
bytes control-character-in-a-comment encoding 'model t // \033[2J\n'
bytes c1-control-in-a-comment encoding 'model t // \302\2332J\n'
bytes delete-character encoding 'model t\177\n'
bytes form-feed encoding 'model t\n\f\n'
bytes utf-16-little-endian encoding '\377\376m\000o\000d\000e\000l\000 \000t\000\n\000'
bytes utf-16-big-endian encoding '\376\377\000m\000o\000d\000e\000l\000 \000t\000\n'
bytes utf-16-without-a-mark encoding 'm\000o\000d\000e\000l\000 \000t\000\n\000'
bytes latin-1 encoding 'model t // Gr\374\337e\n'
bytes utf-8-cut-off encoding 'model t // \342\202'
bytes utf-8-overlong encoding 'model t // \300\257\n'
bytes utf-8-surrogate encoding 'model t // \355\240\200\n'
bytes utf-8-beyond-unicode encoding 'model t // \364\220\200\200\n'
bytes utf-8-in-a-comment '' 'model t // Gr\303\274\303\237e \342\202\254 \360\237\244\226\n'
bytes bidirectional-override bidirectional-control 'model t // \342\200\256 abc\n'
bytes bidirectional-isolate bidirectional-control 'model "t\342\201\246"\n'
bytes bidirectional-mark bidirectional-control 'model t // \330\234\n'
bytes carriage-returns-only unused "model t\r$BODY\rconst a = 1\r"
bytes carriage-returns-count-as-lines unknown-name "model t\r$BODY\rconst a = b\r"
is 'a fault after CR is on its own line' 3:11 "$(sed -n 's/.*rig:\([0-9]*:[0-9]*\): error.*/\1/p' "$err")"
bytes carriage-return-line-feed unused "model t\r\n$BODY\r\nconst a = 1\r\n"
bytes no-final-newline '' "model t\n$BODY"
bytes no-final-newline-in-a-comment '' 'model t // end'
bytes no-final-newline-in-a-fault syntax 'model t\nconst a ='
bytes backslash-at-the-end unterminated 'model "a\\'
bytes tabs-and-blank-lines '' '\t model\tt\t\n\n\t\n'
bytes column-counts-characters unknown-name 'model t\nconst a = /* \303\274\303\274 */ b\n'
is 'a column counts characters' 2:20 "$(sed -n 's/.*rig:\([0-9]*:[0-9]*\): error.*/\1/p' "$err")"

# --- sizes ---

# With little stack and time less is enough: what recursed would need 5 bytes of stack a level for 2e5 levels, and what grows like
# the square, seconds.
usual=${RIGIDC_TIMEOUT:-60}
RIGIDC_STACK=1024 RIGIDC_TIMEOUT=$((usual / 10))
# made NAME EXPECTED PROGRAM: the model statement and what an awk program prints.
made() {
	{ echo 'model t' && awk "$3"; } </dev/null >"$SCRATCH/$1.rig"
	hostile "$1" "$2"
}

# many COUNT TEXT: an awk statement that prints a text very often.
many() {
	printf 'for (i = 0; i < %s; i += 100) printf "%%s", hundred("%s");\n' "$1" "$2"
}
HUNDRED='function hundred(s,  t) { t = s s s s s; t = t t t t; return t t t t t }'

made parentheses-2e5-deep too-deep "$HUNDRED BEGIN { printf \"const a = \"; $(many 2e5 '(') $(many 2e5 ')') }"
made parentheses-2e5-open too-deep "$HUNDRED BEGIN { printf \"const a = \"; $(many 2e5 '(') }"
made parentheses-2e5-closed syntax "$HUNDRED BEGIN { $(many 2e5 ')') }"
made brackets-2e5-deep too-deep "$HUNDRED BEGIN { printf \"const a = \"; $(many 2e5 '[') }"
made braces-2e5-open syntax "$HUNDRED BEGIN { $(many 2e5 '{') }"
made blocks-1e5-deep too-deep "$HUNDRED BEGIN { $(many 1e5 'body b on world {\n') }"
made minus-2e5 too-deep "$HUNDRED BEGIN { printf \"const a = \"; $(many 2e5 '-') print 1 }"
made plus-2e5 too-deep "$HUNDRED BEGIN { printf \"const a = 1\"; $(many 2e5 '+1') }"
made power-2e5 too-deep "$HUNDRED BEGIN { printf \"const a = 1\"; $(many 2e5 '^1') }"
made component-2e5 too-deep "$HUNDRED BEGIN { printf \"const a = x\"; $(many 2e5 '.x') }"
made steps-1e5-of-a-name too-deep "$HUNDRED BEGIN { printf \"frame f on a\"; $(many 1e5 '.b') print \"\" }"
made elements-1e5-of-a-name too-deep "$HUNDRED BEGIN { printf \"frame f\"; $(many 1e5 '[1]') print \" on world\" }"
made loops-1e3-deep '' "$HUNDRED BEGIN { $(many 1e3 'for i in 1..1 {') $(many 1e3 '}') }"
made loops-1e5-deep too-deep "$HUNDRED BEGIN { $(many 1e5 'for i in 1..1 {') }"
made parts-2e4-in-a-row too-deep 'BEGIN { for (i = 2e4; i > 0; i--) print "part a" i "() { use a" i - 1 "() as x on root }"; print "part a0() { }; use a20000() as b on world" }'
made part-of-2e4-parameters '' 'BEGIN { printf "part p(a"; for (i = 0; i < 2e4; i++) printf ", a" i " = 1"; print ") { }; use p(1) as b on world" }'
made uses-1e4 'far-body, massless-tip' 'BEGIN { print "part p() { body b on root { joint : revolute(z) } }; for i in 1..10000 { use p() as p[i] on world at (i * 1 m, 0, 0) }" }'
made constants-2e4-in-a-row too-deep 'BEGIN { for (i = 0; i < 2e4; i++) print "const a" i " = a" i + 1; print "const a" i " = 1" }'
# each constant is a walk of its own: the bounds on both must hold together
made constants-in-a-row-each-400-deep too-deep \
	"$HUNDRED BEGIN { for (k = 0; k < 190; k++) { printf \"const a%d = a%d\", k, k + 1; $(many 400 '+1') print \"\" } print \"const a\" k \" = 1\" }"
made functions-2e4-in-a-row too-deep 'BEGIN { for (i = 0; i < 2e4; i++) print "function a" i "(q) = a" i + 1 "(q)"; print "function a" i "(q) = q; const b = a0(1)" }'
made tables-2e4-in-a-row too-deep 'BEGIN { for (i = 0; i < 2e4; i++) print "table a" i "(q) = [0, a" i + 1 "(1); 1, 2]"; print "table a" i "(q) = [0, 1; 1, 2]" }'
made table-of-1e4-rows '' 'BEGIN { printf "table a(q) = [0, 1"; for (i = 1; i < 1e4; i++) printf "; %d, %d", i, i % 7; print "]; const b = a(5000.5)" }'
made table-of-1e5-rows wrong-kind 'BEGIN { printf "table a(q) = [0, 1"; for (i = 1; i < 1e5; i++) printf "; %d, %d", i, i % 7; print "]; const b = a(5000.5)" }'
made digits-2e5 number-range "$HUNDRED BEGIN { printf \"const a = \"; $(many 2e5 '1') }"
made digits-2e5-after-the-point '' "$HUNDRED BEGIN { printf \"const a = .\"; $(many 2e5 '1') }"
made digits-2e5-of-an-exponent number-range "$HUNDRED BEGIN { printf \"const a = 1e\"; $(many 2e5 '1') }"
made letters-2e5-behind-a-number bad-number "$HUNDRED BEGIN { printf \"const a = 1\"; $(many 2e5 'b') }"
made points-2e5-in-a-number bad-number "$HUNDRED BEGIN { printf \"const a = 1\"; $(many 2e5 '.5') }"
made name-of-2e5-letters '' "$HUNDRED BEGIN { printf \"const a\"; $(many 2e5 'b') print \" = 1\" }"
made name-quoted-of-2e5-letters bad-name "$HUNDRED BEGIN { printf \"body \\\"\"; $(many 2e5 'b') print \"\\\" on world { joint : fixed }\" }"
made comment-2e5-stars unterminated "$HUNDRED BEGIN { printf \"/*\"; $(many 2e5 '*') }"
made semicolons-2e5 '' "$HUNDRED BEGIN { $(many 2e5 ';') }"
made units-1e5 number-range "$HUNDRED BEGIN { printf \"const a = 2\"; $(many 1e5 ' km') }"
made vector-of-2e5 '' "$HUNDRED BEGIN { printf \"const a = (1\"; $(many 2e5 ',1') print \")\" }"
made documentation-1e5-lines '' "$HUNDRED BEGIN { $(many 1e5 '/// line\n') }"
# the half of them backwards
made bodies-in-a-chain-3e4 massless-tip \
	'BEGIN { for (k = 0; k <= 3e4; k++) { i = k < 15000 ? k : 45000 - k
	print "body b" i " on " (i ? "b" i - 1 : "world") " { joint : revolute(z); mass 1 }" } }'
made bodies-in-a-circle-3e4 parent-cycle \
	'BEGIN { for (i = 0; i < 3e4; i++) print "body b" i " on b" (i + 1) % 3e4 " { joint : revolute(z); mass 1 }" }'
made frames-in-a-chain-3e4 '' 'BEGIN { for (i = 3e4; i >= 0; i--) print "frame f" i " on " (i ? "f" i - 1 : "world") " at (0, 0, 1)" }'
# the left and the right name of each pair fall into one slot of the compiler's table, whatever follows
made names-3e4-that-collide '' 'BEGIN {
	n = split("rjxzte fegims zcezmq ibcwhe zmvccc hjjxxp rpbeoz jixmth mydrsr evjcel skwejk gpxroq lyfcdf ntztpn " \
	          "xkttzm aiuqdp oxibnj vetvti edsfbr rlnyly aosvhh vuxwre bhzcjt zgpgwb zwivra amrgtl fyvuhb ypmhuy " \
	          "uggjpv vyhhwk hemoef jutrpq gjvtqw fzunvj", pair, " ")
	for (i = 0; i < 3e4; i++) {
		name = ""
		for (k = 0; 2 * k < n; k++)
			name = name pair[2 * k + 1 + int(i / 2 ^ k) % 2]
		print "const " name " = 1"
	}
}'
awk 'BEGIN { s = "          "; for (i = 0; i < 10; i++) s = s s; for (i = 0; i < 6600; i++) print s }' >"$SCRATCH/longer-than-64-mib.rig"
hostile longer-than-64-mib too-large
# a unit whose name a model may declare: is it, is looked for once
awk 'BEGIN { print "model t"; for (i = 0; i < 60000; i++) print "const a" i " = " i + 1 " kg/dm^3" }' >"$SCRATCH/densities.rig"
hostile densities ''

# faults NAME PROGRAM: so many faults that only the time and the form count: exit 1, one screenful or many.
faults() {
	{ echo 'model t' && awk "$2"; } </dev/null >"$SCRATCH/$1.rig"
	exits "$1" 1 bounded "$RIGIDC" check "$SCRATCH/$1.rig"
	rm -f "$SCRATCH/$1.rig"
}
faults faults-2e4-on-as-many-lines 'BEGIN { for (i = 0; i < 2e4; i++) print "mas 1" }'
faults faults-2e4-on-one-line "$HUNDRED BEGIN { $(many 2e4 'mas 1;') }"
faults strays-2e5-on-one-line "$HUNDRED BEGIN { $(many 2e5 '@') }"
faults unknown-names-2e4 'BEGIN { for (i = 0; i < 2e4; i++) print "const a" i " = b" i }'
faults unknown-parents-2e4 'BEGIN { for (i = 0; i < 2e4; i++) print "body a" i " on b" i " { joint : fixed }" }'
faults duplicates-2e4 'BEGIN { for (i = 0; i < 2e4; i++) print "frame f on world" }'
RIGIDC_STACK= RIGIDC_TIMEOUT=$usual

# Of many diagnostics an error is shown, though it comes last.
{
	echo 'model t'
	for i in $(seq 250); do
		echo "body b$i on world { joint j$i : revolute((1, 1, 0)); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }"
	done
	echo 'const last = missing'
} >"$SCRATCH/many.rig"
"$RIGIDC" check "$SCRATCH/many.rig" >"$SCRATCH/many" 2>&1
is 'an error behind 250 notes' 'many.rig:252:14: error' "$(sed -n 's/.*\(many.rig:[0-9]*:[0-9]*: error\).*/\1/p' "$SCRATCH/many")"
is 'others are counted' '51 more are not shown' "$(grep 'not shown' "$SCRATCH/many")"

# --- names that would be something else in C, in a message, in a terminal ---

# evil NAME TEXT: the text (as it stands between the quotes of a model) names the model, a body, a joint and
# a frame; the C of it compiles without a warning, and a message about it shows no raw control character.
unsearched=$(long || echo --search=none)
evil() {
	name=$2
	{
		printf '/// %s\n' "$name"
		printf 'model "%s"\n' "$name"
		printf 'body "%s" on world { joint "%s" : free; mass 1 kg; inertia diag(1, 1, 1) }\n' "$name" "$name"
		printf 'frame "%s tip" on "%s"\n' "$name" "$name"
	} >"$SCRATCH/evil.rig"
	exits "compiles: $1" 0 bounded "$RIGIDC" compile $unsearched --wrench all -o "$SCRATCH/evil$judged.h" "$SCRATCH/evil.rig"
	exits "info: $1" 0 bounded "$RIGIDC" info $unsearched "$SCRATCH/evil.rig"
	printf 'body "%s" on world { joint q2 : fixed }\n' "$name" >>"$SCRATCH/evil.rig"
	judge "is told: $1" duplicate "$SCRATCH/evil.rig"
}
evil 'end of a comment' '*/ int x; /*'
evil 'slashes' '// /* */'
evil 'trigraph' '??/ ??( ??='
evil 'printf conversions' '%n%s%d%1000000c'
evil 'shell' '\";system(\"id\");\"$(id)`id`'
evil 'backslash at the end' 'a\\'
evil 'line end' 'a\x0A#error here'
evil 'carriage return' 'a\x0D#error here'
evil 'terminal escape' 'a\x1B[2J\x07'
evil 'C1 control' 'a\xC2\x9B2J'
evil 'bidirectional override' 'a\xE2\x80\xAEb'
evil 'no UTF-8' 'a\xFF\xC0'
evil 'keyword' 'int'
evil 'macro of C libraries' 'linux'
evil 'digit first' '1'
evil 'only blanks' '   '
evil 'underscores' '__'
evil 'emoji' '🤖'
ok 'all of them are C' "$CC" -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c $(find "$SCRATCH" -name "evil*.h")

printf 'model t\nbody "%%n%%s" on world { joint : fixed }\nbody "%%n%%s" on world { joint : fixed }\n' >"$SCRATCH/percent.rig"
exits 'printf conversions in a message' 1 "$RIGIDC" check "$SCRATCH/percent.rig"
ok 'stand there as written' grep -F "'%n%s'" "$SCRATCH/err"
exits 'printf conversions in the name of the file' 2 "$RIGIDC" check "$SCRATCH/%n%s.rig"

# messages as JSON say the same, whatever the names are
printf 'model t\nbody "a\\xFF" on world { joint : fixed }\nbody "a\\xFF" on world { joint : fixed }\n' >"$SCRATCH/json.rig"
exits 'JSON of a name that is no UTF-8' 1 "$RIGIDC" check --json "$SCRATCH/json.rig"
ok 'has the diagnostic' grep '"check": "duplicate"' "$SCRATCH/out"
printf 'model t\nconst a = 1\nconst b = rx(1.5707963268)\n' >"$SCRATCH/json.rig"
exits 'JSON with -D' 0 "$RIGIDC" check --json -D a=2 "$SCRATCH/json.rig"
is 'says nothing twice' '' "$(grep '"message"' "$SCRATCH/out" | sort | uniq -d)"

verdicts

# --- the table of checks ---

# Checks that no model can provoke: search-interrupted needs a signal (tests/cli/interrupt_test.sh), unknown-column,
# ignored-column, extra-column and unknown-pose need data and options (tests/cli/columns_test.sh, tests/model/pose_test.sh), unit-start
# a package (tests/packages/fmi_start_test.sh).
UNPROVOKED='unit-start search-interrupted unknown-column ignored-column extra-column unknown-pose'
provoked=" $(sort -u "$SCRATCH/wanted" | tr '\n' ' ')"
while read -r name severity summary; do
	case " $UNPROVOKED " in
	*" $name "*) skip "$name is provoked" 'no model can' ;;
	*) is "$name is provoked" "$name" "$(case $provoked in *" $name "*) echo "$name" ;; esac)" ;;
	esac
	explained=$("$RIGIDC" --explain "$name")
	is "$name is explained" "$name ($severity): $summary" "${explained%%
*}"
done <"$SCRATCH/checks"
finish
