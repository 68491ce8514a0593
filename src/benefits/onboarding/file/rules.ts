import { byText } from '../../../foundation/core/employee-texts.ts';
import { dictionary, type Pair } from '../../../foundation/core/language.ts';
import { type Fault, Refusal } from '../../../foundation/core/refusals.ts';
import { FIELD_NAMES, labels } from '../../../foundation/core/words.ts';

const LABELS = labels(FIELD_NAMES);

const COLUMN_TITLES = {
	email: LABELS.email,
	firstName: LABELS.firstName,
	lastName: LABELS.lastName,
	language: LABELS.language,
	...byText((name) => LABELS[name]),
	groups: LABELS.groups,
	currency: LABELS.currency,
	flexBudget: ['Flex budget', 'Flex-Budget'],
	flexStartDate: ['Flex start date', 'Flex ab'],
	flexEndDate: ['Flex end date', 'Flex bis'],
	flexAccumulate: ['Flex accumulate', 'Flex ansparen'],
	flexModules: ['Flex modules', 'Flex-Module'],
	flexTaxRuleTemplateId: ['Flex tax rule template', 'Flex-Steuerregel'],
	goodiesBudget: ['Goodies budget', 'Goodies-Budget'],
	goodiesStartDate: ['Goodies start date', 'Goodies ab'],
	goodiesEndDate: ['Goodies end date', 'Goodies bis'],
} satisfies Record<string, Pair>;

export type Column = keyof typeof COLUMN_TITLES;
export const COLUMN_NAMES = Object.keys(COLUMN_TITLES) as Column[];
export const TITLES = dictionary(COLUMN_TITLES);

export const OTHER_TITLES: { [Name in Column]?: readonly string[] } = {
	email: ['E-Mail', 'Mail'],
	firstName: ['Given name'],
	lastName: ['Familienname', 'Surname', 'Family name'],
	...byText((_, { otherTitles }) => otherTitles),
	groups: ['Gruppe', 'Group'],
	flexStartDate: ['Flex-Beginn', 'Zugang ab', 'Access start', 'Flex from'],
	flexEndDate: ['Flex-Ende', 'Zugang bis', 'Access end', 'Flex until'],
	flexAccumulate: ['Ansparen', 'Accumulate budget'],
	flexModules: ['Module', 'Modules', 'Allowed modules'],
	goodiesBudget: ['Gutscheinbudget'],
	goodiesStartDate: ['Goodies from'],
	goodiesEndDate: ['Goodies until'],
};

export const EXAMPLES: Record<Column, string> = {
	email: 'ada@demo.example',
	firstName: 'Ada',
	lastName: 'Lovelace',
	language: 'de',
	...byText((_, { example }) => example),
	groups: 'sales',
	currency: 'EUR',
	flexBudget: '50,00',
	flexStartDate: '2026-04-01',
	flexEndDate: '2026-12-31',
	flexAccumulate: 'yes',
	flexModules: 'MEALS|SPORTS',
	flexTaxRuleTemplateId: 'default',
	goodiesBudget: '50,00',
	goodiesStartDate: '2026-04-01',
	goodiesEndDate: '2026-12-31',
};

/** Columns in the file of refused rows. An import ignores them. */
export const REMARKS = dictionary({ row: ['Row', 'Zeile'], reason: LABELS.reason });

/** Returns the column of each title. Unknown titles are refused, or with `ignoresUnknown` skipped. */
export const columnsOf = (titles: readonly string[], ignoresUnknown = false): (Column | null)[] =>
	requireColumns(
		titles,
		titles.map((title) => {
			const column = columnOf(title);
			return column === undefined && ignoresUnknown ? null : column;
		}),
	);

/** Returns the column of a title; null for a remark, and undefined for an unknown title. */
export const columnOf = (title: string): Column | null | undefined => BY_TITLE.get(keyOf(title));

/** Refuses unknown titles and repeated columns. A null column is skipped. */
export function requireColumns(
	titles: readonly string[],
	columns: readonly (Column | null | undefined)[],
): (Column | null)[] {
	const errors = titles.flatMap((title, index): Fault[] => {
		const column = columns[index];
		const pointer = `#/columns/${index}`;
		if (column === undefined) return [{ pointer, code: 'unknown_field', detail: UNKNOWN(title) }];
		const isRepeated = column !== null && columns.indexOf(column) < index;
		return isRepeated ? [{ pointer, code: 'duplicate', detail: `${column} already has a column.` }] : [];
	});
	if (errors.length > 0) {
		throw new Refusal('validation_failed', 'The first line of the file has unknown or repeated columns.', {
			errors,
		});
	}
	return columns.map((column) => column ?? null);
}

const UNKNOWN = (title: string) =>
	title === ''
		? 'This column has no title. Name it, or remove it.'
		: `The column “${title.slice(0, MAX_SHOWN)}” is unknown. Check its spelling, remove it, or leave it out with ignoreUnknown=true. The template lists all columns.`;

const MAX_SHOWN = 100;

/** Returns a title for comparisons, with only its letters and digits. */
const keyOf = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const BY_TITLE = new Map<string, Column | null>([
	...[REMARKS.en, REMARKS.de]
		.flatMap((titles) => Object.values(titles))
		.map((title) => [keyOf(title), null] as const),
	...COLUMN_NAMES.flatMap((column) =>
		[column, TITLES.de[column], TITLES.en[column], ...(OTHER_TITLES[column] ?? [])].map(
			(title) => [keyOf(title), column] as const,
		),
	),
]);
