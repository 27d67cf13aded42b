// A film: the picture of a motion, and what plays it.

const speeds = [1, 0.5, 0.2, 0.1, 0.05];
// `begun`: when the film would have been at time 0, in ms of the browser; the last time that was shown
const playing = { on: !matchMedia('(prefers-reduced-motion: reduce)').matches, speed: 1, begun: 0 };

function startScene() {
	return makeMotion(bodies, data.film);
}

function visited() {
	return scene.sample(24);
}

// Forces of contacts, as long as they are finite.
function hold() {
	const places = contactFrames(contacts, scene.pose);
	held.scale = data.film.scale;
	held.contacts = contacts.map((_, i) => i).filter(i => scene.closed[i]);
	held.actions = places.map(({ name, B }, i) => ({ name, at: B.p, force: scene.forces[i] })).filter(({ force }) => force.every(Number.isFinite));
}

function tellTime() {
	at('time').value = scene.t;
	at('time').setAttribute('aria-valuetext', `${scene.t.toFixed(2)} s`);
	at('now').textContent = `${scene.t.toFixed(2)} s`;
}

function start() {
	playing.begun = performance.now() - 1000 * scene.t / playing.speed;
}

// The film begins again at its end.
function play(now) {
	if (!playing.on)
		return;
	const t = Math.max(0, now - playing.begun) / 1000 * playing.speed;
	scene.t = scene.end > 0 ? t % scene.end : 0;
	redraw();
	requestAnimationFrame(play);
}

function pause(still) {
	playing.on = !still;
	at('play').textContent = still ? 'Play' : 'Pause';
	start();
	if (!still)
		requestAnimationFrame(play);
}

function listenToFilm() {
	Object.assign(at('time'), { min: 0, max: scene.end });
	at('play').addEventListener('click', () => pause(playing.on));
	at('time').addEventListener('input', () => {
		scene.t = Number(at('time').value);
		pause(true);
		redraw();
	});
	speeds.forEach(speed => at('speed').append(new Option(String(speed), speed)));
	at('speed').addEventListener('change', () => {
		playing.speed = Number(at('speed').value);
		start();
	});
	redrawing.push(tellTime);
}

['chosen-hint', 'hold-hint'].forEach(id => { at(id).hidden = true; });
at('press-hint').hidden = false;
Object.assign(eye, data.film.view ? viewOf(data.film.view, upright) : {});
hold();
aim();
explain();
listen();
listenToFilm();
pause(!playing.on);
redraw();
// for tests and for the console
window.rigidc = { scene, redraw, eye, onCanvas, playing, pause, shading: shading !== null, bodies, contacts, held };
