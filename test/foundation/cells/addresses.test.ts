import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { insertUsers } from '../../../src/benefits/onboarding/people/store.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { movesOf } from '../../../src/foundation/db/directory.ts';
import { inParts } from '../../../src/foundation/db/records.ts';
import { tracing, withoutCell } from '../../harness/cells.ts';
import { eventsFor } from '../../harness/events.ts';
import { fileOf, importCsv } from '../../harness/imports.ts';
import { register } from '../../harness/mail.ts';
import { as, at, newUser, now, runCron, uniqueEmail } from '../../harness/service.ts';
import { carrying, confirm, restore } from '../../tenants/auth/addresses/people.ts';
import { answer } from '../../tenants/auth/identity-changes/people.ts';
import { mailedToken } from '../../tenants/auth/one-time/links.ts';
import {
	entryOf,
	hire,
	holdersAmong,
	inCell,
	inD1,
	leaverOf,
	type Placed,
	storageOf,
	userIdOf,
} from './people.ts';

const NOON = '2023-03-07T12:00:00.000Z';

let one: Placed;
let two: Placed;
let home: Placed;
let all: Placed[];

beforeAll(async () => {
	all = [one, two, home] = [await inCell(), await inCell(), await inD1()];
});
beforeEach(() => at(NOON));

const TAKEN = {
	status: 409,
	body: { code: 'email_taken', detail: 'This e-mail address is already in use.' },
};

/** Returns where somebody has the address. All databases and the directory must agree. */
async function placeOf(address: string): Promise<string> {
	const [holder, ...others] = await holdersAmong(all, address);
	expect(others).toEqual([]);
	const entry = await entryOf(address);
	expect(entry).toEqual(
		holder === undefined || holder.cell === null ? null : { cell: holder.cell, claim: null },
	);
	return holder === undefined ? 'nowhere' : (['one', 'two', 'home'][all.indexOf(holder)] ?? '');
}

describe('an address of somebody', () => {
	test.each(['one', 'two', 'home'] as const)('in %s is taken everywhere', async (name) => {
		const email = uniqueEmail();
		expect(await hire({ one, two, home }[name], email)).toMatchObject({ status: 201 });
		for (const company of all) {
			for (const query of ['?dryRun=true', ''])
				expect(await hire(company, email, {}, query)).toMatchObject(TAKEN);
		}
		expect(await placeOf(email)).toBe(name);
	});

	test('is compared in lower case', async () => {
		const email = uniqueEmail();
		await hire(one, email.toUpperCase());
		expect(await hire(home, email)).toMatchObject(TAKEN);
		expect(await placeOf(email)).toBe('one');
	});

	test('is taken for users without an employee record as well', async () => {
		const [email, platform] = [uniqueEmail(), await newUser(['PLATFORM_ADMIN'])];
		await hire(two, email);
		const user = { email, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [home.id] };
		expect(await as(home.admin).post('/users', user)).toMatchObject(TAKEN);
		expect(await as(platform).post('/users', user)).toMatchObject(TAKEN);
		const own = { ...user, manageableCompanyIds: [one.id] };
		expect(await as(one.admin).post('/users', own)).toMatchObject(TAKEN);
		expect(await placeOf(email)).toBe('two');
	});

	test('is found 100 times in 15 minutes, whichever database it is in', async () => {
		for (const [asked, holder] of [
			[one, two],
			[one, home],
			[home, one],
		] as const) {
			const email = uniqueEmail();
			await hire(holder, email);
			expect(await hire(asked, email)).toMatchObject(TAKEN);
			await storageOf(asked)
				.prepare(`UPDATE login_attempts SET attempts = 99 WHERE key = 'email_taken ' || ?`)
				.bind(asked.admin.userId)
				.run();
			expect(await hire(asked, email)).toMatchObject(TAKEN);
			for (const wanted of [email, uniqueEmail()]) {
				expect(await hire(asked, wanted)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
			}
			await storageOf(asked).prepare('DELETE FROM login_attempts').run();
		}
	});

	test('is refused after what a company would be refused otherwise', async () => {
		const email = uniqueEmail();
		await hire(home, email);
		const foreign = await as(one.admin).post('/employees', { email, companyId: two.id });
		expect(foreign).toMatchObject({ status: 400, body: { code: 'unknown_company' } });
	});

	test('goes to exactly one of those who want it at the same time', async () => {
		const email = uniqueEmail();
		const asked = [one, two, home, one, two, home];
		const answers = await Promise.all(asked.map((company) => hire(company, email)));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
		const winner = answers.findIndex(({ status }) => status === 201);
		expect(await placeOf(email)).toBe(['one', 'two', 'home'][winner % 3]);
	});
});

describe('an employee in a cell', () => {
	test('is created in two round trips before the response and one after it', async () => {
		await as(one.admin).get('/auth/me');
		const { bindings, trips } = tracing();
		expect(await hire(one, uniqueEmail(), {}, '', bindings)).toMatchObject({ status: 201 });
		expect(trips).toEqual(['D1', 'cell', 'D1']);
	});

	test('is previewed without a reservation', async () => {
		const email = uniqueEmail();
		expect(await hire(one, email, {}, '?dryRun=true')).toMatchObject({ status: 200 });
		expect(await placeOf(email)).toBe('nowhere');
	});

	test('leaves nothing reserved when the cell refuses', async () => {
		const email = uniqueEmail();
		await hire(one, uniqueEmail(), { personnelNumber: '4711' });
		expect(await hire(one, email, { personnelNumber: '4711' })).toMatchObject({
			status: 409,
			body: { code: 'personnel_number_taken' },
		});
		expect(await placeOf(email)).toBe('nowhere');
		expect(await hire(two, email)).toMatchObject({ status: 201 });
	});

	test('may be a user of the company', async () => {
		const email = uniqueEmail();
		const user = { email, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [one.id] };
		expect(await as(one.admin).post('/users', user)).toMatchObject({ status: 201 });
		expect(await hire(one, email)).toMatchObject({ status: 201 });
		expect(await placeOf(email)).toBe('one');
	});

	test('frees the old address by a new one, and takes the new one', async () => {
		const [before, after] = [uniqueEmail(), uniqueEmail()];
		const { body } = await hire(one, before);
		const path = `/users/${await userIdOf(one, body.employeeId)}`;
		expect(await as(one.admin).put(path, { email: after })).toMatchObject({ status: 200 });
		expect([await placeOf(before), await placeOf(after)]).toEqual(['nowhere', 'one']);
		expect(await hire(home, before)).toMatchObject({ status: 201 });
		expect(await as(one.admin).put(path, { email: before })).toMatchObject(TAKEN);
		expect([await placeOf(before), await placeOf(after)]).toEqual(['home', 'one']);
		expect(await as(one.admin).put(path, { firstName: 'Ada' })).toMatchObject({ status: 200 });
	});

	test('in D1 takes no address from a cell by a change', async () => {
		const [email, own] = [uniqueEmail(), uniqueEmail()];
		await hire(two, email);
		const { body } = await hire(home, own);
		const path = `/users/${await userIdOf(home, body.employeeId)}`;
		expect(await as(home.admin).put(path, { email })).toMatchObject(TAKEN);
		expect([await placeOf(email), await placeOf(own)]).toEqual(['two', 'home']);
	});

	test('gets a new address by the link in a mail, and the old one back, unless somebody has it', async () => {
		const [before, after, taken] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
		const { body } = await hire(one, before);
		const userId = await userIdOf(one, body.employeeId);
		await storageOf(one)
			.prepare(
				"UPDATE users SET date_registered = 1, date_proven = 1, proof = 'MAIL', revision = revision + 1 WHERE id = ?",
			)
			.bind(userId)
			.run();
		const proposed = async (email: string) => {
			expect(await as(one.admin, carrying()).put(`/users/${userId}`, { email })).toMatchObject({
				status: 200,
			});
			const agreement = await mailedToken(userId, 'address_agreement', storageOf(one));
			expect(await answer(agreement)).toMatchObject({ status: 200, body: { waitsFor: ['NEW_MAILBOX'] } });
			return mailedToken(userId, 'address_proof', storageOf(one));
		};
		expect(await confirm(await proposed(after))).toMatchObject({ status: 200 });
		expect([await placeOf(before), await placeOf(after)]).toEqual(['nowhere', 'one']);
		const back = await mailedToken(userId, 'address_changed', storageOf(one));
		const holder = await hire(home, taken);
		await register(await userIdOf(home, holder.body.employeeId));
		expect(await confirm(await proposed(taken))).toMatchObject(TAKEN);
		expect(await restore(back)).toMatchObject({ status: 200 });
		expect([await placeOf(before), await placeOf(after), await placeOf(taken)]).toEqual([
			'one',
			'nowhere',
			'home',
		]);
	});

	test('wins an address with a proof from somebody in D1 who has not proven it', async () => {
		const [before, wanted] = [uniqueEmail(), uniqueEmail()];
		const { body } = await hire(one, before);
		const userId = await userIdOf(one, body.employeeId);
		await storageOf(one)
			.prepare(
				"UPDATE users SET date_registered = 1, date_proven = 1, proof = 'MAIL', revision = revision + 1 WHERE id = ?",
			)
			.bind(userId)
			.run();
		await as(one.admin, carrying()).put(`/users/${userId}`, { email: wanted });
		await answer(await mailedToken(userId, 'address_agreement', storageOf(one)));
		const loser = await userIdOf(home, (await hire(home, wanted)).body.employeeId);
		expect(await confirm(await mailedToken(userId, 'address_proof', storageOf(one)))).toMatchObject({
			status: 200,
		});
		expect(await placeOf(wanted)).toBe('one');
		expect((await as(home.admin).get(`/users/${loser}`)).body).toMatchObject({ hasLostAddress: true });
		const events = await eventsFor(home.admin, `subject=${loser}&type=user.address_lost`);
		expect(events).toMatchObject([{ after: { email: wanted } }]);
	});

	test('frees the address by an erasure', async () => {
		const email = uniqueEmail();
		const { employeeId } = await leaverOf(one, email);
		await storageOf(one).prepare('UPDATE companies SET retention_months = 0').run();
		const platform = await newUser(['PLATFORM_ADMIN'], [], uniqueEmail(), one.cell ?? '');
		expect(await as(platform).post(`/employees/${employeeId}/erasure`)).toMatchObject({ status: 200 });
		expect(await placeOf(email)).toBe('nowhere');
		expect(await hire(two, email)).toMatchObject({ status: 201 });
	});
});

describe('the address of somebody who has left', () => {
	test.each([
		['one', 'two'],
		['one', 'home'],
		['home', 'two'],
	] as const)('%s passes to %s, with the event there', async (from, to) => {
		const [old, next] = [{ one, two, home }[from], { one, two, home }[to]];
		const email = uniqueEmail();
		const { userId } = await leaverOf(old, email);
		expect(await hire(next, email, {}, '?dryRun=true')).toMatchObject({ status: 200 });
		expect(await placeOf(email)).toBe(from);
		expect(await hire(next, email, { personnelNumber: 'x'.repeat(300) })).toMatchObject({ status: 400 });
		expect(await placeOf(email)).toBe(from);
		expect(await hire(next, email)).toMatchObject({ status: 201 });
		expect(await placeOf(email)).toBe(to);
		const events = await eventsFor(old.admin, `subject=${userId}&type=user.address_lost`);
		expect(events).toMatchObject([{ after: { email }, actor: { userId: null } }]);
	});

	test('stays where the new employee would be refused', async () => {
		const email = uniqueEmail();
		await leaverOf(one, email);
		for (const next of [two, home]) {
			await hire(next, uniqueEmail(), { personnelNumber: '0815' });
			expect(await hire(next, email, { personnelNumber: '0815' })).toMatchObject({
				status: 409,
				body: { code: 'personnel_number_taken' },
			});
		}
		expect(await placeOf(email)).toBe('one');
	});

	test('does not pass to a user without an employee record', async () => {
		const email = uniqueEmail();
		await leaverOf(one, email);
		const user = { email, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [home.id] };
		expect(await as(home.admin).post('/users', user)).toMatchObject(TAKEN);
		expect(await placeOf(email)).toBe('one');
	});
});

/** Runs something whose retries wait for nothing, and returns how many milliseconds they would have waited. */
async function waitedBy(work: () => Promise<unknown>): Promise<number> {
	const wait = setTimeout;
	let waited = 0;
	const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
		end: (...given: unknown[]) => void,
		ms: number,
		...given: unknown[]
	) => {
		if (given.length === 0) return wait(end, ms);
		waited += ms;
		queueMicrotask(() => end(...given));
		return 0;
	}) as never);
	await work();
	spy.mockRestore();
	return waited;
}

describe('an import', () => {
	const LONG_DOMAIN = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
	const rowsOf = (emails: readonly string[]) => fileOf('email', ...emails);

	test('reserves the addresses of 1,000 people in one round trip', async () => {
		const emails = Array.from({ length: 1000 }, uniqueEmail);
		await as(one.admin).get('/auth/me');
		const { bindings, trips } = tracing();
		const path = `/companies/${one.id}/employees/import`;
		const type = { 'Content-Type': 'text/csv' };
		const answer = await as(one.admin, bindings).send('POST', path, rowsOf(emails), type);
		expect(answer).toMatchObject({ status: 200, body: { created: 1000 } });
		expect(trips.filter((name) => name === 'D1')).toHaveLength(2);
		const query = `SELECT count(*) AS entries FROM addresses WHERE cell = ? AND claim IS NULL
			AND address IN (SELECT value FROM json_each(?))`;
		const entries = env.DB.prepare(query).bind(one.cell, JSON.stringify(emails));
		expect(await entries.first('entries')).toBe(1000);
	}, 60_000);

	test('reserves more addresses than one value can hold, or none of them', async () => {
		const emails = Array.from({ length: 5200 }, (_, n) => `${String(n).padStart(60, 'x')}@${LONG_DOMAIN}`);
		const db = databaseOf(env, one.cell);
		const dates = { dateCreated: now(), dateModified: now() };
		const inserted = (some: readonly string[]) =>
			insertUsers(
				db,
				some.map((email) => ({ id: newId(now()), ...dates, email, roles: ['EMPLOYEE'], waits: false })),
				async () => ({ freed: [], statements: [] }),
			);
		await hire(home, emails.at(-1) ?? '');
		const all = inserted(emails);
		expect(inParts(movesOf(all))).toHaveLength(2);
		await expect(commit(db, all)).rejects.toThrow('users.email_key');
		const entries = env.DB.prepare(`SELECT count(*) AS n FROM addresses WHERE address LIKE 'xxxxxxxxxx%'`);
		expect(await entries.first('n')).toBe(0);
		await commit(db, inserted(emails.slice(0, -1)));
		expect(await entries.first('n')).toBe(5199);
		const users = storageOf(one).prepare(`SELECT count(*) AS n FROM users WHERE email LIKE 'xxxxxxxxxx%'`);
		expect(await users.first('n')).toBe(5199);
	});

	test.each(['two', 'home'] as const)(
		'into %s names the rows whose address somebody elsewhere has',
		async (name) => {
			const company = { two, home }[name];
			const [free, inOne, left, own] = Array.from({ length: 4 }, uniqueEmail) as [
				string,
				string,
				string,
				string,
			];
			await hire(one, inOne);
			await leaverOf(one, left);
			await hire(company, own);
			await storageOf(company).prepare('DELETE FROM login_attempts').run();
			const file = rowsOf([free, inOne, left, own]);
			const dry = await importCsv(company, file, 'partial=true&dryRun=true');
			expect(dry.body).toMatchObject({ created: 2, refused: 1, unchanged: 1 });
			const whole = await importCsv(company, file);
			expect(whole).toMatchObject({ status: 409, body: { errors: [{ code: 'email_taken' }] } });
			expect(await placeOf(left)).toBe('one');
			const part = await importCsv(company, file, 'partial=true');
			expect(part.body).toMatchObject({ created: 2, refused: 1, unchanged: 1 });
			expect([await placeOf(free), await placeOf(inOne), await placeOf(left)]).toEqual([name, 'one', name]);
			const counted = await storageOf(company)
				.prepare(`SELECT attempts FROM login_attempts WHERE key = 'email_taken ' || ?`)
				.bind(company.admin.userId)
				.first('attempts');
			expect(counted).toBe(3);
		},
	);
});

test('SCIM creates people in a cell, changes their addresses, and says which are taken', async () => {
	const [taken, first, second] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
	await hire(home, taken);
	const scim = (method: string, path: string, address: string) =>
		as(one.admin).send(
			method,
			`/scim/v2${path}`,
			{ userName: address, emails: [{ value: address, primary: true }] },
			{ 'Content-Type': 'application/scim+json' },
		);
	expect(await scim('POST', '/Users', taken)).toMatchObject({
		status: 409,
		body: { scimType: 'uniqueness' },
	});
	const { body } = await scim('POST', '/Users', first);
	expect(await placeOf(first)).toBe('one');
	expect(await scim('PUT', `/Users/${body.id}`, taken)).toMatchObject({ status: 409 });
	expect(await scim('PUT', `/Users/${body.id}`, second)).toMatchObject({ status: 200 });
	expect([await placeOf(first), await placeOf(second)]).toEqual(['nowhere', 'one']);
});

describe('an entry that an interrupted attempt leaves', () => {
	const SINCE = Date.parse(NOON);
	const left = (address: string, claim: string | null = 'a claim') =>
		env.DB.prepare('INSERT INTO addresses VALUES (?, ?, ?, ?, ?)')
			.bind(address, one.cell, 'somebody', claim, SINCE)
			.run();

	test.each(['one', 'two', 'home'] as const)(
		'is waited for, and settled by a request in %s after two seconds',
		async (name) => {
			const [email, company] = [uniqueEmail(), { one, two, home }[name]];
			await left(email);
			at('2023-03-07T12:00:02.000Z');
			expect(await hire(company, email)).toMatchObject({ status: 201 });
			expect(await placeOf(email)).toBe(name);
		},
	);

	test('is settled by a request that has waited two seconds', async () => {
		const email = uniqueEmail();
		await left(email);
		const waited = await waitedBy(async () => expect(await hire(two, email)).toMatchObject({ status: 201 }));
		expect(waited).toBeGreaterThan(1500);
	});

	test('is settled where clocks differ by an hour', async () => {
		const email = uniqueEmail();
		await left(email);
		at('2023-03-07T11:00:00.000Z');
		expect(await hire(home, email)).toMatchObject({ status: 201 });
	});

	test('is settled by the cron, which asks the cell', async () => {
		const [gone, held] = [uniqueEmail(), uniqueEmail()];
		await left(gone);
		await hire(one, held);
		await env.DB.prepare(`UPDATE addresses SET claim = 'another' WHERE address = ?`).bind(held).run();
		expect((await runCron('2023-03-07T13:00:00.000Z')).settleAddresses).toBe(2);
		expect([await placeOf(gone), await placeOf(held)]).toEqual(['nowhere', 'one']);
	});

	test('stays in doubt while its cell cannot be reached, and all others are settled', async () => {
		const [gone, unknown] = [uniqueEmail(), uniqueEmail()];
		await left(unknown);
		await env.DB.prepare('INSERT INTO addresses VALUES (?, ?, ?, ?, ?)')
			.bind(gone, two.cell, 'somebody', 'a later claim', SINCE + 1)
			.run();
		const bindings = withoutCell(one.cell ?? '');
		at('2023-03-07T13:00:00.000Z');
		const { failed } = await runDueJobs(bindings, Date.parse('2023-03-07T13:00:00.000Z'));
		expect(Object.keys(failed)).toEqual(['settleAddresses']);
		expect([await placeOf(gone), await entryOf(unknown)]).toEqual([
			'nowhere',
			{ cell: one.cell, claim: 'a claim' },
		]);
		const refused = await hire(home, unknown, {}, '', bindings);
		expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
		expect((await runCron('2023-03-07T14:00:00.000Z')).settleAddresses).toBe(1);
		expect(await placeOf(unknown)).toBe('nowhere');
	});

	test('does not block an address that the cell does not know, as after a restore', async () => {
		const [first, second] = [uniqueEmail(), uniqueEmail()];
		await left(first, null);
		await left(second, null);
		expect(await hire(home, first)).toMatchObject({ status: 201 });
		expect(await hire(one, second)).toMatchObject({ status: 201 });
		expect([await placeOf(first), await placeOf(second)]).toEqual(['home', 'one']);
	});
});
