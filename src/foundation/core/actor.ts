import type { Operation } from './policy.ts';

export const ROLES = [
	'PLATFORM_ADMIN',
	'EMPLOYEE',
	'COMPANY_ADMIN',
	'FLEX_DOCUMENT_VERIFIER',
	'TECHNICAL_USER',
] as const;
export type Role = (typeof ROLES)[number];

/** The user who makes a request, with the rights that the database gives the session at present, not those in the token. */
export interface Actor {
	userId: string;
	sessionId: string;
	roles: readonly Role[];
	employeeId: string | null;
	/** The only company that the user manages; null with several, or none. */
	soleCompanyId: string | null;
	/** The other databases with companies of the actor: those of some grants, or all cells for actors who reach everything. Null for none. */
	databases?: 'GRANTED' | 'CELLS' | null;
	/** True for a signed-in user who has not set up a second factor. */
	lacksSecondFactor?: boolean;
	/** The operations that an API key is limited to; null for a signed-in user. */
	operations: readonly Operation[] | null;
	/** The person who created the API key. Missing for a signed-in user, and when the creator is unknown. */
	maker?: Person;
	/** Set while a platform administrator views the pages of this user. */
	isViewed?: true;
	/** Set when the API key acts for the company's directory (SCIM). */
	isDirectory?: true;
}

interface Person {
	userId: string;
	employeeId: string | null;
}

/** The records that an actor reaches with one operation: all, or those of managed companies and of one employee. */
export interface Scope {
	all: boolean;
	/** The user whose managed companies are reached; null for none. */
	managerId: string | null;
	employeeId: string | null;
}

/** True when the actor reaches companies of several databases. */
export const isOfSeveral = ({ databases, roles }: Pick<Actor, 'databases' | 'roles'>): boolean =>
	databases === 'GRANTED' || (databases === 'CELLS' && roles.includes('PLATFORM_ADMIN'));

/** Returns the person behind a request: the signed-in user, or the creator of the API key. */
export const personBehind = ({ maker, ...actor }: Actor): Person => maker ?? actor;
