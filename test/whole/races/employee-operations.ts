import { EMPLOYMENT, groupId } from '../../../src/entrances/scim/resource.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { as, type TestUser } from '../../harness/service.ts';
import { accessOf, cents, expenseOf } from '../../harness/spending.ts';
import type { EmployeeWorld } from './employee-stage.ts';
import { cron, type Operation, type Operations } from './stage.ts';

type Of = Operation<EmployeeWorld>;

export const addReceipt = (by: TestUser, expenseId: string, bindings?: Bindings) =>
	as(by, bindings).send('POST', `/flex/expenses/${expenseId}/receipts`, '%PDF-1.7', {
		'Content-Type': 'application/pdf',
	});

const update =
	(change: object): Of =>
	({ admin, employeeId }, bindings) =>
		as(admin, bindings).put(`/employees/${employeeId}`, change);

const benefit =
	(verb: 'put' | 'post' | 'delete', path: string, body: object): Of =>
	({ admin, employeeId }, bindings) =>
		as(admin, bindings)[verb](`/employees/${employeeId}/${path}`, body);

const submit =
	(fields: object): Of =>
	({ employee, employeeId }, bindings) =>
		as(employee, bindings).post(`/employees/${employeeId}/flex/expenses`, expenseOf(fields));

const approve =
	(which: 'february' | 'march'): Of =>
	(world, bindings) =>
		world.approve(world[which], world.verifier, bindings);

const access = (fields: object) => benefit('put', 'flex/access', accessOf(fields));
const noBudgetFrom = (endDate: string) => benefit('delete', 'goodies/planned-vouchers', { endDate });

/** Requests of an identity provider. Only the status is compared, because the version in the response differs in each world. */
const patch =
	(pathOf: (employeeId: string) => string, operationsOf: (employeeId: string) => object[]): Of =>
	async ({ admin, employeeId }, bindings) => {
		const body = { Operations: operationsOf(employeeId) };
		const { status } = await as(admin, bindings).send('PATCH', `/scim/v2/${pathOf(employeeId)}`, body);
		return { status, body: null };
	};

const provision = (...operations: object[]): Of =>
	patch(
		(id) => `Users/${id}`,
		() => operations,
	);

const regroup = (op: string): Of =>
	patch(
		() => `Groups/${groupId('a')}`,
		(value) => [{ op, path: 'members', value: [{ value }] }],
	);

const provisioning: Operations<EmployeeWorld> = {
	'close by SCIM': provision({ op: 'Replace', path: 'active', value: 'False' }),
	'open and name by SCIM': provision({ op: 'replace', value: { active: true, 'name.givenName': 'Ada' } }),
	'terminate by SCIM': provision({
		op: 'Add',
		path: `${EMPLOYMENT}:dateTerminated`,
		value: '2023-05-31T23:59:59.999Z',
	}),
	'add to a group by SCIM': regroup('Add'),
	'remove from a group by SCIM': regroup('Remove'),
	'move to a cost centre': update({ costCentre: '4711', groups: ['a'] }),
	'clear the termination': update({ dateTerminated: null }),
	'name the employee': update({ firstName: 'Grace' }),
};

const employment: Operations<EmployeeWorld> = {
	'terminate in the past': update({ dateTerminated: '2023-03-06T00:00:00.000Z' }),
	'terminate at the end of May': update({ dateTerminated: '2023-05-31T23:59:59.999Z' }),
	'clear the termination': update({ dateTerminated: null }),
	'pause from February on': update({ datePausedStart: '2023-02-01T00:00:00.000Z' }),
	'end the pause in April': update({ datePausedEnd: '2023-04-10T00:00:00.000Z' }),
	'clear the pause': update({ datePausedStart: null, datePausedEnd: null }),
	'move to a cost centre': update({ costCentre: '4711', groups: ['a'] }),
	'move to another cost centre': update({ costCentre: '4712', personnelNumber: '17' }),
};

const flex: Operations<EmployeeWorld> = {
	'set a small access from February on': access({ budget: cents(2500) }),
	'set an access from March on': access({ budget: cents(7000), startDate: '2023-03-01T00:00:00.000Z' }),
	'set an access for summer': access({
		startDate: '2023-05-01T00:00:00.000Z',
		endDate: '2023-07-31T23:59:59.999Z',
	}),
	'revoke access at the end of February': benefit('delete', 'flex/access', {
		endDate: '2023-02-28T23:59:59.999Z',
	}),
	'revoke access at the end of June': benefit('delete', 'flex/access', {
		endDate: '2023-06-30T23:59:59.999Z',
	}),
};

const goodies: Operations<EmployeeWorld> = {
	'set a budget from today on': benefit('put', 'goodies/budget', {
		budget: cents(100),
		startDate: '2023-03-07T00:00:00.000Z',
	}),
	'set a budget for summer': benefit('put', 'goodies/budget', {
		budget: cents(200),
		startDate: '2023-05-01T00:00:00.000Z',
		endDate: '2023-07-31T23:59:59.999Z',
	}),
	'plan another budget for summer': benefit('post', 'goodies/planned-vouchers', {
		amount: cents(300),
		goodiesVoucherType: 'GENERIC',
		interval: 'MONTHLY',
		startDate: '2023-06-01T00:00:00.000Z',
	}),
	'revoke the vouchers tomorrow': noBudgetFrom('2023-03-08T00:00:00.000Z'),
	'revoke the vouchers in June': noBudgetFrom('2023-06-15T00:00:00.000Z'),
	'revoke the plan': ({ admin, planId }, bindings) =>
		as(admin, bindings).delete(`/goodies/planned-vouchers/${planId}`, {
			endDate: '2023-04-01T00:00:00.000Z',
		}),
	'set default access from April on': benefit('put', 'goodies/default-access', {
		startDate: '2023-04-01T00:00:00.000Z',
		endDate: '2023-12-31T23:59:59.999Z',
	}),
	'set default access from June on': benefit('put', 'goodies/default-access', {
		startDate: '2023-06-01T00:00:00.000Z',
	}),
};

const spending: Operations<EmployeeWorld> = {
	'submit the last of February': submit({ amount: cents(1500) }),
	'submit for March': submit({ amount: cents(900), date: '2023-03-06' }),
	'approve February': approve('february'),
	'approve March': approve('march'),
	'reject February': ({ verifier, february }, bindings) =>
		as(verifier, bindings).post(`/flex/expenses/${february}/rejection`, { reason: 'Not legible' }),
	'withdraw February': ({ employee, february }, bindings) =>
		as(employee, bindings).post(`/flex/expenses/${february}/withdrawal`),
	'add a receipt': ({ employee, february }, bindings) => addReceipt(employee, february, bindings),
};

const decideReturned =
	(how: string, body?: object): Of =>
	({ verifier, returned }, bindings) =>
		as(verifier, bindings).post(`/flex/expenses/${returned}/${how}`, body);

/** Operations on a returned expense and its receipt. */
const mending: Operations<EmployeeWorld> = {
	'remove the receipt': ({ employee, returned, receipt }, bindings) =>
		as(employee, bindings).delete(`/flex/expenses/${returned}/receipts/${receipt}`),
	'add another receipt': ({ employee, returned }, bindings) => addReceipt(employee, returned, bindings),
	'mend it': ({ employee, returned }, bindings) =>
		as(employee, bindings).put(
			`/flex/expenses/${returned}`,
			expenseOf({ amount: cents(90), date: '2023-03-07' }),
		),
	'approve it': decideReturned('approval'),
	'reject it': decideReturned('rejection', { reasons: ['unreadable'] }),
	'withdraw it': ({ employee, returned }, bindings) =>
		as(employee, bindings).post(`/flex/expenses/${returned}/withdrawal`),
};

const jobs: Operations<EmployeeWorld> = { 'the cron': ({ company }, bindings) => cron(bindings, company.id) };

export const employeeSubjects = [
	provisioning,
	{ ...employment, ...flex, ...jobs },
	{ ...employment, ...goodies, ...jobs },
	{ ...flex, ...spending, ...jobs },
	{ ...employment, ...spending },
	mending,
];
