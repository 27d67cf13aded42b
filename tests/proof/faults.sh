#!/bin/sh
# Faults put into generated C, by the pattern of a line, that tests/proof/prove.pl has to find.
. tests/tap.sh
command -v frama-c >/dev/null || { skip 'faults' 'frama-c is not here'; finish; exit; }
RIGIDC=$RIGIDC
export RIGIDC

# fault NAME EDIT WHAT: with the text edited (Perl, of $_) Eva says WHAT.
fault() {
	RIGIDC_PROOF_EDIT=$2 perl tests/proof/prove.pl --only=eva examples/ur5.rig -f rnea,gravity >"$SCRATCH/said" 2>&1
	ok "$1" sh -c 'grep "^not ok.*$2" "$1/said" || { cat "$1/said"; exit 1; }' - "$SCRATCH" "$3"
}

RIGIDC_PROOF_EDIT='' perl tests/proof/prove.pl --only=eva examples/ur5.rig -f rnea,gravity >"$SCRATCH/said" 2>&1
ok 'none in the code as it is' sh -c '! grep "^not ok" "$1/said"' - "$SCRATCH"
fault 'an output behind its array' 's/\btau\[5\] =/tau[6] =/' 'undefined behaviour'
fault 'an input behind its array' 's/\bqd\[5\]/qd[6]/' 'undefined behaviour'
fault 'an output that is not written' 's/\n\ttau\[3\] =[^;]*;//' 'undefined behaviour'
fault 'a sine that is not written' 's/sine\[3\] = s3;//' 'undefined behaviour'
fault 'a number that grows too large' 's/\btau\[0\] = /tau[0] = 1e305*/' 'overflow'
fault 'a division by what may be zero' 's/\btau\[0\] = /tau[0] = 1.0\/q[0] + /' 'overflow'
fault 'a wrong constant of the sines' 's/pi0 = 1.57/pi0 = 1.07/g' 'sines within'
finish
