import { datesOf, shownPause } from '../../benefits/employees/pauses/rules.ts';
import { byText, type DeclaredText, type EmployeeText } from '../../foundation/core/employee-texts.ts';
import { toIso, toIsoOrNull } from '../../foundation/core/instant.ts';
import { etagOf } from '../../foundation/http/write.ts';
import type { StoredGroup } from './groups/store.ts';
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

type Attribute = DeclaredText['attribute'];

/** Returns an object with a value for each text of an employee, under its attribute of the enterprise extension. */
export const byAttribute = <V>(make: (name: EmployeeText, text: DeclaredText) => V): Record<Attribute, V> =>
	Object.fromEntries(Object.values(byText((name, text) => [text.attribute, make(name, text)]))) as Record<
		Attribute,
		V
	>;

export function userToWire(person: Person, now: number) {
	const { datePausedStart, datePausedEnd } = datesOf(shownPause(person.pauses, now));
	const { firstName, lastName, groups, groupKeys } = person;
	const resource = {
		schemas: [USER, ENTERPRISE, EMPLOYMENT],
		id: person.id,
		...(person.externalId !== null && { externalId: person.externalId }),
		userName: userNameOf(person),
		active: person.dateClosed === null,
		emails: [{ value: person.email, type: 'work', primary: true }],
		name: {
			...(firstName !== null && { givenName: firstName }),
			...(lastName !== null && { familyName: lastName }),
		},
		...(person.language !== null && { preferredLanguage: person.language }),
		groups: groups.map((name, index) => ({ value: groupId(groupKeys[index] ?? name), display: name })),
		[ENTERPRISE]: withoutNulls(byAttribute((name) => person[name])),
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

/** People who were not created by SCIM have no `userName`; their address stands in for it. */
export const userNameOf = ({ userName, email }: Pick<Person, 'userName' | 'email'>): string =>
	userName ?? email;

/** A group's id is its key in base64url, because a key may hold characters that addresses do not allow. */
export const groupId = (key: string): string => Buffer.from(key).toString('base64url');
export const groupKey = (id: string): string => Buffer.from(id, 'base64url').toString();

export function groupToWire(group: Omit<StoredGroup, 'id' | 'revision'>, memberIds: readonly string[]) {
	const { key, name, externalId, dateCreated, dateModified } = group;
	const members = memberIds.map((value) => ({ value, $ref: `${BASE}/Users/${value}`, type: 'User' }));
	const resource = {
		schemas: [GROUP],
		id: groupId(key),
		...(externalId !== null && { externalId }),
		displayName: name,
		members,
	};
	const location = `${BASE}/Groups/${resource.id}`;
	const version = etagOf(JSON.stringify(resource));
	const dates = withoutNulls({ created: toIsoOrNull(dateCreated), lastModified: toIsoOrNull(dateModified) });
	return { ...resource, meta: { resourceType: 'Group', ...dates, location, version } };
}

const withoutNulls = (fields: Record<string, string | null>) =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
