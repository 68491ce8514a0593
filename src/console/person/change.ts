import type { Call } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import type { EmployeeYear } from '../../overview/year/actions.ts';
import { BASE, type Context } from '../env.ts';
import { changed, previewed, tagOf } from '../submit.ts';
import { amountIn, dayIn, textIn } from '../typed.ts';
import { storedIn } from './employee.ts';
import type { Changed, Year } from './year.ts';

type Work<T> = (call: Call, employeeId: string) => Promise<Outcome<T>>;

interface Definition<T> {
	/** Takes what was typed as the contract of the API does, and returns what is to be done. */
	read(typed: FormData): Work<T>;
	toWire(state: T): object;
	/** Returns the ETag of the record as it was when the form was opened. */
	wireOf(known: EmployeeYear, year: Year): object;
	/** Returns the year as it would be after the change. */
	seen(after: T): Changed;
}

/** A change of somebody: one form, its preview and its saving. */
export interface Change {
	tag(known: EmployeeYear, year: Year): string;
	preview(c: Context, employeeId: string): Promise<Changed>;
	save(c: Context, employeeId: string): Promise<Response>;
}

export function change<T>({ read, toWire, wireOf, seen }: Definition<T>): Change {
	return {
		tag: (known, year) => tagOf(wireOf(known, year)),
		async preview(c, employeeId) {
			const work = read(c.var.typed);
			return seen(await previewed(c, (call) => work(call, employeeId)));
		},
		async save(c, employeeId) {
			const work = read(c.var.typed);
			const to = () => `${BASE}/people/${employeeId}?saved`;
			return changed(c, { attempt: (call) => work(call, employeeId), to, toWire });
		},
	};
}

/**
 * The first and the last instant of a day that was typed, or the instant of that day which is stored already. The contract refuses unreadable days.
 */
export const startIn = (typed: FormData, name: string) => at(typed, name, 'T00:00:00.000Z');
export const endIn = (typed: FormData, name: string) => at(typed, name, 'T23:59:59.999Z');

function at(typed: FormData, name: string, time: string): string | undefined {
	const day = dayIn(typed, name);
	if (day === '') return undefined;
	const stored = textIn(typed, storedIn(name));
	return stored.startsWith(`${day}T`) ? stored : day + time;
}

export const moneyIn = (typed: FormData) => ({
	value: amountIn(typed, 'budget').value,
	currency: textIn(typed, 'currency'),
});

export const period = (typed: FormData) => ({
	startDate: startIn(typed, 'startDate'),
	endDate: endIn(typed, 'endDate') ?? null,
});
