import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { browse, visitOf } from '../../../harness/console.ts';
import { eventsFor } from '../../../harness/events.ts';
import { fileOf, importCsv } from '../../../harness/imports.ts';
import { postOffice } from '../../../harness/mail.ts';
import {
	as,
	at,
	call,
	newAddress,
	newCompany,
	newUser,
	openSession,
	restart,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../../harness/service.ts';
import {
	logIn,
	mailedToken,
	mailsTo,
	PASSWORD,
	register,
	renew,
	requestReset,
	userOfEmployee,
} from '../one-time/links.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const A_MINUTE_LATER = '2023-03-07T12:01:00.000Z';

let address: string;
let attacker: TestCompany;
let bank: TestCompany;
let operator: TestUser;

beforeEach(async () => {
	at(NOON);
	address = uniqueEmail();
	[attacker, bank, operator] = [await newCompany(), await newCompany(), await newUser(['PLATFORM_ADMIN'])];
});

/** A service whose links people pass on. */
const NOT_CARRIED = { ...env, MAIL_FROM: '' };

const carrying = (user: TestUser) => as(user, postOffice().bindings);
const create = (company: TestCompany, fields: object = {}) =>
	carrying(company.admin).post('/employees', { email: address, companyId: company.id, ...fields });

interface Hired {
	company: TestCompany;
	employeeId: string;
	userId: string;
}

async function hire(company: TestCompany, fields: object = {}): Promise<Hired> {
	const { status, body } = await create(company, fields);
	expect(status).toBe(201);
	return { company, employeeId: body.employeeId, userId: (await userOfEmployee(body.employeeId)).userId };
}

const codeFor = async ({ company, employeeId }: Hired): Promise<string> =>
	(await as(company.admin).post(`/employees/${employeeId}/invitation/letter`)).body.code;
const registerByCode = async (hired: Hired, password = PASSWORD) => register(await codeFor(hired), password);
const registerByMail = async ({ userId }: Hired, password = PASSWORD) =>
	register(await mailedToken(userId), password);
const userIs = async ({ userId }: Hired) => (await as(operator).get(`/users/${userId}`)).body;
const meOf = async (token: string) =>
	(await call('GET', '/auth/me', undefined, { Authorization: `Bearer ${token}` })).body;
const keyOf = ({ userId }: Hired) =>
	env.DB.prepare('SELECT email_key FROM users WHERE id = ?').bind(userId).first<string>('email_key');

const REFUSED = { status: 409, body: { code: 'address_registered' } };
const OTHER_PASSWORD = 'the bank has another password';

describe('an attacker has registered the address of the director with a printed code', () => {
	let squatter: Hired;
	let session: TestUser;

	beforeEach(async () => {
		squatter = await hire(attacker, { skipSendRegistrationEmail: true });
		expect((await registerByCode(squatter)).status).toBe(200);
		session = await openSession(squatter.userId);
	});

	test('and the bank creates and invites its director, and also sees that in a preview', async () => {
		const preview = await carrying(bank.admin).post('/employees?dryRun=true', {
			email: address,
			companyId: bank.id,
		});
		expect(preview.status).toBe(200);
		const director = await hire(bank);
		expect(await mailsTo(director.userId)).toEqual(['invitation']);
		expect((await as(bank.admin).get(`/employees/${director.employeeId}`)).body.email).toBe(address);
		// Nothing has happened to the other account yet.
		expect((await as(session).get('/auth/me')).status).toBe(200);
		expect(await userIs(squatter)).toMatchObject({ dateRegistered: NOON, hasLostAddress: false });
	});

	test('and the link of the director wins: the session of the attacker ends, and its administrator reads why', async () => {
		const director = await hire(bank);
		at(A_MINUTE_LATER);
		const registered = await registerByMail(director, OTHER_PASSWORD);
		expect(registered.status).toBe(200);
		restart();
		expect((await as(session).get('/auth/me')).status).toBe(401);
		expect((await logIn(address)).status).toBe(401);
		const { body } = await logIn(address, OTHER_PASSWORD);
		expect(await meOf(body.idToken)).toMatchObject({ employeeId: director.employeeId, companyId: bank.id });
		expect(await userIs(director)).toMatchObject({ dateProven: A_MINUTE_LATER, proof: 'MAIL' });
		expect(await keyOf(director)).toBe(address);

		at('2023-03-07T12:02:00.000Z');
		expect(await userIs(squatter)).toMatchObject({
			email: address,
			dateRegistered: null,
			dateProven: null,
			hasLostAddress: true,
		});
		expect(await mailsTo(attacker.admin.userId)).toEqual(['address_lost']);
		expect(await mailsTo(bank.admin.userId)).toEqual([]);
		const told = await eventsFor(attacker.admin, `subject=${squatter.userId}&type=user.address_lost`);
		expect(told).toMatchObject([{ after: { email: address } }]);
		expect(JSON.stringify(told)).not.toContain(director.userId);
		expect(JSON.stringify(await eventsFor(bank.admin))).not.toContain(squatter.userId);
	});

	test('and the pages of both companies say what is so one minute later', async () => {
		const director = await hire(bank);
		const before = await browse(await visitOf(attacker.admin)).get(`/people/${squatter.employeeId}`);
		expect(before.body).not.toContain('belongs to somebody else');
		await registerByMail(director);
		at(A_MINUTE_LATER);
		const [theirs, ours, operators] = [
			browse(await visitOf(attacker.admin)),
			browse(await visitOf(bank.admin)),
			browse(await visitOf(operator)),
		];
		for (const [visit, path] of [
			[theirs, `people/${squatter.employeeId}`],
			[theirs, `people/${squatter.employeeId}/invitation`],
			[operators, `platform/users/${squatter.userId}`],
		] as const) {
			const page = await visit.get(`/${path}`);
			expect(page.status).toBe(200);
			expect(page.body).toMatch(/belongs to somebody else|Somebody else has proven the e-mail address/);
		}
		const page = await ours.get(`/people/${director.employeeId}`);
		expect(page.body).not.toContain('somebody else');
		expect((await theirs.get(`/history?subject=${squatter.userId}`)).body).toContain(
			'belongs to somebody else now',
		);
	});

	test('and a code of the bank is refused with the remedy, and so is a link that somebody handed over', async () => {
		const director = await hire(bank, { skipSendRegistrationEmail: true });
		const refused = await registerByCode(director);
		expect(refused).toMatchObject(REFUSED);
		expect(refused.body.detail).toMatch(/link from a mail to it.*operator/);
		const { body } = await as(bank.admin, NOT_CARRIED).post(`/employees/${director.employeeId}/invitation`);
		expect(body.link).toBeTruthy();
		expect(await register(new URL(body.link).hash.slice(1))).toMatchObject(REFUSED);
		expect((await as(session).get('/auth/me')).status).toBe(200);
		expect(await userIs(director)).toMatchObject({ dateRegistered: null, dateProven: null });
		// The link of the mail still works, although the code did not.
		await carrying(bank.admin).post(`/employees/${director.employeeId}/invitation`);
		expect((await registerByMail(director)).status).toBe(200);
	});

	test('and the operator proves the address of the director with a password', async () => {
		const director = await hire(bank);
		const set = await as(operator).put(`/users/${director.userId}`, { password: OTHER_PASSWORD });
		expect(set).toMatchObject({ status: 200, body: { proof: 'OPERATOR', dateProven: NOON } });
		expect((await logIn(address, OTHER_PASSWORD)).status).toBe(200);
		expect((await logIn(address)).status).toBe(401);
		expect(await userIs(squatter)).toMatchObject({ hasLostAddress: true });
	});

	test('and the operator creates the director with a password', async () => {
		const { status, body } = await as(operator).post('/users', {
			email: address,
			roles: ['COMPANY_ADMIN'],
			manageableCompanyIds: [bank.id],
			password: OTHER_PASSWORD,
		});
		expect(status).toBe(201);
		expect(body).toMatchObject({ dateProven: NOON, hasLostAddress: false });
		expect((await logIn(address, OTHER_PASSWORD)).status).toBe(200);
		expect(await userIs(squatter)).toMatchObject({ hasLostAddress: true });
	});

	test('and the bank invites the director as an administrator, who wins the address and the rights', async () => {
		const { status, body } = await carrying(bank.admin).post('/users', {
			email: address,
			roles: ['COMPANY_ADMIN'],
			manageableCompanyIds: [bank.id],
		});
		expect(status).toBe(201);
		expect((await register(await mailedToken(body.id), OTHER_PASSWORD)).status).toBe(200);
		const { body: tokens } = await logIn(address, OTHER_PASSWORD);
		expect(await meOf(tokens.idToken)).toMatchObject({ roles: ['COMPANY_ADMIN'] });
	});

	test('and a reset of the password renews the invitation of the director, and not the account of the attacker', async () => {
		const director = await hire(bank);
		await requestReset(address, postOffice().bindings);
		expect(await mailsTo(director.userId)).toEqual(['invitation', 'invitation']);
		expect(await mailsTo(squatter.userId)).not.toContain('password_reset_unproven');
		expect((await registerByMail(director)).status).toBe(200);
	});

	test('and the director loses nothing when the attacker proves nothing', async () => {
		const director = await hire(bank);
		expect((await registerByMail(director)).status).toBe(200);
		// The record that has lost the address finds no way back to it.
		const again = await as(attacker.admin).put(`/users/${squatter.userId}`, { email: address });
		expect(again.body.hasLostAddress).toBe(true);
		expect(
			await as(attacker.admin).post(`/employees/${squatter.employeeId}/invitation/letter`),
		).toMatchObject({
			body: { code: 'registered_before' },
		});
		expect(await create(attacker)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
	});

	test('and the attacker proves it after all, because the mailbox is the attacker’s', async () => {
		const director = await hire(bank);
		await carrying(attacker.admin).post(`/employees/${squatter.employeeId}/invitation`);
		const token = await mailedToken(squatter.userId, 'proof_requested');
		const proven = await call(
			'POST',
			'/auth/address/proof',
			{ token, password: PASSWORD },
			{ 'CF-Connecting-IP': newAddress() },
		);
		expect(proven.status).toBe(200);
		expect(await userIs(squatter)).toMatchObject({ dateProven: NOON });
		expect(await userIs(director)).toMatchObject({ hasLostAddress: true, dateRegistered: null });
		expect(await mailsTo(bank.admin.userId)).toEqual(['address_lost']);
		// The record was never registered, so its administrator enters another address.
		const another = await carrying(bank.admin).put(`/users/${director.userId}`, { email: uniqueEmail() });
		expect(another).toMatchObject({ status: 200, body: { hasLostAddress: false } });
		expect((await carrying(bank.admin).post(`/employees/${director.employeeId}/invitation`)).status).toBe(
			200,
		);
		expect((await registerByMail(director)).status).toBe(200);
	});

	test('and the database lets nobody register or prove an address while waiting for it', async () => {
		const director = await hire(bank);
		expect(await keyOf(director)).toBe(`${address}#${director.userId}`);
		const set = (fields: string) =>
			env.DB.prepare(`UPDATE users SET ${fields} WHERE id = ?`).bind(director.userId).run();
		await expect(set('date_registered = 1')).rejects.toThrow('stale_revision');
		await expect(set('date_proven = 1')).rejects.toThrow('stale_revision');
		const prove = env.DB.prepare('UPDATE users SET date_proven = 1 WHERE id = ?').bind(squatter.userId).run();
		await expect(prove).rejects.toThrow('address_contested');
	});
});

describe('two companies have created the same address, and nobody has registered', () => {
	let [first, second]: Hired[] = [];
	const both = () => [first, second] as [Hired, Hired];

	beforeEach(async () => {
		first = await hire(attacker);
		second = await hire(bank);
	});

	test('both invitations are valid, and both companies see the address', async () => {
		for (const hired of both()) {
			expect(await mailsTo(hired.userId)).toEqual(['invitation']);
			expect(await userIs(hired)).toMatchObject({ email: address, hasLostAddress: false });
			expect((await renew(await mailedToken(hired.userId))).status).toBe(200);
		}
	});

	test.each([0, 1])(
		'number %d registers first with a code, and the code of the other is refused',
		async (which) => {
			const winner = both()[which] as Hired;
			const other = both()[1 - which] as Hired;
			expect((await registerByCode(winner)).status).toBe(200);
			expect(await registerByCode(other, OTHER_PASSWORD)).toMatchObject(REFUSED);
			const { body } = await logIn(address);
			expect(await meOf(body.idToken)).toMatchObject({ employeeId: winner.employeeId });
			expect(await mailsTo(other.company.admin.userId)).toEqual([]);
		},
	);

	test.each([0, 1])('number %d proves it with the link of a mail, and the other loses it', async (which) => {
		const winner = both()[which] as Hired;
		const other = both()[1 - which] as Hired;
		const token = await mailedToken(other.userId);
		expect((await registerByMail(winner)).status).toBe(200);
		expect(await userIs(other)).toMatchObject({ hasLostAddress: true });
		expect((await register(token)).body.code).toBe('link_not_valid');
		expect(await mailsTo(other.company.admin.userId)).toEqual(['address_lost']);
	});

	test('one of two codes that are used at the same time registers', async () => {
		const codes = await Promise.all(both().map(codeFor));
		const answers = await Promise.all(codes.map((code) => register(code)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	test('one of two links that are used at the same time wins', async () => {
		const tokens = await Promise.all(both().map(({ userId }) => mailedToken(userId)));
		const answers = await Promise.all(tokens.map((token) => register(token)));
		expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
		const users = await Promise.all(both().map(userIs));
		expect(users.filter(({ dateProven }) => dateProven !== null)).toHaveLength(1);
		expect(users.filter(({ hasLostAddress }) => hasLostAddress)).toHaveLength(1);
	});

	test('the link of a mail wins over a code that is used at the same time', async () => {
		const [one, other] = both();
		const code = await codeFor(one);
		const token = await mailedToken(other.userId);
		await Promise.all([register(code), register(token)]);
		expect(await userIs(other)).toMatchObject({ dateProven: NOON });
		expect(await userIs(one)).toMatchObject({ dateRegistered: null, hasLostAddress: true });
	});

	test('inside one company the address stays unique, however it is entered', async () => {
		const TAKEN = { status: 409, body: { code: 'email_taken' } };
		for (const { company } of both()) {
			expect(await create(company)).toMatchObject(TAKEN);
			expect(
				await as(company.admin).post('/users', {
					email: address,
					roles: ['COMPANY_ADMIN'],
					manageableCompanyIds: [company.id],
				}),
			).toMatchObject(TAKEN);
			const id = await employeeOf(company, uniqueEmail());
			expect(await as(company.admin).put(`/users/${id}`, { email: address })).toMatchObject(TAKEN);
			const { body } = await importCsv(company, fileOf('personnelNumber;email', `7;${address}`));
			expect(JSON.stringify(body)).not.toContain('CREATED');
		}
	});

	test('a third company has it too, by an import and for somebody who has not registered', async () => {
		const third = await newCompany();
		const file = fileOf('personnelNumber;email', `7;${address}`);
		expect((await importCsv(third, file)).status).toBe(200);
		const fourth = await newCompany();
		const id = await employeeOf(fourth, uniqueEmail());
		expect((await carrying(fourth.admin).put(`/users/${id}`, { email: address })).status).toBe(200);
		expect((await registerByMail(second as Hired)).status).toBe(200);
		for (const company of [attacker, third, fourth])
			expect(await mailsTo(company.admin.userId)).toEqual(['address_lost']);
		expect(await userIs(second as Hired)).toMatchObject({ dateProven: NOON });
	});

	test('an address gets at most five invitations on a day from all companies together', async () => {
		const [one, other] = both();
		const invite = ({ company, employeeId }: Hired) =>
			carrying(company.admin).post(`/employees/${employeeId}/invitation`);
		for (const hired of [one, other, one]) expect((await invite(hired)).status).toBe(200);
		expect(await invite(other)).toMatchObject({ body: { code: 'too_many_invitations' } });
	});

	test('the operator finds both, and so does a search', async () => {
		const { body } = await as(operator).get(`/employees?email=${address}`);
		expect(body.map(({ employeeId }: Hired) => employeeId).sort()).toEqual(
			both()
				.map(({ employeeId }) => employeeId)
				.sort(),
		);
		expect((await as(bank.admin).get(`/employees?email=${address}`)).body).toHaveLength(1);
	});

	test('the erased record of one does not concern the other', async () => {
		const [one, other] = both();
		expect((await as(operator).post(`/users/${other.userId}/erasure`)).status).toBeLessThan(500);
		expect((await registerByMail(one)).status).toBe(200);
	});
});

const employeeOf = async ({ admin, id }: TestCompany, email: string): Promise<string> => {
	const { body } = await as(admin).post('/employees', {
		email,
		companyId: id,
		skipSendRegistrationEmail: true,
	});
	return (await userOfEmployee(body.employeeId)).userId;
};

describe('a leaver who has proven the address', () => {
	const LEAVING = '2023-03-20T00:00:00.000Z';
	let leaver: Hired;

	beforeEach(async () => {
		leaver = await hire(attacker);
		expect((await registerByMail(leaver)).status).toBe(200);
		await as(attacker.admin).put(`/employees/${leaver.employeeId}`, { dateTerminated: LEAVING });
	});

	test('keeps it until the next company’s link is used, and not only typed', async () => {
		expect(await create(bank)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
		at(LEAVING);
		const next = await hire(bank);
		expect((await logIn(address)).status).toBe(200);
		expect((await registerByMail(next, OTHER_PASSWORD)).status).toBe(200);
		expect((await logIn(address)).status).toBe(401);
		expect((await logIn(address, OTHER_PASSWORD)).status).toBe(200);
		expect(await userIs(leaver)).toMatchObject({ hasLostAddress: true, email: address });
		expect(await mailsTo(attacker.admin.userId)).toEqual(['address_lost']);
	});

	test('does not lose it to a printed code', async () => {
		at(LEAVING);
		expect(await registerByCode(await hire(bank))).toMatchObject(REFUSED);
		expect((await logIn(address)).status).toBe(200);
	});

	test('is hired again by the same company, with the same account and password', async () => {
		at(LEAVING);
		const next = await hire(bank);
		const back = await as(attacker.admin).put(`/employees/${leaver.employeeId}`, { dateTerminated: null });
		expect(back.status).toBe(200);
		expect((await logIn(address)).status).toBe(200);
		// The other company’s link comes too late: the person works for the first one again.
		expect(await registerByMail(next)).toMatchObject(REFUSED);
		expect(await userIs(leaver)).toMatchObject({ hasLostAddress: false });
	});
});
