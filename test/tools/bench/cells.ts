import { join } from 'node:path';
import { createApp } from '../../../src/app.ts';
import { workerOptions } from '../../../src/entrances/cli/local-state.ts';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { stateDir } from '../../../src/entrances/cli/state-folder.ts';
import { databaseOf, newCellName, openCell, runCell } from '../../../src/foundation/cells/places.ts';
import { SCHEMA } from '../../../src/foundation/cells/schema.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { batch, connect } from '../../../src/foundation/db/database.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { hashPassword } from '../../../src/tenants/auth/password/rules.ts';
import { companiesPage } from '../../../src/tenants/companies/store.ts';
import { insertPlace } from '../../../src/tenants/hosting/cells/store.ts';
import { type Counts, counting } from './counting.ts';
import { CONNECTIONS, compare, type Sender } from './load.ts';
import { bearerOf, bundle, type Runtime, tokens, withRuntime } from './runtime.ts';
import { MAIN_COMPANY, newActor, PRESENT, seedEmployees, seededId } from './seed.ts';
import { median, printTable } from './table.ts';
import { ROUTES } from './throughput.ts';
import { unhurried } from './unhurried.ts';

const ENTRY = 'src/index.ts';
const EMPLOYEES = 1000;
const COMPANY_ID = seededId('company', MAIN_COMPANY);
const NEW_CELLS = 50;

/** The most processor time of a cell's request, as a share of D1's, by the place of the route in `ROUTES`. */
const GOALS = [0.65, 0.8, 0.65, 0.9];
const PASSWORD = 'a long password for the bench';

/** Compares a company in a cell with the same company in D1, in one workerd. */
export async function measureCells(effort: { rounds: number; seconds: number }): Promise<void> {
	await bundle(ENTRY);
	const { assets } = workerOptions() as { assets?: { directory: string } };
	await withRuntime(
		async (runtime) => {
			const { bindings, url, cpuMs } = runtime;
			await migrate(bindings.DB);
			const cell = newCellName();
			await openCell(bindings, cell);
			const inD1 = await sendersOf(bindings.DB);
			const inCell = await sendersOf(databaseOf(bindings, cell).$client, cell);
			await place(bindings, cell);
			const rows: (string | number)[][] = [];
			for (const [index, { name, route }] of ROUTES.entries()) {
				const side = { url, cpuMs, route };
				// The directory has each address only once, so the two sides may not create the same people.
				const other = (n: number) => JSON.parse(JSON.stringify(route(n)).replace('@bench.', '@cell.'));
				const [one, two] = await compare(
					[
						{ ...side, name: 'D1', senders: inD1 },
						{ ...side, name: 'cell', senders: inCell, route: other },
					],
					inD1,
					effort,
				);
				const ratios = (two?.cpu ?? []).map((cpu, round) => cpu / (one?.cpu[round] ?? Number.NaN));
				const share = median(ratios);
				const goal = GOALS[index] ?? 1;
				rows.push([
					name,
					Math.round(median(one?.cpu ?? [])),
					Math.round(median(two?.cpu ?? [])),
					share.toFixed(2),
					`${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
					goal,
					share <= goal ? 'ok' : 'missed',
				]);
			}
			printTable(
				`13. A company of ${EMPLOYEES / 2} people in a cell, against the same company in D1`,
				['route', 'CPU µs in D1', 'in a cell', 'to D1', 'over the rounds', 'goal', 'verdict'],
				rows,
				[await newCells(runtime)],
			);
			await countTrips(bindings, cell);
		},
		{ entry: ENTRY, state: join(stateDir(), 'cells'), ...(assets && { files: assets.directory }) },
	);
}

/** Fills a database and returns the headers of administrators of its main company. */
async function sendersOf(d1: D1Database, cell?: string): Promise<Sender[]> {
	await seedEmployees(d1, 0, EMPLOYEES);
	const senders: Sender[] = [];
	for (let n = 0; n < CONNECTIONS; n++) {
		const email = `admin${n}@${cell ?? 'd1'}.example`;
		const session = await newActor(d1, ['COMPANY_ADMIN'], [COMPANY_ID], {
			email,
			...(n === 0 && { passwordHash: await hashPassword(PASSWORD) }),
		});
		senders.push({ Authorization: `Bearer ${await tokens.issue({ ...session, cell }, Date.now())}` });
	}
	return senders;
}

/** Tells the directory of the cell. */
async function place({ DB, ...others }: Bindings, cell: string): Promise<void> {
	const own = databaseOf({ DB, ...others }, cell);
	const [[company]] = await batch(own, [companiesPage(own, '', 1)]);
	if (company === undefined) throw new Error('The cell holds no company');
	const db = connect(DB);
	const row = { companyId: COMPANY_ID, cell, schema: SCHEMA, company, dateCreated: Date.now() };
	await commit(db, [insertPlace(db, row)]);
	await DB.prepare('INSERT OR IGNORE INTO addresses (address, cell, user_id, since) VALUES (?, ?, ?, 0)')
		.bind(`admin0@${cell}.example`, cell, COMPANY_ID)
		.run();
}

/** Opens cells and says what one takes. */
async function newCells({ bindings, cpuMs }: Runtime): Promise<string> {
	const before = cpuMs();
	for (let n = 0; n < NEW_CELLS; n++) await openCell(bindings, newCellName());
	const each = (cpuMs() - before) / NEW_CELLS;
	const megabytes = (await bytesOfNewCell(bindings)) / 1e6;
	return `A new cell takes ${each.toFixed(0)} ms of processor time (goal 20) and ${megabytes.toFixed(2)} MB (goal 1).`;
}

/** The size of a cell in which a company has just been created, as its first run reports it. */
async function bytesOfNewCell(bindings: Bindings): Promise<number> {
	const bearer = await bearerOf(await newActor(bindings.DB, ['PLATFORM_ADMIN']));
	const body = JSON.stringify({ name: 'New', payrollReferenceDay: 7, taxAffiliation: 'DE' });
	const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...bearer }, body };
	const request = new Request('http://bench/api/v2/companies', init);
	const env = { ...bindings, NEW_COMPANIES: 'CELL' };
	const answer = await createApp(Date.now).fetch(request, env, unhurried);
	if (!answer.ok) throw new Error(`POST /companies answered ${answer.status}: ${await answer.text()}`);
	const { id } = await answer.json<{ id: string }>();
	const placeOf = () =>
		bindings.DB.prepare('SELECT cell, bytes FROM places WHERE company_id = ?')
			.bind(id)
			.first<{ cell: string; bytes: number }>();
	await runCell(bindings, (await placeOf())?.cell ?? '', Date.now());
	return (await placeOf())?.bytes ?? Number.NaN;
}

/** Counts the round trips of a request to D1 and to its cell. */
async function countTrips(bindings: Bindings, cell: string): Promise<void> {
	const d1 = counting(bindings.DB);
	const ofCell = { roundTrips: 0 };
	const CELLS = new Proxy(bindings.CELLS, {
		get: (target, name) =>
			name === 'get'
				? (id: DurableObjectId) => {
						const stub = target.get(id);
						return {
							batch: (...asked: Parameters<typeof stub.batch>) => {
								ofCell.roundTrips++;
								return stub.batch(...asked);
							},
						};
					}
				: Reflect.get(target, name).bind(target),
	});
	const env = { ...bindings, DB: d1.d1, CELLS };
	const app = createApp(() => PRESENT);
	const rows: (string | number)[][] = [];
	for (const [name, email] of [
		['sign-in in D1', 'admin0@d1.example'],
		['sign-in in a cell', `admin0@${cell}.example`],
	]) {
		ofCell.roundTrips = 0;
		d1.take();
		const body = JSON.stringify({ email, password: PASSWORD });
		const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
		const later: Promise<unknown>[] = [];
		const context = { ...unhurried, waitUntil: (work: Promise<unknown>) => later.push(work) };
		const answer = await app.fetch(new Request('http://bench/api/v2/auth', init), env, context);
		await Promise.all(later);
		if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
		const { roundTrips, rowsRead }: Counts = d1.take();
		rows.push([name ?? '', roundTrips, rowsRead, ofCell.roundTrips]);
	}
	printTable('14. Round trips of a sign-in', ['', 'to D1', 'rows read there', 'to a cell'], rows);
}
