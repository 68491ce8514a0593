import type { ObstacleCode, ObstacleFacts } from '../../benefits/payroll/obstacles/rules.ts';
import type { FaultyLine, OpenRun } from '../../benefits/payroll/open-run/rules.ts';
import { toYearMonth } from '../../foundation/core/instant.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { addressFor, BASE, companyIn } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Note } from '../parts.tsx';
import { catalogue } from '../words.ts';
import { useNames } from './place.tsx';
import { WORDS } from './words.ts';

/** The values that the sentence about an obstacle names. */
interface Values {
	wageType: string;
	personnelNumber: string;
	/** The number of the other person; null when it is no longer known. */
	otherNumber: string | null;
	currency: string;
}

/** Obstacles that are fixed in the person’s form. The others are fixed in the company’s settings. */
export const AT_PERSON: readonly ObstacleCode[] = [
	'personnel_number_missing',
	'personnel_number_not_numeric',
	'personnel_number_not_supported',
	'personnel_number_ambiguous',
	'cost_center_not_supported',
];

const OBSTACLE_WORDS = catalogue({
	says: {
		office_numbers_missing: () => [
			'The office’s adviser number and client number are missing.',
			'Beraternummer und Mandantennummer fehlen.',
		],
		office_numbers_not_supported: () => [
			'DATEV takes adviser numbers from 1000 to 9999999 and client numbers from 1 to 99999.',
			'DATEV nimmt Beraternummern von 1000 bis 9999999 und Mandantennummern von 1 bis 99999.',
		],
		wage_type_missing: ({ wageType }) => [`${wageType} has no wage type.`, `${wageType} hat keine Lohnart.`],
		wage_type_not_supported: ({ wageType }) => [
			`The format does not take the wage type of ${wageType}.`,
			`Das Format nimmt die Lohnart von ${wageType} nicht.`,
		],
		lodas_key_missing: ({ wageType }) => [
			`The wage type of ${wageType} has no LODAS processing key.`,
			`Der Lohnart von ${wageType} fehlt der Bearbeitungsschlüssel für LODAS.`,
		],
		personnel_number_missing: () => ['The personnel number is missing.', 'Die Personalnummer fehlt.'],
		personnel_number_not_numeric: ({ personnelNumber }) => [
			`DATEV takes personnel numbers from 1 to 99999, not ${personnelNumber}.`,
			`DATEV nimmt Personalnummern von 1 bis 99999, nicht ${personnelNumber}.`,
		],
		personnel_number_not_supported: ({ personnelNumber }) => [
			`DATEV takes personnel numbers of at most 15 characters, not ${personnelNumber}.`,
			`DATEV nimmt Personalnummern mit höchstens 15 Zeichen, nicht ${personnelNumber}.`,
		],
		personnel_number_ambiguous: ({ personnelNumber, otherNumber }) => [
			`To the payroll office, ${personnelNumber} is one number with ${otherNumber ?? 'that'} of somebody else.`,
			`Für das Lohnbüro ist ${personnelNumber} dieselbe Nummer wie ${otherNumber ?? 'die'} von jemand anderem.`,
		],
		currency_not_supported: ({ currency }) => [
			`DATEV carries euros only, not ${currency}.`,
			`DATEV kennt nur Euro, nicht ${currency}.`,
		],
		cost_center_not_supported: () => [
			'The cost centre is too long, or has signs that DATEV does not take: 13 characters in LODAS, 8 in Lohn und Gehalt.',
			'Die Kostenstelle ist zu lang oder hat Zeichen, die DATEV nicht nimmt: 13 Zeichen in LODAS, 8 in Lohn und Gehalt.',
		],
		meal_value_missing: () => [
			'The official value of meals for this month is not known yet.',
			'Der amtliche Sachbezugswert für Mahlzeiten dieses Monats ist noch nicht bekannt.',
		],
	} satisfies Record<ObstacleCode, (values: Values) => Pair>,
	mealValue: (month: string) => [
		`The official value of meals for ${month} is not known yet. Meals of this month wait, and last year’s value is not used.`,
		`Der amtliche Sachbezugswert für ${month} ist noch nicht bekannt. Essen dieses Monats warten; der Wert des Vorjahres gilt nicht.`,
	],
	valueLater: [
		'When the operator has added the value, the line is split within an hour, and the next run pays it.',
		'Sobald der Betreiber den Wert ergänzt hat, wird die Zeile binnen einer Stunde aufgeteilt und mit dem nächsten Lauf bezahlt.',
	],
	/** Links to the place where the obstacle is fixed. */
	inSettings: [
		'Fix it in the company’s payroll settings.',
		'Beheben Sie es in den Lohneinstellungen des Unternehmens.',
	],
	inPerson: ['Fix it on the page of the person.', 'Beheben Sie es auf der Seite der Person.'],
	elsewhere: [
		'Pay it in another way, or select CSV for this month in the company’s payroll settings.',
		'Zahlen Sie es auf anderem Weg aus, oder wählen Sie für diesen Monat CSV in den Lohneinstellungen des Unternehmens.',
	],
});

/** Returns the sentence about an obstacle. Obstacles to every line name no line. */
export function useObstacleSentence() {
	const { says } = useWords(OBSTACLE_WORDS);
	const { wageTypeName } = useNames();
	return (code: ObstacleCode, line?: ObstacleFacts): string =>
		says[code]({
			wageType: line?.wageType ? wageTypeName(line.wageType) : '',
			personnelNumber: line?.personnelNumber ?? '',
			otherNumber: line?.otherNumber ?? null,
			currency: line?.currency ?? '',
		});
}

/** The obstacles of a line, each with a link to its remedy. */
export function Obstacles({ line }: { line: FaultyLine }) {
	const { may } = useReader();
	const sentence = useObstacleSentence();
	const atPerson = may('updateEmployee') ? (
		<a href={`${BASE}/people/${line.employeeId}/details`}>{useWords(WORDS).personForm}</a>
	) : (
		useWords(OBSTACLE_WORDS).inPerson
	);
	return line.faults.map((code) => (
		<p>
			{sentence(code, line)} {AT_PERSON.includes(code) ? atPerson : <Elsewhere code={code} />}
		</p>
	));
}

/** The remedy for obstacles that are fixed for all lines at once, or outside the console. */
function Elsewhere({ code }: { code: ObstacleCode }) {
	const { c, may } = useReader();
	const { inSettings, elsewhere, valueLater } = useWords(OBSTACLE_WORDS);
	const remedy = code === 'currency_not_supported' ? elsewhere : inSettings;
	const companyId = companyIn(c, 'updatePayrollSettings');
	if (code === 'meal_value_missing') return valueLater;
	return may('updatePayrollSettings') && companyId !== null ? (
		<a href={addressFor('/company/office', companyId)}>{remedy}</a>
	) : (
		remedy
	);
}

/** An obstacle that keeps every line out of a file, and its remedy. */
export const OfficeObstacle = ({ code }: { code: ObstacleCode }) => (
	<p>
		{useObstacleSentence()(code)} {useWords(WORDS).office} <Elsewhere code={code} />
	</p>
);

/** The months whose meals wait, because their official value is not known. */
export function MealValueNotes({ months }: { months: OpenRun['monthsWithoutMealValue'] }) {
	const { say, words } = useReader(OBSTACLE_WORDS);
	return months.map((month) => <Note mood="bad">{words.mealValue(say.monthName(toYearMonth(month)))}</Note>);
}
