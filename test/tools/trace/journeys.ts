import { newId } from '../../../src/foundation/core/id.ts';
import { sha256 } from '../../../src/foundation/core/vault.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import { endOfSession } from '../../../src/tenants/auth/rules.ts';
import { insertSession } from '../../../src/tenants/auth/store.ts';
import { tokens } from '../bench/runtime.ts';
import { MAIN_COMPANY, newActor, PRESENT, seededId } from '../bench/seed.ts';

/** One request, and the numbers of the functions that it entered. */
export interface Step {
	name: string;
	functions: number[];
}

/** An administrator of the main company, who calls the API and uses the console. */
interface Traveller {
	/** The id of a record that no earlier step has changed. */
	id(kind: 'employee' | 'expense'): string;
	/** Calls the API. */
	call(name: string, method: string, path: string, body: object, headers?: object): Promise<void>;
	/** Opens a page of the console. */
	open(name: string, path: string): Promise<Page>;
	/** Sends the form of a page. */
	send(name: string, page: Page, fields: Record<string, string>): Promise<Page>;
}

interface Page {
	path: string;
	html: string;
}

const COMPANY = seededId('company', MAIN_COMPANY);

const setting = {
	budget: { value: 6000, currency: 'EUR_CENT' },
	accumulateBudget: true,
	startDate: '2026-07-01T00:00:00.000Z',
	endDate: '2026-08-31T23:59:59.999Z',
	allowedModules: ['MEALS', 'SPORTS'],
};

export const JOURNEYS: Record<string, (traveller: Traveller) => Promise<void>> = {
	async 'set-access'({ call, id }) {
		const path = (n: string) => `/employees/${n}/flex/access`;
		await call('PUT flex access', 'PUT', path(id('employee')), setting);
		const headers = { 'Idempotency-Key': newId(PRESENT) };
		await call('PUT flex access with an Idempotency-Key', 'PUT', path(id('employee')), setting, headers);
	},
	async 'approve-expense'({ open, send, id }) {
		const path = `/verify/${id('expense')}?company=${COMPANY}`;
		const page = await open('Console: open an expense', path);
		await send('Console: approve an expense', page, { _do: 'approve', amount: '10,00' });
	},
	async 'save-access'({ open, send, id }) {
		const page = await open('Console: open the form of a flex access', `/people/${id('employee')}/access`);
		const fields = {
			budget: '60,00',
			currency: 'EUR_CENT',
			startDate: '2026-07-01',
			endDate: '2026-08-31',
			allowedModules: 'MEALS',
			accumulateBudget: 'on',
		};
		await send('Console: preview a flex access', page, { ...fields, _do: 'preview' });
		await send('Console: save a flex access', page, fields);
	},
};

/** Returns a new traveller, and the list to which each of the traveller's steps is added. */
export async function travellers(url: URL, d1: D1Database) {
	const walked: Step[] = [];
	const session = await newActor(d1, ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [COMPANY]);
	const { userId } = session;
	const api = { Authorization: `Bearer ${await tokens.issue(session, PRESENT)}` };
	const browser = { Cookie: await cookieOf(d1, userId), Accept: 'text/html', Origin: url.origin };
	let used = 0;

	async function step(name: string, path: string, init: RequestInit): Promise<string> {
		const response = await fetch(new URL(path, url), { redirect: 'manual', ...init });
		const text = await response.text();
		if (response.status >= 400)
			throw new Error(`${name}: ${path} answered ${response.status}: ${text.slice(0, 500)}`);
		walked.push({ name, functions: await (await fetch(new URL('/trace', url))).json() });
		return text;
	}

	const traveller: Traveller = {
		// Employees with even numbers work for the main company.
		id: (kind) => seededId(kind, 2 * ++used),
		async call(name, method, path, body, headers = {}) {
			const type = { 'Content-Type': 'application/json' };
			const init = { method, body: JSON.stringify(body), headers: { ...api, ...type, ...headers } };
			await step(name, `/api/v2${path}`, init);
		},
		async open(name, path) {
			return { path, html: await step(name, `/console${path}`, { headers: browser }) };
		},
		async send(name, { path, html }, fields) {
			const body = new URLSearchParams({ _for: userId, _key: newId(PRESENT), ...hiddenIn(html), ...fields });
			return { path, html: await step(name, `/console${path}`, { method: 'POST', body, headers: browser }) };
		},
	};
	return { traveller, walked };
}

async function cookieOf(d1: D1Database, userId: string): Promise<string> {
	const [id, secret] = [newId(PRESENT), newId(PRESENT)];
	const dates = { dateCreated: PRESENT, dateExpires: endOfSession('CONSOLE', PRESENT) };
	const row = { id, userId, ...dates, kind: 'CONSOLE' as const, cookieHash: sha256(secret) };
	await commit(connect(d1), [insertSession(connect(d1), row)]);
	return `zubrot=${secret}`;
}

/** The tag of the record from which a form was made, and when: a save needs them. */
const hiddenIn = (html: string): Record<string, string> =>
	Object.fromEntries(
		[...html.matchAll(/name="(_etag|_at)" value="([^"]*)"/g)].map(([, name, value]) => [
			name,
			(value ?? '').replaceAll('&quot;', '"'),
		]),
	);
