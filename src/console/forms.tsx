import type { Child, PropsWithChildren } from 'hono/jsx';
import type { z } from 'zod';
import type { Call } from '../foundation/db/call.ts';
import type { Outcome } from '../foundation/db/write.ts';
import { createContext, useContext } from '../foundation/lean/jsx.ts';
import type { Context } from './env.ts';
import type { Option } from './field.tsx';
import { Buttons, Form, type Refused, SaveOrShow, Submit, sentTo } from './form.tsx';
import { useReader, useWords } from './page.tsx';
import { type Attempt, type Contract, tagOf } from './submit.ts';
import type { Catalogue } from './words.ts';

/** Everything that a kind of field needs to draw a field. A field that selects one of no options is not drawn. */
interface Drawn<Value> {
	name: string;
	/** The id of the input, where several forms of a page have a field of this name. */
	id?: string;
	label: string;
	hint?: string | undefined;
	/** The path of the field in faults of the API, if that is not its name. */
	at?: string;
	value?: Value | undefined;
	isOptional?: boolean;
	/** The first and the last day that can be entered. */
	min?: string | undefined;
	max?: string | undefined;
	/** True for a field of a filter, which may stay empty without saying so. */
	isFilter?: boolean;
	/** Options that only the page knows. */
	options?: readonly Option[] | undefined;
	/** All words of the form, in which a kind finds the other texts of a field. */
	words: Readonly<Record<string, unknown>>;
}

/** One kind of field: how it is drawn, and how its part of a body of the API is read. */
export interface Kind<Value, Read> {
	draw(field: Drawn<Value>): Child;
	/** Returns undefined for a field that was left empty. */
	read(typed: FormData, name: string): Read | undefined;
	/** The value that the API gets if the field is empty. */
	whenEmpty?: Read | undefined;
	isOptional?: boolean;
}

export type Kinds = Record<string, Kind<unknown, unknown>>;
type ValuesOf<F extends Kinds> = {
	[Name in keyof F]?: F[Name] extends Kind<infer Value, unknown> ? Value : never;
};
type ReadOf<F extends Kinds> = { [Name in keyof F]: F[Name] extends Kind<never, infer Read> ? Read : never };

/** The parts of a form that are drawn. */
interface FormShape<F extends Kinds, T> {
	/** Tells apart forms that post to one address. */
	part?: string;
	/** The label of each field by its name. `nameHint` and `nameNone` are its hint and the option for no value. */
	words?: Catalogue<{ [Name in keyof F]: string }>;
	fields: F;
	/** Returns the record as the API shows it, from which the form's ETag is made. */
	toWire?(record: T): object;
	preview?: unknown;
}

/** A form: its fields, the contract of the API that checks them, and the change that it asks for. */
export interface FormDefinition<F extends Kinds, S extends z.ZodType, T, Id, P> extends FormShape<F, T> {
	/** The operation of the API that checks what was typed. */
	contract?: Contract<S>;
	/** Completes what was read from the fields to the body of the operation. */
	body?(read: ReadOf<F>, c: Context, id: Id): object;
	attempt(call: Call, id: Id, body: z.output<S>, c: Context): Promise<Outcome<T>>;
	/** Makes the preview: `previewed` returns the record after the change, `tried` the whole outcome. */
	preview?(c: Context, attempt: Attempt<T>, id: Id): Promise<P>;
}

/** Returns the definition as it is. The compiler infers the types of its parts. */
export const form = <F extends Kinds, S extends z.ZodType, T, Id, P>(
	definition: FormDefinition<F, S, T, Id, P>,
): FormDefinition<F, S, T, Id, P> => definition;

/** Returns what was just sent with a form, and what its preview shows. A form that is only opened gets nothing. */
export function sentWith<P>(
	c: Context,
	of: { preview?(...args: never[]): Promise<P> },
): Refused & { after?: P } {
	const { sent, typed } = c.var;
	if (sent?.form !== of) return {};
	return {
		typed,
		...(sent.refusal && { refusal: sent.refusal }),
		...('after' in sent && { after: sent.after as P }),
	};
}

/** Reads what was typed into the fields, as the API takes it. */
export const readFields = <F extends Kinds>(fields: F, typed: FormData): ReadOf<F> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, kind]) => [name, kind.read(typed, name) ?? kind.whenEmpty]),
	) as ReadOf<F>;

/** Parts of a field that only the page knows. They replace those of its definition. */
type Given = Partial<Omit<Drawn<unknown>, 'name' | 'words'>>;

const FilledForm = createContext<Readonly<Record<string, Given>>>({});

export interface FormForProps<F extends Kinds, T> {
	of: FormShape<F, T>;
	to: string;
	/** The record that the form changes. It fills the fields, and gives the ETag. */
	record?: T | undefined;
	/** Entries in place of the values of the record, as if the reader had typed them. */
	typed?: FormData | undefined;
	/** Values of fields that the record lacks, or that replace its own. */
	values?: ValuesOf<F>;
	/** Options of fields that only the page knows. */
	options?: { [Name in keyof F]?: readonly Option[] };
	/** Hints, first days and other parts of fields that only the page knows. */
	given?: { [Name in keyof F]?: Given };
	/** The label of the button; null as long as there is nothing to save. */
	save?: Child | null | undefined;
	/** Other buttons and links beside it. */
	others?: Child;
	/** Whether a script asks for the preview while somebody types. By default, it does if there is a preview. */
	previews?: boolean;
	takesFile?: boolean;
	class?: string;
}

/** Draws a form: all its fields and its button. Children replace the fields. */
export function FormFor<F extends Kinds, T>(props: PropsWithChildren<FormForProps<F, T>>) {
	const { of, to, record, typed, values, options, given, save, others, children, ...rest } = props;
	const { c, words } = useReader();
	const { sent } = c.var;
	const isOther = sent?.form !== undefined && sent.form !== of;
	const etag = record === undefined || of.toWire === undefined ? undefined : tagOf(of.toWire(record));
	const stored = { ...record, ...values } as Record<string, unknown>;
	const filled = Object.fromEntries(
		Object.keys(of.fields).map((name: keyof F & string) => [
			name,
			{ value: stored[name], options: options?.[name], ...given?.[name] },
		]),
	);
	return (
		<FilledForm.Provider value={filled}>
			<Form
				to={to}
				state={isOther ? {} : { ...(typed && { typed }), ...sentTo(c, to) }}
				etag={etag}
				previews={of.preview !== undefined}
				{...rest}
			>
				{of.part !== undefined && <input type="hidden" name="part" value={of.part} />}
				{children ?? <Fields of={of} />}
				{of.preview === undefined ? (
					<Buttons>
						<Submit look="main">{save ?? words.save}</Submit>
						{others}
					</Buttons>
				) : (
					<SaveOrShow save={save === null ? undefined : (save ?? words.save)}>{others}</SaveOrShow>
				)}
			</Form>
		</FilledForm.Provider>
	);
}

interface FieldsProps<F extends Kinds> {
	of: Pick<FormShape<F, never>, 'fields' | 'words'>;
	/** Which fields, in this order; all of them by default. */
	only?: readonly (keyof F & string)[];
}

/** Draws fields of the form around them. */
export function Fields<F extends Kinds>({ of, only }: FieldsProps<F>) {
	const draw = useFields(of);
	return (only ?? Object.keys(of.fields)).map((name) => draw(name));
}

type OneFieldProps<F extends Kinds> = Omit<FieldsProps<F>, 'only'> & { name: keyof F & string } & Given;

/** Draws one field of the form around it, with what differs from its definition. */
export const OneField = <F extends Kinds>({ of, name, ...rest }: OneFieldProps<F>) =>
	useFields(of)(name, rest);

function useFields<F extends Kinds>({ fields, words: catalogue }: FieldsProps<F>['of']) {
	const filled = useContext(FilledForm);
	const words: Readonly<Record<string, unknown>> = catalogue === undefined ? {} : useWords(catalogue);
	return (name: string, rest: Given = {}) => {
		const kind = fields[name];
		const given = { ...filled[name], ...rest };
		if (given.options?.length === 0) return null;
		return kind?.draw({
			name,
			label: String(words[name] ?? ''),
			hint: words[`${name}Hint`] as string | undefined,
			isOptional: kind.isOptional ?? false,
			...given,
			words,
		});
	};
}
