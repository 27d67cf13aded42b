#!/bin/sh
# -o NAME.hpp: every function over matrices of Eigen beside the C of the same header, bit by bit; wrong sizes, types and orders do not
# compile; results are written in place.
. tests/tap.sh
. tests/c/compilers.sh
. tests/c/standing.sh
. tests/trees/random.sh

echo "# RIGIDC_SEED=${RIGIDC_SEED:-1}"

python=/usr/bin/python3
eigen='-isystem /usr/include/eigen3'
flags="-Wall -Wextra -Wconversion -Wdouble-promotion -Wshadow -pedantic -Werror $eigen"
if ! echo '#include <Eigen/Core>' | g++ $eigen -E -x c++ - >/dev/null 2>&1; then
	skip 'headers for Eigen' 'Eigen is not here: libeigen3-dev'
	finish
	exit
fi

# precompiled FOLDER COMPILER FLAG...: Eigen's header, read once for these flags
precompiled() {
	precompiled_folder=$SCRATCH/$1
	shift
	mkdir "$precompiled_folder" && echo '#include <Eigen/Core>' >"$precompiled_folder/eigen.h" &&
	    "$@" -x c++-header "$precompiled_folder/eigen.h" -o "$precompiled_folder/eigen.h.gch"
}
optimised=$(by_level -O0 -O0 -O1)
run="g++ -std=c++11 $optimised $flags" look="clang++ -std=c++17 $flags"
ok 'Eigen for g++' precompiled run $run
! present clang++ || ok 'Eigen for clang++' precompiled look $look
run="$run -include $SCRATCH/run/eigen.h" look="$look -include $SCRATCH/look/eigen.h"
front="g++ -std=c++11 $optimised $eigen -include $SCRATCH/run/eigen.h"

# header NAME MODEL FUNCTIONS OPTION...: the header, and a program that calls all of it
header() {
	header_name=$1 header_model=$2 header_functions=$3
	shift 3
	case "$*" in *--real=float*) header_real=float ;; *) header_real=double ;; esac
	ok "$header_name: $header_functions $*" "$RIGIDC" compile "$header_model" -f "$header_functions" --prefix="$header_name" --search=none "$@" \
	    -o "$SCRATCH/$header_name.hpp"
	ok 'a program' sh -c '"$0" tests/c/eigen.py "$@" >"${1%.hpp}.cpp"' "$python" "$SCRATCH/$header_name.hpp" "$header_name" $header_real \
	    "$(echo "$header_functions" | tr ',' '\n' | wc -l)"
	ok 'compiles with g++' $run "$SCRATCH/$header_name.cpp" -o "$SCRATCH/program"
	ok 'gives the bits of the C' "$SCRATCH/program"
	if present clang++; then ok 'compiles with clang++' $look -fsyntax-only "$SCRATCH/$header_name.cpp"; fi
}
header ur5 examples/ur5.rig rnea,crba,fd,fk:tool0,jac:tool0,energy,regressor,hessian:energy,vjp:crba,dyn=crba+bias
header dog examples/solo12.rig rnea,crba,fk:FL_FOOT,com --real=float
header packed examples/iiwa14.rig crba,minv,rnea_derivatives --matrix=packed-sparse
header pushed examples/puma560.rig rnea,fd --wrench=all --sincos=given
long && header loaded examples/adaptive.rig rnea,crba,jvp:rnea
long && header bar examples/loops/fourbar.rig fd,lambda,id --batch=4
header stand $standing_model $standing_functions
header small examples/cart_pole.rig fd,crba,energy,derivatives:energy --size=on
random_models "$(by_level 1 1 20)" header
ok 'includes what it needs' g++ -std=c++11 -O1 $flags -fsyntax-only "$SCRATCH/small.cpp"

# --- what does not compile ---

"$RIGIDC" compile examples/ur5.rig -f rnea,crba,fk:tool0 --search=none -o "$SCRATCH/arm.hpp"
# snippet CODE: the front end's status
snippet() {
	printf '#include "%s"\nvoid snippet(Eigen::Matrix<double, 6, 1> q);\nvoid snippet(Eigen::Matrix<double, 6, 1> q)\n{\n\t(void)q;\n%s\n}\n' \
	    "$SCRATCH/arm.hpp" "$1" >"$SCRATCH/snippet.cpp"
	$front -fsyntax-only "$SCRATCH/snippet.cpp"
}
no_snippet() { ! snippet "$1"; }
ok 'a returned matrix' snippet 'const Eigen::Matrix<double, 6, 6> M = ur5_crba(q); (void)M;'
several() {
	if present clang++; then front=$look; else front="g++ -std=c++17 $eigen"; fi
	snippet 'const auto [R, p] = ur5_fk_tool0(q); (void)R; (void)p;'
}
ok 'several results' eval '(several)'
ok 'parts of a vector' snippet 'Eigen::Matrix<double, 18, 1> x; x.setZero(); ur5_rnea(x.segment<6>(0), x.segment<6>(6), x.segment<6>(12), q);'
ok 'expressions' snippet 'q = ur5_rnea(q, 2 * q, q - q);'
ok 'raw arrays' snippet 'double g[6]; ur5_rnea(q.data(), q.data(), q.data(), g);'
ok 'Map' snippet 'double m[36]; ur5_crba(q, Eigen::Map<Eigen::Matrix<double, 6, 6, Eigen::RowMajor> >(m));'
ok 'no argument of 5 numbers' no_snippet 'ur5_crba(Eigen::Matrix<double, 5, 1>());'
ok 'no argument of float' no_snippet 'ur5_crba(q.cast<float>());'
ok 'no result of 5 numbers' no_snippet 'Eigen::Matrix<double, 5, 1> tau; ur5_rnea(q, q, q, tau);'
ok 'no result by columns' no_snippet 'Eigen::Matrix<double, 6, 6> M; ur5_crba(q, M);'
ok 'no result with gaps' no_snippet 'Eigen::Matrix<double, 8, 8, Eigen::RowMajor> M; ur5_crba(q, M.block<6, 6>(0, 0));'
ok 'no result that is constant' no_snippet 'const Eigen::Matrix<double, 6, 1> tau = q; ur5_rnea(q, q, q, tau);'
ok 'no missing argument' no_snippet 'ur5_rnea(q, q);'

# --- files ---

ok 'beside the C header of the same functions' sh -c '"$1" compile examples/ur5.rig -f rnea,crba,fk:tool0 --search=none -o "$2/arm.h" &&
	printf "#include \"arm.h\"\n#include \"arm.hpp\"\n" >"$2/both.cpp" && $3 -I"$2" -fsyntax-only "$2/both.cpp"' sh "$RIGIDC" "$SCRATCH" "$front"
exits '--zeros=once' 2 "$RIGIDC" compile examples/ur5.rig --zeros=once --search=none -o "$SCRATCH/x.hpp"
exits '--self-test' 2 "$RIGIDC" compile examples/ur5.rig --self-test -o "$SCRATCH/x.hpp"
ok 'there is nothing' test ! -e "$SCRATCH/x.hpp"
finish
