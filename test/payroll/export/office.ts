import {
	lodas,
	lohnUndGehalt,
	type Obstacle,
	type OfficeSettings,
	obstaclesOfLines,
	obstaclesOfOffice,
	type PayrollLine,
} from '../../../src/payroll/export/datev.ts';
import type { ExportFormat } from '../../../src/payroll/export/rules.ts';

export const FEBRUARY = Date.parse('2023-02-01');

export const settings = (fields: Partial<OfficeSettings> = {}): OfficeSettings => ({
	adviserNumber: '1234567',
	clientNumber: '42',
	wageTypes: { MEALS: { number: '2100', lodasKey: '2' }, MOBILITY: { number: '0815', lodasKey: '003' } },
	...fields,
});

export const line = (fields: Partial<PayrollLine> = {}): PayrollLine => ({
	id: 'line',
	module: 'MEALS',
	amountValue: 5000,
	amountCurrency: 'EUR_CENT',
	personnelNumber: '00017',
	costCenter: '4711',
	...fields,
});

/** Bytes as a string with one character for each, so that a golden file is legible. */
export const byByte = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Files as a whole, and everything that stands in their way. */
export const lodasFile = (lines: PayrollLine[], office: OfficeSettings, month: number): string =>
	lodas.head(office, month) + lodas.rows(lines, office, month);
export const lugFile = (lines: PayrollLine[], office: OfficeSettings, month: number): string =>
	lohnUndGehalt.head(office, month) + lohnUndGehalt.rows(lines, office, month);
export const obstaclesOf = (
	lines: PayrollLine[],
	office: OfficeSettings,
	format: ExportFormat,
): Obstacle[] => [...obstaclesOfOffice(office), ...obstaclesOfLines(lines, office, format)];
