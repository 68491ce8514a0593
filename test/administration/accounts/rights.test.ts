import { expect, test } from 'vitest';
import { as, call, newCompany, newUser, restart } from '../../harness/service.ts';
import { mailsTo } from '../../tenants/auth/one-time/links.ts';

test('new rights of a proven person end the sessions and mail the other administrators, but keys stay', async () => {
	const company = await newCompany();
	const { body: key } = await as(company.admin).post(`/companies/${company.id}/api-keys`, {
		name: 'A program',
		operations: ['listEmployees'],
	});
	const colleague = await newUser(['COMPANY_ADMIN'], [company.id]);
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	const promoted = await as(colleague).put(`/users/${verifier.userId}`, {
		roles: ['FLEX_DOCUMENT_VERIFIER', 'COMPANY_ADMIN'],
	});
	expect(promoted.body).toMatchObject({ pendingRoles: [] });
	restart();
	expect((await as(verifier).get('/auth/me')).status).toBe(401);
	expect(await mailsTo(company.admin.userId)).toEqual(['rights_given']);
	expect(await mailsTo(colleague.userId)).toEqual([]);
	const used = await call('GET', `/employees?companyId=${company.id}`, undefined, {
		Authorization: `Bearer ${key.key}`,
	});
	expect(used.status).toBe(200);
});
