import type { Child } from 'hono/jsx';
import { useContext } from '../foundation/lean/jsx.ts';
import { FormState, useField } from './form.tsx';
import { useReader } from './page.tsx';
import { Key } from './parts.tsx';
import { sentenceOf } from './refusals.ts';
import { keptFile } from './typed.ts';

interface FieldProps {
	name: string;
	/** Set when several forms on a page have a field of this name; the name by default. */
	id?: string;
	label: Child;
	/** The path of the field in faults of the API, such as `budget/value`; the name by default. */
	at?: string;
	hint?: string | undefined;
	value?: string | null | undefined;
	type?: string;
	isOptional?: boolean;
	/** True for a field that filters a list. It may stay empty. */
	isFilter?: boolean;
	[attribute: `aria-${string}`]: string | undefined;
	autocomplete?: string;
	inputmode?: 'decimal' | 'numeric' | 'email' | 'search';
	maxlength?: number;
	min?: string | undefined;
	max?: string | undefined;
	list?: string;
	readonly?: boolean;
	/** The sentence for an entry that cannot be read, such as letters in an amount. */
	unreadable?: string;
}

/** A field of one line. A password is never shown again. */
export function Field(props: FieldProps) {
	const {
		name,
		id = name,
		label,
		at = name,
		hint,
		value,
		type = 'text',
		isOptional,
		isFilter,
		unreadable,
		...rest
	} = props;
	const { words } = useReader();
	const { typed, code, sentence, isTagged, isStale } = useField(at);
	const kept = type === 'password' ? undefined : typed?.get(name);
	const shown = typeof kept === 'string' ? kept : (value ?? undefined);
	const stored = value ?? '';
	const isChanged = isStale && ![shown ?? '', typed?.get(`${name}.made`)].includes(stored);
	const said = unreadable !== undefined && isUnreadable(code) ? unreadable : sentence;
	return (
		<p class="field">
			<label for={id}>
				{label}
				{isOptional && !isFilter && <small> ({words.optional})</small>}
			</label>
			<input
				{...rest}
				id={id}
				name={name}
				type={type}
				value={shown}
				required={!isOptional && !isFilter}
				dir="auto"
				aria-invalid={said === undefined ? undefined : 'true'}
				aria-describedby={describing(id, hint, said)}
			/>
			<Below name={id} hint={hint} sentence={said} />
			{isTagged && type !== 'password' && <input type="hidden" name={`${name}.made`} value={stored} />}
			{isChanged && <span class="hint">{words.meanwhile(value ?? '')}</span>}
		</p>
	);
}

const isUnreadable = (code: string | undefined): boolean => /^invalid_/.test(code ?? '');

const isUnchosen = (code: string | undefined): boolean => code === 'required' || isUnreadable(code);

const describing = (name: string, hint?: string, sentence?: string): string | undefined =>
	[hint && `${name}-hint`, sentence && `${name}-fault`].filter(Boolean).join(' ') || undefined;

const Below = ({
	name,
	hint,
	sentence,
}: {
	name: string;
	hint?: string | undefined;
	sentence?: string | undefined;
}) => (
	<>
		{sentence !== undefined && (
			<strong class="fault" id={`${name}-fault`}>
				{sentence}
			</strong>
		)}
		{hint !== undefined && (
			<span class="hint" id={`${name}-hint`}>
				{hint}
			</span>
		)}
	</>
);

/** An amount, typed as 50, 50,00 or 50.00. */
export function MoneyField({
	value,
	...rest
}: Omit<FieldProps, 'value' | 'unreadable'> & { value?: number | null }) {
	const { say, words } = useReader();
	const text = value === undefined || value === null ? undefined : say.typedAmount(value);
	return <Field {...rest} value={text} inputmode="decimal" autocomplete="off" unreadable={words.amount} />;
}

export function DayField({ value, min, max, ...rest }: Omit<FieldProps, 'unreadable'>) {
	const { words } = useReader();
	return <Field {...rest} type="date" value={value} min={min} max={max} unreadable={words.day} />;
}

interface FileProps {
	name: string;
	/** Set when several forms on a page have a field of this name; the name by default. */
	id?: string;
	isOptional?: boolean;
	label: string;
	hint?: string;
	accept?: string;
	/** True if several files can be selected. A refused form does not bring them back. */
	isMultiple?: boolean;
	/** The sentence of the script for a picture that it cannot read. */
	unreadable?: string;
	/** Sentences for faults of this kind of file, by their codes. */
	faults?: Record<string, string>;
}

export function FileField({
	name,
	id = name,
	label,
	hint,
	accept,
	isOptional,
	isMultiple = false,
	unreadable,
	faults = {},
}: FileProps) {
	const field = useField(name);
	const sentence = faults[field.code ?? ''] ?? field.sentence;
	const { say, words } = useReader();
	const { typed } = useContext(FormState);
	const kept = isMultiple || typed === undefined || sentence !== undefined ? null : keptFile(typed, name);
	return (
		<p class="field upload">
			<label for={id}>
				{label}
				{isOptional && <small> ({words.optional})</small>}
			</label>
			{kept !== null && (
				<>
					<input type="hidden" name={`${name}.kept`} value={kept.content} />
					<input type="hidden" name={`${name}.name`} value={kept.name} />
				</>
			)}
			<input
				id={id}
				name={name}
				type="file"
				accept={accept}
				multiple={isMultiple}
				required={kept === null && !isOptional}
				data-unreadable={unreadable}
				data-large={unreadable && sentenceOf({ code: 'body_too_large', extras: {} }, say)}
				aria-invalid={sentence === undefined ? undefined : 'true'}
				aria-describedby={describing(id, hint, sentence)}
			/>
			<Below name={id} hint={kept === null ? hint : words.fileKept(kept.name)} sentence={sentence} />
		</p>
	);
}

export interface Option {
	value: string;
	label: string;
	hint?: string;
	/** The keyboard shortcut that selects it. */
	shortcut?: string;
}

interface ChoiceProps {
	name: string;
	label: string;
	at?: string;
	hint?: string | undefined;
	options: readonly Option[];
	/** Selected until the reader selects something else. */
	value?: string | readonly string[] | null;
}

/** Selects one of several options in a list that opens. */
export function Select({
	name,
	label,
	at = name,
	hint,
	options,
	value,
	none,
	isOptional,
}: ChoiceProps & { isOptional?: boolean; none?: string }) {
	const { words } = useReader();
	const { typed, code, ...field } = useField(at);
	const sentence = isUnchosen(code) ? words.chooseOne : field.sentence;
	const chosen = typed?.get(name) ?? value ?? '';
	return (
		<p class="field">
			<label for={name}>{label}</label>
			<select
				id={name}
				name={name}
				required={!isOptional}
				aria-invalid={sentence === undefined ? undefined : 'true'}
				aria-describedby={describing(name, hint, sentence)}
			>
				<option value="">{none ?? words.choose}</option>
				{options.map((option) => (
					<option value={option.value} selected={option.value === chosen}>
						{option.label}
					</option>
				))}
			</select>
			<Below name={name} hint={hint} sentence={sentence} />
		</p>
	);
}

/** Selects one of several options, or any number with `isMany`. They stand one below the other, or as chips with `isCompact`. */
export function Choice({
	name,
	label,
	at = name,
	hint,
	options,
	value,
	isMany,
	isCompact,
}: ChoiceProps & { isMany?: boolean; isCompact?: boolean }) {
	const { words } = useReader();
	const { typed, code, ...field } = useField(at);
	const sentence = !isMany && isUnchosen(code) ? words.chooseOne : field.sentence;
	const chosen = typed?.getAll(name) ?? [value ?? []].flat();
	return (
		<fieldset
			class={isCompact ? 'choice chips' : 'choice'}
			aria-describedby={describing(name, hint, sentence)}
		>
			<legend>{label}</legend>
			{options.map((option) => (
				<label>
					<input
						type={isMany ? 'checkbox' : 'radio'}
						name={name}
						value={option.value}
						checked={chosen.includes(option.value)}
						required={!isMany}
						aria-keyshortcuts={option.shortcut}
					/>
					<span>
						{option.shortcut !== undefined && <Key of={option.shortcut} />}
						{option.label}
						{option.hint !== undefined && <small>{option.hint}</small>}
					</span>
				</label>
			))}
			<Below name={name} hint={hint} sentence={sentence} />
		</fieldset>
	);
}

interface TickProps {
	name: string;
	label: string;
	hint?: string;
	isOn?: boolean;
}

/** A single checkbox. */
export function Tick({ name, label, hint, isOn = false }: TickProps) {
	const { typed, sentence } = useField(name);
	return (
		<p class="choice">
			<label>
				<input
					type="checkbox"
					name={name}
					checked={typed === undefined ? isOn : typed.has(name)}
					aria-invalid={sentence === undefined ? undefined : 'true'}
					aria-describedby={describing(name, undefined, sentence)}
				/>
				<span>
					{label}
					{hint !== undefined && <small>{hint}</small>}
				</span>
			</label>
			<Below name={name} sentence={sentence} />
		</p>
	);
}
