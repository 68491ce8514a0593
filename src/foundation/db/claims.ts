import type { Instant } from '../core/instant.ts';
import type { Statement } from './database.ts';

/** Codes that a statement stores. They have no room for the name of their cell, so the directory knows it. */
export interface Claimed {
	/** The marks of the codes, and for printed ones also `claimOfKey`. */
	values: readonly string[];
	since: Instant;
}

/** The claim of a cell that has a printed code with these first letters. Other cells may have one too. */
export const claimOfKey = (key: string, cell: string): string => `${key} ${cell}`;

/** Notes on a statement the codes that it stores. */
export const claiming = <S extends Statement>(statement: S, claimed: Claimed): S =>
	Object.assign(statement, { claimed });

export const claimsOf = (statements: readonly Statement[]): Claimed[] =>
	statements.flatMap((statement) => ('claimed' in statement ? [statement.claimed as Claimed] : []));
