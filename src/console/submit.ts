import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { realTime } from '../foundation/core/instant.ts';
import { REFUSALS, Refusal, type RefusalCode } from '../foundation/core/refusals.ts';
import type { Call } from '../foundation/db/call.ts';
import { type Answer, newClaim, Replay, useUp } from '../foundation/db/idempotency.ts';
import { dryRun, messagesOf, type Outcome, perform } from '../foundation/db/write.ts';
import { faultsIn, invalid } from '../foundation/http/faults.ts';
import { wakeForMails } from '../foundation/http/mail.ts';
import { afterRelease, etagOf } from '../foundation/http/write.ts';
import { type App, asApi, type Context } from './env.ts';
import type { Refused } from './form.tsx';
import { chosenIn, keepFiles, textIn } from './typed.ts';

export type Attempt<T> = (call: Call) => Promise<Outcome<T>>;

interface Change<T> {
	attempt: Attempt<T>;
	/** The address to which the reader goes after saving. */
	to: (after: T, before: T | null) => string;
	/** Returns the record as the API shows it, for its ETag and the stored answer. */
	toWire?: ((state: T) => object) | undefined;
}

/** Does what a form asks for. A refused form is shown again with its entries. */
export async function submitted(
	c: Context,
	work: (typed: FormData) => Promise<Response>,
	again: (refused: Required<Refused>, status: number) => Response | Promise<Response>,
	form?: object,
): Promise<Response> {
	try {
		if (c.var.isTooLarge) throw new Refusal('body_too_large', 'The file may have at most 10 MB.');
		return await work(c.var.typed);
	} catch (error) {
		if (!(error instanceof Refusal && isMendedByForm(error))) throw error;
		c.set('sent', { form, refusal: error, status: statusOf(error) });
		await keepFiles(c.var.typed);
		return again({ typed: c.var.typed, refusal: error }, statusOf(error));
	}
}

/** Takes what is posted to an address. A form that is refused is shown again. */
export const takePost = (
	app: App,
	path: string,
	work: (c: Context, typed: FormData) => Promise<Response>,
	show: (c: Context, refusal: Refusal) => Response | Promise<Response>,
): void => {
	app.post(path, (c) =>
		submitted(
			c,
			(typed) => work(c, typed),
			({ refusal }) => show(c, refusal),
		),
	);
};

/** Refusals after which the user can submit the form again, although their status alone does not say so. */
const WORTH_ANOTHER_TRY: readonly RefusalCode[] = [
	'invalid_credentials',
	'invalid_code',
	'unavailable',
	'identity_provider_failed',
];

const statusOf = ({ code }: Refusal): number => REFUSALS[code].status;

function isMendedByForm(refusal: Refusal): boolean {
	const status = statusOf(refusal);
	return WORTH_ANOTHER_TRY.includes(refusal.code) || !([401, 403, 404].includes(status) || status >= 500);
}

/** Saves a change once, even if its form is sent several times, and redirects. */
export const changed = async <T>(c: Context, change: Change<T>): Promise<Response> =>
	c.redirect(await saved(c, change), 303);

/** Saves one of several changes of a form. `part` makes its key unique, so that each is saved once. Returns the next address. */
export const saved = async <T>(c: Context, change: Change<T>, part = ''): Promise<string> =>
	(await answered(c, change, part)).headers.Location ?? '';

/** Saves the file of a form after its record. If that fails, the page of the record shows `form` with the file selected. */
export async function savedFile<T>(
	c: Context,
	typed: FormData,
	{ form, show, ...change }: Change<T> & { form: object; show: () => Promise<Response> },
): Promise<Response> {
	try {
		return c.redirect(await saved(c, change, ' file'), 303);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		await keepFiles(typed);
		c.set('sent', { form, refusal: error, status: statusOf(error) });
		return show();
	}
}

/** Withdraws a part of a form, so that it can no longer be saved. Returns the id of its record if it was saved before. */
export function unsaved(c: Context, part: string): Promise<string | null> {
	const { call, typed } = c.var;
	const now = realTime(call.db, call.now);
	return useUp(call.db, newClaim(call.actor.userId, keyOf(typed, part), [UNSAVED], now), now);
}

/** Saves a change whose result is shown at once. Returns the stored answer, which a repetition gets too. */
export const reported = async <T>(
	c: Context,
	change: Change<T> & { toWire: (state: T) => object },
): Promise<unknown> => JSON.parse((await answered(c, change, '')).body);

async function answered<T>(
	c: Context,
	{ attempt, to, toWire }: Change<T>,
	part: string,
): Promise<Answer & { isRepeated: boolean }> {
	const call = await claimed(c, part);
	let [mails, delayMs]: [readonly string[], number] = [[], 0];
	try {
		const answer = await perform(
			call,
			() => attempt(call),
			(outcome) => {
				requireUnchanged(c.var.typed, outcome, toWire);
				[mails, delayMs] = [messagesOf(call, outcome), outcome.mailDelayMs ?? 0];
				const body = JSON.stringify(toWire?.(outcome.after) ?? {});
				return { status: 200, headers: { Location: to(outcome.after, outcome.before) }, body };
			},
		);
		wakeForMails(asApi(c), mails, delayMs);
		return { ...answer, isRepeated: false };
	} catch (error) {
		if (error instanceof Replay) return { ...error.answer, isRepeated: true };
		throw await afterRelease(call, error);
	}
}

/** Saves a change and shows a result that is stored nowhere, such as a new key. A repetition is redirected to `to`. */
export async function shownOnce<T>(
	c: Context,
	{ attempt, to }: Pick<Change<T>, 'attempt'> & { to: string },
	show: (after: T) => Response | Promise<Response>,
): Promise<Response> {
	let after: T | undefined;
	const attemptAndKeep = async (call: Call) => {
		const outcome = await attempt(call);
		after = outcome.after;
		return outcome;
	};
	const { isRepeated } = await answered(c, { attempt: attemptAndKeep, to: () => to }, '');
	return isRepeated ? c.redirect(to, 303) : show(after as T);
}

/** Returns the outcome of a change as a dry run. Nothing is stored. */
export function tried<T>(c: Context, attempt: Attempt<T>): Promise<Outcome<T>> {
	const { call } = c.var;
	return dryRun(call, () => attempt(call));
}

/** Returns the record as a change would leave it. Nothing is stored. */
export const previewed = async <T>(c: Context, attempt: Attempt<T>): Promise<T> =>
	(await tried(c, attempt)).after;

/** True when the form was sent for a preview. */
export const isPreview = (typed: FormData): boolean => textIn(typed, '_do') === 'preview';

/** Returns the ETag that a form made from this record sends along. */
export const tagOf = (wire: object): string => etagOf(JSON.stringify(wire));

export interface Contract<S extends z.ZodType> {
	request: { body: { content: { 'application/json': { schema: S } } } };
}

/** Returns the body of an operation, checked by its contract. */
export function checked<S extends z.ZodType>({ request }: Contract<S>, body: unknown): z.output<S> {
	const result = request.body.content['application/json'].schema.safeParse(body);
	if (result.success) return result.data;
	throw invalid(faultsIn(result.error, '#', body));
}

/** Returns the call with the idempotency key of the form, which is valid only for exactly these entries. */
async function claimed(c: Context, part: string): Promise<Call> {
	const { call, typed, seal } = c.var;
	if (textIn(typed, '_key') === '') return call;
	const digest = createHash('sha256').update(`${c.req.method} ${c.req.path}\n`);
	for (const name of [...new Set(typed.keys())].sort()) {
		digest.update(JSON.stringify([name, chosenIn(typed, name)]));
		for (const file of typed.getAll(name)) {
			if (!(file instanceof File)) continue;
			for await (const piece of file.stream()) digest.update(piece);
		}
	}
	const fingerprints = await seal(digest.digest('base64url'));
	return { ...call, claim: newClaim(call.actor.userId, keyOf(typed, part), fingerprints, call.now) };
}

const keyOf = (typed: FormData, part: string): string => textIn(typed, '_key').slice(0, 200) + part;

/** Stands for the content of a form that was withdrawn. */
const UNSAVED = 'withdrawn';

function requireUnchanged<T>(typed: FormData, { before }: Outcome<T>, toWire?: Change<T>['toWire']): void {
	const tag = textIn(typed, '_etag');
	if (tag === '' || before === null || toWire === undefined || tagOf(toWire(before)) === tag) return;
	throw changedMeanwhile();
}

const changedMeanwhile = (): Refusal =>
	new Refusal('precondition_failed', 'The record has changed since the form was opened.');

/** Refuses a submit whose result would differ from the preview. */
export function requirePreviewed(c: Context, wire: object): void {
	if (tagOf(wire) !== textIn(c.var.typed, '_etag')) throw changedMeanwhile();
}
