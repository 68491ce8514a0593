import { type Instant, toYearMonth } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { type BookedRun, bookedIn } from '../../ledger/rules.ts';
import type { WageTypes } from '../settings/rules.ts';

export const EXPORT_FORMATS = ['csv', 'csv-de', 'datev-lodas', 'datev-lug'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const DATEV_FORMATS = ['datev-lodas', 'datev-lug'] as const satisfies ExportFormat[];
export type DatevFormat = (typeof DATEV_FORMATS)[number];

export const isDatev = (format: ExportFormat): format is DatevFormat =>
	DATEV_FORMATS.some((datev) => datev === format);

/** The payroll settings that determine the bytes of a DATEV file. */
export interface FileSettings {
	adviserNumber: string | null;
	clientNumber: string | null;
	/** The number of the wage type (Lohnart) and, for LODAS, its processing key (bs_nr). */
	wageTypes: WageTypes;
	usesCompanyNumbers: boolean;
	sumsBookings: boolean;
}

/** The personnel number and cost centre under which a line is paid. */
export interface Payee {
	personnelNumber: string | null;
	costCenter: string | null;
}

export const MAX_LEAVERS = 1000;

/** Leavers' lines by id, each with the first instant of the month of booking, which is not that of the file. */
export type EarlierLines = Record<string, Instant>;

/** True for Lohn und Gehalt. Its header contains one month, so the file has a part for each month. */
const hasOneMonth = (format: ExportFormat): boolean => format === 'datev-lug';

interface Carried extends BookedRun {
	lineCount: number | null;
}

/** Returns the months of a file's parts: first the run's own month, then those of leavers. Null stands for the whole file. */
export function partsOf(
	run: Carried,
	{ format, leftOut, earlier }: { format: ExportFormat; leftOut: readonly string[]; earlier: EarlierLines },
): [Instant | null, ...Instant[]] {
	const month = bookedIn(run);
	const others = Object.values(earlier);
	const [first, ...more] = [...new Set(others)].sort((a, b) => a - b);
	if (!hasOneMonth(format)) return [null];
	if (first === undefined) return [month];
	return (run.lineCount ?? 0) > leftOut.length + others.length ? [month, first, ...more] : [first, ...more];
}

/**
 * Returns the name of a file that was given out. It has the layout or program, the month, and from the second version on the version. A part
 * for leavers also has their month.
 */
export function nameOfFile(
	run: BookedRun,
	{ format, settings, version }: { format: ExportFormat; settings: FileSettings | null; version: number },
	part: Instant | null,
): string {
	const { month } = run;
	const later = version === 1 ? '' : `_v${version}`;
	if (!isDatev(format)) return `payroll_${toYearMonth(month)}${format === 'csv-de' ? '_de' : ''}${later}.csv`;
	const program = format === 'datev-lodas' ? 'lodas' : 'lug';
	const leavers = part === null || part === bookedIn(run) ? '' : `_leavers_${toYearMonth(part)}`;
	return `${program}_${settings?.clientNumber}_${toYearMonth(month)}${leavers}${later}.txt`;
}

export const nothingToExport = (): Refusal =>
	new Refusal('export_empty', 'The run has no lines for this file, so no file was created.');
