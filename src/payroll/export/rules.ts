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
