import type { Operation } from './policy.ts';

export const ROLES = [
	'PLATFORM_ADMIN',
	'EMPLOYEE',
	'COMPANY_ADMIN',
	'FLEX_DOCUMENT_VERIFIER',
	'TECHNICAL_USER',
] as const;
export type Role = (typeof ROLES)[number];

/** The user who makes a request. Read from the database for the token's session, never from the token. */
export interface Actor {
	userId: string;
	sessionId: string;
	roles: readonly Role[];
	employeeId: string | null;
	/** The only company that the user manages; null with several, or none. */
	soleCompanyId: string | null;
	/** What an API key is limited to; null for a user who has signed in. */
	operations: readonly Operation[] | null;
	/** Who has made the API key; absent for a user who has signed in, and where that is not known. */
	maker?: Person;
	/** Set where the API key speaks for the company's directory (SCIM), by the one row of the policy table that permits it. */
	isDirectory?: true;
}

interface Person {
	userId: string;
	employeeId: string | null;
}

/** The records that an actor reaches with one operation: all, or those of managed companies and of one employee. */
export interface Scope {
	all: boolean;
	/** The user whose managed companies are reached. */
	managerId: string | null;
	employeeId: string | null;
}

/** The person behind a request: the user who has signed in, or who has made the API key. */
export const personBehind = ({ maker, ...actor }: Actor): Person => maker ?? actor;
