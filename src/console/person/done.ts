import { addDays, type Instant, toDay } from '../../foundation/core/instant.ts';
import { lastInstant, type Period, within } from '../../foundation/core/timeline.ts';
import { BASE, type Context } from '../env.ts';
import type { Say } from '../format.ts';
import { dayIn, textIn } from '../typed.ts';
import { type ChangeName, WORDS } from './words.ts';

/** A form that undoes a change, with the earlier values in its fields. */
export interface Undo {
	form: ChangeName;
	fields: Record<string, string | readonly string[]>;
}

/** The fields of changes that hold days. The first one that was changed decides from when the change applies. */
const DAYS = ['startDate', 'datePausedStart', 'datePausedEnd', 'dateTerminated', 'endDate'];

/** Returns the day from which a typed change applies; undefined when it is about no day. */
export function effectOf(typed: FormData): Instant | undefined {
	for (const name of DAYS) {
		const [day, stored] = [dayIn(typed, name), textIn(typed, `${name}.stored`).slice(0, 10)];
		if (day !== stored) return dayOf(day || stored);
	}
	return undefined;
}

/** The first instant of a day in this millennium; undefined for any other text. */
const dayOf = (text: string): Instant | undefined =>
	/^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? Date.parse(text) : undefined;

/** The first and the last day for which a saved change applies. */
export interface Applies {
	from?: Instant | null | undefined;
	until?: Instant | null | undefined;
}

/** Returns the address that says what was done. It shows the year in which that applies. */
export function doneAddress(
	employeeId: string,
	name: ChangeName,
	typed: FormData,
	{ from, until }: Applies,
	undo: Undo | undefined,
) {
	const effect = effectOf(typed);
	const query = new URLSearchParams({ saved: name });
	const add = (key: string, value: string | undefined) => value && query.set(key, value);
	add('year', effect === undefined ? undefined : toDay(effect).slice(0, 4));
	add('from', from == null ? undefined : toDay(from));
	add('until', until == null ? undefined : toDay(until));
	add('undo', undo && `${undo.form}?${queryOf(undo.fields)}`);
	return `${BASE}/people/${employeeId}?${query}`;
}

export const typedDay = (typed: FormData, name: string): Instant | undefined => dayOf(dayIn(typed, name));

const queryOf = (fields: Undo['fields']): URLSearchParams =>
	new URLSearchParams(
		Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
	);

/** Returns the sentence about the change. The address only selects it and gives the days, so no link can contain other words. */
export function doneIn(c: Context, say: Say): string {
	const { done, saved } = WORDS[say.language];
	const name = c.req.query('saved') ?? '';
	const [from, until] = ['from', 'until'].map((key) => {
		const day = dayOf(c.req.query(key) ?? '');
		return day === undefined ? '' : say.day(day);
	});
	return Object.hasOwn(done, name) ? done[name as ChangeName](from ?? '', until ?? '') : saved;
}

/** Returns the address of the form that undoes the change. The present address names the form and its values. */
export function undoIn(c: Context, employeeId: string): string | undefined {
	const [form = '', query = ''] = (c.req.query('undo') ?? '').split('?', 2);
	const isKnown = Object.hasOwn(WORDS.en.changes, form);
	return isKnown ? `${BASE}/people/${employeeId}/${form}?${new URLSearchParams(query)}` : undefined;
}

/** Returns the values from the address for a form that undoes a change; undefined if there are none. */
export function filledIn(c: Context, fields: object): FormData | undefined {
	const asked = Object.entries(c.req.queries());
	if (!asked.some(([name]) => name in fields)) return undefined;
	const filled = new FormData();
	for (const [name, values] of asked) for (const value of values) filled.append(name, value);
	return filled;
}

type Dates = Omit<Period, 'id'> & { nextDate?: Instant | null };

/** The saved change, for the sentence that says what was done and for the form that undoes it. */
interface Saved<P> {
	before: readonly P[] | null;
	after: readonly P[];
	typed: FormData;
	now: Instant;
}

/**
 * Says when a new period applies, and how to undo it. Its end may be earlier than requested. To undo it, the period before it applies
 * again from its start. Without one, the new period ends before it begins.
 */
export const laying = <P extends Dates>(
	[form, endForm]: readonly [form: ChangeName, endForm?: ChangeName],
	fieldsOf: (old: P) => Undo['fields'],
	isMeant: (one: P) => boolean = () => true,
) => ({
	applies({ after, typed }: Saved<P>): Applies {
		const start = typedDay(typed, 'startDate') ?? 0;
		const [laid] = within(after.filter(isMeant), start, start);
		return { from: Math.max(start, laid?.nextDate ?? start), until: laid?.validUntil };
	},
	undo({ before, typed }: Saved<P>): Undo | undefined {
		const start = typedDay(typed, 'startDate') ?? 0;
		const [old] = within((before ?? []).filter(isMeant), start, start);
		if (old !== undefined) return { form, fields: { ...fieldsOf(old), ...datesFrom(start, old) } };
		return endForm && { form: endForm, fields: { endDate: toDay(addDays(start, -1)) } };
	},
});

/** Says until when ended periods apply, and how to undo that: the first one continues after its end. Some end early anyway. */
export const ending = <P extends Dates>(
	form: ChangeName,
	fieldsOf: (old: P) => Undo['fields'],
	isMeant: (one: P, typed: FormData) => boolean = () => true,
) => ({
	applies({ after, typed, now }: Saved<P>): Applies {
		const ends = after.filter((one) => isMeant(one, typed) && lastInstant(one) >= now).map(lastInstant);
		return { until: ends.length === 0 ? typedDay(typed, 'endDate') : Math.max(...ends) };
	},
	undo({ before, typed }: Saved<P>): Undo | undefined {
		const next = addDays(typedDay(typed, 'endDate') ?? 0, 1);
		const old = before?.find((one) => isMeant(one, typed) && lastInstant(one) >= next);
		return old && { form, fields: { ...fieldsOf(old), ...datesFrom(Math.max(old.validFrom, next), old) } };
	},
});

/** The fields of a period that applies again from an instant. */
const datesFrom = (start: Instant, { validUntil }: Dates) => ({
	startDate: toDay(start),
	endDate: validUntil === null ? '' : toDay(validUntil),
});
