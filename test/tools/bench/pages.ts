import { join } from 'node:path';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { stateDir } from '../../../src/entrances/cli/state-folder.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { addMonths, startOfMonth } from '../../../src/foundation/core/instant.ts';
import { cutOff } from '../../../src/foundation/core/months.ts';
import { sha256 } from '../../../src/foundation/core/vault.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import { endOfSession } from '../../../src/tenants/auth/rules.ts';
import { insertSession } from '../../../src/tenants/auth/store.ts';
import { type Asked, CONNECTIONS, compare, type Measured, type Sender } from './load.ts';
import { COMPANY, MARK, type Page, pagesAt, type Reader, SPENDER } from './page-reads.ts';
import { bearerOf, bundle, type Runtime, withRuntime } from './runtime.ts';
import {
	MAIN_COMPANY,
	newActor,
	openSession,
	type Session,
	seedEmployees,
	seededId,
	seedPendingLines,
} from './seed.ts';
import { median, printTable } from './table.ts';

const ENTRY = 'src/index.ts';
/** Half of them work for the company whose pages are opened. */
const EMPLOYEES = 20_000;
const EMPLOYEES_ASKED = 500;
const PENDING_LINES = 1000;
const REFERENCE_DAY = 7;
/** A page may cost this many times as much as its reads. It also reads the session of the cookie, and writes its frame. */
const MAX_RATIO = 3;

/** Compares pages of the console with the corresponding reads of the API, in one workerd and in turns. */
export async function measurePages(effort: { rounds: number; seconds: number }): Promise<void> {
	await bundle(ENTRY);
	const now = Date.now();
	const rows = await withRuntime(
		async (runtime) => {
			await seed(runtime.bindings.DB, now);
			const senders = await sendersOf(runtime.bindings.DB, now);
			const found: (string | number)[][] = [];
			for (const page of pagesAt(now)) {
				const sides = [sideOf(runtime, [`/console${page.path}`]), sideOf(runtime, page.reads)];
				found.push(rowOf(page, await compare(sides, senders[page.reader], effort)));
			}
			return found;
		},
		{ entry: ENTRY, state: join(stateDir(), 'pages') },
	);
	printTable(
		`11. Pages of the console: ${CONNECTIONS} connections, ${EMPLOYEES.toLocaleString('en')} employees, half of them in the company`,
		[
			'page',
			'pages/s',
			'CPU µs',
			'reads',
			'all of them/s',
			'CPU µs',
			'to reads',
			'over the rounds',
			`aim ${MAX_RATIO}`,
		],
		rows,
		[
			'The reads are those of the API that tell what the page shows, one after the other. CPU: of workerd, database included.',
		],
	);
}

/** The state that the cron leaves: each voucher is due next month, and the open month has lines. */
async function seed(d1: D1Database, now: number): Promise<void> {
	await migrate(d1);
	await seedEmployees(d1, 0, EMPLOYEES);
	const month = startOfMonth(now);
	await d1.prepare('UPDATE planned_vouchers SET next_occurrence = ?').bind(addMonths(month, 1)).run();
	await seedPendingLines(d1, [0, PENDING_LINES], String(MAIN_COMPANY), cutOff(month, REFERENCE_DAY));
}

const sideOf = ({ url, cpuMs }: Runtime, addresses: string[]): Asked => ({
	name: addresses.join(),
	url,
	cpuMs,
	route: (n) => {
		const person = seededId('employee', 2 * (Math.floor(n / addresses.length) % EMPLOYEES_ASKED));
		return { method: 'GET', path: (addresses[n % addresses.length] ?? '').replaceAll(MARK, person) };
	},
});

function rowOf({ name, reads }: Page, [page, api]: Measured[]): (string | number)[] {
	if (page === undefined || api === undefined) throw new Error(`${name} was not measured`);
	const readCpu = api.cpu.map((cpu) => cpu * reads.length);
	const ratios = page.cpu.map((cpu, round) => cpu / (readCpu[round] ?? Number.NaN));
	return [
		name,
		Math.round(median(page.speeds)),
		Math.round(median(page.cpu)),
		reads.length,
		Math.round(median(api.speeds) / reads.length),
		Math.round(median(readCpu)),
		median(ratios).toFixed(2),
		`${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
		median(ratios) <= MAX_RATIO ? 'ok' : 'MISSED',
	];
}

/** Readers of each kind have a token for the API and a cookie for the console, because neither accepts the other's. */
export async function sendersOf(d1: D1Database, now: number): Promise<Record<Reader, Sender[]>> {
	const many = (open: () => Promise<Session>) =>
		Promise.all(Array.from({ length: CONNECTIONS }, async () => senderOf(d1, await open(), now)));
	return {
		admin: await many(() => newActor(d1, ['COMPANY_ADMIN'], [COMPANY])),
		verifier: await many(() => newActor(d1, ['FLEX_DOCUMENT_VERIFIER'], [COMPANY])),
		employee: await many(() => openSession(d1, seededId('user', SPENDER))),
	};
}

export async function senderOf(d1: D1Database, session: Session, now: number): Promise<Sender> {
	const [id, secret] = [newId(now), newId(now)];
	const dates = { dateCreated: now, dateExpires: endOfSession('CONSOLE', now) };
	const row = { id, userId: session.userId, ...dates, kind: 'CONSOLE' as const, cookieHash: sha256(secret) };
	await commit(connect(d1), [insertSession(connect(d1), row)]);
	return { ...(await bearerOf(session)), Cookie: `zubrot=${secret}` };
}
