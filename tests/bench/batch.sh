#!/bin/sh
# batch.sh FOLDER MODEL...: ns a state of rnea and crba, one by one, as a batch, and as a batch by elements. Options that begin
# with -- are for the models behind them; CFLAGS for the compilers.
set -e
folder=$1
shift
mkdir -p "$folder"
options=
echo '| robot | compiler | rnea | `_batch` | `_batch_soa` | crba | `_batch` | `_batch_soa` |'
echo '|---|---|---|---|---|---|---|---|'
for model; do
	case $model in --*) options="$options $model"; continue ;; esac
	"$RIGIDC" compile "$model" $options -f rnea,crba --prefix=m --batch=auto -o "$folder/batch_model.h" 2>/dev/null
	name=$(basename "$model")
	for compiler in "gcc -O2" "gcc -O3 -march=native" "clang -O3 -march=native"; do
		$compiler -I"$folder" tests/bench/batch.c -o "$folder/batch"
		echo "| ${name%.*} | $compiler |$("$folder/batch")"
	done
done
