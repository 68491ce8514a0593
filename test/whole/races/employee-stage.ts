import { databaseOfCompany } from '../../harness/moving.ts';
import { as, at } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { addReceipt, employeeSubjects } from './employee-operations.ts';
import { requireNoOverlap, requireSoundPayroll } from './invariants.ts';
import type { Stage } from './stage.ts';

/** An employee with every benefit, an expense to decide in each open month, and a paid one. */
export interface EmployeeWorld extends Spender {
	planId: string;
	february: string;
	march: string;
	paid: string;
	/** An expense that was sent back, and its receipt. */
	returned: string;
	receipt: string;
}

const BUDGET = { budget: cents(5000), startDate: '2023-03-07T00:00:00.000Z' };

async function build(): Promise<EmployeeWorld> {
	at('2023-03-07T12:00:00.000Z');
	const spender = await newSpender();
	await as(spender.admin).send('POST', '/scim/v2/Groups', { displayName: 'a' });
	const path = `/employees/${spender.employeeId}/goodies`;
	const plans = await as(spender.admin).put(`${path}/budget`, BUDGET);
	await as(spender.admin).put(`${path}/default-access`, { startDate: '2023-04-01T00:00:00.000Z' });
	const paid = await spender.approved({ amount: cents(500) });
	const february = await spender.submitted({ amount: cents(3000) });
	const march = await spender.submitted({ amount: cents(4000), date: '2023-03-07' });
	const returned = await spender.submitted({ amount: cents(100), date: '2023-03-07' });
	const receipt = await addReceipt(spender.employee, returned);
	await spender.sendBack(returned);
	const planId = plans.body[0].id;
	return { ...spender, planId, paid, february, march, returned, receipt: receipt.body.id };
}

async function observe(world: EmployeeWorld): Promise<Record<string, unknown>> {
	const { employeeId, company, february, march, returned, admin } = world;
	const employee = `/employees/${employeeId}`;
	const payroll = `/companies/${company.id}/flex`;
	const seen: Record<string, unknown> = {};
	for (const path of [
		employee,
		`${employee}/flex/access`,
		`${employee}/flex/balances?year=2023`,
		`${employee}/flex/expenses`,
		`${employee}/goodies/planned-vouchers`,
		`${employee}/goodies/vouchers`,
		`${employee}/goodies/default-access`,
		`/flex/expenses/${february}/receipts`,
		`/flex/expenses/${march}/receipts`,
		`/flex/expenses/${returned}/receipts`,
		`${payroll}/payroll-transactions`,
		`${payroll}/payroll-runs`,
	]) {
		const { status, body } = await as(admin).get(path);
		if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
		seen[path.replace(employeeId, 'id').replace(company.id, 'id')] = body;
	}
	requireNoOverlap(seen['/employees/id/flex/access'], 'validFrom', 'validUntil');
	requireNoOverlap(seen['/employees/id/goodies/planned-vouchers'], 'startDate', 'endDate');
	requireNoOverlap(seen['/employees/id/goodies/default-access'], 'validFrom', 'validTo');
	await requireSoundPayroll(world);
	const { active, name, groups } = (await as(admin).get(`/scim/v2/Users/${employeeId}`)).body;
	const database = await databaseOfCompany(company.id);
	const statement = database.prepare('SELECT revision FROM employees WHERE id = ?').bind(employeeId);
	return { ...seen, person: { active, name, groups }, changes: await statement.first('revision') };
}

export const employeeStage: Stage<EmployeeWorld> = {
	build,
	setClock: () => at('2023-03-07T23:59:59.000Z'),
	subjects: employeeSubjects,
	histories: [[], ['terminate in the past'], ['pause from February on'], Array(4).fill('add a receipt')],
	observe,
	companyOf: ({ company }) => company.id,
	names: ({ company, employeeId, employee, verifier, planId, ...world }) => ({
		[company.id]: 'company',
		[company.admin.userId]: 'admin',
		[employeeId]: 'employee',
		[employee.userId]: 'user',
		[verifier.userId]: 'verifier',
		[planId]: 'plan',
		[world.paid]: 'paid',
		[world.february]: 'february',
		[world.march]: 'march',
		[world.returned]: 'returned',
		[world.receipt]: 'receipt',
	}),
};
