#!/bin/sh
# events.sh FOLDER "OPTIONS" "COMPILER" MODEL...: of a call of rnea and of crba the time, one call after the other and where none begins
# before the one before it has ended; what it executes, by callgrind, whose caches are those of the options below and whose predictor
# is a simple one; what its text consists of, without the helpers that it calls. Options that begin with -- are for the models
# behind them. Valgrind knows no AVX-512: -march=x86-64-v3.
set -e
folder=$1
options=$2
compiler=$3
shift 3
mkdir -p "$folder"
rounds=20 # and one more, for the bits

text() {
	objdump -d --no-show-raw-insn --disassemble="m_$function" "$folder/form.o" | awk '
		/^ +[0-9a-f]+:\t/ {
			n++
			moves += $2 ~ /^v?mov/
			stack += /\(%rsp|\(%rbp/
		}
		END { printf " %d | %d | %d |", n, moves, stack }'
	size -A -d "$folder/form.o" | awk '/^\.text/ { sum += $2 } END { printf " %d |\n", sum }'
}

echo '| robot | function | ns | ns alone | instructions | loads | stores | I1 misses | branches | mispredicted | in the text | moves | with the stack | bytes of text |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|'
for model; do
	case $model in --*) options="$options $model"; continue ;; esac
	for function in rnea crba; do
		# shellcheck disable=SC2086
		"$RIGIDC" compile "$model" $options -f $function --prefix=m -o "$folder/form.c" 2>/dev/null
		$compiler -c "$folder/form.c" -o "$folder/form.o"
		only="-D$(echo $function | tr a-z A-Z) -I$folder tests/bench/forms.c $folder/form.o -o $folder/form -lm"
		printf '| %s | %s |' "$(basename "${model%.*}")" "$function"
		for fenced in "" -DFENCE; do
			# shellcheck disable=SC2086
			$compiler $fenced $only
			"$folder/form" | awk '{ printf " %s |", $1 }'
		done
		# shellcheck disable=SC2086
		$compiler -DROUNDS=$rounds $only
		valgrind --tool=callgrind --cache-sim=yes --branch-sim=yes --I1=32768,8,64 --D1=49152,12,64 \
			--callgrind-out-file="$folder/count" --toggle-collect=m_$function "$folder/form" >/dev/null 2>&1
		awk -v calls=$(((rounds + 1) * 256)) '
			/^events:/ { for (i = 2; i <= NF; i++) at[$i] = i }
			/^(summary|totals):/ { for (e in at) of[e] = $at[e] / calls }
			END { printf " %d | %d | %d | %.1f | %d | %.2f |", of["Ir"], of["Dr"], of["Dw"], of["I1mr"], of["Bc"], of["Bcm"] }
			' "$folder/count"
		text
	done
done
