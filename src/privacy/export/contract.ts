import { createRoute, z } from '@hono/zod-openapi';
import { fileAnswer } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { guarded } from '../../http/problem.ts';

/** More than the records and receipts of a company ever take. */
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

const CONTENT = `JSON files by room (\`profile\`, \`flex\`, \`goodies\`, \`expenses\`, \`payroll\`, \`sign-in\`, \`mail\`, \`history\`), the receipts
as they were uploaded, and at last \`manifest.json\`, which counts the records of each file and names what could not be read. An archive
without it was broken off. No secret is in it. The access log tells of each export.`;

export const exportEmployeeRoute = createRoute({
	method: 'get',
	path: '/employees/{employeeId}/export',
	operationId: 'exportEmployee',
	tags: ['Employees', 'Extension'],
	summary: 'Export all data of an employee',
	description: `Everything that is kept about a person, as article 15 of the GDPR asks for, as one ZIP. ${CONTENT}`,
	request: { params: z.object({ employeeId: pathId('employeeId') }) },
	responses: archive,
});

export const exportCompanyRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}/export',
	operationId: 'exportCompany',
	tags: ['Companies', 'Extension'],
	summary: 'Export all data of a company',
	description: `The same of all employees, and what the company itself has, as one ZIP. ${CONTENT}`,
	request: { params: z.object({ companyId: pathId('companyId') }) },
	responses: archive,
});
