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

/** The most leavers that are named. */
export const MAX_LEAVERS = 1000;

/** Lines of leavers, by id, with the first instant of the month in which a file books them instead of its own. */
export type EarlierLines = Record<string, Instant>;

/** The header of Lohn und Gehalt names one month, so the file has a part for each month. */
const hasOneMonth = (format: ExportFormat): boolean => format === 'datev-lug';

interface Carried extends BookedRun {
	lineCount: number | null;
}

/** The months that the parts of a file carry: first that of the run, then those of leavers. Null is a whole file. */
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
 * Returns the name of a given file: layout or program, month, and the version from the second one on. A part for leavers
 * names their month too.
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
