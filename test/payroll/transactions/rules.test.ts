import { expect, test } from 'vitest';
import { pendingTransaction } from '../../../src/payroll/transactions/rules.ts';

test('an approved expense becomes a PENDING line with the payroll data of today', () => {
	const submitted = Date.parse('2023-03-02T18:00:00.001Z');
	const approved = Date.parse('2023-03-03T10:00:00.000Z');
	const cutOff = Date.parse('2023-04-07T23:59:59.999Z');
	const expense = {
		id: 'expense',
		dateCreated: submitted,
		companyId: 'company',
		module: 'MEALS',
		amount: { value: 5000, currency: 'CHF_CENTIMES' },
	} as const;
	const payee = { personnelNumber: '00017', costCenter: null };
	expect(pendingTransaction('line', expense, payee, cutOff, approved)).toEqual({
		id: 'line',
		dateCreated: approved,
		dateModified: approved,
		dateDeleted: null,
		flexDataId: 'expense',
		companyId: 'company',
		module: 'MEALS',
		personnelNumber: '00017',
		costCenter: null,
		amountValue: 5000,
		amountCurrency: 'CHF_CENTIMES',
		state: 'PENDING',
		payrollReferenceDate: cutOff,
		submittedDate: submitted,
		runId: null,
	});
});
