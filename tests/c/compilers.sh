# The compilers that generated C has to please, and how strictly.
# clang 19 takes what AVX10 of a machine has by -march=native for a contradiction
avx10='-Wno-unknown-warning-option -Wno-invalid-feature-combination'
flags="-pedantic -Wall -Wextra -Wconversion -Wshadow -Werror $avx10"
c_flags="-std=c99 $flags -Wdouble-promotion"
cxx_flags="-std=c++11 $flags"
# in C with gcc, float code is held to more
float_flags='-Wfloat-conversion -Wunsuffixed-float-constants'

present() { command -v "$1" >/dev/null 2>&1; }

# the compilers for long texts of which any C or C++ compiler will do: clang takes a third of gcc's time
if present clang; then quick_cc=clang; else quick_cc=gcc; fi
if present clang++; then quick_cxx=clang++; else quick_cxx=g++; fi

# unoptimised_cc FOLDER: below the level long, FOLDER/cc compiles without optimisation, whatever its caller asks for
unoptimised_cc() {
	! long || return 0
	mkdir -p "$1" && printf '#!/bin/sh\nexec %s "$@" -O0\n' "$(command -v $quick_cc)" >"$1/cc" && chmod +x "$1/cc"
}

# compiler_for FILE GCC QUICK: gcc's for a short text, the quick one for a long one
compiler_for() {
	if long || [ "$(wc -c <"$1")" -lt 100000 ]; then echo "$2"; else echo "$3"; fi
}

# has PATTERN...: each is a line of m.h
has() {
	for pattern in "$@"; do
		grep -qF -e "$pattern" "$SCRATCH/m.h" || { echo "there is no $pattern"; return 1; }
	done
}
