import { expect, test } from 'vitest';
import { as, at, newEmployee, newUser } from '../../harness/service.ts';
import { cents, newSpender } from '../../harness/spending.ts';

test('the balances of a company are those that each employee reads, in order of creation', async () => {
	at('2023-03-07T12:00:00.000Z');
	const one = await newSpender();
	const two = await newSpender({ accumulateBudget: false }, one.company);
	const idle = await newEmployee(one.company);
	const stranger = await newSpender();
	await stranger.submitted();
	const id = await one.approved({ amount: cents(2000) });
	await one.correct((await one.transactionOf(id)).id, -500);
	await two.submitted({ amount: cents(700) });
	await as(await newUser(['PLATFORM_ADMIN'])).put(`/companies/${one.company.id}`, {
		monthlyBudgetRestrictsFlex: true,
	});
	await as(one.admin).put(`/employees/${two.employeeId}/goodies/budget`, {
		budget: cents(3000),
		startDate: '2023-03-08T00:00:00.000Z',
	});
	await as(one.admin).put(`/employees/${two.employeeId}`, { dateTerminated: '2023-03-20T00:00:00.000Z' });

	const ids = [one.employeeId, two.employeeId, idle];
	for (const month of ['2023-01', '2023-02', '2023-03', '2023-12', '2024-01']) {
		const own = await Promise.all(
			ids.map(async (employeeId) => {
				const { body } = await as(one.admin).get(`/employees/${employeeId}/flex/balance?month=${month}`);
				return { employeeId, ...body.derivation.at(-1) };
			}),
		);
		const { status, body } = await as(one.verifier).get(
			`/companies/${one.company.id}/flex/balances?month=${month}`,
		);
		expect([status, body], month).toEqual([200, own]);
	}
});

test('are those of the present month unless another one is named', async () => {
	at('2023-03-31T23:59:59.999Z');
	const { admin, company } = await newSpender({ startDate: '2023-03-01T00:00:00.000Z' });
	const path = `/companies/${company.id}/flex/balances`;
	expect((await as(admin).get(path)).body).toMatchObject([{ month: '2023-03', granted: 5000 }]);
	at('2023-04-01T00:00:00.000Z');
	expect((await as(admin).get(path)).body).toMatchObject([{ month: '2023-04', carriedIn: 5000 }]);
});
