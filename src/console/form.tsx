import type { PropsWithChildren } from 'hono/jsx';
import type { Fault, Refusal } from '../core/refusals.ts';
import { createContext, useContext } from '../lean/jsx.ts';
import { useReader } from './page.tsx';
import { sentenceOf, sentenceOfFault } from './refusals.ts';

/** What was typed into a form that was refused, and why. A form that is opened has neither. */
export interface Refused {
	typed?: FormData;
	refusal?: Refusal;
}

const FormState = createContext<Refused>({});

interface FormProps {
	to: string;
	state?: Refused;
	/** The tag of the record from which the form was made; saving is refused once the record has changed. */
	etag?: string | undefined;
	/** Whether a file can be chosen in it. */
	takesFile?: boolean;
	/** Whether a script asks for the preview while somebody types. */
	previews?: boolean;
	class?: string;
}

/** A form that posts once, for whom it was opened. What was refused stands above it, with links to the fields. */
export function Form({
	to,
	state = {},
	etag,
	takesFile,
	previews,
	children,
	...rest
}: PropsWithChildren<FormProps>) {
	const { visitor } = useReader();
	return (
		<FormState.Provider value={state}>
			<form
				method="post"
				action={to}
				enctype={takesFile ? 'multipart/form-data' : undefined}
				data-previews={previews ? '' : undefined}
				class={rest.class}
			>
				{visitor !== undefined && <input type="hidden" name="_for" value={visitor.userId} />}
				<input type="hidden" name="_key" value={crypto.randomUUID()} />
				{etag !== undefined && <input type="hidden" name="_etag" value={etag} />}
				<Refusals />
				{children}
			</form>
		</FormState.Provider>
	);
}

/** A refusal in one sentence, unless all of it stands at fields. */
function Refusals() {
	const { refusal } = useContext(FormState);
	const { say, words } = useReader();
	if (refusal === undefined) return null;
	const faults = faultsOf(refusal);
	return (
		<div class="note" data-mood="bad" role="alert">
			<p>{faults.length === 0 ? sentenceOf(refusal, say) : words.faults(faults.length)}</p>
		</div>
	);
}

/** The faults that stand at fields. A date that is refused names its field too. */
function faultsOf(refusal: Refusal): Fault[] {
	const { errors = [], field } = refusal.extras;
	return field === undefined ? errors : [{ pointer: `#/${field}`, code: refusal.code, detail: '' }];
}

/** What is known of one field: what was typed into it, and what is wrong with it. */
function useField(at: string) {
	const { typed, refusal } = useContext(FormState);
	const { say } = useReader();
	const fault = refusal && faultsOf(refusal).find(({ pointer }) => `${pointer}/`.startsWith(`#/${at}/`));
	const sentence =
		fault && (fault.code === refusal.code ? sentenceOf(refusal, say) : sentenceOfFault(fault.code, say));
	return { typed, code: fault?.code, sentence, isStale: refusal?.code === 'precondition_failed' };
}

interface FieldProps {
	name: string;
	/** Where several forms on a page have a field of this name; the name unless said. */
	id?: string;
	label: string;
	/** Where the API names its faults, such as `budget/value`; the name unless said. */
	at?: string;
	hint?: string | undefined;
	value?: string | null | undefined;
	type?: string;
	isOptional?: boolean;
	/** Whether it is one of several by which a list is filtered, of which each may stay empty. */
	isFilter?: boolean;
	[attribute: `aria-${string}`]: string | undefined;
	autocomplete?: string;
	inputmode?: 'decimal' | 'numeric' | 'email' | 'search';
	maxlength?: number;
	min?: string | undefined;
	max?: string | undefined;
	list?: string;
	readonly?: boolean;
	/** The sentence for an entry that does not read as one of this kind. */
	unreadable?: string;
}

/** One line to type into. A secret is never repeated. */
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
	const { typed, code, sentence, isStale } = useField(at);
	const kept = type === 'password' ? undefined : typed?.get(name);
	const shown = typeof kept === 'string' ? kept : (value ?? undefined);
	const isChanged = isStale && shown !== (value ?? '');
	const said = unreadable !== undefined && isUnreadable(code) ? unreadable : sentence;
	return (
		<p class="field">
			<label for={id}>
				{label}
				{isOptional && <small> ({words.optional})</small>}
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
			{isChanged && <span class="hint">{words.meanwhile(value ?? '')}</span>}
		</p>
	);
}

const isUnreadable = (code: string | undefined): boolean => /^invalid_/.test(code ?? '');

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

/** A day. */
export function DayField({ value, min, max, ...rest }: Omit<FieldProps, 'unreadable'>) {
	const { words } = useReader();
	return <Field {...rest} type="date" value={value} min={min} max={max} unreadable={words.day} />;
}

interface Option {
	value: string;
	label: string;
	hint?: string;
}

interface ChoiceProps {
	name: string;
	label: string;
	at?: string;
	options: readonly Option[];
	/** What is chosen as long as nobody has chosen. */
	value?: string | readonly string[] | null;
}

/** One of several, in a list that opens. */
export function Select({
	name,
	label,
	at = name,
	options,
	value,
	none,
	isOptional,
}: ChoiceProps & { isOptional?: boolean; none?: string }) {
	const { words } = useReader();
	const { typed, sentence } = useField(at);
	const chosen = typed?.get(name) ?? value ?? '';
	return (
		<p class="field">
			<label for={name}>{label}</label>
			<select
				id={name}
				name={name}
				required={!isOptional}
				aria-invalid={sentence === undefined ? undefined : 'true'}
				aria-describedby={describing(name, undefined, sentence)}
			>
				<option value="">{none ?? words.choose}</option>
				{options.map((option) => (
					<option value={option.value} selected={option.value === chosen}>
						{option.label}
					</option>
				))}
			</select>
			<Below name={name} sentence={sentence} />
		</p>
	);
}

/** One of several, or with `isMany` any of them, side by side. */
export function Choice({
	name,
	label,
	at = name,
	options,
	value,
	isMany,
}: ChoiceProps & { isMany?: boolean }) {
	const { typed, sentence } = useField(at);
	const chosen = typed?.getAll(name) ?? [value ?? []].flat();
	return (
		<fieldset class="choice" aria-describedby={describing(name, undefined, sentence)}>
			<legend>{label}</legend>
			{options.map((option) => (
				<label>
					<input
						type={isMany ? 'checkbox' : 'radio'}
						name={name}
						value={option.value}
						checked={chosen.includes(option.value)}
						required={!isMany}
					/>
					<span>
						{option.label}
						{option.hint !== undefined && <small>{option.hint}</small>}
					</span>
				</label>
			))}
			<Below name={name} sentence={sentence} />
		</fieldset>
	);
}

/** Something that is so or not. */
export function Tick({ name, label, isOn = false }: { name: string; label: string; isOn?: boolean }) {
	const { typed } = useContext(FormState);
	return (
		<p class="choice">
			<label>
				<input type="checkbox" name={name} checked={typed === undefined ? isOn : typed.has(name)} />
				<span>{label}</span>
			</label>
		</p>
	);
}

interface FileProps {
	name: string;
	label: string;
	hint?: string;
	accept: string;
	/** What the script says of a picture that it cannot read. */
	unreadable?: string;
}

/** A file to choose, or a photo to take. */
export function FileField({ name, label, hint, accept, unreadable }: FileProps) {
	const { sentence } = useField(name);
	const { words } = useReader();
	const { typed } = useContext(FormState);
	return (
		<p class="field">
			<label for={name}>{label}</label>
			<input
				id={name}
				name={name}
				type="file"
				accept={accept}
				required
				data-unreadable={unreadable}
				aria-invalid={sentence === undefined ? undefined : 'true'}
				aria-describedby={describing(name, hint, sentence)}
			/>
			<Below name={name} hint={hint} sentence={sentence ?? (typed && words.fileGone)} />
		</p>
	);
}

/** The buttons of a form. */
export const Buttons = ({ children }: PropsWithChildren) => <p class="buttons">{children}</p>;
