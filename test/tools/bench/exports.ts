import { bearerOf, type Runtime, withRuntime } from './runtime.ts';
import { MAIN_COMPANY, newActor, type Session, seededId, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';

const SAMPLE_MS = 5;
/** How much more workerd may take for ten times as many employees, or five times as many receipts. */
const AIM_RATIO = 2;
const RECEIPT_BYTES = 10 * 1024 * 1024;

const main = `/api/v2/companies/${seededId('company', MAIN_COMPANY)}`;
const person = (n: number) => `/api/v2/employees/${seededId('employee', n)}/export`;
const SPENDER = 2;
const CALENDAR = `${main}/calendar?from=2026-12-01&to=2027-11-30`;

/**
 * V8 frees unused memory late: after tens of megabytes of records, unless its youngest generation is small, and after 64 MB of file
 * pieces. Each export is repeated, so that a small one reaches the same peak as a large one.
 */
const IN_A_ROW = 5;
const V8_FLAGS = '--max-semi-space-size=1';

/** Exports and the calendar, of little and of much, in a new workerd each, over the export of one person. */
export async function measureArchives(size: number): Promise<void> {
	const floors = new Map<string, number>();
	const rows: (string | number)[][] = [];
	for (const [employees, receipts] of [
		[size / 10, 1],
		[size, 4],
	] as const) {
		await withRuntime(async (runtime) => {
			await seedUpTo(runtime.bindings.DB, employees);
			await addReceipts(runtime, receipts);
		});
		const cases: [string, string][] = [
			['floor: the receipts alone, piece by piece', '/bare/receipts'],
			[`a person with ${floors.size === 0 ? 10 : 50} MiB of receipts`, person(SPENDER)],
			[`a company of ${(employees / 2).toLocaleString('en')}`, `${main}/export`],
			['its calendar of a year', CALENDAR],
		];
		for (const [name, path] of cases) {
			const { shown, growth } = await withRuntime((runtime) => measure(runtime, path), {
				v8Flags: V8_FLAGS,
			});
			const ratio = growth / (floors.get(path) ?? growth);
			if (!floors.has(path)) floors.set(path, growth);
			const verdict = path === CALENDAR ? '' : ratio > AIM_RATIO ? 'MISSED' : 'ok';
			rows.push([name, ...shown, ratio.toFixed(2), verdict]);
		}
	}
	printTable(
		'9. Exports and the calendar: time, and sampled resident memory of workerd over the export of a person',
		[
			'what',
			'MB',
			'seconds',
			'CPU s',
			'before MB',
			'growth MB',
			`growth of ${IN_A_ROW}`,
			'to little',
			`aim ${AIM_RATIO}`,
		],
		rows,
		[
			`The archives are dropped as they come; memory is that of ${IN_A_ROW} in a row. Bucket and database are in the same process.`,
			'The calendar reads all people of a company in one round trip, half a kilobyte of V8’s heap each, and is not flat.',
		],
	);
}

async function measure(runtime: Runtime, path: string) {
	const session = await newActor(runtime.bindings.DB, ['PLATFORM_ADMIN']);
	const { peakMb: before } = await take(runtime, session, person(SPENDER + 2));
	const first = await take(runtime, session, path);
	let { peakMb } = first;
	for (let more = 1; more < IN_A_ROW; more++)
		peakMb = Math.max(peakMb, (await take(runtime, session, path)).peakMb);
	const growth = peakMb - before;
	const shown = [first.bytes / 2 ** 20, first.seconds, first.cpuSeconds].map((value) => value.toFixed(2));
	const memory = [before, first.peakMb - before, growth].map((mb) => mb.toFixed(0));
	return { shown: [...shown, ...memory], growth };
}

async function addReceipts({ url, bindings }: Runtime, count: number): Promise<void> {
	const session = await newActor(bindings.DB, ['PLATFORM_ADMIN']);
	const file = new Uint8Array(RECEIPT_BYTES).map((_, index) => '%PDF-'.charCodeAt(index) || index % 251);
	for (let n = 0; n < count; n++) {
		const path = `/api/v2/flex/expenses/${seededId('expense', SPENDER)}/receipts`;
		const init = { method: 'POST', headers: await headersOf(session), body: file };
		const response = await fetch(new URL(path, url), init);
		if (response.status !== 201) throw new Error(await response.text());
	}
}

async function take({ url, residentMb, cpuMs }: Runtime, session: Session, path: string) {
	let peakMb = residentMb();
	const sampler = setInterval(() => {
		peakMb = Math.max(peakMb, residentMb());
	}, SAMPLE_MS);
	const [started, cpuBefore] = [performance.now(), cpuMs()];
	try {
		const response = await fetch(new URL(path, url), { headers: await headersOf(session) });
		if (!response.ok || response.body === null) throw new Error(`${path} answered ${response.status}`);
		let bytes = 0;
		for await (const chunk of response.body) bytes += chunk.byteLength;
		const seconds = (performance.now() - started) / 1000;
		return { bytes, seconds, cpuSeconds: (cpuMs() - cpuBefore) / 1000, peakMb };
	} finally {
		clearInterval(sampler);
	}
}

const headersOf = async (session: Session) => ({
	...(await bearerOf(session)),
	// A connection that workerd has closed meanwhile would break the next request.
	Connection: 'close',
});
