import { describe, expect, test } from 'vitest';
import {
	answeredAnew,
	changesOfEmployee,
	refuseErased,
	refuseOwnBenefits,
	requireUnchanged,
} from '../../../src/benefits/employees/rules.ts';
import { aboutEmployee } from '../../../src/foundation/core/history.ts';

describe('names of changes to an employee', () => {
	const about = aboutEmployee({ id: 'e', companyId: 'c' });
	const fields = { costCenter: '1', dateTerminated: null };
	const typesOf = (before: object, after: object) =>
		changesOfEmployee(about, { ...fields, ...before }, { ...fields, ...after }).map(({ type }) => type);
	const [left, moved] = ['2023-04-30T00:00:00.000Z', '2023-05-31T00:00:00.000Z'];

	test.each([
		['nothing', {}, {}, []],
		['an attribute', {}, { costCenter: '2' }, ['employee.updated']],
		['a termination', {}, { dateTerminated: left }, ['employee.terminated']],
		['another termination', { dateTerminated: left }, { dateTerminated: moved }, ['employee.terminated']],
		['no termination', { dateTerminated: left }, {}, ['employee.termination_cleared']],
		[
			'everything at once',
			{},
			{ costCenter: '2', dateTerminated: moved },
			['employee.updated', 'employee.terminated'],
		],
	])('%s', (_, before, after, types) => {
		expect(typesOf(before, after)).toEqual(types);
	});

	test('each tells its own fields only', () => {
		const [updated, terminated] = changesOfEmployee(about, fields, {
			...fields,
			costCenter: '2',
			dateTerminated: left,
		});
		expect(updated?.after).toEqual({ costCenter: '2' });
		expect(terminated).toMatchObject({ before: { dateTerminated: null }, after: { dateTerminated: left } });
	});
});

test('a record whose values were erased takes no new ones', () => {
	expect(() => refuseErased({ dateErased: null })).not.toThrow();
	expect(() => refuseErased({ dateErased: 0 })).toThrowError(
		expect.objectContaining({
			code: 'employee_erased',
			message: 'The personal values of this employee were erased. Create a new employee.',
		}),
	);
});

describe('the fields that a change only accepts as they are', () => {
	const stored = { email: 'a@x.example', employeeId: 'e', companyId: 'c' };

	test.each([{}, stored, { companyId: 'c' }])('may be left out or written back: %j', (given) => {
		expect(() => requireUnchanged(given, stored)).not.toThrow();
	});

	test('are each pointed at when they differ', () => {
		const given = { ...stored, email: 'b@x.example', companyId: 'd' };
		const detail = (name: string) =>
			`${name} cannot be changed here. Omit it, or send the value that you read.`;
		expect(() => requireUnchanged(given, stored)).toThrowError(
			expect.objectContaining({
				code: 'validation_failed',
				message: 'The request changes read-only fields.',
				extras: {
					errors: ['email', 'companyId'].map((name) => ({
						pointer: `#/${name}`,
						code: 'read_only',
						detail: detail(name),
					})),
				},
			}),
		);
	});
});

describe('benefits of one’s own', () => {
	const actor = {
		userId: 'u',
		sessionId: 's',
		roles: [],
		employeeId: 'e',
		soleCompanyId: null,
		operations: null,
	};
	const set = (userId: string, ownBenefitsAllowed: boolean) => () =>
		refuseOwnBenefits(actor, { userId, ownBenefitsAllowed });

	test('are set by others, or where the company allows it', () => {
		expect(set('other', false)).not.toThrow();
		expect(set('u', true)).not.toThrow();
		expect(set('u', false)).toThrowError(
			expect.objectContaining({
				code: 'forbidden',
				message:
					'You cannot set your own access, budgets, pause or termination. Your company does not permit it.',
			}),
		);
	});
});

test('a period is returned again if more than its date of modification differs', () => {
	const period = { id: 'a', dateModified: 1, validFrom: 0, validUntil: 9 };
	const after = [
		{ ...period, dateModified: 2 },
		{ ...period, id: 'b' },
		{ ...period, id: 'c', validUntil: 8 },
	];
	const before = [period, { ...period, id: 'c' }, { ...period, id: 'gone' }];
	expect(answeredAnew(before, after)).toEqual(['b', 'c']);
});
