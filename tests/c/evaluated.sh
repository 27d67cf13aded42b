# Programs by several compilers beside the evaluator: `. tests/c/evaluated.sh` behind tap.sh and compilers.sh. Of NAME there are the
# program $SCRATCH/NAME.c and NAME.cc, of each function states NAME.FUNCTION.in and what the evaluator finds, NAME.FUNCTION.

# numbers FILE: a number a line, no zero with a sign
numbers() {
	tr ' ' '\n' <"$1" | awk 'NF { print $1 + 0 ? $1 : 0 }'
}

# same NAME FUNCTIONS COMPILER...: the program's numbers are those of the evaluator
same() {
	name=$1 functions=$2
	shift 2
	case $1 in *++) source=$name.cc ;; *) source=$name.c ;; esac
	"$@" -I"$SCRATCH" -o "$SCRATCH/program" "$SCRATCH/$source" -lm || return 1
	for f in $(echo "$functions" | tr , ' '); do
		"$SCRATCH/program" "m_$(echo "$f" | tr : _)" <"$SCRATCH/$name.$f.in" >"$SCRATCH/printed" &&
		numbers "$SCRATCH/printed" >"$SCRATCH/found" && numbers "$SCRATCH/$name.$f" >"$SCRATCH/wanted" || return 1
		paste -d ' ' "$SCRATCH/found" "$SCRATCH/wanted" |
		    perl -ane 'exit 1 if @F != 2 || pack("d", $F[0]) ne pack("d", $F[1])' ||
		    { echo "$f differs"; return 1; }
	done
}

compare() {
	if present "$3"; then
		tried=$1 functions=$2
		shift 2
		ok "$tried: $*: the evaluator's bits" same "$tried" "$functions" "$@"
	else
		skip "$1: $3" "no $3"
	fi
}
