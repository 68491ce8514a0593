import { as } from '../../harness/service.ts';
import { accessOf, cents, expenseOf } from '../../harness/spending.ts';
import type { CompanyWorld } from './company-stage.ts';
import { cron, type Operation, type Operations } from './stage.ts';

type Of = Operation<CompanyWorld>;

/** The wage types of a company that books vouchers. */
export const BOOKED = { GOODIES: { number: '300' } };
export const giftOn = (day: string) => ({
	amount: cents(6000),
	goodiesVoucherType: 'SPECIAL',
	interval: 'ONCE',
	startDate: `${day}T00:00:00.000Z`,
});

const create =
	(fields: (world: CompanyWorld) => object): Of =>
	(world, bindings) =>
		as(world.admin, bindings).post('/employees', { companyId: world.company.id, ...fields(world) });

const updateCompany =
	(change: object): Of =>
	({ platform, company }, bindings) =>
		as(platform, bindings).put(`/companies/${company.id}`, change);

const updateAdmin =
	(change: (world: CompanyWorld) => object): Of =>
	(world, bindings) =>
		as(world.platform, bindings).put(`/users/${world.admin.userId}`, change(world));

const close =
	(month: string): Of =>
	({ close, admin }, bindings) =>
		close(month, admin, bindings);

const correct =
	(value: number, which: 'january' | 'gift' | 'waiting' | 'settled' = 'january'): Of =>
	(world, bindings) =>
		world.correct(world[which], value, {}, bindings);

const decide =
	(how: 'approval' | 'rejection' | 'reopening', reason?: string): Of =>
	({ verifier, decided }, bindings) =>
		as(verifier, bindings).post(`/flex/expenses/${decided}/${how}`, reason ? { reason } : undefined);

const setPayroll =
	(wageTypes: object): Of =>
	({ admin, company }, bindings) =>
		as(admin, bindings).put(`/companies/${company.id}/payroll-settings`, { wageTypes });

const people: Operations<CompanyWorld> = {
	'create an employee with the e-mail': create(({ email }) => ({ email })),
	'create an employee with the e-mail in capitals': create(({ email }) => ({
		email: ` ${email.toUpperCase()}`,
	})),
	'create an employee with number 17': create(({ email }) => ({
		email: `another-${email}`,
		personnelNumber: '17',
	})),
	'give the employee number 17': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).put(`/employees/${employeeId}`, { personnelNumber: '17' }),
	'create a user with the e-mail': ({ platform, email }, bindings) =>
		as(platform, bindings).post('/users', { email, roles: ['EMPLOYEE'] }),
	'give the administrator the e-mail': updateAdmin(({ email }) => ({ email })),
	'name the administrator': updateAdmin(() => ({ firstName: 'Ada', lastName: 'Lovelace' })),
	'name the administrator otherwise': updateAdmin(() => ({ firstName: 'Grace', language: 'en' })),
};

const payroll: Operations<CompanyWorld> = {
	'move the reference day to the 1st': updateCompany({ payrollReferenceDay: 1 }),
	'move the reference day to the 20th': updateCompany({ payrollReferenceDay: 20, name: 'Neue GmbH' }),
	'close February': close('2023-02'),
	'close March': close('2023-03'),
	'approve February': ({ approve, february, verifier }, bindings) => approve(february, verifier, bindings),
	'approve March': ({ approve, march, verifier }, bindings) => approve(march, verifier, bindings),
	'reject February': ({ verifier, february }, bindings) =>
		as(verifier, bindings).post(`/flex/expenses/${february}/rejection`, { reason: 'Not legible' }),
	'submit for February': ({ colleague }, bindings) =>
		as(colleague.employee, bindings).post(
			`/employees/${colleague.employeeId}/flex/expenses`,
			expenseOf({ amount: cents(1300) }),
		),
	'correct January a little': correct(-100),
	'take January back': correct(-2000),
	'pay more for January': correct(400),
	'set access from February on': ({ admin, colleague }, bindings) =>
		as(admin, bindings).put(`/employees/${colleague.employeeId}/flex/access`, accessOf()),
	'the cron': ({ company }, bindings) => cron(bindings, company.id),
};

const vouchers: Operations<CompanyWorld> = {
	'take a part of the gift back': correct(-4000, 'gift'),
	'take the gift back': correct(-6000, 'gift'),
	'book no more vouchers': setPayroll({}),
	'book vouchers': setPayroll(BOOKED),
	'plan a gift for today': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).post(`/employees/${employeeId}/goodies/planned-vouchers`, giftOn('2023-03-07')),
	'pause the employee': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).put(`/employees/${employeeId}`, { datePausedStart: '2023-03-01T00:00:00.000Z' }),
	'give the employee number 18': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).put(`/employees/${employeeId}`, { personnelNumber: '18' }),
	'close February': close('2023-02'),
	'the cron': ({ company }, bindings) => cron(bindings, company.id),
};

/** Operations on an approval whose line waits, and on a line that was settled. */
const takingBack: Operations<CompanyWorld> = {
	'take the approval back': decide('reopening', 'The wrong receipt'),
	'approve it again': decide('approval'),
	'reject it': decide('rejection', 'Not legible'),
	'settle its line': ({ settle, waiting, admin }, bindings) => settle(waiting, {}, admin, bindings),
	'take that settlement back': correct(300, 'waiting'),
	'correct its line': correct(-100, 'waiting'),
	'take the earlier settlement back': correct(200, 'settled'),
	'take a part of it back': correct(120, 'settled'),
	'give the employee number 18': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).put(`/employees/${employeeId}`, { personnelNumber: '18' }),
	'close February': close('2023-02'),
	'the cron': ({ company }, bindings) => cron(bindings, company.id),
};

export const companySubjects = [people, payroll, payroll, vouchers, takingBack, takingBack];
