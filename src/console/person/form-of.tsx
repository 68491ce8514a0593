import type { Child } from 'hono/jsx';
import type { z } from 'zod';
import type { DateWindow } from '../../administration/overview/date-windows/rules.ts';
import type { EmployeeYear } from '../../administration/overview/year/actions.ts';
import { addMonths, type Instant, startOfMonth, toDay } from '../../foundation/core/instant.ts';
import type { App, Context } from '../env.ts';
import type { Say } from '../format.ts';
import { type FormDefinition, FormFor, type FormForProps, form, type Kinds } from '../forms.tsx';
import { type Attempt, previewed } from '../submit.ts';
import { type Showing, takeForm } from '../taking.ts';
import type { Catalogue } from '../words.ts';
import { type Applies, doneAddress, type Undo } from './done.ts';
import { FORM_WORDS } from './form-words.ts';
import type { ChangeName } from './words.ts';
import type { Changed, Year } from './year.ts';

/** The year that a form starts from, and the id of the period that the reader has selected in it. */
interface Shown {
	known: EmployeeYear;
	year: Year;
	of: string | undefined;
	/** Entries that undo another change. */
	typed: FormData | undefined;
	say: Say;
}

interface Change<T> {
	before: T | null;
	after: T;
	typed: FormData;
	now: Instant;
}

interface PersonForm<F extends Kinds, S extends z.ZodType, T>
	extends Omit<FormDefinition<F, S, T, string, Changed>, 'preview' | 'words'> {
	/** The types of the events that change its record. */
	events: RegExp;
	/** Returns the part of the year that differs after the change. */
	seen(after: T): Changed;
	/** Returns the days of the saved change, for the sentence that says what was done. */
	applies?(change: Change<T>): Applies;
	/** Returns the form that undoes the change, with the earlier values. */
	undo?(change: Change<T>): Undo | undefined;
	/** Returns the values of the fields, or the content that replaces the fields. */
	fill(
		shown: Shown,
	): Pick<FormForProps<F, T>, 'record' | 'values' | 'options' | 'given'> & { instead?: Child };
}

export function formOf<F extends Kinds, S extends z.ZodType, T>(definition: PersonForm<F, S, T>) {
	const { events, seen, applies, undo, fill, ...rest } = definition;
	const of = form({
		...rest,
		words: FORM_WORDS as unknown as Catalogue<{ [Name in keyof F]: string }>,
		preview: async (c: Context, attempt: Attempt<T>) => seen(await previewed(c, attempt)),
	});
	return {
		of,
		events,
		take: (app: App, name: ChangeName, showing: Showing<string>) =>
			takeForm(app, `/people/:employeeId/${name}`, of, {
				...showing,
				to(id, after, { var: { typed, now } }, before) {
					const change = { before, after, typed, now };
					return doneAddress(id, name, typed, applies?.(change) ?? {}, undo?.(change));
				},
			}),
		draw(shown: Shown, to: string, others: Child) {
			const { instead, ...filled } = fill(shown);
			return (
				<FormFor of={of} {...filled} typed={shown.typed} to={to} others={others}>
					{instead}
				</FormFor>
			);
		},
	};
}

interface Dates {
	validFrom: Instant;
	validUntil: Instant | null;
}

/** Fills the fields of a period. The earliest day comes first, and browsers suggest it and the months after it. */
export function periodFrom({ start }: DateWindow, say: Say, old?: Dates) {
	const earliest = start ?? 0;
	const until = old?.validUntil ?? null;
	const months = [1, 2, 3].map((count) => startOfMonth(addMonths(earliest, count)));
	const days = [earliest, ...months, Math.max(earliest, old?.validFrom ?? 0)].map(toDay);
	const [min, value] = [days[0], days.pop()];
	const options = days.map((one) => ({ value: one, label: one }));
	return {
		startDate: { value, min, options, hint: earliestHint(earliest, say) },
		endDate: { value: until === null || until < earliest ? undefined : toDay(until) },
	};
}

/** Fills the field of a last day. */
export const endFrom = ({ end: last }: DateWindow, say: Say) => ({
	endDate: { min: toDay(last ?? 0), hint: earliestHint(last ?? 0, say) },
});

const earliestHint = (at: Instant, say: Say): string => FORM_WORDS[say.language].earliest(say.day(at));
