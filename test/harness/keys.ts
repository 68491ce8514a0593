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

/** Calls with a bearer token as it is. */
export const bearing = (token: string, method: string, path: string, body?: object, headers = {}) =>
	call(method, path, body, { Authorization: `Bearer ${token}`, ...headers });
