#!/bin/sh
# What the header of an example says can be tried does what it should: it ends well. Programs say whether their results
# are what they should be. RIGIDC_LEVEL=quick leaves programs out, and so does a guide that shows all that a program's header
# says, with the output: readme_test.pl runs it.
. tests/tap.sh

ln -s "$PWD/examples" "$SCRATCH/examples"
ln -s "$PWD/runtime" "$SCRATCH/runtime"
# counts_test.sh searches the examples with loops. Here `info` and examples with loops have no search below the level long.
if long; then ln -s "$RIGIDC" "$SCRATCH/rigidc"; else cat >"$SCRATCH/rigidc" <<'END'; chmod +x "$SCRATCH/rigidc"; fi
#!/bin/sh
case "$*" in
*--search*) ;;
info\ * | compile\ examples/loops/* | compile\ *:stand*) set -- "$@" --search=none ;;
esac
exec "$RIGIDC" "$@"
END
ln -s "$(dirname "$RIGIDC")" "$SCRATCH/build"
sh tests/cli/cc.sh "$(dirname "$RIGIDC")/librigidc.a" "$SCRATCH"
cd "$SCRATCH" || exit 1
# in_guide FILE: is each command of a file in a guide, which may continue it on further lines?
sed -e ':a' -e '/\\$/N; s/\\\n *//; ta' README.md examples/*.md examples/*/README.md 2>/dev/null | sed -n 's,^\$ ,,p' >shown
in_guide() {
	while read -r command; do
		grep -qFx -e "$command" -e "$command && ./$(basename "$program" .c)" shown || return 1
	done <"$1"
}

for model in examples/*.rig examples/*/*.rig; do
	left_out "$(basename "$model" .rig)" || sed -n 's,^//   \(.*rigidc .*\),\1,p' "$model"
done >commands
ok 'models say what to try' test "$(wc -l <commands)" -gt 30
[ "$RIGIDC_LEVEL" = quick ] || for program in examples/*.c; do
	sed -n 's,  *\*/$,,; s,^ \*   \(.*rigidc .*\|cc .*\|\./.*\)$,\1,p' "$program" >own
	long || ! in_guide own || continue
	cat own >>commands
	[ "$program" = examples/running_leg_demo.c ] || # which says what `make` does
		ok "$program says how it is built" test "$(wc -l <own)" -gt 1
done
while read -r command; do
	ok "$command" sh -c "PATH=.:\$PATH; { $command; } </dev/null"
done <commands
finish
