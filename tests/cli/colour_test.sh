#!/bin/sh
# Diagnostics on a terminal: severity and caret in colour, the same text otherwise; none where it is not wanted, and none
# that goes to a file.
. tests/tap.sh
export TERM=xterm
unset NO_COLOR

escape=$(printf '\033')
cat >"$SCRATCH/wrong.rig" <<'END'
model wrong
body arm on world {
  joint hinge : revolute(y)
  mass 1 m
}
body hand on arn { joint : fixed }
END
sed 's/1 m$/1 kg/; s/arn/arm/' "$SCRATCH/wrong.rig" >"$SCRATCH/far.rig"
echo 'frame Hand on world' >>"$SCRATCH/far.rig"
sed -i 's/1 kg/1 kg; com (0, 0, 20 m)/' "$SCRATCH/far.rig"

# terminal COMMAND...: what it writes to a terminal
terminal() {
	script -qec "$*" /dev/null </dev/null | tr -d '\r'
}
plain() {
	sed "s/$escape\[[0-9;]*m//g"
}
# coloured: are there escapes in the input?
coloured() {
	if grep -q "$escape"; then echo yes; else echo no; fi
}

check="'$RIGIDC' check '$SCRATCH/wrong.rig'"
"$RIGIDC" check "$SCRATCH/wrong.rig" 2>"$SCRATCH/file"
is 'no colour in a file' no "$(coloured <"$SCRATCH/file")"
if [ "$(terminal 'test -t 2 && echo yes' 2>/dev/null)" != yes ]; then
	skip 'colour on a terminal' 'there is no script that gives one'
	finish
fi
terminal "$check" >"$SCRATCH/shown"
is 'on a terminal: the same text' "$(cat "$SCRATCH/file")" "$(plain <"$SCRATCH/shown")"
is 'an error in red' "wrong.rig:4:8: ${escape}[1;31merror${escape}[0m: a mass [kg] belongs here, this is a length [m] [dimension]" \
    "$(sed -n '1s/.*wrong.rig/wrong.rig/p' "$SCRATCH/shown")"
is 'and its caret' "           ${escape}[1;31m^~~${escape}[0m" "$(sed -n 3p "$SCRATCH/shown")"
is 'lines of the source have none' 0 "$(grep '^    *[mcb]' "$SCRATCH/shown" | grep -c "$escape")"
terminal "'$RIGIDC' check '$SCRATCH/far.rig'" >"$SCRATCH/shown"
is 'a warning in magenta, notes in cyan' "${escape}[1;35mwarning ${escape}[1;36mnote ${escape}[1;36mnote" \
    "$(grep -o "$escape\[[0-9;]*m[a-z][a-z]*" "$SCRATCH/shown" | paste -s -d ' ')"
terminal "echo '1 2' | '$RIGIDC' eval examples/double_pendulum.rig -f crba; echo '1 2x' | '$RIGIDC' eval examples/ur5.rig -f crba" \
    >"$SCRATCH/shown"
is 'what is wrong with the data too' "stdin:1: ${escape}[1;31merror${escape}[0m: " \
    "$(grep -o "stdin:1: .*$escape\[0m: " "$SCRATCH/shown")"

is 'NO_COLOR' no "$(NO_COLOR=1 terminal "$check" | coloured)"
is 'an empty NO_COLOR says nothing' yes "$(NO_COLOR='' terminal "$check" | coloured)"
is 'TERM=dumb' no "$(TERM=dumb terminal "$check" | coloured)"
is 'no TERM' no "$(terminal "env -u TERM $check" | coloured)"
is 'standard error decides' no "$(terminal "$check 2>'$SCRATCH/file'; cat '$SCRATCH/file'" | coloured)"
is 'and not standard output' yes "$(terminal "$check >/dev/null" | coloured)"
is 'JSON has none' no "$(terminal "$check --json" | coloured)"
ok 'at a terminal package shows how far it is' sh -c 'script -qec "$1 package examples/scara.rig --for=casadi -f fd --search=none -o $2/package" /dev/null </dev/null | grep -q "c_jac_fd: *[1-9][0-9]* %"' - "$RIGIDC" "$SCRATCH"
ok 'at a terminal eval tells what it waits for' sh -c 'script -qec "$1 eval examples/ur5.rig -f bias" /dev/null </dev/null | grep -q "standard input, 12: q\[6\] qd\[6\]; Ctrl-D ends"' - "$RIGIDC"
finish
