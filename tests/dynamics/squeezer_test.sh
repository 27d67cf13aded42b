#!/bin/sh
# Andrews' squeezer at its published start (Test Set for IVP Solvers): accelerations of the crank and the rod, the size of the
# force in the first loop, closed loops. Below the level long the search is of fd alone.
. tests/tap.sh

cat >"$SCRATCH/start.csv" <<'CSV'
q.beta,q.theta,q.gamma,q.delta,q.phi,q.epsilon,q.omega,qd.beta,qd.theta,qd.gamma,qd.delta,qd.phi,qd.epsilon,qd.omega,tau.beta,tau.theta,tau.gamma,tau.delta,tau.phi,tau.epsilon,tau.omega
-0.0617138900142764496,0,0.455279819163070380,0.487364979543842550,0.222668390165885885,1.23054744454982119,-0.222668390165885885,0,0,0,0,0,0,0,0.033,0,0,0,0,0,0
CSV

# near FIELD VALUE TOLERANCE: of the results, relative
near() {
	awk -v field="$1" -v value="$2" -v within="$3" '{ d = $field / value - 1; print d } END { exit !(d < within && -d < within) }' \
	    "$SCRATCH/results"
}

# closed: all closures, the last 15 numbers
closed() {
	awk '{ for (i = NF - 14; i <= NF; i++) if ($i > 1e-15 || $i < -1e-15) exit 1 }' "$SCRATCH/results"
}

for how in '' -O0 --search=none --search=quick; do
	case $how in *quick) functions=$(by_level fd fd step=fd+lambda+closure) ;; *) functions=step=fd+lambda+closure ;; esac
	"$RIGIDC" eval examples/loops/squeezer.rig -f $functions $how <"$SCRATCH/start.csv" >"$SCRATCH/results" 2>"$SCRATCH/said"
	ok "acceleration of the crank $how" near 1 14222.4439199541138705911625887 1e-13
	ok "acceleration of the rod $how" near 2 -10666.8329399655854029433719415 1e-13
	[ $functions != fd ] || continue
	awk '{ d = sqrt($8 * $8 + $9 * $9) / 98.75684914106095 - 1; exit !(d < 1e-12 && -d < 1e-12) }' "$SCRATCH/results"
	ok "force in the first loop $how" [ $? -eq 0 ]
	ok "the loops are closed $how" closed
done
finish
