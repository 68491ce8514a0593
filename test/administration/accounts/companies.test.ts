import { beforeEach, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';

let platform: TestUser;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
});

test('an employer learns of its employees’ users, but not which other companies they manage', async () => {
	const [company, other] = [await newCompany(), await newCompany()];
	const { userId } = await userOf(await newEmployee(company));
	const change = { firstName: 'Ada', manageableCompanyIds: [other.id] };
	await as(platform).put(`/users/${userId}`, change);
	const updates = async (reader: TestUser) =>
		(await eventsFor(reader, `subject=${userId}&type=user.updated`)).map(({ after }) => after);
	expect(await updates(company.admin)).toEqual([{ firstName: 'Ada' }]);
	expect(await updates(platform)).toEqual([{ firstName: 'Ada' }, { manageableCompanyIds: [other.id] }]);
	expect(JSON.stringify(await eventsFor(company.admin))).not.toContain(other.id);
});

test('changing the order of companies is no change', async () => {
	const ids = [(await newCompany()).id, (await newCompany()).id];
	const fields = { email: uniqueEmail(), roles: ['COMPANY_ADMIN'] };
	const unsorted = ids.toSorted().toReversed();
	const { body } = await as(platform).post('/users', { ...fields, manageableCompanyIds: unsorted });
	expect(body.manageableCompanyIds).toEqual(ids.toSorted());
	at('2023-03-07T13:00:00.000Z');
	const again = await as(platform).put(`/users/${body.id}`, { manageableCompanyIds: unsorted });
	expect(again.body).toEqual(body);
	expect((await eventsFor(platform, `subject=${body.id}`)).map(({ type }) => type)).toEqual([
		'user.created',
		'user.updated',
		'user.updated',
	]);
});

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
