import { as, at, newUser, type TestUser } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { activeStanding, addProof, decideStanding, submittedStanding } from '../../harness/standing.ts';
import { requireSoundPayroll } from './invariants.ts';
import { cron, type Operation, type Operations, type Stage } from './stage.ts';

/** An employee with a standing expense that waits for its first verification, and one that goes on. Each has a month to submit. */
interface StandingWorld extends Spender {
	waiting: string;
	active: string;
	second: TestUser;
}

async function build(): Promise<StandingWorld> {
	at('2023-03-06T12:00:00.000Z');
	const spender = await newSpender();
	const second = await newUser(['FLEX_DOCUMENT_VERIFIER'], [spender.company.id]);
	const waiting = await submittedStanding(spender, { dayOfMonth: 7, amount: cents(3000) });
	const active = await activeStanding(spender, { dayOfMonth: 7, amount: cents(4000), upTo: true });
	const renewed = await addProof(spender.employee, active, '2025-02-28');
	if (renewed.status !== 201) throw new Error(JSON.stringify(renewed.body));
	return { ...spender, waiting, active, second };
}

type Which = 'waiting' | 'active';
const decide =
	(
		who: 'verifier' | 'second' | 'employee',
		which: Which,
		what: 'approval' | 'rejection' | 'withdrawal',
		body?: object,
	): Operation<StandingWorld> =>
	(world, bindings) =>
		decideStanding(world[who], world[which], what, body, bindings);

const ofOne = (which: Which): Operations<StandingWorld> => ({
	[`approve the ${which} one`]: decide('verifier', which, 'approval'),
	[`approve a part of the ${which} one`]: decide('second', which, 'approval', { amount: cents(2500) }),
	[`reject the ${which} one`]: decide('second', which, 'rejection', { reasons: ['unreadable'] }),
	[`end the ${which} one`]: decide('employee', which, 'withdrawal'),
	[`renew the proof of the ${which} one`]: ({ employee, ...world }, bindings) =>
		addProof(employee, world[which], '2025-03-31', undefined, bindings),
});

const others: Operations<StandingWorld> = {
	'the cron': ({ company }, bindings) => cron(bindings, company.id),
	'terminate in the past': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).put(`/employees/${employeeId}`, { dateTerminated: '2023-03-06T00:00:00.000Z' }),
	'submit an expense': (world, bindings) =>
		as(world.employee, bindings).post(`/employees/${world.employeeId}/flex/expenses`, {
			module: 'INTERNET',
			amount: cents(1500),
			date: '2023-03-06',
		}),
};

async function observe(world: StandingWorld): Promise<Record<string, unknown>> {
	const { admin, company, employeeId } = world;
	const seen: Record<string, unknown> = {};
	for (const path of ['standing-expenses', 'expenses', 'balances?year=2023'])
		seen[path] = (await as(admin).get(`/employees/${employeeId}/flex/${path}`)).body;
	seen.lines = (await as(admin).get(`/companies/${company.id}/flex/payroll-transactions`)).body;
	await requireSoundPayroll(world);
	return seen;
}

export const standingStage: Stage<StandingWorld> = {
	build,
	setClock: () => at('2023-03-07T23:59:59.000Z'),
	subjects: [ofOne('waiting'), { ...ofOne('waiting'), ...others }, { ...ofOne('active'), ...others }],
	histories: [[]],
	observe,
	companyOf: ({ company }) => company.id,
	names: ({ company, employeeId, employee, verifier, second, waiting, active }) => ({
		[company.id]: 'company',
		[company.admin.userId]: 'admin',
		[employeeId]: 'employee',
		[employee.userId]: 'user',
		[verifier.userId]: 'verifier',
		[second.userId]: 'second verifier',
		[waiting]: 'waiting',
		[active]: 'active',
	}),
};
