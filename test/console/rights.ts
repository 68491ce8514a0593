import type { Role } from '../../src/core/actor.ts';

export type Reader = Exclude<Role, 'TECHNICAL_USER'>;

/** What an address answers to each role: the status of a page, or of a form that is sent, empty unless said. */
interface Row {
	request: string;
	/** What is typed into the form, where an empty one is not refused by what it is about. */
	fields?: Record<string, string>;
	answers: Record<Reader, number>;
}

const all = (status: number): Record<Reader, number> => ({
	PLATFORM_ADMIN: status,
	COMPANY_ADMIN: status,
	FLEX_DOCUMENT_VERIFIER: status,
	EMPLOYEE: status,
});

const verifiers = (status: number): Record<Reader, number> => ({
	...all(403),
	PLATFORM_ADMIN: status,
	FLEX_DOCUMENT_VERIFIER: status,
});

/** Every address of the console that needs a session. */
export const ROWS: Row[] = [
	{ request: 'GET /console', answers: { ...verifiers(303), COMPANY_ADMIN: 200, EMPLOYEE: 200 } },
	{ request: 'GET /console/verify', answers: verifiers(200) },
	{ request: 'GET /console/verify/:expenseId', answers: verifiers(200) },
	{
		request: 'POST /console/verify/:expenseId?company=:companyId',
		fields: { _do: 'approve', amount: '9999' },
		answers: verifiers(400),
	},
	{ request: 'GET /console/receipts/:expenseId', answers: all(200) },
	{ request: 'GET /console/receipts/:expenseId/:receiptId', answers: all(200) },
];

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
