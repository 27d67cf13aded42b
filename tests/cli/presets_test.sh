#!/bin/sh
# --preset: the C is that of the options which --list=presets shows, explicit options win in any order, packages for small
# machines have one by default.
. tests/tap.sh
ur5=examples/ur5.rig

# body OPTION...: the C without the line that names its options, and without their hash
body() { "$RIGIDC" compile $ur5 -f rnea --search=none "$@" 2>&1 | grep -v -e '^ \* Made with' -e '_CODE '; }
made() { "$RIGIDC" compile $ur5 -f rnea --search=none "$@" 2>&1 | sed -n 's/^ \* Made with -f rnea//p'; }

"$RIGIDC" --list=presets >"$SCRATCH/presets"
is 'the presets' 'portable native throughput microcontroller' "$(sed 's/ .*//' "$SCRATCH/presets" | xargs)"
is 'each says what it gives up' '' "$(grep -v '; gives up ' "$SCRATCH/presets")"
while read -r name rest; do
	case $rest in 'the defaults'*) set -- ;; *) set -- ${rest%%  *} ;; esac
	body --preset="$name" >"$SCRATCH/preset"
	body "$@" >"$SCRATCH/options"
	ok "$name is $*" cmp "$SCRATCH/preset" "$SCRATCH/options"
	ok '  and the banner names it' sh -c 'case $1 in " --preset=$0"*) ;; *) exit 1 ;; esac' "$name" "$(made --preset="$name")"
	for command in info check eval; do
		exits "$command takes it" 0 "$RIGIDC" $command $ur5 -f rnea --preset="$name" </dev/null
	done
done <"$SCRATCH/presets"

is 'an option wins' ' --preset=microcontroller --search none --size=on.' "$(made --preset=microcontroller --real=double)"
is 'in any order' "$(body --preset=microcontroller --real=double)" "$(body --real=double --preset=microcontroller)"
is 'an option that excludes another of the preset' ' --preset=microcontroller --real float --search none --batch 4.' \
    "$(made --preset=microcontroller --real=float --batch=4 | sed 's/\(--real float\)\(.*\)/\1\2/')"
is 'and so does its other half' ' --preset=throughput --search none --size=on --fma=auto.' "$(made --size=on --preset=throughput)"
is 'fma and batch are switched off' ' --preset=throughput --search none.' "$(made --preset=throughput --fma=off --batch=none)"
exits 'an unknown preset' 2 "$RIGIDC" compile $ur5 --preset=fast
ok '  lists them' grep -q "portable, native, throughput or microcontroller, not 'fast'" "$SCRATCH/err"
exits 'sim has none' 2 "$RIGIDC" sim $ur5 --preset=native

for kind in $("$RIGIDC" --list=packages | sed 's/ .*//'); do
	case $kind in
	zephyr | platformio | arduino | esp-idf) wanted=' --preset=microcontroller --real float --search none --size=on.' ;;
	*)                                       wanted=' --search none.' ;;
	esac
	case $kind in acados) function=fd ;; *) function=rnea ;; esac
	exits "package --for=$kind" 0 "$RIGIDC" package $ur5 -f $function --search=none --for=$kind -o "$SCRATCH/$kind"
	is '  its default' "$wanted" "$(sed -n 's/^ \* Made with -f [^ ]*\( .*\)/\1/p' $(find "$SCRATCH/$kind" -name ur5.h -o -name ur5.mjs) |
	    sed 's/ --matrix=sparse//; 1q')"
done
exits 'package with another preset' 0 "$RIGIDC" package $ur5 -f rnea --search=none --for=zephyr --preset=portable -o "$SCRATCH/other"
is '  has that' ' --preset=portable --search none.' "$(sed -n 's/^ \* Made with -f rnea\( .*\)/\1/p' "$SCRATCH/other/src/ur5.h")"
finish
