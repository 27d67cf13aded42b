#!/bin/sh
# Go calls C of `rigidc compile` by cgo: the header of inline functions with parameters, and a source of extern functions in the package.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
command -v go >"$SCRATCH/go" || without go Go
export GOFLAGS=-mod=mod GOCACHE="$SCRATCH/cache" GOTOOLCHAIN=local CGO_ENABLED=1
mkdir -p "$SCRATCH/arm"
"$RIGIDC" compile examples/scara.rig -f gravity --search=none -o "$SCRATCH/arm/scara.h"
"$RIGIDC" compile examples/ur5.rig -f gravity --search=none -o "$SCRATCH/arm/ur5.c"
cat >"$SCRATCH/arm/go.mod" <<'END'
module arm

go 1.19
END
cat >"$SCRATCH/arm/arm.go" <<'END'
package main

// #cgo CFLAGS: -O2 -Wall -Werror
// #cgo LDFLAGS: -lm
// #include "scara.h"
// #include "ur5.h"
import "C"
import "fmt"

func main() {
	q := [C.UR5_NQ]C.double{0.1, -1.2, 1.4, -0.5, 0.3, 0}
	var tau [C.UR5_NV]C.double
	C.ur5_gravity(&q[0], &tau[0])
	fmt.Println(tau[C.UR5_V_elbow_joint])
	var params C.scara_params
	var derived C.scara_derived
	C.scara_params_default(&params)
	params.payload = 2.4
	C.scara_prepare(&params, &derived)
	var posture, g [C.SCARA_NV]C.double
	C.scara_gravity(&posture[0], &derived, &g[0])
	fmt.Println(g[C.SCARA_V_lift])
}
END
ok 'go vet' sh -c 'cd "$1" && go vet .' sh "$SCRATCH/arm"
ok 'go build' sh -c 'cd "$1" && go build -o arm .' sh "$SCRATCH/arm"
is 'its numbers' "$(echo '0.1 -1.2 1.4 -0.5 0.3 0' | "$RIGIDC" eval examples/ur5.rig -f gravity | cut -d ' ' -f 3)
$(echo '0 0 0 0' | "$RIGIDC" eval examples/scara.rig -f gravity --param payload=2.4 | cut -d ' ' -f 3)" "$("$SCRATCH/arm/arm")"
finish
