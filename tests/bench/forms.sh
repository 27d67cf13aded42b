#!/bin/sh
# forms.sh FOLDER MODEL...: ns a call of rnea and crba in each form, one state after the other, the least of the lower quartiles of
# seven passes over all forms; and whether all compilers gave the same bits. Options that begin with -- are for the models
# behind them; CFLAGS for the compilers, FORMS for other forms, one a line.
set -e
folder=$1
shift
mkdir -p "$folder"
model_options=

forms=${FORMS:-'default
--lanes=off
--lanes=2
--lanes=4
--fma=auto
--fma=compiler
--matrix=sparse
--matrix=packed-sparse
--matrix=packed-sparse --fma=compiler
--zeros=once
--real=float
--sincos=given
--sincos=libm'}

compilers='gcc -O2
gcc -O3 -march=native
clang -O2
clang -O3 -march=native'

# OPTIONS: programs form.1, ... one a compiler, in the folder $made
build() {
	mkdir -p "$made"
	# shellcheck disable=SC2086
	"$RIGIDC" compile "$model" $model_options -f rnea,crba --prefix=m $1 -o "$made/form.c" 2>/dev/null
	defines=
	case $1 in *given*) defines=-DGIVEN ;; esac
	! grep -q m_crba_init "$made/form.h" || defines=-DONCE
	n=0
	echo "$compilers" | while read -r compiler; do
		n=$((n + 1))
		# shellcheck disable=SC2086
		$compiler $CFLAGS $defines -I"$made" tests/bench/forms.c "$made/form.c" -o "$made/form.$n" -lm
	done
}

# FORM COMPILER ns bits ns bits, one a line, to a row a form
table() {
	awk -v robot="$1" -v forms="$forms" '
		function keep(of, ns) { if (!(of in least) || ns < least[of]) least[of] = ns }
		function columns(f, form,    text, c) {
			for (c = 1; c <= 4; c++)
				text = text " " sprintf("%.1f", least[f, form, c]) " |"
			return text " " (kinds[f, form] == 1 ? "yes" : "no") " |"
		}
		{
			for (f = 1; f <= 2; f++) {
				keep(f SUBSEP $1 SUBSEP $2, $(1 + 2 * f))
				if (!seen[f, $1, $(2 + 2 * f)]++)
					kinds[f, $1]++
			}
		}
		END {
			count = split(forms, name, "\n+")
			for (form = 1; form <= count; form++)
				print "| " robot " | " (form > 1 ? "`" name[form] "`" : name[form]) " |" columns(1, form) columns(2, form)
		}'
}

of='gcc -O2 | gcc -O3 native | clang -O2 | clang -O3 native | same bits'
echo "| robot | options | rnea: $of | crba: $of |"
echo '|---|---|---|---|---|---|---|---|---|---|---|---|'
for model; do
	case $model in --*) model_options="$model_options $model"; continue ;; esac
	count=0
	for form in $(echo "$forms" | tr ' ' '_'); do
		count=$((count + 1))
		made="$folder/$count"
		build "$(echo "${form#default}" | tr '_' ' ')"
	done
	for pass in 1 2 3 4 5 6 7; do
		for form in $(seq $count); do
			for n in 1 2 3 4; do
				echo "$form $n $("$folder/$form/form.$n")"
			done
		done
	done | table "$(basename "${model%.*}")"
done
