import { env } from 'cloudflare:workers';
import { databaseOf } from '../../src/foundation/cells/places.ts';
import { newId } from '../../src/foundation/core/id.ts';
import { inCell, sha256 } from '../../src/foundation/core/vault.ts';
import { commit } from '../../src/foundation/db/commit.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { endOfSession } from '../../src/tenants/auth/rules.ts';
import { insertSession } from '../../src/tenants/auth/store.ts';
import { type Answer, call, now, type TestUser } from './service.ts';

const ORIGIN = 'http://localhost';

/** The headers that a browser sends with a form of our own pages. */
export const FROM_HERE = {
	Origin: ORIGIN,
	'Sec-Fetch-Site': 'same-origin',
	'Content-Type': 'application/x-www-form-urlencoded',
};

export interface Visit extends TestUser {
	cookie: string;
}

/** Opens a session of the console for a user, as a sign-in does. */
export async function visitOf({ userId, cell }: Pick<TestUser, 'userId' | 'cell'>): Promise<Visit> {
	const db = databaseOf(env, cell ?? null);
	const [id, secret] = [newId(now()), inCell({ cell }, newId(now()))];
	const dates = { dateCreated: now(), dateExpires: endOfSession('CONSOLE', now()) };
	await commit(db, [
		insertSession(db, { id, userId, ...dates, kind: 'CONSOLE', cookieHash: sha256(secret) }),
	]);
	return { userId, sessionId: id, ...(cell !== undefined && { cell }), cookie: `zubrot=${secret}` };
}

type Fields = Record<string, string | string[]>;

/** Short calls as a person in a browser. Forms are posted as the page has them that this person opened. */
export function browse(visit: Visit | null, bindings: Bindings = env) {
	const cookie: Record<string, string> = visit === null ? {} : { Cookie: visit.cookie };
	return {
		get: (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
			call('GET', `/console${path}`, undefined, { Accept: 'text/html', ...cookie, ...headers }, bindings),
		post: (path: string, fields: Fields = {}, headers: Record<string, string> = {}): Promise<Answer> => {
			const own = visit === null ? {} : { _for: visit.userId, _key: newId(now()) };
			const body = bodyOf({ ...own, ...fields });
			return call('POST', `/console${path}`, body, { ...FROM_HERE, ...cookie, ...headers }, bindings);
		},
		/** Sends a form with files among its fields. */
		upload: async (
			path: string,
			fields: Record<string, string | File | File[]>,
			headers = {},
		): Promise<Answer> => {
			const form = new FormData();
			const own = visit === null ? {} : { _for: visit.userId, _key: newId(now()) };
			for (const [name, values] of Object.entries({ ...own, ...fields }))
				for (const value of [values].flat()) form.append(name, value);
			const request = new Request(ORIGIN, { method: 'POST', body: form });
			const type = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
			const body = new Uint8Array(await request.arrayBuffer());
			return call(
				'POST',
				`/console${path}`,
				body,
				{ ...FROM_HERE, ...type, ...cookie, ...headers },
				bindings,
			);
		},
	};
}

function bodyOf(fields: Fields): string {
	const body = new URLSearchParams();
	for (const [name, values] of Object.entries(fields)) {
		for (const value of [values].flat()) body.append(name, value);
	}
	return body.toString();
}

/** The cookie of the sign-in at an identity provider that an answer begins or ends, as a browser sends it. */
export const providerCookie = (answer: Answer): string =>
	Object.entries(cookiesOf(answer))
		.filter(([name]) => name.startsWith('zubrot-provider-'))
		.map((cookie) => cookie.join('='))
		.join('; ');

/** The cookies that an answer sets, by their names; one that it drops is empty. */
export const cookiesOf = ({ headers }: Answer): Record<string, string> =>
	Object.fromEntries(
		headers.getSetCookie().map((line) => /^([^=]+)=([^;]*)/.exec(line)?.slice(1) as [string, string]),
	);
