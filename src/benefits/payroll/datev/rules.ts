import { type Instant, toGermanDay, toYearMonth } from '../../../foundation/core/instant.ts';
import { decimalComma } from '../../../foundation/core/money.ts';
import { type PayrollModule, type TransactionKind, wageTypeKeyOf } from '../../ledger/rules.ts';
import { GERMAN_NAMES } from '../csv/rules.ts';
import type { DatevFormat, FileSettings, Payee } from '../export/rules.ts';

/** A payroll transaction as a file contains it. The format must be able to contain it (see `payroll/obstacles`). */
export interface PayrollLine extends Payee {
	module: PayrollModule;
	kind: TransactionKind;
	amountValue: number;
	/** The day of the expense, or the due date of the voucher. */
	day: Instant;
	/** The first instant of the month of booking, if it is not the month of the file. */
	month?: Instant | undefined;
}

/** One row of a file: the amount of one person for a wage type and a cost centre. */
interface Booking {
	personnelNumber: string;
	wageType: string;
	lodasKey: string;
	costCenter: string;
	amountValue: number;
	month: Instant;
	note: string;
}

const SEPARATOR = ';';
const CRLF = '\r\n';

/** The head and rows of a DATEV file. Lines end with CR LF. */
interface Layout {
	head(settings: FileSettings, month: Instant, hasNotes: boolean): string;
	row(booking: Booking, hasNotes: boolean): string[];
}

/** DATEV LODAS, ASCII interface, in three sections. Each row contains its month as the accounting period. */
const lodas: Layout = {
	head: ({ adviserNumber, clientNumber, usesCompanyNumbers }, _, hasNotes) =>
		[
			'[Allgemein]',
			'Ziel=LODAS',
			`BeraterNr=${adviserNumber}`,
			`MandantenNr=${clientNumber}`,
			'Feldtrennzeichen=;',
			'Zahlenkomma=,',
			'Datumsformat=TT.MM.JJJJ',
			...(usesCompanyNumbers ? ['BetrieblichePNrVerwenden=Ja'] : []),
			'',
			'[Satzbeschreibung]',
			`1;u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;bs_wert_butab#bwd;bs_nr#bwd;la_eigene#bwd;${usesCompanyNumbers ? 'pnr_betriebliche' : 'pnr'}#bwd;kostenstelle#bwd;${hasNotes ? 'bemerkung#bwd;' : ''}`,
			'',
			'[Bewegungsdaten]',
			'',
		].join(CRLF),
	row: ({ personnelNumber, wageType, lodasKey, costCenter, amountValue, month, note }, hasNotes) => {
		const [year, monthOfYear] = toYearMonth(month).split('-');
		const period = `01.${monthOfYear}.${year}`;
		const cells = ['1', period, decimalComma(amountValue), lodasKey, wageType, personnelNumber, costCenter];
		return hasNotes ? [...cells, note] : cells;
	},
};

/** DATEV Lohn und Gehalt: a header line, then rows whose amounts have the same notation. */
const lohnUndGehalt: Layout = {
	head: ({ adviserNumber, clientNumber, usesCompanyNumbers }, month) => {
		const [year, monthOfYear] = toYearMonth(month).split('-');
		const cells = [adviserNumber, clientNumber, `${monthOfYear}/${year}`, usesCompanyNumbers ? 'x' : ''];
		return cells.join(SEPARATOR) + CRLF;
	},
	row: ({ personnelNumber, wageType, costCenter, amountValue }) => [
		personnelNumber,
		wageType,
		decimalComma(amountValue),
		costCenter,
	],
};

const LAYOUTS: Record<DatevFormat, Layout> = { 'datev-lodas': lodas, 'datev-lug': lohnUndGehalt };

/**
 * Writes a DATEV file of a month in pieces, with a row for each line whose amount is not 0. With `sumsBookings`, `end` writes a row for each
 * person, wage type, cost centre and month. With `hasNotes`, rows of LODAS that are not summed contain module and day.
 */
export function datevWriter(
	format: DatevFormat,
	settings: FileSettings,
	{ month, hasNotes }: { month: Instant; hasNotes: boolean },
) {
	const layout = LAYOUTS[format];
	const isNoted = hasNotes && !settings.sumsBookings;
	const sums = new Map<string, Booking>();
	const write = (bookings: readonly Booking[]) =>
		bookings
			.filter(({ amountValue }) => amountValue !== 0)
			.map((booking) => layout.row(booking, isNoted).join(SEPARATOR) + SEPARATOR + CRLF)
			.join('');

	return {
		head: (): string => layout.head(settings, month, isNoted),
		rows: (lines: readonly PayrollLine[]): string => {
			const bookings = lines.map((line) => bookingOf(line, settings, month));
			if (!settings.sumsBookings) return write(bookings);
			for (const booking of bookings) addTo(sums, booking);
			return '';
		},
		end: (): string => write([...sums.values()]),
	};
}

function addTo(sums: Map<string, Booking>, booking: Booking): void {
	const { personnelNumber, wageType, lodasKey, costCenter, month, amountValue } = booking;
	const key = [personnelNumber, wageType, lodasKey, costCenter, month].join(SEPARATOR);
	const sum = sums.get(key);
	if (sum === undefined) sums.set(key, { ...booking });
	else sum.amountValue += amountValue;
}

function bookingOf(
	line: PayrollLine,
	{ wageTypes, usesCompanyNumbers }: FileSettings,
	month: Instant,
): Booking {
	const number = line.personnelNumber ?? '';
	const wageType = wageTypes[wageTypeKeyOf(line)];
	return {
		personnelNumber: usesCompanyNumbers ? number : number.replace(/^0+/, ''),
		wageType: wageType?.number ?? '',
		lodasKey: wageType?.lodasKey ?? '',
		costCenter: line.costCenter ?? '',
		amountValue: line.amountValue,
		month: line.month ?? month,
		note: `${GERMAN_NAMES[line.module]} ${toGermanDay(line.day)}`,
	};
}

/** Returns the description of our file that the ASCII import of Lohn und Gehalt needs. */
export const lugProfile = (): string =>
	[
		'[Allgemein]',
		'Feldanzahl=4',
		'Feldtrennzeichen=Strichpunkt',
		'Satztrennzeichen=Enter/Return',
		'Zahlenkomma=,',
		'Datumstrennzeichen=/',
		'[Feldinhalt]',
		'Feld1=Personalnummer',
		'Feld2=Lohnartennummer',
		'Feld3=Wert',
		'Feld4=Kostenstellennummer',
		'',
	].join(CRLF);

/** Converts a text to the charset of DATEV's files. The characters must have been checked before. */
export const toWindows1252 = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(text, (character) => WINDOWS_1252.get(character) ?? QUESTION_MARK);

const QUESTION_MARK = 0x3f;

const WINDOWS_1252 = new Map(
	Array.from(
		new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
		(character, byte) => [character, byte],
	),
);
