import { derived } from './derived.ts';
import type { Pair } from './language.ts';

interface Declaration {
	/** The column of `employees`. */
	column: string;
	/** The label, as it stands in a sentence. */
	label: Pair;
	example: string;
	/** Further titles under which an import recognises its column. */
	otherTitles: readonly string[];
	/** The attribute of SCIM's enterprise extension (RFC 7643, section 4.3). */
	attribute: string;
	/** The description of the attribute in the schema of SCIM. */
	description: string;
}

/**
 * The texts that a company keeps about each employee. Their columns, history, requests, responses, import, export,
 * erasure, SCIM attributes and form fields are derived from this list.
 */
export const EMPLOYEE_TEXTS = {
	personnelNumber: {
		column: 'personnel_number',
		label: ['personnel number', 'Personalnummer'],
		example: '00017',
		otherTitles: ['Pers.-Nr.', 'Personal-Nr.', 'Mitarbeiternummer', 'Employee number'],
		attribute: 'employeeNumber',
		description: 'The personnel number, unique in the company.',
	},
	costCenter: {
		column: 'cost_center',
		label: ['cost centre', 'Kostenstelle'],
		example: '4711',
		otherTitles: ['KSt', 'Cost center'],
		attribute: 'costCenter',
		description: 'The cost centre.',
	},
} as const satisfies Record<string, Declaration>;

export type EmployeeText = keyof typeof EMPLOYEE_TEXTS;
export type EmployeeTexts = Record<EmployeeText, string | null>;
export type DeclaredText = (typeof EMPLOYEE_TEXTS)[EmployeeText];

export const EMPLOYEE_TEXT_NAMES = Object.keys(EMPLOYEE_TEXTS) as EmployeeText[];

/** Returns an object with a value for each text. */
export const byText = <V>(make: (name: EmployeeText, text: DeclaredText) => V): Record<EmployeeText, V> =>
	derived(EMPLOYEE_TEXTS, make);
