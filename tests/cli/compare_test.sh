#!/bin/sh
# compile --check: it compares all files of a set with what would be written, and writes nothing. The workflow of the
# examples runs it.
. tests/tap.sh

model=$PWD/examples/scara.rig workflow=$PWD/examples/workflows/generated-code.yml
set=$SCRATCH/set
mkdir "$set"
cd "$set" || exit 1

# all that the folder holds: names, times of change, content
state() { ls -lA --time-style=full-iso "$set"; find "$set" -type f -exec cat {} +; }

# says WHAT CODE LINES OPTIONS: the exit code, and which files are not as they should be; nothing is written
says() {
	what=$1 code=$2 lines=$3
	shift 3
	before=$(state)
	"$RIGIDC" compile "$model" "$@" --check >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null
	is "$what: exit" "$code" $?
	is "$what: the files" "$lines" "$(sed -n 's/^rigidc: \(.*\); the command without --check writes it$/\1/p; s/^rigidc: \(cannot .*\)/\1/p' "$SCRATCH/err")"
	is "$what: nothing on standard output" '' "$(cat "$SCRATCH/out")"
	ok "$what: nothing is written" test "$before" = "$(state)"
}

says 'no file' 1 'arm.h does not exist' -f rnea -o arm.h
says 'no set' 1 'arm.c does not exist
arm.h does not exist
arm_test.h does not exist
arm.c.d does not exist' -f rnea -o arm.c -MD --self-test
says 'no folder' 1 'gen/arm.h does not exist' -f rnea -o gen/arm.h

for name in arm.h arm.c arm.mjs arm.py; do
	"$RIGIDC" compile "$model" -f rnea -o $name -MD 2>/dev/null
	says "$name as written" 0 '' -f rnea -o $name -MD
	"$RIGIDC" compile "$model" -f crba -o $name --check 2>"$SCRATCH/err"
	is "$name of another function: exit" 1 $?
	ok "$name of another function: says so" grep -q "^rigidc: $name is not what would be written, from line [0-9]* on" "$SCRATCH/err"
done

"$RIGIDC" compile "$model" -f rnea -o arm.c -MD --self-test
says 'a set as written' 0 '' -f rnea -o arm.c -MD --self-test
last=$(wc -l <arm.h)
echo >>arm.h
says 'a line more at the end' 1 "arm.h is not what would be written, from line $((last + 1)) on" -f rnea -o arm.c -MD --self-test
head -n 3 arm.c >short && cp short arm.c && rm short
sed -i 's/$/\r/' arm.c.d
says 'all files are named' 1 "arm.c is not what would be written, from line 4 on
arm.h is not what would be written, from line $((last + 1)) on
arm.c.d is not what would be written, from line 1 on" -f rnea -o arm.c -MD --self-test
rm arm.h
mkdir arm.h
says 'a folder in place of a file' 2 'arm.c is not what would be written, from line 4 on
cannot compare arm.h: it is no regular file
arm.c.d is not what would be written, from line 1 on' -f rnea -o arm.c -MD --self-test
rmdir arm.h
mkfifo arm.h
says 'a FIFO beside' 2 'arm.c is not what would be written, from line 4 on
cannot compare arm.h: it is no regular file' -f rnea -o arm.c
rm arm.h arm.c
"$RIGIDC" compile "$model" -f rnea -o real.h
ln -s real.h arm.h
says 'through a link' 0 '' -f rnea -o arm.h

for output in '' '-o -' '-o /dev/null'; do
	exits "--check of ${output:-standard output}" 2 "$RIGIDC" compile "$model" --check $output
	is "--check of ${output:-standard output}: says why" 'rigidc: --check compares files: -o NAME.h' "$(cat "$SCRATCH/err")"
done
printf 'model t\nbody arm on wrold { joint : fixed }\n' >bad.rig
exits '--check of a wrong model' 1 "$RIGIDC" compile bad.rig -o arm.h --check
ok '--check of a wrong model: says what' grep -q unknown-parent "$SCRATCH/err"

# --- the workflow ---

# Its last command runs in a repository whose layout is that of its `env`.
value() { sed -n "s/^      $1: //p" "$workflow"; }
MODEL=$(value MODEL) CODE=$(value CODE)
export MODEL CODE
mkdir -p "$(dirname "$MODEL")" "$(dirname "$CODE")"
cp "$model" "$MODEL"
command=$(sed -n 's/^ *run: \(.* --check\)$/\1/p' "$workflow" | sed 's|^[^ ]*/build/rigidc|"$RIGIDC"|')
export RIGIDC
ok 'the workflow has a command with --check' test "$command"
exits 'the workflow: without the code' 1 sh -c "$command"
sh -c "${command% --check}"
exits 'the workflow: with the code' 0 sh -c "$command"
sed -i 's/2\.7 kg/2.8 kg/; s/^model scara/model scara2/' "$MODEL"
exits 'the workflow: with a changed model' 1 sh -c "$command"
if python3 -c 'import yaml' 2>/dev/null; then
	ok 'the workflow is YAML, and its steps run or use something' python3 -c '
import sys, yaml
w = yaml.safe_load(open(sys.argv[1]))
steps = w["jobs"]["check"]["steps"]
assert len(steps) == 4 and all(("run" in s) != ("uses" in s) for s in steps)' "$workflow"
else
	skip 'the workflow is YAML' 'no python3-yaml'
fi
cd / || exit 1
finish
