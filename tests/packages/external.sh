# Packages of external functions, called through ctypes: `. tests/packages/external.sh` after packages.sh.

BUILD=$(dirname "$RIGIDC")

# checked COMMAND...: each line that it prints is a test here, "pass NAME" or "fail NAME: why"
checked() {
	"$@" >"$SCRATCH/lines" 2>"$SCRATCH/said"
	is 'the caller comes to its end' 0 $?
	sed 's/^/# /' "$SCRATCH/said"
	while read -r checked_outcome checked_name; do
		ok "$checked_name" test "$checked_outcome" = pass
	done <"$SCRATCH/lines"
}

# external KIND MODEL ORDER FUNCTIONS OPTION...: the package, its library, and each check of external.py on the functions, a name of
# C after @ if it is another; for derivatives up to ORDER
external() {
	external_path=$PATH PATH=$SCRATCH/unoptimised:$PATH
	optimised_external "$@"
	PATH=$external_path
}

# the same by the compiler flags of its README
optimised_external() {
	external_kind=$1 external_model=$2 external_order=$3 external_functions=$4
	shift 4
	external_derivatives=--derivatives=$external_order
	package "$external_kind" "$external_model" --search=none "$external_derivatives" "$@"
	ok 'is built as its README says' follow "$SCRATCH/$external_kind" Build
	external_library=$(echo "$SCRATCH/$external_kind"/*.so)
	external_options=
	while [ $# -gt 0 ]; do
		case $1 in
		-f) shift ;;
		-D) shift; external_options="$external_options
-D
$1" ;;
		--wrench=*) external_options="$external_options
$1" ;;
		esac
		shift
	done
	external_old=$IFS
	IFS='
'
	set -- $external_options
	IFS=$external_old
	# shellcheck disable=SC2086
	external_lines() {
		"$python" tests/packages/external.py "$external_library" "$(basename "$external_library" .so)" "$external_model" "$states" \
		    "$seed" "$external_order" $external_functions -- "$@"
	}
	checked external_lines "$@"
}
