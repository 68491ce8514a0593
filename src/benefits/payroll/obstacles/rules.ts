import type { WageTypeKey } from '../../ledger/rules.ts';
import type { DatevFormat } from '../export/rules.ts';

export const OBSTACLES = [
	'office_numbers_missing',
	'office_numbers_not_supported',
	'wage_type_missing',
	'wage_type_not_supported',
	'lodas_key_missing',
	'personnel_number_missing',
	'personnel_number_not_numeric',
	'personnel_number_not_supported',
	'personnel_number_ambiguous',
	'currency_not_supported',
	'cost_center_not_supported',
	'meal_value_missing',
] as const;
export type ObstacleCode = (typeof OBSTACLES)[number];

/** Reads codes in the form of the database: separated by spaces. */
export const codesOf = (faults: string): ObstacleCode[] =>
	faults === '' ? [] : (faults.split(' ') as ObstacleCode[]);

/** The most characters of a cost centre that each format imports (docs/payroll-office.md). */
export const MAX_COST_CENTER: Record<DatevFormat, number> = { 'datev-lodas': 13, 'datev-lug': 8 };

/** The most characters of a personnel number that a company assigns ("betriebliche Personalnummer"). */
export const MAX_COMPANY_NUMBER = 15;

/** The range of wage types that DATEV Lohn und Gehalt reserves. */
export const RESERVED_BY_LUG = [6000, 7999] as const;

/** The characters that a cell of a DATEV file can contain: those of windows-1252 without controls, `"` and `;`. */
export const DATEV_CHARACTERS = new TextDecoder('windows-1252')
	.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
	.replaceAll(/[\p{Cc}";]/gu, '');

interface OfficeNumbers {
	adviserNumber: string | null;
	clientNumber: string | null;
}

/** The ranges of numbers that DATEV accepts as Beraternummer and Mandantennummer. */
const isAdviserNumber = (digits: string): boolean => isWithin(digits, 1000, 9_999_999);
const isClientNumber = (digits: string): boolean => isWithin(digits, 1, 99_999);
export const isReservedByLug = (digits: string): boolean => isWithin(digits, ...RESERVED_BY_LUG);

const isWithin = (digits: string, least: number, most: number): boolean =>
	/^\d+$/.test(digits) && Number(digits) >= least && Number(digits) <= most;

/** Returns the obstacle if the settings make every DATEV file impossible. A file with gaps is never made. */
export function obstacleOfOffice({ adviserNumber, clientNumber }: OfficeNumbers): ObstacleCode | null {
	if (adviserNumber === null || clientNumber === null) return 'office_numbers_missing';
	const isTaken = isAdviserNumber(adviserNumber) && isClientNumber(clientNumber);
	return isTaken ? null : 'office_numbers_not_supported';
}

export interface ObstacleFacts {
	wageType: WageTypeKey | null;
	personnelNumber: string | null;
	/** Another person's number that the format cannot distinguish from this one. */
	otherNumber: string | null;
	currency: string | null;
}

/** Returns a description of the obstacle, and how to remove it. */
export function wordsOf(code: ObstacleCode, facts: ObstacleFacts): { detail: string; remedy: string } {
	const { wageType, personnelNumber, otherNumber, currency } = facts;
	const settings = 'PUT /companies/{companyId}/payroll-settings';
	const employee = 'PUT /employees/{employeeId}';
	switch (code) {
		case 'office_numbers_missing':
			return {
				detail: 'The adviser number and the client number are missing from the payroll settings.',
				remedy: `Set adviserNumber and clientNumber with ${settings}.`,
			};
		case 'office_numbers_not_supported':
			return {
				detail: 'DATEV accepts adviser numbers from 1000 to 9999999 and client numbers from 1 to 99999.',
				remedy: `Correct adviserNumber and clientNumber with ${settings}.`,
			};
		case 'wage_type_missing':
			return {
				detail: `${wageType} has no wage type in the payroll settings.`,
				remedy: `Set its wage type with ${settings}.`,
			};
		case 'wage_type_not_supported':
			return {
				detail: `The wage type of ${wageType} does not fit the format. Use 1 to 9999; LODAS needs a key from 1 to 99, and Lohn und Gehalt excludes 6000 to 7999.`,
				remedy: `Correct its wage type with ${settings}.`,
			};
		case 'lodas_key_missing':
			return {
				detail: `The wage type of ${wageType} has no LODAS processing key in the payroll settings.`,
				remedy: `Set its lodasKey with ${settings}.`,
			};
		case 'personnel_number_missing':
			return {
				detail: 'The employee has no personnel number.',
				remedy: `Set personnelNumber with ${employee}.`,
			};
		case 'personnel_number_not_numeric':
			return {
				detail: `DATEV needs a personnel number from 1 to 99999, not ${personnelNumber}.`,
				remedy: `Change personnelNumber with ${employee}, or set usesCompanyNumbers with ${settings}.`,
			};
		case 'personnel_number_not_supported':
			return {
				detail: `DATEV accepts personnel numbers of at most ${MAX_COMPANY_NUMBER} characters of windows-1252 without ; and ", not ${personnelNumber}.`,
				remedy: `Change personnelNumber with ${employee}.`,
			};
		case 'personnel_number_ambiguous':
			return {
				detail: `The personnel number ${personnelNumber} counts as the same number as ${otherNumber ?? 'that'} of another employee for the payroll office.`,
				remedy: `Change the personnelNumber of one of them with ${employee}.`,
			};
		case 'currency_not_supported':
			return {
				detail: `DATEV accepts only euros, not ${currency}.`,
				remedy: `Pay it in another way, or use the format csv with ${settings} for this month.`,
			};
		case 'cost_center_not_supported':
			return {
				detail:
					'DATEV accepts cost centres of at most 13 (LODAS) or 8 (Lohn und Gehalt) characters of windows-1252 without ; and ".',
				remedy: `Change costCenter with ${employee}.`,
			};
		case 'meal_value_missing':
			return {
				detail: 'The service does not know the official value of meals for the month of this expense.',
				remedy:
					'Wait for a service that knows the value: it splits the line within an hour, and the next run commits it. Or pay it elsewhere, and settle it with POST /companies/{companyId}/flex/payroll-transactions/{transactionId}/settlement.',
			};
	}
}
