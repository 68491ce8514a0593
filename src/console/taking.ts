import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { Call } from '../foundation/db/call.ts';
import type { Outcome } from '../foundation/db/write.ts';
import type { App, ConsoleEnv, Context } from './env.ts';
import type { Refused } from './form.tsx';
import { type Kinds, readFields } from './forms.tsx';
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
} from './submit.ts';
import { textIn } from './typed.ts';

export interface Showing<Id> {
	/** Returns the id of the record that the form is about, or refuses a reader who may not know it. */
	idOf(c: Context): Id;
	/** The page of the form. It finds what was sent by `sentWith`. */
	show(c: Context): Response | Promise<Response>;
	/** A check that the sender has to pass first, such as a fresh proof of identity. */
	guard?: MiddlewareHandler<ConsoleEnv>;
}

interface Taking<T, Id> extends Showing<Id> {
	/** Returns the address that follows after saving. */
	to(id: Id, after: T, c: Context, before: T | null): string;
}

interface TakingOnce<T, Id> extends Showing<Id> {
	/** Answers with the result, which is stored nowhere. */
	once(c: Context, after: T, id: Id): Response | Promise<Response>;
	/** Returns the address to which a repetition is redirected. */
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
