import { EMPLOYMENT, ENTERPRISE } from './resource.ts';

/** The attributes that somebody may set. Whatever else a resource or a path names is not kept here. */
const SETTABLE = [
	'userName',
	'active',
	'preferredLanguage',
	'name',
	'name.givenName',
	'name.familyName',
	'emails',
	'emails.value',
	ENTERPRISE,
	`${ENTERPRISE}:employeeNumber`,
	`${ENTERPRISE}:costCenter`,
	EMPLOYMENT,
	`${EMPLOYMENT}:dateTerminated`,
	`${EMPLOYMENT}:datePausedStart`,
	`${EMPLOYMENT}:datePausedEnd`,
	'displayName',
	'members',
];

/** Names are compared without case (RFC 7643, section 2.1). */
const SPELT = new Map(SETTABLE.map((path) => [path.toLowerCase(), path]));

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i;
/** A path that selects values of an attribute, such as `emails[type eq "work"].value`. */
const SELECTION = /^(emails|members)(\[[^\]]*\])(\.value)?$/i;

/** A path as we spell it; undefined when nothing is kept under it. */
export function pathOf(given: string): string | undefined {
	const path = given.replace(CORE, '');
	const [, attribute, selection, sub = ''] = SELECTION.exec(path) ?? [];
	if (attribute?.toLowerCase() === 'members') return path.toLowerCase();
	if (attribute !== undefined) return `emails${selection}${sub.toLowerCase()}`;
	return SPELT.get(path.toLowerCase());
}

/** The paths of the attributes of an attribute or of an extension; none of one that has none. */
export const innerPaths = (path: string): string[] =>
	SETTABLE.filter((one) => one.startsWith(prefixOf(path)) && path !== 'emails');

/** What stands before the names of the attributes of an attribute or of an extension. */
export const prefixOf = (path: string): string => `${path}${path.startsWith('urn:') ? ':' : '.'}`;

/** What of a resource is kept, under our names. */
export function kept(resource: unknown, prefix = ''): unknown {
	if (!isObject(resource)) return resource;
	const parts = Object.entries(resource).flatMap(([name, value]) => {
		const path = SPELT.get((prefix + name).toLowerCase());
		return path === undefined ? [] : [[path.slice(prefix.length), kept(value, prefixOf(path))]];
	});
	return Object.fromEntries(parts);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
