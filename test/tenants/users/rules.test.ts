import { describe, expect, test } from 'vitest';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { claimOf, emailKey } from '../../../src/tenants/users/rules.ts';

test.each(['anna@demo.example', 'Anna@Demo.EXAMPLE'])('%s is compared without case', (email) => {
	expect(emailKey(email)).toBe('anna@demo.example');
});

describe('a user whose address is wanted for a new employee', () => {
	const holder = {
		roles: ['EMPLOYEE'] as Role[],
		companyIds: [] as string[],
		employerId: 'old' as string | null,
		dateTerminated: 100 as number | null,
	};

	test.each<[rule: string, fields: Partial<typeof holder>, expected: boolean]>([
		[
			'works for the company without being its employee',
			{ employerId: null, companyIds: ['new', 'x'] },
			true,
		],
		['works for another company', { employerId: null, companyIds: ['x'] }, false],
		['is an employee already', { employerId: 'new', companyIds: ['new'] }, false],
	])('becomes one: %s, %j: %s', (_, fields, expected) => {
		expect(claimOf({ ...holder, ...fields }, 'new', 100) === 'JOINS').toBe(expected);
	});

	test.each<[rule: string, fields: Partial<typeof holder>, expected: boolean]>([
		['left the other company on this instant', {}, true],
		['leaves a millisecond later', { dateTerminated: 101 }, false],
		['stays', { dateTerminated: null }, false],
		['left the very company', { employerId: 'new' }, false],
		['was no employee', { employerId: null }, false],
		['manages companies', { companyIds: ['x'] }, false],
		['has another role', { roles: ['EMPLOYEE', 'COMPANY_ADMIN'] }, false],
	])('sets it free: %s, %j: %s', (_, fields, expected) => {
		expect(claimOf({ ...holder, ...fields }, 'new', 100)).toBe(expected ? 'LEFT' : 'TAKEN');
	});
});
