import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { newId } from '../../../../src/foundation/core/id.ts';
import { as, at, newCompany, newEmployee, now, runCron } from '../../../harness/service.ts';
import { cents } from '../../../harness/spending.ts';

test('the vouchers of a company and month are those that were due in it, whenever the cron has issued them', async () => {
	at('2023-02-01T00:00:00.000Z');
	const company = await newCompany();
	const [one, two] = [await newEmployee(company), await newEmployee(company)];
	const admin = as(company.admin);
	for (const id of [two, one]) {
		await admin.put(`/employees/${id}/goodies/budget`, {
			budget: cents(5000),
			startDate: '2023-02-28T23:59:59.999Z',
		});
	}
	const foreign = await newCompany();
	const budget = { budget: cents(100), startDate: '2023-02-28T23:59:59.999Z' };
	await as(foreign.admin).put(`/employees/${await newEmployee(foreign)}/goodies/budget`, budget);
	const { body: plans } = await admin.get(`/employees/${one}/goodies/planned-vouchers`);
	await env.DB.prepare(
		`INSERT INTO issued_vouchers (id, date_created, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
			planned_voucher_id, due_date) SELECT ?, ?, ?, 'SPECIAL', 'YEARLY', 6000, 'EUR_CENT', ?, value FROM json_each(?)`,
	)
		.bind(newId(now()), now(), one, plans[0].id, JSON.stringify([Date.parse('2023-03-01T00:00:00.000Z')]))
		.run();
	await runCron('2023-06-01T00:00:00.000Z');

	const listed = async (month: string) => {
		const { status, body } = await admin.get(`/companies/${company.id}/goodies/vouchers?month=${month}`);
		expect(status).toBe(200);
		return body.map(({ employeeId, dueDate }: Record<string, string>) => [employeeId, dueDate]);
	};
	expect(await listed('2023-01')).toEqual([]);
	expect(await listed('2023-02')).toEqual([one, two].map((id) => [id, '2023-02-28T23:59:59.999Z']));
	expect(await listed('2023-03')).toEqual([
		[one, '2023-03-01T00:00:00.000Z'],
		[one, '2023-03-28T23:59:59.999Z'],
		[two, '2023-03-28T23:59:59.999Z'],
	]);
	expect(await listed('2023-06')).toEqual([]);

	const { body: own } = await admin.get(`/employees/${two}/goodies/vouchers`);
	const { body: march } = await admin.get(`/companies/${company.id}/goodies/vouchers?month=2023-03`);
	expect(march.at(-1)).toEqual(own.find(({ dueDate }: { dueDate: string }) => dueDate.startsWith('2023-03')));
	at('2023-05-31T23:59:59.999Z');
	const { body: present } = await admin.get(`/companies/${company.id}/goodies/vouchers`);
	expect(present.map(({ dueDate }: { dueDate: string }) => dueDate.slice(0, 7))).toEqual([
		'2023-05',
		'2023-05',
	]);
});
