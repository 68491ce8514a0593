import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, newUser, now } from '../../../harness/service.ts';
import { exported } from '../../../harness/zip.ts';
import { newWorld } from '../../../whole/contract/world.ts';

test('the export of a company has all of its employees and what is its own, and nothing of another one', async () => {
	at('2023-03-07T12:00:00.000Z');
	const [world, foreign] = [await newWorld(), await newWorld()];
	const admin = await newUser(['COMPANY_ADMIN'], [world.companyId]);
	await as(admin).put(`/companies/${world.companyId}/payroll-settings`, { wageTypes: {} });
	await as(admin).send('POST', '/scim/v2/Groups', { displayName: 'Engines', externalId: 'G-1' });
	const person = { Operations: [{ op: 'add', value: { userName: 'ada', externalId: 'A-1' } }] };
	await as(admin).send('PATCH', `/scim/v2/Users/${world.employeeId}`, person);
	const files = await exported(admin, `/companies/${world.companyId}`);

	const people = [world.employeeId, world.colleague.employeeId];
	const idsOf = (name: string, field: string) => files[name].map((row: Record<string, string>) => row[field]);
	expect(idsOf('profile/employee.json', 'id')).toEqual(people);
	expect(new Set(idsOf('expenses/expenses.json', 'employeeId'))).toEqual(new Set(people));
	expect(idsOf('expenses/receipts.json', 'id')).toEqual([world.receiptId, world.colleague.receiptId]);
	expect(Object.keys(files).filter((name) => name.startsWith('receipts/'))).toHaveLength(2);
	expect(idsOf('company/company.json', 'id')).toEqual([world.companyId]);
	expect(idsOf('company/managers.json', 'id')).toEqual(expect.arrayContaining([admin.userId, world.userId]));
	expect(idsOf('flex/tax-rule-templates.json', 'id')).toEqual([world.templateId]);
	expect(idsOf('payroll/runs.json', 'id')).toEqual([world.runId]);
	expect(idsOf('payroll/held-over.json', 'transactionId')).toEqual([world.correctionId]);
	expect(files['proposals/proposals.json']).toMatchObject([
		{ id: world.proposalId, parameters: { id: world.employeeId }, body: { costCenter: '4711' } },
	]);
	expect(idsOf('company/api-keys.json', 'id')).toEqual([world.keyId]);
	expect(files['company/directory-groups.json']).toMatchObject([{ name: 'Engines', externalId: 'G-1' }]);
	expect(files['profile/employee.json'][0]).toMatchObject({ userName: 'ada', externalId: 'A-1' });
	expect(files['history/events.json'].length).toBeGreaterThan(10);
	expect(files['manifest.json']).toMatchObject({
		employeeId: null,
		companyId: world.companyId,
		problems: [],
	});

	const text = JSON.stringify(files);
	for (const id of [
		foreign.companyId,
		foreign.employeeId,
		foreign.expenseId,
		foreign.runId,
		foreign.proposalId,
	]) {
		expect(text).not.toContain(id);
	}
	const { results } = await env.DB.prepare(
		`SELECT client_secret AS secret FROM identity_providers UNION ALL SELECT hash FROM api_keys`,
	).all<{ secret: string }>();
	expect(results.length).toBeGreaterThan(2);
	for (const { secret } of results) expect(text).not.toContain(secret);
});

test('more rows than a page holds come once each', async () => {
	at('2023-03-07T12:00:00.000Z');
	const company = await newCompany();
	const ids = [await newEmployee(company), await newEmployee(company)];
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
		INSERT INTO known_devices (user_id, device, country, date_used)
		SELECT (SELECT user_id FROM employees WHERE id = ids.value), i, '', ?1 FROM n JOIN json_each(?2) ids ON ids.key = i % 2`,
	)
		.bind(now(), JSON.stringify(ids))
		.run();
	const files = await exported(company.admin, `/companies/${company.id}`);
	const found = files['sign-in/devices.json'].map(({ device }: { device: string }) => device);
	expect(found).toHaveLength(2500);
	expect(new Set(found).size).toBe(2500);
	expect(files['manifest.json'].files['sign-in/devices.json']).toBe(2500);
});
