import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../../src/foundation/db/database.ts';
import { archiveHistory } from '../../../src/tenants/history/archive/actions.ts';
import { archiveRows, CLOSED, storedFiles } from '../../harness/archives.ts';
import { eventsFor, type ShownEvent } from '../../harness/events.ts';
import { type Fault, failing, faultsOf, nameOf } from '../../harness/failing.ts';
import { isTried } from '../../harness/sampling.ts';
import { as, at, db, newCompany, newEmployee, newUser, type TestUser } from '../../harness/service.ts';
import { snapshot } from '../../harness/snapshot.ts';

const DUE = Date.parse(CLOSED);
const AN_HOUR_MS = 3_600_000;

let platform: TestUser;
let before: ShownEvent[];
let restore: () => Promise<void>;

/** Leaves a file to be written for December, and one for November in which an erased person has to be blanked. */
beforeAll(async () => {
	at('2020-11-15T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	const company = await newCompany();
	await as(platform).put(`/companies/${company.id}`, { retentionMonths: 0 });
	const employee = await newEmployee(company, {
		costCenter: 'secret',
		dateTerminated: '2020-12-01T00:00:00.000Z',
	});
	at('2021-12-15T12:00:00.000Z');
	await as(platform).put(`/companies/${company.id}`, { name: 'Neue GmbH' });
	await archiveHistory(db, env.HISTORY, Date.parse('2021-12-16T00:00:00.000Z'));
	at('2022-01-15T12:00:00.000Z');
	await as(platform).post(`/employees/${employee}/erasure`);
	before = await eventsFor(platform);
	restore = await snapshot();
});
beforeEach(() => {
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

/** Archives over a fault; then hours later, over none, until nothing is left to do. */
async function ended(fault: Fault | null) {
	await restore();
	const { bindings, calls } = failing(fault);
	const error = await archiveHistory(connect(bindings.DB), bindings.HISTORY, DUE).catch(
		(thrown: Error) => thrown,
	);
	const meanwhile = await eventsFor(platform);
	for (let later = DUE; (await archiveHistory(db, env.HISTORY, later)) > 0; ) later += 2 * AN_HOUR_MS;
	await archiveHistory(db, env.HISTORY, DUE + 24 * AN_HOUR_MS);
	const rows = await archiveRows();
	const unused = (await storedFiles()).filter((key) => rows.every((row) => row.key !== key));
	const kept = await env.DB.prepare('SELECT count(*) AS n FROM event_files').first('n');
	const archives = rows.map(({ month, count }) => ({ month, count }));
	return { calls, error, end: { meanwhile, events: await eventsFor(platform), archives, unused, kept } };
}

test('archiving that fails at any call loses, doubles and leaves nothing', { timeout: 120_000 }, async () => {
	const faultless = await ended(null);
	expect(faultless.error).toBeGreaterThan(0);
	expect(faultless.end).toMatchObject({ meanwhile: before, events: before, unused: [], kept: 0 });
	expect(faultless.end.archives.map(({ month }) => month)).toEqual(['2020-11', '2021-12']);
	expect(faultless.calls).toEqual(expect.arrayContaining(['R2 get', 'R2 put']));

	for (const [index, one] of faultsOf(faultless.calls.length).entries()) {
		if (!isTried(index, 3)) continue;
		const { end } = await ended(one);
		const fault = nameOf(one, faultless.calls);
		expect.soft({ fault, ...end }).toEqual({ fault, ...faultless.end });
	}
});

test('two runs at once move each event once', async () => {
	await restore();
	const runs = await Promise.all([1, 2, 3].map(() => archiveHistory(db, env.HISTORY, DUE)));
	expect(runs.length).toBe(3);
	expect(await eventsFor(platform)).toEqual(before);
	const rows = await archiveRows();
	expect(rows.map(({ month }) => month)).toEqual(['2020-11', '2021-12']);
	for (const hours of [2, 4]) await archiveHistory(db, env.HISTORY, DUE + hours * AN_HOUR_MS);
	expect(await storedFiles()).toEqual((await archiveRows()).map(({ key }) => key).sort());
	expect(await eventsFor(platform)).toEqual(before);
});
