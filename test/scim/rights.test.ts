import { describe, expect, test } from 'vitest';
import { ROLES } from '../../src/core/actor.ts';
import { groupId } from '../../src/scim/resource.ts';
import { newClient } from '../harness/scim.ts';
import { as, call, newCompany, newUser, uniqueEmail } from '../harness/service.ts';

/** Every address of SCIM, with a body that fits. */
const routes = (id: string, userName: string): [method: string, path: string, body?: object][] => [
	['GET', '/ServiceProviderConfig'],
	['GET', '/ResourceTypes'],
	['GET', '/ResourceTypes/User'],
	['GET', '/Schemas'],
	['GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User'],
	['GET', '/Users'],
	['POST', '/Users', { userName: uniqueEmail() }],
	['GET', `/Users/${id}`],
	['PUT', `/Users/${id}`, { userName }],
	['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: true }] }],
	['DELETE', `/Users/${id}`],
	['GET', '/Groups'],
	['POST', '/Groups', { displayName: 'sales' }],
	['GET', `/Groups/${groupId('sales')}`],
	['PUT', `/Groups/${groupId('sales')}`, { displayName: 'sales', members: [] }],
	['PATCH', `/Groups/${groupId('sales')}`, { Operations: [{ op: 'add', path: 'members', value: [] }] }],
	['DELETE', `/Groups/${groupId('sales')}`],
];

const REACHED = ['COMPANY_ADMIN', 'TECHNICAL_USER'];

describe('who may use SCIM', () => {
	test.each(ROLES)('%s', async (role) => {
		const { company, newPerson } = await newClient();
		const { id, userName } = (await newPerson()).body;
		const user = await newUser([role], role === 'PLATFORM_ADMIN' ? [] : [company.id]);
		for (const [method, path, body] of routes(id, userName)) {
			const { status } = await as(user).send(method, `/scim/v2${path}`, body);
			expect.soft([method, path, status < 300]).toEqual([method, path, REACHED.includes(role)]);
			if (!REACHED.includes(role)) expect.soft([method, path, status]).toEqual([method, path, 403]);
		}
	});
});

test('nobody comes without a token, or with a key that is for something else', async () => {
	const { key } = await newClient(['listEmployees']);
	for (const [method, path, body] of routes('x', uniqueEmail())) {
		const none = await call(method, `/scim/v2${path}`, body);
		expect([none.status, none.body.status]).toEqual([401, '401']);
		const other = await call(method, `/scim/v2${path}`, body, { Authorization: `Bearer ${key}` });
		expect([other.status, other.body.status]).toEqual([403, '403']);
	}
});

test('a key of SCIM opens nothing else', async () => {
	const { key } = await newClient();
	expect((await call('GET', '/employees', undefined, { Authorization: `Bearer ${key}` })).status).toBe(403);
});

test('another company’s users are not there, whoever asks', async () => {
	const { newPerson } = await newClient();
	const { id, userName } = (await newPerson()).body;
	const stranger = (await newCompany()).admin;
	for (const [method, path, body] of routes(id, userName).filter(([, path]) => path.includes(id))) {
		expect((await as(stranger).send(method, `/scim/v2${path}`, body)).status).toBe(404);
	}
	expect((await as(stranger).send('GET', '/scim/v2/Users')).body.totalResults).toBe(0);
});

test('what is not there, and what is no JSON, is told as SCIM tells it', async () => {
	const { company } = await newClient();
	const admin = as(company.admin);
	expect(await admin.send('GET', '/scim/v2/Bulk')).toMatchObject({ status: 404, body: { status: '404' } });
	expect(await admin.send('POST', '/scim/v2/Users', '{')).toMatchObject({
		status: 400,
		body: { scimType: 'invalidSyntax' },
	});
	const large = await admin.send('POST', '/scim/v2/Users', JSON.stringify({ userName: 'a'.repeat(70_000) }));
	expect(large).toMatchObject({ status: 413, body: { status: '413' } });
});
