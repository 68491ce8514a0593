import { beforeEach, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import {
	as,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';

let company: TestCompany;
beforeEach(async () => {
	company = await newCompany();
});

const NAMES = { firstName: 'Erika', lastName: 'Muster', language: 'de-AT' };
const me = async (employeeId: string) => (await as(await userOf(employeeId)).get('/auth/me')).body;

test('names and language that come with an employee belong to its user; the record keeps its shape', async () => {
	const body = { email: uniqueEmail(), companyId: company.id };
	const created = await as(company.admin).post('/employees', { ...body, ...NAMES });
	expect(Object.keys(created.body)).not.toContain('firstName');
	expect(await me(created.body.employeeId)).toMatchObject(NAMES);
	const { id: userId } = await me(created.body.employeeId);
	const [event] = await eventsFor(company.admin, `subject=${userId}`);
	expect(event).toMatchObject({ type: 'user.created', after: NAMES });
});

test('a change keeps omitted fields, clears with null, and is recorded once', async () => {
	const id = await newEmployee(company, NAMES);
	const path = `/employees/${id}`;
	const changed = await as(company.admin).put(path, { lastName: 'Müller', language: null });
	expect(changed.status).toBe(200);
	const fields = { firstName: 'Erika', lastName: 'Müller', language: null };
	expect(await me(id)).toMatchObject(fields);
	expect((await as(company.admin).put(path, fields)).body).toEqual(changed.body);
	const told = await eventsFor(company.admin, 'type=user.updated');
	expect(told.map(({ after }) => after)).toEqual([{ lastName: 'Müller', language: null }]);
});

test('changes of an employee and of its user at once all hold', async () => {
	const id = await newEmployee(company);
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const { id: userId } = await me(id);
	await Promise.all([
		as(company.admin).put(`/employees/${id}`, { firstName: 'Erika' }),
		as(company.admin).put(`/employees/${id}`, { lastName: 'Muster', costCenter: '1' }),
		platform.put(`/users/${userId}`, { language: 'de' }),
	]);
	expect(await me(id)).toMatchObject({ firstName: 'Erika', lastName: 'Muster', language: 'de' });
});

test('a new employee keeps existing names unless others are given, and takes none of a former employee', async () => {
	const email = uniqueEmail();
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const user = { email, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [company.id], ...NAMES };
	await platform.post('/users', user);
	const id = await newEmployee(company, { email, lastName: 'Müller' });
	expect(await me(id)).toMatchObject({ ...NAMES, lastName: 'Müller' });

	const address = uniqueEmail();
	const dateTerminated = '2023-03-01T00:00:00.000Z';
	await newEmployee(company, { ...NAMES, email: address, dateTerminated });
	const next = await newEmployee(await newCompany(), { email: address });
	expect(await me(next)).toMatchObject({ firstName: null, lastName: null, language: null });
});
