#!/bin/sh
# Memory and time grow with what is written, and no faster: fd_derivatives of forty joints are 420,000 operations, where what is
# quadratic in statements or in the terms of sums shows; M of two hundred hinges is as many entries and operations as there are pairs,
# where what is kept for longer than it is needed shows; M of a star is diagonal, where work on its zeros shows.
. tests/tap.sh
. tests/cli/fail.sh

chain() {
	awk -v joints="$1" 'BEGIN {
		print "model chain"
		for (i = 1; i <= joints; i++)
			printf "body b%d on %s at (0.3, 0.1, %s), rx(%s) { joint : revolute(%s); mass 1; com (0.1, 0.02, 0.03); inertia diag(0.1, 0.12, 0.13) }\n",
				i, (i > 1 ? "b" (i - 1) : "world"), 0.2 + i / 97, i / 7, substr("xyz", i % 3 + 1, 1)
	}' >"$SCRATCH/chain.rig"
}

star() {
	awk -v joints="$1" 'BEGIN {
		print "model star"
		for (i = 1; i <= joints; i++)
			printf "body b%d on world at (0.3, 0.1, 0.2), rx(%s) { joint : revolute(%s); mass 1; com (0.1, 0.02, 0.03); inertia diag(0.1, 0.12, 0.13) }\n",
				i, i % 6, substr("xyz", i % 3 + 1, 1)
	}' >"$SCRATCH/star.rig"
}

if ! fail_builds; then # memory and time are not as they are, either
	skip 'a chain of forty joints' 'malloc is not the system'"'"'s here'
	finish
fi
chain 40
ok 'fd_derivatives of forty joints take less than 450 MB of address space' \
    sh -c "ulimit -v 450000; exec \"\$@\"" sh "$RIGIDC" compile "$SCRATCH/chain.rig" -f fd_derivatives --search=none -o "$SCRATCH/chain.h"
ok 'and are written whole' grep -q '^ \*   chain_fd_derivatives: [0-9]* mul' "$SCRATCH/chain.h"
awk 'BEGIN {
	print "model hinges"
	for (i = 1; i <= 200; i++)
		printf "body b%d on %s at (0.1, 0, 0.3), rx(0.3) { joint : revolute(y); mass 1; com (0.1, 0, 0.05) }\n", i, (i > 1 ? "b" (i - 1) : "world")
}' >"$SCRATCH/hinges.rig"
ok 'crba of two hundred hinges takes less than 330 MB of address space' \
    sh -c "ulimit -v 330000; exec \"\$@\"" sh "$RIGIDC" compile "$SCRATCH/hinges.rig" -f crba --search=none -o "$SCRATCH/hinges.h"
ok 'and is written whole' grep -q 'M\[39999\] = ' "$SCRATCH/hinges.h"
star 800
ok 'fd of a star of 800 joints takes less than 8 s of processor time' \
    sh -c "ulimit -t 8; exec \"\$@\"" sh "$RIGIDC" compile "$SCRATCH/star.rig" -f fd --search=none -o "$SCRATCH/star.h"
ok 'and is written whole' grep -q 'qdd\[799\] = ' "$SCRATCH/star.h"
awk 'BEGIN {
	print "model crawler\nbody trunk on world { joint base : free; mass 9; inertia diag(1, 2, 3) }"
	for (i = 1; i <= 60; i++) {
		for (k = 1; k <= 3; k++)
			printf "body b%d_%d on %s at (%s, 0, -0.2) { joint : revolute(%s); mass 1; com (0, 0.01, -0.1); inertia diag(0.1, 0.1, 0.1) }\n",
				i, k, (k > 1 ? "b" i "_" (k - 1) : "trunk"), (k > 1 ? 0 : i / 10), substr("xyz", k, 1)
		printf "contact left%d on b%d_3 at (0, 0.1, -0.2)\ncontact right%d on b%d_3 at (0, -0.1, -0.2)\n", i, i, i, i
	}
	printf "phase stand = left1"
	for (i = 2; i <= 120; i++)
		printf ", %s%d", (i % 2 ? "left" : "right"), int((i + 1) / 2)
	print ""
}' >"$SCRATCH/crawler.rig"
sh -c 'ulimit -t 5; exec "$@"' sh "$RIGIDC" check "$SCRATCH/crawler.rig" >"$SCRATCH/crawler.log" 2>&1
ok 'contacts that overlap among 120 are named in less than 5 s of processor time' \
    grep -q "contacts 'left1' and 'right1' overlap: 6 rows, rank 5" "$SCRATCH/crawler.log"
if long; then # more entries than int has numbers
	star 46400
	exits 'M of a star of 46,400 joints is too large' 1 "$RIGIDC" compile "$SCRATCH/star.rig" -f fd -O0 --search=none -o "$SCRATCH/star.h"
	ok 'as is told' grep -q 'fd has a matrix of 2147 million entries or more: more than 4 GB of memory would be needed' "$SCRATCH/err"
fi
finish
