#!/bin/sh
# batch.sh FOLDER MODEL...: ns a state of rnea, crba and rnea_derivatives, one by one and as batches in all layouts. Options that
# begin with -- are for the models behind them; CFLAGS for the compilers.
set -e
folder=$1
shift
mkdir -p "$folder"
options=
echo '| robot, compiler | function | single | `_batch` | `_batch_soa`: 256 | 264 | `_batch_blocks`: 256 | 264 |'
echo '|---|---|---|---|---|---|---|---|'
for model; do
	case $model in --*) options="$options $model"; continue ;; esac
	"$RIGIDC" compile "$model" $options -f rnea,crba,rnea_derivatives --prefix=m --batch=auto -o "$folder/batch_model.h" 2>/dev/null
	name=$(basename "$model")
	for compiler in "gcc -O2" "gcc -O3 -march=native" "clang -O3 -march=native"; do
		$compiler -I"$folder" tests/bench/batch.c -o "$folder/batch"
		"$folder/batch" "${name%.*}, $compiler"
	done
done
