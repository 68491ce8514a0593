import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { newCompanyInCell, type TestCell, withoutCell } from '../../harness/cells.ts';
import { counting } from '../../harness/counting.ts';
import {
	type Answer,
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';
import { dispatch, newEndpoint, newReceiver } from '../../harness/webhooks.ts';

let company: TestCompany;
let platform: TestUser;
let instant = Date.parse('2023-03-07T12:00:00.000Z');
beforeAll(async () => {
	company = await newCompany();
});
function aMinuteLater(): void {
	instant += 60_000;
	at(new Date(instant).toISOString());
}
beforeEach(async () => {
	aMinuteLater();
	platform = await newUser(['PLATFORM_ADMIN']);
});

const idOf = ({ headers }: Answer): string => headers.get('X-Request-Id') ?? '';
const look = (requestId: string, query = '', bindings: Bindings = env) =>
	as(platform, bindings).get(`/support/requests/${requestId}${query}`);

const hire = (to: TestCompany, headers = {}) =>
	as(to.admin).send('POST', '/employees', { email: uniqueEmail(), companyId: to.id }, headers);

const NOTHING = {
	result: 'NO_STORED_CHANGE',
	date: null,
	actor: null,
	companyIds: [],
	events: [],
	mails: [],
	deliveries: [],
	hasMore: false,
	isComplete: true,
};

describe('a request that has changed something', () => {
	test('is shown with its author, events, mails and deliveries', async () => {
		const own = await newCompany();
		const receiver = await newReceiver('500');
		const endpoint = await newEndpoint(own, receiver.url, { eventTypes: ['employee.created'] });
		// Somebody else is invited before and after.
		await hire(own);
		await dispatch();
		aMinuteLater();
		const hired = await hire(own);
		await dispatch();
		aMinuteLater();
		await hire(own);

		const { status, body } = await look(idOf(hired));
		expect(status).toBe(200);
		expect(body).toMatchObject({
			requestId: idOf(hired),
			result: 'CHANGED',
			date: new Date(instant - 60_000).toISOString(),
			actor: { type: 'USER', userId: own.admin.userId, roles: ['COMPANY_ADMIN'] },
			companyIds: [own.id],
			mails: [{ kind: 'invitation', state: 'waiting', attempts: 0, userId: expect.any(String) }],
			deliveries: [
				{
					endpointId: endpoint.id,
					type: 'employee.created',
					state: 'WAITING',
					attempts: 1,
					failure: 'STATUS',
					responseStatus: 500,
					dateDue: expect.stringMatching(/Z$/),
				},
			],
			hasMore: false,
			isComplete: true,
		});
		const types = body.events.map(({ type }: { type: string }) => type);
		expect(types).toEqual(['user.created', 'employee.created']);
		expect(body.events.every((event: { requestId: string }) => event.requestId === idOf(hired))).toBe(true);
		expect(body.deliveries[0].eventId).toBe(
			body.events.find(({ type }: { type: string }) => type === 'employee.created').id,
		);
		expect(JSON.stringify(body)).not.toMatch(/responseBody|recipient/);
	});

	test('is found by the id that its caller has chosen, in one company or in all', async () => {
		const other = await newCompany();
		for (const id of ['ticket_4711=', '01890A5D-AC96-774B-BCCE-B302099A8059', 'a'.repeat(255)]) {
			for (const to of [company, other]) {
				aMinuteLater();
				expect(idOf(await hire(to, { 'X-Request-Id': id }))).toBe(id);
			}
			expect((await look(id)).body.companyIds).toEqual([company.id, other.id]);
			const one = (await look(id, `?companyId=${other.id.toUpperCase()}`)).body;
			expect(one).toMatchObject({ requestId: id, result: 'CHANGED', companyIds: [other.id] });
			expect(one.mails).toHaveLength(1);
		}
		expect((await look('ticket_4711')).body).toMatchObject(NOTHING);
	});

	test('shows no more than 100 of its events', async () => {
		const employees = Array.from({ length: 51 }, () => ({ email: uniqueEmail() }));
		const imported = await as(company.admin).post(`/companies/${company.id}/employees/import`, { employees });
		expect(imported.status).toBe(200);
		const { body } = await look(idOf(imported));
		expect(body.events).toHaveLength(100);
		expect(body.hasMore).toBe(true);
	});

	test('shows nothing of a person who was erased since', async () => {
		const person = { email: uniqueEmail(), firstName: 'Erasmus', roles: ['COMPANY_ADMIN'] };
		const created = await as(platform).post('/users', { ...person, manageableCompanyIds: [company.id] });
		const before = (await look(idOf(created))).body;
		expect(JSON.stringify(before)).toContain('Erasmus');
		expect(before.mails).toHaveLength(1);

		const { id } = created.body;
		await as(platform).post(`/users/${id}/closure`);
		expect((await as(platform).post(`/users/${id}/erasure`)).status).toBe(200);
		const { body } = await look(idOf(created));
		expect(body).toMatchObject({ result: 'CHANGED', mails: [] });
		expect(JSON.stringify(body)).not.toContain('Erasmus');
	});
});

describe('a request without a stored change', () => {
	test('is answered with the query for the log', async () => {
		const employee = await newEmployee(company);
		const requests = [
			await as(company.admin).get(`/employees/${employee}`),
			await as(company.admin).post('/employees', { email: 'nobody', companyId: company.id }),
			await as(platform).get('/support/requests/never-sent'),
		];
		for (const id of requests.map(idOf)) {
			const { status, body } = await look(id);
			expect(status).toBe(200);
			expect(body).toEqual({
				requestId: id,
				...NOTHING,
				logQuery: `requestId = "${id}"`,
				logCommand: `npx wrangler tail --search ${id}`,
			});
		}
	});

	test('a repetition under the same key has changed nothing itself', async () => {
		const headers = { 'Idempotency-Key': uniqueEmail() };
		const body = { email: uniqueEmail(), companyId: company.id };
		const send = () => as(company.admin).send('POST', '/employees', body, headers);
		const [first, second] = [await send(), await send()];
		expect(second.headers.get('Idempotency-Replayed')).toBe('true');
		expect((await look(idOf(first))).body.result).toBe('CHANGED');
		expect((await look(idOf(second))).body).toMatchObject(NOTHING);
	});
});

test.each(['a.b', 'a%20b', "a'b", 'ä', 'a'.repeat(256)])('%s is no request id', async (id) => {
	const { status, body } = await look(id);
	expect(status).toBe(400);
	expect(body).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '#/path/requestId' }] });
});

test.each(['COMPANY_ADMIN', 'TECHNICAL_USER', 'FLEX_DOCUMENT_VERIFIER', 'EMPLOYEE'] as const)(
	'%s may not look at requests',
	async (role) => {
		const { status } = await as(await newUser([role], [company.id])).get('/support/requests/any');
		expect(status).toBe(403);
	},
);

describe('a company with a database of its own', () => {
	let inCell: TestCell;
	beforeAll(async () => {
		inCell = await newCompanyInCell();
	});

	test('its requests are found there, with and without its id', async () => {
		const receiver = await newReceiver();
		await newEndpoint(inCell, receiver.url, { eventTypes: ['employee.created'] });
		const hired = await hire(inCell);
		for (const query of ['', `?companyId=${inCell.id}`]) {
			const { body } = await look(idOf(hired), query);
			expect(body).toMatchObject({ result: 'CHANGED', companyIds: [inCell.id], isComplete: true });
			expect(body.mails).toHaveLength(1);
			expect(body.deliveries).toMatchObject([{ type: 'employee.created', state: 'WAITING' }]);
		}
		expect((await look(idOf(hired), `?companyId=${company.id}`)).body).toMatchObject(NOTHING);
	});

	test('the answer says when its database cannot be reached', async () => {
		const hired = await hire(inCell);
		const lost = withoutCell(inCell.cell);
		const { status, body } = await look(idOf(hired), '', lost);
		expect(status).toBe(200);
		expect(body).toMatchObject({ ...NOTHING, isComplete: false });
	});

	test('an unknown company is not found', async () => {
		const { status, body } = await look('any', `?companyId=${platform.userId}`);
		expect([status, body.code]).toEqual([404, 'not_found']);
	});
});

test('reads a few rows and makes one round trip, however long the history is', async () => {
	const wanted = await hire(company);
	const rowsFor = async () => {
		const { counted, bindings } = counting();
		// The first request reads the rights of the caller.
		await as(platform, bindings).get('/auth/me');
		const before = { ...counted };
		expect((await look(idOf(wanted), '', bindings)).body.result).toBe('CHANGED');
		return [counted.trips - before.trips, counted.rowsRead - before.rowsRead];
	};
	const few = await rowsFor();
	const employees = Array.from({ length: 300 }, () => ({ email: uniqueEmail() }));
	aMinuteLater();
	await as(company.admin).post(`/companies/${company.id}/employees/import`, { employees });
	expect(await rowsFor()).toEqual(few);
	expect(few[0]).toBe(1);
	expect(few[1]).toBeLessThan(250);
});
