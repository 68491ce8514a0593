import { type Answer, as, type TestUser } from './service.ts';

const CSV = { 'Content-Type': 'text/csv' };

export const importPath = (companyId: string): string => `/companies/${companyId}/employees/import`;

/** Imports a CSV file as a user; `query` such as `partial=true`. */
export const importCsv = (
	company: { id: string; admin: TestUser },
	file: string | Uint8Array,
	query = '',
	headers: Record<string, string> = {},
): Promise<Answer> =>
	as(company.admin).send('POST', `${importPath(company.id)}?${query}`, file, { ...CSV, ...headers });

/** Lines of cells without quotes, as a file. */
export const fileOf = (...lines: string[]): string => lines.join('\r\n');
