import { scimPatch } from 'scim-patch';
import { z } from 'zod';
import { dateTime, dateTimeEnd, email, language, payrollText, text } from '../http/fields.ts';
import { MAX_GROUP_LENGTH } from '../http/limits.ts';
import { faultsIn } from '../http/validation.ts';
import { emailKey } from '../users/rules.ts';
import { ScimError } from './error.ts';
import { EMPLOYMENT, ENTERPRISE } from './resource.ts';

const MAX_OPERATIONS = 1000;
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
	emails: z.array(z.object({ value: z.string() })).optional(),
	name: z.object({ givenName: cleared(text('Ada')), familyName: cleared(text('Lovelace')) }).optional(),
	preferredLanguage: cleared(language),
	[ENTERPRISE]: z
		.object({ employeeNumber: cleared(payrollText('00017')), costCenter: cleared(payrollText('4711')) })
		.optional(),
	[EMPLOYMENT]: z
		.object({
			dateTerminated: cleared(dateTimeEnd('2026-12-31T23:59:59.999Z')),
			datePausedStart: cleared(dateTime('2026-03-01T00:00:00.000Z')),
			datePausedEnd: cleared(dateTimeEnd('2026-09-01T00:00:00.000Z')),
		})
		.optional(),
});

export type UserFields = ReturnType<typeof fieldsOf>;

/** What a resource says. What it leaves out stays as it is, above all a termination; `null` clears. */
export function fieldsOf(resource: unknown) {
	const user = checked(userSchema, resource);
	const stranger = user.emails?.find(({ value }) => emailKey(value) !== emailKey(user.userName));
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

const patchSchema = z.object({
	Operations: z
		.array(z.object({ op: z.string(), path: z.string().optional(), value: z.unknown().optional() }))
		.min(1)
		.max(MAX_OPERATIONS),
});

/** The resource after a PATCH as Entra and Okta send it. What an operation removes is null in it. */
export function patchedResource<R extends object>(resource: R, body: unknown): unknown {
	const { Operations } = checked(patchSchema, body);
	const before = structuredClone(resource);
	const operations = Operations.flatMap(knownPart);
	if (operations.length === 0) return before;
	try {
		const after = scimPatch(structuredClone(resource) as never, operations as never);
		return withRemovedAsNull(before, after);
	} catch (error) {
		throw new ScimError(400, 'The operations are no valid SCIM PATCH.', codeOf(error));
	}
}

/** The paths that an operation may name. Whatever else it names is not kept here, and must not reach a prototype. */
const KNOWN = new RegExp(
	`^(userName|active|displayName|preferredLanguage|name(\\.(givenName|familyName))?|emails(\\[[^\\]]*\\])?(\\.value)?|members(\\[[^\\]]*\\])?|(${[ENTERPRISE, EMPLOYMENT].map((urn) => urn.replaceAll('.', '\\.')).join('|')}):[A-Za-z]+)$`,
);

/** An operation without the attributes that nobody keeps; none when nothing of it is left. */
function knownPart({ value, ...one }: { op: string; path?: string | undefined; value?: unknown }): object[] {
	if (one.path !== undefined) return KNOWN.test(one.path) ? [{ ...one, value }] : [];
	if (!isObject(value)) return [{ ...one, value }];
	const known = flattened(value).filter(([name]) => KNOWN.test(name));
	return known.length === 0 ? [] : [{ ...one, value: Object.fromEntries(known) }];
}

/** Without a path, attributes of an attribute or an extension may be given as an object under its name. */
const flattened = (value: Record<string, unknown>): [string, unknown][] =>
	Object.entries(value).flatMap(([name, part]): [string, unknown][] =>
		isObject(part)
			? Object.entries(part).map(([inner, one]) => [
					`${name}${name.startsWith('urn:') ? ':' : '.'}${inner}`,
					one,
				])
			: [[name, part]],
	);

function withRemovedAsNull(before: unknown, after: unknown): unknown {
	if (!isObject(before) || (after !== undefined && !isObject(after))) return after;
	const parts = Object.entries(before).map(([name, old]) => {
		const now = after?.[name];
		return [name, isObject(old) ? withRemovedAsNull(old, now) : (now ?? null)];
	});
	return { ...after, ...Object.fromEntries(parts) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const groupSchema = z.object({
	displayName: text('sales', MAX_GROUP_LENGTH),
	members: z
		.array(z.object({ value: z.string() }))
		.max(MAX_MEMBERS)
		.nullish(),
});

/** The name of a group and the ids of its members. */
export function groupOf(resource: unknown): { name: string; memberIds: string[] } {
	const { displayName, members } = checked(groupSchema, resource);
	return { name: displayName, memberIds: [...new Set((members ?? []).map(({ value }) => value))] };
}

function checked<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
	const result = schema.safeParse(given);
	if (result.success) return result.data;
	const faults = faultsIn(result.error, '#', given).slice(0, 5);
	const detail = faults.map((fault) => `${fault.pointer.slice(2)}: ${fault.detail}`).join(' ');
	throw new ScimError(400, detail, 'invalidValue');
}

const codeOf = (error: unknown): string =>
	String((error as { scimCode?: string }).scimCode ?? 'invalidSyntax');
