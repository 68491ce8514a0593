import { z } from '@hono/zod-openapi';
import { ROLES } from '../core/actor.ts';
import { asciiAddress } from '../core/addresses.ts';
import { COUNTRIES } from '../core/countries.ts';
import { MODULES } from '../core/modules.ts';
import { CURRENCIES, MAX_MONEY_VALUE } from '../core/money.ts';
import { MAX_COMPANIES, MAX_GROUP_LENGTH, MAX_SET_SIZE, MAX_TEXT_LENGTH, NO_NUL } from './limits.ts';

const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 128;

/** Excludes control characters and all invisible letters and marks, such as fillers, joiners, variant selectors and the Braille blank. */
const VISIBLE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]*$/u;

/** An integer. A number outside its bounds gets only one fault, without a second one from zod's own bounds of integers. */
export const integer = (min: number, max: number) =>
	z
		.number()
		.min(min, { abort: true })
		.max(max, { abort: true })
		.int()
		.openapi({ format: Math.max(-min, max) < 2 ** 31 ? 'int32' : 'int64' });

/** A text in a request: not empty, without NUL and lone surrogates, by default at most 255 characters. An empty text gets only one fault. */
export const text = (example: string, maxLength: number = MAX_TEXT_LENGTH) =>
	z
		.string()
		.min(1, { abort: true })
		.refine((value) => isAtMost(maxLength, value), tooLong(maxLength))
		.refine(
			(value) => !value.includes('\0') && value.isWellFormed(),
			'Must not contain NUL or lone surrogates',
		)
		.openapi({ pattern: NO_NUL, maxLength, example });

const tooLong = (maxLength: number) => ({
	error: `Must be a text of at most ${maxLength} characters`,
	params: { code: 'too_big', limit: maxLength },
});

/** Counts code points like JSON Schema, whereas `length` counts UTF-16 units. */
const isAtMost = (maxLength: number, value: string): boolean =>
	value.length <= maxLength || [...value].length <= maxLength;

export const anyText = (maxLength: number) =>
	z.string().refine((value) => isAtMost(maxLength, value), tooLong(maxLength));

/** A number or name for payroll programs: visible characters without surrounding blanks. Payroll exports write `""` when there is none. */
export const payrollText = (example: string) =>
	z
		.string()
		.regex(VISIBLE, 'Must not contain control characters, invisible characters or lone surrogates')
		.refine((value) => isAtMost(MAX_TEXT_LENGTH, value), tooLong(MAX_TEXT_LENGTH))
		.transform((value) => value.trim() || null)
		.openapi({ pattern: VISIBLE.source, maxLength: MAX_TEXT_LENGTH, example });

/** A new password. The rules besides its length are in auth/password. */
export const newPassword = text('nine miles before breakfast', MAX_PASSWORD_LENGTH)
	.refine((value) => [...value].length >= MIN_PASSWORD_LENGTH, {
		error: `Must have at least ${MIN_PASSWORD_LENGTH} characters`,
		params: { code: 'too_small', limit: MIN_PASSWORD_LENGTH },
	})
	.openapi({
		format: 'password',
		minLength: MIN_PASSWORD_LENGTH,
		description:
			'Any characters, but not one of the most used passwords, the e-mail address or the name. It is stored as a scrypt hash.',
	});

/** A secret that is compared and not stored. Its length is limited, because it is hashed. */
export const secret = z.string().min(1).max(MAX_TEXT_LENGTH);

/** The text behind the `#` of a link that works once, or a code. Its shape is not checked, so that all wrong ones get the same response. */
export const oneTimeToken = secret.openapi({
	format: 'password',
	example: 'Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1saW5rLXRva2Vu',
});

/** An optional field of a body. If it is omitted or `null`, it has the given value. */
export const orElse = <S extends z.ZodType, V>(schema: S, value: V) =>
	schema.nullish().transform((given) => given ?? value);

export const orNull = <S extends z.ZodType>(schema: S) => orElse(schema, null);

/** An optional field of a change. If it is omitted, the stored value stays. `null` resets it to the given value. */
export const orReset = <S extends z.ZodType, V>(schema: S, value: V) =>
	schema.nullish().transform((given) => (given === null ? value : given));

/** An id in a body, in upper or lower case. Its shape is not checked, because an unknown id is refused anyway. */
export const reference = (example = '01890a5d-ac96-774b-bcce-b302099a8057') =>
	text(example).toLowerCase().openapi({ format: 'uuid' });

/** The id of one of several records in a body. Its shape is checked, because the response repeats it. */
export const uuid = (example = '01890a5d-ac96-774b-bcce-b302099a8057') =>
	z.guid('Must be a UUID').toLowerCase().openapi({ format: 'uuid', maxLength: 36, example });

const LOCAL_PART = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** An address with a dot-atom before its `@` (RFC 5321) and a domain in ASCII (RFC 5891). */
const ASCII_EMAIL = new RegExp(
	`^(?!\\.)(?!.*\\.\\.)(?!.*\\.@)${LOCAL_PART}@(?:${LABEL}\\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$`,
);

export const email = (example: string) =>
	z
		.string()
		.trim()
		.max(MAX_TEXT_LENGTH)
		.refine((value) => VISIBLE.test(value) && ASCII_EMAIL.test(asciiAddress(value)), {
			params: { code: 'not_an_email' },
			message: 'Must be an e-mail address such as ada@demo.example',
		})
		.openapi({
			type: 'string',
			format: 'idn-email',
			maxLength: MAX_TEXT_LENGTH,
			example,
			pattern: `^\\s*${LOCAL_PART}@[^\\s@]+\\s*$`,
		});

export const days = integer(1, 31);

export const country = z
	.enum(COUNTRIES, { error: 'Must be an ISO 3166-1 alpha-2 country code such as DE' })
	.openapi('Country', { description: 'An ISO 3166-1 alpha-2 country code', example: 'DE' });

export const currency = z.enum(CURRENCIES).openapi('Currency', {
	description: 'The minor unit in which amounts are counted',
	example: 'EUR_CENT',
});

export const moneyInput = z
	.strictObject({
		value: integer(0, MAX_MONEY_VALUE).openapi({ example: 5000 }),
		currency: currency,
	})
	.openapi('MonetaryAmount', {
		description: 'A whole number of the currency’s minor unit: 5000 EUR_CENT are 50 euros',
		example: { value: 5000, currency: 'EUR_CENT' },
	});

export const positiveMoney = z
	.strictObject({
		value: integer(1, MAX_MONEY_VALUE).openapi({ example: 1290 }),
		currency: currency,
	})
	.openapi('PositiveAmount', {
		description: 'An amount above 0',
		example: { value: 1290, currency: 'EUR_CENT' },
	});

export const module = z.enum(MODULES).openapi('Module', { example: 'MEALS' });

export const role = z.enum(ROLES).openapi('Role', { example: 'COMPANY_ADMIN' });

/** An array that stands for a set. The order and repeated entries do not matter. */
export const setOf = <S extends z.ZodType>(item: S, minItems: 0 | 1 = 0, maxItems = MAX_SET_SIZE) =>
	z
		.array(item)
		.min(minItems)
		.max(maxItems)
		.transform((given) => [...new Set(given)]);

const COMPANY_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

export const companyIds = (minItems: 0 | 1) =>
	setOf(reference(COMPANY_ID), minItems, MAX_COMPANIES).openapi({ example: [COMPANY_ID] });

export const language = z
	.string()
	.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/, 'Must be a language such as de or de-AT')
	.openapi({ maxLength: 11, example: 'de' });

export const groups = setOf(text('sales', MAX_GROUP_LENGTH)).openapi({ example: ['sales'] });

export const skipSendRegistrationEmail = z.boolean().nullish().openapi({
	description: 'With `true` no invitation is sent now. You can send one later.',
	example: false,
});

const filter = (example: string) => filterBy(text(example));
/** Blanks around the value are removed, as in the stored value. */
const trimmedFilter = (example: string) => filterBy(text(example).trim());
const filterBy = (value: ReturnType<typeof text>) =>
	value.optional().openapi({ description: 'Only employees with exactly this value' });

export const employeeFilters = {
	companyId: filterBy(text(COMPANY_ID).toLowerCase()),
	email: trimmedFilter('erika@demo.example'),
	personnelNumber: trimmedFilter('00017'),
	group: filter('sales'),
	costCenter: trimmedFilter('4711'),
};

type Refinement = [
	isRight: (body: object) => boolean,
	fault: { path: string[]; params: { code: string }; error: string },
];

/** For a field with two spellings. If both are given, their values must be equal. */
export function agreeing(name: string, other: string): Refinement {
	const isRight = (body: object): boolean => {
		const { [name]: one, [other]: same } = body as Record<string, unknown>;
		return one === undefined || same === undefined || one === same;
	};
	return [
		isRight,
		{ path: [other], params: { code: 'conflict' }, error: `Must be the same as ${name}, or omitted` },
	];
}

/** For a start and an end: the end must be after the start. An invalid date is not compared. */
export function inOrder(start: string, end: string): Refinement {
	const isRight = (body: object): boolean => {
		const { [start]: from, [end]: to } = body as Record<string, unknown>;
		return typeof from !== 'number' || typeof to !== 'number' || to > from;
	};
	return [isRight, { path: [end], params: { code: 'end_not_after_start' }, error: `Must be after ${start}` }];
}

const anyId = z.string().toLowerCase();

/** An id in a path. Its shape is documented but not checked, because an id that is no UUID is unknown (404). */
export const pathId = (name: string) =>
	anyId.openapi({
		param: { name, in: 'path' },
		format: 'uuid',
		maxLength: 36,
		example: '01890a5d-ac96-774b-bcce-b302099a8057',
	});
