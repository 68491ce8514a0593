import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { as, newCompany, newUser, type TestCompany, type TestUser } from '../../harness/service.ts';
import { expectDeclared } from '../../whole/contract/answers.ts';
import { operationOf } from '../../whole/contract/document.ts';

let company: TestCompany;
let second: TestUser;

beforeEach(async () => {
	company = await newCompany();
	second = await newUser(['COMPANY_ADMIN'], [company.id]);
});

const REFUSED = { status: 409, body: { code: 'last_company_admin' } };
const WAYS: [
	how: string,
	leave: (by: TestUser, who: TestUser) => ReturnType<ReturnType<typeof as>['get']>,
	operationId: string,
][] = [
	[
		'loses the role',
		(by, who) => as(by).put(`/users/${who.userId}`, { roles: ['TECHNICAL_USER'] }),
		'updateUser',
	],
	['is closed', (by, who) => as(by).post(`/users/${who.userId}/closure`), 'closeUser'],
];

test.each(WAYS)(
	'the last administrator of a company never %s by its own hand',
	async (_, leave, operationId) => {
		const last = await newUser(['COMPANY_ADMIN', 'TECHNICAL_USER'], [company.id]);
		for (const other of [company.admin, second]) expect((await leave(last, other)).status).toBe(200);
		const refused = await leave(last, last);
		expect(refused).toMatchObject(REFUSED);
		expectDeclared(operationOf(operationId), refused);
		expect((await as(last).get('/users')).status).toBe(200);
	},
);

test('an administrator of two companies does not leave one of them without any', async () => {
	const other = await newCompany();
	const both = await newUser(['COMPANY_ADMIN'], [company.id, other.id]);
	await as(both).post(`/users/${other.admin.userId}/closure`);
	const onlyFirst = { manageableCompanyIds: [company.id] };
	expect(await as(both).put(`/users/${both.userId}`, onlyFirst)).toMatchObject(REFUSED);
	const onlySecond = { manageableCompanyIds: [other.id] };
	expect((await as(both).put(`/users/${both.userId}`, onlySecond)).status).toBe(200);
});

test('the platform may take the last administrator from a company', async () => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	for (const { userId } of [second, company.admin]) {
		expect((await as(platform).post(`/users/${userId}/closure`)).status).toBe(200);
	}
});

test.each(WAYS)('when two administrators simultaneously make the other %s, one stays', async (_, leave) => {
	for (let round = 0; round < 5; round++) {
		const { id, admin } = await newCompany();
		const colleague = await newUser(['COMPANY_ADMIN'], [id]);
		const answers = await Promise.all([leave(admin, colleague), leave(colleague, admin)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	}
});

test('the database itself refuses the batch', async () => {
	const close = (userId: string) =>
		env.DB.batch([
			env.DB.prepare('UPDATE users SET date_closed = 1, revision = revision + 1 WHERE id = ?').bind(userId),
			env.DB.prepare('INSERT INTO administered_companies VALUES (?)').bind(company.id),
		]);
	await close(second.userId);
	await expect(close(company.admin.userId)).rejects.toThrow('last_company_admin');
});
