import { z } from '@hono/zod-openapi';
import type { Instant } from '../core/instant.ts';
import type { CompanyKey, EmployeeKey, ModifiedKey } from '../db/scope.ts';
import { cursorId, cursorOf } from './cursor.ts';
import { dateTime, yearMonth } from './dates.ts';
import { pageQuery, type Source } from './pagination.ts';

/** A filter by which a list is asked for in the order of modification. */
export const modifiedSince = dateTime('2026-03-07T00:00:00.000Z')
	.optional()
	.openapi({
		description: `Only what has changed at or after this instant, in the order of the changes, so that who reads page by page misses
nothing. What becomes different by time alone, or belongs to another record, is no change`,
	});

const companyAt = z.union([z.literal(''), cursorId, z.tuple([cursorId, z.int()])]);
type CompanyAt = z.infer<typeof companyAt>;

/** For lists in the order of company, and then of creation or of modification. */
export const modifiedPageQuery = pageQuery.extend({
	cursor: cursorOf(companyAt, '01890a5d-ac96-774b-bcce-b302099a8058'),
	modifiedSince,
});

/** Rows in the order of creation or, with `since`, of modification. */
export function inOrderOfChange<Row extends { id: string; dateModified: Instant }>(
	since: Instant | undefined,
	load: (after: ModifiedKey, limit: number) => Promise<Row[]>,
): Source<Row, number> {
	return {
		load: ({ after, limit }) =>
			load({ id: after?.id ?? '', dateModified: Math.max(after?.at ?? 0, since ?? 0) }, limit),
		key: ({ id, dateModified }) => ({ at: since === undefined ? 0 : dateModified, id }),
	};
}

/** The same company by company. */
export function inOrderOfCompanyChange<Row extends CompanyKey & { dateModified: Instant }>(
	since: Instant | undefined,
	load: (after: CompanyKey & ModifiedKey, limit: number) => Promise<Row[]>,
): Source<Row, CompanyAt> {
	const placeOf = (at: CompanyAt): [string, Instant] => (typeof at === 'string' ? [at, 0] : at);
	return {
		load: ({ after, limit }) => {
			const [companyId, dateModified] = placeOf(after?.at ?? '');
			return load(
				{ companyId, id: after?.id ?? '', dateModified: Math.max(dateModified, since ?? 0) },
				limit,
			);
		},
		key: ({ companyId, id, dateModified }) => ({
			at: since === undefined ? companyId : [companyId, dateModified],
			id,
		}),
	};
}

/** For what a company's employees have in a month, in the order of the employees' creation. */
export const employeesPageQuery = pageQuery.extend({
	cursor: cursorOf(cursorId, '01890a5d-ac96-774b-bcce-b302099a8057'),
	month: yearMonth('2026-03').optional().openapi({ description: 'The present month when omitted' }),
});

/** `idOf` is what orders the records of one employee. */
export function inOrderOfEmployee<Row extends { employeeId: string }>(
	load: (after: EmployeeKey, limit: number) => Promise<Row[]>,
	idOf: (row: Row) => string,
): Source<Row, string> {
	return {
		load: ({ after, limit }) => load({ employeeId: after?.at ?? '', id: after?.id ?? '' }, limit),
		key: (row) => ({ at: row.employeeId, id: idOf(row) }),
	};
}
