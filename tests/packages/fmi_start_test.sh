#!/bin/sh
# package --for=fmi and --for=fmi:2: a unit whose first state has no unique accelerations has a warning.
. tests/tap.sh

# starts KIND MODEL OPTION...: what package says of the first state
starts() {
	rm -rf "$SCRATCH/unit"
	starts_kind=$1
	shift
	"$RIGIDC" package "$@" --search=none --for="$starts_kind" -o "$SCRATCH/unit" 2>&1 | sed -n 's/.*warning: the unit fails at its first state: \(.*\) \[unit-start\]/\1/p; s/^ *help: --pose/--pose/p'
}
bars=examples/loops/fourbar.rig
for kind in fmi fmi:2; do
	is "$kind: a linkage that lies flat" "row fx of 'pin' depends on other rows of loops, so forces and accelerations are not unique
--pose=NAME begins at a pose of the model: 'up'" "$(starts $kind $bars)"
	ok '  has a unit all the same' [ -s "$SCRATCH/unit/modelDescription.xml" ]
	is '  in a pose' '' "$(starts $kind $bars --pose=up)"
done
cat >"$SCRATCH/gimbal.rig" <<'END'
model gimbal
param mass = 1 kg
body a on world { joint yaw : revolute(z) }
body b on a { joint pitch : revolute(y) }
body c on b { joint roll : revolute(x); mass mass; com (0, 0, 0.1) m; inertia diag(1, 2, 3) }
pose lock { pitch = 90 deg; yaw = 0.2 }
END
is 'three axes' '' "$(starts fmi "$SCRATCH/gimbal.rig")"
is 'two of them in line' "M is singular: 'yaw' and 'roll' can move without any inertia, so accelerations are not unique
--pose=NAME begins at a pose of the model: 'lock'" "$(starts fmi "$SCRATCH/gimbal.rig" --pose=lock)"
cat >"$SCRATCH/roots.rig" <<'END'
model roots
body a on world { joint j : revolute(y) { passive -1 N m * sqrt(j / (1 rad) - 1) }; mass 1 kg; com (0, 0, 1) m; inertia diag(1, 1, 1) }
END
is 'a torque without a value' 'accelerations are not finite there' "$(starts fmi "$SCRATCH/roots.rig")"
is 'robots and legs have no warning' '' "$(starts fmi examples/ur5.rig; starts fmi examples/contacts/hopping_leg.rig -f fd:toe)"

# --- limits ---

cat >"$SCRATCH/limits.rig" <<'END'
model limits
body a on world { joint slide : prismatic(x) { limits (-1, 2) m }; mass 1 kg; inertia diag(1, 1, 1) g m^2 }
body b on a { joint turn : revolute(y) { limits (-90, 0) deg }; mass 1 kg; com (0, 0, -0.1) m; inertia diag(1, 1, 1) g m^2 }
END
sed 's/(-1, 2) m/(1, 2) m/' "$SCRATCH/limits.rig" >"$SCRATCH/beyond.rig"
sed 's/{ limits (-1, 2) m }//' "$SCRATCH/limits.rig" >"$SCRATCH/one.rig"
# bounds KIND MODEL: min and max, a line for each variable that has any
bounds() {
	rm -rf "$SCRATCH/unit"
	"$RIGIDC" package "$SCRATCH/$2.rig" --search=none --for="$1" -o "$SCRATCH/unit" 2>"$SCRATCH/err" || cat "$SCRATCH/err"
	grep -oE '( (min|max)="[^"]*")+' "$SCRATCH/unit/modelDescription.xml" | sed 's/^ //'
}
right=1.5707963267948966
is 'limits: FMI 2.0 has those of each coordinate' "min=\"-1\" max=\"2\"
min=\"-$right\" max=\"0\"" "$(bounds fmi:2 limits)"
is 'limits: FMI 3.0 has those that all keep' "min=\"-$right\" max=\"2\"" "$(bounds fmi limits)"
is 'limits: none where the first state is beyond' "max=\"2\"
min=\"-$right\" max=\"0\"" "$(bounds fmi:2 beyond)"
is 'limits: none of a joint without' "min=\"-$right\" max=\"0\"" "$(bounds fmi:2 one)"
is 'limits: nor of an array with such a joint' '' "$(bounds fmi one)"
finish
