import { expect } from 'vitest';
import { newCompanyInCell } from '../../harness/cells.ts';
import { bytesIn, xmlWith } from '../../harness/invoices.ts';
import { Movers } from '../../harness/moving.ts';
import { uploadTo } from '../../harness/receipts.ts';
import { as, at, newCompany, runCron, type TestCompany, type TestUser } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { decideStanding, submittedStanding } from '../../harness/standing.ts';
import { type Month, type Played, YEAR } from './year.ts';

const WAGE_TYPES = Object.fromEntries(
	['MEALS', 'INTERNET', 'KITA', 'GOODIES'].map((key, index) => [
		key,
		{ number: `${100 + index}`, lodasKey: '2' },
	]),
);
const SECOND = { MEALS_TAX_FREE: { number: '200', lodasKey: '3' } };
/** The modules with a rule. */
const RULED = ['INTERNET', 'KITA'];
/** The module of the standing expenses. */
const STANDING = 'INTERNET';
const OFFICE = { adviserNumber: '1234567', clientNumber: '42', format: 'datev-lodas' };

type Decision = { expenseId: string; decision: string; amount?: object; reasons: string[] };

/** A company, and what has been approved, issued and corrected in it, in cents. */
export interface World {
	company: TestCompany;
	people: Spender[];
	/** The approved amount of each expense, with the corrections of its lines. */
	owed: Map<string, number>;
	issued: number;
	/** Corrections of the lines of vouchers. */
	returned: number;
	/** How many approvals were taken back. */
	reopened: number;
	late: Decision[];
	/** Expenses whose receipt is an invoice, with what people will decide on those that no rule approves. */
	invoiced: { agrees: boolean; value: number; of: number; decision: Decision }[];
	/** How many expenses rules have approved, and left to the sample. */
	byRule: number;
	sampled: number;
	/** Parts of settlements that are taken back later. */
	takenBack: { line: string; value: number }[];
	/** Standing expenses with what each month may have, and the last month of their proof. */
	standing: { id: string; value: number; until: string; of: number }[];
	/** How many of their months were submitted. */
	recurred: number;
	numbers: number;
	/** The last month of the second person; null before anybody has left. */
	lastMonth: string | null;
	/** The moves of all companies in this play, and the requests that waited for them. */
	moves: number;
	refused: number;
}

/** Plays years on companies of their own, side by side, and closes all their months. Companies with moves move meanwhile. */
export async function play(plays: Played[]): Promise<World[]> {
	const movers = plays.some(({ moves }) => moves) ? Movers.open() : null;
	const worlds: World[] = [];
	for (const { beginsInCell = false } of plays) worlds.push(await newWorld(beginsInCell));
	const ids = worlds.map(({ company }) => company.id);
	const cron = (instant: string) => (movers ? movers.runCron([instant], ids) : runCron(instant));
	for (const month of plays[0]?.year.keys() ?? []) {
		const name = YEAR[month] ?? '';
		for (const [part, act] of PARTS.entries()) {
			at(`${name}-${part === 0 ? 10 : 27}T12:00:00.000Z`);
			for (const [index, world] of worlds.entries()) {
				const { year, moves } = plays[index] as Played;
				const move = moves?.[month]?.[part];
				if (move) await movers?.goOn(world.company.id, move.pages);
				await act(world, name, year[month] as Month);
			}
		}
		await cron(`${name}-28T12:00:00.000Z`);
		for (const [index, world] of worlds.entries()) await ruled(world, name, plays[index]?.year[month]?.rule);
		await cron(`${monthAfter(name)}-08T00:00:00.000Z`);
		for (const world of worlds) await recur(world, name);
	}
	at('2023-12-10T12:00:00.000Z');
	for (const world of worlds) {
		await configure(world, {});
		await renumber(world, 2);
		await decide(world, world.late.splice(0));
		await takeBack(world, world.takenBack.splice(0));
	}
	await cron('2024-02-08T00:00:00.000Z');
	const { moves = 0, refused = 0 } = movers ?? {};
	return worlds.map((world) => ({ ...world, moves, refused }));
}

/** The parts of a month, between which a company may move. */
const PARTS = [begin, spend, end];
const monthAfter = (name: string): string => YEAR[YEAR.indexOf(name) + 1] ?? '';

async function newWorld(beginsInCell: boolean): Promise<World> {
	at('2023-02-01T12:00:00.000Z');
	const company = await (beginsInCell ? newCompanyInCell() : newCompany());
	const wide = { budget: cents(100_000) };
	const people = [
		await newSpender(wide, company, { personnelNumber: '1', costCenter: 'A' }),
		await newSpender(wide, company, { personnelNumber: '2' }),
		await newSpender(wide, company),
	];
	return {
		company,
		people,
		owed: new Map(),
		issued: 0,
		returned: 0,
		reopened: 0,
		late: [],
		invoiced: [],
		byRule: 0,
		sampled: 0,
		takenBack: [],
		standing: [],
		recurred: 0,
		numbers: 2,
		lastMonth: null,
		moves: 0,
		refused: 0,
	};
}

async function begin(world: World, name: string, month: Month): Promise<void> {
	const { splitsMeals, sumsBookings, bookingMonth, isMissing } = month;
	await decide(world, world.late.splice(0));
	await correct(world, month.corrections);
	await takeBack(world, world.takenBack.splice(0));
	await configure(world, { splitsMeals, sumsBookings, bookingMonth, isMissing });
	await setRules(world, month.rule);
	if (month.renumbered !== null) await renumber(world, month.renumbered);
	await plan(world, `${name}-12T00:00:00.000Z`, month.vouchers);
	for (const one of month.standing) await stand(world, name, one);
}

/** Submits a standing expense whose verifier approves a share of it. */
async function stand(world: World, name: string, { value, share, months, of }: Month['standing'][number]) {
	const person = world.people[of];
	if (person === undefined || (of === 1 && world.lastMonth !== null)) return;
	const until = YEAR[Math.min(YEAR.indexOf(name) + months, YEAR.length - 2)] ?? '';
	const asked = {
		module: STANDING,
		isPublicTransport: null,
		amount: cents(value),
		dayOfMonth: 15,
		startDate: `${name}-01`,
		proofUntil: `${until}-15`,
	};
	const id = await submittedStanding(person, asked);
	const approved = Math.ceil((value * share) / 100);
	const { status, body } = await decideStanding(person.verifier, id, 'approval', { amount: cents(approved) });
	if (status !== 200) throw new Error(JSON.stringify(body));
	world.standing.push({ id, value: approved, until, of });
}

/** Each month of a standing expense is owed once, until its proof ends or its person has left. */
async function recur(world: World, name: string): Promise<void> {
	const { company, owed } = world;
	const path = `/companies/${company.id}/flex/expenses?month=${name}&state=APPROVED`;
	const { body } = await as(company.admin).get(path);
	const found: { id: string; standingExpenseId: string | null; amount: { value: number } }[] = body;
	const months = found.filter(({ standingExpenseId }) => standingExpenseId !== null);
	const { lastMonth } = world;
	const going = world.standing.filter(
		({ until, of }) => name <= until && (of !== 1 || lastMonth === null || name <= lastMonth),
	);
	const told = months.map(({ standingExpenseId, amount }) => `${standingExpenseId} ${amount.value}`);
	expect(told.sort(), `months of ${name}`).toEqual(going.map(({ id, value }) => `${id} ${value}`).sort());
	for (const { id, amount } of months) owed.set(id, amount.value);
	world.recurred += months.length;
}

async function spend(world: World, name: string, month: Month): Promise<void> {
	const decisions: Decision[] = [];
	for (const given of month.expenses) {
		const { module, value, days, ownShare, approvedDays, share, isLate, invoice, of } = given;
		const mealPrice = ownShare === null ? null : cents(value + ownShare);
		const meals = module === 'MEALS' ? { days, mealPrice, upTo: true } : {};
		const asked = { module, amount: cents(value), date: `${name}-20`, ...meals };
		const { status, body } = (await world.people[of]?.submit(asked)) ?? {};
		if (status !== 201) continue;
		const amount = cents(Math.ceil((body.amount.value * share) / 100));
		const part = module === 'MEALS' ? { amount, days: Math.min(days, approvedDays) } : { amount };
		const decision = share === 0 ? { decision: 'REJECTED' } : { decision: 'APPROVED', ...part };
		const made = { expenseId: body.id, reasons: ['no_items'], ...decision };
		if (!RULED.includes(module) || invoice === 'none') (isLate ? world.late : decisions).push(made);
		else {
			const agrees = invoice === 'agrees';
			await addInvoice(world, body.id, name, agrees ? value : value + 1, of);
			world.invoiced.push({ agrees, value, of, decision: made });
		}
	}
	await decide(world, decisions);
}

async function addInvoice(world: World, id: string, name: string, value: number, of: number) {
	const xml = xmlWith({
		'RE-2023-0042': id,
		20230227: `${name}-20`.replaceAll('-', ''),
		'10.00': (value / 100).toFixed(2),
	});
	const path = `/flex/expenses/${id}/receipts?factsDiffer=true`;
	const { status, body } = await uploadTo(path, world.people[of]?.employee as TestUser, bytesIn(xml));
	if (status !== 201) throw new Error(JSON.stringify(body));
}

async function setRules({ company }: World, rule: Month['rule']): Promise<void> {
	const { value, ...fields } = rule ?? { value: 0 };
	for (const module of RULED) {
		const path = `/companies/${company.id}/flex/approval-rules/${module}`;
		const { status, body } = await (rule === null
			? as(company.admin).delete(path)
			: as(company.admin).put(path, { maxAmount: cents(value), ...fields }));
		if (status !== 200) throw new Error(JSON.stringify(body));
	}
}

/** The rule approves all of an invoice that agrees, that is within its maximum, and that is like no other. People decide on the rest later, and wherever a standing expense may pay. */
async function ruled(world: World, name: string, rule: Month['rule'] | undefined): Promise<void> {
	if (world.invoiced.length === 0) return;
	const path = `/companies/${world.company.id}/flex/expenses?month=${name}`;
	const { body } = await as(world.company.admin).get(path);
	const found: Ruled[] = body;
	const alive = found.filter(({ state }) => state !== 'REJECTED');
	const likes = Map.groupBy(alive, likeness);
	for (const { agrees, value, of, decision } of world.invoiced.splice(0)) {
		const expense = found.find(({ id }) => id === decision.expenseId) as Ruled;
		const isAlone = likes.get(likeness(expense))?.length === 1;
		const isStanding = expense.module === STANDING && world.standing.some((one) => one.of === of);
		const isPermitted =
			rule?.acceptsInvoices === true && agrees && value <= rule.value && isAlone && !isStanding;
		const isDrawn = isPermitted && rule.samplePercent === 100;
		const isApproved = isPermitted && !isDrawn;
		expect(
			{
				state: expense.state,
				isByRule: expense.approvalRuleId !== null,
				isDrawn: expense.dateSampled !== null,
			},
			JSON.stringify({ rule, expense }),
		).toEqual({ state: isApproved ? 'APPROVED' : 'SUBMITTED', isByRule: isApproved, isDrawn });
		if (isApproved) world.owed.set(expense.id, value);
		else world.late.push(decision);
		world.byRule += Number(isApproved);
		world.sampled += Number(isDrawn);
	}
}

/** Two expenses with the same likeness may be duplicates, so a verifier decides on them. */
const likeness = ({ employeeId, module, amount, date }: Ruled): string =>
	`${employeeId} ${module} ${amount.value} ${date}`;

interface Ruled {
	id: string;
	module: string;
	employeeId: string;
	state: string;
	date: string;
	amount: { value: number };
	approvalRuleId: string | null;
	dateSampled: string | null;
}

async function end(world: World, name: string, month: Month): Promise<void> {
	await reopen(world, month.reopenings);
	await settle(world, month.settlements, `${name}-26`);
	if (!month.isLast || world.lastMonth !== null) return;
	world.lastMonth = name;
	await leave(world, `${monthAfter(name)}-01T00:00:00.000Z`);
}

async function configure({ company }: World, { isMissing = false, ...given }: Partial<Month>): Promise<void> {
	const { status, body } = await as(company.admin).put(`/companies/${company.id}/payroll-settings`, {
		...OFFICE,
		wageTypes: { ...WAGE_TYPES, ...(isMissing ? {} : SECOND) },
		...given,
	});
	if (status !== 200) throw new Error(JSON.stringify(body));
}

async function renumber(world: World, who: number): Promise<void> {
	const personnelNumber = `${++world.numbers}`;
	await as(world.company.admin).put(`/employees/${world.people[who]?.employeeId}`, { personnelNumber });
}

async function leave(world: World, dateTerminated: string): Promise<void> {
	const path = `/employees/${world.people[1]?.employeeId}`;
	const { status, body } = await as(world.company.admin).put(path, { dateTerminated });
	if (status !== 200) throw new Error(JSON.stringify(body));
}

async function plan(world: World, startDate: string, values: number[]): Promise<void> {
	for (const value of values) {
		const path = `/employees/${world.people[0]?.employeeId}/goodies/planned-vouchers`;
		const once = { goodiesVoucherType: 'SPECIAL', interval: 'ONCE' };
		const { status } = await as(world.company.admin).post(path, { amount: cents(value), ...once, startDate });
		if (status === 201) world.issued += value;
	}
}

async function decide({ people: [verifying], owed }: World, decisions: Decision[]): Promise<void> {
	if (decisions.length === 0 || verifying === undefined) return;
	const { body } = await verifying.decide(decisions);
	for (const { expenseId, state, approvedAmount } of body)
		if (state === 'APPROVED') owed.set(expenseId, approvedAmount.value);
}

async function correct(world: World, corrections: Month['corrections']): Promise<void> {
	const [someone] = world.people;
	if (corrections.length === 0 || someone === undefined) return;
	const lines = (await someone.transactions()).filter(({ state }) => state === 'COMMITTED');
	for (const { line, share } of corrections) {
		const chosen = lines[line % (lines.length || 1)];
		const change = Math.trunc(((chosen?.amount.value ?? 0) * share) / 100);
		if (chosen === undefined || change === 0) continue;
		const { status } = await someone.correct(chosen.id, change);
		if (status !== 201) continue;
		const before = world.owed.get(chosen.flexDataId);
		if (before === undefined) world.returned += change;
		else world.owed.set(chosen.flexDataId, before + change);
	}
}

/** Takes approvals back whose lines all wait, and approves another share of some. */
async function reopen(world: World, reopenings: Month['reopenings']): Promise<void> {
	const [verifying] = world.people;
	for (const { expense, share } of reopenings) {
		const approved = [...world.owed.keys()];
		const expenseId = approved[expense % (approved.length || 1)];
		if (verifying === undefined || expenseId === undefined) continue;
		const { status, body } = await verifying.reopen(expenseId, 'Another share');
		if (status !== 200) continue;
		world.owed.delete(expenseId);
		world.reopened++;
		const amount = cents(Math.ceil((body.amount.value * share) / 100));
		if (share > 0) {
			await decide(world, [{ expenseId, decision: 'APPROVED', amount, reasons: ['no_items'] }]);
		}
	}
}

/** Settles waiting lines. A run pays the part that is taken back, at once or a month later. */
async function settle(world: World, settlements: Month['settlements'], date: string): Promise<void> {
	const [someone] = world.people;
	if (settlements.length === 0 || someone === undefined) return;
	for (const { line, takenBack, isAtOnce } of settlements) {
		const waiting = (await someone.transactions()).filter(({ state }) => state === 'PENDING');
		const chosen = waiting[line % (waiting.length || 1)];
		if (chosen === undefined) continue;
		const { status, body } = await someone.settle(chosen.id, { date });
		if (status !== 201) throw new Error(JSON.stringify(body));
		const part = { line: chosen.id, value: Math.trunc((chosen.amount.value * takenBack) / 100) };
		if (part.value !== 0) await (isAtOnce ? takeBack(world, [part]) : world.takenBack.push(part));
	}
}

async function takeBack({ people: [someone] }: World, parts: World['takenBack']): Promise<void> {
	for (const { line, value } of parts) {
		const { status, body } = (await someone?.correct(line, value)) ?? {};
		if (status !== 201) throw new Error(JSON.stringify(body));
	}
}
