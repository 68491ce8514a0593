import { env } from 'cloudflare:workers';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	runCron,
	type TestCompany,
	type TestUser,
} from './service.ts';

/** The first moment at which 2021 is closed, and the one before. */
export const CLOSED = '2022-04-01T00:00:00.000Z';
export const STILL_OPEN = '2022-03-31T23:59:59.999Z';

export interface Past {
	platform: TestUser;
	companies: [TestCompany, TestCompany];
	employee: string;
}

/** The history of two companies and the platform, whose events take turns, in three months of 2021 and one of 2022. */
export async function newPast(): Promise<Past> {
	at('2021-10-15T12:00:00.000Z');
	const platform = await newUser(['PLATFORM_ADMIN']);
	const companies: [TestCompany, TestCompany] = [await newCompany(), await newCompany()];
	const employees = [await newEmployee(companies[0]), await newEmployee(companies[1])];
	for (const month of ['2021-10', '2021-11', '2021-12', '2022-01']) {
		at(`${month}-20T12:00:00.000Z`);
		for (const costCentre of [`a ${month}`, `b ${month}`]) {
			for (const id of employees) await as(platform).put(`/employees/${id}`, { costCentre });
		}
		const user = { email: `platform-${month}@only.example`, roles: ['EMPLOYEE'] };
		await as(platform).post('/users', user);
	}
	// The tests count events, so the cron adds none about cut-offs and budgets.
	await env.DB.batch(['cut_offs', 'budget_expiries'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	return { platform, companies, employee: employees[0] ?? '' };
}

/** Runs the cron until everything that is closed has left the database. */
export async function closeYear(): Promise<void> {
	at(CLOSED);
	await runCron(CLOSED);
}

export async function storedFiles(): Promise<string[]> {
	const { objects } = await env.HISTORY.list();
	return objects.map(({ key }) => key).sort();
}

export interface ArchiveRow {
	id: number;
	month: string;
	key: string;
	count: number;
}

export const archiveRows = async (): Promise<ArchiveRow[]> =>
	(await env.DB.prepare('SELECT id, month, key, count FROM event_archives ORDER BY id').all<ArchiveRow>())
		.results;
