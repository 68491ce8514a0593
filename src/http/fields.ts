import { z } from '@hono/zod-openapi';
import { FIRST_INSTANT, LAST_INSTANT } from '../core/instant.ts';
import { MODULES } from '../core/modules.ts';
import { CURRENCIES, MAX_MONEY_VALUE } from '../core/money.ts';

const MAX_TEXT_LENGTH = 255;

/** A request string: not empty, storable, at most 255 characters. */
export const text = (example: string, maxLength: number = MAX_TEXT_LENGTH) =>
	z
		.string()
		.min(1)
		.max(maxLength)
		.refine((value) => !value.includes('\0') && value.isWellFormed(), 'Must not hold NUL or lone surrogates')
		.openapi({ example });

/** An optional field of a body: omitted and `null` are the same. */
export const orNull = <S extends z.ZodType>(schema: S) =>
	schema.nullish().transform((given) => given ?? null);

/** An id in a body. One that names nothing is unknown, whatever its shape. */
export const reference = (example = '01890a5d-ac96-774b-bcce-b302099a8057') =>
	text(example).openapi({ format: 'uuid' });

export const email = (example: string) =>
	z
		.string()
		.trim()
		.max(MAX_TEXT_LENGTH)
		.pipe(z.email())
		.openapi({ type: 'string', format: 'email', maxLength: MAX_TEXT_LENGTH, example });

/** A date-time with `Z` or an offset, to epoch milliseconds. */
export const dateTime = (example: string) => toInstant(z.iso.datetime({ offset: true }), example);

/** A date-time that the specification marks UTC: it must end in `Z`. */
export const utcDateTime = (example: string) =>
	toInstant(
		z.iso.datetime({ error: 'Must be a real ISO 8601 date-time in UTC, such as 2023-02-28T23:59:59.999Z' }),
		example,
	);

/** A `yyyy-MM-dd` day, to the epoch milliseconds of its start in UTC. */
export const day = (example: string) =>
	z.iso
		.date({ error: 'Must be a real date as yyyy-MM-dd' })
		.transform((value) => Date.parse(value))
		.refine(isStorable, YEAR_RANGE)
		.openapi({ example });

export const moneyInput = z
	.strictObject({
		value: z.int().min(0).max(MAX_MONEY_VALUE).openapi({ example: 5000 }),
		currency: z.enum(CURRENCIES).openapi({ example: 'EUR_CENT' }),
	})
	.openapi('MonetaryAmount', {
		description: 'An integer count of the currency’s minor unit: 5000 EUR_CENT are 50 euros.',
		example: { value: 5000, currency: 'EUR_CENT' },
	});

/** An amount to be spent: more than nothing. */
export const positiveMoney = z
	.strictObject({
		value: z.int().min(1).max(MAX_MONEY_VALUE).openapi({ example: 1290 }),
		currency: z.enum(CURRENCIES).openapi({ example: 'EUR_CENT' }),
	})
	.openapi('PositiveAmount', { example: { value: 1290, currency: 'EUR_CENT' } });

/** A `yyyy-MM` month, to the epoch milliseconds of its start in UTC. */
export const yearMonth = (example: string) =>
	z
		.string()
		.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month as yyyy-MM')
		.transform((value) => Date.parse(`${value}-01`))
		.refine(isStorable, YEAR_RANGE)
		.openapi({ example });

export const module = z.enum(MODULES).openapi('Module', { example: 'MEALS' });

export const groups = z
	.array(text('sales', 100))
	.max(50)
	.transform((values) => [...new Set(values)])
	.openapi({ example: ['sales'] });

/** The arguments of a `refine` that looks at two fields at once. */
type Refinement = [
	isRight: (body: object) => boolean,
	fault: { path: string[]; params: { code: string }; error: string },
];

/** For bodies with both dates: the end must lie after the start. A date that is at fault itself is not compared. */
export function inOrder(start: string, end: string): Refinement {
	const isRight = (body: object): boolean => {
		const { [start]: from, [end]: to } = body as Record<string, unknown>;
		return typeof from !== 'number' || typeof to !== 'number' || to > from;
	};
	return [
		isRight,
		{ path: [end], params: { code: 'end_not_after_start' }, error: `Must lie after ${start}` },
	];
}

/** Response fields. */
export const wireId = (example = '01890a5d-ac96-774b-bcce-b302099a8057') =>
	z.string().openapi({ format: 'uuid', example });
export const wireInstant = (example: string) => z.iso.datetime().openapi({ format: 'date-time', example });
export const wireMoney = z
	.strictObject({ value: z.int(), currency: z.enum(CURRENCIES) })
	.openapi('Money', { example: { value: 5000, currency: 'EUR_CENT' } });
/** Answers show no deleted records, so this is always null. */
export const wireDateDeleted = z.iso.datetime().nullable().openapi({ format: 'date-time', example: null });
export const wireYearMonth = (example: string) =>
	z
		.string()
		.regex(/^\d{4}-\d{2}$/)
		.openapi({ description: 'yyyy-MM, in UTC', example });

/** A path id. An id that is no UUID is unknown (404), so its shape is documented here and not checked. */
export const pathId = (name: string) =>
	z.string().openapi({
		param: { name, in: 'path' },
		format: 'uuid',
		example: '01890a5d-ac96-774b-bcce-b302099a8057',
	});

export const success = z
	.strictObject({ success: z.literal(true) })
	.openapi('Success', { example: { success: true } });

const YEAR_RANGE = 'Must lie in the years 2000 to 9999';

function toInstant(schema: z.ZodISODateTime, example: string) {
	return schema
		.transform((value) => Date.parse(value))
		.refine(isStorable, YEAR_RANGE)
		.openapi({ example });
}

function isStorable(at: number): boolean {
	return at >= FIRST_INSTANT && at <= LAST_INSTANT;
}
