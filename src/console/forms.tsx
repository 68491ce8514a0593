import type { MiddlewareHandler } from 'hono';
import type { Child, PropsWithChildren } from 'hono/jsx';
import type { z } from 'zod';
import type { Call } from '../db/call.ts';
import type { Outcome } from '../db/write.ts';
import { createContext, useContext } from '../lean/jsx.ts';
import type { App, ConsoleEnv, Context } from './env.ts';
import type { Option } from './field.tsx';
import { Buttons, Form, type Refused, SaveOrShow, Submit, sentTo } from './form.tsx';
import { useReader, useWords } from './page.tsx';
import {
	type Attempt,
	type Contract,
	changed,
	checked,
	isPreview,
	reported,
	requirePreviewed,
	shownOnce,
	submitted,
	tagOf,
} from './submit.ts';
import { textIn } from './typed.ts';
import type { Catalogue } from './words.ts';

/** Everything that a kind of field needs to draw one. Without any options to choose from it is not drawn. */
interface Drawn<Value> {
	name: string;
	/** The id of the input, where several forms of a page have a field of this name. */
	id?: string;
	label: string;
	hint?: string | undefined;
	/** The place of its faults in the API, when that is not its name. */
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
	/** The value that the API gets for an empty field. */
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
	/** Makes the ETag of the form from its record. */
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

/** Declares a form. */
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

export interface Showing<Id> {
	/** Returns what the form is about, or refuses a reader who may not know it. */
	idOf(c: Context): Id;
	/** The page of the form. It finds what was sent by `sentWith`. */
	show(c: Context): Response | Promise<Response>;
	/** A check that the sender has to pass first, such as a fresh proof of identity. */
	guard?: MiddlewareHandler<ConsoleEnv>;
}

interface Taking<T, Id> extends Showing<Id> {
	/** Returns where the reader goes once it is saved. */
	to(id: Id, after: T, c: Context, before: T | null): string;
}

interface TakingOnce<T, Id> extends Showing<Id> {
	/** Answers with the result, which is stored nowhere. */
	once(c: Context, after: T, id: Id): Response | Promise<Response>;
	/** Returns where the reader goes who sends the form again. */
	to(id: Id, c: Context): string;
}

/** The parts of a form that `takeForm` uses. They do not depend on its fields. */
interface TakenForm<T, Id> {
	part?: string;
	fields: Kinds;
	contract?: Contract<z.ZodType>;
	body?(read: never, c: Context, id: Id): object;
	attempt(call: Call, id: Id, body: never, c: Context): Promise<Outcome<T>>;
	toWire?(record: T): object;
	preview?(c: Context, attempt: Attempt<T>, id: Id): Promise<unknown>;
}

/** One form of an address, or several that have a `part` each. */
type TakenForms<T, Id> = TakenForm<T, Id> | readonly [TakenForm<T, Id>, ...TakenForm<T, Id>[]];

/** Takes what is posted with a form. The contract checks it, and it is previewed or saved. A form that is refused is shown again. */
export const takeForm = <T, Id>(
	app: App,
	path: string,
	forms: TakenForms<T, Id>,
	{ to, ...showing }: Taking<T, Id>,
): void =>
	take(app, path, forms, showing, (c, attempt, id, { toWire }) =>
		changed(c, { attempt, to: (after, before) => to(id, after, c, before), toWire }),
	);

/** Takes a form whose result is shown once, such as a new key. */
export const takeFormOnce = <T, Id>(
	app: App,
	path: string,
	forms: TakenForms<T, Id>,
	{ to, once, ...showing }: TakingOnce<T, Id>,
): void =>
	take(app, path, forms, showing, (c, attempt, id) =>
		shownOnce(c, { attempt, to: to(id, c) }, (after) => once(c, after, id)),
	);

export interface TakingExactly<T, Id> extends Showing<Id> {
	/** Returns the part of the result that a repetition of the form gets again. */
	keep(after: T): object;
	/** Answers with the result; a repetition has only the part that was kept. */
	report(c: Context, done: { after?: T | undefined; kept: unknown }, id: Id): Promise<Response>;
}

/** Takes a form that does exactly what its preview showed, and reports it. Otherwise it shows a new preview. */
export const takeFormExactly = <T, Id>(
	app: App,
	path: string,
	of: TakenForm<T, Id>,
	{ keep, report, ...showing }: TakingExactly<T, Id>,
): void =>
	take(app, path, of, { ...showing, isExact: true }, async (c, attempt, id) => {
		let after: T | undefined;
		const exactly: Attempt<T> = async (call) => {
			const outcome = await attempt(call);
			requirePreviewed(c, of.toWire?.(outcome.after) ?? {});
			after = outcome.after;
			return outcome;
		};
		const kept = await reported(c, { attempt: exactly, to: () => c.req.path, toWire: keep });
		return report(c, { after, kept }, id);
	});

function take<T, Id>(
	app: App,
	path: string,
	forms: TakenForms<T, Id>,
	{ idOf, show, guard, isExact = false }: Showing<Id> & { isExact?: boolean },
	save: (c: Context, attempt: Attempt<T>, id: Id, of: TakenForm<T, Id>) => Promise<Response>,
): void {
	const all = 'fields' in forms ? ([forms] as const) : forms;
	if (guard !== undefined) app.on('POST', path, guard);
	app.post(path, (c) => {
		const of = all.find(({ part }) => part === textIn(c.var.typed, 'part')) ?? all[0];
		const work = async (typed: FormData, isPreviewed: boolean) => {
			const id = idOf(c);
			const read = readFields(of.fields, typed);
			const raw = of.body?.(read as never, c, id) ?? read;
			const body = of.contract === undefined ? raw : checked(of.contract, raw);
			const attempt: Attempt<T> = (call) => of.attempt(call, id, body as never, c);
			if (of.preview === undefined || !isPreviewed) return save(c, attempt, id, of);
			c.set('sent', { status: 200, ...c.var.sent, form: of, after: await of.preview(c, attempt, id) });
			return show(c);
		};
		const again = ({ refusal }: Refused) =>
			isExact && refusal?.code === 'precondition_failed' ? work(c.var.typed, true) : show(c);
		return submitted(c, (typed) => work(typed, isPreview(typed)), again, of);
	});
}

/** Reads what was typed into the fields, as the API takes it. */
export const readFields = <F extends Kinds>(fields: F, typed: FormData): ReadOf<F> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, kind]) => [name, kind.read(typed, name) ?? kind.whenEmpty]),
	) as ReadOf<F>;

/** Adds to the definition of a field, or replaces a part of it, as only the page can. */
type Given = Partial<Omit<Drawn<unknown>, 'name' | 'words'>>;

const FilledForm = createContext<Readonly<Record<string, Given>>>({});

export interface FormForProps<F extends Kinds, T> {
	of: FormShape<F, T>;
	to: string;
	/** The record that the form changes. It fills the fields, and gives the ETag. */
	record?: T | undefined;
	/** Entries in place of the values of the record, as if the reader had typed them. */
	typed?: FormData | undefined;
	/** Further values of fields. */
	values?: ValuesOf<F>;
	/** Options of fields that only the page knows. */
	options?: { [Name in keyof F]?: readonly Option[] };
	/** Hints, first days and whatever else only the page knows of fields. */
	given?: { [Name in keyof F]?: Given };
	/** The button; null as long as there is nothing to save. */
	save?: Child | null | undefined;
	/** Other buttons and links beside it. */
	others?: Child;
	/** Whether a script asks for the preview while somebody types; where there is a preview, by default. */
	previews?: boolean;
	takesFile?: boolean;
	class?: string;
}

/** Draws a form: all its fields and its button. Children stand in the place of the fields. */
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
