import { toIso, toIsoOrNull } from '../core/instant.ts';
import { datesOf, shownPause } from '../employees/pauses/rules.ts';
import { etagOf } from '../http/write.ts';
import type { Person } from './store.ts';

export const BASE = '/scim/v2';
/** Large, because a group contains all its members. */
export const MAX_BYTES = 1024 * 1024;
/** Content types of RFC 7644, section 3.1. */
export const JSON_TYPE = /^application\/(scim\+)?json\s*(;|$)/i;

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const EMPLOYMENT = 'urn:zubrot:params:scim:schemas:extension:employment:2.0:User';

export function userToWire(person: Person, now: number) {
	const { datePausedStart, datePausedEnd } = datesOf(shownPause(person.pauses, now));
	const { firstName, lastName, groups } = person;
	const resource = {
		schemas: [USER, ENTERPRISE, EMPLOYMENT],
		id: person.id,
		userName: person.email,
		active: person.dateClosed === null,
		emails: [{ value: person.email, type: 'work', primary: true }],
		name: {
			...(firstName !== null && { givenName: firstName }),
			...(lastName !== null && { familyName: lastName }),
		},
		...(person.language !== null && { preferredLanguage: person.language }),
		groups: groups.map((name) => ({ value: groupId(name), display: name })),
		[ENTERPRISE]: withoutNulls({ employeeNumber: person.personnelNumber, costCenter: person.costCenter }),
		[EMPLOYMENT]: withoutNulls({
			dateTerminated: toIsoOrNull(person.dateTerminated),
			datePausedStart: toIsoOrNull(datePausedStart),
			datePausedEnd: toIsoOrNull(datePausedEnd),
		}),
	};
	const version = etagOf(JSON.stringify(resource));
	const dates = { created: toIso(person.dateCreated), lastModified: toIso(person.dateModified) };
	const location = `${BASE}/Users/${person.id}`;
	return { ...resource, meta: { resourceType: 'User', ...dates, location, version } };
}

/** A group's id is its name, encoded for addresses. */
export const groupId = (name: string): string => Buffer.from(name).toString('base64url');
export const groupName = (id: string): string => Buffer.from(id, 'base64url').toString();

export function groupToWire(name: string, memberIds: readonly string[]) {
	const members = memberIds.map((value) => ({ value, $ref: `${BASE}/Users/${value}`, type: 'User' }));
	const resource = { schemas: [GROUP], id: groupId(name), displayName: name, members };
	const location = `${BASE}/Groups/${resource.id}`;
	const version = etagOf(JSON.stringify(resource));
	return { ...resource, meta: { resourceType: 'Group', location, version } };
}

const withoutNulls = (fields: Record<string, string | null>) =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
