import type { Role } from '../../../src/foundation/core/actor.ts';
import { bearerOf, type Runtime, withRuntime } from './runtime.ts';
import { companyCount, count, newActor, type Session, seededId, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';

const SAMPLE_MS = 10;
const SMALL_COMPANIES = 10;

interface Listing {
	records: number;
	megabytes: number;
	seconds: number;
	cpuSeconds: number;
	peakMb: number;
}

/** Lists without `limit` in a new workerd each, after a warm listing of 1,000, and once more to tell growth from a leak. */
export async function measureListings(size: number): Promise<void> {
	const companies = Array.from({ length: companyCount(size) }, (_, index) => seededId('company', index + 1));
	const product = '/api/v2/employees';
	const cases: [string, string, Role, string[]][] = [
		['floor: same SQL raw, page by page', '/bare/employees/streamed', 'PLATFORM_ADMIN', []],
		['product, platform administrator', product, 'PLATFORM_ADMIN', []],
		[`product, administrator of ${companies.length} companies`, product, 'COMPANY_ADMIN', companies],
		['contrast: one query, one array', '/bare/employees/whole', 'PLATFORM_ADMIN', []],
	];
	await withRuntime(({ bindings }) => seedUpTo(bindings.DB, size));
	let floor: Listing | undefined;
	const rows: (string | number)[][] = [];
	const faults: string[] = [];
	for (const [name, path, role, companyIds] of cases) {
		await withRuntime(async (runtime) => {
			const { DB } = runtime.bindings;
			const small = await newActor(DB, ['COMPANY_ADMIN'], companies.slice(1, 1 + SMALL_COMPANIES));
			const lister = await newActor(DB, [role], companyIds);
			await list(runtime, product, small);
			const before = await list(runtime, product, small);
			const whole = await list(runtime, path, lister);
			const again = await list(runtime, path, lister);
			floor ??= whole;
			const employees = await count(DB, 'employees');
			if (whole.records !== employees)
				faults.push(`INCOMPLETE: ${name} has ${whole.records} of ${employees}`);
			rows.push([
				name,
				whole.records,
				whole.megabytes.toFixed(1),
				whole.seconds.toFixed(2),
				(whole.seconds / floor.seconds).toFixed(2),
				whole.cpuSeconds.toFixed(2),
				(whole.cpuSeconds / floor.cpuSeconds).toFixed(2),
				before.peakMb.toFixed(0),
				whole.peakMb.toFixed(0),
				(whole.peakMb - before.peakMb).toFixed(0),
				(again.peakMb - before.peakMb).toFixed(0),
			]);
		});
	}
	printTable(
		'3. GET /employees without limit: time, and sampled resident memory of workerd over a listing of 1,000',
		[
			'listing',
			'records',
			'MB',
			'seconds',
			'to floor',
			'CPU s',
			'to floor',
			'MB at 1,000',
			'peak MB',
			'growth MB',
			'second time',
		],
		rows,
		['Floor and contrast answer every column as it is stored, hence more bytes.', ...faults],
	);
}

async function list({ url, residentMb, cpuMs }: Runtime, path: string, session: Session): Promise<Listing> {
	const headers = await bearerOf(session);
	let peakMb = residentMb();
	const sampler = setInterval(() => {
		peakMb = Math.max(peakMb, residentMb());
	}, SAMPLE_MS);
	const [started, cpuBefore] = [performance.now(), cpuMs()];
	try {
		const response = await fetch(new URL(path, url), { headers });
		if (!response.ok || response.body === null) throw new Error(`${path} answered ${response.status}`);
		const counter = recordCounter();
		let bytes = 0;
		for await (const chunk of response.body) {
			bytes += chunk.byteLength;
			counter.add(chunk);
		}
		const seconds = (performance.now() - started) / 1000;
		const cpuSeconds = (cpuMs() - cpuBefore) / 1000;
		return { records: counter.end(), megabytes: bytes / 2 ** 20, seconds, cpuSeconds, peakMb };
	} finally {
		clearInterval(sampler);
	}
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x5d];

/** Counts the objects of a JSON array of flat objects, whatever the chunks; `end` fails when the array is not closed. */
function recordCounter() {
	let records = 0;
	let isInString = false;
	let isEscaped = false;
	let last = 0;
	return {
		add(chunk: Uint8Array): void {
			for (const byte of chunk) {
				if (isEscaped) isEscaped = false;
				else if (isInString && byte === BACKSLASH) isEscaped = true;
				else if (byte === QUOTE) isInString = !isInString;
				else if (!isInString && byte === OPEN) records += 1;
				last = byte;
			}
		},
		end(): number {
			if (last !== CLOSE) throw new Error('The list was cut: its array is not closed');
			return records;
		},
	};
}
