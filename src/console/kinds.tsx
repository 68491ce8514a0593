import { COUNTRIES } from '../foundation/core/countries.ts';
import { type Instant, toDay, toIso } from '../foundation/core/instant.ts';
import { LANGUAGES, type Pair } from '../foundation/core/language.ts';
import { CURRENCIES, type Money } from '../foundation/core/money.ts';
import { CURRENCY_NAMES, LANGUAGE_NAMES } from '../foundation/core/words.ts';
import { Choice, DayField, Field, FileField, MoneyField, type Option, Select, Tick } from './field.tsx';
import type { Kind } from './forms.tsx';
import { useReader } from './page.tsx';
import { amountIn, chosenIn, dayIn, fileIn, isTicked, numberIn, secretIn, textIn } from './typed.ts';

interface TextLook {
	type?: 'email' | 'url' | 'search' | 'month';
	autocomplete?: string;
	inputmode?: 'numeric' | 'email' | 'search';
	maxlength?: number;
	/** The key in the form's words of the sentence for an entry that cannot be read. */
	unreadable?: string;
	/** The path of the field in faults of the API. */
	at?: string;
}

/** A kind of field that may stay empty; the API gets null then. */
export const optional = <Value, Read>(kind: Kind<Value, Read>): Kind<Value, Read | null> => ({
	...kind,
	whenEmpty: null,
	isOptional: true,
});

export const text = ({
	unreadable,
	autocomplete = 'off',
	at,
	...look
}: TextLook = {}): Kind<string | null, string> => ({
	draw: ({ words, options, ...field }) => (
		<Field
			{...look}
			autocomplete={autocomplete}
			at={at ?? field.name}
			{...field}
			{...(unreadable !== undefined && { unreadable: String(words[unreadable]) })}
		/>
	),
	read: (typed, name) => textIn(typed, name) || undefined,
	whenEmpty: '',
});

export const email = (look: TextLook = {}) => text({ type: 'email', inputmode: 'email', ...look });

/** A password or another secret. It is never shown again. */
export const secret = (autocomplete = 'off', maxlength?: number): Kind<string | null, string> => ({
	draw: ({ words, options, value, ...field }) => (
		<Field {...field} type="password" autocomplete={autocomplete} {...(maxlength && { maxlength })} />
	),
	read: secretIn,
});

/** A new password, with the rules for it as a hint. */
export const newPassword: Kind<null, string> = {
	draw: ({ words, options, value, ...field }) => {
		const common = useReader().words;
		return (
			<Field
				{...field}
				label={common.newPassword}
				hint={common.newPasswordHint}
				type="password"
				autocomplete="new-password"
				maxlength={128}
			/>
		);
	},
	read: secretIn,
};

/** A number. Anything else is refused by the contract. */
export const number = ({ unreadable, ...look }: TextLook = {}): Kind<number | null, number> => ({
	draw: ({ words, options, value, ...field }) => {
		const common = useReader().words;
		return (
			<Field
				autocomplete="off"
				inputmode="numeric"
				{...look}
				{...field}
				value={value == null ? null : String(value)}
				unreadable={unreadable === undefined ? common.number : String(words[unreadable])}
			/>
		);
	},
	read: (typed, name) => numberIn(typed, name) ?? undefined,
	whenEmpty: Number.NaN,
});

/** An amount in euros, as 50, 50,00 or 50.00. */
export const money = (): Kind<number | null, ReturnType<typeof amountIn>> => ({
	draw: ({ words, options, value, ...field }) => <MoneyField {...field} value={value ?? null} />,
	read: (typed, name) => (textIn(typed, name) === '' ? undefined : amountIn(typed, name)),
	whenEmpty: { value: undefined, currency: 'EUR_CENT' },
});

/** An amount in any of the currencies, in two fields. `input` is the name of the field for the number. */
export const anyMoney = (
	input?: string,
): Kind<Money | null, { value: number | null | undefined; currency: string }> => ({
	draw: ({ words, options, value, name, ...field }) => (
		<>
			<MoneyField {...field} name={input ?? name} at={name} value={value?.value ?? null} />
			<Select
				name="currency"
				at={`${name}/currency`}
				label={String(words.currency)}
				options={optionsOf(CURRENCIES, CURRENCY_NAMES)}
				value={value?.currency ?? 'EUR_CENT'}
			/>
		</>
	),
	read: (typed, name) => ({
		value: amountIn(typed, input ?? name).value,
		currency: textIn(typed, 'currency'),
	}),
});

const [FIRST_TIME, LAST_TIME] = ['T00:00:00.000Z', 'T23:59:59.999Z'];

interface DayLook {
	/** The instant of the day that the API gets. By default, the API gets only the day. */
	edge?: 'first' | 'last';
	min?: string;
	max?: string;
}

const timeOf = (edge?: DayLook['edge']): string =>
	edge === undefined ? '' : edge === 'first' ? FIRST_TIME : LAST_TIME;

/** A day. Browsers suggest its options. */
export const day = ({ edge, ...bounds }: DayLook = {}): Kind<string | null, string> => ({
	draw: ({ words, options, ...field }) => (
		<>
			<DayField {...bounds} {...field} {...(options !== undefined && { list: 'days' })} />
			{options !== undefined && (
				<datalist id="days">
					{options.map(({ value }) => (
						<option value={value} />
					))}
				</datalist>
			)}
		</>
	),
	read: (typed, name) => {
		const typedDay = dayIn(typed, name);
		return typedDay === '' ? undefined : typedDay + timeOf(edge);
	},
});

/** The time that clocks in Germany show at an instant, as `datetime-local` has it. */
const GERMAN_CLOCK = new Intl.DateTimeFormat('sv-SE', {
	timeZone: 'Europe/Berlin',
	dateStyle: 'short',
	timeStyle: 'medium',
});

/** Returns the time that a field shows for an instant. */
export const clockAt = (at: Instant): string => GERMAN_CLOCK.format(at).replace(' ', 'T');

/** Returns the instant at which clocks in Germany show a time; NaN for a text that is none. */
function germanTime(typed: string): Instant {
	const asUtc = Date.parse(`${typed}Z`);
	if (Number.isNaN(asUtc)) return asUtc;
	const ahead = (at: Instant): number => Date.parse(`${clockAt(at)}Z`) - at;
	return asUtc - ahead(asUtc - ahead(asUtc));
}

/** A time of a day, in Germany, as pages show times. */
export const moment: Kind<string | null, string> = {
	draw: ({ words, options, ...field }) => (
		<Field {...field} type="datetime-local" unreadable={String(words[`${field.name}Hint`])} />
	),
	read(typed, name) {
		const at = germanTime(textIn(typed, name));
		return Number.isNaN(at) ? undefined : toIso(at);
	},
	whenEmpty: '',
};

/** The day of a stored instant. The instant stays as it is until another day is typed. */
export const instant = (edge: 'first' | 'last'): Kind<Instant | null, string> => ({
	draw: ({ words, options, value = null, ...field }) => (
		<>
			<DayField {...field} {...(value !== null && { value: toDay(value) })} />
			{value !== null && <input type="hidden" name={`${field.name}.stored`} value={toIso(value)} />}
		</>
	),
	read: (typed, name) => {
		const typedDay = dayIn(typed, name);
		const stored = textIn(typed, `${name}.stored`);
		if (typedDay === '') return undefined;
		return stored.startsWith(`${typedDay}T`) ? stored : typedDay + timeOf(edge);
	},
});

/** One of several values, in a list that opens. Without `names` the page gives the options. */
export const oneOf = <V extends string>(
	values: readonly V[] = [],
	names?: Record<V, Pair>,
): Kind<string | null, string> => ({
	draw: ({ words, options, id, value, isFilter, ...field }) => {
		const offered = options ?? optionsOf(values, names);
		const none = words[`${field.name}None`] ?? (isFilter ? useReader().words.all : undefined);
		const isStrange = value != null && value !== '' && !offered.some((option) => option.value === value);
		return (
			<Select
				{...field}
				value={value ?? null}
				options={isStrange ? [...offered, { value, label: value }] : offered}
				{...(none !== undefined && { none: String(none) })}
			/>
		);
	},
	read: (typed, name) => textIn(typed, name) || undefined,
});

/** A country, in a list by the names in the language of the reader. */
export const country: Kind<string | null, string> = {
	...oneOf(),
	draw(field) {
		const { say } = useReader();
		const options = COUNTRIES.map((value) => ({ value, label: say.country(value) }));
		options.sort((a, b) => a.label.localeCompare(b.label, say.language));
		return oneOf().draw({ ...field, options });
	},
};

/** One of several values, side by side. Without `names` the page gives the options. */
export const choice = <V extends string>(
	values: readonly V[] = [],
	names?: Record<V, Pair>,
): Kind<string | null, string> => ({
	draw: ({ words, options, id, isOptional, isFilter, value, ...field }) => (
		<Choice {...field} value={value ?? null} options={options ?? optionsOf(values, names)} />
	),
	read: (typed, name) => textIn(typed, name) || undefined,
});

/** A person's language, which may be empty. */
export const language = optional(oneOf(LANGUAGES, LANGUAGE_NAMES));

/** Any of several values, side by side. */
export const manyOf = <V extends string>(
	values: readonly V[] = [],
	names?: Record<V, Pair>,
	{ at }: { at?: string } = {},
): Kind<readonly string[], string[]> => ({
	draw: ({ words, options, id, isOptional, isFilter, value, ...field }) => (
		<Choice
			at={at ?? field.name}
			{...field}
			value={value ?? []}
			options={options ?? optionsOf(values, names)}
			isMany
		/>
	),
	read: chosenIn,
});

const optionsOf = <V extends string>(values: readonly V[], names?: Record<V, Pair>): Option[] => {
	const index = LANGUAGES.indexOf(useReader().c.var.language);
	return values.map((value) => ({ value, label: names?.[value][index] ?? value }));
};

/** A single checkbox. */
export const flag = (): Kind<boolean, boolean> => ({
	draw: ({ name, label, hint, value }) => (
		<Tick name={name} label={label} isOn={value ?? false} {...(hint !== undefined && { hint })} />
	),
	read: isTicked,
});

export const file = (accept: string, unreadable?: string): Kind<never, File> => ({
	draw: ({ name, id, label, hint, isOptional, words }) => (
		<FileField
			name={name}
			{...(id !== undefined && { id })}
			isOptional={isOptional ?? false}
			label={label}
			accept={accept}
			{...(hint !== undefined && { hint })}
			{...(unreadable !== undefined && { unreadable: String(words[unreadable]) })}
		/>
	),
	read: (typed, name) => fileIn(typed, name) ?? undefined,
});

export const files = (accept: string): Kind<never, File[]> => ({
	draw: ({ name, label, hint }) => (
		<FileField name={name} label={label} accept={accept} isMultiple {...(hint !== undefined && { hint })} />
	),
	read: (typed, name) => {
		const given = typed.getAll(name).filter((one) => one instanceof File && one.size > 0) as File[];
		return given.length > 0 ? given : undefined;
	},
});
