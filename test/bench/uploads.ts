import { bearerOf, type Runtime, withRuntime } from './runtime.ts';
import { newActor, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';

const AT_ONCE = 4;
const FILE_BYTES = 10 * 1024 * 1024;
/** How much more workerd may take for them than for the floor. */
const AIM_RATIO = 1.5;
const SAMPLE_MS = 5;

/** The floor is a bare route that hashes the files and drops them; then photos, which pass through, and what is held in memory. */
const WAYS = ['floor', 'photo', 'PDF', 'unknown length'] as const;
const JPEG = [0xff, 0xd8, 0xff];

/** Uploads receipts of 10 MiB, several at once, each way in a new workerd. */
export async function measureUploads(): Promise<void> {
	const rows: (string | number)[][] = [];
	let floor = 0;
	for (const way of WAYS) {
		const { shown, growth, again } = await withRuntime((runtime) => uploadAll(runtime, way));
		if (way === 'floor') floor = growth;
		const ratio = growth / floor;
		const verdict = way !== 'photo' ? '' : ratio > AIM_RATIO ? 'MISSED' : 'ok';
		rows.push([...shown, ratio.toFixed(2), verdict, again]);
	}
	printTable(
		`Uploads of ${AT_ONCE} receipts of 10 MiB at once: sampled resident memory of workerd`,
		[
			'file',
			'seconds',
			'CPU s',
			'before MB',
			'peak MB',
			'growth MB',
			'to floor',
			`aim ${AIM_RATIO}`,
			'second time',
		],
		rows,
		[
			'The bucket keeps nothing: the simulated one would be in the same memory. PDF files and those of unknown length are held.',
		],
	);
}

async function uploadAll(runtime: Runtime, way: (typeof WAYS)[number]) {
	const { url, bindings, residentMb, cpuMs } = runtime;
	await seedUpTo(bindings.DB, WAYS.length * AT_ONCE);
	const session = await newActor(bindings.DB, ['PLATFORM_ADMIN'], []);
	// A connection that workerd has closed meanwhile would break the next request.
	const headers = {
		...(await bearerOf(session)),
		Connection: 'close',
	};
	const { results } = await bindings.DB.prepare(
		`SELECT id FROM expenses WHERE state = 'SUBMITTED' LIMIT ${AT_ONCE} OFFSET ${WAYS.indexOf(way) * AT_ONCE}`,
	).all<{ id: string }>();

	const upload = async (file: Uint8Array<ArrayBuffer>) => {
		await Promise.all(
			results.map(async ({ id }) => {
				const body = way === 'unknown length' ? new Blob([file]).stream() : file;
				const path =
					way === 'floor' ? '/bare/dropped' : `/bare/uploads?path=/api/v2/flex/expenses/${id}/receipts`;
				const init = { method: 'POST', headers, body, duplex: 'half' };
				const response = await fetch(new URL(path, url), init as RequestInit);
				if (response.status !== 201) throw new Error(await response.text());
			}),
		);
	};
	const beginning = way === 'floor' || way === 'photo' ? JPEG : [...Buffer.from('%PDF-')];
	const peakOf = async (size: number): Promise<number> => {
		let peak = residentMb();
		const sampler = setInterval(() => {
			peak = Math.max(peak, residentMb());
		}, SAMPLE_MS);
		await upload(new Uint8Array(size).fill(7).map((byte, index) => beginning[index] ?? byte));
		clearInterval(sampler);
		return peak;
	};
	await peakOf(1000);
	const [before, started, cpuBefore] = [residentMb(), performance.now(), cpuMs()];
	const peak = await peakOf(FILE_BYTES);
	const taken = [performance.now() - started, cpuMs() - cpuBefore].map((ms) => (ms / 1000).toFixed(2));
	const again = await peakOf(FILE_BYTES);
	const growth = peak - before;
	const shown = [way, ...taken, ...[before, peak, growth].map((mb) => mb.toFixed(0))];
	return { shown, growth, again: (again - before).toFixed(0) };
}
