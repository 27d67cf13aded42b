// Shaded shapes, by WebGL, as an image for the picture.

// Of points in upright axes this is what camera() of the picture does: w is what makes near things larger.
const vertexText = `
attribute vec3 point, normal;
uniform mat3 turn, look;
uniform vec3 shift, centre;
uniform vec2 scale;
uniform float radius, zoom;
varying vec3 seen;
varying float depth;
void main() {
	vec3 x = look * (turn * point + shift - centre);
	float w = 1.0 - 0.15 * clamp(x.z / radius, -4.0, 4.0) / zoom;
	seen = look * (turn * normal);
	gl_Position = vec4(scale * x.xy, -0.2 * x.z / radius * w, w);
}`;
// Light from the eye, from above on the left, and a little from everywhere. Both sides of a triangle are seen.
const fragmentText = `
precision mediump float;
uniform vec4 colour;
varying vec3 seen;
void main() {
	vec3 n = normalize(seen);
	n = n.z < 0.0 ? -n : n;
	float light = 0.32 + 0.5 * max(dot(n, normalize(vec3(-0.4, 0.8, 0.6))), 0.0) + 0.3 * n.z;
	gl_FragColor = vec4(colour.rgb * light, 1.0) * colour.a;
}`;

function program(gl) {
	const all = gl.createProgram();
	for (const [kind, text] of [[gl.VERTEX_SHADER, vertexText], [gl.FRAGMENT_SHADER, fragmentText]]) {
		const shader = gl.createShader(kind);
		gl.shaderSource(shader, text);
		gl.compileShader(shader);
		gl.attachShader(all, shader);
	}
	['point', 'normal'].forEach((name, i) => gl.bindAttribLocation(all, i, name));
	gl.linkProgram(all);
	return gl.getProgramParameter(all, gl.LINK_STATUS) ? all : null;
}

function buffer(gl, kind, numbers) {
	const own = gl.createBuffer();
	gl.bindBuffer(kind, own);
	gl.bufferData(kind, numbers, gl.STATIC_DRAW);
	return own;
}

// What draws shapes on an image: draw(eye, width, height, parts) with parts { item, R, p, colour }. null: there is no WebGL.
function makeShading(surfaces) {
	const canvas = document.createElement('canvas');
	const gl = canvas.getContext('webgl', { alpha: true, antialias: true, premultipliedAlpha: true, preserveDrawingBuffer: true });
	const own = gl && !gl.isContextLost() ? program(gl) : null;
	if (!own)
		return null;
	const uniform = name => gl.getUniformLocation(own, name);
	const places = Object.fromEntries(['turn', 'look', 'shift', 'centre', 'scale', 'radius', 'zoom', 'colour'].map(name => [name, uniform(name)]));
	const items = surfaces.map(({ points, normals, corners }) => {
		const wide = points.length / 3 > 65535, used = wide ? corners.flatMap(k => [3 * k, 3 * k + 1, 3 * k + 2]) : null;
		return {
			points: buffer(gl, gl.ARRAY_BUFFER, new Float32Array(wide ? used.map(i => points[i]) : points)),
			normals: buffer(gl, gl.ARRAY_BUFFER, new Float32Array(wide ? used.map(i => normals[i]) : normals)),
			corners: wide ? null : buffer(gl, gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(corners)), count: corners.length,
		};
	});
	const put = ({ item, R, p, colour }) => {
		const { points, normals, corners, count } = items[item];
		gl.uniformMatrix3fv(places.turn, false, R);
		gl.uniform3fv(places.shift, p);
		gl.uniform4fv(places.colour, colour);
		[points, normals].forEach((numbers, i) => {
			gl.bindBuffer(gl.ARRAY_BUFFER, numbers);
			gl.enableVertexAttribArray(i);
			gl.vertexAttribPointer(i, 3, gl.FLOAT, false, 0, 0);
		});
		gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, corners);
		if (corners)
			gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, 0);
		else
			gl.drawArrays(gl.TRIANGLES, 0, count);
	};
	return {
		canvas,
		draw({ yaw, pitch, zoom, centre, radius }, width, height, dense, parts) {
			[canvas.width, canvas.height] = [Math.round(width * dense), Math.round(height * dense)];
			gl.viewport(0, 0, canvas.width, canvas.height);
			gl.clearColor(0, 0, 0, 0);
			gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
			gl.enable(gl.DEPTH_TEST);
			gl.enable(gl.BLEND);
			gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
			gl.useProgram(own);
			const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
			const size = zoom * 0.45 * Math.min(width, height) / radius;
			// columns: of what is right, up and near in the picture
			gl.uniformMatrix3fv(places.look, false, [-sy, -sp * cy, cp * cy, cy, -sp * sy, cp * sy, 0, cp, sp]);
			gl.uniform3fv(places.centre, centre);
			gl.uniform2f(places.scale, 2 * size / width, 2 * size / height);
			gl.uniform1f(places.radius, radius);
			gl.uniform1f(places.zoom, zoom);
			// what is seen through comes last
			const solid = parts.filter(part => part.colour[3] === 1), clear = parts.filter(part => part.colour[3] < 1);
			gl.depthFunc(gl.LEQUAL);
			solid.forEach(put);
			// its nearest surface alone
			gl.colorMask(false, false, false, false);
			clear.forEach(put);
			gl.colorMask(true, true, true, true);
			clear.forEach(put);
		},
	};
}
