import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { newMail } from '../../harness/mail.ts';
import { as, at, newCompany, newEmployee, newUser, userOf } from '../../harness/service.ts';

test('an erasure removes the mails of a person, and what the person wanted to know', async () => {
	at('2020-01-15T12:00:00.000Z');
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const company = await newCompany();
	const employeeId = await newEmployee(company, { dateTerminated: '2020-02-01T00:00:00.000Z' });
	const employee = await userOf(employeeId);
	const administrator = await newUser(['COMPANY_ADMIN'], [company.id]);
	const kept = await newMail(company.admin.userId, { companyId: company.id });
	for (const user of [employee, administrator]) {
		await newMail(user.userId, { companyId: company.id, token: 'the token' });
		await as(user).put('/auth/me/notices', { voucherIssued: false });
	}
	at('2031-01-15T12:00:00.000Z');
	expect((await platform.post(`/employees/${employeeId}/erasure`)).status).toBe(200);
	await platform.post(`/users/${administrator.userId}/closure`);
	expect((await platform.post(`/users/${administrator.userId}/erasure`)).status).toBe(200);

	const { results } = await env.DB.prepare('SELECT id FROM mails').all();
	expect(results).toEqual([{ id: kept }]);
	expect(await env.DB.prepare('SELECT count(*) AS n FROM muted_notices').first('n')).toBe(0);
});
