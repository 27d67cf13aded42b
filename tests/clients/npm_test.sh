#!/bin/sh
# A package of `rigidc package --for=npm` in a project in TypeScript: tsc accepts right calls and refuses wrong ones, and esbuild makes one
# file for browsers, which keeps only what is called.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
[ -e "$clients/npm/package.json" ] || without npm 'TypeScript'
PATH=$clients/npm/node_modules/.bin:$PATH

# TypeScript finds a package in node_modules beside the program.
project=$SCRATCH/project
mkdir -p "$project/node_modules"
echo '{ "type": "module" }' >"$project/package.json"
cat >"$project/hold.ts" <<'END'
import { ur5_gravity, ur5_fk_tool0, ur5_energy, UR5_NV, UR5_NQ } from 'ur5';
import { scara_params_default, scara_prepare, scara_gravity, SCARA_DERIVED } from 'scara';

const q: number[] = [0.1, -1.2, 1.4, -0.5, 0.3, 0], g = new Float64Array(UR5_NV);
ur5_gravity(q, g);
console.log(g.join(' '));
const R = new Float64Array(9), p: number[] = [], kinetic: number[] = [], potential: number[] = [];
ur5_fk_tool0(new Float32Array(UR5_NQ), R, p);
ur5_energy(q, new Float64Array(UR5_NQ), kinetic, potential);
const params = scara_params_default(), derived = new Float64Array(SCARA_DERIVED);
params.payload = 2.4;
scara_prepare(params, derived);
scara_gravity([0, 0, 0, 0], derived, g.subarray(0, 4));
console.log(g.subarray(0, 4).join(' '));
END
cat >"$project/wrong.ts" <<'END'
import { ur5_gravity } from 'ur5';
import { scara_params_default } from 'scara';
const g = new Float64Array(6);
// @ts-expect-error text is no array of numbers
ur5_gravity('0', g);
// @ts-expect-error a result is missing
ur5_gravity([0, 0, 0, 0, 0, 0]);
// @ts-expect-error there is no such parameter
scara_params_default().paylod = 3;
// @ts-expect-error there is no such function
import { ur5_crba } from 'ur5';
END
package npm examples/ur5.rig -f rnea,gravity,fk:tool0,energy
mv "$SCRATCH/npm" "$project/node_modules/ur5"
package npm examples/scara.rig -f gravity
mv "$SCRATCH/npm" "$project/node_modules/scara"
checked_types() { tsc --noEmit --strict --noUnusedLocals --target es2022 --lib es2022,dom "$@"; }
for resolution in nodenext bundler; do
	module=$([ $resolution = bundler ] && echo es2022 || echo nodenext)
	ok "tsc, $resolution: right calls" checked_types --module $module --moduleResolution $resolution "$project/hold.ts"
	ok "tsc, $resolution: wrong calls are errors" tsc --noEmit --strict --target es2022 --lib es2022,dom --module $module --moduleResolution $resolution "$project/wrong.ts"
done
wanted=$(echo '0.1 -1.2 1.4 -0.5 0.3 0' | "$RIGIDC" eval examples/ur5.rig -f gravity; echo '0 0 0 0' | "$RIGIDC" eval examples/scara.rig -f gravity --param payload=2.4)
for form in esm iife cjs; do
	ok "esbuild, $form" esbuild "$project/hold.ts" --bundle --minify --format=$form --log-level=warning --outfile="$project/$form.js"
	mv "$project/$form.js" "$project/$form.$([ $form = esm ] && echo mjs || echo cjs)"
	is "esbuild, $form: its numbers" "$wanted" "$(node "$project/$form".*js)"
done
is 'functions that nobody calls are left out' 0 "$(grep -c 'qdd has length\|"qdd"' "$project/esm.mjs")"
finish
