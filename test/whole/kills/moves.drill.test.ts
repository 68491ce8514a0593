import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../src/entrances/cli/bundle.ts';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { startOfMonth, toIso, toYearMonth } from '../../../src/foundation/core/instant.ts';
import { MortalService } from './runtime.ts';
import { askMove, type Employer, newEmployer, newMember, send } from './writers.ts';

/** `npm run test:kills -- --moves 20` asks for more. */
const MOVES = Number(process.env.MOVES ?? 1);
const PEOPLE = 6;
const MONTH = startOfMonth(Date.now());
const BUDGET = { value: 10_000_000, currency: 'EUR_CENT' };

const service = new MortalService();
let [company, operator, verifier] = [{} as Employer, '', ''];
let people: Spender[];

/** An employee, and what the service has confirmed, in cents. */
interface Spender {
	employeeId: string;
	spent: number;
	pending: number;
}

beforeAll(async () => {
	await bundle(Date.now());
	await service.start();
	await migrate(service.bindings.DB);
	company = await newEmployer(service.bindings, false);
	operator = await newMember(service.bindings, 'PLATFORM_ADMIN');
	const path = `/companies/${company.companyId}`;
	await write(operator, 'PUT', path, { maxExpensesPerMonth: 1_000_000 });
	verifier = await newMember(service.bindings, 'FLEX_DOCUMENT_VERIFIER', company);
	people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => newSpender(n)));
}, 300_000);
afterAll(() => service.end());

async function newSpender(n: number): Promise<Spender> {
	const { companyId, authorization } = company;
	const person = { email: `spender-${n}@kills.example`, companyId };
	const { employeeId } = await write<{ employeeId: string }>(authorization, 'POST', '/employees', person);
	const access = { budget: BUDGET, accumulateBudget: true, startDate: toIso(MONTH) };
	await write(authorization, 'PUT', `/employees/${employeeId}/flex/access`, access);
	return { employeeId, spent: 0, pending: 0 };
}

let [written, refused] = [0, 0];

async function write<Body>(by: string, method: string, path: string, body: object): Promise<Body> {
	const answer = await send<Body>(service, by, method, path, body, () => refused++);
	written++;
	return answer;
}

const read = <Body>(path: string): Promise<Body> =>
	send<Body>(service, company.authorization, 'GET', path, undefined, () => {});

const cents = (value: number) => ({ value, currency: 'EUR_CENT' });

/** Submits expenses of one person, and approves two of three, one of them in part, until the company has to be quiet. */
async function spend(spender: Spender, isQuiet: () => boolean): Promise<void> {
	for (let n = 0; !isQuiet(); n++) {
		const value = 1 + Math.floor(900 * Math.random());
		const expense = { module: 'INTERNET', amount: cents(value), date: toIso(MONTH).slice(0, 10) };
		const path = `/employees/${spender.employeeId}/flex/expenses`;
		const { id } = await write<{ id: string }>(company.authorization, 'POST', path, expense);
		spender.pending += value;
		if (n % 3 === 0) continue;
		const approved = n % 3 === 1 ? value : Math.ceil(value / 2);
		await write(verifier, 'POST', `/flex/expenses/${id}/approval`, { amount: cents(approved) });
		spender.pending -= value;
		spender.spent += approved;
	}
}

const cellOfCompany = () =>
	service.bindings.DB.prepare('SELECT cell FROM places WHERE company_id = ?')
		.bind(company.companyId)
		.first<string>('cell');

const stateOfMove = async () => {
	const { step, isFromCell } = (await askMove(service, operator, company, 'GET')) ?? {};
	return step === 'OPENED' && isFromCell === false ? 'LEAVING D1' : step;
};

/** A company can move on only when its old rows in D1 are deleted, a minute after the first move. */
const untilItCanMove = () =>
	expect.poll(stateOfMove, { timeout: 120_000, interval: 1000 }).not.toBe('LEAVING D1');

/** Moves the company to a new cell. */
async function move(): Promise<void> {
	const before = await cellOfCompany();
	const begin = async () => (await askMove(service, operator, company, 'POST'))?.step;
	await expect.poll(begin, { timeout: 120_000, interval: 1000 }).toBeDefined();
	await expect.poll(cellOfCompany, { timeout: 120_000, interval: 50 }).not.toBe(before);
	await expect.poll(stateOfMove, { timeout: 120_000, interval: 100 }).toMatch(/^(OPENED|DONE|LEAVING D1)$/);
}

/** Compares each person's month, and the lines for the payroll office, with what was confirmed. */
async function requireEqualSums(): Promise<void> {
	for (const { employeeId, spent, pending } of people) {
		const path = `/employees/${employeeId}/flex/balance?month=${toYearMonth(MONTH)}`;
		expect(await read(path), employeeId).toMatchObject({ spent, pending });
	}
	let sum = 0;
	const path = `/companies/${company.companyId}/flex/payroll-transactions`;
	for (const { amount } of await read<{ amount: { value: number } }[]>(path)) sum += amount.value;
	expect(sum).toBe(people.reduce((total, { spent }) => total + spent, 0));
}

test(`the sums of a company are equal before and after ${MOVES} moves under load`, {
	timeout: 60_000 + MOVES * 120_000,
}, async () => {
	for (let moves = 0; moves < MOVES; moves++) {
		await untilItCanMove();
		const before = written;
		let isQuiet = false;
		const writers = people.map((spender) => spend(spender, () => isQuiet));
		await move();
		isQuiet = true;
		await Promise.all(writers);
		expect(written - before).toBeGreaterThan(PEOPLE);
		await requireEqualSums();
	}
	console.log(`${MOVES} moves, ${written} writes confirmed, ${refused} refused and repeated`);
});
