import type { Role } from '../../src/core/actor.ts';

export type Reader = Exclude<Role, 'TECHNICAL_USER'>;

/** What an address answers to each role: the status of a page, or of a form that is sent empty. */
interface Row {
	request: string;
	answers: Record<Reader, number>;
}

const all = (status: number): Record<Reader, number> => ({
	PLATFORM_ADMIN: status,
	COMPANY_ADMIN: status,
	FLEX_DOCUMENT_VERIFIER: status,
	EMPLOYEE: status,
});

/** Every address of the console that needs a session. */
export const ROWS: Row[] = [{ request: 'GET /console', answers: all(200) }];

/** Those that need none. */
export const PUBLIC = [
	'GET /console/sign-in',
	'POST /console/sign-in',
	'POST /console/sign-in/password',
	'POST /console/sign-in/code',
	'GET /console/sign-in/provider',
	'GET /console/sign-in/forgotten',
	'POST /console/sign-in/forgotten',
	'POST /console/sign-out',
	'POST /console/language',
];
