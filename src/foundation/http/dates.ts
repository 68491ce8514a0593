import { z } from '@hono/zod-openapi';
import { FIRST_INSTANT, LAST_INSTANT } from '../core/instant.ts';

/** Enough characters for nanoseconds and an offset. */
const MAX_DATE_TIME_LENGTH = 40;

/** A date and a time in the years 2000 to 9999, as a pattern. */
const WRITTEN_TIME = '[2-9]\\d{3}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?';

const YEAR_RANGE = 'Must be in the years 2000 to 9999';

/** A date-time with `Z` or an offset. It is converted to epoch milliseconds. */
export const dateTime = (example: string) => anyDateTime.openapi({ pattern: WITH_OFFSET, example });

const offsetText = z.iso.datetime({
	offset: true,
	abort: true,
	error: 'Must be a real date and time with seconds and Z or an offset, such as 2023-02-28T23:59:59.999Z',
});
const anyDateTime = toInstant(offsetText);

/** A date-time that must end in `Z`, as the specification demands. */
export const utcDateTime = (example: string) => dateTimeInUtc.openapi({ ...IN_UTC, example });

const utcText = z.iso.datetime({
	abort: true,
	error: 'Must be a real date and time with seconds in UTC, such as 2023-02-28T23:59:59.999Z',
});
const dateTimeInUtc = toInstant(utcText);
const endInUtc = toInstant(utcText, endOfSecond);
const anyEnd = toInstant(offsetText, endOfSecond);

/** Like `utcDateTime`, for an end. 23:59:59 without a fraction means the last millisecond of the day. */
export const utcEnd = (example: string) =>
	endInUtc.openapi({ ...IN_UTC, description: `${IN_UTC.description}. ${TO_THE_SECOND}`, example });
export const dateTimeEnd = (example: string) =>
	anyEnd.openapi({ description: TO_THE_SECOND, pattern: WITH_OFFSET, example });

const WITH_OFFSET = `^${WRITTEN_TIME}(Z|[+-]\\d{2}:\\d{2})$`;
const IN_UTC = { description: 'In UTC: it ends in `Z`', pattern: `^${WRITTEN_TIME}Z$` };
const TO_THE_SECOND = 'The last second of a day, given without a fraction, means its last millisecond.';

/** A day as `yyyy-MM-dd`. It is converted to its first millisecond in UTC. */
export const day = (example: string) =>
	z.iso
		.date({ error: 'Must be a real date as yyyy-MM-dd' })
		.transform((value) => Date.parse(value))
		.refine(isStorable, YEAR_RANGE)
		.openapi({ pattern: '^[2-9]\\d{3}-\\d{2}-\\d{2}$', maxLength: 10, example });

/** A month as `yyyy-MM`. It is converted to its first millisecond in UTC. */
export const yearMonth = (example: string) =>
	z
		.string()
		.regex(/^[2-9]\d{3}-(0[1-9]|1[0-2])$/, 'Must be a month as yyyy-MM in the years 2000 to 9999')
		.transform((value) => Date.parse(`${value}-01`))
		.openapi({ maxLength: 7, example });

function toInstant(schema: z.ZodISODateTime, read: (value: string) => number = Date.parse) {
	return schema
		.max(MAX_DATE_TIME_LENGTH)
		.transform((value) => read(value))
		.refine(isStorable, YEAR_RANGE);
}

/** Clients often send no milliseconds, so 23:59:59 means the whole second at the end of the day, in UTC or the value's offset. */
function endOfSecond(value: string): number {
	const at = Date.parse(value);
	const isLast = /T23:59:59(Z|[+-])/i.test(value) || new Date(at).toISOString().endsWith('T23:59:59.000Z');
	return isLast && !value.includes('.') ? at + 999 : at;
}

function isStorable(at: number): boolean {
	return at >= FIRST_INSTANT && at <= LAST_INSTANT;
}
