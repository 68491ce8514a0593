import { LANGUAGES, type Pair } from '../core/language.ts';
import { LANGUAGE_NAMES } from '../core/words.ts';
import { Choice, DayField, Field, FileField, MoneyField, type Option, Select, Tick } from './field.tsx';
import type { Kind } from './forms.tsx';
import { useReader } from './page.tsx';
import { amountIn, chosenIn, dayIn, fileIn, isTicked, numberIn, secretIn, textIn } from './typed.ts';

interface TextLook {
	type?: 'email' | 'url' | 'search' | 'month';
	autocomplete?: string;
	inputmode?: 'numeric' | 'email' | 'search';
	maxlength?: number;
	/** The word of the form that says what can be typed, for an entry that does not read as one. */
	unreadable?: string;
	/** The place of its faults in the API. */
	at?: string;
}

/** A kind of field that may stay empty; the API gets null then. */
export const optional = <Value, Read>(kind: Kind<Value, Read>): Kind<Value, Read | null> => ({
	...kind,
	whenEmpty: null,
	isOptional: true,
});

/** One line of text. */
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

/** A password to choose, with what makes a good one. */
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

/** A day. `ends` makes it the last instant of the day, for the end of a period. */
export const day = ({
	ends = false,
	...bounds
}: {
	ends?: boolean;
	min?: string;
	max?: string;
} = {}): Kind<string | null, string> => ({
	draw: ({ words, options, ...field }) => <DayField {...bounds} {...field} />,
	read: (typed, name) => {
		const typedDay = dayIn(typed, name);
		return typedDay === '' ? undefined : ends ? `${typedDay}T23:59:59.999Z` : typedDay;
	},
});

/** One of several values, in a list that opens. Without `names` the page gives the options. */
export const oneOf = <V extends string>(
	values: readonly V[] = [],
	names?: Record<V, Pair>,
): Kind<string | null, string> => ({
	draw: ({ words, options, hint, id, value, ...field }) => {
		const offered = options ?? optionsOf(values, names);
		const isStrange = value != null && value !== '' && !offered.some((option) => option.value === value);
		return (
			<Select
				{...field}
				value={value ?? null}
				options={isStrange ? [...offered, { value, label: value }] : offered}
				{...(`${field.name}None` in words && { none: String(words[`${field.name}None`]) })}
			/>
		);
	},
	read: (typed, name) => textIn(typed, name) || undefined,
});

/** One of several values, side by side. Without `names` the page gives the options. */
export const choice = <V extends string>(
	values: readonly V[] = [],
	names?: Record<V, Pair>,
): Kind<string | null, string> => ({
	draw: ({ words, options, hint, id, isOptional, isFilter, value, ...field }) => (
		<Choice {...field} value={value ?? null} options={options ?? optionsOf(values, names)} />
	),
	read: (typed, name) => textIn(typed, name) || undefined,
});

/** The language of somebody, or none. */
export const language = optional(oneOf(LANGUAGES, LANGUAGE_NAMES));

/** Any of several values, side by side. */
export const manyOf = <V extends string>(
	values: readonly V[] = [],
	names?: Record<V, Pair>,
	{ at }: { at?: string } = {},
): Kind<readonly string[], string[]> => ({
	draw: ({ words, options, hint, id, isOptional, isFilter, value, ...field }) => (
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

/** Something that is so or not. */
export const flag = (): Kind<boolean, boolean> => ({
	draw: ({ name, label, hint, value }) => (
		<Tick name={name} label={label} isOn={value ?? false} {...(hint !== undefined && { hint })} />
	),
	read: isTicked,
});

/** A file to select, or a photo to take. */
export const file = (accept: string, unreadable?: string): Kind<never, File> => ({
	draw: ({ name, label, hint, words }) => (
		<FileField
			name={name}
			label={label}
			accept={accept}
			{...(hint !== undefined && { hint })}
			{...(unreadable !== undefined && { unreadable: String(words[unreadable]) })}
		/>
	),
	read: (typed, name) => fileIn(typed, name) ?? undefined,
});
