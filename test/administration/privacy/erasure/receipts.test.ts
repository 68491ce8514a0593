import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { storedReceipts } from '../../../harness/receipts.ts';
import { as, at, newUser, runCron } from '../../../harness/service.ts';
import { newSpender } from '../../../harness/spending.ts';

const EXPENSES = 101;

test('all receipts of an erased employee are gone with the next run, more than one step of it removes', async () => {
	at('2023-03-07T12:00:00.000Z');
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const { employeeId, company, submitted } = await newSpender();
	const expenseId = await submitted();
	await env.DB.batch([
		env.DB.prepare(
			`INSERT INTO expenses (id, date_created, date_modified, employee_id, company_id, author_id, module, amount_value, amount_currency,
				date, state)
			SELECT expenses.id || '-' || n.value, date_created, date_modified, employee_id, company_id, author_id, module, amount_value,
				amount_currency, date, state
			FROM expenses, json_each(?) n WHERE expenses.id = ?`,
		).bind(JSON.stringify([...Array(EXPENSES).keys()]), expenseId),
		...[1, 2, 3, 4, 5].map((n) =>
			env.DB.prepare(
				`INSERT INTO receipts (id, date_created, date_stored, expense_id, media_type, size)
				SELECT id || '-' || ?, 1, 1, id, 'image/png', 8 FROM expenses WHERE id LIKE ? || '-%'`,
			).bind(n, expenseId),
		),
	]);
	expect((await storedReceipts()).rows).toHaveLength(5 * EXPENSES);

	await platform.put(`/companies/${company.id}`, { retentionMonths: 0 });
	await platform.put(`/employees/${employeeId}`, { dateTerminated: '2023-03-07T00:00:00.000Z' });
	expect((await platform.post(`/employees/${employeeId}/erasure`)).status).toBe(200);
	await runCron('2023-03-07T12:00:00.000Z');
	expect((await storedReceipts()).rows).toEqual([]);
});
