import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withLocalState, workerOptions } from '../../../src/entrances/cli/local-state.ts';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { stateDir } from '../../../src/entrances/cli/state-folder.ts';
import type { Counts } from './counting.ts';
import { bearerOf, type Runtime, withRuntime } from './runtime.ts';
import { newActor } from './seed.ts';
import { printTable } from './table.ts';
import { timed } from './timed.ts';
import { fileOfD1, liveTwoYears, MONTHS } from './two-years.ts';

/** Keeps receipts out of the backups, because a backup copies each only once. Their date is so late that no job deletes them. */
const WITHOUT_RECEIPTS = `DROP TRIGGER receipts_race_removal; UPDATE receipts SET date_discarded = ${Number.MAX_SAFE_INTEGER}`;
/** How often the company is written to while it moves. */
const PROBED_MS = 10;
/** How long a company of 1,000 people may be closed. */
const CLOSED_S = { people: 1000, seconds: 5 };

type Headers = Record<string, string>;

/** Moves a company with two years of records from D1 into a cell, and from there into another one, while somebody writes to it. */
export async function measureMoves(employees: number): Promise<void> {
	const state = join(stateDir(), 'moves');
	const { assets } = workerOptions() as { assets?: { directory: string } };
	const home = process.env.STATE_DIR;
	process.env.STATE_DIR = state;
	await withLocalState(({ DB }) => migrate(DB));
	const started = performance.now();
	const { companyId, archived } = await liveTwoYears(
		employees,
		fileOfD1(join(state, 'v3')),
		undefined,
		WITHOUT_RECEIPTS,
	);
	const seeded = ((performance.now() - started) / 1000).toFixed(0);
	process.env.STATE_DIR = home;
	await withRuntime(
		async (runtime) => {
			const { DB, HISTORY } = runtime.bindings;
			for (const [key, file] of archived.files) await HISTORY.put(key, file);
			const platform = await bearerOf(await newActor(DB, ['PLATFORM_ADMIN']));
			const admin = await bearerOf(await newActor(DB, ['COMPANY_ADMIN'], [companyId]));
			const rows: (string | number)[][] = [];
			for (const [index, from] of ['D1', 'a cell'].entries()) {
				// The cell has saved the company in the present night.
				const night = Date.now() + index * 86_400_000;
				rows.push([from, ...(await moved(runtime, companyId, platform, admin, night))]);
			}
			const goal = (CLOSED_S.seconds * employees) / CLOSED_S.people;
			printTable(
				`15. Moves of a company of ${employees} people with ${MONTHS / 12} years of records`,
				[
					'from',
					'rows',
					'MB',
					'plain read s',
					'backup s',
					'backup MB',
					'rows read',
					'statements',
					'whole s',
					'closed s',
					'CPU s',
					'to plain read',
					'rows/s closed',
				],
				rows,
				[
					`The goal of ${CLOSED_S.seconds} s for ${CLOSED_S.people} people is ${goal.toFixed(1)} s here. The records took ${seeded} s to make.`,
				],
			);
		},
		{ state, ...(assets && { files: assets.directory }) },
	);
}

/** Moves the company once. Returns the figures of the table. */
async function moved(
	runtime: Runtime,
	companyId: string,
	platform: Headers,
	admin: Headers,
	night: number,
): Promise<(string | number)[]> {
	const { bindings, url } = runtime;
	const cellOf = () =>
		bindings.DB.prepare('SELECT cell FROM places WHERE company_id = ?').bind(companyId).first<string>('cell');
	const plain = await timed<{ rows: number }>(runtime, '/bare/company', { companyId, cell: await cellOf() });
	// A company without changes is not saved.
	await renamed(new URL(`/api/v2/companies/${companyId}`, url), admin, 'Muster AG');
	const backup = await timed<{ saved: number; counts: Counts }>(runtime, '/bare/backup', {
		cell: await cellOf(),
		now: night,
	});
	const { saved, counts } = backup.answer;
	if (saved !== 1) throw new Error('The company was not saved');
	const path = new URL(`/api/v2/companies/${companyId}/move`, url);
	const started = performance.now();
	const begun = await fetch(path, { method: 'POST', headers: platform });
	if (!begun.ok) throw new Error(`The move answered ${begun.status}: ${await begun.text()}`);
	const { closed, cpu } = await closedFor(runtime, `/api/v2/companies/${companyId}`, admin);
	const whole = (performance.now() - started) / 1000;
	const answer = await fetch(path, { headers: platform });
	const { rows, bytes, step, reason } = await answer.json<Record<string, number>>();
	if (step !== ('OPENED' as unknown)) throw new Error(`The move ended with ${step}: ${reason}`);
	await untilLeft(runtime, companyId, () => fetch(path, { method: 'POST', headers: platform }));
	return [
		rows ?? 0,
		((bytes ?? 0) / 1e6).toFixed(1),
		plain.seconds.toFixed(2),
		backup.seconds.toFixed(2),
		((await sizeOfBackup(bindings.BACKUPS, companyId)) / 1e6).toFixed(1),
		...(counts.statements === 0 ? ['', ''] : [counts.rowsRead, counts.statements]),
		whole.toFixed(2),
		closed.toFixed(2),
		cpu.toFixed(2),
		(closed / plain.seconds).toFixed(1),
		Math.round((rows ?? 0) / closed),
	];
}

const renamed = (path: URL, admin: Headers, name: string): Promise<Response> =>
	fetch(path, {
		method: 'PUT',
		headers: { ...admin, 'Content-Type': 'application/json' },
		body: JSON.stringify({ name }),
	});

/** The bytes of the latest backup. */
async function sizeOfBackup(bucket: R2Bucket | undefined, companyId: string): Promise<number> {
	const listed = await bucket?.list({ prefix: `${companyId}/2` });
	const sizes = (listed?.objects ?? []).filter(({ key }) => key.endsWith('.gz')).map(({ size }) => size);
	return sizes.at(-1) ?? 0;
}

/**
 * Writes to the company again and again. Returns the seconds between the last write before the move and the first one after it, and
 * those that the processor has worked meanwhile.
 */
async function closedFor(
	{ url, cpuMs }: Runtime,
	path: string,
	admin: Headers,
): Promise<{ closed: number; cpu: number }> {
	let [written, worked, wasClosed] = [performance.now(), cpuMs(), false];
	for (let n = 0; ; n++) {
		const response = await renamed(new URL(path, url), admin, `Muster ${n} GmbH`);
		const answer = await response.text();
		const now = performance.now();
		if (response.ok && wasClosed) return { closed: (now - written) / 1000, cpu: (cpuMs() - worked) / 1000 };
		if (response.ok) [written, worked] = [now, cpuMs()];
		else if (response.status === 503) wasClosed = true;
		else throw new Error(`A write answered ${response.status}: ${answer}`);
		await pause(PROBED_MS);
	}
}

/** Has the old rows in D1 deleted, so that the company can move again. */
async function untilLeft(
	{ bindings }: Runtime,
	companyId: string,
	goOn: () => Promise<unknown>,
): Promise<void> {
	const query = `UPDATE moves SET date_opened = date_opened - 60000 WHERE company_id = ? AND source IS NULL`;
	await bindings.DB.prepare(query).bind(companyId).run();
	const left = bindings.DB.prepare(
		'SELECT EXISTS (SELECT 1 FROM moves WHERE company_id = ? AND source IS NULL AND date_ended IS NULL) AS n',
	).bind(companyId);
	while ((await left.first<number>('n')) === 1) {
		await goOn();
		await pause(500);
	}
}
