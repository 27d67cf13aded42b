#!/bin/sh
# --parametrize=none: the model's parameters are constants with their default values.
. tests/tap.sh
rigidc() { "$RIGIDC" "$@" 2>"$SCRATCH/err"; }

model() {
	cat <<RIG
model crane
$1 payload = 2 kg
$1 reach: mm = 800
body boom on world { joint lift : revolute(y); mass 3 kg; com (0.2, 0, 0); inertia diag(0.1, 0.2, 0.2) kg m^2 }
body load on boom at (reach, 0, 0) { joint : fixed; mass payload }
RIG
}
model param >"$SCRATCH/param.rig"
model const | sed 's/: mm = 800/ = 800 mm/' >"$SCRATCH/const.rig"

functions() { rigidc compile "$SCRATCH/$1.rig" -f rnea,fk:load --search=none ${2-} | grep -v 'Made with\|_CODE\|_HASH\|#elif'; }
is 'C is that of constants' "$(functions const)" "$(functions param --parametrize=none)"
is 'numbers of parameters' "$(echo 0.3 1 2 | rigidc eval "$SCRATCH/param.rig" -f rnea | cut -c 1-14)" \
	"$(echo 0.3 1 2 | rigidc eval "$SCRATCH/param.rig" -f rnea --parametrize=none | cut -c 1-14)"
is '-D gives another value' "$(echo 0.3 1 2 | rigidc eval "$SCRATCH/param.rig" -f rnea -D payload=5kg -D reach=800mm)" \
	"$(echo 0.3 1 2 | rigidc eval "$SCRATCH/param.rig" -f rnea --parametrize=none -D payload=5kg)"
is 'parameters that other words make stay' boom_mass \
	"$(rigidc compile "$SCRATCH/param.rig" -f rnea --search=none --parametrize=none,body:boom | grep -o -w 'boom_mass\|payload' | sort -u | paste -s)"
exits 'a parameter that is fixed has no value' 1 sh -c "echo 1 2 3 | '$RIGIDC' eval '$SCRATCH/param.rig' -f rnea --parametrize=none --param payload=5kg"
exits 'a model without parameters' 0 "$RIGIDC" check "$SCRATCH/const.rig" --parametrize=none
exits 'another word' 1 "$RIGIDC" check "$SCRATCH/param.rig" --parametrize=nothing
ok '  the words are named' grep -q 'with none the model has no parameters' "$SCRATCH/err"
finish
