import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf } from '../../src/cells/places.ts';
import { bundle } from '../../src/cli/bundle.ts';
import { migrate } from '../../src/cli/migrate.ts';
import { MortalService } from './runtime.ts';
import { type Employer, type Hired, newEmployer, want } from './writers.ts';

/** `npm run test:kills -- --kills 200` asks for more. */
const KILLS = Number(process.env.KILLS ?? 3);
const service = new MortalService();
let employers: Employer[];

beforeAll(async () => {
	await bundle(Date.now());
	await service.start();
	await migrate(service.bindings.DB);
	employers = [
		await newEmployer(service.bindings, true),
		await newEmployer(service.bindings, true),
		await newEmployer(service.bindings, false),
	];
}, 300_000);
afterAll(() => service.end());

const storageOf = ({ cell }: { cell: string | null }) => databaseOf(service.bindings, cell).$client;

async function rowsOf<T>(employer: { cell: string | null }, query: string): Promise<T[]> {
	return (await storageOf(employer).prepare(query).all<T>()).results;
}

/** An interrupted request with a key waits for up to 30 seconds, and meanwhile other races go on. */
const RACES = 4;

/** Six writers want the same address at once, and then the next one, until the last kill. */
async function race(name: number, isOver: () => boolean, confirmed: Hired[]): Promise<void> {
	for (let n = 0; !isOver(); n++) {
		const email = `person-${n}-${name}@kills.example`;
		const wanted = [...employers, ...employers].map((employer, index) =>
			want(service, employer, email, confirmed, index < employers.length),
		);
		await Promise.all(wanted);
	}
}

test(`${KILLS} kills leave each address in one place, and each confirmed employee once`, {
	timeout: 120_000 + KILLS * 30_000,
}, async () => {
	const confirmed: Hired[] = [];
	let isOver = false;
	const races = Array.from({ length: RACES }, (_, name) => race(name, () => isOver, confirmed));
	for (let kills = 0; kills < KILLS; kills++) {
		await pause(300 + 900 * Math.random());
		await service.kill();
		// Nobody may find more than 100 taken addresses in 15 minutes.
		for (const one of employers) await storageOf(one).prepare('DELETE FROM login_attempts').run();
	}
	isOver = true;
	await Promise.all(races);
	await settleAll();
	await requireOnePlace(confirmed);
});

async function settleAll(): Promise<void> {
	const db = databaseOf(service.bindings, null);
	while ((await db.directory?.settle(db, Date.now() + 3_600_000)) !== 0);
}

async function requireOnePlace(confirmed: readonly Hired[]): Promise<void> {
	const places = new Map<string, Employer>();
	for (const employer of employers) {
		const people = await rowsOf<{ email: string; id: string; subject: number | null }>(
			employer,
			`SELECT u.email_key AS email, e.id, (SELECT count(*) FROM events v JOIN event_parties p ON p.id = v.subject
				WHERE p.uuid = unhex(replace(e.id, '-', ''))) AS subject
			FROM employees e LEFT JOIN users u ON u.id = e.user_id`,
		);
		for (const { email, id, subject } of people) {
			expect({ email, id, subject }).toEqual({ email: expect.any(String), id, subject: 1 });
			expect(places.get(email), email).toBeUndefined();
			places.set(email, employer);
		}
		const lone = `SELECT id FROM users WHERE email LIKE 'person-%' AND id NOT IN (SELECT user_id FROM employees)`;
		expect(await rowsOf(employer, lone)).toEqual([]);
		for (const { employer: own, email, employeeId } of confirmed) {
			if (own !== employer) continue;
			expect(people.filter((one) => one.email === email).map(({ id }) => id)).toEqual([employeeId]);
		}
	}
	const entries = await rowsOf<{ address: string; cell: string; claim: string | null }>(
		{ cell: null },
		`SELECT address, cell, claim FROM addresses WHERE address LIKE 'person-%' ORDER BY address`,
	);
	const inCells = [...places].flatMap(([address, { cell }]) =>
		cell === null ? [] : [{ address, cell, claim: null }],
	);
	expect(entries).toEqual(inCells.sort((a, b) => (a.address < b.address ? -1 : 1)));
	expect(places.size).toBeGreaterThan(KILLS);
	const shares = employers.map((one) => [...places.values()].filter((other) => other === one).length);
	console.log(
		`${places.size} addresses: ${shares.join(' and ')} in the cells and D1, ${confirmed.length} confirmed`,
	);
}
