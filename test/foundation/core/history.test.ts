import { expect, test } from 'vitest';
import {
	aboutCompany,
	aboutEmployee,
	aboutUser,
	alteration,
	creation,
} from '../../../src/foundation/core/history.ts';

const employee = { id: 'e', companyId: 'c' };

test('a new record is recorded completely', () => {
	expect(creation('employee.created', aboutEmployee(employee), { groups: [], costCenter: null })).toEqual({
		type: 'employee.created',
		companyId: 'c',
		subjectType: 'EMPLOYEE',
		subjectId: 'e',
		recordId: 'e',
		before: null,
		after: { groups: [], costCenter: null },
	});
});

test('a change records only the changed fields, before and after', () => {
	const before = { costCenter: '1', groups: ['a'], personnelNumber: null };
	const after = { costCenter: null, groups: ['a'], personnelNumber: '7' };
	const [change, ...more] = alteration('employee.updated', aboutEmployee(employee), before, after);
	expect(more).toEqual([]);
	expect(change).toMatchObject({
		type: 'employee.updated',
		before: { costCenter: '1', personnelNumber: null },
		after: { costCenter: null, personnelNumber: '7' },
	});
	expect(Object.keys(change?.after ?? {})).toEqual(['costCenter', 'personnelNumber']);
});

test('a field that was unknown before was null', () => {
	const [change] = alteration('user.updated', aboutUser('u', null), {}, { password: 'changed' });
	expect(change).toMatchObject({ before: { password: null }, after: { password: 'changed' } });
});

test.each([
	['equal values', { groups: ['a'] }, { groups: ['a'] }],
	['nothing', {}, {}],
	['fields that are not looked at', { costCenter: '1' }, {}],
])('no change is recorded for %s', (_, before, after) => {
	expect(alteration('employee.updated', aboutEmployee(employee), before, after)).toEqual([]);
});

test('a record is stored with the record that it belongs to', () => {
	expect(aboutEmployee(employee, 'r')).toMatchObject({
		subjectType: 'EMPLOYEE',
		subjectId: 'e',
		recordId: 'r',
	});
	expect(aboutCompany('c')).toMatchObject({
		subjectType: 'COMPANY',
		subjectId: 'c',
		recordId: 'c',
		companyId: 'c',
	});
	expect(aboutCompany('c', 'r')).toMatchObject({ subjectId: 'c', recordId: 'r' });
	expect(aboutUser('u', 'c')).toMatchObject({
		subjectType: 'USER',
		subjectId: 'u',
		recordId: 'u',
		companyId: 'c',
	});
	expect(aboutUser('u', null).companyId).toBeNull();
});
