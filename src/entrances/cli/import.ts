import { readFileSync, writeFileSync } from 'node:fs';
import { BYTE_ORDER_MARK, cellsOf, csvOf, textOf } from '../../foundation/core/csv.ts';
import { newId } from '../../foundation/core/id.ts';
import { showProgress } from './copies/service.ts';
import { argumentsOf, misused } from './options.ts';

const USAGE = `Usage: npm run import -- employees.csv --company <id> [--dry-run] [--partial] [--ignore-unknown] [--url http://localhost:8787]
The environment variable ZUBROT_TOKEN has the token, or an API key, of somebody who may import.
Ends with 0 when every row is imported, 1 when rows are refused, and 2 when the import cannot be tried.`;

/** Rows that are checked with one request, so that the bar moves. */
const PART_SIZE = 500;
const SHOWN_REFUSALS = 20;
const MAX_TRIES = 5;

interface Preview {
	created: number;
	updated: number;
	unchanged: number;
	refused: number;
	rows: { row: number; result: string; errors: { pointer: string; detail: string }[] }[];
}

const { values: options, positionals } = argumentsOf(USAGE, {
	company: { type: 'string' },
	'dry-run': { type: 'boolean', default: false },
	partial: { type: 'boolean', default: false },
	'ignore-unknown': { type: 'boolean', default: false },
	url: { type: 'string', default: 'http://localhost:8787' },
});
const [file] = positionals;
const IGNORING = options['ignore-unknown'] ? '&ignoreUnknown=true' : '';
const token = process.env.ZUBROT_TOKEN;
if (file === undefined || options.company === undefined || token === undefined) misused(USAGE);
const address = `${options.url}/api/v2/companies/${options.company}/employees/import`;
try {
	process.exitCode = await importFile(file);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 2;
}

/** Checks the file part by part, then imports it with one request. Returns the exit code. */
async function importFile(path: string): Promise<number> {
	const bytes = readFileSync(path);
	const { lines, delimiter } = cellsOf(textOf(bytes));
	const [titles = [], ...rows] = lines;
	const totals = { created: 0, updated: 0, unchanged: 0 };
	const refused: Preview['rows'] = [];
	for (let first = 0; first < rows.length; first += PART_SIZE) {
		const part = rows.slice(first, first + PART_SIZE);
		showProgress('Checking', first + part.length, rows.length);
		if (part.every((cells) => cells.every((cell) => cell === ''))) continue;
		const preview = await send<Preview>(csvOf([titles, ...part], delimiter), `dryRun=true${IGNORING}`);
		for (const name of ['created', 'updated', 'unchanged'] as const) totals[name] += preview[name];
		const wrong = preview.rows.filter(({ result }) => result === 'REFUSED');
		refused.push(...wrong.map((one) => ({ ...one, row: one.row + first })));
	}
	const { created, updated, unchanged } = totals;
	console.log(
		`${created} to create, ${updated} to update, ${unchanged} unchanged, ${refused.length} refused.`,
	);
	if (refused.length > 0) tellRefused(path, titles, rows, refused);
	if (options['dry-run']) return refused.length > 0 ? 1 : 0;
	if (refused.length > 0 && !options.partial) {
		console.log('Nothing was imported. Correct these rows, or import the others with --partial.');
		return 1;
	}
	const done = await send<Preview>(bytes, `partial=${options.partial}${IGNORING}`, {
		'Idempotency-Key': newId(Date.now()),
	});
	console.log(`Imported: ${done.created} created, ${done.updated} updated, ${done.refused} refused.`);
	return done.refused > 0 ? 1 : 0;
}

/** Prints the first refusals, and writes all refused rows to a file beside the imported one. */
function tellRefused(path: string, titles: string[], rows: string[][], refused: Preview['rows']): void {
	const reasons = refused.map(({ row, errors }) => ({
		row,
		reason: errors.map(({ pointer, detail }) => `${pointer.split('/')[3] ?? 'row'}: ${detail}`).join(' '),
	}));
	for (const { row, reason } of reasons.slice(0, SHOWN_REFUSALS)) console.log(`  Row ${row}: ${reason}`);
	const target = `${path.replace(/\.csv$/i, '')}.refused.csv`;
	const lines = reasons.map(({ row, reason }) => [
		...titles.map((_, index) => rows[row - 2]?.[index] ?? ''),
		row,
		reason,
	]);
	writeFileSync(target, BYTE_ORDER_MARK + csvOf([[...titles, 'row', 'reason'], ...lines], ';'), {
		mode: 0o600,
	});
	console.log(`The refused rows are in ${target}.`);
}

/** Sends a file and returns the report. Asks again while the service is busy. */
async function send<T>(
	body: string | Uint8Array<ArrayBuffer>,
	query: string,
	more: Record<string, string> = {},
): Promise<T> {
	for (let tries = 1; ; tries++) {
		const response = await fetch(`${address}?${query}`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv', ...more },
			body,
		});
		const answer = await response.json();
		if (response.ok) return answer as T;
		const seconds = Number(response.headers.get('Retry-After') ?? 0);
		if (response.status !== 503 || tries === MAX_TRIES) throw new Error(messageOf(answer as Problem));
		await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
	}
}

interface Problem {
	detail: string;
	errors?: { pointer: string; detail: string }[];
}

/** A function, because a constant would not exist yet when the import above runs. */
function messageOf({ detail, errors = [] }: Problem): string {
	const reasons = errors.slice(0, SHOWN_REFUSALS).map((error) => `  ${error.pointer} ${error.detail}`);
	return [detail, ...reasons].join('\n');
}
