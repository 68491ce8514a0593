import { createEmployee } from '../../../benefits/employees/joining/actions.ts';
import { decideExpenses } from '../../../benefits/expenses/decisions/actions.ts';
import { AS_SUBMITTED, type Decision } from '../../../benefits/expenses/decisions/rules.ts';
import { belongsTo } from '../../../benefits/expenses/rules.ts';
import { submitExpense } from '../../../benefits/expenses/submission/actions.ts';
import { setAccess } from '../../../benefits/flex/access/actions.ts';
import { setDefaultAccess } from '../../../benefits/goodies/default-access/actions.ts';
import { setMonthlyBudget } from '../../../benefits/goodies/plans/actions.ts';
import type { Actor } from '../../../foundation/core/actor.ts';
import { addMonths, type Instant, startOfDay, startOfMonth } from '../../../foundation/core/instant.ts';
import { DEFAULT_TEMPLATE_ID, MODULES, type Module } from '../../../foundation/core/modules.ts';
import type { Operation } from '../../../foundation/core/policy.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { vaultOf } from '../../../foundation/core/vault.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { aheadBy } from '../../../foundation/db/clock.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch } from '../../../foundation/db/database.ts';
import { type Outcome, perform } from '../../../foundation/db/write.ts';
import { createUser } from '../../accounts/creation/actions.ts';
import { type Filled, sandboxNotEmpty } from '../rules.ts';
import { type Filling, generatedPeople, nowOf, saveClock } from '../store.ts';
import { live, recorded, type Sandbox } from '../time/actions.ts';
import { EUR, numbersFrom, personOf, pick, SPENT_ON, VERIFIER } from './rules.ts';

/** Fills a sandbox as people would, with actions of the API, month after month. At the time limit, another request continues. */
export async function fill(
	sandbox: Sandbox,
	wanted: { employees: number; months: number; seed: number },
): Promise<Filled> {
	const { own, clock, now, mayGoOn } = sandbox;
	const filling = await begun(sandbox, wanted);
	const stored = (done: boolean) => commit(own, [saveClock(own, { filling: done ? null : filling })]);
	const end = async (done: boolean): Promise<Filled> => {
		await stored(done);
		return { done, employees: filling.made, months: filling.month, reachedUntil: nowOf(clock, now) };
	};
	// If this request is lost, another one with the same numbers continues.
	await stored(false);
	for (; filling.made < filling.employees; filling.made++) {
		if (!mayGoOn()) return end(false);
		await join(sandbox, filling, filling.made);
	}
	const [people] = await batch(own, [generatedPeople(own, clock.companyId)]);
	for (; filling.month < filling.months; filling.month++) {
		for (; filling.spent < people.length; filling.spent++) {
			if (!mayGoOn()) return end(false);
			await spend(sandbox, filling, people[filling.spent] as (typeof people)[number]);
		}
		await stored(false);
		const { done } = await live(sandbox, addMonths(filling.from, filling.month + 1));
		if (!done) return end(false);
		filling.spent = 0;
	}
	const { employees, months, seed } = filling;
	const after = { employees, months, seed };
	await commit(own, recorded(sandbox, 'sandbox.populated', null, after, nowOf(clock, now)));
	return end(true);
}

/** Returns the progress of an earlier request with the same numbers, or begins. */
async function begun({ own, clock, now }: Sandbox, wanted: Pick<Filling, 'employees' | 'months' | 'seed'>) {
	const { filling } = clock;
	const numbers = ['employees', 'months', 'seed'] as const;
	if (filling !== null && numbers.every((name) => filling[name] === wanted[name])) return { ...filling };
	const [people] = await batch(own, [generatedPeople(own, clock.companyId)]);
	if (people.length > 0) throw sandboxNotEmpty();
	return { ...wanted, from: nowOf(clock, now), made: 0, month: 0, spent: 0 };
}

/** Creates a person with benefits. After an interruption, it only creates what is missing. */
async function join(sandbox: Sandbox, filling: Filling, index: number): Promise<void> {
	const { companyId } = sandbox.clock;
	const call = callOf(sandbox, creatorOf(sandbox.asker.actor));
	const random = numbersFrom(filling.seed, index);
	const host = `${companyId.slice(-12)}.sandbox.example`;
	if (index === 0) {
		const user = { email: `${VERIFIER}@${host}`, firstName: 'Vera', lastName: 'Prüfer' };
		const roles = ['FLEX_DOCUMENT_VERIFIER' as const];
		await unlessTaken(() =>
			act(call, (one) =>
				createUser(one, {
					...user,
					roles,
					manageableCompanyIds: [companyId],
					skipSendRegistrationEmail: true,
				}),
			),
		);
	}
	const fields = { companyId, skipSendRegistrationEmail: true, ...personOf(random, filling, index, host) };
	const created = await unlessTaken(() => act(call, (one) => createEmployee(one, fields)));
	const { id } = created ?? (await createdBefore(call, companyId, fields.personnelNumber));
	const startDate = startOfMonth(call.now);
	await giveBenefits(call, id, {
		budget: 2500 + 500 * Math.floor(random() * 16),
		accumulateBudget: random() < 0.5,
		startDate,
		monthlyBudget: 2500 + 500 * Math.floor(random() * 6),
		monthlyFrom: addMonths(startDate, 1),
	});
}

interface Benefits {
	/** The flex budget of a month, in cents. */
	budget: number;
	accumulateBudget: boolean;
	startDate: Instant;
	/** The budget of a month for goodies, in cents. */
	monthlyBudget: number;
	monthlyFrom: Instant;
}

/** Gives an employee flex access, a monthly budget and default access. */
export async function giveBenefits(
	call: Call,
	employeeId: string,
	{ budget, accumulateBudget, startDate, monthlyBudget, monthlyFrom }: Benefits,
): Promise<void> {
	await giveAccess(call, employeeId, { budget, accumulateBudget, startDate });
	const goodies = { budget: EUR(monthlyBudget), startDate: monthlyFrom };
	await act(call, (one) => setMonthlyBudget(one, employeeId, goodies));
	await act(call, (one) => setDefaultAccess(one, employeeId, { startDate: monthlyFrom }));
}

export const giveAccess = (
	call: Call,
	employeeId: string,
	{ budget, accumulateBudget, startDate }: Pick<Benefits, 'budget' | 'accumulateBudget' | 'startDate'>,
) =>
	act(call, (one) =>
		setAccess(one, employeeId, {
			budget: EUR(budget),
			accumulateBudget,
			startDate,
			allowedModules: [...MODULES],
			flexTaxRuleTemplateId: DEFAULT_TEMPLATE_ID,
		}),
	);

async function spend(
	sandbox: Sandbox,
	{ seed, month, employees }: Filling,
	person: Awaited<ReturnType<typeof generatedPeople>>[number],
): Promise<void> {
	const { companyId } = sandbox.clock;
	const random = numbersFrom(seed, employees + Number(person.number) * 100 + month);
	if (random() < 0.25) return;
	const module = pick(random, SPENT_ON);
	const value = 500 + 10 * Math.floor(random() * 150);
	const call = callOf(sandbox, NOBODY);
	try {
		const { id } = await submit(call, person, { module, value, date: startOfDay(call.now) });
		const decision = random();
		if (decision < 0.05) return;
		const isRejected = decision < 0.15;
		await decide(call, companyId, person.verifierId, {
			expenseId: id,
			state: isRejected ? 'REJECTED' : 'APPROVED',
			reasons: isRejected ? ['unreadable'] : [],
		});
	} catch (error) {
		// Somebody who has left, or has no budget left, spends nothing.
		if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
	}
}

/** Returns a call of a person, who acts without a session. */
export const asPerson = (call: Call, { id, userId }: { id: string; userId: string }): Call => ({
	...call,
	actor: { ...NOBODY, userId, roles: ['EMPLOYEE'], employeeId: id },
});

/** Submits an expense in euros as its person does. Returns what was stored. */
export const submit = (
	call: Call,
	person: { id: string; userId: string },
	{ module, value, date }: { module: Module; value: number; date: Instant },
) =>
	act(asPerson(call, person), (one) =>
		submitExpense(one, person.id, {
			module,
			amount: EUR(value),
			date,
			days: belongsTo('days', module) ? 1 : null,
			isPublicTransport: belongsTo('isPublicTransport', module) ? true : null,
			note: null,
			mealPrice: null,
			recreationFor: null,
			machineReadable: null,
			draftId: null,
			factsDiffer: false,
			upTo: true,
		}),
	);

/** Decides on an expense as the verifier does. */
export const decide = (
	call: Call,
	companyId: string,
	verifierId: string,
	decision: Pick<Decision, 'state' | 'reasons'> & { expenseId: string },
) =>
	act({ ...call, actor: { ...NOBODY, userId: verifierId, roles: ['FLEX_DOCUMENT_VERIFIER'] } }, (one) =>
		decideExpenses(one, companyId, [{ ...AS_SUBMITTED, ...decision }]),
	);

/** A generated person, who acts without a session. */
export const NOBODY: Actor = {
	userId: '',
	sessionId: '',
	roles: [],
	employeeId: null,
	soleCompanyId: null,
	operations: null,
};

const CREATING: readonly Operation[] = [
	'createUser',
	'createEmployee',
	'setAccess',
	'setMonthlyBudget',
	'setDefaultAccess',
];

/** Returns the caller with the rights of an administrator. A key that may fill a sandbox may also create the records for that. */
const creatorOf = (actor: Actor): Actor =>
	actor.roles.includes('PLATFORM_ADMIN')
		? actor
		: { ...actor, roles: ['COMPANY_ADMIN'], operations: actor.operations === null ? null : CREATING };

const callOf = ({ env, own, clock, now, asker }: Sandbox, actor: Actor): Call => ({
	db: aheadBy(own, clock.ahead),
	actor,
	client: { place: '', country: null, city: null, device: 'sandbox' },
	now: nowOf(clock, now),
	requestId: asker.requestId,
	vault: vaultOf(env),
	isMailCarried: true,
});

/** Performs an action, and returns the record as it is afterwards. */
export async function act<T>(call: Call, attempt: (call: Call) => Promise<Outcome<T>>): Promise<T> {
	let after: T | undefined;
	await perform(
		call,
		() => attempt(call),
		(outcome) => {
			after = outcome.after;
			return { status: 200, headers: {}, body: '' };
		},
	);
	return after as T;
}

/** Returns undefined if an interrupted request has already created the record. */
const unlessTaken = <T>(create: () => Promise<T>): Promise<T | undefined> =>
	create().catch((error: unknown) => {
		const code = error instanceof Refusal ? (error as Refusal).code : null;
		if (code !== 'email_taken' && code !== 'personnel_number_taken') throw error;
		return undefined;
	});

async function createdBefore({ db }: Call, companyId: string, personnelNumber: string) {
	const [people] = await batch(db, [generatedPeople(db, companyId)]);
	const found = people.find(({ number }) => number === personnelNumber);
	if (found === undefined) throw new Error('The new employee is missing');
	return found;
}
