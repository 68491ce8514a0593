export const ROLES = [
	'PLATFORM_ADMIN',
	'EMPLOYEE',
	'COMPANY_ADMIN',
	'FLEX_DOCUMENT_VERIFIER',
	'TECHNICAL_USER',
] as const;
export type Role = (typeof ROLES)[number];

/** Who calls: read from the database for the token's session, never from the token. */
export interface Actor {
	userId: string;
	sessionId: string;
	roles: readonly Role[];
	companyIds: readonly string[];
	employeeId: string | null;
}

/** Which records an actor may reach with one operation: all of them, or those of these companies and this employee. */
export interface Scope {
	all: boolean;
	companyIds: readonly string[];
	employeeId: string | null;
}
