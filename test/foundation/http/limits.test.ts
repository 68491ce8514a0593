import { expect, test } from 'vitest';
import { ROLES } from '../../../src/foundation/core/actor.ts';
import { MODULES } from '../../../src/foundation/core/modules.ts';
import { as, newCompany, newEmployee, newUser, uniqueEmail } from '../../harness/service.ts';
import { MONEY } from './faults.ts';

const repeated = <T>(values: readonly T[], count: number) =>
	Array.from({ length: count }, (_, index) => values[index % values.length]);

test('50 modules with repeats are taken, and answered once each in the order of the enumeration', async () => {
	const company = await newCompany();
	const answer = await as(company.admin).put(`/employees/${await newEmployee(company)}/flex/access`, {
		budget: MONEY,
		accumulateBudget: true,
		startDate: '2023-04-01T00:00:00.000Z',
		allowedModules: repeated(MODULES.toReversed(), 50),
	});
	expect(answer).toMatchObject({ status: 200, body: [{ allowedModules: MODULES }] });
});

test('50 roles and 1,000 companies with repeats are taken', async () => {
	const { id } = await newCompany();
	const answer = await as(await newUser(['PLATFORM_ADMIN'])).post('/users', {
		email: uniqueEmail(),
		roles: repeated(ROLES, 50),
		manageableCompanyIds: repeated([id], 1000),
	});
	expect(answer).toMatchObject({ status: 201, body: { manageableCompanyIds: [id] } });
	expect(answer.body.roles.toSorted()).toEqual(ROLES.toSorted());
});

test('a date-time of 40 characters is taken', async () => {
	const company = await newCompany();
	const dateTerminated = `2023-12-31T23:59:59.${'9'.repeat(14)}+00:00`;
	const answer = await as(company.admin).put(`/employees/${await newEmployee(company)}`, { dateTerminated });
	expect(dateTerminated).toHaveLength(40);
	expect(answer).toMatchObject({ status: 200, body: { dateTerminated: '2023-12-31T23:59:59.999Z' } });
});

test('a cursor of more than 100 characters is refused, and so is one that is not base64', async () => {
	const { admin } = await newCompany();
	for (const cursor of [btoa(`[0,"a"${' '.repeat(70)}]`), `%20${btoa('[0,"a"]')}`]) {
		const answer = await as(admin).get(`/employees?cursor=${cursor}`);
		expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/query/cursor' }] } });
	}
});
