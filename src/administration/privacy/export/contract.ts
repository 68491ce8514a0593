import { z } from '@hono/zod-openapi';
import { fileAnswer } from '../../../foundation/http/contract.ts';
import { operations } from '../../../foundation/http/operation.ts';

/** The size limit in the document. No company has this much data. */
const MAX_ARCHIVE_BYTES = 1_000_000_000_000;

const ARCHIVE = {
	responses: {
		200: fileAnswer({
			'application/zip': {
				schema: z.string().openapi({ format: 'binary', maxLength: MAX_ARCHIVE_BYTES }),
				example: 'PK…',
			},
		}),
	},
} as const;

const CONTENT = `JSON files by room (\`profile\`, \`flex\`, \`goodies\`, \`expenses\`, \`payroll\`, \`proposals\`, \`sign-in\`, \`mail\`, \`history\`), the receipts and proofs as uploaded, and \`manifest.json\` at the end. It counts the records of each file and lists
everything that could not be read. An archive without it is incomplete. It contains no secrets. The
access log records each export.`;

const { list } = operations(['Employees', 'Extension']);

export const exportEmployeeRoute = list('exportEmployee', '/employees/{employeeId}/export', {
	...ARCHIVE,
	summary: 'Export all data of an employee',
	description: `All stored data about a person, as required by article 15 of the GDPR, as one ZIP. ${CONTENT}`,
});

export const exportCompanyRoute = list('exportCompany', '/companies/{companyId}/export', {
	...ARCHIVE,
	tags: ['Companies', 'Extension'],
	summary: 'Export all data of a company',
	description: `All stored data about all employees and the company itself, as one ZIP. ${CONTENT}`,
});
