#!/bin/sh
# contacts.sh FOLDER MODEL [--OPTION...] PHASE... [-- MODEL ...]: forward dynamics in contact with its forces,
# fd:PHASE+lambda:PHASE, beside fd of the same model, in one run. A row a phase: operations, ns, and the ratio to fd.
set -e
folder=$1
shift
mkdir -p "$folder"
cc=${COMPILER:-gcc -O2}

# rows MODEL [--OPTION...] PHASE...
rows() {
	model=$1
	shift
	options=
	for word; do
		case $word in --*) options="$options $word"; continue ;; esac
		for function in fd "step=fd:$word+lambda:$word"; do
			"$RIGIDC" compile "$model" $options -f "$function" --prefix="${function%%=*}" -o "$folder/${function%%=*}.h" 2>/dev/null
		done
		$cc -Wall -I"$folder" tests/bench/contacts.c -o "$folder/contacts" -lm
		name=$(basename "$model")
		operations=$(sed -n 's/^ \*  *step_step: \([0-9]*\) mul, \([0-9]*\) add.* \([0-9]*\) div.*/\1 \2 \3/p' "$folder/step.h" | head -n 1)
		echo "| ${name%.*} | $word | $(echo "$operations" | awk '{ print $1 + $2 + $3 }') |$("$folder/contacts")"
	done
}

echo '| robot | phase | operations | fd, ns | fd + lambda, ns | ratio |'
echo '|---|---|---|---|---|---|'
arguments=
for word in "$@" --; do
	if [ "$word" = -- ]; then
		rows $arguments
		arguments=
	else
		arguments="$arguments $word"
	fi
done
