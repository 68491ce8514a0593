import { addMonths, type Instant } from '../../../foundation/core/instant.ts';

/** The events of things that happen by themselves on a planned day. At one instant, ends come before beginnings. */
const MOMENTS = [
	'month.cut_off',
	'employee.pause_ended',
	'employee.pause_began',
	'flex_access.ended',
	'flex_access.began',
] as const;
export type MomentType = (typeof MOMENTS)[number];

interface Moment {
	type: MomentType;
	/** The first instant at which it has happened. */
	at: Instant;
	id: string;
}

/** By their instants. */
export const inOrder = (a: Moment, b: Moment): number =>
	a.at - b.at || MOMENTS.indexOf(a.type) - MOMENTS.indexOf(b.type) || (a.id < b.id ? -1 : 1);

/** Returns a company's cut-off and those that have followed it until `now`. `validFrom` is the month in which it falls. */
export function cutOffsUntil<M extends Pick<Moment, 'at'> & { validFrom: Instant }>(
	first: M,
	now: Instant,
): M[] {
	const passed: M[] = [];
	for (let { at, validFrom } = first; at <= now; ) {
		passed.push({ ...first, at, validFrom });
		const next = addMonths(validFrom, 1);
		at += next - validFrom;
		validFrom = next;
	}
	return passed;
}
