import type { ExportFormat } from '../core/export-formats.ts';
import type { Instant } from '../core/instant.ts';
import type { Module } from '../core/modules.ts';
import type { Currency } from '../core/money.ts';
import type { WageTypes } from '../core/payroll-settings.ts';

/** A line as the payroll office gets it. */
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
	wageTypes: WageTypes;
}

/** Why something cannot be carried by a format; `lineId` is null when it concerns the whole file. */
export interface Obstacle {
	lineId: string | null;
	code: string;
	detail: string;
}

const SEPARATOR = ';';
const CRLF = '\r\n';

/** Everything that keeps the lines out of a DATEV file: a file with gaps is never made. */
export function obstaclesOf(
	lines: readonly PayrollLine[],
	settings: OfficeSettings,
	format: ExportFormat,
): Obstacle[] {
	const obstacles: Obstacle[] = [];
	if (settings.adviserNumber === null || settings.clientNumber === null) {
		const detail = 'The adviser and the client number are missing from the payroll settings.';
		obstacles.push({ lineId: null, code: 'office_numbers_missing', detail });
	}
	for (const line of lines.filter(hasAmount)) {
		for (const [code, detail] of obstaclesOfLine(line, settings, format)) {
			obstacles.push({ lineId: line.id, code, detail });
		}
	}
	return obstacles;
}

/**
 * DATEV LODAS, ASCII interface: three sections, one line a transaction, accounting period = the run's month.
 * Lines end in CR LF; amounts have a decimal comma; lines without an amount are left out.
 */
export function lodasFile(lines: readonly PayrollLine[], settings: OfficeSettings, month: Instant): string {
	const [year, monthOfYear] = yearAndMonth(month);
	const rows = lines.filter(hasAmount).map((line) => {
		const wageType = settings.wageTypes[line.module];
		const cells = [
			'1',
			`01.${monthOfYear}.${year}`,
			decimalComma(line.amountValue),
			wageType?.lodasKey,
			wageType?.number,
			datevPersonnelNumber(line),
			line.costCenter,
		];
		return `${cells.map((cell) => cell ?? '').join(SEPARATOR)}${SEPARATOR}`;
	});
	return [
		'[Allgemein]',
		'Ziel=LODAS',
		`BeraterNr=${settings.adviserNumber}`,
		`MandantenNr=${settings.clientNumber}`,
		`Feldtrennzeichen=${SEPARATOR}`,
		'Zahlenkomma=,',
		'Datumsformat=TT.MM.JJJJ',
		'',
		'[Satzbeschreibung]',
		'1;u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;bs_wert_butab#bwd;bs_nr#bwd;la_eigene#bwd;pnr#bwd;kostenstelle#bwd;',
		'',
		'[Bewegungsdaten]',
		...rows,
		'',
	].join(CRLF);
}

/** DATEV Lohn und Gehalt: a header and one line a transaction, in the same notation. */
export function lugFile(lines: readonly PayrollLine[], settings: OfficeSettings, month: Instant): string {
	const [year, monthOfYear] = yearAndMonth(month);
	const rows = lines
		.filter(hasAmount)
		.map((line) => [
			datevPersonnelNumber(line),
			settings.wageTypes[line.module]?.number,
			decimalComma(line.amountValue),
			line.costCenter,
		]);
	return [[settings.adviserNumber, settings.clientNumber, `${monthOfYear}/${year}`], ...rows]
		.map((cells) => `${cells.map((cell) => cell ?? '').join(SEPARATOR)}${SEPARATOR}${CRLF}`)
		.join('');
}

function* obstaclesOfLine(
	line: PayrollLine,
	{ wageTypes }: OfficeSettings,
	format: ExportFormat,
): Generator<[string, string]> {
	const wageType = wageTypes[line.module];
	if (wageType === undefined)
		yield ['wage_type_missing', `${line.module} has no wage type in the payroll settings.`];
	if (format === 'datev-lodas' && wageType !== undefined && wageType.lodasKey === null) {
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

/** 1 to 99999, leading zeros aside. */
const datevPersonnelNumber = ({ personnelNumber }: PayrollLine): string | null =>
	/^0*([1-9]\d{0,4})$/.exec(personnelNumber ?? '')?.[1] ?? null;

const isDatevText = (text: string): boolean =>
	/^[^;"\p{Cc}]{1,36}$/u.test(text) && [...text].every((character) => WINDOWS_1252.has(character));

/** The bytes of a text in the charset of DATEV's files, whose characters have been checked. */
export const toWindows1252 = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(text, (character) => WINDOWS_1252.get(character) ?? QUESTION_MARK);

const QUESTION_MARK = 0x3f;

const WINDOWS_1252 = new Map(
	Array.from(
		new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
		(character, byte) => [character, byte],
	),
);

/** Minor units as a decimal: 5000 = 50,00; integer arithmetic throughout. */
function decimalComma(value: number): string {
	const digits = String(Math.abs(value)).padStart(3, '0');
	return `${value < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

const hasAmount = ({ amountValue }: PayrollLine): boolean => amountValue !== 0;

const yearAndMonth = (month: Instant): string[] => new Date(month).toISOString().slice(0, 7).split('-');
