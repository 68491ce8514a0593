import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { eventsFor } from '../../../harness/events.ts';
import { as, at, newCompany } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';
import { newTill } from '../../../harness/tills.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

const another = () => newSpender({}, spender.company);

test('an expense keeps what the code of its receipt says', async () => {
	const machineReadable = newTill('brainpoolP256r1', '955002-00')('10.00', '2023-02-27T23:30:00.000Z', {
		transaction: 18,
	});
	const { status, body } = await spender.submit({ machineReadable, date: '2023-02-28' });
	expect(status).toBe(201);
	expect(body.machineFacts).toEqual({
		source: 'KASSENSICHV',
		issuer: '955002-00',
		seller: null,
		number: '18',
		counter: 200,
		time: '2023-02-27T23:30:00.000Z',
		date: '2023-02-28',
		periodStart: null,
		periodEnd: null,
		amount: cents(1000),
		isCorrection: false,
		receiptId: null,
		verdict: 'UNKNOWN_ISSUER',
	});
	expect((await as(spender.verifier).get(`/flex/expenses/${body.id}`)).body).toEqual(body);
	expect(await eventsFor(spender.admin, `subject=${spender.employeeId}`)).toContainEqual(
		expect.objectContaining({
			type: 'expense.submitted',
			after: expect.objectContaining({
				machineFacts: expect.objectContaining({ issuer: '955002-00', number: '18', signature: 'VALID' }),
			}),
		}),
	);
});

test.each([
	['MISMATCH', (code: string) => code.replaceAll('10.00', '12.00'), 1200],
	['UNSIGNED', () => '_R1-AT1_KASSA-1_4711_2023-02-27T12:00:00_10,00_0,00_0,00_0,00_0,00_a_b_c_d', 1000],
])('a code that cannot be verified is taken, and marked: %s', async (verdict, change, value) => {
	const machineReadable = change(newTill()('10.00'));
	expect(await spender.submit({ machineReadable, amount: cents(value) })).toMatchObject({
		status: 201,
		body: { machineFacts: { verdict, amount: cents(value) } },
	});
});

test.each([
	['not_a_till', 'https://shop.example'],
	['unknown_version', 'V1;x'],
	['cut_off', 'V0;x;Kassenbeleg-V1'],
	['no_purchase', newTill()('1.00', undefined, { type: 'Bestellung-V1' })],
	['in_future', newTill()('10.00', '2023-03-08T12:00:00.000Z')],
])('a text that proves no purchase is refused: %s', async (code, machineReadable) => {
	expect(await spender.submit({ machineReadable })).toMatchObject(
		refusal(409, 'code_unusable', { fault: code, detail: expect.stringMatching(/\.$/) }),
	);
});

describe('another day or amount than those on the receipt', () => {
	const machineReadable = newTill()('10.00');
	const facts = { date: '2023-02-27', amount: cents(1000) };
	test.each([
		['amount', { amount: cents(999) }],
		['currency', { amount: { value: 1000, currency: 'CHF_CENTIMES' } }],
		['day', { date: '2023-02-26' }],
	])('has to be meant: %s', async (_, given) => {
		expect(await spender.submit({ machineReadable, ...given })).toMatchObject(
			refusal(409, 'facts_differ', { facts }),
		);
	});

	test('is submitted if it is meant, and shown to verifiers', async () => {
		const id = await spender.submitted({ machineReadable, amount: cents(900), factsDiffer: true });
		const { body } = await as(spender.verifier).get(`/flex/expenses/${id}`);
		expect(body).toMatchObject({ amount: cents(900), machineFacts: { amount: cents(1000) } });
	});
});

describe('a till becomes known', () => {
	async function approvedBy(count: number, code: (amount: string) => string): Promise<void> {
		for (let done = 0; done < count; done++) {
			await (await another()).approved({ machineReadable: code('10.00') });
		}
	}
	const verdict = async (id: string) =>
		(await as(spender.verifier).get(`/flex/expenses/${id}`)).body.machineFacts.verdict;

	test('when verifiers have approved receipts of three other employees', async () => {
		const till = newTill();
		const own = await spender.submitted({ machineReadable: till('10.00') });
		await spender.approve(own);
		await approvedBy(2, till);
		expect(await verdict(own)).toBe('UNKNOWN_ISSUER');
		expect(
			(await (await another()).submit({ machineReadable: till('10.00') })).body.machineFacts.verdict,
		).toBe('KNOWN_TILL');
		await approvedBy(1, till);
		expect(await verdict(own)).toBe('KNOWN_TILL');
	});

	test('and the verdict of a corrected expense is that of the receipt which is sent with it', async () => {
		const [till, other] = [newTill(), newTill()];
		await approvedBy(3, till);
		const id = await spender.submitted({ machineReadable: till('10.00') });
		for (const [code, expected] of [
			[other('10.00'), 'UNKNOWN_ISSUER'],
			[till('10.00'), 'KNOWN_TILL'],
		] as const) {
			await spender.sendBack(id);
			const { body } = await spender.mend(id, { machineReadable: code });
			expect([body.machineFacts.verdict, await verdict(id)]).toEqual([expected, expected]);
		}
	});

	test('and a list reads a few rows for each expense, however many receipts the till has signed', async () => {
		const till = newTill();
		const read = async () => {
			const { counted, bindings } = counting();
			const path = `/employees/${spender.employeeId}/flex/expenses`;
			const { body } = await as(spender.admin, bindings).get(path);
			return {
				verdicts: body.map((one: { machineFacts: { verdict: string } }) => one.machineFacts.verdict),
				rowsRead: counted.rowsRead,
			};
		};
		const ids = [await spender.approved({ machineReadable: till('10.00') })];
		for (let count = 0; count < 4; count++) {
			ids.push(await (await another()).approved({ machineReadable: till('10.00') }));
		}
		const few = await read();
		expect(few.verdicts).toEqual(['KNOWN_TILL']);
		for (const id of ids.slice(1)) await repeated(id, 100);
		expect(await read()).toEqual(few);
		await repeated(ids[0] ?? '', 9);
		const { verdicts, rowsRead } = await read();
		expect(verdicts).toHaveLength(10);
		expect(rowsRead).toBeLessThan(10 * few.rowsRead);
	});

	test('not by another key of a till with the same name', async () => {
		await approvedBy(3, newTill('P256', 'SHOP'));
		const { body } = await spender.submit({ machineReadable: newTill('P256', 'SHOP')('10.00') });
		expect(body.machineFacts.verdict).toBe('UNKNOWN_ISSUER');
	});

	test('not in another company', async () => {
		const till = newTill();
		await approvedBy(3, till);
		const stranger = await newSpender({}, await newCompany());
		const { body } = await stranger.submit({ machineReadable: till('10.00') });
		expect(body.machineFacts.verdict).toBe('UNKNOWN_ISSUER');
	});
});

describe('a second expense for one purchase', () => {
	test('is a duplicate for verifiers, whatever the picture and its code look like, and tells employees nothing', async () => {
		const code = newTill()('10.00');
		// Neither the start nor zeros before a number are signed.
		const again = code
			.replace('2023-02-27T12:00:00.000Z', '2023-02-27T11:59:00.000Z')
			.replace(';201;201;', ';0201;0201;');
		const other = await another();
		const first = await spender.submitted({ machineReadable: code });
		const second = await other.submitted({ machineReadable: again, amount: cents(500), factsDiffer: true });
		const { body: twice } = await as(spender.verifier).get(`/flex/expenses/${second}`);
		expect(twice.machineFacts).toMatchObject({ number: '201', verdict: 'UNKNOWN_ISSUER' });
		const duplicates = async (id: string, { verifier }: Spender) =>
			(await as(verifier).get(`/flex/expenses/${id}/duplicates`)).body.samePurchase;
		expect(await duplicates(second, spender)).toEqual([first]);
		expect(await duplicates(first, spender)).toEqual([second]);
		expect((await as(other.employee).get(`/flex/expenses/${second}/duplicates`)).body.samePurchase).toEqual(
			[],
		);
		const { body } = await as(spender.verifier).get(`/companies/${spender.company.id}/flex/expense-queue`);
		expect(
			body.map((one: { duplicates: { samePurchase: string[] } }) => one.duplicates.samePurchase),
		).toEqual([[second], [first]]);
		await spender.reject(second);
		expect(await duplicates(first, spender)).toEqual([]);
	});

	test('is none in another company, nor with another number of the same till', async () => {
		const till = newTill();
		const code = till('10.00');
		const first = await spender.submitted({ machineReadable: code });
		await spender.submitted({ machineReadable: till('10.00') });
		await (await newSpender({}, await newCompany())).submitted({ machineReadable: code });
		expect((await as(spender.verifier).get(`/flex/expenses/${first}/duplicates`)).body.samePurchase).toEqual(
			[],
		);
	});
});

describe('a returned expense', () => {
	test('keeps the facts of its receipt, and is compared with them again', async () => {
		const id = await spender.submitted({ machineReadable: newTill()('10.00') });
		await spender.sendBack(id);
		expect(await spender.mend(id, { amount: cents(800) })).toMatchObject(refusal(409, 'facts_differ'));
		expect(await spender.mend(id, { amount: cents(800), factsDiffer: true })).toMatchObject({
			status: 200,
			body: { machineFacts: { amount: cents(1000) } },
		});
	});

	test('takes the facts of another receipt', async () => {
		const till = newTill();
		const id = await spender.submitted({ machineReadable: till('10.00') });
		await spender.sendBack(id);
		const { body } = await spender.mend(id, { machineReadable: till('7.00'), amount: cents(700) });
		expect(body.machineFacts).toMatchObject({ number: '202', amount: cents(700) });
	});
});

/** Stores an expense many times more. */
async function repeated(id: string, count: number): Promise<void> {
	const { results } = await env.DB.prepare('SELECT name FROM pragma_table_info(?)').bind('expenses').all();
	const names = results.map(({ name }) => name).filter((name) => name !== 'id');
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO expenses (id, ${names}) SELECT substr(id, 1, 24) || lower(hex(randomblob(6))), ${names} FROM expenses, n WHERE id = ?`,
	)
		.bind(count, id)
		.run();
}
