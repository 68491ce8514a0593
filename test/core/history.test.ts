import { expect, test } from 'vitest';
import { alteration, creation, ofCompany, ofEmployee, ofUser } from '../../src/core/history.ts';

const employee = { id: 'e', companyId: 'c' };

test('what is new is told whole', () => {
	expect(creation('employee.created', ofEmployee(employee), { groups: [], costCenter: null })).toEqual({
		type: 'employee.created',
		companyId: 'c',
		subjectType: 'EMPLOYEE',
		subjectId: 'e',
		recordId: 'e',
		before: null,
		after: { groups: [], costCenter: null },
	});
});

test('of a change only what changed is told, as it was and as it became', () => {
	const before = { costCenter: '1', groups: ['a'], personnelNumber: null };
	const after = { costCenter: null, groups: ['a'], personnelNumber: '7' };
	const [change, ...more] = alteration('employee.updated', ofEmployee(employee), before, after);
	expect(more).toEqual([]);
	expect(change).toMatchObject({
		type: 'employee.updated',
		before: { costCenter: '1', personnelNumber: null },
		after: { costCenter: null, personnelNumber: '7' },
	});
	expect(Object.keys(change?.after ?? {})).toEqual(['costCenter', 'personnelNumber']);
});

test('a field that was unknown before was null', () => {
	const [change] = alteration('user.updated', ofUser('u', null), {}, { password: 'changed' });
	expect(change).toMatchObject({ before: { password: null }, after: { password: 'changed' } });
});

test.each([
	['equal values', { groups: ['a'] }, { groups: ['a'] }],
	['nothing', {}, {}],
	['fields that are not looked at', { costCenter: '1' }, {}],
])('no change is told of %s', (_, before, after) => {
	expect(alteration('employee.updated', ofEmployee(employee), before, after)).toEqual([]);
});

test('a record is told with whom it belongs to', () => {
	expect(ofEmployee(employee, 'r')).toMatchObject({ subjectType: 'EMPLOYEE', subjectId: 'e', recordId: 'r' });
	expect(ofCompany('c')).toMatchObject({
		subjectType: 'COMPANY',
		subjectId: 'c',
		recordId: 'c',
		companyId: 'c',
	});
	expect(ofCompany('c', 'r')).toMatchObject({ subjectId: 'c', recordId: 'r' });
	expect(ofUser('u', 'c')).toMatchObject({
		subjectType: 'USER',
		subjectId: 'u',
		recordId: 'u',
		companyId: 'c',
	});
	expect(ofUser('u', null).companyId).toBeNull();
});
