// TAP for tests by node: a line for each result, and the plan at the end.
let count = 0, failed = 0;

export const ok = (good, name, more = '') => {
	count++;
	failed += !good;
	console.log(`${good ? 'ok' : 'not ok'} ${count} - ${name}`);
	if (!good && more)
		console.log(String(more).replace(/^/gm, '# '));
};

// The same for values of JSON.
export const is = (found, wanted, name) => {
	const [has, should] = [found, wanted].map(value => JSON.stringify(value));
	ok(has === should, name, `wanted: ${should}\nfound:  ${has}`);
};

// Prints the plan and ends the process.
export const finish = () => {
	console.log(`1..${count}`);
	process.exit(failed ? 1 : 0);
};
