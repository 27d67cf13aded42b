// A worker that answers the latest question of each task. A question that is out of date is dropped; a worker that computes one for
// longer than `patience` (ms) is replaced. `order` has tasks that follow from one another: a question about one ends those behind it.
export class Service {
	#script;
	#module;
	#worker;
	#waiting = new Map();
	#running = null;
	#number = 0;

	constructor(script, module, patience, order = []) {
		this.#script = script;
		this.#module = module;
		this.patience = patience;
		this.order = order;
		this.#start();
	}

	#start() {
		this.#worker = new Worker(this.#script);
		this.#worker.postMessage({ module: this.#module });
		this.#worker.addEventListener('message', ({ data }) => this.#answer(data));
	}

	// A promise of the answer; undefined if a later question took its place.
	ask(task, question) {
		return new Promise(resolve => {
			this.#waiting.get(task)?.resolve();
			this.#waiting.set(task, { task, question, resolve, number: ++this.#number });
			const running = this.#running;
			if (running?.task === task && performance.now() - running.since > this.patience)
				this.#replace();
			else
				this.#giveWay(task);
			this.#next();
		});
	}

	// Ends a running task that follows from the asked one, after its patience.
	#giveWay(task) {
		const running = this.#running;
		if (!running || this.order.indexOf(running.task) <= this.order.indexOf(task))
			return;
		setTimeout(() => {
			if (this.#running !== running || !this.#waiting.has(task))
				return;
			this.#replace();
			this.#next();
		}, Math.max(0, this.patience - (performance.now() - running.since)));
	}

	#replace() {
		this.#worker.terminate();
		this.#running.resolve();
		this.#running = null;
		this.#start();
	}

	#next() {
		if (this.#running || !this.#waiting.size)
			return;
		const [task, asked] = this.#waiting.entries().next().value;
		this.#waiting.delete(task);
		this.#running = { ...asked, since: performance.now() };
		this.#worker.postMessage({ number: asked.number, task, ...asked.question });
	}

	#answer({ number, ...answer }) {
		if (number !== this.#running?.number)
			return;
		const { resolve, task } = this.#running;
		this.#running = null;
		resolve(this.#waiting.has(task) ? undefined : answer);
		this.#next();
	}
}
