#!/bin/sh
# forms.sh FOLDER MODEL...: ns a call of rnea and crba in each form, one state after the other, lower quartiles; and whether all
# compilers gave the same bits. Options that begin with -- are for the models behind them; CFLAGS for the compilers.
set -e
folder=$1
shift
mkdir -p "$folder"
rm -f "$folder/form.c" "$folder/form.h"
model_options=

# OPTIONS DEFINES: a row for each function
form() {
	# shellcheck disable=SC2086
	"$RIGIDC" compile "$model" $model_options -f rnea,crba --prefix=m $1 -o "$folder/form.c" 2>/dev/null
	for compiler in "gcc -O2" "gcc -O3 -march=native" "clang -O2" "clang -O3 -march=native"; do
		# shellcheck disable=SC2086
		$compiler $CFLAGS $2 -I"$folder" tests/bench/forms.c "$folder/form.c" -o "$folder/form" -lm
		"$folder/form"
		echo
	done | awk -v row="$(basename "${model%.*}") | ${1:+\`}${1:-default}${1:+\`}" '
		{ rnea = rnea " " $1 " |"; crba = crba " " $3 " |"; bits[1, $2] = bits[2, $4] = 1 }
		END {
			for (b in bits) { split(b, at, SUBSEP); kinds[at[1]]++ }
			print "| " row " |" rnea (kinds[1] == 1 ? " yes" : " no") " |" crba (kinds[2] == 1 ? " yes" : " no") " |"
		}'
}

echo '| robot | options | rnea: gcc -O2 | gcc -O3 native | clang -O2 | clang -O3 native | same bits | crba: gcc -O2 | gcc -O3 native | clang -O2 | clang -O3 native | same bits |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|'
for model; do
	case $model in --*) model_options="$model_options $model"; continue ;; esac
	form ""
	form --fma=auto
	form --fp-contract=allow
	form --sparse
	form "--sparse --packed"
	form "--sparse --packed --fp-contract=allow"
	form --zeros=once -DONCE
	form --real=float
	form --sincos=given -DGIVEN
	form --sincos=libm
done
