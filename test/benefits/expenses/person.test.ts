import { expect, test } from 'vitest';
import { as } from '../../harness/service.ts';
import { newSpender } from '../../harness/spending.ts';

test('a verifier sees whose expense it decides on, as the person is called by then', async () => {
	const named = { firstName: 'Erika', lastName: 'Muster', personnelNumber: '0042' };
	const spender = await newSpender({}, undefined, named);
	const id = await spender.submitted();
	const verifier = as(spender.verifier);
	const listed = await verifier.get(`/companies/${spender.company.id}/flex/expenses`);
	expect(listed.body).toMatchObject([{ id, employee: named }]);

	await as(spender.admin).put(`/employees/${spender.employeeId}`, { lastName: 'Müller' });
	const married = { ...named, lastName: 'Müller' };
	expect((await verifier.get(`/flex/expenses/${id}`)).body.employee).toEqual(married);
	const decided = await spender.approve(id);
	expect(decided.body.employee).toEqual(married);
	const read = await verifier.get(`/flex/expenses/${id}`);
	expect(read.headers.get('ETag')).toBe(decided.headers.get('ETag'));
});
