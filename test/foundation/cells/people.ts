import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { newCompanyInCell, type TestCell } from '../../harness/cells.ts';
import {
	as,
	newCompany,
	openSession,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';

/** A company, and the cell that it is in; null for D1. */
export type Placed = Omit<TestCompany, 'cell'> & { cell: string | null };

export const inCell = async (): Promise<Placed> => newCompanyInCell();
export const inD1 = async (): Promise<Placed> => ({ ...(await newCompany()), cell: null });

/** Three companies, each in a cell of its own. */
export const newCells = async (): Promise<[TestCell, TestCell, TestCell]> => [
	await newCompanyInCell(),
	await newCompanyInCell(),
	await newCompanyInCell(),
];

/** Somebody who manages companies in several databases, with a session. The home of this user is D1. */
export async function newAdviser(
	platform: TestUser,
	companies: readonly { id: string }[],
	fields: object = {},
) {
	const manageableCompanyIds = companies.map(({ id }) => id);
	const body = { email: uniqueEmail(), roles: ['COMPANY_ADMIN'], manageableCompanyIds, ...fields };
	const made = await as(platform).post('/users', body);
	expect(made).toMatchObject({
		status: 201,
		body: { manageableCompanyIds: manageableCompanyIds.toSorted() },
	});
	return { ...(await openSession(made.body.id)), email: body.email };
}

export const hire = (
	company: Placed,
	email: string,
	fields: object = {},
	query = '',
	bindings: Bindings = env,
) => as(company.admin, bindings).post(`/employees${query}`, { email, companyId: company.id, ...fields });

/** The database of a company, as the service does not see it. */
export const storageOf = ({ cell }: { cell: string | null }): D1Database =>
	cell === null ? env.DB : databaseOf(env, cell).$client;

/** Returns what the directory says about an address; null when nobody in a cell has it. */
export const entryOf = (address: string) =>
	env.DB.prepare('SELECT cell, claim FROM addresses WHERE address = ?').bind(address).first();

/** The companies in whose databases somebody has the address, or that have verified the domain. */
export async function holdersAmong(companies: readonly Placed[], address: string): Promise<Placed[]> {
	const found = companies.map(async (company) => {
		const query = `SELECT (SELECT count(*) FROM users WHERE email_key = ?1)
			+ (SELECT count(*) FROM company_domains WHERE domain = ?1 AND date_verified IS NOT NULL) AS users`;
		const users = await storageOf(company).prepare(query).bind(address).first<number>('users');
		return Array.from({ length: users ?? 0 }, () => company);
	});
	return (await Promise.all(found)).flat();
}

/** Somebody who has left the company; answers the address. */
export async function leaverOf(
	company: Placed,
	email: string,
): Promise<{ userId: string; employeeId: string }> {
	const { status, body } = await hire(company, email, { dateTerminated: '2023-03-07T12:00:00.000Z' });
	if (status !== 201) throw new Error(JSON.stringify(body));
	return { employeeId: body.employeeId, userId: await userIdOf(company, body.employeeId) };
}

export const userIdOf = async (company: Placed, employeeId: string): Promise<string> =>
	(await storageOf(company)
		.prepare('SELECT user_id FROM employees WHERE id = ?')
		.bind(employeeId)
		.first<string>('user_id')) ?? '';
