// Draws photos of till receipts in a browser. `photoOf(kind, codes, seed)` returns a JPEG file; `codes` are the squares of QR codes.

globalThis.photoOf = (kind, codes, seed) =>
	drawnPhoto(kind, codes, seed).convertToBlob({ type: 'image/jpeg', quality: 0.85 });

/** A film of one picture, as a camera without a device plays it (YUV4MPEG2, 4:2:0). */
globalThis.filmOf = (codes, seed) => {
	const photo = drawnPhoto('camera', codes, seed);
	const { width, height } = photo;
	const { data } = photo.getContext('2d').getImageData(0, 0, width, height);
	const head = new TextEncoder().encode(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
	const luma = new Uint8Array(width * height);
	for (let at = 0; at < luma.length; at++)
		luma[at] = 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2];
	return new Blob([head, luma, new Uint8Array(luma.length / 2).fill(128)]);
};

function drawnPhoto(kind, codes, seed) {
	const random = randomOf(seed);
	const between = (least, most) => least + random() * (most - least);
	const { turn = [-4, 4], size = [1500, 2000], contrast = 1, light = 1, blur = 0, crumple = 0 } = KINDS[kind];
	const [width, height] = size;
	const paper = paperOf(codes, random);
	const photo = canvasOf(width, height);
	const context = photo.getContext('2d');
	const table = context.createLinearGradient(0, 0, width, height);
	table.addColorStop(0, `hsl(${between(0, 360)} 30% 35%)`);
	table.addColorStop(1, `hsl(${between(0, 360)} 30% 20%)`);
	context.fillStyle = table;
	context.fillRect(0, 0, width, height);
	const angle = (between(...turn) * Math.PI) / 180;
	const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
	const fit = Math.min(
		width / (paper.width * cos + paper.height * sin),
		height / (paper.width * sin + paper.height * cos),
	);
	const scale = fit * between(0.8, 0.98);
	context.translate(width / 2, height / 2);
	context.rotate(angle);
	context.scale(scale, scale);
	context.filter = `blur(${blur}px) brightness(${light}) contrast(${contrast})`;
	drawBent(context, paper, crumple, between);
	context.resetTransform();
	context.filter = 'none';
	addNoise(context, width, height, random);
	return photo;
}

const KINDS = {
	clean: {},
	'turned by 90 degrees': { turn: [88, 92] },
	'turned by 180 degrees': { turn: [178, 182] },
	tilted: { turn: [10, 80] },
	crumpled: { crumple: 7 },
	dark: { light: 0.25, contrast: 0.6 },
	blurred: { blur: 2 },
	'12 megapixels': { size: [3024, 4032], turn: [-10, 10] },
	'four codes': {},
	camera: { size: [1080, 1440] },
};

const canvasOf = (width, height) => new OffscreenCanvas(width, height);

/** Returns numbers from 0 to 1, which are the same for the same seed (mulberry32). */
function randomOf(seed) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A receipt of 80 mm, with 10 pixels a millimetre. A code is 32 mm wide, or a little less beside another one. */
function paperOf(codes, random) {
	const [width, margin] = [800, 50];
	const lines = 8 + Math.floor(random() * 12);
	const rows = Math.ceil(codes.length / 2);
	const paper = canvasOf(width, 420 + lines * 40 + rows * 400);
	const context = paper.getContext('2d');
	context.fillStyle = '#f8f6f0';
	context.fillRect(0, 0, width, paper.height);
	context.fillStyle = '#222';
	context.font = 'bold 44px monospace';
	context.fillText('Kantine am Markt', margin, 90);
	context.font = '30px monospace';
	for (let line = 0; line < lines; line++) {
		context.fillText(`${1 + Math.floor(random() * 3)} x Gericht ${line + 1}`, margin, 170 + line * 40);
		context.fillText(`${(random() * 20).toFixed(2)} A`, width - 200, 170 + line * 40);
	}
	const below = 200 + lines * 40;
	context.font = 'bold 40px monospace';
	context.fillText('SUMME EUR', margin, below);
	const side = 320;
	codes.forEach((squares, index) => {
		const left = codes.length === 1 ? (width - side) / 2 : margin + (index % 2) * (width - 2 * margin - side);
		drawCode(context, squares, left, below + 60 + Math.floor(index / 2) * 400, side);
	});
	return paper;
}

function drawCode(context, squares, left, top, side) {
	const step = side / squares.length;
	squares.forEach((row, y) => {
		row.forEach((isDark, x) => {
			if (isDark) context.fillRect(left + x * step, top + y * step, step + 0.3, step + 0.3);
		});
	});
}

/** Draws the paper in cells whose corners are moved, each cell as two triangles, some of them in shadow. */
function drawBent(context, paper, most, between) {
	const { width, height } = paper;
	context.translate(-width / 2, -height / 2);
	if (most === 0) return context.drawImage(paper, 0, 0);
	const cell = 160;
	const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
	const corners = Array.from({ length: rows + 1 }, (_, y) =>
		Array.from({ length: columns + 1 }, (__, x) => {
			const from = [Math.min(x * cell, width), Math.min(y * cell, height)];
			return { from, to: from.map((value) => value + between(-most, most)) };
		}),
	);
	for (let y = 0; y < rows; y++)
		for (let x = 0; x < columns; x++) {
			const [a, b] = corners[y].slice(x, x + 2);
			const [c, d] = corners[y + 1].slice(x, x + 2);
			for (const triangle of [
				[a, b, c],
				[d, c, b],
			])
				drawTriangle(context, paper, triangle, between(0, 0.22));
		}
}

/** Draws the part of the paper between three corners where they were moved to. */
function drawTriangle(context, paper, [a, b, c], shadow) {
	const [u, v] = [b, c].map(({ from }) => from.map((value, axis) => value - a.from[axis]));
	const [s, t] = [b, c].map(({ to }) => to.map((value, axis) => value - a.to[axis]));
	const area = u[0] * v[1] - u[1] * v[0];
	if (area === 0) return;
	const column = (axis) => [
		(s[axis] * v[1] - t[axis] * u[1]) / area,
		(t[axis] * u[0] - s[axis] * v[0]) / area,
	];
	const [[xx, xy], [yx, yy]] = [column(0), column(1)];
	context.save();
	context.beginPath();
	for (const { to } of [a, b, c]) context.lineTo(...grown(to, [a, b, c]));
	context.clip();
	context.transform(
		xx,
		yx,
		xy,
		yy,
		a.to[0] - xx * a.from[0] - xy * a.from[1],
		a.to[1] - yx * a.from[0] - yy * a.from[1],
	);
	context.drawImage(paper, 0, 0);
	context.fillStyle = `rgb(0 0 0 / ${shadow})`;
	context.fillRect(0, 0, paper.width, paper.height);
	context.restore();
}

/** Moves a corner away from the middle of its triangle by a pixel, so that no gap is seen between two of them. */
function grown(corner, triangle) {
	const middle = [0, 1].map((axis) => triangle.reduce((sum, { to }) => sum + to[axis], 0) / 3);
	const away = corner.map((value, axis) => value - middle[axis]);
	const length = Math.hypot(...away) || 1;
	return corner.map((value, axis) => value + away[axis] / length);
}

function addNoise(context, width, height, random) {
	const picture = context.getImageData(0, 0, width, height);
	const { data } = picture;
	for (let at = 0; at < data.length; at += 4) {
		const noise = (random() + random() + random() - 1.5) * 24;
		for (let color = 0; color < 3; color++) data[at + color] += noise;
	}
	context.putImageData(picture, 0, 0);
}
