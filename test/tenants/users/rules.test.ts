import { describe, expect, test } from 'vitest';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { addressOf, claimOf, emailKey } from '../../../src/tenants/users/rules.ts';

test.each(['anna@demo.example', 'Anna@Demo.EXAMPLE'])('%s is compared without case', (email) => {
	expect(emailKey(email)).toBe('anna@demo.example');
});

describe('a user whose address is wanted for a new employee', () => {
	const holder = {
		roles: ['EMPLOYEE'] as Role[],
		companyIds: [] as string[],
		employerId: 'old' as string | null,
		dateTerminated: 100 as number | null,
		dateRegistered: 1 as number | null,
		dateProven: 1 as number | null,
	};
	const claim = (fields: Partial<typeof holder>) => claimOf([{ ...holder, ...fields }], 'new', 100);

	test.each<[rule: string, fields: Partial<typeof holder>, expected: boolean]>([
		[
			'works for the company without being its employee',
			{ employerId: null, companyIds: ['new', 'x'] },
			true,
		],
		['works for another company', { employerId: null, companyIds: ['x'] }, false],
		['is an employee already', { employerId: 'new', companyIds: ['new'] }, false],
	])('becomes one: %s, %j: %s', (_, fields, expected) => {
		expect(claim(fields).kind === 'JOINS').toBe(expected);
	});

	test.each<[rule: string, fields: Partial<typeof holder>, expected: boolean]>([
		['left the other company on this instant', {}, true],
		['leaves a millisecond later', { dateTerminated: 101 }, false],
		['stays', { dateTerminated: null }, false],
		['left the very company', { employerId: 'new' }, false],
		['was no employee', { employerId: null }, false],
		['manages companies', { companyIds: ['x'] }, false],
		['has another role', { roles: ['EMPLOYEE', 'COMPANY_ADMIN'] }, false],
		['has not proven the address', { dateProven: null, dateTerminated: null }, true],
		['is an unproven colleague', { dateProven: null, employerId: 'new' }, false],
	])('may lose it: %s, %j: %s', (_, fields, expected) => {
		expect(claim(fields)).toEqual(expected ? { kind: 'FREE', waits: true } : { kind: 'TAKEN' });
	});

	test('makes the new one wait only after a registration, and one who keeps it decides', () => {
		const unregistered = { ...holder, dateProven: null, dateRegistered: null };
		expect(claimOf([], 'new', 100)).toEqual({ kind: 'FREE', waits: false });
		expect(claimOf([unregistered], 'new', 100)).toEqual({ kind: 'FREE', waits: false });
		expect(claimOf([unregistered, { ...holder, dateTerminated: null }], 'new', 100)).toEqual({
			kind: 'TAKEN',
		});
	});
});

test.each([
	['anna@demo.example', 'anna@demo.example'],
	['a#b@demo.example#01890a5d-ac96-774b-bcce-b302099a8058', 'a#b@demo.example'],
	['01890a5d-ac96-774b-bcce-b302099a8058', '01890a5d-ac96-774b-bcce-b302099a8058'],
])('the address of the key %s is %s', (key, address) => {
	expect(addressOf(key)).toBe(address);
});
