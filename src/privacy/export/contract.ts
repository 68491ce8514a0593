import { createRoute, z } from '@hono/zod-openapi';
import { fileAnswer } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { guarded } from '../../http/problem.ts';

/** No company has this much data. */
const MAX_ARCHIVE_BYTES = 1_000_000_000_000;

const archive = {
	200: fileAnswer({
		'application/zip': {
			schema: z.string().openapi({ format: 'binary', maxLength: MAX_ARCHIVE_BYTES }),
			example: 'PK…',
		},
	}),
	...guarded('validation_failed', 'not_found', 'too_many_requests'),
};

const CONTENT = `JSON files by room (\`profile\`, \`flex\`, \`goodies\`, \`expenses\`, \`payroll\`, \`sign-in\`, \`mail\`, \`history\`), the receipts as uploaded, and \`manifest.json\` at the end. It counts the records of each file and lists
everything that could not be read. An archive without it is incomplete. It contains no secrets. The
access log records each export.`;

export const exportEmployeeRoute = createRoute({
	method: 'get',
	path: '/employees/{employeeId}/export',
	operationId: 'exportEmployee',
	tags: ['Employees', 'Extension'],
	summary: 'Export all data of an employee',
	description: `All stored data about a person, as required by article 15 of the GDPR, as one ZIP. ${CONTENT}`,
	request: { params: z.object({ employeeId: pathId('employeeId') }) },
	responses: archive,
});

export const exportCompanyRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}/export',
	operationId: 'exportCompany',
	tags: ['Companies', 'Extension'],
	summary: 'Export all data of a company',
	description: `All stored data about all employees and the company itself, as one ZIP. ${CONTENT}`,
	request: { params: z.object({ companyId: pathId('companyId') }) },
	responses: archive,
});
