import { type Instant, toYearMonth } from '../../core/instant.ts';
import type { Module } from '../../core/modules.ts';
import type { Currency } from '../../core/money.ts';
import type { ExportFormat } from './rules.ts';

export interface PayrollLine {
	id: string;
	module: Module;
	amountValue: number;
	amountCurrency: Currency;
	personnelNumber: string | null;
	costCenter: string | null;
}

export interface OfficeSettings {
	adviserNumber: string | null;
	clientNumber: string | null;
	/** By module: the number of the wage type (Lohnart) and, for LODAS, its processing key (bs_nr). */
	wageTypes: { [M in Module]?: { number: string; lodasKey: string | null } | null };
}

/** Why a format cannot carry something. `lineId` is null when it concerns the whole file. */
export interface Obstacle {
	lineId: string | null;
	code: string;
	detail: string;
}

const SEPARATOR = ';';
const CRLF = '\r\n';

/** Missing settings that make every DATEV file impossible. A file with gaps is never made. */
export function obstaclesOfOffice({ adviserNumber, clientNumber }: OfficeSettings): Obstacle[] {
	if (adviserNumber !== null && clientNumber !== null) return [];
	const detail = 'The adviser and the client number are missing from the payroll settings.';
	return [{ lineId: null, code: 'office_numbers_missing', detail }];
}

/** What keeps single lines out of a DATEV file. */
export function obstaclesOfLines(
	lines: readonly PayrollLine[],
	settings: OfficeSettings,
	format: ExportFormat,
): Obstacle[] {
	return lines.filter(hasAmount).flatMap((line) =>
		[...obstaclesOfLine(line, settings, format)].map(([code, detail]) => ({
			lineId: line.id,
			code,
			detail,
		})),
	);
}

/** Head and rows of a DATEV file: one row per transaction whose amount is not 0. Lines end in CR LF. */
interface DatevFormat {
	head(settings: OfficeSettings, month: Instant): string;
	rows(lines: readonly PayrollLine[], settings: OfficeSettings, month: Instant): string;
}

/** DATEV LODAS, ASCII interface, in three sections. The accounting period is the run's month. */
export const lodas: DatevFormat = {
	head: ({ adviserNumber, clientNumber }) =>
		[
			'[Allgemein]',
			'Ziel=LODAS',
			`BeraterNr=${adviserNumber}`,
			`MandantenNr=${clientNumber}`,
			`Feldtrennzeichen=${SEPARATOR}`,
			'Zahlenkomma=,',
			'Datumsformat=TT.MM.JJJJ',
			'',
			'[Satzbeschreibung]',
			'1;u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;bs_wert_butab#bwd;bs_nr#bwd;la_eigene#bwd;pnr#bwd;kostenstelle#bwd;',
			'',
			'[Bewegungsdaten]',
			'',
		].join(CRLF),
	rows: (lines, { wageTypes }, month) => {
		const [year, monthOfYear] = yearAndMonth(month);
		return rowsOf(lines, (line) => [
			'1',
			`01.${monthOfYear}.${year}`,
			decimalComma(line.amountValue),
			wageTypes[line.module]?.lodasKey,
			wageTypes[line.module]?.number,
			datevPersonnelNumber(line),
			line.costCenter,
		]);
	},
};

/** DATEV Lohn und Gehalt: a header line, then rows with amounts in the same notation. */
export const lohnUndGehalt: DatevFormat = {
	head: ({ adviserNumber, clientNumber }, month) => {
		const [year, monthOfYear] = yearAndMonth(month);
		return rowOf([adviserNumber, clientNumber, `${monthOfYear}/${year}`]);
	},
	rows: (lines, { wageTypes }) =>
		rowsOf(lines, (line) => [
			datevPersonnelNumber(line),
			wageTypes[line.module]?.number,
			decimalComma(line.amountValue),
			line.costCenter,
		]),
};

type Cell = string | null | undefined;

const rowsOf = (lines: readonly PayrollLine[], cellsOf: (line: PayrollLine) => Cell[]): string =>
	lines
		.filter(hasAmount)
		.map((line) => rowOf(cellsOf(line)))
		.join('');

const rowOf = (cells: Cell[]): string => cells.map((cell) => (cell ?? '') + SEPARATOR).join('') + CRLF;

function* obstaclesOfLine(
	line: PayrollLine,
	{ wageTypes }: OfficeSettings,
	format: ExportFormat,
): Generator<[string, string]> {
	const wageType = wageTypes[line.module];
	if (!wageType) yield ['wage_type_missing', `${line.module} has no wage type in the payroll settings.`];
	if (format === 'datev-lodas' && wageType?.lodasKey === null) {
		yield [
			'lodas_key_missing',
			`The wage type of ${line.module} has no LODAS processing key in the payroll settings.`,
		];
	}
	if (datevPersonnelNumber(line) === null) {
		yield ['personnel_number_not_numeric', 'DATEV needs a personnel number from 1 to 99999.'];
	}
	if (line.amountCurrency !== 'EUR_CENT') {
		yield ['currency_not_supported', `DATEV carries euros only, not ${line.amountCurrency}.`];
	}
	if (line.costCenter !== null && !isDatevText(line.costCenter)) {
		yield [
			'cost_center_not_supported',
			'DATEV takes cost centres of at most 36 characters of windows-1252 without ; and ".',
		];
	}
}

/** 1 to 99999 without leading zeros; null for any other number. */
const datevPersonnelNumber = ({ personnelNumber }: PayrollLine): string | null =>
	/^0*([1-9]\d{0,4})$/.exec(personnelNumber ?? '')?.[1] ?? null;

const isDatevText = (text: string): boolean =>
	/^[^;"\p{Cc}]{1,36}$/u.test(text) && [...text].every((character) => WINDOWS_1252.has(character));

/** The bytes of a text in the charset of DATEV's files. The characters must have been checked before. */
export const toWindows1252 = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(text, (character) => WINDOWS_1252.get(character) ?? QUESTION_MARK);

const QUESTION_MARK = 0x3f;

const WINDOWS_1252 = new Map(
	Array.from(
		new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
		(character, byte) => [character, byte],
	),
);

/** Minor units as a decimal number: 5000 becomes 50,00. It uses integer arithmetic only. */
function decimalComma(value: number): string {
	const digits = String(Math.abs(value)).padStart(3, '0');
	return `${value < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

const hasAmount = ({ amountValue }: PayrollLine): boolean => amountValue !== 0;

const yearAndMonth = (month: Instant): string[] => toYearMonth(month).split('-');
