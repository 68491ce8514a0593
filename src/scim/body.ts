import { z } from 'zod';
import { dateTime, dateTimeEnd } from '../http/dates.ts';
import { email, language, payrollText, text } from '../http/fields.ts';
import { MAX_GROUP_LENGTH } from '../http/limits.ts';
import { faultsIn } from '../http/validation.ts';
import { emailKey } from '../users/rules.ts';
import { kept } from './attributes.ts';
import { ScimError } from './error.ts';
import { EMPLOYMENT, ENTERPRISE } from './resource.ts';

const MAX_MEMBERS = 10_000;

/** Identity providers send booleans as texts, `""` for none, and attributes of theirs that nobody here keeps. */
const flag = z.preprocess((given) => {
	const word = typeof given === 'string' ? given.toLowerCase() : given;
	return word === 'true' ? true : word === 'false' ? false : word;
}, z.boolean());
const cleared = <S extends z.ZodType>(schema: S) =>
	z.preprocess((given) => (given === '' ? null : given), schema.nullish());

const userSchema = z.object({
	userName: email('ada@demo.example'),
	active: flag.optional(),
	emails: z.array(z.object({ value: z.string(), type: z.string().optional() })).nullish(),
	name: z.object({ givenName: cleared(text('Ada')), familyName: cleared(text('Lovelace')) }).nullish(),
	preferredLanguage: cleared(language),
	[ENTERPRISE]: z
		.object({ employeeNumber: cleared(payrollText('00017')), costCenter: cleared(payrollText('4711')) })
		.nullish(),
	[EMPLOYMENT]: z
		.object({
			dateTerminated: cleared(dateTimeEnd('2026-12-31T23:59:59.999Z')),
			datePausedStart: cleared(dateTime('2026-03-01T00:00:00.000Z')),
			datePausedEnd: cleared(dateTimeEnd('2026-09-01T00:00:00.000Z')),
		})
		.nullish(),
});

export type UserFields = ReturnType<typeof fieldsOf>;

/** What a resource says. What it leaves out stays as it is, above all a termination; `null` clears. */
export function fieldsOf(resource: unknown) {
	const user = checked(userSchema, kept(resource));
	const ofWork = user.emails?.filter(({ type = 'work' }) => type.toLowerCase() === 'work');
	const stranger = ofWork?.find(({ value }) => emailKey(value) !== emailKey(user.userName));
	if (stranger !== undefined) {
		throw new ScimError(400, 'The e-mail address must be the userName.', 'invalidValue');
	}
	return {
		email: user.userName,
		isActive: user.active,
		names: {
			firstName: user.name?.givenName,
			lastName: user.name?.familyName,
			language: user.preferredLanguage,
		},
		employee: {
			personnelNumber: user[ENTERPRISE]?.employeeNumber,
			costCenter: user[ENTERPRISE]?.costCenter,
			...user[EMPLOYMENT],
		},
	};
}

const groupSchema = z.object({
	displayName: text('sales', MAX_GROUP_LENGTH),
	members: z
		.array(z.object({ value: z.string() }))
		.max(MAX_MEMBERS)
		.nullish(),
});

/** The name of a group and the ids of its members. */
export function groupOf(resource: unknown): { name: string; memberIds: string[] } {
	const { displayName, members } = checked(groupSchema, kept(resource));
	return { name: displayName, memberIds: [...new Set((members ?? []).map(({ value }) => value))] };
}

export function checked<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
	const result = schema.safeParse(given);
	if (result.success) return result.data;
	const faults = faultsIn(result.error, '#', given).slice(0, 5);
	const detail = faults.map((fault) => `${fault.pointer.slice(2)}: ${fault.detail}`).join(' ');
	throw new ScimError(400, detail, 'invalidValue');
}
