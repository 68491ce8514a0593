import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { inCell } from './cells.ts';
import { openSession, type TestUser } from './service.ts';

const AN_HOUR_MS = 3_600_000;

const stubOf = (cell: string) => env.CELLS.get(env.CELLS.idFromName(cell));

/** Rings the alarm that was set for an instant. */
export const ring = (cell: string, instant: string | number): Promise<void> =>
	runInDurableObject(stubOf(cell), (object) =>
		(object as unknown as { heard(info: object): Promise<void> }).heard({
			scheduledTime: new Date(instant).getTime(),
		}),
	);

/** The full hour in which the alarm of a cell rings. Each cell adds a few minutes of its own. */
export const alarmOf = (cell: string): Promise<string | null> =>
	runInDurableObject(stubOf(cell), async (_, { storage }) => {
		const time = await storage.getAlarm();
		return time === null ? null : new Date(time - (time % AN_HOUR_MS)).toISOString();
	});

/** A statement for the database of a cell. */
export const sqlIn = (cell: string, sql: string, ...values: unknown[]) =>
	inCell(cell)
		.prepare(sql)
		.bind(...values);

/** Reads the row of a cell in the directory. */
export const placeOf = (cell: string) =>
	env.DB.prepare('SELECT * FROM places WHERE cell = ?')
		.bind(cell)
		.first<Record<string, string | number | null>>();

/** The user of an employee in a cell, with an open session. */
export async function userIn(cell: string, employeeId: string): Promise<TestUser> {
	const userId = await sqlIn(cell, 'SELECT user_id FROM employees WHERE id = ?', employeeId).first<string>(
		'user_id',
	);
	return openSession(userId ?? '', cell);
}
