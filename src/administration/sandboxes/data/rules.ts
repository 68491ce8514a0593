import { addMonths, endOfMonth, type Instant } from '../../../foundation/core/instant.ts';
import type { Module } from '../../../foundation/core/modules.ts';

/** Returns numbers from 0 up to, but not including, 1. */
type Numbers = () => number;

/** Returns the same numbers for the same seed and place. The algorithm is mulberry32, which is short and distributes well. */
export function numbersFrom(seed: number, place: number): Numbers {
	let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b)) >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

export const pick = <T>(random: Numbers, from: readonly T[]): T =>
	from[Math.floor(random() * from.length)] as T;

const FIRST_NAMES =
	'Anna Ben Clara David Ella Felix Greta Hannes Ida Jonas Katrin Leon Mia Noah Olivia Paul'.split(' ');
const LAST_NAMES =
	'Bauer Becker Fischer Hoffmann Klein Koch Krüger Lange Meyer Müller Neumann Richter Schmidt Schulz Weber Wolf'.split(
		' ',
	);
const GROUPS = ['Büro', 'Vertrieb', 'Produktion', 'Außendienst'];

export const SPENT_ON: readonly Module[] = ['INTERNET', 'MOBILITY', 'SPORTS', 'HEALTH'];

export const VERIFIER = 'verifier';

export const EUR = (value: number) => ({ value, currency: 'EUR_CENT' as const });

/** Returns the fields of a generated person. No real address has this host (RFC 2606). */
export function personOf(
	random: Numbers,
	{ months, from }: { months: number; from: Instant },
	index: number,
	host: string,
) {
	const leaves = months >= 3 && random() < 0.1 ? 1 + Math.floor(random() * (months - 1)) : null;
	return {
		email: `person-${index + 1}@${host}`,
		firstName: pick(random, FIRST_NAMES),
		lastName: pick(random, LAST_NAMES),
		personnelNumber: String(index + 1).padStart(5, '0'),
		costCenter: String(4710 + Math.floor(random() * 4)),
		groups: [pick(random, GROUPS)],
		dateTerminated: leaves === null ? null : endOfMonth(addMonths(from, leaves)),
	};
}
