#!/bin/sh
# The same input gives the same bytes: whenever, wherever, in whatever locale.
. tests/tap.sh
. tests/c/chain.sh

root=$(pwd)
library=$(dirname "$RIGIDC")/librigidc.a
unset LC_ALL LC_NUMERIC LC_CTYPE LANG LOCPATH

# emit EXAMPLES: all that the command writes about a few models, on standard output. puma560 has many constants;
# iiwa14 has an i to be turned into upper case, which Turkish does otherwise; solo12 is large, and its limbs are searched
# one by one. What a search finds is seen once in each.
emit() {
	for model in puma560 iiwa14 solo12; do
		"$RIGIDC" compile "$1/$model.rig" -f rnea,crba || echo "compile failed"
		"$RIGIDC" compile "$1/$model.rig" -f dyn=crba+rnea --search=none || echo "compile failed"
		"$RIGIDC" compile "$1/$model.rig" --real=float --wrench=all --search=none || echo "compile failed"
		"$RIGIDC" compile "$1/$model.rig" --sincos=inline --fma --search=none || echo "compile failed"
		"$RIGIDC" compile "$1/$model.rig" --sincos=given --matrix=packed --real=float -O1 || echo "compile failed"
		"$RIGIDC" info "$1/$model.rig" --json --search=none || echo "info failed"
		"$RIGIDC" info "$1/$model.rig" --search=none || echo "info failed"
	done
	for pass in check tree frames regroup build fold-sums factoring pairwise-cse schedule lower; do
		"$RIGIDC" compile "$1/puma560.rig" --dump=$pass --search=none || echo "dump failed"
	done
	for pass in search annealing; do
		"$RIGIDC" compile "$1/puma560.rig" --dump=$pass || echo "dump failed"
	done
	"$RIGIDC" compile "$CHAIN" -f rnea --sincos=inline --search=none || echo "compile failed"
	echo '0.1,-0.2,0.3,-0.4,0.5,-0.6 1.5 0.25 -0.75 2.5 -1.25 0.5 -0.5 1.5 2.25 -3.5 0.125 1.75' >"$SCRATCH/state"
	for jit in tcc cc none; do
		"$RIGIDC" eval "$1/puma560.rig" -f rnea --jit=$jit <"$SCRATCH/state" || echo "eval failed"
	done
} 2>/dev/null

# long enough to be written in pieces
CHAIN=$SCRATCH/chain.rig
chain >"$CHAIN"

emit examples >"$SCRATCH/wanted"
ok "everything was written" sh -c '! grep failed "$0" && [ "$(wc -l <"$0")" -gt 1000 ]' "$SCRATCH/wanted"

# same NAME: what a subshell wrote to "found" is what was written before
same() {
	ok "$1" cmp "$SCRATCH/wanted" "$SCRATCH/found"
}

# --- time and place ---

runs() {
	"$RIGIDC" compile examples/solo12.rig -f crba >"$SCRATCH/first"
	for run in $(by_level 1 "1 2" "1 2 3 4 5"); do
		"$RIGIDC" compile examples/solo12.rig -f crba >"$SCRATCH/again"
		cmp "$SCRATCH/first" "$SCRATCH/again" || return 1
	done
}

# At each run memory lies elsewhere.
ok "runs one after the other" runs
"$RIGIDC" compile examples/ur5.rig >"$SCRATCH/path"
"$RIGIDC" compile - <examples/ur5.rig >"$SCRATCH/stdin"
ok "from standard input" cmp "$SCRATCH/path" "$SCRATCH/stdin"
"$RIGIDC" compile examples/ur5.rig -o "$SCRATCH/renamed.h"
ok "into a file of another name" cmp "$SCRATCH/path" "$SCRATCH/renamed.h"

# in_folder FOLDER EXAMPLES [NAME=VALUE...]: what is written there, with these variables
in_folder() {
	(cd "$1" && examples=$2 && shift 2 && { [ $# = 0 ] || export "$@"; } && emit "$examples") >"$SCRATCH/found"
}

# differs NAME FOLDER EXAMPLES [NAME=VALUE...]: which of the surroundings it is
differs() {
	differs_name=$1
	shift
	in_folder "$@"
	same "$differs_name"
}

mkdir "$SCRATCH/else where"
cp examples/*.rig "$SCRATCH/else where"
touch -d '2001-01-01' "$SCRATCH/else where/puma560.rig"
elsewhere='HOME=/nonexistent USER=nobody HOSTNAME=elsewhere COLUMNS=40 TERM=dumb'

# All at once; only if that differs one by one.
in_folder "$SCRATCH/else where" . $elsewhere MALLOC_PERTURB_=165 TZ=Pacific/Kiritimati
same "another directory, user, host, time zone and time of the file, memory that is filled with rubbish"
if ! cmp -s "$SCRATCH/wanted" "$SCRATCH/found"; then
	differs "another directory, another time of the model file" "$SCRATCH/else where" .
	differs "memory that is filled with rubbish" . examples MALLOC_PERTURB_=165
	differs "another time zone" . examples TZ=Pacific/Kiritimati
	differs "another user and host" . examples $elsewhere
fi
in_folder / "$root/examples" TZ=America/Los_Angeles LC_ALL=C
same "an absolute path, a third time zone, LC_ALL=C"
if ! cmp -s "$SCRATCH/wanted" "$SCRATCH/found"; then
	differs "an absolute path" / "$root/examples"
	differs "a third time zone" . examples TZ=America/Los_Angeles
	differs "LC_ALL=C" . examples LC_ALL=C
fi

# --- locales of the command ---

mkdir "$SCRATCH/locales"
locales=C
for locale in de_DE tr_TR; do
	# localedef warns, and exits 1, about what is of no importance here
	localedef -i $locale -f UTF-8 "$SCRATCH/locales/$locale.UTF-8" >/dev/null 2>&1
	if [ -e "$SCRATCH/locales/$locale.UTF-8/LC_NUMERIC" ]; then
		locales="$locales $locale.UTF-8"
	else
		skip "$locale.UTF-8" "localedef cannot make it (Debian: package locales)"
	fi
done

# LC_ALL stands for LC_NUMERIC and all others.
for locale in $locales; do
	[ $locale = C ] && continue
	in_folder . examples "LOCPATH=$SCRATCH/locales" "LC_ALL=$locale"
	same "LC_ALL=$locale"
done

# --- locales of a program that uses the library ---

# The library may be built with sanitizers, and with or without libtcc.
build_probe() {
	sanitize=
	! nm "$library" 2>/dev/null | grep -q __asan_init || sanitize='-fsanitize=address,undefined'
	for libraries in '-lexpat -ltcc -ldl -lpthread -lm' '-lexpat -ldl -lpthread -lm'; do
		cc -std=c11 -Wall -Wextra -Werror $sanitize -Iruntime -o "$SCRATCH/probe" tests/runtime/locale_probe.c \
		    "$library" $libraries && return
	done
	return 1
}

# probe LOCALE: its output, and the last line apart
probe() {
	LOCPATH=$SCRATCH/locales "$SCRATCH/probe" "$1" >"$SCRATCH/all" 2>&1
	is "a program in $1: exit" "exit 0" "exit $?"
	sed '$d' "$SCRATCH/all" >"$SCRATCH/probed"
	last=$(tail -n 1 "$SCRATCH/all")
}

ok "the probe builds" build_probe
probe C
is "a program in C keeps its locale" "1.5 1.5 C" "$last"
mv "$SCRATCH/probed" "$SCRATCH/in_c"
"$RIGIDC" compile examples/puma560.rig >"$SCRATCH/header" 2>/dev/null
ok "the library gives the command's header" sh -c 'head -n "$(wc -l <"$0")" "$1" | cmp "$0" -' \
    "$SCRATCH/header" "$SCRATCH/in_c"
ok "the executors agree to the bit" awk '/^[0-9a-f]+ (evaluator|tcc|cc) tau\[/ { if (seen[$3] == "") seen[$3] = $1; n++; bad += seen[$3] != $1 }
	END { exit bad || n != 18 }' "$SCRATCH/in_c"
for locale in $locales; do
	[ $locale = C ] && continue
	probe $locale
	is "a program in $locale keeps its locale" "1,5 1,5 $locale" "$last"
	ok "the library gives the same in $locale" cmp "$SCRATCH/in_c" "$SCRATCH/probed"
done
finish
