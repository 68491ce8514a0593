import { bytesIn, xmlWith } from '../../harness/invoices.ts';
import { upload } from '../../harness/receipts.ts';
import { as, at } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { requireSoundPayroll } from './invariants.ts';
import { cron, type Operation, type Operations, type Stage } from './stage.ts';

/** An employee with two expenses that the next run of the cron approves by a rule. */
interface RulesWorld extends Spender {
	first: string;
	second: string;
	rule: string;
}

const RULE = { maxAmount: cents(2000), acceptsInvoices: true, samplePercent: 0 };
const ruleOf = (companyId: string) => `/companies/${companyId}/flex/approval-rules/INTERNET`;

/** An invoice of the day before the clock. */
const invoiceOf = (number: string, amount: string) =>
	bytesIn(xmlWith({ 'RE-2023-0042': number, 20230227: '20230306', '10.00': amount }));

async function invoiced(spender: Spender, euros: number): Promise<string> {
	const id = await spender.submitted({ amount: cents(100 * euros), date: '2023-03-06' });
	const { status, body } = await upload(spender.employee, id, invoiceOf(`RE-${euros}`, `${euros}.00`));
	if (status !== 201) throw new Error(JSON.stringify(body));
	return id;
}

async function build(): Promise<RulesWorld> {
	at('2023-03-06T12:00:00.000Z');
	const spender = await newSpender();
	const { body } = await as(spender.admin).put(ruleOf(spender.company.id), RULE);
	// With this line, the month has a run.
	await spender.approved({ amount: cents(100), date: '2023-03-06' });
	const first = await invoiced(spender, 10);
	return { ...spender, first, second: await invoiced(spender, 11), rule: body.id };
}

const set =
	(fields: object): Operation<RulesWorld> =>
	({ admin, company }, bindings) =>
		as(admin, bindings).put(ruleOf(company.id), { ...RULE, ...fields });

const decide =
	(what: 'approval' | 'rejection' | 'return', body?: object): Operation<RulesWorld> =>
	({ verifier, first }, bindings) =>
		as(verifier, bindings).post(`/flex/expenses/${first}/${what}`, body);

const theCron: Operations<RulesWorld> = { 'the cron': ({ company }, bindings) => cron(bindings, company.id) };

const ofRule: Operations<RulesWorld> = {
	...theCron,
	'lower the maximum': set({ maxAmount: cents(1000) }),
	'have a sample of all': set({ samplePercent: 100 }),
	'accept no invoices': set({ acceptsInvoices: false }),
	'remove the rule': ({ admin, company }, bindings) => as(admin, bindings).delete(ruleOf(company.id)),
};

const ofPeople: Operations<RulesWorld> = {
	...theCron,
	'approve it': decide('approval'),
	'approve a part of it': decide('approval', { amount: cents(300), reasons: ['no_items'] }),
	'reject it': decide('rejection', { reasons: ['unreadable'] }),
	'return it': decide('return', { reasons: ['unreadable'] }),
	'withdraw it': ({ employee, first }, bindings) =>
		as(employee, bindings).post(`/flex/expenses/${first}/withdrawal`),
	'add a picture': ({ employee, first }, bindings) =>
		as(employee, bindings).send('POST', `/flex/expenses/${first}/receipts`, '%PDF-1.7', {
			'Content-Type': 'application/pdf',
		}),
};

const others: Operations<RulesWorld> = {
	...theCron,
	'remove the rule': ({ admin, company }, bindings) => as(admin, bindings).delete(ruleOf(company.id)),
	'close the month early': (world, bindings) => world.close('2023-03', world.admin, bindings),
	'shrink the budget': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).put(`/employees/${employeeId}/flex/access`, {
			budget: cents(1500),
			accumulateBudget: true,
			allowedModules: ['INTERNET'],
			startDate: '2023-03-01T00:00:00.000Z',
		}),
	'terminate in the past': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).put(`/employees/${employeeId}`, { dateTerminated: '2023-03-06T00:00:00.000Z' }),
	'submit the same again': ({ employee, employeeId }, bindings) =>
		as(employee, bindings).post(`/employees/${employeeId}/flex/expenses`, {
			module: 'INTERNET',
			amount: cents(1000),
			date: '2023-03-06',
		}),
};

async function observe(world: RulesWorld): Promise<Record<string, unknown>> {
	const { admin, verifier, company, employeeId } = world;
	const seen: Record<string, unknown> = {};
	for (const path of ['expenses', 'balances?year=2023'])
		seen[path] = (await as(admin).get(`/employees/${employeeId}/flex/${path}`)).body;
	for (const path of ['payroll-transactions', 'payroll-runs', 'approval-rules'])
		seen[path] = (await as(admin).get(`/companies/${company.id}/flex/${path}`)).body;
	const report = `/companies/${company.id}/flex/approval-report?month=2023-03`;
	const { modules, seed } = (await as(verifier).get(report)).body;
	await requireSoundPayroll(world);
	return { ...seen, modules, isRevealed: seed.seed !== null };
}

export const rulesStage: Stage<RulesWorld> = {
	build,
	setClock: () => at('2023-03-07T23:59:59.000Z'),
	subjects: [ofRule, ofPeople, others, { ...ofRule, ...ofPeople, ...others }],
	histories: [[]],
	observe,
	companyOf: ({ company }) => company.id,
	names: ({ company, employeeId, employee, verifier, first, second, rule }) => ({
		[company.id]: 'company',
		[company.admin.userId]: 'admin',
		[employeeId]: 'employee',
		[employee.userId]: 'user',
		[verifier.userId]: 'verifier',
		[first]: 'first',
		[second]: 'second',
		[rule]: 'rule',
	}),
};
