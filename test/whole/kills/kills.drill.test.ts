import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../src/entrances/cli/bundle.ts';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { MOVING } from '../../../src/foundation/db/retry.ts';
import { Subscribers } from './deliveries.ts';
import { MortalService } from './runtime.ts';
import {
	askEvents,
	askMove,
	type Employer,
	type Hired,
	newEmployer,
	newMember,
	type TestEvent,
	want,
} from './writers.ts';

/** `npm run test:kills -- --kills 200` asks for more. */
const KILLS = Number(process.env.KILLS ?? 1);
const service = new MortalService();
const subscribers = new Subscribers();
let employers: Employer[];
let operator: string;

beforeAll(async () => {
	await bundle(Date.now());
	await service.start();
	await migrate(service.bindings.DB);
	employers = [
		await newEmployer(service.bindings, true),
		await newEmployer(service.bindings, true),
		await newEmployer(service.bindings, false),
	];
	operator = await newMember(service.bindings, 'PLATFORM_ADMIN');
	await subscribers.subscribe(service, employers);
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

/** Moves companies from D1 and from cell to cell, one after the other. */
async function moveOften(isOver: () => boolean): Promise<void> {
	for (let n = 2; !isOver(); n++) {
		const employer = employers[n % employers.length];
		if (employer === undefined) return;
		await askMove(service, operator, employer, 'POST');
		// Each move leaves a cell behind that keeps its rows for days.
		const next = Date.now() + 10_000 * Math.random();
		while (!isOver() && Date.now() < next) await pause(100);
	}
}

/** Reads the events of all companies as they come. */
async function follow(isOver: () => boolean): Promise<TestEvent[]> {
	const found: TestEvent[] = [];
	let path = '/api/v2/events?limit=50';
	for (;;) {
		const wasOver = isOver();
		const page = await askEvents(service, operator, path);
		if (page === null) {
			await pause(100);
			continue;
		}
		found.push(...page.events);
		path = page.next;
		if (wasOver && page.isLast) return found;
		if (page.isLast) await pause(300);
	}
}

/** A cell announces its last events within this time. */
const ANNOUNCED_MS = 3000;

/** Waits until no company is on its way, and notes where each one is. */
async function untilMoved(): Promise<void> {
	for (const employer of employers) {
		await expect
			.poll(
				async () => {
					const move = await askMove(service, operator, employer, 'GET');
					if (move === undefined) return 'no answer';
					return move.step === 'OPENED' && !move.isFromCell ? 'LEAVING' : (move.step ?? 'NEVER MOVED');
				},
				{ timeout: 180_000, interval: 1000 },
			)
			.toMatch(/^(OPENED|DONE|NEVER MOVED)$/);
		const place = databaseOf(service.bindings, null)
			.$client.prepare('SELECT cell FROM places WHERE company_id = ?')
			.bind(employer.companyId);
		employer.cell = await place.first<string>('cell');
	}
}

test(`${KILLS} kills leave each address in one place, each confirmed employee once, and lose no delivery, while companies move`, {
	timeout: 660_000 + KILLS * 30_000,
}, async () => {
	const confirmed: Hired[] = [];
	let [isOver, isFollowed] = [false, false];
	const followed = follow(() => isFollowed);
	const races = Array.from({ length: RACES }, (_, name) => race(name, () => isOver, confirmed));
	const moves = moveOften(() => isOver);
	for (let kills = 0; kills < KILLS; kills++) {
		// Every second kill breaks off a delivery whose result is not stored yet.
		if (kills % 2 === 0) await subscribers.untilSending();
		else await pause(300 + 900 * Math.random());
		await service.kill();
		// Nobody may find more than 100 taken addresses in 15 minutes.
		for (const one of employers) await forgetAttempts(one);
		if ((kills + 1) % 50 === 0) console.log(`${kills + 1} kills`);
	}
	isOver = true;
	await moves;
	await untilMoved();
	for (const one of employers) await forgetAttempts(one);
	await Promise.all(races);
	await settleAll();
	await requireOnePlace(confirmed);
	await pause(ANNOUNCED_MS);
	isFollowed = true;
	const events = await followed;
	expect(events.length).toBe(new Set(events.map(({ id }) => id)).size);
	const hired = events.filter(({ type }) => type === 'employee.created').map(({ subject }) => subject.id);
	expect(hired).toEqual(expect.arrayContaining(confirmed.map(({ employeeId }) => employeeId)));
	const [begun] = await rowsOf<{ n: number }>({ cell: null }, 'SELECT count(*) AS n FROM moves');
	console.log(`${begun?.n} moves, ${events.length} events followed`);
	const arrived = await subscribers.requireAll(service, events);
	console.log(`${arrived.events} events sent to webhooks by ${arrived.deliveries} deliveries`);
});

/** A cell that its company is leaving takes no writes. */
const forgetAttempts = (employer: Employer) =>
	storageOf(employer)
		.prepare('DELETE FROM login_attempts')
		.run()
		.catch((error: unknown) => {
			if (!String(error).includes(MOVING)) throw error;
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
