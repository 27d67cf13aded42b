#!/bin/sh
# pauses.sh FOLDER MODEL...: ns a call of rnea, one after the other and after pauses, the least of the lower quartiles of five
# runs. Options that begin with -- are for the models behind them.
set -e
folder=$1
shift
mkdir -p "$folder"
model_options=
compilers='gcc -O2
gcc -O3 -march=native
clang -O3 -march=native'

echo '| robot | options | compiler | at once | after 10 us | 100 us | 1 ms |'
echo '|---|---|---|---|---|---|---|'
for model; do
	case $model in --*) model_options="$model_options $model"; continue ;; esac
	name=$(basename "$model")
	for form in default --fma=auto --fma=compiler; do
		# shellcheck disable=SC2086
		"$RIGIDC" compile "$model" $model_options -f rnea --prefix=m ${form#default} -o "$folder/pauses_model.c" 2>/dev/null
		echo "$compilers" | while read -r compiler; do
			$compiler -I"$folder" tests/bench/pauses.c "$folder/pauses_model.c" -o "$folder/pauses" -lm
			for _ in 1 2 3 4 5; do
				"$folder/pauses"
			done | awk -v row="| ${name%.*} | $form | $compiler |" '
				{ for (i = 1; i < NF; i += 2) least[i] = NR == 1 || $i < least[i] ? $i : least[i] }
				END { for (i = 1; i < NF; i += 2) row = row " " least[i] " |"; print row }'
		done
	done
done
