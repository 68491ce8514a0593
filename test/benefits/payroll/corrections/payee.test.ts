import { beforeEach, expect, test } from 'vitest';
import { as, at } from '../../../harness/service.ts';
import { newSpender, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let paid: string;

/** Paid under the number 17, which somebody else has by now. */
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '17', costCenter: 'A' });
	paid = (await spender.transactionOf(await spender.approved())).id;
	await spender.close('2023-02');
	await as(spender.admin).put(`/employees/${spender.employeeId}`, { personnelNumber: '18', costCenter: 'B' });
	await newSpender({}, spender.company, { personnelNumber: '17' });
});

const correctingLine = async (value: number) => {
	const { id } = (await spender.correct(paid, value)).body;
	return (await spender.transactions()).find((line) => line.id === id);
};

test('a line that takes money back carries the number and cost centre of the corrected line', async () => {
	expect(await correctingLine(-5)).toMatchObject({ personnelNumber: '17' });
	await as(spender.admin).put(`/employees/${spender.employeeId}`, { personnelNumber: '19' });
	expect((await spender.transactions()).at(-1)).toMatchObject({ personnelNumber: '17' });
});

test('an additional payment carries the current number and cost centre', async () => {
	expect(await correctingLine(5)).toMatchObject({ personnelNumber: '18' });
});

test('no file takes it from the person who has the number now', async () => {
	const wageTypes = { INTERNET: { number: '2100', lodasKey: '2' } };
	const settings = { adviserNumber: '1234567', clientNumber: '42', wageTypes };
	await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, settings);
	await spender.correct(paid, -5);
	const { id } = (await spender.close('2023-03')).body;
	const path = `/companies/${spender.company.id}/flex/payroll-runs/${id}/export`;
	expect((await as(spender.admin).get(`${path}?format=datev-lug`)).body).toContain('18;2100;-0,05;A;');
	const { body } = await as(spender.admin).get(`${path}?format=csv`);
	expect(body).toContain(`,17,A,INTERNET,-5,`);
	expect(body).toContain(`,${paid},Counted twice\r\n`);
});

test('the employee’s balance explains it', async () => {
	await spender.correct(paid, -5);
	const { spent, derivation } = await spender.balance('2023-02');
	expect(spent).toBe(995);
	expect(derivation.at(-1).corrections).toEqual([
		{
			dateCreated: '2023-03-07T12:00:00.000Z',
			amount: { value: -5, currency: 'EUR_CENT' },
			reason: 'Counted twice',
		},
	]);
	expect(derivation[0].corrections).toEqual([]);
});
