#!/bin/sh
# Loops that cannot be closed: a warning for functions of the open tree, an error for functions with their rows. Each command says it
# once.
. tests/tap.sh

model=$SCRATCH/open.rig
cat >"$model" <<'END'
model open
body crank on world { joint motor : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame tip at (0, 0, 100 mm) }
body rod on crank at (0, 0, 100 mm) { joint knee : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame end at (0, 0, 100 mm) }
frame post on world at (1 m, 0, 0)
loop pin : revolute(y) from end to post
END

# says SEVERITY CODE COMMAND...: the command says once that the loop is open, and ends with this code
says() {
	severity=$1 code=$2
	shift 2
	exits "$* ends" "$code" "$RIGIDC" "$@"
	is "$* says it once" "1 1" "$(grep -c 'loop-open' "$SCRATCH/err") $(grep -c "$severity: 'pin' .*loop-open" "$SCRATCH/err")"
}

says error 1 compile "$model" -f fd
says warning 0 compile "$model" -f rnea
says error 1 info "$model" -f fd
says warning 0 info "$model" -f rnea
says error 1 report "$model" -f fd -o "$SCRATCH/open.html"
says error 1 package "$model" --for=cmake -f fd -o "$SCRATCH/package"
says warning 0 package "$model" --for=cmake -f rnea -o "$SCRATCH/package"
says error 1 eval "$model" -f fd
says warning 0 eval "$model" -f rnea
says error 1 sim "$model" --time=0.1 --dt=0.1
finish
