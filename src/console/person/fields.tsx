import type { FC } from 'hono/jsx';
import { type Instant, toIso } from '../../core/instant.ts';
import { LANGUAGES } from '../../core/language.ts';
import { DEFAULT_TEMPLATE_ID, MODULES } from '../../core/modules.ts';
import { isMonthlyBudget } from '../../goodies/plans/rules.ts';
import type { EmployeeYear } from '../../overview/year/actions.ts';
import { Choice, DayField, Field, Select, Tick } from '../field.tsx';
import { useWords } from '../page.tsx';
import { Amount } from './amount.tsx';
import type { ChangeName } from './changes.ts';
import { dayOf, shownEmployee, storedIn, windowsOf } from './employee.ts';
import { GiftFields, PlanEndFields } from './gift-fields.tsx';
import { EndField, Span } from './span.tsx';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

export interface FieldsProps {
	known: EmployeeYear;
	year: Year;
	/** The id of the period from which the form is filled. */
	of: string | undefined;
}

/** The fields of each change, filled with what is in force. */
export const FIELDS: Record<ChangeName, FC<FieldsProps>> = {
	access: AccessFields,
	'access-end': ({ known, year }) => <EndField window={windowsOf(known, year.now).revokeAccess} />,
	budget: BudgetFields,
	'budget-end': ({ known, year }) => <EndField window={windowsOf(known, year.now).revokePlannedVouchers} />,
	gift: GiftFields,
	'plan-end': PlanEndFields,
	'default-access': DefaultFields,
	pause: PauseFields,
	termination: TerminationField,
	details: DetailFields,
};

/** The period that a form is about: the one that was pointed at, else the last one. */
const chosen = <P extends { id: string }>(periods: readonly P[], of: string | undefined): P | undefined =>
	periods.find(({ id }) => id === of) ?? periods.at(-1);

function AccessFields({ known, year, of }: FieldsProps) {
	const words = useWords(WORDS);
	const access = chosen(year.accesses, of);
	const templates = [{ id: DEFAULT_TEMPLATE_ID, name: words.standard }, ...known.templates];
	return (
		<>
			<Amount value={access?.budgetValue} currency={access?.budgetCurrency} />
			<Span window={windowsOf(known, year.now).setAccess} period={of === undefined ? undefined : access} />
			<Choice
				name="allowedModules"
				label={words.modulesField}
				options={MODULES.map((value) => ({ value, label: words.modules[value] }))}
				value={access?.allowedModules ?? MODULES}
				isMany
			/>
			<Tick name="accumulateBudget" label={words.accumulate} isOn={access?.accumulateBudget ?? false} />
			{templates.length > 1 && (
				<Select
					name="flexTaxRuleTemplateId"
					label={words.template}
					options={templates.map(({ id, name }) => ({ value: id, label: name }))}
					value={access?.taxRuleTemplateId ?? DEFAULT_TEMPLATE_ID}
				/>
			)}
		</>
	);
}

function BudgetFields({ known, year, of }: FieldsProps) {
	const plan = chosen(year.plans.filter(isMonthlyBudget), of);
	return (
		<>
			<Amount value={plan?.amountValue} currency={plan?.amountCurrency} />
			<Span
				window={windowsOf(known, year.now).setMonthlyBudget}
				period={of === undefined ? undefined : plan}
			/>
		</>
	);
}

function DefaultFields({ known, year, of }: FieldsProps) {
	const period = year.defaults.find(({ id }) => id === of);
	return <Span window={windowsOf(known, year.now).setDefaultAccess} period={period} />;
}

function PauseFields({ known, year }: FieldsProps) {
	const words = useWords(WORDS);
	const { datePausedStart, datePausedEnd } = shownEmployee(known, year.now);
	return (
		<>
			<StoredDay name="datePausedStart" label={words.pauseStart} stored={datePausedStart} />
			<StoredDay name="datePausedEnd" label={words.pauseEnd} stored={datePausedEnd} hint={words.pauseHint} />
		</>
	);
}

function TerminationField({ known }: FieldsProps) {
	const words = useWords(WORDS);
	const { dateTerminated } = known.employee;
	return (
		<StoredDay
			name="dateTerminated"
			label={words.terminated}
			stored={dateTerminated}
			hint={words.terminatedHint}
		/>
	);
}

interface StoredDayProps {
	name: string;
	label: string;
	stored: Instant | null;
	hint?: string;
}

/** A day whose instant stays what it is as long as nobody types another day. */
function StoredDay({ stored, ...props }: StoredDayProps) {
	return (
		<>
			<DayField {...props} value={dayOf(stored)} isOptional />
			{stored !== null && <input type="hidden" name={storedIn(props.name)} value={toIso(stored)} />}
		</>
	);
}

/** The master data of a person. */
function DetailFields({ known: { employee } }: FieldsProps) {
	const words = useWords(WORDS);
	const languages = [...new Set([...LANGUAGES, employee.language ?? 'de'])];
	return (
		<>
			{(['firstName', 'lastName', 'personnelNumber', 'costCenter'] as const).map((name) => (
				<Field name={name} label={words[name]} value={employee[name]} isOptional autocomplete="off" />
			))}
			<Select
				name="language"
				label={words.language}
				options={languages.map((value) => ({
					value,
					label: words.languages[value as keyof typeof words.languages] ?? value,
				}))}
				value={employee.language}
				isOptional
			/>
			{employee.groups.length > 0 && (
				<Choice
					name="groups"
					label={words.groups}
					options={employee.groups.map((value) => ({ value, label: value }))}
					value={employee.groups}
					isMany
				/>
			)}
			<Field name="newGroup" at="groups" label={words.newGroup} isOptional />
		</>
	);
}
