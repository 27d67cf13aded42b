// The robot: the page of `rigidc report` in a frame. A new page takes the place of the old one once it is there, in the same posture.
const stateOf = frame => {
	const { rigidc } = frame.contentWindow ?? {};
	return rigidc && { q: Array.from(rigidc.scene.q), joints: jointsOf(rigidc), scroll: frame.contentWindow.scrollY };
};
const jointsOf = rigidc => rigidc.bodies.map(({ joint }) => `${joint.name}:${joint.q}:${joint.coordinates.length}`).join();

// A model with the same coordinates keeps their values.
function restore(frame, before) {
	const { rigidc } = frame.contentWindow;
	if (!before || !rigidc)
		return;
	if (jointsOf(rigidc) === before.joints) {
		rigidc.scene.q.set(before.q);
		rigidc.redraw();
	}
	frame.contentWindow.scrollTo(0, before.scroll);
}

// The name is above the text already: the picture and its sliders begin higher in the frame.
function tighten({ body }) {
	body.style.padding = '.4rem .8rem';
	body.querySelector('h1').style.display = 'none';
	body.querySelector('#summary').style.margin = '0 0 .3rem';
	body.querySelector('#posture-head').style.marginTop = '.6rem';
}

// Costs of lines for the page that is shown, once it is there.
export function showCosts(parent, cost) {
	const frame = parent.querySelector('iframe.coming') ?? parent.querySelector('iframe');
	const add = () => frame.contentWindow.rigidc?.addLines(cost);
	if (frame?.contentWindow.rigidc)
		add();
	else
		frame?.addEventListener('load', add);
}

export function showPage(parent, page) {
	const old = parent.querySelector('iframe:not(.coming)'), frame = document.createElement('iframe');
	parent.querySelectorAll('iframe.coming').forEach(each => each.remove());
	frame.title = 'The robot, its tree and its operations';
	frame.className = 'coming';
	frame.srcdoc = page;
	frame.addEventListener('load', () => {
		tighten(frame.contentDocument);
		restore(frame, old && stateOf(old));
		frame.className = '';
		old?.remove();
	});
	parent.append(frame);
}
