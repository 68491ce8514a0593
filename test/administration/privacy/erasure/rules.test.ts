import { expect, test } from 'vitest';
import { erasureOf, requireErasable } from '../../../../src/administration/privacy/erasure/rules.ts';
import type { Role } from '../../../../src/foundation/core/actor.ts';
import { aboutEmployee } from '../../../../src/foundation/core/history.ts';
import { blankUser, PERSONAL_FIELDS } from '../../../../src/foundation/core/personal.ts';

const check = (
	dateTerminated: string | null,
	retentionMonths: number,
	now: string,
	roles: Role[] = ['EMPLOYEE'],
) =>
	requireErasable(
		{ dateTerminated: dateTerminated === null ? null : Date.parse(dateTerminated), retentionMonths, roles },
		Date.parse(now),
	);

const LAST_OF_JANUARY = '2023-01-31T23:59:59.999Z';

test.each([
	['at once, without a retention period', LAST_OF_JANUARY, 0, LAST_OF_JANUARY],
	['ten years later', LAST_OF_JANUARY, 120, '2033-01-31T23:59:59.999Z'],
	['on the last day of a shorter month', LAST_OF_JANUARY, 1, '2023-02-28T23:59:59.999Z'],
	['not before the stated time', '9999-12-31T00:00:00.000Z', 120, '9999-12-31T23:59:59.999Z'],
	['on the leap day', LAST_OF_JANUARY, 13, '2024-02-29T23:59:59.999Z'],
])('may be erased %s, and not a millisecond earlier', (_, dateTerminated, months, earliest) => {
	expect(() => check(dateTerminated, months, earliest)).not.toThrow();
	const before = new Date(Date.parse(earliest) - 1).toISOString();
	expect(() => check(dateTerminated, months, before)).toThrowError(
		expect.objectContaining({
			code: 'erasure_not_due',
			message: `The values must be kept until ${earliest}.`,
			extras: { earliestAllowed: earliest },
		}),
	);
});

test('a current employee is not erased', () => {
	expect(() => check(null, 0, '2099-01-01T00:00:00.000Z')).toThrowError(
		expect.objectContaining({ code: 'erasure_not_due', message: 'The employee is not terminated.' }),
	);
});

test.each<Role[][]>([
	[['COMPANY_ADMIN']],
	[['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER']],
	[['PLATFORM_ADMIN', 'EMPLOYEE']],
])('a user with the roles %j serves another purpose', (roles) => {
	expect(() => check(LAST_OF_JANUARY, 0, LAST_OF_JANUARY, roles)).toThrowError(
		expect.objectContaining({
			code: 'user_has_other_roles',
			message: 'The user of this employee has other roles. Remove them first.',
		}),
	);
});

test('an erased address is nobody’s, and no other user’s', () => {
	expect(blankUser('u-1').email).toBe('u-1@erased.invalid');
	expect(blankUser('u-2').email).not.toBe(blankUser('u-1').email);
});

test('the event of an erasure names what was blanked, and tells nothing of what it was', () => {
	const about = aboutEmployee({ id: 'e', companyId: 'c' });
	expect(erasureOf('employee.erased', about, { note: null, groups: [] })).toEqual({
		...about,
		type: 'employee.erased',
		before: { note: null, groups: null },
		after: { note: null, groups: [] },
	});
});

test('the personal fields are those that tell of a person, and no amounts or dates of benefits', () => {
	expect([...PERSONAL_FIELDS].sort()).toEqual(
		[
			'costCenter',
			'datePausedEnd',
			'datePausedStart',
			'email',
			'externalId',
			'firstName',
			'groups',
			'language',
			'lastName',
			'machineFacts',
			'note',
			'personnelNumber',
			'reason',
			'recreationFor',
			'rejectionReason',
			'userName',
		].sort(),
	);
});
