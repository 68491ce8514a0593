import data from './prices.json' with { type: 'json' };
import profile from './profile.json' with { type: 'json' };

/** The figures of the bench: amounts of one employee in a month, and the bytes of one employee. */
export interface Measured {
	date: string;
	people: number;
	months: number;
	month: {
		requests: number;
		roundTrips: number;
		rowsRead: number;
		rowsWritten: number;
		cpuMs: number;
		mails: number;
		queueMessages: number;
	};
	/** When hired, with a year, with a year whose history has left the database, and that history in R2. */
	bytes: { hired: number; year: number; archivedYear: number; archived: number };
}

const { prices, subscription } = data;
type Item = keyof typeof prices;
const ITEMS = Object.keys(prices) as Item[];

const SIZES = [1000, 100_000, 1_000_000];
const LATER: [employees: number, years: number][] = [
	[1000, 10],
	[100_000, 10],
	[1_000_000, 10],
	[10_000_000, 1],
];

const GB = 1e9;
/** From here on, companies move to cells (docs/operating.md). */
const MOST_IN_D1 = 7 * GB;
/** A cell with nothing in it. It runs its jobs about twice a day in which people use it. */
const [CELL_BYTES, RUNS_OF_A_CELL] = [1.15e6, 60];
/** A call keeps a cell in 128 MB of memory for 2 ms, and a write for a second more. */
const [CALL_SECONDS, WRITE_SECONDS, CELL_GB] = [0.002, 1, 0.128];
/** An expense is submitted, gets its receipt and is approved. */
const WRITES_OF_AN_EXPENSE = 3;
/** As `npm run bench -- moves` measures them, for each byte of the database: compressed bytes, and rows that a backup reads. */
const [COMPRESSED, ROWS_OF_A_BACKUP] = [0.08, 0.033];
/** A message is written, read and deleted. */
const OPERATIONS_OF_A_MESSAGE = 3;
/** In each night, the cron sends a message for the jobs of each company, and one for its backup. */
const MESSAGES_OF_A_NIGHT = 2;
const HOURS_OF_A_MONTH = 730;

type Amounts = Record<Item, number>;

/** Returns what an installation uses in a month. */
export function amountsOf(employees: number, years: number, { month, bytes }: Measured): Amounts {
	const { employeesOfACompany, nightsOfBackups: nights, expenses, bytesOfAReceipt } = profile;
	const companies = employees / employeesOfACompany;
	const database = employees * (bytes.year + (years - 1) * (bytes.archivedYear - bytes.hired));
	const isInCells = database > MOST_IN_D1;
	const receipts = employees * years * 12 * expenses * bytesOfAReceipt;
	const archived = employees * years * bytes.archived;
	const newFiles = employees * expenses;
	const writes = employees * expenses * WRITES_OF_AN_EXPENSE;
	const messages = employees * month.queueMessages + companies * MESSAGES_OF_A_NIGHT * nights;
	// Each message may wake the Worker by itself.
	const requests = employees * month.requests + messages + HOURS_OF_A_MONTH;
	const calls = isInCells ? employees * month.roundTrips + companies * RUNS_OF_A_CELL : 0;
	return {
		requests,
		cpuMs: employees * month.cpuMs,
		rowsRead: employees * month.rowsRead + database * ROWS_OF_A_BACKUP * nights,
		rowsWritten: employees * month.rowsWritten,
		gbInD1: isInCells ? 0 : database / GB,
		gbInCells: isInCells ? (database + companies * CELL_BYTES) / GB : 0,
		callsOfCells: calls,
		gbSecondsOfCells: isInCells ? CELL_GB * (calls * CALL_SECONDS + writes * WRITE_SECONDS) : 0,
		// A backup has a copy of each receipt and of each archive, and the compressed rows of each night.
		gbInR2: (2 * (receipts + archived) + database * COMPRESSED * nights) / GB,
		writesToR2: 2 * newFiles + companies * 2 * nights,
		readsFromR2: newFiles * (1 + profile.viewsOfAReceipt),
		queueOperations: messages * OPERATIONS_OF_A_MESSAGE,
		mails: employees * month.mails,
		logLines: requests * profile.shareOfRequestsInTheLog,
		dataPoints: employees * month.requests,
	};
}

export function dollarsOf(item: Item, amount: number): number {
	const { included, dollars, per } = prices[item];
	return (Math.max(0, amount - included) / per) * dollars;
}

const totalOf = (amounts: Amounts): number =>
	ITEMS.reduce((sum, item) => sum + dollarsOf(item, amounts[item]), subscription);

const BEGIN = '<!-- npm run bench -- costs: from here on -->';
const END = '<!-- npm run bench -- costs: up to here -->';

/** Returns a page with the tables in place of those that it has. */
export function withTables(page: string, measured: Measured): string {
	const [before, , after] = page.split(new RegExp(`(?<=${BEGIN}\n)([^]*)(?=${END})`));
	if (after === undefined) throw new Error('The page has no place for the tables.');
	return `${before}\n${tablesOf(measured).join('\n\n')}\n\n${after}`;
}

function tablesOf(measured: Measured): string[] {
	const { month, bytes } = measured;
	const used = SIZES.map((employees) => amountsOf(employees, 1, measured));
	const costs = ITEMS.map((item) => [
		`${prices[item].name}${prices[item].confirmed === null ? ' *' : ''}`,
		...used.map((amounts) => `${inShort(amounts[item])}: ${inDollars(dollarsOf(item, amounts[item]))}`),
	]);
	const later = [...SIZES.map((employees) => [employees, 1] as const), ...LATER];
	return [
		`Measured on ${measured.date} with ${measured.people} employees over ${measured.months} months. One employee in a month:`,
		table(
			['', 'Each'],
			[
				...Object.entries(NAMES).map(([name, title]) => [title, inShort(month[name as keyof typeof month])]),
				['KB in the database after a year, with its history', inShort(bytes.year / 1000)],
				['KB once that history has moved to R2', inShort(bytes.archivedYear / 1000)],
			],
		),
		'Usage and dollars of a month in the first year:',
		table(
			['', ...SIZES.map((employees) => `${employees.toLocaleString('en')} employees`)],
			[
				['Workers Paid', ...SIZES.map(() => inDollars(subscription))],
				...costs,
				['**Total**', ...used.map((amounts) => `**${inDollars(totalOf(amounts))}**`)],
			],
		),
		'\\* This price is not confirmed.',
		'Totals of a month, also after years:',
		table(
			['Employees', 'Years', 'GB in databases', 'In', 'Total', 'Each employee'],
			later.map(([employees, years]) => {
				const amounts = amountsOf(employees, years, measured);
				const total = totalOf(amounts);
				return [
					employees.toLocaleString('en'),
					String(years),
					inShort(amounts.gbInD1 + amounts.gbInCells),
					amounts.gbInCells > 0 ? 'cells' : 'D1',
					inDollars(total),
					`$${(total / employees).toFixed(4)}`,
				];
			}),
		),
	];
}

const NAMES: Record<keyof Measured['month'], string> = {
	requests: 'Requests',
	roundTrips: 'Round trips to a database',
	rowsRead: 'Rows read',
	rowsWritten: 'Rows written',
	cpuMs: 'Processor time in ms',
	mails: 'Mails',
	queueMessages: 'Messages in queues',
};

const table = (head: string[], rows: string[][]): string =>
	[head, head.map((_, place) => (place === 0 ? '---' : '--:')), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

const inDollars = (dollars: number): string => `$${Math.round(dollars).toLocaleString('en')}`;

/** Writes an amount with at most three digits and its unit, such as 3.4 million. */
function inShort(amount: number): string {
	const units = [
		[1e9, ' billion'],
		[1e6, ' million'],
		[1, ''],
	] as const;
	const [size, name] = units.find(([least]) => amount >= least) ?? [1, ''];
	const shown = amount / size;
	const digits = shown >= 100 || shown === 0 ? 0 : shown >= 10 ? 1 : 2;
	return `${Number(shown.toFixed(digits)).toLocaleString('en')}${name}`;
}
