import { as, at, newUser, runCron, type TestUser, uniqueEmail } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { BOOKED, companySubjects, giftOn } from './company-operations.ts';
import { requireSoundPayroll } from './invariants.ts';
import type { Stage } from './stage.ts';

/** A company with two employees. January is closed with a voucher, another voucher is due, and each open month has a paid and a submitted expense. */
export interface CompanyWorld extends Spender {
	platform: TestUser;
	colleague: Spender;
	/** An e-mail that nobody has yet. */
	email: string;
	/** The transaction of the closed month. */
	january: string;
	/** The transaction of its voucher. */
	gift: string;
	february: string;
	march: string;
	/** An approved expense of February, and its line. */
	decided: string;
	waiting: string;
	/** A line that was paid outside payroll. */
	settled: string;
}

async function build(): Promise<CompanyWorld> {
	at('2023-01-25T12:00:00.000Z');
	const platform = await newUser(['PLATFORM_ADMIN']);
	const spender = await newSpender({ startDate: '2023-01-01T00:00:00.000Z' });
	const expense = await spender.approved({ amount: cents(2000), date: '2023-01-20' });
	await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, { wageTypes: BOOKED });
	const plans = `/employees/${spender.employeeId}/goodies/planned-vouchers`;
	for (const day of ['2023-01-25', '2023-03-06']) await as(spender.admin).post(plans, giftOn(day));
	await runCron('2023-02-08T00:00:00.000Z');
	const { id } = await spender.transactionOf(expense);
	const gift = (await spender.transactions()).find(({ amount }) => amount.value === 6000)?.id ?? '';
	at('2023-03-07T12:00:00.000Z');
	const colleague = await newSpender({}, spender.company);
	const outside = await spender.approved({ amount: cents(200) });
	const settled = (await spender.transactionOf(outside)).id;
	await spender.settle(settled);
	const decided = await spender.approved({ amount: cents(300) });
	const waiting = (await spender.transactionOf(decided)).id;
	await colleague.approved({ amount: cents(500), date: '2023-03-07' });
	const february = await spender.submitted({ amount: cents(700) });
	const march = await colleague.submitted({ amount: cents(1100), date: '2023-03-07' });
	const email = uniqueEmail();
	const lines = { january: id, gift, waiting, settled };
	return { ...spender, platform, colleague, email, ...lines, decided, february, march };
}

async function observe(world: CompanyWorld): Promise<Record<string, unknown>> {
	const { id, admin } = world.company;
	await requireSoundPayroll(world);
	const seen: Record<string, unknown> = {};
	for (const path of [
		`/companies/${id}`,
		`/employees?companyId=${id}`,
		`/users/${admin.userId}`,
		`/companies/${id}/flex/expenses`,
		`/companies/${id}/flex/payroll-transactions`,
		`/companies/${id}/flex/payroll-corrections`,
		`/companies/${id}/flex/payroll-settlements`,
		`/companies/${id}/flex/payroll-runs`,
		`/employees/${world.colleague.employeeId}/flex/access`,
		`/employees/${world.employeeId}/goodies/planned-vouchers`,
		`/employees/${world.employeeId}/goodies/vouchers`,
		`/employees/${world.employeeId}/flex/balances?year=2023`,
		`/flex/expenses/${world.february}/receipts`,
	]) {
		const { status, body } = await as(world.platform).get(path);
		if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
		seen[path] = body;
	}
	return seen;
}

export const companyStage: Stage<CompanyWorld> = {
	build,
	setClock: () => at('2023-03-07T23:59:59.000Z'),
	subjects: companySubjects,
	histories: [[], ['move the reference day to the 1st']],
	observe,
	companyOf: ({ company }) => company.id,
	names: ({ company, platform, employeeId, colleague, verifier, email, ...world }) => ({
		[company.id]: 'company',
		[company.admin.userId]: 'admin',
		[platform.userId]: 'platform',
		[employeeId]: 'employee',
		[colleague.employeeId]: 'colleague',
		[verifier.userId]: 'verifier',
		[email]: 'email',
		[email.toUpperCase()]: 'EMAIL',
		[world.january]: 'january',
		[world.gift]: 'gift',
		[world.february]: 'february',
		[world.march]: 'march',
		[world.decided]: 'decided',
		[world.waiting]: 'waiting',
		[world.settled]: 'settled',
	}),
};
