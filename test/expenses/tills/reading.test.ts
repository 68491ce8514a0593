import { beforeEach, describe, expect, test } from 'vitest';
import type { Bindings } from '../../../src/http/env.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { counting } from '../../harness/counting.ts';
import { as, at, newCompany, type TestUser } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';
import { newTill } from '../../harness/tills.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

const another = (access: object = {}) => newSpender(access, spender.company);
const read = (
	machineReadable: string,
	{ employeeId, employee }: Spender = spender,
	by: TestUser = employee,
	bindings?: Bindings,
) => as(by, bindings).post(`/employees/${employeeId}/flex/receipt-facts`, { machineReadable });

const NOT_SUBMITTED = { expenseIds: [], isOfColleague: false };

test('the facts of a receipt are read for a form, and nothing is stored', async () => {
	const code = newTill('brainpoolP256r1', '955002-00')('10.00', '2023-02-27T23:30:00.000Z', {
		transaction: 18,
	});
	const { counted, bindings } = counting();
	expect(await read(code, spender, spender.employee, bindings)).toMatchObject({
		status: 200,
		body: {
			machineFacts: {
				source: 'KASSENSICHV',
				issuer: '955002-00',
				number: '18',
				date: '2023-02-28',
				amount: cents(1000),
				verdict: 'UNKNOWN_ISSUER',
			},
			module: null,
			samePurchase: NOT_SUBMITTED,
		},
	});
	// One round trip finds the caller.
	expect(counted).toMatchObject({ trips: 2, rowsWritten: 0 });
	const again = await read(code);
	expect(again.body.samePurchase).toEqual(NOT_SUBMITTED);
});

test.each([
	['MISMATCH', (code: string) => code.replaceAll('10.00', '12.00')],
	['UNSIGNED', () => '_R1-AT1_KASSA-1_4711_2023-02-27T12:00:00_10,00_0,00_0,00_0,00_0,00_a_b_c_d'],
])('a code that cannot be verified says so: %s', async (verdict, change) => {
	expect((await read(change(newTill()('10.00')))).body.machineFacts).toMatchObject({ verdict });
});

test.each([
	['not_a_till', 'https://shop.example'],
	['no_purchase', newTill()('1.00', undefined, { type: 'Bestellung-V1' })],
	['in_future', newTill()('10.00', '2023-03-08T12:00:00.000Z')],
])('a text that proves no purchase is refused: %s', async (fault, code) => {
	expect(await read(code)).toMatchObject(refusal(409, 'code_unusable', { fault }));
});

test('a field of the body that is missing or too long is named', async () => {
	expect(await read('x'.repeat(4297))).toMatchObject({
		status: 400,
		body: { errors: [{ pointer: '#/machineReadable' }] },
	});
	const path = `/employees/${spender.employeeId}/flex/receipt-facts`;
	expect(await as(spender.employee).post(path, {})).toMatchObject({
		status: 400,
		body: { errors: [{ pointer: '#/machineReadable' }] },
	});
});

test('employees read for themselves, administrators for their company, and verifiers for nobody', async () => {
	const code = newTill()('10.00');
	const [other, stranger] = [await another(), await newSpender({}, await newCompany())];
	expect((await read(code, spender, spender.admin)).status).toBe(200);
	expect((await read(code, spender, other.employee)).status).toBe(404);
	expect((await read(code, spender, stranger.admin)).status).toBe(404);
	expect((await read(code, spender, spender.verifier)).status).toBe(403);
});

test('a till that is known to the company is known to the form', async () => {
	const till = newTill();
	const verdict = async () => (await read(till('10.00'))).body.machineFacts.verdict;
	for (const _ of [1, 2, 3]) {
		expect(await verdict()).toBe('UNKNOWN_ISSUER');
		await (await another()).approved({ machineReadable: till('10.00') });
	}
	expect(await verdict()).toBe('KNOWN_TILL');
});

describe('the suggested module', () => {
	const till = newTill();
	const suggested = async (time?: string) => (await read(till('10.00', time))).body.module;

	test('is that of the employee’s last receipt of this till', async () => {
		await (await another()).submitted({ machineReadable: till('10.00'), module: 'HEALTH' });
		expect(await suggested()).toBeNull();
		await spender.submitted({ machineReadable: newTill()('10.00'), module: 'SPORTS' });
		expect(await suggested()).toBeNull();
		await spender.submitted({ machineReadable: till('10.00'), module: 'INTERNET' });
		const last = await spender.submitted({ machineReadable: till('10.00'), module: 'HEALTH' });
		expect(await suggested()).toBe('HEALTH');
		await spender.reject(last);
		expect(await suggested()).toBe('INTERNET');
	});

	test('is none if no access permits it on the day of the purchase', async () => {
		await spender.submitted({ machineReadable: till('10.00'), module: 'INTERNET' });
		expect(await suggested('2023-01-31T22:59:59.000Z')).toBeNull();
		expect(await suggested('2023-01-31T23:00:00.000Z')).toBe('INTERNET');
		await spender.grant({ startDate: '2023-03-01T00:00:00.000Z', allowedModules: ['HEALTH'] });
		expect(await suggested('2023-02-28T22:59:59.000Z')).toBe('INTERNET');
		expect(await suggested('2023-02-28T23:00:00.000Z')).toBeNull();
	});
});

describe('a purchase that was submitted before', () => {
	test('by the employee is named', async () => {
		const code = newTill()('10.00');
		const ids = [
			await spender.submitted({ machineReadable: code }),
			await spender.submitted({ machineReadable: code }),
		];
		const samePurchase = async () => (await read(code)).body.samePurchase;
		expect(await samePurchase()).toEqual({ expenseIds: ids, isOfColleague: false });
		await spender.withdraw(ids[0] ?? '');
		await spender.reject(ids[1] ?? '');
		expect(await samePurchase()).toEqual(NOT_SUBMITTED);
	});

	test('by a colleague is said without a name, and only for a signed code', async () => {
		const till = newTill();
		const code = till('10.00');
		const id = await (await another()).submitted({ machineReadable: code });
		const { body } = await read(code);
		expect(body.samePurchase).toEqual({ expenseIds: [], isOfColleague: true });
		expect(JSON.stringify(body)).not.toContain(id);
		// The numbers and the key are those of the receipt; only the amount is made up.
		const guessed = code.replaceAll('10.00', '11.00');
		expect((await read(guessed)).body).toMatchObject({
			machineFacts: { verdict: 'MISMATCH' },
			samePurchase: NOT_SUBMITTED,
		});
		expect((await read(till('10.00'))).body.samePurchase).toEqual(NOT_SUBMITTED);
	});

	test('in another company is not said', async () => {
		const code = newTill()('10.00');
		await (await newSpender({}, await newCompany())).submitted({ machineReadable: code });
		expect((await read(code)).body.samePurchase).toEqual(NOT_SUBMITTED);
	});
});

test('a company with a database of its own reads codes too', async () => {
	const inCell = await newSpender({}, await newCompanyInCell());
	const code = newTill()('10.00');
	const id = await inCell.submitted({ machineReadable: code });
	expect((await read(code, inCell)).body).toMatchObject({
		module: 'INTERNET',
		samePurchase: { expenseIds: [id], isOfColleague: false },
	});
});
