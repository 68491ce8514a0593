import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createApp } from '../../src/app.ts';
import { consoleRoutes } from '../../src/console/routes.tsx';
import { runDueJobs } from '../../src/entrances/jobs/schedule.ts';
import { databaseOf } from '../../src/foundation/cells/places.ts';
import type { Role } from '../../src/foundation/core/actor.ts';
import type { Country } from '../../src/foundation/core/countries.ts';
import { newId } from '../../src/foundation/core/id.ts';
import { LAST_INSTANT } from '../../src/foundation/core/instant.ts';
import { commit } from '../../src/foundation/db/commit.ts';
import { connect, type Db } from '../../src/foundation/db/database.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { insertSession } from '../../src/tenants/auth/store.ts';
import { createTokens } from '../../src/tenants/auth/tokens/rules.ts';
import { insertCompany } from '../../src/tenants/companies/store.ts';
import { insertUser, setManagedCompanies } from '../../src/tenants/users/store.ts';

const NOON = '2023-03-07T12:00:00.000Z';

/** The only clock of the tests. `at` moves it, to an ISO 8601 instant. */
let present = Date.parse(NOON);

export function at(instant: string): void {
	present = Date.parse(instant);
}

export const now = (): number => present;

export const db = connect(env.DB);

const tokens = await createTokens(env.JWT_SECRET, undefined);
let app = createApp(now, consoleRoutes);

/** A service that has just started and remembers no session. */
export function restart(): void {
	app = createApp(now, consoleRoutes);
}

let addresses = 0;
/** An IP address that nobody has called from yet. */
export const newAddress = (): string => `2001:db8:0:${(++addresses).toString(16)}::1`;
/** The address that `call` calls from. Each test file has its own, because the limit of logins for an address outlasts a file. */
let address = newAddress();

/** Called with each answer to a user; true has the user repeat the request. */
let isToRepeat: ((answer: Answer) => Promise<boolean>) | undefined;
export function repeatAfter(isFirst: typeof isToRepeat): void {
	isToRepeat = isFirst;
}

/**
 * Sets the clock and the caller's address to what each test file finds. The service stays, because it takes longer to build than most tests
 * do, and remembers nothing but sessions, whose ids never come again.
 */
export function startAfresh(): void {
	repeatAfter(undefined);
	at(NOON);
	address = newAddress();
}

export interface TestUser {
	userId: string;
	sessionId: string;
	/** The cell that the user is in; undefined for D1. */
	cell?: string | undefined;
}

export interface Answer {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; every-route parses them strictly
	body: any;
}

/** Calls the service as a client does. A body that is neither text nor bytes is sent as JSON. */
export async function call(
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
	bindings: Bindings = env,
	cf: NonNullable<RequestInit['cf']> = {},
): Promise<Answer> {
	const sent = { 'CF-Connecting-IP': address, ...headers };
	const init: RequestInit = { method, headers: sent, cf };
	if (body !== undefined) {
		init.body = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
		init.headers = { 'Content-Type': 'application/json', ...sent };
	}
	const work = createExecutionContext();
	const url = /^(https:|\/(api|sso|scim|mail|console)(\/|\?|$))/.test(path) ? path : `/api/v2${path}`;
	const response = await app.request(url, init, bindings, work);
	// `text()` would warn of types that it does not know as text.
	const text = new TextDecoder().decode(await response.arrayBuffer());
	await waitOnExecutionContext(work);
	const isJson = method !== 'HEAD' && /json/.test(response.headers.get('Content-Type') ?? '');
	return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Sends a request as a library made it. */
export const served = async (request: Request): Promise<Response> =>
	app.fetch(request, env, createExecutionContext());

/** Short calls as a user, with a token of the present moment. */
export function as(user: TestUser, bindings: Bindings = env) {
	const send = async (
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<Answer> => {
		const token = await tokens.issue(user, present);
		const answer = await call(method, path, body, { Authorization: `Bearer ${token}`, ...headers }, bindings);
		return (await isToRepeat?.(answer)) ? send(method, path, body, headers) : answer;
	};
	return {
		get: (path: string) => send('GET', path),
		post: (path: string, body?: unknown) => send('POST', path, body),
		put: (path: string, body?: unknown) => send('PUT', path, body),
		delete: (path: string, body?: unknown) => send('DELETE', path, body),
		send,
	};
}

/** A user with a session that stays open during the test. */
export async function newUser(
	roles: Role[],
	companyIds: string[] = [],
	email = uniqueEmail(),
	cell?: string,
): Promise<TestUser> {
	const db = databaseOf(env, cell ?? null);
	const { user, statements } = openedUser(db, roles, companyIds, email, cell);
	await commit(db, statements);
	return user;
}

export async function openSession(userId: string, cell?: string): Promise<TestUser> {
	const db = databaseOf(env, cell ?? null);
	const { user, statement } = openedSession(db, userId, cell);
	await commit(db, [statement]);
	return user;
}

/** A new user with an open session, and the statements that store both. */
function openedUser(db: Db, roles: Role[], companyIds: string[], email: string, cell?: string) {
	const id = newId(present);
	const { user, statement } = openedSession(db, id, cell);
	const statements = [
		insertUser(db, { id, dateCreated: present, dateModified: present, email, roles }),
		...setManagedCompanies(db, { id }, companyIds),
		statement,
	];
	return { user, statements };
}

function openedSession(db: Db, userId: string, cell?: string) {
	const sessionId = newId(present);
	const user: TestUser = cell === undefined ? { userId, sessionId } : { userId, sessionId, cell };
	const dates = { dateCreated: 0, dateExpires: LAST_INSTANT };
	return { user, statement: insertSession(db, { id: sessionId, userId, ...dates }) };
}

export interface TestCompany {
	id: string;
	admin: TestUser;
	/** The cell that the company began in; undefined for D1. */
	cell?: string;
}

/** A company of the test's own, with its administrator. */
export async function newCompany(
	payrollReferenceDay = 7,
	taxAffiliation: Country = 'DE',
	cell?: string,
): Promise<TestCompany> {
	const id = newId(present);
	const db = databaseOf(env, cell ?? null);
	const dates = { dateCreated: present, dateModified: present };
	const { user, statements } = openedUser(db, ['COMPANY_ADMIN'], [id], uniqueEmail(), cell);
	await commit(db, [
		insertCompany(db, { id, ...dates, name: `Company ${id}`, payrollReferenceDay, taxAffiliation }),
		...statements,
	]);
	return { id, admin: user };
}

/** Creates an employee through the API, and returns its id. */
export async function newEmployee(company: TestCompany, fields: object = {}): Promise<string> {
	const answer = await as(company.admin).post('/employees', {
		email: uniqueEmail(),
		companyId: company.id,
		...fields,
	});
	if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
	return answer.body.employeeId;
}

/** The user of an employee, with an open session. */
export async function userOf(employeeId: string, cell?: string): Promise<TestUser> {
	const row = await databaseOf(env, cell ?? null)
		.$client.prepare('SELECT user_id FROM employees WHERE id = ?')
		.bind(employeeId)
		.first<string>('user_id');
	if (row === null) throw new Error(`There is no employee ${employeeId}`);
	return openSession(row, cell);
}

/** Without a bucket for backups, which most tests do not look at. */
export const WITHOUT_BACKUPS: Bindings = (({ BACKUPS: _, ...others }) => others)(env);

/** Runs the cron as scheduled for an instant; fails when a job does. */
export const runCron = (instant: string): Promise<Record<string, number>> =>
	runCronOver(WITHOUT_BACKUPS, instant);

/** Without the queue of the jobs, because nobody listens to it here. */
export async function runCronOver(
	{ JOBS_QUEUE: _, ...bindings }: Bindings,
	instant: string,
): Promise<Record<string, number>> {
	const { handled, failed } = await runDueJobs(bindings, Date.parse(instant));
	if (Object.keys(failed).length > 0) throw new AggregateError(Object.values(failed));
	return handled;
}

let emails = 0;
export const uniqueEmail = (): string => `person-${++emails}-${newId(present)}@test.example`;
