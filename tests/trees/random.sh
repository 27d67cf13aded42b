# Random models for doors to other programs, for `. tests/trees/random.sh` after tests/tap.sh.
# random_models COUNT COMMAND: calls `COMMAND NAME MODEL FUNCTIONS OPTION...` for so many random trees with all kinds of joints, whose mass
# properties are parameters, and for so many with closed loops and contacts. The first seed is RIGIDC_SEED, or 1.
random_models() {
	random_first=${RIGIDC_SEED:-1} random_folder=$SCRATCH/random_models
	mkdir -p "$random_folder"
	"$(dirname "$RIGIDC")/tests/trees/draw" "$random_folder" "$random_first" "$1"
	"$(dirname "$RIGIDC")/tests/trees/draw" "$random_folder" "$random_first" "$1" held
	random_seed=$random_first
	while [ "$random_seed" -lt $((random_first + $1)) ]; do
		"$2" "tree$random_seed" "$random_folder/$random_seed.rig" "$(random_solvable "$random_seed" rnea,crba,energy,com,momentum fd)" --parametrize=inertial
		"$2" "held$random_seed" "$random_folder/held$random_seed.rig" \
		    "$(random_solvable "held$random_seed" rnea,crba "$(cat "$random_folder/held$random_seed.functions")")"
		random_seed=$((random_seed + 1))
	done
}

# random_solvable MODEL FUNCTIONS MORE: with more functions where M is not singular
random_solvable() {
	if "$RIGIDC" check "$random_folder/$1.rig" -f "$3" >/dev/null 2>&1; then echo "$2,$3"; else echo "$2"; fi
}
