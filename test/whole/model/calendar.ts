// Month arithmetic in UTC with nothing but `Date.UTC`. Instants are epoch milliseconds.

export const DAY = 86_400_000;
/** 9999-12-31T23:59:59.999Z */
export const END_OF_TIME = Date.UTC(10_000, 0, 1) - 1;

export const iso = (at: number): string => new Date(at).toISOString();
export const monthOf = (at: number): string => iso(at).slice(0, 7);
export const dayOf = (at: number): string => iso(at).slice(0, 10);
export const dayOfMonth = (at: number): number => new Date(at).getUTCDate();

export const dayStart = (at: number, days = 0): number => Math.floor(at / DAY) * DAY + days * DAY;

export function monthStart(at: number, months = 0): number {
	const date = new Date(at);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** The day and time so many months after the anchor, or the last day of a month that lacks the day. */
export function monthsAfter(anchor: number, months: number): number {
	const lastDay = new Date(monthStart(anchor, months + 1) - 1).getUTCDate();
	const day = Math.min(dayOfMonth(anchor), lastDay);
	return monthStart(anchor, months) + (day - 1) * DAY + (anchor % DAY);
}
