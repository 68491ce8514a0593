import { type Fault, Refusal } from '../../core/refusals.ts';

/** The columns of a file of employees, with their German and English titles and whatever else they may be called. */
export const COLUMNS = {
	email: {
		de: 'E-Mail',
		en: 'E-mail',
		others: ['E-Mail-Adresse', 'Mail', 'E-mail address'],
		example: 'ada@demo.example',
	},
	firstName: { de: 'Vorname', en: 'First name', others: ['Given name'], example: 'Ada' },
	lastName: {
		de: 'Nachname',
		en: 'Last name',
		others: ['Familienname', 'Surname', 'Family name'],
		example: 'Lovelace',
	},
	language: { de: 'Sprache', en: 'Language', others: [], example: 'de' },
	personnelNumber: {
		de: 'Personalnummer',
		en: 'Personnel number',
		others: ['Pers.-Nr.', 'Personal-Nr.', 'Mitarbeiternummer', 'Employee number'],
		example: '00017',
	},
	costCenter: { de: 'Kostenstelle', en: 'Cost center', others: ['KSt', 'Cost centre'], example: '4711' },
	groups: { de: 'Gruppen', en: 'Groups', others: ['Gruppe', 'Group'], example: 'sales' },
	currency: { de: 'Währung', en: 'Currency', others: [], example: 'EUR' },
	flexBudget: { de: 'Flex-Budget', en: 'Flex budget', others: [], example: '50,00' },
	flexStartDate: {
		de: 'Flex ab',
		en: 'Flex start date',
		others: ['Flex-Beginn', 'Zugang ab', 'Access start', 'Flex from'],
		example: '2026-04-01',
	},
	flexEndDate: {
		de: 'Flex bis',
		en: 'Flex end date',
		others: ['Flex-Ende', 'Zugang bis', 'Access end', 'Flex until'],
		example: '2026-12-31',
	},
	flexAccumulate: {
		de: 'Flex ansparen',
		en: 'Flex accumulate',
		others: ['Ansparen', 'Accumulate budget'],
		example: 'yes',
	},
	flexModules: {
		de: 'Flex-Module',
		en: 'Flex modules',
		others: ['Module', 'Modules', 'Allowed modules'],
		example: 'MEALS|SPORTS',
	},
	flexTaxRuleTemplateId: {
		de: 'Flex-Steuerregel',
		en: 'Flex tax rule template',
		others: [],
		example: 'default',
	},
	goodiesBudget: {
		de: 'Goodies-Budget',
		en: 'Goodies budget',
		others: ['Gutscheinbudget'],
		example: '50,00',
	},
	goodiesStartDate: {
		de: 'Goodies ab',
		en: 'Goodies start date',
		others: ['Goodies from'],
		example: '2026-04-01',
	},
	goodiesEndDate: {
		de: 'Goodies bis',
		en: 'Goodies end date',
		others: ['Goodies until'],
		example: '2026-12-31',
	},
} as const satisfies Record<string, { de: string; en: string; others: readonly string[]; example: string }>;

export type Column = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

/** What the file of refused rows has beside the columns of the file itself. An import ignores it. */
export const REMARKS = { row: { en: 'Row', de: 'Zeile' }, reason: { en: 'Reason', de: 'Grund' } } as const;

/** The columns of the titles in the first line of a file, and null for a remark. */
export const columnsOf = (titles: readonly string[]): (Column | null)[] =>
	requireColumns(titles, titles.map(columnOf));

/** The column of a title, null for a remark, and undefined when the title is none that is known. */
export const columnOf = (title: string): Column | null | undefined => BY_TITLE.get(keyOf(title));

/** Refuses a title that has no column, and a column given twice. Null stands for a title that is left out. */
export function requireColumns(
	titles: readonly string[],
	columns: readonly (Column | null | undefined)[],
): (Column | null)[] {
	const errors = titles.flatMap((title, index): Fault[] => {
		const column = columns[index];
		const pointer = `#/columns/${index}`;
		if (column === undefined) return [{ pointer, code: 'unknown_field', detail: UNKNOWN(title) }];
		const isRepeated = column !== null && columns.indexOf(column) < index;
		return isRepeated ? [{ pointer, code: 'duplicate', detail: `${column} has a column already.` }] : [];
	});
	if (errors.length > 0) {
		throw new Refusal('validation_failed', 'The first line of the file names columns that do not fit.', {
			errors,
		});
	}
	return columns.map((column) => column ?? null);
}

const UNKNOWN = (title: string) =>
	title === ''
		? 'This column has no title. Name it, or remove it.'
		: 'There is no such column. Check its spelling, or remove it; the template lists all of them.';

/** Titles are compared by their letters and digits alone. */
const keyOf = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const BY_TITLE = new Map<string, Column | null>([
	...Object.values(REMARKS)
		.flatMap(({ en, de }) => [en, de])
		.map((title) => [keyOf(title), null] as const),
	...COLUMN_NAMES.flatMap((column) => {
		const { de, en, others } = COLUMNS[column];
		return [column, de, en, ...others].map((title) => [keyOf(title), column] as const);
	}),
]);
