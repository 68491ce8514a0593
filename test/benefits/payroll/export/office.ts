import { datevWriter, type PayrollLine } from '../../../../src/benefits/payroll/datev/rules.ts';
import type { FileSettings } from '../../../../src/benefits/payroll/export/rules.ts';

export const FEBRUARY = Date.parse('2023-02-01');

export const settings = (fields: Partial<FileSettings> = {}): FileSettings => ({
	adviserNumber: '1234567',
	clientNumber: '42',
	wageTypes: { MEALS: { number: '2100', lodasKey: '2' }, MOBILITY: { number: '0815', lodasKey: '003' } },
	usesCompanyNumbers: false,
	sumsBookings: false,
	...fields,
});

export const line = (fields: Partial<PayrollLine> = {}): PayrollLine => ({
	module: 'MEALS',
	kind: 'EXPENSE',
	amountValue: 5000,
	personnelNumber: '00017',
	costCenter: '4711',
	day: Date.parse('2023-02-27'),
	...fields,
});

/** Bytes as a string with one character for each, so that a golden file is legible. */
export const byByte = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Whole files, written page by page. */
export const lodasFile = (
	pages: PayrollLine[][],
	office: FileSettings,
	month: number,
	hasNotes = false,
): string => fileOf('datev-lodas', pages, office, { month, hasNotes });
export const lugFile = (pages: PayrollLine[][], office: FileSettings, month: number): string =>
	fileOf('datev-lug', pages, office, { month, hasNotes: true });

function fileOf(
	format: 'datev-lodas' | 'datev-lug',
	pages: PayrollLine[][],
	office: FileSettings,
	of: { month: number; hasNotes: boolean },
) {
	const writer = datevWriter(format, office, of);
	return writer.head() + pages.map((lines) => writer.rows(lines)).join('') + writer.end();
}
