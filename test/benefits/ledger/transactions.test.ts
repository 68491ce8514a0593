import { beforeAll, expect, test } from 'vitest';
import { payrollTransactions } from '../../../src/benefits/ledger/table.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import type { Module } from '../../../src/foundation/core/modules.ts';
import { as, at, db, newCompany, newUser, now, type TestCompany } from '../../harness/service.ts';

let company: TestCompany;
let foreign: TestCompany;
let ids: string[];

const pathOf = ({ id }: TestCompany) => `/companies/${id}/flex/payroll-transactions`;

const insert = async (of: TestCompany, module: Module, fields: object = {}): Promise<string> => {
	const id = newId(now());
	await db.insert(payrollTransactions).values({
		id,
		dateCreated: now(),
		dateModified: now(),
		flexDataId: '01890a5d-ac96-774b-bcce-b302099a8057',
		companyId: of.id,
		module,
		personnelNumber: '00017',
		costCenter: '4711',
		amountValue: 1234,
		amountCurrency: 'EUR_CENT',
		state: 'PENDING',
		payrollReferenceDate: Date.parse('2023-03-07T23:59:59.999Z'),
		submittedDate: Date.parse('2023-03-02T18:00:00.001Z'),
		...fields,
	});
	return id;
};

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	foreign = await newCompany();
	ids = [
		await insert(company, 'MEALS'),
		await insert(company, 'MOBILITY', { state: 'COMMITTED', personnelNumber: null }),
		await insert(company, 'MEALS'),
	];
	await insert(foreign, 'MEALS');
	await insert(company, 'MEALS', { dateDeleted: now() });
});

test('a transaction has the fields of section 2.7 and no others', async () => {
	const { status, body } = await as(company.admin).get(pathOf(company));
	expect(status).toBe(200);
	expect(body[0]).toEqual({
		id: ids[0],
		dateCreated: '2023-03-07T12:00:00.000Z',
		dateModified: '2023-03-07T12:00:00.000Z',
		dateDeleted: null,
		flexDataId: '01890a5d-ac96-774b-bcce-b302099a8057',
		companyId: company.id,
		personnelNumber: '00017',
		amount: { value: 1234, currency: 'EUR_CENT' },
		state: 'PENDING',
		payrollReferenceDate: '2023-03-07T23:59:59.999Z',
		submittedDate: '2023-03-02T18:00:00.001Z',
	});
	expect(body[1]).toMatchObject({ state: 'COMMITTED', personnelNumber: null });
});

test.each([
	['', [0, 1, 2]],
	['?module=MEALS', [0, 2]],
	['?module=MOBILITY', [1]],
	['?module=KITA', []],
	['?limit=2', [0, 1]],
	['?module=MEALS&limit=1', [0]],
])('%s lists those of the company that match, in order of creation', async (query, expected) => {
	const { body } = await as(company.admin).get(pathOf(company) + query);
	expect(body.map(({ id }: { id: string }) => id)).toEqual(expected.map((index) => ids[index]));
});

test.each(['?module=CARS', '?module=', '?module=meals'])('%s is refused', async (query) => {
	const { status, body } = await as(company.admin).get(pathOf(company) + query);
	expect(status).toBe(400);
	expect(body.errors[0].pointer).toBe('#/query/module');
});

test('a foreign company, an unknown one and an id that is none are the same 404', async () => {
	const { admin } = company;
	for (const id of [foreign.id, crypto.randomUUID(), 'nonsense']) {
		expect(await as(admin).get(pathOf({ ...company, id })), id).toMatchObject({
			status: 404,
			body: { code: 'not_found' },
		});
	}
});

test('a verifier of the company and a platform administrator see them too', async () => {
	for (const user of [
		await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]),
		await newUser(['PLATFORM_ADMIN']),
	]) {
		expect((await as(user).get(pathOf(company))).body).toHaveLength(3);
	}
});
