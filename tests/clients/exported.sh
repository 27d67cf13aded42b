# Examples as `rigidc export` writes them: `. tests/clients/exported.sh` after clients.sh.

# A body of each kind without mass: one that moves, one that is fixed, one that carries a fixed load, one on the world, and a point mass.
cat >"$SCRATCH/massless.rig" <<'END'
model massless
body stand on world at (0, 0, 1 m) { joint foot : fixed; mass 5 kg; com (1, 2, 3) cm; inertia diag(1, 1, 1) g m^2 }
body base on stand { joint drive : prismatic(x) }
body load on base at (0, 0, 0.1 m) { joint glued : fixed; mass 2 kg; com (0, 0, 0.1) m; inertia diag(1, 1, 1) g m^2 }
body empty on load at (0.1 m, 0, 0) { joint spot : fixed }
body arm on base at (0, 0, 1 m) { joint swing : revolute(y) }
body plate on arm at (0.5 m, 0, 0) { joint weld : fixed }
body tip on plate at (0.5 m, 0, 0) { joint bend : revolute(x); mass 1 kg; com (0, 0, -0.1 m); inertia diag(1, 1, 1) g m^2 }
body point on tip at (0.3 m, 0, 0) { joint twist : revolute(x); mass 1 kg; com (0, 0, -0.1 m) }
body bare on world at (1 m, 0, 0) { joint mark : fixed }
END

# exported ENDING: writes each model that this format can say, a line `MODEL FILE` each
exported() {
	for exported_model in "$SCRATCH/massless.rig" examples/*.rig examples/*/*.rig; do
		exported_name=$(basename "$(dirname "$exported_model")")_$(basename "$exported_model" .rig)
		"$RIGIDC" export "$exported_model" -o "$SCRATCH/$exported_name.$1" 2>"$SCRATCH/err" || continue
		echo "$exported_model $SCRATCH/$exported_name.$1"
	done
}
