# Packages of external functions, called through ctypes: `. tests/packages/external.sh` after packages.sh.

BUILD=$(dirname "$RIGIDC")

# external KIND MODEL ORDER FUNCTIONS OPTION...: the package, its library, and each check of casadi.py on the functions, a name of
# C after @ if it is another; for derivatives up to ORDER
external() {
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
	"$python" tests/packages/casadi.py "$external_library" "$(basename "$external_library" .so)" "$external_model" "$states" \
	    "$seed" "$external_order" $external_functions -- "$@" >"$SCRATCH/lines" 2>"$SCRATCH/said"
	is 'the caller comes to its end' 0 $?
	grep -v '^pass\|^fail' "$SCRATCH/said" | sed 's/^/# /'
	while read -r external_outcome external_name; do
		ok "$external_name" test "$external_outcome" = pass
	done <"$SCRATCH/lines"
}
