import { join } from 'node:path';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { stateDir } from '../../../src/entrances/cli/state-folder.ts';
import { ask, CONNECTIONS, compare, type Measured, type Route, type Sender, type Side } from './load.ts';
import { bearerOf, withRuntime } from './runtime.ts';
import { MAIN_COMPANY, newActor, seedEmployees, seededId } from './seed.ts';
import { median, printTable } from './table.ts';
import { withSides } from './twins.ts';

const EMPLOYEES = 10_000;
const EMPLOYEES_ASKED = 500;
const BASE = '/api/v2';
const COMPANY_ID = seededId('company', MAIN_COMPANY);

/** Employees with even numbers work for the main company. */
const accessOf = (n: number): string =>
	`${BASE}/employees/${seededId('employee', 2 * (n % EMPLOYEES_ASKED))}/flex/access`;

/** Another amount each time that it is an employee's turn: a setting that changes nothing would not be written. */
const settingOf = (n: number) => ({
	budget: { value: 6000 + Math.floor(n / EMPLOYEES_ASKED), currency: 'EUR_CENT' },
	accumulateBudget: true,
	startDate: '2027-07-01T00:00:00.000Z',
	endDate: '2027-08-31T23:59:59.999Z',
	allowedModules: ['MEALS', 'SPORTS'],
});

interface Compared {
	name: string;
	/** The least share that the bare route's processor time may have of the product's. */
	goal: number;
	route: Route;
}

export const ROUTES: Compared[] = [
	{ name: 'GET flex access', goal: 0.85, route: (n) => ({ method: 'GET', path: accessOf(n) }) },
	{
		name: 'GET employees?limit=200',
		goal: 0.85,
		route: () => ({ method: 'GET', path: `${BASE}/employees?limit=200` }),
	},
	{
		name: 'PUT flex access',
		goal: 0.65,
		route: (n) => ({ method: 'PUT', path: accessOf(n), body: settingOf(n) }),
	},
	{
		name: 'POST employees',
		goal: 0.55,
		route: (n) => ({
			method: 'POST',
			path: `${BASE}/employees`,
			// Nobody is invited: the other sides send no mail, and the section of mails measures that.
			body: {
				email: `load${n}@bench.example`,
				companyId: COMPANY_ID,
				groups: ['office'],
				skipSendRegistrationEmail: true,
			},
		}),
	},
];

/** Fills a database for `ROUTES`. Returns its folder, and the users who ask. */
export async function withPeople(): Promise<{ origin: string; senders: Sender[] }> {
	const origin = join(stateDir(), 'origin');
	const senders = await withRuntime(
		async ({ bindings: { DB } }) => {
			await migrate(DB);
			await seedEmployees(DB, 0, EMPLOYEES);
			const admins = Array.from({ length: CONNECTIONS }, () => newActor(DB, ['COMPANY_ADMIN'], [COMPANY_ID]));
			return Promise.all(admins.map(async (admin) => bearerOf(await admin)));
		},
		{ state: origin },
	);
	return { origin, senders };
}

/** Compares the product with the same routes written in other ways. */
export async function measureThroughput(effort: { rounds: number; seconds: number }): Promise<void> {
	const { origin, senders } = await withPeople();
	const rows = await withSides(origin, async (sides) => {
		const found: (string | number)[][] = [];
		for (const { name, goal, route } of ROUTES) {
			await requireSameAnswers(sides, route, senders[0] ?? {});
			const asked = sides.map((side) => ({ ...side, route }));
			found.push(...rowsOf(name, goal, await compare(asked, senders, effort)));
		}
		return found;
	});
	printTable(
		`2. Throughput and processor time: ${CONNECTIONS} connections, ${EMPLOYEES.toLocaleString('en')} employees`,
		[
			'route',
			'written as',
			'requests/s',
			'to bare',
			'over the rounds',
			'CPU µs',
			'to bare',
			'goal',
			'verdict',
		],
		rows,
		[
			'Every side answers the same and runs in a workerd of its own. Only the product checks anything and keeps a history.',
			'CPU: of workerd a request, database included. It holds on a busy machine too, where requests a second do not.',
		],
	);
}

function rowsOf(name: string, goal: number, measured: Measured[]): (string | number)[][] {
	const bare = measured.find((one) => one.name === 'bare Hono');
	return measured.map((one, index) => {
		const ratios = one.speeds.map((speed, round) => speed / (bare?.speeds[round] ?? Number.NaN));
		const share = median(one.cpu.map((cpu, round) => (bare?.cpu[round] ?? Number.NaN) / cpu));
		const isProduct = index === 0;
		return [
			isProduct ? name : '',
			one.name,
			Math.round(median(one.speeds)),
			median(ratios).toFixed(2),
			`${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
			Math.round(median(one.cpu)),
			share.toFixed(2),
			isProduct ? goal : '',
			isProduct ? (share >= goal ? 'ok' : 'missed') : '',
		];
	});
}

/** Ids and instants that a request creates differ from side to side. */
const MADE = /"(id|employeeId|dateCreated|dateModified)":"[^"]*"/g;

/** A number that no comparison reaches. */
const UNUSED = 1_000_000_000;

/** The comparison would be unfair if a side gave other answers. */
async function requireSameAnswers(sides: readonly Side[], route: Route, sender: Sender): Promise<void> {
	const answers = await Promise.all(sides.map(({ url }) => ask(url, route(UNUSED), sender)));
	const told = answers.map((answer) => answer.replaceAll(MADE, '"$1"'));
	const odd = told.findIndex((answer) => answer !== told[0]);
	if (odd > 0) throw new Error(`${sides[odd]?.name} answers ${told[odd]}, the product ${told[0]}`);
}
