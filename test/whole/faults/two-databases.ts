import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import {
	entryOf,
	holdersAmong,
	inCell,
	inD1,
	type Placed,
	storageOf,
} from '../../foundation/cells/people.ts';
import { eventsFor } from '../../harness/events.ts';
import { isTried } from '../../harness/sampling.ts';
import { type Answer, as, at, db, now, type TestUser } from '../../harness/service.ts';
import { STEP_FAULTS, type StepFault, stepping } from '../../harness/steps.ts';

const NOON = '2023-03-07T12:00:00.000Z';
/** How often a caller repeats a request before giving up. */
const PATIENCE = 5;
const MANY_STEPS = 3;
/** Writes of many steps try one fault of so many, because each takes a second. */
const FAULTS_PER_TRY = 23;
/** Others try one of so many faults with what follows it. Four things can follow, so that each of them follows each kind of fault. */
const FOLLOWED_PER_TRY = 3;

/** Two companies in cells and one in D1. */
export type Companies = Record<'one' | 'two' | 'home', Placed>;

/** A write to two databases. */
export interface Write {
	caller: TestUser;
	/** The address or domain that it gives to somebody of a company, or frees when there is none. */
	address: string;
	to: Placed | null;
	send(bindings?: typeof env): Promise<Answer>;
	/** Takes the address for another company. */
	rival(company: Placed): Promise<Answer>;
	/** The statuses of a success, and of a repetition whose first attempt took effect. */
	statuses: number[];
}

/** Sends a request as often as its caller should, at its times. */
export async function patiently(send: () => Promise<Answer>): Promise<number> {
	let answer = await send();
	for (let tries = 1; answer.headers.has('Retry-After') && tries < PATIENCE; tries++) {
		at(new Date(now() + 1000 * Number(answer.headers.get('Retry-After'))).toISOString());
		answer = await send();
	}
	return answer.status;
}

/** Runs the job of the cron alone, because the others take most of the time of a run. */
const settled = () => databaseOf(env, null).directory?.settle(db, now() + 3_600_000);

/** The events after a fault, before the same request is sent again. Each tells who may have the address instead. */
const FOLLOW_UPS = {
	'the same request': async (_: Write) => null,
	'a request in another cell': (write: Write, { one, two }: Companies) =>
		takenBy(write, write.to === two ? one : two),
	'a request in D1': (write: Write, { one, home }: Companies) =>
		takenBy(write, write.to === home ? one : home),
	settling: async () => {
		await settled();
		return null;
	},
};

async function takenBy({ rival }: Write, company: Placed): Promise<Placed | null> {
	const status = await patiently(() => rival(company));
	expect([200, 201, 409]).toContain(status);
	return status === 409 ? null : company;
}

/** All databases and the directory agree that these companies have the address, and nothing is in doubt. */
async function requirePlace(all: Companies, address: string, expected: Placed | null): Promise<void> {
	const holders = await holdersAmong(Object.values(all), address);
	expect(holders.map(({ id }) => id)).toEqual(expected === null ? [] : [expected.id]);
	const entry = await entryOf(address);
	expect(entry).toEqual(
		expected === null || expected.cell === null ? null : { cell: expected.cell, claim: null },
	);
	if (expected === null) return;
	const [person, ...others] = await peopleWith(expected, address);
	expect(others).toEqual([]);
	if (person === undefined) return;
	for (const [subject, type] of [
		[person.employeeId, 'employee.created'],
		[person.userId, 'user.created'],
	]) {
		expect(await eventsFor(expected.admin, `subject=${subject}&type=${type}`)).toHaveLength(1);
	}
}

async function peopleWith(company: Placed, address: string) {
	const query = `SELECT e.id AS employeeId, u.id AS userId FROM users u JOIN employees e ON e.user_id = u.id
		WHERE u.email_key = ? AND e.company_id = ?`;
	const found = storageOf(company).prepare(query).bind(address, company.id);
	return (await found.all<{ employeeId: string; userId: string }>()).results;
}

async function begun(all: Companies, write: Write, fault: StepFault | null) {
	for (const company of Object.values(all))
		await storageOf(company).prepare('DELETE FROM login_attempts').run();
	at(NOON);
	await as(write.caller).get('/auth/me');
	const { bindings, steps, arrive } = stepping(fault);
	const { status } = await write.send(bindings as typeof env);
	return { steps, arrive, status };
}

async function endsWell(
	all: Companies,
	write: Write,
	fault: StepFault,
	follow: (write: Write, all: Companies) => Promise<Placed | null>,
): Promise<void> {
	const { arrive } = await begun(all, write, fault);
	const winner = await follow(write, all);
	await arrive();
	const status = await patiently(() => write.send());
	if (winner === null || write.to === null) expect(write.statuses).toContain(status);
	else expect(status === 409 || write.statuses.includes(status)).toBe(true);
	await settled();
	const expected = winner ?? write.to;
	await requirePlace(all, write.address, expected);
}

/** Enumerates the faults of each write: whatever fails at whichever step, it ends like a faultless one. */
export function testFaults(writes: Record<string, (all: Companies) => Promise<Write>>): void {
	let all: Companies;
	beforeAll(async () => {
		at(NOON);
		all = { one: await inCell(), two: await inCell(), home: await inD1() };
	});
	beforeEach(() => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		// The attempts of a lost call follow each other without a delay.
		vi.spyOn(Math, 'random').mockReturnValue(0);
	});
	afterEach(() => vi.restoreAllMocks());

	test.each(Object.entries(writes))(
		'%s ends like a faultless one, whatever fails at whichever step',
		{ timeout: 300_000 },
		async (_, make) => {
			const faultless = await make(all);
			const { steps, status } = await begun(all, faultless, null);
			expect(status).toBe(faultless.statuses[0]);
			expect(new Set(steps)).toEqual(new Set(['D1', 'cell']));
			await requirePlace(all, faultless.address, faultless.to);

			const faults = [...steps.keys()].flatMap((at) => STEP_FAULTS.map((kind) => ({ step: at + 1, kind })));
			const followUps = Object.entries(FOLLOW_UPS);
			const isLong = steps.length > MANY_STEPS;
			for (const [index, fault] of faults.entries()) {
				if (isLong && !isTried(index, FAULTS_PER_TRY)) continue;
				// Writes of many steps take one of them after each fault, in turn.
				const next = isLong ? [followUps[index % followUps.length]] : followUps;
				for (const [place, [then, follow]] of (next as typeof followUps).entries()) {
					if (!isLong && !isTried(index * followUps.length + place, FOLLOWED_PER_TRY)) continue;
					const told = `${fault.kind} at step ${fault.step} of ${steps.join(', ')}, then ${then}`;
					await endsWell(all, await make(all), fault, follow).catch((error) => {
						throw new Error(told, { cause: error });
					});
				}
			}
		},
	);
}
