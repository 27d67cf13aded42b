# Programs over an installed prefix, `. tests/runtime/prefix.sh` behind tap.sh: where that is, what the programs are made
# of, and how they find it.

unset V LD_LIBRARY_PATH PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR CMAKE_PREFIX_PATH CXXFLAGS CFLAGS

build=$(dirname "$RIGIDC")
prefix=$SCRATCH/prefix
warnings='-Wall -Wextra -Wpedantic -Werror'
# as the library was built
case $(nm "$build/librigidc.a" 2>/dev/null) in
*' __asan_init'*) sanitize=-fsanitize=address,undefined ;;
*' __tsan_init'*) sanitize=-fsanitize=thread ;;
*) sanitize= ;;
esac

# have TOOL...
have() {
	for tool in "$@"; do command -v "$tool" >/dev/null 2>&1 || return 1; done
}

# into ARGUMENTS...: make with these
into() {
	make --no-print-directory "BUILD=$build" "$@"
}

# example PAGE: what stands between .EX and .EE of its section EXAMPLES
example() {
	sed -n '/^\.SH EXAMPLES/,/^\.SH [^E]/p' "$1" | sed -n '/^\.EX/,/^\.EE/p' | sed '/^\.E/d; s/\\-/-/g; s/\\(ha/^/g; s/\\e/\\/g'
}

# write_hold: hold.c, the example of the manual page, and what it prints
write_hold() {
	example "$prefix/share/man/man3/rigidc.3" >"$SCRATCH/hold.c"
	echo '0.1 0.1 0.1 0.1 0.1 0.1' | "$RIGIDC" eval examples/ur5.rig -f gravity |
	    awk '{ for (i = 1; i <= NF; i++) printf "%.9f\n", $i }' >"$SCRATCH/torques"
	grep -q '^-*[1-9]' "$SCRATCH/torques"
}

# holds PROGRAM LIBRARY_FOLDER: it prints the torques, run by $under if that is set
holds() {
	LD_LIBRARY_PATH="$2" ${under:-} "$1" examples/ur5.rig >"$SCRATCH/printed" && diff "$SCRATCH/torques" "$SCRATCH/printed"
}

# flags OPTION...: what pkg-config says of the prefix
flags() {
	PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config "$@" rigidc
}

# The same with the archive.
static_flags() {
	flags --cflags --static --libs | sed 's/-lrigidc/-l:librigidc.a/'
}

# configure FOLDER VERSION SOURCES ARGUMENT...: by CMake, shared_hold_c and static_hold_c from a hold.c, and so on
configure() {
	cat >"$SCRATCH/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.10)
project(callers C CXX)
set(CMAKE_C_STANDARD 99)
set(CMAKE_CXX_STANDARD 17)
find_package(rigidc ${WANTED} REQUIRED)
foreach(source ${SOURCES})
  string(REPLACE . _ name ${source})
  add_executable(shared_${name} ${source})
  target_link_libraries(shared_${name} rigidc::rigidc)
  add_executable(static_${name} ${source})
  target_link_libraries(static_${name} rigidc::static)
endforeach()
END
	folder=$1 wanted=$2 sources=$3
	shift 3
	cmake -S "$SCRATCH" -B "$SCRATCH/$folder" "-DWANTED=$wanted" "-DSOURCES=$sources" "-DCMAKE_C_FLAGS=$sanitize" \
	    "-DCMAKE_CXX_FLAGS=$sanitize" "$@"
}
