import { type Instant, toYearMonth } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import type { WageTypes } from '../settings/rules.ts';

export const EXPORT_FORMATS = ['csv', 'csv-de', 'datev-lodas', 'datev-lug'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const DATEV_FORMATS = ['datev-lodas', 'datev-lug'] as const satisfies ExportFormat[];
export type DatevFormat = (typeof DATEV_FORMATS)[number];

export const isDatev = (format: ExportFormat): format is DatevFormat =>
	DATEV_FORMATS.some((datev) => datev === format);

/** The payroll settings that decide the bytes of a DATEV file. */
export interface FileSettings {
	adviserNumber: string | null;
	clientNumber: string | null;
	/** The number of the wage type (Lohnart) and, for LODAS, its processing key (bs_nr). */
	wageTypes: WageTypes;
	usesCompanyNumbers: boolean;
	sumsBookings: boolean;
}

/** Under which number and cost centre a line is paid. */
export interface Payee {
	personnelNumber: string | null;
	costCenter: string | null;
}

/** How a given file is called: by its layout or program, its month, and its version from the second one on. */
export function nameOfFile(
	month: Instant,
	{ format, settings, version }: { format: ExportFormat; settings: FileSettings | null; version: number },
): string {
	const later = version === 1 ? '' : `_v${version}`;
	if (!isDatev(format)) return `payroll_${toYearMonth(month)}${format === 'csv-de' ? '_de' : ''}${later}.csv`;
	const program = format === 'datev-lodas' ? 'lodas' : 'lug';
	return `${program}_${settings?.clientNumber}_${toYearMonth(month)}${later}.txt`;
}

export const nothingToExport = (): Refusal =>
	new Refusal('export_empty', 'The run has no lines for this file, so no file was created.');
