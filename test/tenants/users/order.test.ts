import { expect, test } from 'vitest';
import { as, newCompany, newUser, uniqueEmail } from '../../harness/service.ts';

test('a user shows the companies in one order, however they were sent, and so keeps its tag', async () => {
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const ids = [(await newCompany()).id, (await newCompany()).id].sort();
	const sent = { roles: ['COMPANY_ADMIN'], manageableCompanyIds: ids.toReversed() };
	const created = await platform.post('/users', { email: uniqueEmail(), ...sent });
	const path = `/users/${created.body.id}`;
	await platform.put(path, { manageableCompanyIds: [] });
	const changed = await platform.put(path, { manageableCompanyIds: ids.toReversed() });

	const read = await platform.get(path);
	for (const { headers, body } of [created, changed, read]) {
		expect(body.manageableCompanyIds).toEqual(ids);
		expect(headers.get('ETag')).toBe(read.headers.get('ETag'));
	}
});
