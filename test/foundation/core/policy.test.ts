import { describe, expect, test } from 'vitest';
import { type Actor, ROLES, type Role, type Scope } from '../../../src/foundation/core/actor.ts';
import { authorize, authorizeForAll, type Operation, POLICY } from '../../../src/foundation/core/policy.ts';
import { allCases, rights, SCIM } from '../../whole/contract/rights.ts';

const ALL: Scope = { all: true, managerId: null, employeeId: null };
const OWN_COMPANIES: Scope = { all: false, managerId: 'u1', employeeId: null };
const ONESELF: Scope = { all: false, managerId: null, employeeId: 'e1' };

const actor = (...roles: Role[]): Actor => ({
	userId: 'u1',
	sessionId: 's1',
	roles,
	employeeId: 'e1',
	soleCompanyId: null,
	operations: null,
});

function reach(roles: Role[], operation: Operation): Scope | 'forbidden' {
	try {
		return authorize(actor(...roles), operation);
	} catch (error) {
		return (error as { code: 'forbidden' }).code;
	}
}

const SCOPES = { all: ALL, own: OWN_COMPANIES, oneself: ONESELF, no: 'forbidden' } as const;
const operations = rights.map(({ id }) => id as Operation);

describe('one role', () => {
	test('reaches with each operation what the table of rights says', () => {
		const found = operations.flatMap((id) => ROLES.map((role) => ({ role, id, reach: reach([role], id) })));
		const expected = allCases.map(({ role, id, reach: far }) => ({ role, id, reach: SCOPES[far] }));
		const byName = (one: { id: string; role: string }, other: { id: string; role: string }) =>
			`${one.id} ${one.role}` < `${other.id} ${other.role}` ? -1 : 1;
		expect(found.toSorted(byName)).toEqual(expected.toSorted(byName));
	});

	test('every operation of the policy has a row in the table of rights', () => {
		// `/mcp` is no operation of the document (test/entrances/mcp).
		expect(Object.keys(POLICY).sort()).toEqual([...operations, 'mcp'].toSorted());
	});
});

describe('several roles', () => {
	test.each<[string, Role[], Operation, Scope | 'forbidden']>([
		[
			'an administrator who is an employee sees the companies and oneself',
			['COMPANY_ADMIN', 'EMPLOYEE'],
			'readAccess',
			{ all: false, managerId: 'u1', employeeId: 'e1' },
		],
		['the order does not matter', ['EMPLOYEE', 'COMPANY_ADMIN'], 'setAccess', OWN_COMPANIES],
		['the farthest reach counts', ['EMPLOYEE', 'PLATFORM_ADMIN'], 'setAccess', ALL],
		[
			'a verifier who administers a company too may submit and decide',
			['FLEX_DOCUMENT_VERIFIER', 'COMPANY_ADMIN'],
			'approveExpense',
			OWN_COMPANIES,
		],
		[
			'a verifier who is an employee does not decide as an employee',
			['FLEX_DOCUMENT_VERIFIER', 'EMPLOYEE'],
			'approveExpense',
			OWN_COMPANIES,
		],
		[
			'two roles that may not do not make one that may',
			['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'],
			'setAccess',
			'forbidden',
		],
	])('%s', (_, roles, operation, expected) => {
		expect(reach(roles, operation)).toEqual(expected);
	});

	test('all of them reach everything with each operation', () => {
		// SCIM is for one company.
		const others = operations.filter((id) => id !== SCIM);
		const scopes = others.map((operation) => ({ operation, ...authorize(actor(...ROLES), operation) }));
		expect(scopes.filter(({ all, employeeId }) => !all && employeeId !== 'e1')).toEqual([]);
	});
});

describe('denied by default', () => {
	test('each operation without a role', () => {
		expect(operations.filter((operation) => reach([], operation) !== 'forbidden')).toEqual([]);
	});

	test.each(['SUPPORT', 'platform_admin', 'toString'])('the unknown role %s', (role) => {
		expect(reach([role as Role], 'readMe')).toBe('forbidden');
	});

	test('with a sentence that tells no more than that', () => {
		expect(() => authorize(actor('EMPLOYEE'), 'setAccess')).toThrowError('None of your roles permits this.');
	});

	test('an employee scope without an employee record reaches nobody', () => {
		expect(authorize({ ...actor('EMPLOYEE'), employeeId: null }, 'readAccess')).toEqual({
			all: false,
			managerId: null,
			employeeId: null,
		});
	});

	test('the companies of a user count only with a role that manages', () => {
		expect(authorize(actor('EMPLOYEE'), 'readAccess').managerId).toBeNull();
	});
});

describe('an operation over all companies', () => {
	test('is for who reaches every record with it', () => {
		expect(() => authorizeForAll(actor('PLATFORM_ADMIN'), 'listUsers')).not.toThrow();
	});

	test.each(['setAccess', 'readAccess'] as const)(
		'fails closed when its row of the policy comes to allow less: %s',
		(operation) => {
			expect(() => authorizeForAll(actor('COMPANY_ADMIN', 'EMPLOYEE'), operation)).toThrowError(
				'None of your roles permits this.',
			);
		},
	);
});
