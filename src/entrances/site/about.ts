import { VERSIONS } from '../../foundation/http/versions.ts';

export const DOCUMENT = {
	openapi: '3.1.0',
	info: {
		title: 'Zubrot',
		version: VERSIONS.at(-1) ?? '',
		description: `Employee-benefits administration: employees, monthly flex budgets, goodies vouchers,
payroll transactions.

Log in with \`POST /api/v2/auth\` and send \`idToken\` as the bearer token. Without \`limit\`, a
list is complete. With it, the \`Link\` header names the next page. Every field of a response is
always present, \`null\` if it has no value. Times are in UTC. Every error is an RFC 9457 problem
document with a stable \`code\`. Operations marked \`Extension\` go beyond the specified interface.

Versions 1.x only add to this document: ignore fields that you do not know, and expect new values of enumerations marked
\`x-extensible\`. \`GET /openapi.json?version=1.0\` returns the document of a release.
Responses of deprecated operations carry \`Deprecation\`, and \`Sunset\` with the time when they may be gone.`,
		license: { name: 'MIT', identifier: 'MIT' },
	},
	servers: [
		{ url: '/', description: 'The server of this document, local or in production', 'x-internal': false },
	],
	security: [{ bearer: [] }],
	tags: [
		{ name: 'Authentication', description: 'Sign-in, tokens, sessions and the requesting user' },
		{ name: 'API keys', description: 'For programs' },
		{ name: 'Employees', description: 'Employees, their pauses and terminations' },
		{ name: 'Flex', description: 'Monthly flex budgets and their tax rule templates' },
		{ name: 'Expenses', description: 'Expenses of employees, and their receipts' },
		{ name: 'Goodies', description: 'Monthly vouchers' },
		{
			name: 'Payroll',
			description: 'Payroll transactions, payroll runs and the files for the payroll office',
		},
		{
			name: 'Proposals',
			description: 'Changes that an assistant or a person proposes and a person releases',
		},
		{ name: 'History', description: 'The history of changes, and the access log' },
		{ name: 'Webhooks', description: 'Signed events for other systems' },
		{ name: 'Mail', description: 'Mails to the people of a company, and notices' },
		{ name: 'Companies', description: 'For platform administrators' },
		{ name: 'Users', description: 'For platform administrators' },
		{ name: 'Extension', description: 'Beyond the specified interface' },
	],
};

export const BEARER = {
	type: 'http',
	scheme: 'bearer',
	bearerFormat: 'JWT',
	description:
		'The `idToken` from `POST /api/v2/auth`: a JWT for one hour (HS256), verified as RFC8725 recommends.',
} as const;
