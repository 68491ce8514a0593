import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseOf, newCellName, openCell } from '../../../src/foundation/cells/places.ts';
import { SCHEMA } from '../../../src/foundation/cells/schema.ts';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { LAST_INSTANT } from '../../../src/foundation/core/instant.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { batch } from '../../../src/foundation/db/database.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { insertSession } from '../../../src/tenants/auth/store.ts';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';
import { companiesPage, insertCompany } from '../../../src/tenants/companies/store.ts';
import { insertPlace } from '../../../src/tenants/hosting/cells/store.ts';
import { insertUser, setManagedCompanies } from '../../../src/tenants/users/store.ts';
import { type MortalService, SECRETS } from './runtime.ts';

export interface Employer {
	companyId: string;
	/** Null for D1. */
	cell: string | null;
	authorization: string;
}

/** An employee that the service has confirmed. */
export interface Hired {
	employer: Employer;
	email: string;
	employeeId: string;
}

/** A company with its administrator, in a new cell or in D1. */
export async function newEmployer(bindings: Bindings, isInCell: boolean): Promise<Employer> {
	const cell = isInCell ? newCellName() : null;
	if (cell !== null) await openCell(bindings, cell);
	const db = databaseOf(bindings, cell);
	const now = Date.now();
	const dates = { dateCreated: now, dateModified: now };
	const companyId = newId(now);
	const company = { id: companyId, ...dates, name: 'Kill AG', taxAffiliation: 'AT' as const };
	await commit(db, [insertCompany(db, { ...company, payrollReferenceDay: 7 })]);
	const authorization = await newMember(bindings, 'COMPANY_ADMIN', { companyId, cell });
	if (cell !== null) {
		const d1 = databaseOf(bindings, null);
		const [[stored]] = await batch(db, [companiesPage(db, '', 1)]);
		if (stored === undefined) throw new Error('The cell holds no company');
		await commit(d1, [
			insertPlace(d1, { companyId, cell, schema: SCHEMA, company: stored, dateCreated: now }),
		]);
	}
	return { companyId, cell, authorization };
}

/** The header of a new user, who administers the platform or has a role in a company. */
export async function newMember(
	bindings: Bindings,
	role: Role,
	{ companyId, cell }: { companyId?: string; cell: string | null } = { cell: null },
	secret = SECRETS.JWT_SECRET,
): Promise<string> {
	const db = databaseOf(bindings, cell);
	const now = Date.now();
	const [userId, sessionId] = [newId(now), newId(now)];
	const dates = { dateCreated: now, dateModified: now };
	await commit(db, [
		insertUser(db, { id: userId, ...dates, email: `${userId}@kills.example`, roles: [role] }),
		...(companyId === undefined ? [] : setManagedCompanies(db, { id: userId }, [companyId])),
		insertSession(db, { id: sessionId, userId, dateCreated: 0, dateExpires: LAST_INSTANT }),
	]);
	const tokens = await createTokens(secret, undefined);
	return `Bearer ${await tokens.issue({ userId, sessionId, ...(cell !== null && { cell }) }, now)}`;
}

/** An answer of the service. */
interface Answer<Body> {
	status: number;
	body: Body;
	link: string | null;
}

/** Sends one request; null when there was no answer. */
async function ask<Body>(
	service: MortalService,
	authorization: string,
	method: string,
	path: string,
	body?: object,
	headers: Record<string, string> = {},
): Promise<Answer<Body> | null> {
	try {
		const response = await service.fetch(path, {
			method,
			headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
			...(body !== undefined && { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(20_000),
		});
		const [link, answer] = [response.headers.get('Link'), (await response.json()) as Body];
		service.note(response.status);
		return { status: response.status, body: answer, link };
	} catch {
		service.note(null);
		return null;
	}
}

const unexpected = ({ status, body }: Answer<unknown>): Error =>
	new Error(`${status} ${JSON.stringify(body)}`);

/** Answers of a service that is busy. */
const BUSY = [429, 503];
/** Sends a request with a key, as often as the service asks for it. Counts the repetitions. */
export async function send<Body>(
	service: MortalService,
	authorization: string,
	method: string,
	path: string,
	body: object | undefined,
	count: () => void,
): Promise<Body> {
	const key = { 'Idempotency-Key': randomUUID() };
	for (;;) {
		const answer = await ask<Body>(service, authorization, method, `/api/v2${path}`, body, key);
		if (answer !== null && answer.status < 300) return answer.body;
		// A request that a kill has interrupted keeps its key for half a minute.
		const isInterrupted =
			answer?.status === 409 && (answer.body as { code?: string }).code === 'request_in_progress';
		if (answer !== null && !isInterrupted && !BUSY.includes(answer.status)) throw unexpected(answer);
		count();
		await pause((isInterrupted ? 1000 : 20) + 80 * Math.random());
	}
}

/** Asks for a move, or for its state; nothing when there was no answer. */
export async function askMove(
	service: MortalService,
	authorization: string,
	{ companyId }: Employer,
	method: 'GET' | 'POST',
): Promise<{ step?: string; isFromCell?: boolean } | undefined> {
	const path = `/api/v2/companies/${companyId}/move`;
	const answer = await ask<{ step?: string; isFromCell?: boolean }>(service, authorization, method, path);
	if (answer !== null && ![200, 404, 503].includes(answer.status)) throw unexpected(answer);
	return answer?.body;
}

export interface TestEvent {
	id: string;
	type: string;
	companyId: string | null;
	sequence: number;
	subject: { id: string };
}

/** A page of events of all companies. */
interface EventPage {
	events: TestEvent[];
	/** The path of what follows. */
	next: string;
	isLast: boolean;
}

/** Asks for a page of events; null when there was no answer. */
export async function askEvents(
	service: MortalService,
	authorization: string,
	path: string,
): Promise<EventPage | null> {
	const answer = await ask<EventPage['events']>(service, authorization, 'GET', path);
	if (answer === null || answer.status === 503) return null;
	const [, next, rel] = /^<([^>]+)>; rel="(next|monitor)"$/.exec(answer.link ?? '') ?? [];
	if (next === undefined) throw unexpected(answer);
	return { events: answer.body, next, isLast: rel === 'monitor' };
}

/** Writers begin within this time, so that any of them may be the first. */
const SPREAD_MS = 15;

/** Requests an address until the service has given or refused it. Only some requests have a key for their repetitions. */
export async function want(
	service: MortalService,
	employer: Employer,
	email: string,
	confirmed: Hired[],
	hasKey: boolean,
): Promise<void> {
	const key: Record<string, string> = hasKey ? { 'Idempotency-Key': randomUUID() } : {};
	await pause(SPREAD_MS * Math.random());
	for (;;) {
		const path = '/api/v2/employees';
		const person = { email, companyId: employer.companyId };
		const answer = await ask<Created>(service, employer.authorization, 'POST', path, person, key);
		if (answer?.status === 201) confirmed.push({ employer, email, employeeId: answer.body.employeeId });
		if (answer?.status === 201 || answer?.body.code === 'email_taken') return;
		if (answer !== null && ![409, ...BUSY].includes(answer.status)) throw unexpected(answer);
		await pause(50 + 200 * Math.random());
	}
}

interface Created {
	employeeId: string;
	code?: string;
}
