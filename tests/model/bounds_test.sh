#!/bin/sh
# Work is bounded: what grows with the text is done in time that grows like it, and what could grow without bound ends
# with a message. The longest takes a second or two of processor time; what is not bounded goes on for hours.
. tests/tap.sh
LC_ALL=C
export LC_ALL
RIGIDC_TIMEOUT=${RIGIDC_TIMEOUT:-10}

# within NAME CODE PROGRAM COMMAND...: the model that an awk program prints, as the last word of a command.
within() {
	within_name=$1 within_code=$2
	{ echo 'model t' && awk "$3"; } </dev/null >"$SCRATCH/model.rig"
	shift 3
	exits "$within_name" "$within_code" bounded "$RIGIDC" "$@" "$SCRATCH/model.rig"
}

# says NAME CHECK: the last model has one error, of that check.
says() {
	is "$1" 1 "$(grep -c "error: .*\[$2\]" "$SCRATCH/err")"
}

# --- calls ---

chain='BEGIN { print "function f0(t) = t + 1"; for (i = 1; i < 60; i++) print "function f" i "(t) = " half(i - 1); print last }'

within 'functions that call others twice, with arguments that come again' 0 \
	"function half(k) { return \"0.5 * f\" k \"(t) + 0.1 * f\" k \"(t + 1)\" } BEGIN { last = \"const a = f59(1)\" } $chain" check
within 'the same of a coordinate' 0 \
	"function half(k) { return \"0.5 * f\" k \"(t) + 0.1 * f\" k \"(t + 1)\" }
	BEGIN { last = \"body b on world { joint j : revolute(z) { passive 1 N m * f59(q) }\\n mass 1 kg }\" } $chain" compile
within 'with arguments that all differ' 1 \
	"function half(k) { return \"f\" k \"(2 * t) + f\" k \"(2 * t + 1)\" } BEGIN { last = \"const a = f59(1)\" } $chain" check
says 'is one error' too-long
is 'at the expression that asks for it' '62:11' "$(sed -n 's/.*rig:\([0-9:]*\): error.*/\1/p' "$SCRATCH/err")"
within 'powers of coordinates' 1 \
	"function half(k) { return \"f\" k \"(2 * t)^97 + f\" k \"(2 * t + 1)^98\" }
	BEGIN { last = \"body b on world { joint j : revolute(z) { passive 1 N m * f59(q) } }\" } $chain" check
says 'are counted' too-long
within 'a long table, again and again' 1 'BEGIN {
	printf "table f0(t) = [0, 1"
	for (i = 1; i < 1e4; i++)
		printf "; %d, %d", i, i % 7
	print "]"
	for (i = 1; i < 30; i++)
		print "function f" i "(t) = f" i - 1 "(2 * t) + f" i - 1 "(2 * t + 1)"
	print "body b on world { joint j : revolute(z) { passive 1 N m * f29(q) } }"
}' check
says 'is counted' too-long
within 'a long vector, added up' 1 'BEGIN {
	printf "const v = (1"
	for (i = 1; i < 1e5; i++)
		printf ",1"
	printf ")\nconst w = v"
	for (i = 1; i < 400; i++)
		printf " + v"
}' check
says 'is counted too' too-long
within '5000 bodies with an expression in each property' 0 'BEGIN {
	print "function f(a, b, c) = a * b + c * a - b * c + a * a * b * b + c * c * a + b * b * c + a + b + c + a * b * c"
	for (i = 0; i < 5000; i++) {
		print "body b" i " on " (i ? "b" i - 1 : "world") " at (0, 0, f(" i ", 0.1, 0.2) * 1 um) {"
		print "joint j" i " : revolute(z) { damping f(0.1, 0.2, " i ") * 1 N m s; passive f(q, qd * 1 s, " i ") * 1 N m }"
		print "mass f(1, 0.2, " i ") * 1 g; com (f(" i ", 0.1, 0.2) * 1 um, 0, 0); inertia diag(1, 1, 1) * f(" i ", 2, 2)"
		print "}"
	}
}' check

# --- couplings ---

# couplings FIRST STEP: 3000 of them, each following the one before.
couplings() {
	printf '%s\n' "BEGIN { for (i = $1; i >= 0 && i < 3000; i += $2)
		print \"body b\" i \" on world { joint j\" i \" : revolute(z)\" (i ? \" = sin(j\" i - 1 \")\" : \"\") \"; mass 1 kg; com (1, 0, 0) }\" }"
}
within '3000 couplings in a row' 0 "$(couplings 0 1)" info -f rnea --search=none
within 'in the other order' 0 "$(couplings 2999 -1)" check
within 'a coupling to 60 joints, and 3000 to it' 0 'BEGIN {
	for (i = 0; i < 60; i++)
		print "body b" i " on world { joint j" i " : revolute(z); mass 1 kg }"
	printf "body c on world { joint k0 : revolute(z) = 0"
	for (i = 0; i < 60; i++)
		printf " + j%d", i
	print "; mass 1 kg }"
	for (i = 1; i < 3000; i++)
		print "body c" i " on world { joint k" i " : revolute(z) = k" i - 1 "; mass 1 kg }"
}' check

# --- names ---

BODY='print "body b on world { joint j : revolute(z); mass 1 kg }"'
within 'a function asked for 10000 times' 1 \
	"BEGIN { $BODY; printf \"generate rnea\"; for (i = 0; i < 1e4; i++) printf \", rnea\" }" compile
within '10000 functions that are not there' 1 \
	"BEGIN { $BODY; printf \"generate rnea\"; for (i = 0; i < 1e4; i++) printf \", f\" i }" compile

# 3000 bodies, each named twice by --wrench
awk 'BEGIN { print "model t"; for (i = 0; i < 3000; i++) print "body b" i " on world { joint : revolute(z); mass 1 kg }" }' >"$SCRATCH/bodies.rig"
list=$(awk 'BEGIN { for (i = 0; i < 3000; i++) printf "%sb%d,b%d", i ? "," : "", i, 2999 - i }')
exits 'a wrench on each of 3000 bodies, by name' 0 \
	bounded "$RIGIDC" info "$SCRATCH/bodies.rig" -f rnea --search=none --wrench "$list"

# --- functions that must not grow with the cube of the joints ---

robot='{ for (i = 0; i < n; i++) { printf "body b%d on %s at (0.1, 0, 0.3), rx(0.3) { joint j%d : revolute(y); mass 1 kg; com (0.1, 0, 0.05) }\n", i, p, i; p = "b" i } }'
within 'forward dynamics of 300 joints in a row' 0 "BEGIN { n = 300; p = \"world\" } BEGIN $robot" info -f fd
within 'frames, energies and momenta of 300 joints in a row' 0 "BEGIN { n = 300; p = \"world\" } BEGIN $robot" \
	info -f fk:b299,jac:b299,vel:b299,acc:b299,energy,com,momentum,jcom,cmm,reaction --search=none
# what is too large is told before it is compiled: after the nodes that there is memory for are counted
# of minv a model of wrong/ has as many joints
for many in crba $(long && echo minv rnea+coriolis); do
	within "$many of 1200 joints in a row" 1 "BEGIN { n = 1200; p = \"world\" } BEGIN $robot" info -f "f=$many" --search=none
	says 'is one error' too-many-operations
done
within 'beside another function' 1 "BEGIN { n = 850; p = \"world\" } BEGIN $robot" info -f crba,c=crba --search=none
says 'is told' too-many-operations
is 'of the second' 1 "$(grep -c 'error: c takes more .* beside' "$SCRATCH/err")"

finish
