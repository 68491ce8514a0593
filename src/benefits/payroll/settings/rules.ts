import type { Country } from '../../../foundation/core/countries.ts';
import { addDays, type Instant, startOfMonth } from '../../../foundation/core/instant.ts';
import { hasMealValues } from '../../../foundation/core/meals.ts';
import { MODULES, type Module } from '../../../foundation/core/modules.ts';
import { cutOff } from '../../../foundation/core/months.ts';
import { invalidField } from '../../../foundation/core/refusals.ts';
import { type BookingMonth, bookedIn, type WageTypeKey, wageTypeKeyOf } from '../../ledger/rules.ts';
import { csvHeader, csvRows, germanLayoutOf, hasNotes, layoutOf, PRESENT_LAYOUT } from '../csv/rules.ts';
import { datevWriter, type PayrollLine } from '../datev/rules.ts';
import { type ExportFormat, type FileSettings, isDatev } from '../export/rules.ts';
import { isReservedByLug, type ObstacleCode, obstacleOfOffice } from '../obstacles/rules.ts';

export interface WageType {
	/** DATEV's Lohnart (the number of the wage type). */
	number: string;
	/** DATEV LODAS's processing key (bs_nr); null when the company does not use LODAS. */
	lodasKey: string | null;
}

export type WageTypes = { [K in WageTypeKey]?: WageType | null };

/** Refuses a wage type that Lohn und Gehalt reserves, if the office uses that format. */
export function requireFreeWageTypes(format: ExportFormat | null, wageTypes: WageTypes): void {
	if (format !== 'datev-lug') return;
	for (const [key, given] of Object.entries(wageTypes)) {
		if (!given || !isReservedByLug(given.number)) continue;
		const detail = 'Lohn und Gehalt reserves the wage types 6000 to 7999.';
		throw invalidField(`wageTypes/${key}/number`, 'conflict', detail);
	}
}

/** Refuses to split meals in a country without statutory values. */
export function requireMealValues(splitsMeals: boolean, country: Country): void {
	if (!splitsMeals || hasMealValues(country)) return;
	const detail = `The service has no statutory values for meals in ${country}, the company’s taxAffiliation.`;
	throw invalidField('splitsMeals', 'conflict', detail);
}

interface ExampleSettings extends FileSettings {
	format: ExportFormat | null;
	splitsMeals: boolean;
	bookingMonth: BookingMonth;
}

export interface ExampleFile {
	/** Null when no file can be made at all. */
	content: string | null;
	/** The obstacle for every file; null without one. */
	office: ObstacleCode | null;
	/** The kinds of payments without a wage type, or without a processing key if the format needs one. */
	lacking: WageTypeKey[];
}

/** Returns an example of a month's file with these settings, for invented lines. Without a format, it is the file for spreadsheets. */
export function exampleOf(settings: ExampleSettings, month: Instant): ExampleFile {
	const { format, splitsMeals, wageTypes, bookingMonth } = settings;
	const lines = linesOf(settings, addDays(startOfMonth(month), 9));
	if (format === null || !isDatev(format)) {
		const hasParts = lines.some(({ kind }) => kind !== 'EXPENSE');
		const layout = (format === 'csv' ? layoutOf : germanLayoutOf)(PRESENT_LAYOUT, hasParts);
		const rows = lines.map((line, index) => ({ ...line, ...shownIn(month, index) }));
		return { content: csvHeader(layout) + csvRows(rows, layout), office: null, lacking: [] };
	}
	const isCarried = (key: WageTypeKey): boolean => {
		const wageType = wageTypes[key];
		return Boolean(wageType) && (format !== 'datev-lodas' || wageType?.lodasKey !== null);
	};
	const payable: WageTypeKey[] = [...MODULES, ...(splitsMeals ? ['MEALS_TAX_FREE' as const] : [])];
	const lacking = payable.filter((key) => !isCarried(key));
	const office = obstacleOfOffice(settings);
	if (office !== null) return { content: null, office, lacking };
	const writer = datevWriter(format, settings, {
		month: bookedIn({ month, bookingMonth }),
		hasNotes: hasNotes(PRESENT_LAYOUT),
	});
	const carried = lines.filter((line) => isCarried(wageTypeKeyOf(line)));
	return { content: writer.head() + writer.rows(carried) + writer.end(), office, lacking };
}

/** Returns lines of two people, one of them with a cost centre. Vouchers are included only if they have a wage type. */
function linesOf({ splitsMeals, wageTypes }: ExampleSettings, day: Instant): PayrollLine[] {
	const [one, other] = [
		{ personnelNumber: '17', costCenter: '4711', firstName: 'Erika', lastName: 'Muster', day },
		{ personnelNumber: '18', costCenter: null, firstName: 'Jan', lastName: 'Beispiel', day },
	];
	const expense = (module: Module, amountValue: number) => ({
		module,
		kind: 'EXPENSE' as const,
		amountValue,
	});
	const meals = splitsMeals
		? [
				{ module: 'MEALS' as const, kind: 'MEALS_FLAT_TAXED' as const, amountValue: 2985 },
				{ module: 'MEALS' as const, kind: 'MEALS_TAX_FREE' as const, amountValue: 2015 },
			]
		: [expense('MEALS', 5000)];
	const vouchers = wageTypes.GOODIES
		? [{ module: 'GOODIES' as const, kind: 'VOUCHER' as const, amountValue: 5000 }]
		: [];
	return [
		...[...meals, expense('INTERNET', 1990)].map((line) => ({ ...line, ...one })),
		...[expense('MOBILITY', 4900), expense('MOBILITY', 1250), ...vouchers].map((line) => ({
			...line,
			...other,
		})),
	];
}

const idOf = (number: number): string => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`;

const shownIn = (month: Instant, index: number) => ({
	id: idOf(index + 1),
	dateCreated: addDays(startOfMonth(month), 9),
	dateModified: addDays(startOfMonth(month), 9),
	flexDataId: idOf(index + 101),
	companyId: idOf(0),
	amountCurrency: 'EUR_CENT' as const,
	state: 'COMMITTED',
	payrollReferenceDate: cutOff(month, 7),
	submittedDate: addDays(startOfMonth(month), 9),
	correctsId: null,
	reason: null,
});
