import { type Filter, parse } from 'scim2-parse-filter';
import { ScimError } from './answer.ts';
import { ENTERPRISE } from './resource.ts';

const MAX_CONDITIONS = 10;
const MAX_LENGTH = 1000;

const ATTRIBUTES = {
	id: 'id',
	username: 'email',
	'emails.value': 'email',
	'name.givenname': 'firstName',
	'name.familyname': 'lastName',
	active: 'isActive',
	[`${ENTERPRISE}:employeeNumber`.toLowerCase()]: 'personnelNumber',
	[`${ENTERPRISE}:costCenter`.toLowerCase()]: 'costCenter',
	displayname: 'name',
	members: 'member',
	'members.value': 'member',
} as const satisfies Record<string, string>;

export type Attribute =
	| 'id'
	| 'email'
	| 'firstName'
	| 'lastName'
	| 'isActive'
	| 'personnelNumber'
	| 'costCenter'
	| 'name'
	| 'member';

export interface Condition {
	attribute: Attribute;
	op: 'eq' | 'sw' | 'co';
	value: string | boolean;
}

/** Supports `eq`, `sw` and `co`, joined by `and`, and refuses everything else. */
export function conditionsOf(filter: string | undefined, permitted: readonly Attribute[]): Condition[] {
	if (filter === undefined) return [];
	const conditions = filter.length > MAX_LENGTH ? null : flat(parsed(filter));
	const isKnown = conditions?.every(({ attribute }) => permitted.includes(attribute));
	if (!conditions || !isKnown || conditions.length > MAX_CONDITIONS) throw invalidFilter();
	return conditions;
}

function parsed(filter: string): Filter {
	try {
		return parse(filter);
	} catch {
		throw invalidFilter();
	}
}

function flat(filter: Filter): Condition[] {
	if (filter.op === 'and') return filter.filters.flatMap(flat);
	if (isOfWork(filter)) return [];
	if (filter.op !== 'eq' && filter.op !== 'sw' && filter.op !== 'co') throw invalidFilter();
	const attribute = (ATTRIBUTES as Record<string, Attribute>)[filter.attrPath.toLowerCase()];
	const value = filter.compValue;
	const isText = typeof value === 'string';
	const isFlag = typeof value === 'boolean' && filter.op === 'eq' && attribute === 'isActive';
	const isOtherId = (attribute === 'id' || attribute === 'member') && filter.op !== 'eq';
	if (attribute === undefined || isOtherId || !(isFlag || (isText && attribute !== 'isActive')))
		throw invalidFilter();
	return [{ attribute, op: filter.op, value }];
}

/** Users have only a work address, so this condition is always true. */
const isOfWork = (filter: Filter): boolean =>
	filter.op === '[]' &&
	filter.attrPath.toLowerCase() === 'emails' &&
	filter.valFilter.op === 'eq' &&
	filter.valFilter.attrPath.toLowerCase() === 'type' &&
	String(filter.valFilter.compValue).toLowerCase() === 'work';

const invalidFilter = (): ScimError =>
	new ScimError(
		400,
		'Use the filters eq, sw and co, joined by and. The schemas list the attributes.',
		'invalidFilter',
	);
