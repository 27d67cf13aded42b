// A use of the package in TypeScript; check.mjs has it checked, and nothing runs it.
import { createCompiler, load, RigidcError, type Diagnostic, type Model } from 'rigidc';

const model: Model = await load('model p', { name: 'p.rig', files: { 'parts/leg.rig': '' }, options: ['--base=free'] });
const gravity = model.fn('gravity'), result = gravity([0.1], new Float64Array(1));
const first: number = result instanceof Float64Array ? result[0] : result.tau[0];
const header: string = model.compile({ functions: 'gravity' });
const pair: Record<string, string> = model.compile({ target: 'c', options: ['--real=float'] });
const lines: Record<string, number> = model.bodyLines(), found: Diagnostic[] = model.diagnostics;
const page: string = model.report({ costs: false }), { stdout } = model.run('export', '--to=urdf');
const compiler = await createCompiler({ wasm: new Uint8Array() }), { code, files } = compiler.run(['import', 'a.urdf'], { files: { 'a.urdf': '' } });
// @ts-expect-error: there is no such target
model.compile({ target: 'rs' });
// @ts-expect-error: functions take arrays
gravity(1);
try {
	model.fn('gravty');
} catch (error) {
	if (error instanceof RigidcError)
		console.log(error.diagnostics.map(({ line, help }) => `${line}: ${help ?? ''}`));
}
gravity.free();
model.free();
export { code, compiler, files, first, found, header, lines, page, pair, stdout };
