/** What the OpenAPI document tells of the service as a whole. */
export const DOCUMENT = {
	openapi: '3.1.0',
	info: {
		title: 'Zubrot',
		version: '1.0',
		description: `Employee-benefits administration: employees, monthly flex budgets, goodies vouchers, payroll transactions.

Log in with \`POST /api/v2/auth\` and send \`idToken\` as the bearer token. Lists without \`limit\` are complete; with it, the \`Link\`
header names the next page. Fields of answers are always there, \`null\` when unset; instants are in UTC. Every error is an RFC 9457
problem document with a stable \`code\`. Operations tagged \`Extension\` go beyond the specified interface.`,
		license: { name: 'MIT', identifier: 'MIT' },
	},
	servers: [
		{ url: '/', description: 'Where this document is served, local or production', 'x-internal': false },
	],
	security: [{ bearer: [] }],
	tags: [
		{ name: 'Authentication', description: 'Tokens and the requesting user' },
		{ name: 'Employees', description: 'Employees, their pauses and terminations' },
		{ name: 'Flex', description: 'Monthly flex budgets and their tax rule templates' },
		{ name: 'Expenses', description: 'What employees spend, and its receipts' },
		{ name: 'Goodies', description: 'Monthly vouchers' },
		{ name: 'Payroll', description: 'What goes to the payroll office' },
		{ name: 'History', description: 'Who changed what, and when' },
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
		'The `idToken` of `POST /api/v2/auth`: a JWT of one hour, signed with HS256 and checked as RFC8725 asks.',
} as const;
