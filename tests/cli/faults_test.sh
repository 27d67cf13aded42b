#!/bin/sh
# No memory, no room on the disk: a command ends with 2 and says so, or does what it always does. Nothing else: no crash,
# no half of an answer, no bug reported, no old file lost. With RIGIDC_LEVEL=long the model is the UR5, and about 2000 places
# are tried instead of 120.
. tests/tap.sh
. tests/cli/fail.sh

mkdir "$SCRATCH/made"
MADE=$SCRATCH/made/x
if long; then
	MODEL=examples/ur5.rig FAIL_MOST=2000
else
	MODEL=$SCRATCH/slider.rig
	cat >"$MODEL" <<-'END'
		model slider
		body cart on world {
		  joint rail : prismatic(x)
		  mass 2 kg
		}
		body arm on cart {
		  joint pivot : revolute(y)
		  mass 1 kg
		  com (0, 0, 0.5 m)
		  inertia diag(1, 1, 1.9) kg m^2
		}
		body tip on arm at (0, 0, 1 m) {
		  joint : fixed
		}
	END
fi
cat >"$SCRATCH/robot.urdf" <<'END'
<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin rpy="1.5708 0 0"/></joint></robot>
END
"$RIGIDC" info --json "$MODEL" -f rnea --search=none 2>/dev/null | perl -MJSON::PP -e '
	local $/; my $j = decode_json(<STDIN>);
	print "0.5 " x ($j->{nq} + 2 * $j->{nv}), "\n" for 1 .. 3' >"$SCRATCH/in"

# survives KIND LEAST SAYS FILES COMMAND...: each of at least so many that can fail
survives() {
	survives_least=$2 survives_name="$1: $(echo "$5 $6 ${7-} ${8-} ${9-}" | sed "s,$SCRATCH/\(made/\)*,,g")"
	fail_each "$1" "$3" "$4" "$RIGIDC" "$5" "$6" ${7+"$7"} ${8+"$8"} ${9+"$9"} >"$SCRATCH/bad"
	is "$survives_name" '' "$(cat "$SCRATCH/bad")"
	ok "there are some" test "$(cat "$SCRATCH/count")" -ge "$survives_least"
}

no_memory() {
	survives allocation 5 'rigidc: out of memory' "$@"
}

no_room() {
	survives write "$1" 'rigidc: cannot write .*: \(No space left on device\|Input/output error\)' "$2" "$3" "$4" ${5+"$5"} ${6+"$6"}
}

if fail_builds; then
	no_memory '' compile "$MODEL" --search=none
	no_memory "$MADE.h" compile "$MODEL" --search=none -o "$MADE.h"
	no_memory "$MADE.c $MADE.h" compile "$MODEL" --search=none -o "$MADE.c"
	no_memory "$MADE.mjs" compile "$MODEL" --search=none -o "$MADE.mjs"
	no_memory "$MADE.py" compile "$MODEL" --search=none -o "$MADE.py"
	no_memory "$MADE.html" report "$MODEL" --search=none -o "$MADE.html"
	no_memory '' compile "$MODEL" --search=none --dump=lower
	no_memory '' eval "$MODEL" -frnea --jit=none
	no_memory '' eval "$MODEL" -frnea --jit=tcc
	no_memory '' check "$MODEL"
	no_memory '' check "$MODEL" --json
	no_memory '' info "$MODEL" --search=none -Wno-far-com
	no_memory '' info "$MODEL" --search=none --json
	no_memory '' info "$MODEL" --search=none --cost
	no_memory '' info "$MODEL" --search=none --cost --json
	no_memory '' info "$SCRATCH/robot.urdf" --search=none --snap-angles=1e-4
	no_memory '' import "$SCRATCH/robot.urdf"
	no_memory "$MADE.rig" import "$SCRATCH/robot.urdf" -o "$MADE.rig"
	no_room 1 '' compile "$MODEL"
	no_room 3 "$MADE.h" compile "$MODEL" -o "$MADE.h"
	no_room 5 "$MADE.c $MADE.h" compile "$MODEL" -o "$MADE.c"
	no_room 7 "$MADE.c $MADE.h ${MADE}_test.h" compile "$MODEL" --self-test "-o$MADE.c"
	rm -f "${MADE}_test.h"
	no_room 1 '' info "$MODEL"
	no_room 1 '' info "$MODEL" --json
	no_room 3 "$MADE.html" report "$MODEL" -o "$MADE.html"
	no_room 1 '' check "$MODEL" --json
	no_room 1 '' import "$SCRATCH/robot.urdf"
	no_room 3 "$MADE.rig" import "$SCRATCH/robot.urdf" -o "$MADE.rig"
	rm -f "$MADE".*

	# signals that come while files are written; a shell has what it starts beside it ignore some
	for signal in INT TERM HUP; do
		LD_PRELOAD=$SCRATCH/fail.so SLOW=200 perl -e '$SIG{+shift} = "DEFAULT"; exec @ARGV' $signal \
		    "$RIGIDC" compile "$MODEL" --search=none -o "$MADE.c" &
		until ls "$MADE".*.tmp >/dev/null 2>&1 || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
		kill -$signal $!
		wait $! 2>/dev/null
		is "SIG$signal while files are written: it ends" $signal "$(kill -l $?)"
		is "SIG$signal while files are written: none is left" '' "$(ls "$SCRATCH/made" | grep -v '^x\.[ch]$')"
	done

	# two runs at once: the slow one has one file of its pair in place when the other comes
	LD_PRELOAD=$SCRATCH/fail.so SLOW=150 "$RIGIDC" compile "$MODEL" --search=none --prefix slow -o "$MADE.c" &
	until grep -qs slow_rnea "$MADE.c"; do sleep 0.02; done
	"$RIGIDC" compile "$MODEL" --search=none --prefix fast -o "$MADE.c"
	wait $!
	is 'two runs at once: both files are of one' fast_rnea "$(grep -oh '\(fast\|slow\)_rnea' "$MADE.c" "$MADE.h" | sort -u)"
else
	skip 'memory and writes that fail' 'malloc cannot be replaced here'
fi
finish
