import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { partsOf } from '../../../../src/administration/privacy/export/store.ts';
import { rowOf, secretsIn } from '../../../../src/foundation/core/tables.ts';

/** Texts in exports of a person that are not blanked, by the reason. */
const KEPT: Record<string, string[]> = {
	'Payroll has to keep the values of its lines.': [
		'payroll_transactions.cost_center',
		'payroll_transactions.personnel_number',
	],
	'The cron deletes the row together with its discarded file.': [
		'receipt_drafts.machine_facts',
		'receipt_drafts.sha256',
		'receipts.invoice_mark',
		'receipts.sha256',
		'standing_proofs.sha256',
	],
	'They are lists of codes or dates of the service.': [
		'expenses.reasons',
		'flex_accesses.allowed_modules',
		'payroll_held_over.faults',
		'standing_expenses.skipped',
		'standing_proofs.reasons',
		'users.roles',
	],
	'They name a database of the service.': ['sessions.viewed_cell', 'users.home'],
	'It is the method and path of a request, with ids only.': ['access_events.request'],
};

test('every text that an export has about a person is personal, or has a reason to be kept', () => {
	const tables = new Set(partsOf(false, true).map(([{ table }]) => table));
	const unclassified = [...tables].flatMap((table) => {
		const row = rowOf(getTableName(table));
		if (row?.personal === 'rows') return [];
		const classified = [...secretsIn(row), ...(row?.internal ?? []), ...(row?.personal ?? [])];
		return Object.values(getTableColumns(table))
			.filter((column) => column.getSQLType() === 'text' && !column.enumValues?.length)
			.filter(({ name }) => !/(^|_)id$/.test(name) && !classified.includes(name))
			.map(({ name }) => `${getTableName(table)}.${name}`);
	});
	expect(unclassified.sort()).toEqual(Object.values(KEPT).flat().sort());
});
