#!/bin/sh
# rigidc.hpp: a program that uses all of it, by each C++ compiler, with and without exceptions, and as C++20.
. tests/tap.sh

library=$(dirname "$RIGIDC")/librigidc.a
sanitize=
! nm "$library" 2>/dev/null | grep -q __asan_init || sanitize='-fsanitize=address,undefined'

# COMPILER FLAG...
builds() {
	"$@" -Wall -Wextra -Wshadow -Wconversion -Werror -pedantic $sanitize -Iruntime -o "$SCRATCH/probe" tests/runtime/cpp_probe.cpp \
		"$library" -lexpat -ldl -lpthread -lm
}

# try COMPILER FLAG...
try() {
	compiler=$1
	shift
	if ! command -v $compiler >/dev/null 2>&1; then
		skip "$compiler $*" "there is no $compiler"
		return
	fi
	if [ -n "$sanitize" ] && [ $compiler = clang++ ]; then
		skip "$compiler $*" 'the library was built with the sanitizers of gcc'
		return
	fi
	ok "$compiler $*: no warnings" builds $compiler "$@"
	ok "$compiler $*: runs" "$SCRATCH/probe"
	rm -f "$SCRATCH/probe"
}

for compiler in g++ clang++; do
	try $compiler -std=c++17
	try $compiler -std=c++17 -fno-exceptions
done
try g++ -std=c++20
finish
