import { env } from 'cloudflare:workers';
import { as, call, type TestCompany } from './service.ts';

export interface TestKey {
	id: string;
	userId: string;
	key: string;
}

/** An API key of a company, made by its administrator. */
export async function newApiKey(
	{ id, admin }: TestCompany,
	operations: string[],
	fields: object = {},
): Promise<TestKey> {
	const { status, body } = await as(admin).post(`/companies/${id}/api-keys`, {
		name: 'HR',
		operations,
		...fields,
	});
	if (status !== 201) throw new Error(JSON.stringify(body));
	return body;
}

/** Gives a key operations that no new key gets, as if an earlier version had given them. */
export async function allowEarlier({ id }: TestKey, operations: string[]): Promise<void> {
	const guard = await env.DB.prepare(
		`SELECT sql FROM sqlite_schema WHERE name = 'api_keys_guard_update'`,
	).first<string>('sql');
	await env.DB.batch([
		env.DB.prepare('DROP TRIGGER api_keys_guard_update'),
		env.DB.prepare('UPDATE api_keys SET operations = ? WHERE id = ?').bind(JSON.stringify(operations), id),
		env.DB.prepare(guard ?? ''),
	]);
}

/** Calls with a bearer token as it is. */
export const bearing = (token: string, method: string, path: string, body?: unknown, headers = {}) =>
	call(method, path, body, { Authorization: `Bearer ${token}`, ...headers });
