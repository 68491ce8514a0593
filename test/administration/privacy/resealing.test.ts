import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { vaultOf } from '../../../src/foundation/core/vault.ts';
import { newMail } from '../../harness/mail.ts';
import { giveSecondFactor, SECRET } from '../../harness/second-factor.ts';
import { as, newCompany, newEmployee, newUser, now, type TestUser, userOf } from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';

const NEW_KEY = 'a new key of 32 bytes, or even more';
const CHANGED = { ...env, ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_KEY_PREVIOUS: env.ENCRYPTION_KEY };
const AFTERWARDS = { ENCRYPTION_KEY: NEW_KEY };
const LATER = 7 * 86_400_000;

let companyId: string;
let user: TestUser;
let admin: TestUser;
let employee: TestUser;
let mailId: string;
let receipts: string;

beforeEach(async () => {
	const company = await newCompany();
	companyId = company.id;
	const provider = { issuer: 'https://login.test.example', clientId: 'zubrot', clientSecret: 'the secret' };
	await as(company.admin).put(`/companies/${companyId}/single-sign-on`, { ...provider, domains: [] });
	const employeeId = await newEmployee(company);
	receipts = `/employees/${employeeId}/flex/receipt-address`;
	admin = company.admin;
	employee = await userOf(employeeId);
	await as(employee).post(receipts);
	user = await newUser(['EMPLOYEE']);
	await giveSecondFactor(user.userId);
	mailId = await newMail(user.userId, { token: 'the token' });
	await env.DB.prepare('UPDATE mails SET date_due = ? WHERE id = ?')
		.bind(now() + LATER, mailId)
		.run();
});

const sealed = async () => ({
	provider: await column('SELECT client_secret FROM identity_providers WHERE company_id = ?', companyId),
	factor: await column('SELECT secret FROM second_factors WHERE user_id = ?', user.userId),
	mail: await column('SELECT sealed FROM mails WHERE id = ?', mailId),
});
const column = async (query: string, id: string) =>
	String(Object.values((await env.DB.prepare(query).bind(id).first()) ?? {})[0]);

test('values of the previous key are encrypted again, once, and need no previous key afterwards', async () => {
	const before = await sealed();
	const { handled } = await runDueJobs(CHANGED, now());
	expect(handled.resealSecrets).toBeGreaterThanOrEqual(3);
	const after = await sealed();
	const vault = vaultOf(AFTERWARDS);
	expect(await vault.open(after.provider, `sso ${companyId}`)).toBe('the secret');
	expect(await vault.open(after.factor, `totp ${user.userId}`)).toBe(SECRET);
	expect(await vault.open(after.mail, `mail ${mailId}`)).toBe('the token');
	for (const name of ['provider', 'factor', 'mail'] as const) expect(after[name]).not.toBe(before[name]);

	expect((await runDueJobs(CHANGED, now())).handled.resealSecrets).toBe(0);
	expect(await sealed()).toEqual(after);
});

test('an address for receipts stays the same under the new key', async () => {
	const { body } = await as(employee).get(receipts);
	await runDueJobs(CHANGED, now());
	expect((await as(employee, { ...env, ...AFTERWARDS }).get(receipts)).body).toEqual(body);
});

test('the seed of a sample stays the one that its commitment names', async () => {
	const rule = { maxAmount: { value: 1000, currency: 'EUR_CENT' } };
	await as(admin).put(`/companies/${companyId}/flex/approval-rules/INTERNET`, rule);
	await runDueJobs(CHANGED, now());
	await runDueJobs({ ...CHANGED, ENCRYPTION_KEY_PREVIOUS: undefined } as never, now() + 62 * 86_400_000);
	const month = new Date(now()).toISOString().slice(0, 7);
	const report = `/companies/${companyId}/flex/approval-report?month=${month}`;
	const { commitment, seed } = (await as(admin).get(report)).body.seed;
	expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(commitment);
});

test('without a previous key, or with the same one, nothing is touched', async () => {
	const before = await readState();
	for (const bindings of [env, { ...env, ENCRYPTION_KEY_PREVIOUS: env.ENCRYPTION_KEY }]) {
		expect((await runDueJobs(bindings, now())).handled.resealSecrets).toBe(0);
	}
	const { second_factors, identity_providers } = await readState();
	expect({ second_factors, identity_providers }).toEqual({
		second_factors: before.second_factors,
		identity_providers: before.identity_providers,
	});
});

test('a changed text fails the job, which encrypts all others again', async () => {
	const broken = (await sealed()).factor.slice(0, -4).concat('AAAA');
	await env.DB.prepare('UPDATE second_factors SET secret = ? WHERE user_id = ?')
		.bind(broken, user.userId)
		.run();
	const { failed } = await runDueJobs(CHANGED, now());
	expect(String(failed.resealSecrets)).toContain('1 encrypted values cannot be opened');
	const after = await sealed();
	expect(after.factor).toBe(broken);
	expect(await vaultOf(AFTERWARDS).open(after.mail, `mail ${mailId}`)).toBe('the token');
	await env.DB.prepare('DELETE FROM second_factors WHERE user_id = ?').bind(user.userId).run();
});
