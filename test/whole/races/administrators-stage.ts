import { env } from 'cloudflare:workers';
import { as, at, newCompany, newUser, type TestUser } from '../../harness/service.ts';
import type { Operation, Operations, Stage } from './stage.ts';

/** The two administrators of a company, and the company. */
interface AdministratorsWorld {
	platform: TestUser;
	companyId: string;
	first: TestUser;
	second: TestUser;
}

async function build(): Promise<AdministratorsWorld> {
	at('2023-03-07T12:00:00.000Z');
	const [{ id, admin }, platform] = [await newCompany(), await newUser(['PLATFORM_ADMIN'])];
	const second = await newUser(['COMPANY_ADMIN'], [id]);
	// The service remembers users for 10 seconds, whatever the order of the operations.
	for (const user of [admin, second, platform]) await as(user).get('/auth/me');
	return { platform, companyId: id, first: admin, second };
}

type Who = 'first' | 'second';

const close =
	(by: Who, whom: Who): Operation<AdministratorsWorld> =>
	(world, bindings) =>
		as(world[by], bindings).post(`/users/${world[whom].userId}/closure`);

const demote =
	(by: Who, whom: Who): Operation<AdministratorsWorld> =>
	(world, bindings) =>
		as(world[by], bindings).put(`/users/${world[whom].userId}`, { roles: ['TECHNICAL_USER'] });

const administrators: Operations<AdministratorsWorld> = {
	'the first closes the second': close('first', 'second'),
	'the second closes the first': close('second', 'first'),
	'the first demotes the second': demote('first', 'second'),
	'the second demotes the first': demote('second', 'first'),
	'the first steps down': demote('first', 'first'),
	'the second closes itself': close('second', 'second'),
	'the platform opens the first': ({ platform, first }, bindings) =>
		as(platform, bindings).delete(`/users/${first.userId}/closure`),
};

/** Only the platform can take the last administrator who may sign in from a company. */
async function requireAdministrator(companyId: string): Promise<void> {
	const left = await env.DB.prepare(`SELECT count(*) AS n FROM user_companies JOIN users ON users.id = user_id
		WHERE company_id = ? AND instr(roles, '"COMPANY_ADMIN"') AND date_closed IS NULL`)
		.bind(companyId)
		.first('n');
	if (left === 0) throw new Error('The company is left to nobody');
}

async function observe({ platform, companyId, first, second }: AdministratorsWorld) {
	await requireAdministrator(companyId);
	const of = async ({ userId }: TestUser) => (await as(platform).get(`/users/${userId}`)).body;
	return { first: await of(first), second: await of(second) };
}

export const administratorsStage: Stage<AdministratorsWorld> = {
	build,
	setClock: () => at('2023-03-07T12:00:00.000Z'),
	subjects: [administrators],
	histories: [[]],
	observe,
	names: ({ companyId, first, second }) => ({
		[companyId]: 'company',
		[first.userId]: 'first',
		[second.userId]: 'second',
	}),
};
