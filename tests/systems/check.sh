#!/bin/sh
# Builds rigidc in bare systems, and runs `make check-quick` there: nothing is installed but what `make deps` installs.
#
#   sh tests/systems/check.sh FOLDER SYSTEM...    SYSTEM: a code name of Debian or Ubuntu
#   GOAL=check                                    all tests, in place of the quick ones
#
# FOLDER/SYSTEM is made by debootstrap once; the sources of now are copied each time. Each system has a line of totals, and its output
# is in FOLDER/SYSTEM.log. A warning of the build is a failure.
set -u
folder=$1
shift
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
	echo 'check-systems needs root and debootstrap: make deps-systems' >&2
	exit 1
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# bootstrap SYSTEM: names that debootstrap does not know are of Ubuntu. Debian has no keys of Ubuntu, so the first packages come by
# https; apt checks all others.
bootstrap() {
	scripts=/usr/share/debootstrap/scripts
	new=$folder/$1.new
	rm -rf "$new"
	if [ -e "$scripts/$1" ]; then
		debootstrap --variant=minbase --include=make "$1" "$new" || return
	else
		debootstrap --variant=minbase --include=make --components=main,universe --no-check-gpg \
		    "$1" "$new" https://archive.ubuntu.com/ubuntu "$scripts/gutsy" || return
		sed -i 's/https:/http:/' "$new/etc/apt/sources.list"
	fi
	mv "$new" "$folder/$1"
}

# copy ROOT: the sources, with their times; objects of the last run stay
copy() {
	mkdir -p "$1/root/rigidc"
	find "$1/root/rigidc" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
	tar -c --exclude=./build --exclude=./.git . | tar -x -C "$1/root/rigidc"
}

# inside ROOT COMMAND: with /proc and what else programs want, which is gone after it
inside() {
	unshare --mount sh -c '
		mount -t proc proc "$1/proc" && mkdir -p "$1/dev/shm" "$1/dev/pts" && mount -t tmpfs tmpfs "$1/dev/shm" &&
		mount -t devpts devpts "$1/dev/pts" && exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$1" sh -c "$2"
	' sh "$1" "$2" </dev/null
}

# check SYSTEM
check() {
	root=$folder/$1
	[ -d "$root" ] || bootstrap "$1" || return
	copy "$root" && inside "$root" "cd /root/rigidc && make deps ${GOAL:-check-quick}"
}

# totals SYSTEM: of its log
totals() {
	gcc=$(inside "$folder/$1" 'gcc -dumpfullversion' 2>/dev/null)
	sundials=$(sed -n 's/^#define SUNDIALS_VERSION "\(.*\)"/\1/p' "$folder/$1/usr/include/sundials/sundials_config.h" 2>/dev/null)
	warnings=$(grep -c 'warning:' "$folder/$1.log")
	tests=$(sed -n 's/^Files=\([0-9]*\), Tests=\([0-9]*\),.*/\2 tests in \1 files/p' "$folder/$1.log")
	echo "$1: gcc ${gcc:-?}, SUNDIALS ${sundials:-?}, $warnings warnings, ${tests:-no tests}, $2"
}

failed=0
for system in "$@"; do
	result=passed
	check "$system" >"$folder/$system.log" 2>&1 || result=failed
	grep -q 'warning:' "$folder/$system.log" && result=failed
	[ $result = passed ] || failed=1
	totals "$system" "$result"
done
exit $failed
