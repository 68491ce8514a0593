import { type Filter, parse } from 'scim2-parse-filter';
import { byText, type EmployeeText } from '../../foundation/core/employee-texts.ts';
import { ScimError } from './answer.ts';
import { CORE } from './body.ts';
import { ENTERPRISE } from './resource.ts';

const MAX_CONDITIONS = 10;
const MAX_LENGTH = 1000;

const MANAGER = `${ENTERPRISE}:manager`.toLowerCase();

/** The attributes of users by which a filter may search, in lower case. */
const OF_USERS = {
	id: 'id',
	username: 'userName',
	externalid: 'externalId',
	'emails.value': 'email',
	'name.givenname': 'firstName',
	'name.familyname': 'lastName',
	active: 'isActive',
	manager: 'manager',
	[MANAGER]: 'manager',
	[`${MANAGER}.value`]: 'manager',
	...Object.fromEntries(
		Object.values(byText((name, { attribute }) => [`${ENTERPRISE}:${attribute}`.toLowerCase(), name])),
	),
} as const satisfies Record<string, string>;

const OF_GROUPS = {
	id: 'groupKey',
	displayname: 'groupName',
	externalid: 'groupExternalId',
	members: 'member',
	'members.value': 'member',
} as const satisfies Record<string, string>;

const FILTERED = { users: OF_USERS, groups: OF_GROUPS };

export type Attribute =
	| 'id'
	| 'userName'
	| 'externalId'
	| 'email'
	| 'firstName'
	| 'lastName'
	| 'isActive'
	| 'manager'
	| EmployeeText
	| 'groupKey'
	| 'groupName'
	| 'groupExternalId'
	| 'member';

/** Attributes that support only `eq`. */
const WHOLE: readonly Attribute[] = ['id', 'isActive', 'manager', 'groupKey', 'member'];

export interface Condition {
	attribute: Attribute;
	op: 'eq' | 'sw' | 'co';
	value: string | boolean;
}

/** Supports `eq`, `sw` and `co`, joined by `and`, and refuses everything else. */
export function conditionsOf(filter: string | undefined, of: keyof typeof FILTERED): Condition[] {
	if (filter === undefined) return [];
	const conditions = filter.length > MAX_LENGTH ? null : flat(parsed(filter), FILTERED[of]);
	if (!conditions || conditions.length > MAX_CONDITIONS) throw invalidFilter();
	return conditions;
}

/** Microsoft's documentation prints a value without quotes: `externalId eq jyoung`. */
const UNQUOTED = /^(\s*[\w.:-]+\s+eq\s+)(?!(?:true|false|null)\s*$)([A-Za-z_][\w.@+-]*)\s*$/i;

function parsed(filter: string): Filter {
	try {
		return parse(filter.replace(UNQUOTED, '$1"$2"'));
	} catch {
		throw invalidFilter();
	}
}

function flat(filter: Filter, attributes: Record<string, Attribute>): Condition[] {
	if (filter.op === 'and') return filter.filters.flatMap((one) => flat(one, attributes));
	if (isOfWork(filter)) return [];
	if (filter.op !== 'eq' && filter.op !== 'sw' && filter.op !== 'co') throw invalidFilter();
	const path = pathIn(filter);
	const attribute = Object.hasOwn(attributes, path) ? attributes[path] : undefined;
	const value = filter.compValue;
	const isFitting = typeof value === (attribute === 'isActive' ? 'boolean' : 'string');
	if (attribute === undefined || !isFitting || (filter.op !== 'eq' && WHOLE.includes(attribute)))
		throw invalidFilter();
	return [{ attribute, op: filter.op, value: value as string | boolean }];
}

const pathIn = ({ attrPath }: { attrPath: string }): string => attrPath.replace(CORE, '').toLowerCase();

/** Users have only a work address, so this condition is always true. */
const isOfWork = (filter: Filter): boolean =>
	filter.op === '[]' &&
	pathIn(filter) === 'emails' &&
	filter.valFilter.op === 'eq' &&
	filter.valFilter.attrPath.toLowerCase() === 'type' &&
	String(filter.valFilter.compValue).toLowerCase() === 'work';

const invalidFilter = (): ScimError =>
	new ScimError(
		400,
		'Use the filters eq, sw and co, joined by and. The schemas list the attributes.',
		'invalidFilter',
	);
