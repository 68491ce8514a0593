import type { Instant } from '../core/instant.ts';
import type { Statement } from './database.ts';

/**
 * Values that no two databases may hold, and that a statement stores or deletes. Codes and verified domains have no room for the
 * name of their cell, so the directory knows it.
 */
export interface Claimed {
	kind: 'CODE' | 'DOMAIN';
	values: readonly string[];
	/** When a cell takes the values; null when it frees them. */
	since: Instant | null;
}

/** Notes on a statement what it takes or frees. */
export const claiming = <S extends Statement>(statement: S, claimed: Claimed): S =>
	Object.assign(statement, { claimed });

export const claimsOf = (statements: readonly Statement[]): Claimed[] =>
	statements.flatMap((statement) => ('claimed' in statement ? [statement.claimed as Claimed] : []));
