import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { expectDeclared, isTokenRefusal } from '../contract/answers.ts';
import { document, faultsOf, isPublic, type Operation, takesFile } from '../contract/document.ts';
import { cases } from '../contract/rights.ts';
import type { Exchange } from './exchange.ts';
import { CANARY } from './nasty-json.ts';
import type { Draft } from './requests.ts';
import { STRANGERS, type Stage } from './stage.ts';

const SHOWN = 2000;

/** Throws when an answer contradicts the document or the rights. */
export function judge(told: Exchange, stage: Stage): void {
	try {
		holdAgainst(told, stage);
	} catch (error) {
		const { status, headers } = told.answer;
		const { message, actual } = error as Error & { actual?: unknown };
		const answer = `${status} ${JSON.stringify([...headers])} ${told.text.slice(0, SHOWN)}`;
		const found = JSON.stringify(actual)?.slice(0, SHOWN);
		throw new Error(`${message}\nFound: ${found}\nThe answer: ${answer}`, { cause: error });
	}
}

function holdAgainst(told: Exchange, stage: Stage): void {
	if (stage.areInCells && told.answer.status === 503) {
		expectWaiting(told, stage);
		return;
	}
	expect(told.answer.status, 'no failure of the service').toBeLessThan(500);
	expectShape(told);
	expectRequestId(told);
	expectRights(told);
	expectNoLeak(told, stage);
	if (told.answer.status >= 400 && !mayRemember(told) && !(stage.areInCells && mayClaim(told))) {
		expect(told.rowsWritten, 'a refused request writes nothing').toBe(0);
	}
}

/** While a company is moving, its writes are refused for a moment. */
function expectWaiting(told: Exchange, stage: Stage): void {
	expect(told.answer.body.code).toBe('company_moving');
	expect(Number(told.answer.headers.get('Retry-After'))).toBeGreaterThan(0);
	expectShape(told);
	expectRequestId(told);
	expectNoLeak(told, stage);
}

function expectShape({ sent, operation, answer, text }: Exchange): void {
	if (sent.method === 'HEAD' || answer.status === 304) {
		expect(text, 'HEAD and 304 have no content').toBe('');
		if (operation !== undefined) expect(Object.keys(operation.responses)).toContain(String(answer.status));
	} else if (operation !== undefined) {
		expectDeclared(operation, answer);
	} else {
		expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
		expect(faultsOf(document.components.schemas.Problem ?? false, answer.body)).toEqual([]);
		expect([401, 404, 405, 413]).toContain(answer.status);
		expect(answer.headers.has('Allow')).toBe(answer.status === 405);
	}
	const isProblem = answer.status >= 400 && text !== '' && !isTokenRefusal(operation, answer.body);
	if (isProblem) expect(answer.body.status).toBe(answer.status);
}

function expectRequestId({ operation, answer }: Exchange): void {
	const id = answer.headers.get('X-Request-Id');
	expect(id).toMatch(/^[\w=-]{1,255}$/);
	const isProblem = answer.status >= 400 && answer.body !== '' && !isTokenRefusal(operation, answer.body);
	if (isProblem) expect(answer.body.instance).toBe(`urn:request:${id}`);
}

const isStranger = ({ caller }: Draft) => (STRANGERS as readonly string[]).includes(caller);

function expectRights({ draft, sent, operation, answer }: Exchange): void {
	if (operation === undefined || isPublic(operation)) return;
	const header = draft.headers.Authorization;
	const hasToken = !isStranger(draft) && (header === undefined || /^Bearer \{token\}$/i.test(header));
	expect(answer.status === 401, 'a valid token is needed, and enough').toBe(!hasToken);
	if (answer.status >= 300) return;
	// Whatever a refused row of an import names, nothing is done to it.
	const isRefused = operation.operationId === 'importEmployees' && answer.body.refused > 0;
	expect(
		mayReach(isRefused ? { ...draft, body: '' } : draft, operation),
		'nobody reaches beyond one’s rights',
	).toBe(true);
	expectDescribed(sent, operation);
}

/** A successful answer is JSON that fits the document's schema and has the right content type. */
function expectDescribed({ headers, body }: Draft, operation: Operation): void {
	if (operation.requestBody === undefined || takesFile(operation) || !body?.length) return;
	expect(headers['Content-Type']).toMatch(/^application\/json\s*(;|$)/i);
	const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
	const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
	const schema = operation.requestBody.content['application/json']?.schema ?? false;
	expect(faultsOf(schema, JSON.parse(text)), 'only what is described is granted').toEqual([]);
}

/** Whether the caller may do this at all, and to all records that the path and the body name. */
export function mayReach({ caller, path, body }: Draft, { operationId, requestBody }: Operation): boolean {
	const reach = cases.find(({ role, id }) => role === caller && id === operationId)?.reach;
	const named = path + (requestBody ? namedIn(body) : '');
	if (reach === 'all') return true;
	if (reach === 'own') return !/\{(foreign|unknown)\./.test(named);
	// Colleagues have the same company.
	return reach === 'oneself' && !/\{(foreign|unknown)\.|\{colleague\.(?!companyId)/.test(named);
}

/** The body as a reader of JSON understands it: of a key that comes twice, the last one counts. */
const namedIn = (body: Draft['body']): string =>
	typeof body === 'string' && body.startsWith('{') ? JSON.stringify(JSON.parse(body)) : '';

const INSIDES =
	/\b(SELECT|INSERT|UPDATE|DELETE FROM|WHERE|PRAGMA)\b|SQLITE|D1_|[Dd]rizzle|constraint failed|\bzod\b|\.[jt]s\b|node_modules|\bat [\w.<]+ ?\(|\/src\/|Error:|\[object/;
const SECRETS = /\$?scrypt\$|password_?hash|eyJ[\w-]{10,}\.eyJ/i;

function expectNoLeak({ draft, sent, operation, answer, text }: Exchange, { marks }: Stage): void {
	const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
	const everything = `${text}\n${headers}`;
	expect(everything).not.toContain(env.JWT_SECRET);
	if (operation === undefined || !isPublic(operation)) expect(everything).not.toMatch(SECRETS);
	if (answer.status >= 400 && answer.body !== '') {
		const { instance: _, errors = [], ...problem } = answer.body;
		const told = JSON.stringify([
			problem,
			errors.map(({ pointer: _, ...fault }: { pointer: string }) => fault),
		]);
		expectSilent(told, operation?.operationId === 'queryCompany');
	}
	const hidden = hiddenFrom(draft, marks).filter((mark) => !JSON.stringify(sent).includes(mark));
	expect(hidden.filter((mark) => everything.includes(mark))).toEqual([]);
}

/** A refusal repeats nothing. It tells nothing of how the service is made, unless it is about a statement of SQL. */
export function expectSilent(told: string, isAboutSql = false): void {
	if (!isAboutSql) expect(told).not.toMatch(INSIDES);
	expect(told, 'what was sent is not repeated').not.toContain(CANARY);
}

function hiddenFrom(draft: Draft, { own, foreign, colleague }: Stage['marks']): string[] {
	if (isStranger(draft)) return [...own, ...colleague, ...foreign];
	if (draft.caller === 'PLATFORM_ADMIN') return [];
	return draft.caller === 'EMPLOYEE' ? [...colleague, ...foreign] : foreign;
}

/** For a company in a cell, an address or a domain is claimed in D1 before the request is decided, and given back. */
const mayClaim = ({ operation }: Exchange): boolean =>
	/^(create|update|import|invite|verify)|Address|Template/.test(operation?.operationId ?? '');

/** Attempts to log in and used addresses are counted, and a key of idempotency may remember a refusal. */
const mayRemember = ({ draft, operation, answer }: Exchange): boolean =>
	(operation !== undefined && isPublic(operation)) ||
	'Idempotency-Key' in draft.headers ||
	answer.body.code === 'email_taken' ||
	// Wrong codes and passwords are counted, and the access log tells who was refused.
	/^\/api\/v2\/auth\/me\/(second-factor|password)/.test(draft.path) ||
	// Requests for a new address are counted before the address is judged.
	answer.body.errors?.some(({ code }: { code: string }) => code === 'outside_domain') ||
	answer.status === 403;
