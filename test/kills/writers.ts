import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { insertSession } from '../../src/auth/store.ts';
import { createTokens } from '../../src/auth/tokens.ts';
import { databaseOf, newCellName, openCell } from '../../src/cells/places.ts';
import { SCHEMA } from '../../src/cells/schema.ts';
import { companiesPage, insertCompany } from '../../src/companies/store.ts';
import { newId } from '../../src/core/id.ts';
import { LAST_INSTANT } from '../../src/core/instant.ts';
import { commit } from '../../src/db/commit.ts';
import { batch } from '../../src/db/database.ts';
import { insertPlace } from '../../src/hosting/cells/store.ts';
import type { Bindings } from '../../src/http/env.ts';
import { insertUser, setManagedCompanies } from '../../src/users/store.ts';
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
	const [companyId, userId, sessionId] = [newId(now), newId(now), newId(now)];
	const company = { id: companyId, ...dates, name: 'Kill AG', taxAffiliation: 'AT' as const };
	const roles = ['COMPANY_ADMIN' as const];
	await commit(db, [insertCompany(db, { ...company, payrollReferenceDay: 7 })]);
	await commit(db, [
		insertUser(db, { id: userId, ...dates, email: `${userId}@kills.example`, roles }),
		...setManagedCompanies(db, { id: userId }, [companyId]),
		insertSession(db, { id: sessionId, userId, dateCreated: 0, dateExpires: LAST_INSTANT }),
	]);
	if (cell !== null) {
		const d1 = databaseOf(bindings, null);
		const [[stored]] = await batch(db, [companiesPage(db, '', 1)]);
		if (stored === undefined) throw new Error('The cell holds no company');
		await commit(d1, [
			insertPlace(d1, { companyId, cell, schema: SCHEMA, company: stored, dateCreated: now }),
		]);
	}
	const tokens = await createTokens(SECRETS.JWT_SECRET, undefined);
	const subject = { userId, sessionId, ...(cell !== null && { cell }) };
	return { companyId, cell, authorization: `Bearer ${await tokens.issue(subject, now)}` };
}

/** The header of a platform administrator. */
export async function newOperator(bindings: Bindings): Promise<string> {
	const db = databaseOf(bindings, null);
	const now = Date.now();
	const [userId, sessionId] = [newId(now), newId(now)];
	await commit(db, [
		insertUser(db, {
			id: userId,
			dateCreated: now,
			dateModified: now,
			email: `${userId}@kills.example`,
			roles: ['PLATFORM_ADMIN'],
		}),
		insertSession(db, { id: sessionId, userId, dateCreated: 0, dateExpires: LAST_INSTANT }),
	]);
	const tokens = await createTokens(SECRETS.JWT_SECRET, undefined);
	return `Bearer ${await tokens.issue({ userId, sessionId }, now)}`;
}

/** Asks for a move, or for its state; null when there was no answer. */
export async function askMove(
	{ url }: MortalService,
	authorization: string,
	{ companyId }: Employer,
	method: 'GET' | 'POST',
): Promise<{ step?: string; isFromCell?: boolean } | null> {
	try {
		const response = await fetch(new URL(`/api/v2/companies/${companyId}/move`, url), {
			method,
			headers: { Authorization: authorization },
			signal: AbortSignal.timeout(20_000),
		});
		const body = (await response.json()) as { step?: string; isFromCell?: boolean };
		if (![200, 404, 503].includes(response.status))
			throw new Unexpected(`${response.status} ${JSON.stringify(body)}`);
		return body;
	} catch (error) {
		if (error instanceof Unexpected) throw error;
		return null;
	}
}

/** A page of events of all companies. */
interface EventPage {
	events: { id: string; type: string; subject: { id: string } }[];
	/** The path of what follows. */
	next: string;
	isLast: boolean;
}

/** Asks for a page of events; null when there was no answer. */
export async function askEvents(
	{ url }: MortalService,
	authorization: string,
	path: string,
): Promise<EventPage | null> {
	try {
		const response = await fetch(new URL(path, url), {
			headers: { Authorization: authorization },
			signal: AbortSignal.timeout(20_000),
		});
		const events = (await response.json()) as EventPage['events'];
		if (response.status === 503) return null;
		const [, next, rel] = /^<([^>]+)>; rel="(next|monitor)"$/.exec(response.headers.get('Link') ?? '') ?? [];
		if (next === undefined) throw new Unexpected(`${response.status} ${JSON.stringify(events)}`);
		return { events, next, isLast: rel === 'monitor' };
	} catch (error) {
		if (error instanceof Unexpected) throw error;
		return null;
	}
}

/** Writers begin within this time, so that any of them may be the first. */
const SPREAD_MS = 15;

/** Wants an address until the service has given or refused it. Only some requests have a key for their repetitions. */
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
		const answer = await hire(service.url, employer, email, key);
		if (answer?.status === 201) confirmed.push({ employer, email, employeeId: answer.employeeId });
		if (answer !== null) return;
		await pause(50 + 200 * Math.random());
	}
}

/** Sends one request; null when the caller has to repeat it. */
async function hire(
	url: URL,
	{ companyId, authorization }: Employer,
	email: string,
	key: Record<string, string>,
) {
	try {
		const response = await fetch(new URL('/api/v2/employees', url), {
			method: 'POST',
			headers: { Authorization: authorization, 'Content-Type': 'application/json', ...key },
			body: JSON.stringify({ email, companyId }),
			signal: AbortSignal.timeout(20_000),
		});
		const body = (await response.json()) as { employeeId: string; code?: string };
		const { status } = response;
		if (status === 201 || body.code === 'email_taken') return { status, employeeId: body.employeeId };
		if (![409, 429, 503].includes(status)) throw new Unexpected(`${status} ${JSON.stringify(body)}`);
		return null;
	} catch (error) {
		if (error instanceof Unexpected) throw error;
		return null;
	}
}

class Unexpected extends Error {}
