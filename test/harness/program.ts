import { env } from 'cloudflare:workers';
import { createTokens } from '../../src/tenants/auth/tokens/rules.ts';
import { type Replicated, replicated } from './copy.ts';
import { as, at, call, newCompany, newEmployee, now, restart, type TestUser } from './service.ts';

const tokens = await createTokens(env.JWT_SECRET, undefined);

/** The time at which each stage begins. */
const START = Date.parse('2023-03-07T12:00:00.000Z');

/** Moves the clock to so many milliseconds after the start. */
export const later = (ms: number): void => at(new Date(START + ms).toISOString());

/** A company with an employee, in a database with a copy that has them too. */
export async function newStage() {
	later(0);
	restart();
	const company = await newCompany();
	const employee = await newEmployee(company, { costCentre: 'old' });
	const database = await replicated();
	const path = `/employees/${employee}`;
	/** Changes the employee as another program does. */
	const change = (costCentre: string) => as(company.admin).put(path, { costCentre });

	/** Returns a program whose bookmark the copy has reached. */
	async function newProgram(user = company.admin) {
		const one = programOf(database, user, path);
		await one.put({ costCentre: 'own' });
		await database.replicate();
		return one;
	}
	return { company, employee, database, change, newProgram, path };
}

export type Stage = Awaited<ReturnType<typeof newStage>>;

/** A program that keeps its token, and sends the bookmark of its last response. */
export function programOf(database: Replicated, user: TestUser, own: string) {
	const issued = tokens.issue(user, now());
	let bookmark: string | null = null;
	const send = async (method: string, path: string, body?: unknown, isMarked = true) => {
		database.asked.length = 0;
		const Authorization = `Bearer ${await issued}`;
		const headers = { Authorization, ...(isMarked && bookmark !== null && { 'Zubrot-Bookmark': bookmark }) };
		const answer = await call(method, path, body, headers, database.bindings);
		bookmark = answer.headers.get('Zubrot-Bookmark') ?? bookmark;
		return { ...answer, asked: [...database.asked] };
	};
	return {
		send,
		get: (path = own) => send('GET', path),
		getFromPrimary: (path: string) => send('GET', path, undefined, false),
		put: (body: unknown) => send('PUT', own, body),
		bookmark: () => ({ 'Zubrot-Bookmark': bookmark ?? '' }),
	};
}
