import { z } from '@hono/zod-openapi';
import { type Instant, toIsoOrNull } from '../core/instant.ts';
import { type Currency, MAX_MONEY_VALUE } from '../core/money.ts';
import { currency, integer } from './fields.ts';
import {
	MAX_COMPANIES,
	MAX_GROUP_LENGTH,
	MAX_RECORDS,
	MAX_SET_SIZE,
	MAX_TEXT_LENGTH,
	NO_NUL,
} from './limits.ts';

// The checks are shared, because fields differ only in their descriptions. The Worker's bundle leaves those out (see src/foundation/lean).
const plainText = z.string();
const instant = z.iso.datetime();
const month = z.string().regex(/^\d{4}-\d{2}$/);

const IN_MILLISECONDS = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';

export const wireId = (example = '01890a5d-ac96-774b-bcce-b302099a8057') =>
	plainText.openapi({ format: 'uuid', maxLength: 36, example });

export const wireInstant = (example: string) =>
	instant.openapi({ format: 'date-time', pattern: IN_MILLISECONDS, maxLength: 24, example });

export const wireFileSha256 = z
	.string()
	.regex(/^[0-9a-f]{64}$/)
	.max(64)
	.openapi({
		description: 'Of the file',
		example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
	});

export const wireText = (example: string, maxLength = MAX_TEXT_LENGTH) =>
	plainText.openapi({ pattern: NO_NUL, maxLength, example });

export const wireEmail = (example: string) =>
	plainText.openapi({ format: 'idn-email', maxLength: MAX_TEXT_LENGTH, example });

export const wireCompanyIds = z.array(wireId('01890a5d-ac96-774b-bcce-b302099a8058')).max(MAX_COMPANIES);

export const wireGroups = z
	.array(wireText('sales', MAX_GROUP_LENGTH))
	.max(MAX_SET_SIZE)
	.openapi({ example: ['sales'] });

export const wireSum = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** A record with a name of its own in the document, or null. */
export const nullOr = <S extends z.ZodType>(schema: S) => z.union([schema, z.null()]);

/** Describes an enumeration in responses to which later versions may add values. Clients must accept unknown ones. */
export const GROWING = { 'x-extensible': true, description: 'Later versions may add values' };

/** A list of records, limited only by how many the database can hold. */
export const records = <S extends z.ZodType>(schema: S) => z.array(schema).max(MAX_RECORDS);

export const wireMoney = z
	.strictObject({ value: integer(-MAX_MONEY_VALUE, MAX_MONEY_VALUE), currency })
	.openapi('Money', {
		description: 'A whole number of the currency’s minor unit. Only corrections can be negative',
		example: { value: 5000, currency: 'EUR_CENT' },
	});

export const wireMoneySum = z.strictObject({ value: wireSum, currency }).openapi('MoneySum', {
	description: 'A sum of amounts in one currency',
	example: { value: 5000, currency: 'EUR_CENT' },
});

/** Responses show no deleted records, so this is always null. */
export const wireDateDeleted = instant
	.nullable()
	.openapi({ format: 'date-time', maxLength: 24, example: null });

export const wireYearMonth = (example: string) =>
	month.openapi({ description: 'yyyy-MM, in UTC', maxLength: 7, example });

export const success = z
	.strictObject({ success: z.literal(true) })
	.openapi('Success', { example: { success: true } });

/** A stored record for a schema. The fields whose names begin with `date` or end with `Date` are instants. */
type Stored<W> = {
	[K in keyof W]: K extends `date${string}` | `${string}Date`
		? null extends W[K]
			? Instant | null
			: Instant
		: W[K];
};

/** Functions for the fields that a record stores in another form. Each gets the whole record. */
type Others<W> = { [K in keyof W]?: (record: never) => W[K] };

/** The fields that these functions need from a record. */
type Taken<O> = O[keyof O] extends (record: infer R) => unknown ? R : unknown;

type None = Record<never, never>;

/** Returns a function that converts a record to the fields of the schema, in their order. Dates become ISO 8601. */
export function wireBy<S extends z.ZodObject, O extends Others<z.infer<S>> = None>(
	{ shape }: S,
	others?: O,
): (record: Stored<Omit<z.infer<S>, keyof O>> & Taken<O>) => z.infer<S> {
	const names = Object.keys(shape);
	const isDate = (name: string): boolean => name.startsWith('date') || name.endsWith('Date');
	const dates = names
		.filter(isDate)
		.map((name) => [name, (stored: Wire) => toIsoOrNull(stored[name] as Instant | null)]);
	const writers: Record<string, (stored: never) => unknown> = { ...Object.fromEntries(dates), ...others };
	return (record) => {
		const stored = record as Wire;
		const wire: Wire = {};
		for (const name of names) {
			const write = writers[name];
			wire[name] = write === undefined ? stored[name] : write(stored as never);
		}
		return wire as z.infer<S>;
	};
}

type Wire = Record<string, unknown>;

interface WithAmount {
	amountValue: number;
	amountCurrency: Currency;
}

export const amountOf = ({ amountValue: value, amountCurrency: currency }: WithAmount) => ({
	value,
	currency,
});
