#!/bin/sh
# rigidc package --for=npm: its test runs, on examples with parameters, wrenches, contacts and loops; npm packs it, and a project of its
# own installs and imports it by name.
. tests/tap.sh
. tests/c/compilers.sh
. tests/packages/packages.sh
. tests/c/standing.sh
. tests/trees/random.sh

echo "# RIGIDC_SEED=${RIGIDC_SEED:-1}"

quick=--search=none
if ! present node; then
	skip 'npm packages' 'node is not here'
	finish
	exit
fi

# runs MODEL OPTION...: the package, and the commands of its README
runs() {
	package npm "$@"
	ok 'as its README says' right follow "$SCRATCH/npm" Build
	is 'every function is called' "$(grep -c '^export function' "$SCRATCH"/npm/*.mjs)" \
	    "$(($(grep -c '^check(' "$SCRATCH/npm/test/values.mjs") + $(grep -cE '^export function .*_(prepare|params_default)\(' "$SCRATCH"/npm/*.mjs)))"
}
runs examples/solo12.rig $quick -f rnea,crba,fk:FL_FOOT,com
runs examples/adaptive.rig $quick -f rnea,crba,vjp:rnea
runs examples/puma560.rig $quick -f fd,energy --wrench=all --sincos=given
runs examples/loops/fourbar.rig $quick -f fd,lambda,id
runs $standing_model $quick -f $standing_functions
# runs_random NAME MODEL FUNCTIONS OPTION...
runs_random() {
	runs_name=$1 runs_model=$2 runs_functions=$3
	shift 3
	runs "$runs_model" $quick --prefix="$runs_name" -f "$runs_functions" "$@"
}
random_models "$(by_level 1 2 20)" runs_random

# --- arrays of another length ---

package npm examples/scara.rig $quick -f rnea,crba
cat >"$SCRATCH/lengths.mjs" <<'END'
import * as robot from './npm/scara.mjs';
const array = n => new Float64Array(n), q = array(4), tau = array(4), derived = array(robot.SCARA_DERIVED);
const params = robot.scara_params_default();
robot.scara_prepare(params, derived);
for (const call of [
	() => robot.scara_rnea(q, array(3), q, derived, tau),
	() => robot.scara_rnea(q, q, q, derived, array(5)),
	() => robot.scara_rnea(q, q, q, derived, array(0)),
	() => robot.scara_rnea(q, q, q, tau),
	() => robot.scara_rnea(q, q, q, derived),
	() => robot.scara_crba(q, derived, q),
	() => robot.scara_prepare({ ...params, down: [0, 0] }, derived),
	() => { params.paylod = 3; },
	() => robot.scara_rnea(q, q, q, derived, tau),
	() => { const grown = []; robot.scara_rnea(q, q, q, derived, grown); if (grown.length !== 4) throw new Error(grown); },
])
	try {
		call();
		console.log('fine');
	} catch (error) {
		console.log(`${error.name}: ${error.message}`);
	}
END
is 'arrays of another length are RangeErrors, unknown parameters TypeErrors' "RangeError: scara_rnea: qd has length 3, wanted 4
RangeError: scara_rnea: tau has length 5, wanted 4
RangeError: scara_rnea: tau has length 0, wanted 4
RangeError: scara_rnea: derived has length 4, wanted $(sed -n 's/^export const SCARA_DERIVED = \(.*\);/\1/p' "$SCRATCH/npm/scara.mjs")
TypeError: Cannot read properties of undefined (reading 'length')
RangeError: scara_crba: M has length 4, wanted 16
RangeError: scara_prepare: params.down has length 2, wanted 3
TypeError: Cannot add property paylod, object is not extensible
fine
fine" "$(node "$SCRATCH/lengths.mjs")"

# --- npm itself ---

runs examples/ur5.rig $quick -f gravity,fk:tool0 --prefix=Http
manifest() { node -e "console.log(JSON.parse(require('fs').readFileSync('$SCRATCH/npm/package.json'))$1)"; }
is 'no name of a module of Node.js' robot_http "$(manifest .name)"

package npm examples/ur5.rig $quick -f gravity,fk:tool0
is 'its name' ur5 "$(manifest .name)"
is 'its files are there' 2 "$(node -e "
	const fs = require('fs'), package = JSON.parse(fs.readFileSync('$SCRATCH/npm/package.json'));
	const named = [package.main, package.types, ...package.files, ...Object.values(package.exports['.'])];
	console.log(named.every((name) => fs.existsSync('$SCRATCH/npm/' + name)) ? new Set(package.files).size : named)")"
mkdir "$SCRATCH/project"
cat >"$SCRATCH/project/hold.mjs" <<'END'
import { ur5_gravity, UR5_NV } from 'ur5';
const g = new Float64Array(UR5_NV);
ur5_gravity([0.1, -1.2, 1.4, -0.5, 0.3, 0], g);
console.log(g.join(' '));
END
installed() {
	(cd "$SCRATCH/npm" && npm pack --silent) && (cd "$SCRATCH/project" && echo '{ "name": "project", "private": true }' >package.json &&
	    npm install --offline --no-audit --no-fund --silent "$SCRATCH/npm/ur5-0.1.0.tgz" && node hold.mjs >said)
}
if present npm; then
	ok 'a project installs what npm packs' installed
	is 'what is packed' 'README.md package.json ur5.d.mts ur5.mjs' "$(ls "$SCRATCH/project/node_modules/ur5" | xargs)"
	is 'and imports it by name' "$(echo '0.1 -1.2 1.4 -0.5 0.3 0' | "$RIGIDC" eval examples/ur5.rig -f gravity)" "$(cat "$SCRATCH/project/said")"
else
	skip 'a project installs what npm packs' 'npm is not here'
fi

refused 'float is of C alone' examples/ur5.rig --real=float --for=npm
refused 'self-test is of C alone' examples/ur5.rig --self-test --for=npm
finish
