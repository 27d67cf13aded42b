# The compilers that generated C has to please, and how strictly.
flags='-pedantic -Wall -Wextra -Wconversion -Wshadow -Werror'
c_flags="-std=c99 $flags -Wdouble-promotion"
cxx_flags="-std=c++11 $flags"
# in C with gcc, float code is held to more
float_flags='-Wfloat-conversion -Wunsuffixed-float-constants'

present() { command -v "$1" >/dev/null 2>&1; }

# has PATTERN...: each is a line of m.h
has() {
	for pattern in "$@"; do
		grep -qF -e "$pattern" "$SCRATCH/m.h" || { echo "there is no $pattern"; return 1; }
	done
}
