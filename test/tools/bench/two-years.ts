import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { addMonths, toIso } from '../../../src/foundation/core/instant.ts';
import { openDatabase } from './node-d1.ts';
import { serviceOver } from './year.ts';

export const MONTHS = 24;
/** The records end this month, because the jobs of a cell run by the present clock. */
const SINCE = addMonths(Date.parse(`${toIso(Date.now()).slice(0, 7)}-01T00:00:00.000Z`), -MONTHS);

/**
 * Fills the database of a runtime that is not running, and runs `atTheEnd` on it. Its receipts go into `receipts`. Returns the company
 * and its archived history.
 */
export async function liveTwoYears(
	employees: number,
	file: string,
	receipts?: Map<string, ArrayBuffer>,
	atTheEnd = '',
) {
	const { sqlite, d1 } = openDatabase(file, true);
	const { companyId, archived, hire, spend, runCron } = serviceOver(d1, receipts);
	const people = await hire(employees, SINCE);
	for (let month = 0; month < MONTHS; month++) {
		const start = addMonths(SINCE, month);
		await runCron(start);
		await spend(people, start);
	}
	await runCron(addMonths(SINCE, MONTHS));
	sqlite.exec(atTheEnd);
	sqlite.close();
	return { companyId, archived };
}

/** The database file that D1's simulator has written to. */
export function fileOfD1(state: string): string {
	const folder = join(state, 'd1/miniflare-D1DatabaseObject');
	const files = readdirSync(folder)
		.filter((name) => /^[0-9a-f]+\.sqlite$/.test(name))
		.map((name) => join(folder, name));
	const [largest] = files.sort((a, b) => statSync(b).size - statSync(a).size);
	if (largest === undefined) throw new Error('D1 has no file');
	return largest;
}
