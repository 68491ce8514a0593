import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { ring } from '../../harness/alarms.ts';
import { as, at, newUser, now, restart, type TestUser } from '../../harness/service.ts';
import type { Spender } from '../../harness/spending.ts';
import {
	begun,
	finished,
	NOON,
	newCompanyWithMoney,
	type Place,
	renamed,
	runUntil,
	runWith,
} from './moving.ts';

let platform: TestUser;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	at(NOON);
	restart();
	platform = await newUser(['PLATFORM_ADMIN']);
});

/** The company that the tests move from cell to cell. */
let moved: Promise<Spender> | undefined;

/** A new company in D1, or one that has moved from D1 into a cell. */
async function companyIn(source: 'D1' | 'cell'): Promise<Spender> {
	if (source === 'D1') return newCompanyWithMoney();
	moved ??= newMoved();
	return moved;
}

async function newMoved(): Promise<Spender> {
	const spender = await newCompanyWithMoney();
	const cell = await begun(platform, spender);
	await runUntil(cell, 'D1', Number.POSITIVE_INFINITY);
	restart();
	return spender;
}

const nameOf = async ({ admin, company }: Spender): Promise<string> =>
	(await as(admin).get(`/companies/${company.id}`)).body.name;

/** The first writes to D1 lead the move from step to step. The others delete old rows, one table after the other. */
const BEFORE_DELETION = 9;

/** The writes that `npm test` breaks a move off at, by its source and the place of the writes. */
const TRIED: Record<string, number[]> = {
	'D1 D1': [1, 10],
	'D1 cell': [9],
	'cell D1': [2],
	'cell source': [1],
	'cell cell': [7],
};

/** All those that are tried of a move with so many writes. */
function lastWrites(source: string, where: string, writes: number): number[] {
	const isQuick = source === 'cell' && where !== 'cell';
	const lasts: number[] = [];
	for (
		let last = 1;
		last <= writes;
		last += isQuick ? 14 : where === 'D1' && last < BEFORE_DELETION ? 3 : 120
	)
		lasts.push(last);
	return lasts;
}

const TIMEOUT_MS = 180_000;

test.each([
	['D1', 'D1'],
	['D1', 'cell'],
	['cell', 'D1'],
	['cell', 'source'],
	['cell', 'cell'],
] as const)(
	'a move from %s goes on after it broke off at any write to %s',
	{ timeout: TIMEOUT_MS },
	async (source, where) => {
		let spender = await companyIn(source);
		let lasts = TRIED[`${source} ${where}`] ?? [];
		if (env.ALL_FAULTS === 'true') {
			const whole = await begun(platform, spender);
			const writes = await runUntil(whole, where, Number.POSITIVE_INFINITY);
			expect(writes).toBeGreaterThan(1);
			await finished(platform, spender, whole, await nameOf(spender));
			lasts = lastWrites(source, where, writes);
		}
		for (const last of lasts) {
			// A company that has moved is in a cell.
			if (source === 'D1') spender = await companyIn('D1');
			const cell = await begun(platform, spender);
			const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
			logged.mockClear();
			expect(await runUntil(cell, where, last)).toBe(last);
			const lines = logged.mock.calls.map(([line]) => JSON.parse(line));
			const line = expect.objectContaining({ event: 'move_interrupted', cell });
			if (last === 1) expect(lines).toContainEqual(line);
			const name = await renamed(spender, `Renamed after ${last}`);
			await finished(platform, spender, cell, name);
		}
	},
);

const OVERLOADED = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';

// At night, because each write of the tests above fails in the same way.
test.runIf(env.ALL_FAULTS === 'true').each(['D1', 'source', 'cell'] as const)(
	'a move goes on after %s was unavailable at any round trip',
	{ timeout: TIMEOUT_MS },
	async (where) => {
		const first = await companyIn('cell');
		let trips = 0;
		await runWith(await begun(platform, first), (place, run) => {
			if (place === where) trips++;
			return run();
		});
		expect(trips).toBeGreaterThan(3);
		for (let failing = 2; failing <= trips; failing += 3) {
			const spender = await companyIn('cell');
			const cell = await begun(platform, spender);
			let asked = 0;
			await runWith(cell, (place, run) => {
				if (place === where && ++asked === failing) throw new Error(OVERLOADED);
				return run();
			});
			const name = await renamed(spender, `Renamed after ${failing}`);
			await finished(platform, spender, cell, name);
		}
	},
);

test('a page of a copy that is sent twice changes nothing', async () => {
	const spender = await companyIn('D1');
	const cell = await begun(platform, spender);
	let repeated = 0;
	await runWith(cell, async (place: Place, run, hasWritten) => {
		const result = await run();
		if (place !== 'cell' || !hasWritten(result)) return result;
		repeated++;
		return run();
	});
	expect(repeated).toBeGreaterThan(5);
	await finished(platform, spender, cell, `Company ${spender.company.id}`);
});

test('two requests at the same instant begin one move', async () => {
	const { company } = await companyIn('D1');
	const post = () => as(platform).post(`/companies/${company.id}/move`);
	const answers = await Promise.all([post(), post(), post()]);
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
	const { n } = (await env.DB.prepare('SELECT count(*) AS n FROM moves WHERE company_id = ?')
		.bind(company.id)
		.first<{ n: number }>()) ?? { n: 0 };
	expect(n).toBe(1);
});

test('an alarm that fires twice, or by a clock set back one hour, moves a company once', async () => {
	const spender = await companyIn('D1');
	const cell = await begun(platform, spender);
	const anHourAgo = now() - 3_600_000;
	await Promise.all([ring(cell, now()), ring(cell, now()), ring(cell, anHourAgo)]);
	await ring(cell, anHourAgo);
	await finished(platform, spender, cell, `Company ${spender.company.id}`);
});

const isOpened = (cell: string) =>
	env.DB.prepare('SELECT date_opened IS NOT NULL AS n FROM moves WHERE cell = ?').bind(cell).first('n');

test('a request for the move of a company while a step runs begins no second step beside it', async () => {
	const spender = await companyIn('cell');
	const cell = await begun(platform, spender);
	const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
	const object = env.CELLS.get(env.CELLS.idFromName(cell));
	await Promise.all([object.run(now()), object.open(cell).then(() => object.run(now()))]);
	// A second run joins the first one.
	const runs = logged.mock.calls.filter(
		(said) => /jobs_done/.test(JSON.stringify(said)) && JSON.stringify(said).includes(cell),
	);
	expect(runs).toHaveLength(1);
	await finished(platform, spender, cell, await nameOf(spender));
});

test('a company moves again before the cell that it has left knows of the last move', async () => {
	const spender = await companyIn('cell');
	const second = await begun(platform, spender);
	for (let last = 1; (await isOpened(second)) === 0; last++) await runUntil(second, 'D1', last);
	restart();
	const third = await begun(platform, spender);
	await ring(third, now());
	expect(await isOpened(third)).toBe(1);
	await ring(second, now());
	await finished(platform, spender, third, await nameOf(spender));
});
