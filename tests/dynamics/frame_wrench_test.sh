#!/bin/sh
# --wrench on a frame is --wrench on a body that is fixed where the frame is.
. tests/tap.sh

model() {
	cat <<-END
		model arm
		body upper on world {
		  joint shoulder : revolute(y)
		  mass 1 kg
		  com (0, 0, -0.5 m)
		}
		body lower on upper at (0, 0.1 m, -1 m), rx(0.3 rad) {
		  joint elbow : revolute(x)
		  mass 1 kg
		  com (0, 0.1 m, -0.5 m)
		$1
		}
		$2
		frame still on world at (0, 0, 1 m)
	END
}
model '  frame tip at (0.1 m, 0.2 m, -1 m), ry(0.7 rad), rz(-0.4 rad)' '' >"$SCRATCH/frame.rig"
model '' 'body tip on lower at (0.1 m, 0.2 m, -1 m), ry(0.7 rad), rz(-0.4 rad) { joint : fixed }' >"$SCRATCH/body.rig"

for wrench in tip tip,lower lower,tip tip,tip; do
	for model in frame body; do
		echo '0.3 -0.8 0.2 0.1 1 2 3 -1 2 0.5 0.7 -0.9 1 2 3 4 5 6' | cut -d' ' -f1-$(($(
			echo $wrench | sed 's/tip,tip/tip/' | tr ',' '\n' | wc -l) * 6 + 6)) |
		    "$RIGIDC" eval "$SCRATCH/$model.rig" -f rnea --wrench $wrench >"$SCRATCH/$model.out" 2>"$SCRATCH/err"
	done
	ok "$wrench: there are results" test -s "$SCRATCH/frame.out"
	is "$wrench: on the frame as on the body" "$(cat "$SCRATCH/body.out")" "$(cat "$SCRATCH/frame.out")"
done
exits 'the header' 0 "$RIGIDC" compile "$SCRATCH/frame.rig" --wrench lower,tip
ok 'says whose axes' grep -qF "f_ext[6..11]: (f, n) of tip on lower, in the axes of frame tip, at its origin" "$SCRATCH/out"
sed 's/^frame still.*/wrench push on tip/' "$SCRATCH/frame.rig" >"$SCRATCH/push.rig"
exits 'one that the model declares' 0 "$RIGIDC" compile "$SCRATCH/push.rig"
ok 'says so too' grep -qF "f_ext[0..5]: (f, n) of push on lower, in the axes of frame tip, at its origin" "$SCRATCH/out"
ok 'and `info` says it' sh -c '"$1" info "$2" | grep -qF "(f, n) of push, in the axes of frame tip"' sh "$RIGIDC" "$SCRATCH/push.rig"
exits 'a frame on the world' 1 "$RIGIDC" check "$SCRATCH/frame.rig" --wrench still
ok 'is refused' grep -qF "frame 'still' is fixed to the world [wrench-on-world]" "$SCRATCH/err"
exits 'a slip' 1 "$RIGIDC" check "$SCRATCH/frame.rig" --wrench tpi
ok 'is told from the frame' grep -qF "did you mean 'tip'" "$SCRATCH/err"
exits 'all' 0 "$RIGIDC" compile "$SCRATCH/frame.rig" --wrench all
ok 'is the moving bodies' grep -q 'f_ext\[12\]' "$SCRATCH/out"
finish
