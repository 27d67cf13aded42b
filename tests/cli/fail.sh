# What a command does when the system fails it: `. tests/cli/fail.sh` after tests/tap.sh.

# fail_builds: makes $SCRATCH/fail.so, which fail.c describes; false where malloc cannot be replaced
fail_builds() {
	${CC:-cc} -shared -fPIC -o "$SCRATCH/fail.so" tests/cli/fail.c -ldl 2>/dev/null && ! grep -q __asan_init "$RIGIDC" &&
	    LD_PRELOAD=$SCRATCH/fail.so "$RIGIDC" --version >/dev/null 2>&1
}

# fail_sum FILE...: what they hold, and what lies beside them
fail_sum() {
	[ $# -eq 0 ] || { cat "$@" | cksum; ls "$(dirname "$1")"; }
}

# fail_run COMMAND...: with its n-th allocation or write failing; prints what is not as it should be
fail_run() {
	for fail_file in $fail_files; do
		echo old >"$fail_file"
	done
	fail_old=$(fail_sum $fail_files)
	LD_PRELOAD=$SCRATCH/fail.so FAIL=$fail_kind FAIL_AT=$fail_n "$@" <"$SCRATCH/in" >"$SCRATCH/out" 2>"$SCRATCH/err"
	fail_code=$? fail_now=$(fail_sum $fail_files)
	case $fail_code in
	0)
		cmp -s "$SCRATCH/right.out" "$SCRATCH/out" && cmp -s "$SCRATCH/right.err" "$SCRATCH/err" &&
		    [ "$fail_now" = "$fail_right" ] || echo "$fail_n: another answer"
		;;
	2)
		grep -q "$fail_says" "$SCRATCH/err" || echo "$fail_n: $(tail -n 1 "$SCRATCH/err")"
		[ "$fail_now" = "$fail_old" ] || echo "$fail_n: the old files are not as they were"
		;;
	*) echo "$fail_n: exit $fail_code: $(tail -n 1 "$SCRATCH/err")" ;;
	esac
}

# fail_each KIND SAYS FILES COMMAND...: of each allocation or write of the command, what comes of its failure. Well is an
# end with 2 and that on standard error, the old FILES untouched and nothing beside them; or with 0 and what the command
# does when nothing fails. Whatever else happens is printed; their number stays in $SCRATCH/count. Of very many it is
# about FAIL_MOST of them. The command has $SCRATCH/in as its input.
FAIL_MOST=${FAIL_MOST:-120}
fail_each() {
	fail_kind=$1 fail_says=$2 fail_files=$3
	shift 3
	LD_PRELOAD=$SCRATCH/fail.so FAIL=$fail_kind FAIL_COUNT=$SCRATCH/count "$@" \
	    <"$SCRATCH/in" >"$SCRATCH/right.out" 2>"$SCRATCH/right.err" || echo "does not run: $(cat "$SCRATCH/right.err")"
	fail_right=$(fail_sum $fail_files)
	fail_n=1 fail_count=$(cat "$SCRATCH/count")
	while [ $fail_n -le $fail_count ]; do
		fail_run "$@"
		fail_n=$((fail_n + 1 + (fail_n > FAIL_MOST / 2 ? fail_count / FAIL_MOST : 0)))
	done
}
