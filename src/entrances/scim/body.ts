import { z } from 'zod';
import { byText } from '../../foundation/core/employee-texts.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { dateTime, dateTimeEnd } from '../../foundation/http/dates.ts';
import { faultsIn } from '../../foundation/http/faults.ts';
import { email, language, payrollText, text } from '../../foundation/http/fields.ts';
import { MAX_GROUP_LENGTH } from '../../foundation/http/limits.ts';
import { ScimError } from './answer.ts';
import { byAttribute, EMPLOYMENT, ENTERPRISE } from './resource.ts';

const MAX_MEMBERS = 10_000;

/** Identity providers send booleans as texts and `""` for no value. */
const flag = z.preprocess((given) => {
	const word = typeof given === 'string' ? given.toLowerCase() : given;
	return word === 'true' ? true : word === 'false' ? false : word;
}, z.boolean());
const cleared = <S extends z.ZodType>(schema: S) =>
	z.preprocess((given) => (given === '' ? null : given), schema.nullish());

const userSchema = z.object({
	userName: text('ada@demo.example'),
	externalId: cleared(text('8f4c1a2e')),
	active: flag.optional(),
	emails: z
		.array(
			z.object({
				value: z.string().nullish(),
				type: z.string().nullish(),
				primary: flag.nullish().catch(null),
			}),
		)
		.nullish(),
	name: z.object({ givenName: cleared(text('Ada')), familyName: cleared(text('Lovelace')) }).nullish(),
	preferredLanguage: cleared(language),
	[ENTERPRISE]: z.object(byAttribute((_, { example }) => cleared(payrollText(example)))).nullish(),
	[EMPLOYMENT]: z
		.object({
			dateTerminated: cleared(dateTimeEnd('2026-12-31T23:59:59.999Z')),
			datePausedStart: cleared(dateTime('2026-03-01T00:00:00.000Z')),
			datePausedEnd: cleared(dateTimeEnd('2026-09-01T00:00:00.000Z')),
		})
		.nullish(),
});

type SentFields = ReturnType<typeof fieldsOf>;

export interface UserFields extends Omit<SentFields, 'names' | 'employee'> {
	names: Partial<SentFields['names']>;
	employee: Partial<SentFields['employee']> & { dateDeprovisioned?: Instant | null };
}

/** Omitted fields keep their values, also the termination. `null` clears a field. */
export function fieldsOf(resource: unknown) {
	const user = checked(userSchema, kept(resource));
	return {
		email: workAddress(user.emails ?? []),
		isActive: user.active,
		names: {
			firstName: user.name?.givenName,
			lastName: user.name?.familyName,
			language: user.preferredLanguage,
		},
		employee: {
			userName: user.userName,
			externalId: user.externalId,
			...byText((_, { attribute }) => user[ENTERPRISE]?.[attribute]),
			...user[EMPLOYMENT],
		},
	};
}

export const addressSchema = email('ada@demo.example');

/** Returns the address for work: the last primary one, else the first. An address without a type counts as one for work. */
function workAddress(emails: NonNullable<z.output<typeof userSchema>['emails']>): string | undefined {
	const ofWork = emails.filter(({ value, type }) => value && (type ?? 'work').toLowerCase() === 'work');
	const { value } = ofWork.findLast(({ primary }) => primary) ?? ofWork[0] ?? {};
	return value ? checked(z.object({ emails: addressSchema }), { emails: value }).emails : undefined;
}

const groupSchema = z.object({
	displayName: text('sales', MAX_GROUP_LENGTH),
	externalId: cleared(text('8f4c1a2e')),
	members: z
		.array(z.object({ value: z.string() }))
		.max(MAX_MEMBERS)
		.nullish(),
});

export interface GroupFields {
	name: string;
	externalId: string | null | undefined;
	/** Undefined when the members stay as they are. */
	memberIds: string[] | undefined;
}

export function groupOf(resource: unknown): GroupFields {
	const { displayName, externalId, members } = checked(groupSchema, kept(resource));
	const memberIds = members === undefined ? undefined : [...idsOf(members ?? [])];
	return { name: displayName, externalId, memberIds };
}

const idsOf = (members: readonly { value: string }[]) =>
	new Set(members.map(({ value }) => value.toLowerCase()));

export function checked<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
	const result = schema.safeParse(given);
	if (result.success) return result.data;
	const faults = faultsIn(result.error, '#', given).slice(0, 5);
	const detail = faults.map((fault) => `${fault.pointer.slice(2)}: ${fault.detail}`).join(' ');
	throw new ScimError(400, detail, 'invalidValue');
}

/** The attributes that clients may set. All others are ignored. */
const SETTABLE = [
	'userName',
	'externalId',
	'active',
	'preferredLanguage',
	'name',
	'name.givenName',
	'name.familyName',
	'emails',
	'emails.value',
	ENTERPRISE,
	...Object.values(byText((_, { attribute }) => `${ENTERPRISE}:${attribute}`)),
	EMPLOYMENT,
	`${EMPLOYMENT}:dateTerminated`,
	`${EMPLOYMENT}:datePausedStart`,
	`${EMPLOYMENT}:datePausedEnd`,
	'displayName',
	'members',
];

/** Names of attributes are case-insensitive (RFC 7643, section 2.1). */
const SPELT = new Map(SETTABLE.map((path) => [path.toLowerCase(), path]));

/** The schema that clients may write before a core attribute, such as `urn:…:User:userName`. */
export const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i;
/** Matches paths that select values, such as `emails[type eq "work"].value`. */
const SELECTION = /^(emails|members)(\[[^\]]*\])(\.value)?$/i;

/** Returns a path in our spelling; undefined for an attribute that we ignore. */
export function pathOf(given: string): string | undefined {
	const path = given.replace(CORE, '');
	const [, attribute, selection, sub = ''] = SELECTION.exec(path) ?? [];
	if (attribute?.toLowerCase() === 'members') return path.toLowerCase();
	if (attribute !== undefined) return `emails${selection}${sub.toLowerCase()}`;
	return SPELT.get(path.toLowerCase());
}

/** Returns the paths below an attribute or extension. */
export const innerPaths = (path: string): string[] =>
	SETTABLE.filter((one) => one.startsWith(prefixOf(path)) && path !== 'emails');

export const prefixOf = (path: string): string => `${path}${path.startsWith('urn:') ? ':' : '.'}`;

/** Returns the attributes that we keep, under our names. */
function kept(resource: unknown, prefix = ''): unknown {
	if (!isObject(resource)) return resource;
	const parts = Object.entries(resource).flatMap(([name, value]) => {
		const path = SPELT.get((prefix + name).toLowerCase());
		return path === undefined ? [] : [[path.slice(prefix.length), kept(value, prefixOf(path))]];
	});
	return Object.fromEntries(parts);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
