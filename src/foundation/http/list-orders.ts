import type { Instant } from '../core/instant.ts';
import type { CompanyKey, EmployeeKey, ModifiedKey } from '../db/scope.ts';
import type { CompanyAt, DatabaseAt, Key } from './list-contract.ts';

export interface Page<At> {
	after: Key<At> | null;
	limit: number;
}

/** A list in its order. `load` returns up to `limit` rows after the key `after`. */
export interface Source<Row, At> {
	load(page: Page<At>): Promise<readonly Row[]>;
	key(row: Row): Key<At>;
	/** The key before the first row, in a list whose last page has a cursor too. */
	start?: Key<At>;
	/** The key at which the next page begins, if the last load ended before its page was full. */
	rest?(): Key<At> | undefined;
	/** The key for following the list after its end was read. Only for lists without `start`. */
	followed?(): Key<At>;
}

export function inOrderOfPosition<Row extends { position: number }>(
	load: (after: number, limit: number) => Promise<Row[]>,
): Source<Row, number> {
	return {
		load: ({ after, limit }) => load(after?.at ?? 0, limit),
		key: ({ position }) => ({ at: position, id: '0' }),
		start: { at: 0, id: '0' },
	};
}

/** For rows of several databases, ordered by the time at which the service learned of them. */
export const inOrderOfArrival = <Row extends { at: At }, At>(
	start: At,
	load: (after: At, limit: number) => Promise<PageOfRows<Row, At>>,
): Source<Row, At> => ({
	...resting<Row, At, At>(
		({ after, limit }) => load(after?.at ?? start, limit),
		({ at }) => ({ at, id: '0' }),
		(at) => ({ at, id: '0' }),
	),
	start: { at: start, id: '0' },
});

export function inOrderOfCreation<Row extends { id: string }>(
	load: (after: string, limit: number) => Promise<Row[]>,
): Source<Row, number> {
	return { load: ({ after, limit }) => load(after?.id ?? '', limit), key: ({ id }) => ({ at: 0, id }) };
}

/** Like `inOrderOfCreation`, for rows of several databases. */
export const inOrderOfCreationAcross = <Row extends { id: string }>(
	load: (after: string, limit: number) => Promise<PageOfRows<Row>>,
): Source<Row, number> =>
	resting(
		({ after, limit }) => load(after?.id ?? '', limit),
		({ id }) => ({ at: 0, id }),
		(id) => ({ at: 0, id }),
	);

/**
 * For positions in several databases, with D1 first. D1 has no company. A key also contains the last position read in D1. After all
 * databases, a reader continues from it in D1.
 */
export function inOrderOfDatabase<Row extends CompanyKey & { position: number }>(
	load: (after: CompanyKey & { position: number }, limit: number) => Promise<PageOfRows<Row>>,
): Source<Row, DatabaseAt> {
	let seen = 0;
	const placeOf = (...at: [string, number, number]): Key<DatabaseAt> => ({ at, id: '0' });
	return {
		...resting<Row, DatabaseAt, string>(
			async ({ after, limit }) => {
				const [companyId, position, before] = typeof after?.at === 'object' ? after.at : ['', 0, 0];
				const found = await load({ companyId, id: '', position }, limit);
				seen = found.rows.findLast((row) => row.companyId === '')?.position ?? before;
				return found;
			},
			({ companyId, position }) => placeOf(companyId, position, companyId === '' ? position : seen),
			(companyId) => placeOf(companyId, 0, seen),
		),
		followed: () => ({ at: seen, id: '0' }),
	};
}

/** `companyId` is the company by which the row is sorted. */
export const inOrderOfCompany = <Row extends CompanyKey>(
	load: (after: CompanyKey, limit: number) => Promise<PageOfRows<Row>>,
): Source<Row, string> =>
	resting(
		({ after, limit }) => load({ companyId: after?.at ?? '', id: after?.id ?? '' }, limit),
		({ companyId, id }) => ({ at: companyId, id }),
		beginningOf,
	);

/** The key before the first row of a company. */
const beginningOf = (companyId: string): Key<string> => ({ at: companyId, id: '0' });

/** Rows of several databases. `rest` is set if the page ends early: the next page begins there. */
interface PageOfRows<Row, Rest = string> {
	rows: readonly Row[];
	rest?: Rest;
}

function resting<Row, At, Rest>(
	load: (page: Page<At>) => Promise<PageOfRows<Row, Rest>>,
	key: (row: Row) => Key<At>,
	placeOf: (rest: Rest) => Key<At>,
): Source<Row, At> {
	let rest: Rest | undefined;
	return {
		async load(page) {
			const found = await load(page);
			rest = found.rest;
			return found.rows;
		},
		key,
		rest: () => (rest === undefined ? undefined : placeOf(rest)),
	};
}

/** For lists ordered by a text. The key has it in base64url, because a header cannot contain all letters. */
export function inOrderOfPart<Row extends { part: string; id: string }>(
	load: (after: { part: string; id: string }, limit: number) => Promise<Row[]>,
): Source<Row, string> {
	return {
		load: ({ after, limit }) =>
			load({ part: Buffer.from(after?.at ?? '', 'base64url').toString('utf8'), id: after?.id ?? '' }, limit),
		key: ({ part, id }) => ({ at: Buffer.from(part).toString('base64url'), id }),
	};
}

/** For rows ordered by creation or, with `since`, by modification. */
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

/** Like `inOrderOfChange`, for each company in turn. */
export function inOrderOfCompanyChange<Row extends CompanyKey & { dateModified: Instant }>(
	since: Instant | undefined,
	load: (after: CompanyKey & ModifiedKey, limit: number) => Promise<PageOfRows<Row>>,
): Source<Row, CompanyAt> {
	const placeOf = (at: CompanyAt): [string, Instant] => (typeof at === 'string' ? [at, 0] : at);
	return resting<Row, CompanyAt, string>(
		({ after, limit }) => {
			const [companyId, dateModified] = placeOf(after?.at ?? '');
			const place = { companyId, id: after?.id ?? '', dateModified: Math.max(dateModified, since ?? 0) };
			return load(place, limit);
		},
		({ id, companyId, dateModified }) => ({
			at: since === undefined ? companyId : [companyId, dateModified],
			id,
		}),
		beginningOf,
	);
}

/** `idOf` returns the id that orders the records of one employee. */
export function inOrderOfEmployee<Row extends { employeeId: string }>(
	load: (after: EmployeeKey, limit: number) => Promise<Row[]>,
	idOf: (row: Row) => string,
): Source<Row, string> {
	return {
		load: ({ after, limit }) => load({ employeeId: after?.at ?? '', id: after?.id ?? '' }, limit),
		key: (row) => ({ at: row.employeeId, id: idOf(row) }),
	};
}
