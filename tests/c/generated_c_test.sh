#!/bin/sh
# The generated C: builds everywhere without a warning, holds nothing but arithmetic, costs what it says. With RIGIDC_LEVEL=long
# every header and pair is built alone by every compiler, and all headers in one file are optimized by each.
. tests/tap.sh
. tests/c/compilers.sh

root=$(pwd)

# --- models ---

# Words of C and C++, macros of gcc's gnu mode and of libc, and the names of our own arguments.
keywords() {
	echo 'model int'
	for name in class I linux unix main y0 B0 new template static _Complex sin cos M tau q qd NULL EOF errno _t t1 c1; do
		echo "body $name on world at (0.1, 0.2, 0.3) { joint $name : revolute(y)"
		echo '  mass 1 kg'
		echo '  com (0.1, 0.02, 0.3)'
		echo '}'
	done
}

# Everything that could end a comment, continue a line, or be taken for a trigraph or a directive.
odd_names() {
	cat <<'END'
/// Ends a comment? */ int broken; /* and again */
/// A trigraph ??/
/// A backslash \
/// #error and %n%s "quoted" // slashes
model "1 two*/\"3"
body "left-arm.2" on world { joint "a*/ int x; /*" : revolute(x)
  mass 1 kg
  com (0.1, 0.2, 0.3)
}
body "??/" on "left-arm.2" at (0, 0, 1) { joint "\\" : prismatic(z)
  mass 1 kg
}
body "é\x0A#error" on "??/" { joint "x;system(\"id\")\x0A#error" : free
  mass 1 kg
  inertia diag(1, 2, 2.5)
}
body "*/" on "é\x0A#error" { joint "*/" : fixed
  mass 0.1 kg
}
END
}

bar='  mass 2 kg
  com (0.1, 0.2, 0.3)
  inertia tensor(xx = 0.2, yy = 0.3, zz = 0.4, xy = 0.01, yz = 0.02, xz = 0.03)
}'

no_bodies() { echo 'model no_bodies'; }
no_joints() { printf 'model no_joints\nbody base on world { joint bolts : fixed\n%s\n' "$bar"; }
one_body()  { printf 'model one_body\nbody bar on world { joint j : revolute(z)\n%s\n' "$bar"; }
one_slider() { printf 'model one_slider\nbody bar on world { joint j : prismatic((0.36, 0.48, 0.8))\n%s\n' "$bar"; }
armature()  { printf 'model armature\nbody bar on world { joint j : revolute(z) { armature 0.1 kg m^2 }\n}\n'; }
weightless() { printf 'model weightless\ngravity (0, 0, 0)\nbody bar on world { joint j : revolute((0.6, 0, 0.8))\n%s\n' "$bar"; }
free_base() {
	printf 'model free_base\nbody hull on world { joint root : free\n%s\n' "$bar"
	printf 'body leg on hull at (0.1, 0, 0), rx(30 deg) { joint hip : revolute(x)\n%s\n' "$bar"
	printf 'body foot on leg at (0, 0, -0.4), rz(1) { joint sole : fixed\n%s\n' "$bar"
}
# guards and macros that begin like those of libc
like_libc() { one_body | sed "s/^model .*/model $1/"; }

mkdir "$SCRATCH/rig" "$SCRATCH/double" "$SCRATCH/float" "$SCRATCH/pair" "$SCRATCH/floatpair"
for model in keywords odd_names no_bodies no_joints one_body one_slider armature weightless free_base; do
	$model >"$SCRATCH/rig/$model.rig"
done
for model in _math math stdio _Bool __LINE__ E; do
	like_libc $model >"$SCRATCH/rig/like_$model.rig"
done

# generate NAME MODEL MORE OPTIONS...: NAME.h and the pair NAME.c, NAME.h, in double and float. Only the first is searched, if
# at all, and has the functions of MORE: what a search finds is written like anything else.
generate() {
	made=$1 from=$2 more=$3
	shift 3
	{
		"$RIGIDC" compile "$from" "$@" $more -o "$SCRATCH/double/$made.h" &&
		"$RIGIDC" compile "$from" "$@" --search=none -o "$SCRATCH/pair/$made.c" &&
		"$RIGIDC" compile "$from" "$@" --search=none --real=float -o "$SCRATCH/float/$made.h" &&
		"$RIGIDC" compile "$from" "$@" --search=none --real=float -o "$SCRATCH/floatpair/$made.c" &&
		"$RIGIDC" info "$from" $(taken info "$@") $more --json >"$SCRATCH/double/$made.json" &&
		"$RIGIDC" info "$from" $(taken info "$@") --search=none --json --real=float >"$SCRATCH/float/$made.json"
	} 2>"$SCRATCH/err" || { cat "$SCRATCH/err"; return 1; }
	case $made in like_*) tricky="$tricky $made" ;; *) plain="$plain $made" ;; esac
}

generate_all() {
	plain= tricky=
	for model in examples/*.rig "$SCRATCH"/rig/*.rig; do
		name=$(basename "$model" .rig)
		! left_out "$name" || continue
		case $name in solo12 | anymal_b) more= ;; *) more='-f dyn=crba+rnea' ;; esac # legs are long already
		case $name in
		adaptive | double_pendulum | gripper | knee | ur5 | odd_names | free_base | armature) ;;
		*) long || more="$more --search=none" ;;
		esac
		ok "generate $name" generate "$name" "$model" "$more" -f rnea,crba
	done
	ok "generate puma560 with wrenches" generate puma560_all examples/puma560.rig "" --wrench=all --prefix=puma560_all
	ok "generate solo12 with wrenches" generate solo12_all examples/solo12.rig "" --wrench=all --prefix=solo12_all --search=none
	ok "generate a wrench on a merged foot" generate foot "$SCRATCH/rig/free_base.rig" "" --wrench=foot,hull --prefix=foot
	ok "generate with every joint locked" generate locked "$SCRATCH/rig/one_body.rig" "" --lock=j=1 --prefix=locked
	names="$plain $tricky"
}

# --- it builds ---

# A file is complete by itself: nothing is included before it. Headers are included from a file, because an unused static function
# in a main file is warned about. All compilers read all of them together; alone tcc is enough, or gcc without it.
complete() {
	mkdir "$SCRATCH/alone"
	for name in $names; do
		for real in double $(! long || echo float); do
			printf '#include "../%s/%s.h"\ntypedef int nothing_else;\n' $real "$name" >"$SCRATCH/alone/${real}_$name.c"
		done
	done
	cd "$SCRATCH/alone" || return
	ok "each header alone" with_each *.c
	ok "each pair alone" with_each ../pair/*.c
	cd "$root" || exit 1
	long || return
	for name in $names; do
		for real in double float; do
			ok "$real $name.h alone, gcc and g++" alone "$SCRATCH/alone/${real}_$name.c" $([ $real = double ] || echo "$float_flags")
		done
	done
}

with_each() {
	if present tcc; then
		tcc -std=c99 -Wall -Werror -c "$@"
	else
		gcc $c_flags -fsyntax-only "$@"
	fi
}

# alone FILE FLAGS...: by every compiler
alone() {
	file=$1
	shift
	gcc $c_flags "$@" -fsyntax-only "$file" && g++ $cxx_flags -x c++ -fsyntax-only "$file" || return 1
	! present clang || clang $c_flags -fsyntax-only "$file" || return 1
	! present clang++ || clang++ $cxx_flags -x c++ -fsyntax-only "$file"
}

cat >"$SCRATCH/libc.h" <<'END'
#define _GNU_SOURCE 1
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#ifndef __TINYC__
#include <complex.h>
#include <iso646.h>
#include <tgmath.h>
#endif
END

# after_libc REAL COMPILER NAMES: names like those of libc's guards and macros do not make the headers vanish
after_libc() {
	after=$SCRATCH/$1/after.c with=$2
	cp "$SCRATCH/libc.h" "$after"
	for name in $3; do
		printf '#include "%s.h"\n' "$name" >>"$after"
		sed -n 's/^static inline void \([A-Za-z0-9_]*\)(.*/extern const void *const use_\1; const void *const use_\1 = (const void *)\1;/p' \
		    "$SCRATCH/$1/$name.h" >>"$after"
	done
	$with -fsyntax-only "$after"
}

# All headers in one file, twice, after what libc has to throw at them; the table keeps every function
# in the object, so that the optimiser's warnings come too.
write_together() {
	{
		cat "$SCRATCH/libc.h"
		for name in $plain; do
			printf '#include "%s.h"\n#include "%s.h"\n' "$name" "$name"
		done
		echo 'extern void (*const all[])(void);'
		echo 'void (*const all[])(void) = {'
		for name in $plain; do
			sed -n 's/^static inline void \([A-Za-z0-9_]*\)(.*/	(void (*)(void))\1,/p' "$SCRATCH/$1/$name.h"
		done
		echo '};'
	} >"$SCRATCH/$1/together.c"
	sed 's/#define _GNU_SOURCE.*//' "$SCRATCH/$1/together.c" >"$SCRATCH/$1/together.cc"
}

# together REAL COMPILER FLAGS...
together() {
	real=$1 compiler=$2
	shift 2
	if ! present "$compiler"; then
		skip "$real, all headers in one file: $compiler $*" "no $compiler"
		return
	fi
	case $compiler in *++) source=together.cc ;; *) source=together.c ;; esac
	ok "$real, all headers in one file: $compiler $*" \
	    "$compiler" "$@" -c -o "$SCRATCH/together.o" "$SCRATCH/$real/$source"
}

builds() {
	complete
	for real in double float; do
		ok "$real: all of them after libc's headers" after_libc $real 'gcc -std=c99 -Wall -Wextra -Werror' "$tricky"
		ok "$real: all of them after libc's headers, as C++" after_libc $real 'g++ -std=c++11 -w -x c++' "$tricky"
		write_together $real
		more= optimised=-O2
		[ $real = float ] && more=$float_flags optimised=-fsyntax-only # gcc has the same optimiser
		long || optimised=-fsyntax-only
		# -O2 brings the warnings of the optimiser, which has the same functions in pairs; without it more is checked before inlining
		! long || together $real gcc $c_flags $more -O2
		together $real gcc $c_flags $more $(long || echo -fsyntax-only)
		! long || together $real clang $c_flags -O2
		together $real clang $c_flags -fsyntax-only
		together $real g++ $cxx_flags $optimised
		together $real clang++ $cxx_flags -fsyntax-only
		together $real tcc -Wall -Werror
		# the gnu modes define linux and unix
		together $real gcc -std=gnu11 -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only
		long || continue
		together $real clang -std=gnu17 -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only
		together $real g++ -std=gnu++17 -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only
	done
}

# --- what is in the object ---

# pairs_by OBJECT FOLDER NAMES COMPILER FLAGS...: the sources of pairs in one file build without a warning
pairs_by() {
	object=$1 folder=$2 of=$3
	shift 3
	for name in $of; do
		echo "#include \"$folder/$name.c\""
	done >"$SCRATCH/$object.c"
	"$@" -I"$SCRATCH" -o "$SCRATCH/$object.o" "$SCRATCH/$object.c"
}

# They have no data of their own, and call nothing but the functions of <math.h> that are operations.
objects() {
	functions='sin|cos|sincos|sqrt|tan|asin|acos|atan|atan2|exp|log|tanh|floor'
	in_float=$(echo "$functions|" | sed 's/|/f|/g; s/|$//')
	ok "pairs, gcc" pairs_by pairs pair "$names" gcc $c_flags -Wmissing-prototypes -O2 -c
	ok "float pairs, gcc" pairs_by float_pairs floatpair "$names" gcc $c_flags -Wmissing-prototypes $float_flags -O1 -c
	ok "pairs as C++" pairs_by pairs_cxx pair "$names" g++ $cxx_flags -x c++ -fsyntax-only
	if present clang; then
		of=$(long && echo $names || echo ur5 knee gripper solo12_all odd_names free_base)
		ok "pairs, clang" pairs_by pairs_clang pair "$of" clang $c_flags -Wmissing-prototypes -O1 -c
		echo "$SCRATCH/pairs_clang.o $functions" >"$SCRATCH/objects"
	fi
	echo "$SCRATCH/pairs.o $functions
$SCRATCH/float_pairs.o $in_float float" >>"$SCRATCH/objects"
	results perl tests/c/objects.pl <"$SCRATCH/objects"
}

# --- several of them ---

several() {
	cd "$SCRATCH/pair" || return
	cat >one.c <<'END'
#include "puma560.h"
#include "one_body.h"
void one(double tau[PUMA560_NV + ONE_BODY_NV]);
void one(double tau[PUMA560_NV + ONE_BODY_NV])
{
	const double q[PUMA560_NQ] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 };
	puma560_rnea(q, q, q, tau);
	one_body_rnea(q, q, q, tau + PUMA560_NV);
}
END
	cat >two.cc <<'END'
#include "one_body.h"
#include "puma560.h"
extern "C" void one(double tau[PUMA560_NV + ONE_BODY_NV]);
int main()
{
	double q[PUMA560_NQ] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 }, a[PUMA560_NV + 1], b[PUMA560_NV + 1];
	one(a);
	puma560_rnea(q, q, q, b);
	one_body_rnea(q, q, q, b + PUMA560_NV);
	for (int i = 0; i < PUMA560_NV + 1; i++)
		if (!(a[i] == b[i]))
			return 1;
	return q[PUMA560_Q_q3] == 0.3 && PUMA560_HASH != ONE_BODY_HASH ? 0 : 1;
}
END
	for pair in puma560 one_body; do
		gcc -std=c99 -O1 -c "$pair.c"
	done
	ok "a user in C builds" gcc $c_flags -c one.c
	ok "a user in C++ builds" g++ $cxx_flags -c two.cc
	ok "they link with the pairs" g++ -o linked one.o two.o puma560.o one_body.o -lm
	ok "they compute the same" ./linked
	# the same users with the headers alone: no function is defined twice
	cp one.c two.cc ../double
	cd ../double || return
	ok "a user in C builds with the header alone" gcc $c_flags -O2 -c one.c
	ok "a user in C++ builds with the header alone" g++ $cxx_flags -O2 -c two.cc
	ok "they link" g++ -o linked one.o two.o -lm
	ok "they compute the same from headers" ./linked
	cd "$root" || exit 1
	rm -f "$SCRATCH/pair/one.c" "$SCRATCH/double/one.c"
}

# Contraction is off in generated functions and as the user wants it in his own. The instructions are
# those of x86.
contraction() {
	cat >"$SCRATCH/double/contract.c" <<'END'
#include "ur5.h"
#ifdef __cplusplus
extern "C" {
#endif
double own(double a, double b, double c);
void call(const double *q, double *tau, double *M);
#ifdef __cplusplus
}
#endif
double own(double a, double b, double c) { return a * b + c; }
void call(const double *q, double *tau, double *M)
{
	ur5_rnea(q, q, q, tau);
	ur5_crba(q, M);
}
END
	"$@" -O2 -mfma -c -o "$SCRATCH/contract.o" "$SCRATCH/double/contract.c" || return 1
	objdump -d "$SCRATCH/contract.o" | awk '/^[0-9a-f]+ </ { name = $2 } /vfn?m(add|sub)/ { fused[name]++ }
		END { for (f in fused) print f, fused[f]; exit !(fused["<own>:"] == 1 && length(fused) == 1) }'
}

contractions() {
	for compiler in "gcc -std=gnu11" "gcc -std=c99 -ffp-contract=fast" "g++ -x c++" "clang -ffp-contract=on" "clang++ -x c++ -ffp-contract=on"; do
		if [ "$(uname -m)" != x86_64 ] || ! present "${compiler%% *}"; then
			skip "contraction, $compiler" "not x86-64, or no such compiler"
		else
			ok "contraction, $compiler" contraction $compiler
		fi
	done
}

# --- the text ---

text() {
	perl tests/c/c_text.pl "$SCRATCH" "$root" "$@"
}

# documented FILE...: what the banner and the comments promise to tell
documented() {
	perl -0777 -ne '
		sub said { die "$ARGV: $_[0]\n" }
		my ($banner) = m{\A/\*(.*?)\*/}s or said("no banner");
		$banner =~ /rigidc \d+\.\d+\.\d+/ or said("no version");
		$banner =~ /belongs to whoever generated it/ or said("no word on ownership");
		/^#define \w+_HASH 0x[0-9a-f]{16}ULL/m or said("no hash");
		/^#ifndef (\w+)\n#define \1\n/m or said("no guard");
		/^extern "C" \{/m or said("no extern C");
		while (m{(/\*(?:(?!\*/).)*\*/)\n(?:static inline )?void (\w+)\(([^)]*)\)}gs) {
			my ($comment, $name, $arguments) = ($1, $2, $3);
			for (split /,\s+/, $arguments) {
				/(\w+)(?:\[\d+\])?$/ or said($_);
				$comment =~ /^ \*\s+\Q$1\E\s/m or said("$name: no row for $1");
			}
			$comment =~ /overlap/ or said("$name: not a word on aliasing");
			$comment =~ /Cost: \d+ mul, \d+ add, \d+ sincos/ or said("$name: no cost");
		}' "$@"
}

# units FILE UNIT...: the row of each argument of rnea gives its unit
units() {
	perl -0777 -e '
		my ($file, %unit) = @ARGV;
		open my $in, "<", $file; $_ = <$in>;
		my ($comment) = m{(/\*(?:(?!\*/).)*\*/)\n[^\n]*_rnea\(}s or die "no rnea\n";
		for my $array (sort keys %unit) {
			my ($row) = $comment =~ /^( \*\s+\Q$array\E\s.*)$/m or die "no row for $array\n";
			$row =~ /\b\Q$unit{$array}\E(?![\w\/^])/ or print("no $unit{$array} in:$row\n"), $bad = 1;
		}
		exit $bad' "$@"
}

# headed FILE BODY...: the text says where it comes to each body
headed() {
	file=$1
	shift
	for body; do
		grep -q "^	/\\* $body \\*/\$" "$file" || { echo "no $body"; return 1; }
	done
}

texts() {
	counted=
	for name in $names; do
		counted="$counted $SCRATCH/double/$name.h $SCRATCH/double/$name.json $SCRATCH/float/$name.h $SCRATCH/float/$name.json"
	done
	ok "arithmetic and nothing else" text "$SCRATCH"/double/*.h "$SCRATCH"/float/*.h "$SCRATCH"/pair/*.h "$SCRATCH"/pair/*.c
	ok "documented" documented "$SCRATCH"/double/*.h "$SCRATCH"/pair/*.h
	ok "operations as counted" perl tests/c/count_ops.pl $counted
	ok "puma560.h: units in the table of arguments" units "$SCRATCH/double/puma560.h" \
	    q rad qd rad/s qdd rad/s^2 tau 'N m'
	ok "puma560.h: comments where the bodies begin" headed "$SCRATCH/double/puma560.h" link1 link2 link3 link4 link5 link6
	ok "one_slider.h: units in the table of arguments" units "$SCRATCH/double/one_slider.h" \
	    q m qd m/s qdd m/s^2 tau N
}

# The hash is of the model: options that change what is computed change it, how it is written does not.
hash_of() {
	"$RIGIDC" compile "$@" 2>/dev/null | sed -n 's/^#define [A-Z0-9_]*_HASH \([^ ]*\).*/\1/p'
}

hashes() {
	arm=examples/double_pendulum.rig
	is "hash: prefix, type and functions do not matter" "$(hash_of $arm)" \
	    "$(hash_of $arm --prefix=other --real=float -f crba)"
	sed 's,//.*,,' $arm >"$SCRATCH/bare.rig"
	is "hash: comments do not matter" "$(hash_of $arm)" "$(hash_of "$SCRATCH/bare.rig")"
	# headers of one prefix: the same twice is one, another is an error and not left out
	"$RIGIDC" compile $arm -f crba --search=none --prefix=arm -o "$SCRATCH/one.h"
	"$RIGIDC" compile $arm -f crba --search=none --prefix=arm -D l2=0.5m -o "$SCRATCH/other.h"
	printf '#include "one.h"\n#include "one.h"\n' >"$SCRATCH/same.c"
	printf '#include "one.h"\n#include "other.h"\n' >"$SCRATCH/two.c"
	for with in "gcc $c_flags -Wno-unused-function" "g++ -std=c++11 -Wall -Werror -Wno-unused-function -x c++" "$quick_cc -std=c99"; do
		ok "a header twice, by ${with%% *}" $with -fsyntax-only "$SCRATCH/same.c"
		exits "two headers of one prefix, by ${with%% *}" 1 $with -fsyntax-only "$SCRATCH/two.c"
		ok '  is why' grep -q 'has this prefix too: see --prefix' "$SCRATCH/err"
	done
	ok "hash: a constant matters" test "$(hash_of $arm)" != "$(hash_of $arm -D l2=0.5m)"
	ok "hash: a locked joint matters" test "$(hash_of $arm)" != "$(hash_of $arm --lock=q2)"
	printf 'model t\nconst top = 2\ntable f(q) = [0, 1; 1, top; 2, 0]\njoint k(q) { rotate z by f(q) }\nbody b on world { joint : k; mass 1; com (1, 0, 0) }\n' \
	    >"$SCRATCH/table.rig"
	ok "hash: a point of a table matters" test "$(hash_of "$SCRATCH/table.rig")" != "$(hash_of "$SCRATCH/table.rig" -D top=3)"
	is "hash: a constant at its own value does not" "$(hash_of $arm)" "$(hash_of $arm -D l2=1000mm)"
}

# Functions of tables and of nonlinear couplings: every executor gives the same bits, and a coordinate that is no
# number makes none of the results.
executors() {
	cd "$SCRATCH" || return
	perl -e 'srand(11); for (1 .. 200) { print join(" ", map { sprintf "%.17g", 6 * rand() - 3 } 1 .. 6), "\n" }' >states
	# at the points of the knee's tables, and next to them
	for at in -2.0944 -1.74533 -0.174533 -0.17453300000000002 0.159149 2.0944; do
		echo "0.1 $at 1 2 3 4"
	done >>states
	for example in knee gripper screw_axis elbow; do
		for real in double float; do
			for jit in tcc cc none; do
				"$RIGIDC" eval "$root/examples/$example.rig" -f dyn=crba+rnea --jit=$jit --real=$real <states >$jit.out
			done 2>/dev/null
			ok "$example in $real: a line a state" test "$(wc -l <none.out)" -eq 206
			ok "$example in $real: evaluator and libtcc agree to the byte" cmp none.out tcc.out
			ok "$example in $real: evaluator and the C compiler agree to the byte" cmp none.out cc.out
		done
	done
	for jit in tcc cc none; do
		is "no number in, none out: $jit" "nan nan nan nan nan nan" \
		    "$(echo '0.1 nan 1 2 3 4' | "$RIGIDC" eval "$root/examples/knee.rig" -f dyn=crba+rnea --jit=$jit 2>"$SCRATCH/err" | tr -d -)"
	done
	cd "$root" || exit 1
}

# Outputs of a fused function that would share a name have names of their own in the code too.
shared_names() {
	arm=examples/double_pendulum.rig
	parts='bias+momentum+fk:upper+fk:tip+jac:tip+jcom+acc:upper+drift:tip'
	for jit in tcc cc none; do
		echo '0.1 0.2 0.3 0.4 0.5 0.6' | "$RIGIDC" eval $arm -f all=$parts --jit=$jit >"$SCRATCH/shared.$jit"
	done
	for jit in tcc cc; do
		ok "outputs that share a name: evaluator and $jit agree to the byte" \
		    cmp "$SCRATCH/shared.none" "$SCRATCH/shared.$jit"
	done
	ok "outputs that share a name: there are results" test -s "$SCRATCH/shared.none"
}

# The counter of operations itself: a header tampered with is noticed.
tampered() {
	cp "$SCRATCH/double/puma560.json" "$SCRATCH/tampered.json"
	for change in 's/ + / - -/' 's/\*/\//' 's/ = -\?/&-/' 's/ - [a-z0-9]*;/;/' 's/ add/0 add/' 's/sincos4(q/sincos4(1.0 + q/'; do
		sed "/^\\(\\t.* = \\|\\tpuma560_sincos\\| \\* Cost\\)/$change" "$SCRATCH/double/puma560.h" >"$SCRATCH/tampered.h"
		ok "tampered header: $change" sh -c '! perl tests/c/count_ops.pl "$0.h" "$0.json"' "$SCRATCH/tampered"
	done
	cp "$SCRATCH/double/knee.json" "$SCRATCH/tampered.json"
	sed 's/t[0-9]* < 0.0 ? \(-\?[0-9.]*\) : -\?[0-9.]*/\1/' "$SCRATCH/double/knee.h" >"$SCRATCH/tampered.h"
	ok "tampered header: a choice is gone" sh -c '! perl tests/c/count_ops.pl "$0.h" "$0.json"' "$SCRATCH/tampered"
}

generate_all
builds
objects
several
contractions
texts
hashes
executors
shared_names
tampered
finish
