import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import { insertUser } from '../../../src/tenants/users/store.ts';
import { cheapHashOf } from '../../harness/cheap-password.ts';
import { startProvider } from '../../harness/outside/provider.ts';
import { startResolver } from '../../harness/outside/resolver.ts';
import { newestServer, releasedServer } from './server.ts';

const SECRETS = {
	JWT_SECRET: 'a secret of the black box, 32 bytes or more',
	ENCRYPTION_KEY: 'a key of the black box, 32 bytes or more',
};
/** The issuer of a provider that runs beside the service. */
export const identityProvider = await startProvider();
export const resolver = await startResolver();

/** Whether companies move to other cells during the journeys. */
const areMoving = process.env.COMPANIES_MOVE === 'true';

const PASSWORD = 'a password of the black box';
const OPERATOR = 'operator@test.example';

// The custom build prepares a local state, which must not be the one that a developer's server holds.
const state = mkdtempSync(join(tmpdir(), 'zubrot-'));
process.env.STATE_DIR = state;

const vars = {
	DNS_RESOLVER: resolver,
	LOCAL_IDENTITY_PROVIDERS: 'true',
	PUBLIC_URL: 'https://zubrot.example',
	RECEIPTS_DOMAIN: 'in.zubrot.example',
	NEW_COMPANIES: process.env.NEW_COMPANIES ?? 'D1',
};
const { RELEASED_WORKER } = process.env;
const server =
	RELEASED_WORKER === undefined
		? newestServer(SECRETS, vars)
		: releasedServer(RELEASED_WORKER, { ...SECRETS, ...vars }, state);
/** One connection: an answer that breaks it shows as a new socket for the next request. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let origin: string;

export const originOf = (): string => origin;

beforeAll(async () => {
	({ origin } = await server.listen());
	await server.migrate();
	const db = connect((await server.bindings()).DB);
	const now = Date.now();
	const user = { id: newId(now), dateCreated: now, dateModified: now, email: OPERATOR };
	const passwordHash = cheapHashOf(PASSWORD);
	await commit(db, [insertUser(db, { ...user, passwordHash, roles: ['PLATFORM_ADMIN'] })]);
	// Bundling takes long on a busy machine.
}, 180_000);

afterAll(async () => {
	agent.destroy();
	await server.close();
	rmSync(state, { recursive: true, force: true });
});

export interface Answer {
	status: number | undefined;
	headers: IncomingHttpHeaders;
	bytes: Buffer;
	text: string;
	isSameSocket: boolean;
}

/** How long a caller waits before it repeats what was refused because the company is moving. */
const AGAIN_MS = 20;
const PATIENCE = 1000;
let waited = 0;

/** Sends a request. While a company is moving, the caller repeats what is refused. */
export async function send(...given: Parameters<typeof sendOnce>): Promise<Answer> {
	const answer = await sendOnce(...given);
	const isMoving = areMoving && answer.status === 503 && answer.headers['retry-after'] !== undefined;
	if (!isMoving || ++waited > PATIENCE) return answer;
	await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
	return send(...given);
}

function sendOnce(
	method: string,
	path: string,
	body?: string | Uint8Array,
	headers: Record<string, string> = {},
): Promise<Answer> {
	return new Promise((done, fail) => {
		const outgoing = request(`${origin}${path}`, { method, agent, headers }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk) => chunks.push(chunk));
			response.on('end', () => {
				const { statusCode: status, headers } = response;
				const bytes = Buffer.concat(chunks);
				done({ status, headers, bytes, text: bytes.toString(), isSameSocket: outgoing.reusedSocket });
			});
		});
		outgoing.on('error', fail);
		outgoing.end(body);
	});
}

export async function json(method: string, path: string, token?: string, body?: object) {
	const answer = await send(method, `/api/v2${path}`, body && JSON.stringify(body), {
		...(body && { 'Content-Type': 'application/json' }),
		...(token && { Authorization: `Bearer ${token}` }),
	});
	return { ...answer, body: JSON.parse(answer.text) };
}

let logins = 0;
/** Signs in from a network of its own, because the service limits the sign-ins of each IPv6 network. */
export async function login(email: string) {
	const address = `2001:db8:0:${(++logins).toString(16)}::1`;
	const headers = { 'Content-Type': 'application/json', 'CF-Connecting-IP': address };
	const answer = await send('POST', '/api/v2/auth', JSON.stringify({ email, password: PASSWORD }), headers);
	return JSON.parse(answer.text);
}

/**
 * Runs the cron and the jobs of every cell, as scheduled for an instant. Returns a new token, because a run far ahead clears the
 * sessions of today.
 */
export async function runCron(at: number, email: string): Promise<string> {
	const company = email.slice(email.indexOf('-') + 1).split('@')[0];
	await moved(company);
	const { outcome } = await server.scheduled({ cron: '0 * * * *', scheduledTime: new Date(at) });
	expect(outcome).toBe('ok');
	const { DB, CELLS } = await server.bindings();
	const { results } = await DB.prepare('SELECT cell FROM places').all<{ cell: string }>();
	for (const { cell } of results) await CELLS.get(CELLS.idFromName(cell)).run(at);
	const { idToken } = await login(email);
	expect(idToken).toBeDefined();
	await move(company);
	return idToken;
}

/** Begins to move a company to another cell. The journey goes on during the move. */
async function move(companyId = ''): Promise<void> {
	if (!areMoving) return;
	await moved(companyId);
	const begun = await json('POST', `/companies/${companyId}/move`, (await login(OPERATOR)).idToken);
	expect(begun.status, begun.text).toBe(200);
}

/** Waits until no move of a company is under way. */
async function moved(companyId = ''): Promise<void> {
	if (!areMoving) return;
	const operator = (await login(OPERATOR)).idToken;
	for (let step = ''; !/404|OPENED|DONE/.test(step); ) {
		const { status, body } = await json('GET', `/companies/${companyId}/move`, operator);
		step = `${status} ${body.step}`;
		await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
		expect(step).toMatch(/404|COPYING|CLOSED|OPENED|DONE/);
	}
}

/** Creates a company with its administrator as the operator. Returns the administrator's token. */
export async function newCompany() {
	const operator: string = (await login(OPERATOR)).idToken;
	const company = await json('POST', '/companies', operator, { name: 'Box AG', taxAffiliation: 'AT' });
	const companyId: string = company.body.id;
	const email = await newUser('COMPANY_ADMIN', companyId);
	await server.migrate();
	const token: string = (await login(email)).idToken;
	await move(companyId);
	return { companyId, email, token, operator };
}

/** Creates a user of the company with one role as the operator. Returns the e-mail address. */
export async function newUser(role: string, companyId: string): Promise<string> {
	const operator = (await login(OPERATOR)).idToken;
	const email = `${role.toLowerCase()}-${companyId}@test.example`;
	const user = { email, password: PASSWORD, roles: [role], manageableCompanyIds: [companyId] };
	expect((await json('POST', '/users', operator, user)).status).toBe(201);
	return email;
}
