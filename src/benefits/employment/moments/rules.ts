import { addMonths, type Instant } from '../../../foundation/core/instant.ts';

/** Events that happen on a planned day without a request. At the same instant, ends come before beginnings. */
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
	at: Instant;
	id: string;
}

/** Orders moments by instant, then by kind. */
export const inOrder = (a: Moment, b: Moment): number =>
	a.at - b.at || MOMENTS.indexOf(a.type) - MOMENTS.indexOf(b.type) || (a.id < b.id ? -1 : 1);

/** Returns a company's cut-off and the following ones until `now`. `validFrom` is the month of the cut-off. */
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
