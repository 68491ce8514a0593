import { describe, expect, test } from 'vitest';
import { type Actor, ROLES, type Role, type Scope } from '../../src/core/actor.ts';
import { authorize, type Operation, POLICY } from '../../src/core/policy.ts';

const ALL: Scope = { all: true, companyIds: [], employeeId: null };
const OWN_COMPANIES: Scope = { all: false, companyIds: ['c1', 'c2'], employeeId: null };
const ONESELF: Scope = { all: false, companyIds: [], employeeId: 'e1' };

const actor = (...roles: Role[]): Actor => ({
	userId: 'u1',
	sessionId: 's1',
	roles,
	companyIds: ['c1', 'c2'],
	employeeId: 'e1',
});

function reach(roles: Role[], operation: Operation): Scope | 'forbidden' {
	try {
		return authorize(actor(...roles), operation);
	} catch (error) {
		return (error as { code: 'forbidden' }).code;
	}
}

/** The table of the design, with the extensions beside what they extend: platform, manager, verifier, employee. */
const operating = [ALL, 'forbidden', 'forbidden', 'forbidden'] as const;
const managing = [ALL, OWN_COMPANIES, 'forbidden', 'forbidden'] as const;
const reviewing = [ALL, OWN_COMPANIES, OWN_COMPANIES, 'forbidden'] as const;
const viewing = [ALL, OWN_COMPANIES, OWN_COMPANIES, ONESELF] as const;
const submitting = [ALL, OWN_COMPANIES, 'forbidden', ONESELF] as const;
const verifying = [ALL, 'forbidden', OWN_COMPANIES, 'forbidden'] as const;
const everyone = [ONESELF, ONESELF, ONESELF, ONESELF] as const;

const TABLE: [Operation, readonly (Scope | 'forbidden')[]][] = [
	['readMe', everyone],
	['logout', everyone],
	['listEmployees', managing],
	['createEmployee', managing],
	['readEmployee', managing],
	['updateEmployee', managing],
	['readDateWindows', managing],
	['eraseEmployee', operating],
	['listEvents', managing],
	['setAccess', managing],
	['revokeAccess', managing],
	['setMonthlyBudget', managing],
	['setDefaultAccess', managing],
	['revokePlannedVouchers', managing],
	['revokePlannedVoucher', managing],
	['readAccess', viewing],
	['listPlannedVouchers', viewing],
	['listDefaultAccess', viewing],
	['listIssuedVouchers', viewing],
	['listTaxRuleTemplates', reviewing],
	['readTaxRuleTemplate', reviewing],
	['createTaxRuleTemplate', managing],
	['listPayrollTransactions', reviewing],
	['submitExpense', submitting],
	['withdrawExpense', submitting],
	['addReceipt', submitting],
	['approveExpense', verifying],
	['rejectExpense', verifying],
	['readExpense', viewing],
	['listExpensesOfEmployee', viewing],
	['listExpensesOfCompany', reviewing],
	['listReceipts', viewing],
	['readReceipt', viewing],
	['readBalance', viewing],
	['readBalancesOfYear', viewing],
	['closePayrollRun', managing],
	['listPayrollRuns', reviewing],
	['readPayrollRun', reviewing],
	['exportPayrollRun', reviewing],
	['correctTransaction', managing],
	['listCorrections', reviewing],
	['readCorrection', reviewing],
	['readPayrollSettings', managing],
	['updatePayrollSettings', managing],
	['listCompanies', operating],
	['createCompany', operating],
	['readCompany', operating],
	['updateCompany', operating],
	['listUsers', operating],
	['createUser', operating],
	['readUser', operating],
	['updateUser', operating],
];

describe('one role', () => {
	test.each(TABLE)('%s', (operation, [platform, manager, verifier, employee]) => {
		expect({
			PLATFORM_ADMIN: reach(['PLATFORM_ADMIN'], operation),
			COMPANY_ADMIN: reach(['COMPANY_ADMIN'], operation),
			TECHNICAL_USER: reach(['TECHNICAL_USER'], operation),
			FLEX_DOCUMENT_VERIFIER: reach(['FLEX_DOCUMENT_VERIFIER'], operation),
			EMPLOYEE: reach(['EMPLOYEE'], operation),
		}).toEqual({
			PLATFORM_ADMIN: platform,
			COMPANY_ADMIN: manager,
			TECHNICAL_USER: manager,
			FLEX_DOCUMENT_VERIFIER: verifier,
			EMPLOYEE: employee,
		});
	});

	test('every operation of the policy has a row above', () => {
		const rows = TABLE.map(([operation]) => operation);
		expect(Object.keys(POLICY).filter((operation) => !rows.includes(operation as Operation))).toEqual([]);
	});
});

describe('several roles', () => {
	test.each<[string, Role[], Operation, Scope | 'forbidden']>([
		[
			'an administrator who is an employee sees the companies and oneself',
			['COMPANY_ADMIN', 'EMPLOYEE'],
			'readAccess',
			{ all: false, companyIds: ['c1', 'c2'], employeeId: 'e1' },
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

	test.each(TABLE.map(([operation]) => operation))('all of them reach everything with %s', (operation) => {
		const { all, employeeId } = authorize(actor(...ROLES), operation);
		expect(all || employeeId === 'e1').toBe(true);
	});
});

describe('denied by default', () => {
	test.each(TABLE.map(([operation]) => operation))('%s without a role', (operation) => {
		expect(reach([], operation)).toBe('forbidden');
	});

	test.each(['SUPPORT', 'platform_admin', 'toString'])('the unknown role %s', (role) => {
		expect(reach([role as Role], 'readMe')).toBe('forbidden');
	});

	test('with a sentence that tells no more than that', () => {
		expect(() => authorize(actor('EMPLOYEE'), 'setAccess')).toThrowError('None of your roles may do this.');
	});

	test('an employee scope without an employee record reaches nobody', () => {
		expect(authorize({ ...actor('EMPLOYEE'), employeeId: null }, 'readAccess')).toEqual({
			all: false,
			companyIds: [],
			employeeId: null,
		});
	});

	test('the companies of a user count only with a role that manages', () => {
		expect(authorize(actor('EMPLOYEE'), 'readAccess').companyIds).toEqual([]);
	});
});
