#!/bin/sh
# Folders of `rigidc package --for=casadi` in CasADi: casadi_client.py calls and differentiates their functions, casadi_orders.py takes
# derivatives of higher order, and the programs of examples/optimal_control solve their problems by IPOPT.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client casadi

# functions MODEL FUNCTION... [-- OPTION...]: each in CasADi, beside `rigidc eval` and differences
functions() {
	functions_model=$1 functions_asked=
	shift
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		functions_asked="$functions_asked,$1"
		shift
	done
	[ $# -eq 0 ] || shift
	package casadi "$functions_model" --search=none -f "${functions_asked#,}" "$@"
	ok 'is built as its README says' follow "$SCRATCH/casadi" Build
	results "$python" tests/clients/casadi_client.py "$SCRATCH/casadi"/*.so "$functions_model" "${functions_asked#,}" "$@"
}
functions examples/cart_pole.rig fd rnea energy
functions examples/ur5.rig rnea fd crba fk:tool0 jac:tool0
functions examples/scara.rig rnea fd
functions examples/scara.rig rnea -- --parametrize=none
functions examples/loops/fourbar.rig fd lambda
functions examples/solo12.rig integrate difference
functions examples/solo12.rig fd -- --derivatives=0
functions examples/puma560.rig rnea -- --wrench=link6

# --- derivatives of derivatives, beside CasADi's own symbols ---

for order in 2 3; do
	package casadi examples/cart_pole.rig --search=none -f fd,com --derivatives=$order
	ok 'is built as its README says' follow "$SCRATCH/casadi" Build
	cp "$SCRATCH/casadi/cart_pole.so" "$SCRATCH/order$order.so"
done
printf 'model hull\nbody hull on world { joint base : free; mass 2 kg; inertia diag(0.1, 0.2, 0.25) kg m^2 }\n' >"$SCRATCH/hull.rig"
package casadi "$SCRATCH/hull.rig" --search=none -f fd
ok 'is built as its README says' follow "$SCRATCH/casadi" Build
cp "$SCRATCH/casadi/hull.so" "$SCRATCH/hull.so"
results "$python" tests/clients/casadi_orders.py "$SCRATCH/order3.so" "$SCRATCH/order2.so" "$SCRATCH/hull.so"

# --- the guide ---

page=examples/optimal_control/README.md
sed -n '/^```sh/,/^```/p' $page | grep -v '```' | sed "s,^python3,'$python'," >"$SCRATCH/commands"
ln -s "$PWD/examples" "$SCRATCH/examples"
ok 'programs of the guide run' sh -c 'cd "$1" && sh -e commands >said 2>err || { tail -n 20 said err; false; }' sh "$SCRATCH"
is 'IPOPT solves all' 3 "$(grep -c 'Optimal Solution Found' "$SCRATCH/said")"
is 'solutions are those of the page' "$(grep -E '^([012]\.|mean |tool at)' $page | sed 's/-0\.000/+0.000/')" \
    "$(grep -E '^([012]\.|mean |tool at)' "$SCRATCH/said" | sed 's/-0\.000/+0.000/')"
finish
