import { join } from 'node:path';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { stateDir } from '../../../src/entrances/cli/state-folder.ts';
import type { Sender } from './load.ts';
import { sendersOf } from './pages.ts';
import { BOOKMARK, type Distances } from './placed-at.ts';
import { bundle, type Runtime, tokens, withRuntime } from './runtime.ts';
import { MAIN_COMPANY, seedEmployees, seededId } from './seed.ts';
import { median, printTable } from './table.ts';

const ENTRY = 'test/tools/bench/placed.ts';
const EMPLOYEES = 5000;
const NEARBY = 5;
const DISTANCES = [5, 25, 100, 280];
const ROUNDS = 3;

/** How far the Worker is from the caller and from the databases. */
interface Placement extends Distances {
	name: string;
	caller: number;
	hasCopies: boolean;
}

/** The three placements, for a caller at a distance from the primary, and with a copy at another distance. */
const placementsAt = (far: number, copy: number): Placement[] => [
	{ name: 'next to the database', hasCopies: false, caller: far, primary: NEARBY, copy: NEARBY },
	{ name: 'near the caller, with copies', hasCopies: true, caller: NEARBY, primary: far, copy },
	{ name: 'deployed twice', hasCopies: true, caller: NEARBY, primary: far, copy, forward: far },
];

interface Sent {
	name: string;
	method: string;
	path: (n: number) => string;
	body?: (n: number) => object;
	/** A read sends its bookmark where there are copies. */
	isRead?: true;
	/** Moves the clock, so that the rights are asked for again. */
	passed?: number;
}

const access = (n: number) => `/api/v2/employees/${seededId('employee', 2 * n)}/flex/access`;
const SENT: Sent[] = [
	{ name: 'GET', method: 'GET', path: access, isRead: true },
	{ name: 'GET after 10 s', method: 'GET', path: access, isRead: true, passed: 10_000 },
	{ name: 'GET without bookmark', method: 'GET', path: access },
	{ name: 'page', method: 'GET', path: () => '/console/people', isRead: true },
	{
		name: 'PUT',
		method: 'PUT',
		path: access,
		body: () => ({
			budget: { value: 6000, currency: 'EUR_CENT' },
			accumulateBudget: true,
			startDate: '2030-07-01T00:00:00.000Z',
		}),
	},
	{
		name: 'POST',
		method: 'POST',
		path: () => '/api/v2/employees',
		body: (n) => ({ email: `placed-${n}@bench.example`, companyId: seededId('company', MAIN_COMPANY) }),
	},
];

/** Sends requests with injected latencies, and compares the placements with the first one. */
export async function measurePlacements(): Promise<void> {
	await bundle(ENTRY);
	const rows = await withRuntime(
		async (runtime) => {
			await migrate(runtime.bindings.DB);
			await seedEmployees(runtime.bindings.DB, 0, EMPLOYEES);
			const [sender = {}] = (await sendersOf(runtime.bindings.DB, Date.now())).admin;
			const found: (string | number)[][] = [];
			for (const far of DISTANCES) {
				for (const copy of DISTANCES.filter((one) => one <= far)) {
					for (const sent of SENT.filter(({ isRead }) => isRead || copy === NEARBY)) {
						found.push(await rowOf(runtime, sender, sent, far, copy));
					}
				}
			}
			return found;
		},
		{ entry: ENTRY, state: join(stateDir(), 'placements') },
	);
	printTable(
		'12. Placements: milliseconds next to the database, and the others as ratios to it',
		['request', 'to the primary', 'to the copy', 'ms', 'near, copies', 'hops', 'twice', 'hops'],
		rows,
		[
			'The near end of each way takes 5 ms. Hops in their order, those at the same time included: p to the primary, c to the copy, f to the Worker beside the primary.',
		],
	);
}

let n = 0;

async function rowOf(runtime: Runtime, sender: Sender, sent: Sent, far: number, copy: number) {
	const measured: Measured[] = [];
	for (const placement of placementsAt(far, copy)) {
		measured.push(await measure(runtime, sender, sent, placement));
	}
	const [first, ...others] = measured;
	if (first === undefined) throw new Error('There is no placement');
	const compared = others.flatMap(({ ms, hops }) => [(ms / first.ms).toFixed(2), hops]);
	return [sent.name, far, copy, first.ms, ...compared];
}

interface Measured {
	ms: number;
	/** Its round trips: `p` to the primary, `c` to the copy, `f` to the Worker beside the primary. */
	hops: string;
}

async function measure(
	{ url }: Runtime,
	sender: Sender,
	sent: Sent,
	placement: Placement,
): Promise<Measured> {
	const { name, caller, hasCopies, ...distances } = placement;
	const [mark] = await tokens.seal(`bookmark ${BOOKMARK}`);
	const text = `${BOOKMARK}.${mark}`;
	const Cookie = `${sender.Cookie}; zubrot-written=${text}`;
	const marks: Sender = sent.isRead && hasCopies ? { Cookie, 'Zubrot-Bookmark': text } : {};
	const ask = async (passed = 0) => {
		n++;
		const headers = { ...sender, ...marks, 'Content-Type': 'application/json', Passed: String(passed) };
		const response = await fetch(new URL(sent.path(n), url), {
			method: sent.method,
			headers: { ...headers, Distances: JSON.stringify(distances) },
			...(sent.body && { body: JSON.stringify(sent.body(n)) }),
		});
		const answer = await response.text();
		if (!response.ok) throw new Error(`${sent.name} ${name} answered ${response.status}: ${answer}`);
		return response.headers;
	};
	// The process then remembers the session.
	await ask();
	const waits: number[] = [];
	let hops = '';
	for (let round = 0; round < ROUNDS; round++) {
		const headers = await ask(sent.passed);
		waits.push(caller + Number(headers.get('Waited')));
		hops = headers.get('Hops') ?? '';
	}
	return { ms: Math.round(median(waits)), hops };
}
