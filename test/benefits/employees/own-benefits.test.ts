import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { bearing, newApiKey } from '../../harness/keys.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	restart,
	type TestUser,
	userOf,
} from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';

const budget = { value: 100_000_000, currency: 'EUR_CENT' };
const startDate = '2023-04-01T00:00:00.000Z';
const endDate = '2023-12-31T23:59:59.999Z';

let companyId: string;
let employeeId: string;
let planId: string;
let oneself: TestUser;
let colleagueId: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	const company = await newCompany();
	companyId = company.id;
	[employeeId, colleagueId] = [await newEmployee(company), await newEmployee(company)];
	const planned = await as(company.admin).put(`/employees/${employeeId}/goodies/budget`, {
		budget,
		startDate,
	});
	planId = planned.body[0].id;
	oneself = await userOf(employeeId);
});

async function become(role: Role): Promise<void> {
	await env.DB.batch([
		env.DB.prepare('UPDATE users SET roles = ? WHERE id = ?').bind(`["EMPLOYEE","${role}"]`, oneself.userId),
		env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(oneself.userId, companyId),
	]);
	restart();
}

/** Everything that gives or takes a benefit of an employee. */
const WRITES: [string, string, (id: string) => string, object][] = [
	[
		'set access',
		'PUT',
		(id) => `/employees/${id}/flex/access`,
		{ budget, accumulateBudget: true, startDate },
	],
	['end access', 'DELETE', (id) => `/employees/${id}/flex/access`, { endDate }],
	['set a budget', 'PUT', (id) => `/employees/${id}/goodies/budget`, { budget, startDate }],
	['set default access', 'PUT', (id) => `/employees/${id}/goodies/default-access`, { startDate }],
	['end plans', 'DELETE', (id) => `/employees/${id}/goodies/planned-vouchers`, { endDate }],
	['pause', 'PUT', (id) => `/employees/${id}`, { datePausedStart: startDate }],
	['terminate', 'PUT', (id) => `/employees/${id}`, { dateTerminated: endDate }],
];
const MANAGERS: Role[] = ['PLATFORM_ADMIN', 'COMPANY_ADMIN', 'TECHNICAL_USER'];
const cases = MANAGERS.flatMap((role) => WRITES.map(([what, ...write]) => ({ role, what, write })));

describe('nobody grants oneself:', () => {
	test.each(cases)(
		'a $role who is an employee may not $what, also not to try it',
		async ({ role, write }) => {
			await become(role);
			const [method, pathOf, body] = write;
			const state = { ...(await readState()), access_events: [], sqlite_sequence: [] };
			for (const query of ['', '?dryRun=true']) {
				const answer = await as(oneself).send(method, pathOf(employeeId) + query, body);
				expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
			}
			expect({ ...(await readState()), access_events: [], sqlite_sequence: [] }).toEqual(state);
			expect((await as(oneself).send(method, pathOf(colleagueId), body)).status).toBe(200);
		},
	);

	test.each(WRITES)('nor by an API key that one has made: %s', async (_, method, pathOf, body) => {
		await become('COMPANY_ADMIN');
		const operations = [
			...['setAccess', 'revokeAccess', 'setMonthlyBudget', 'setDefaultAccess', 'revokePlannedVouchers'],
			'updateEmployee',
		];
		const { id, key } = await newApiKey({ id: companyId, admin: oneself }, operations);
		const grant = new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: id,
			client_secret: key,
		});
		const { body: token } = await call('POST', '/oauth/token', `${grant}`, {
			'Content-Type': 'application/x-www-form-urlencoded',
		});
		for (const bearer of [key, token.access_token]) {
			const answer = await bearing(bearer, method, pathOf(employeeId), body);
			expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
		}
		expect((await bearing(key, method, pathOf(colleagueId), body)).status).toBe(200);
	});

	test('nor sets the termination of a record that one creates of oneself, unless the company allows it', async () => {
		const admin = await newUser(['COMPANY_ADMIN'], [companyId]);
		const { email } = (await as(admin).get('/auth/me')).body;
		const create = (fields: object) => as(admin).post('/employees', { email, companyId, ...fields });
		const refused = await create({ dateTerminated: endDate });
		expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
		expect((await create({ email: 'else@demo.example', dateTerminated: endDate })).status).toBe(201);
		await env.DB.prepare('UPDATE companies SET own_benefits_allowed = 1').run();
		restart();
		expect((await create({ dateTerminated: endDate })).status).toBe(201);
	});

	test('a plan of one’s own is not ended by its id', async () => {
		await become('COMPANY_ADMIN');
		const answer = await as(oneself).delete(`/goodies/planned-vouchers/${planId}`, { endDate });
		expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
	});

	test('the rest of one’s own record may be changed, and written back as it is', async () => {
		const dateTerminated = '2023-12-31T00:00:00.000Z';
		const platform = await newUser(['PLATFORM_ADMIN']);
		await as(platform).put(`/employees/${employeeId}`, { dateTerminated });
		await become('COMPANY_ADMIN');
		const path = `/employees/${employeeId}`;
		expect((await as(oneself).put(path, { costCentre: '1', dateTerminated })).status).toBe(200);
		const refused = await as(oneself).put(path, { costCentre: '2', dateTerminated: null });
		expect(refused.status).toBe(403);
		expect((await as(oneself).get(path)).body).toMatchObject({ costCenter: '1', dateTerminated });
	});
});

describe('ownBenefitsAllowed of the company', () => {
	const allow = async (allowed: boolean | null) =>
		as(await newUser(['PLATFORM_ADMIN'])).put(`/companies/${companyId}`, { ownBenefitsAllowed: allowed });

	test('is false until a PLATFORM_ADMIN sets it, which the history tells', async () => {
		const platform = await newUser(['PLATFORM_ADMIN']);
		expect((await as(platform).get(`/companies/${companyId}`)).body.ownBenefitsAllowed).toBe(false);
		expect((await allow(true)).body.ownBenefitsAllowed).toBe(true);
		const events = await as(platform).get(`/events?subject=${companyId}&type=company.updated`);
		expect(events.body).toMatchObject([
			{ before: { ownBenefitsAllowed: false }, after: { ownBenefitsAllowed: true } },
		]);
		expect((await allow(null)).body.ownBenefitsAllowed).toBe(false);
	});

	test('lets all of it be done for oneself', async () => {
		await become('COMPANY_ADMIN');
		await allow(true);
		for (const [, method, pathOf, body] of WRITES) {
			expect((await as(oneself).send(method, pathOf(employeeId), body)).status).toBe(200);
		}
		await allow(false);
		expect((await as(oneself).put(`/employees/${employeeId}`, { dateTerminated: null })).status).toBe(403);
	});

	test('is not changed by who manages the company', async () => {
		await become('COMPANY_ADMIN');
		const change = { ownBenefitsAllowed: true };
		expect((await as(oneself).put(`/companies/${companyId}`, change)).status).toBe(403);
	});
});
