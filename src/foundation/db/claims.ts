import type { Instant } from '../core/instant.ts';
import type { Statement } from './database.ts';

/** Codes that a statement stores. A code is too short for the name of its cell, so the directory stores the cell. */
export interface Claimed {
	/** The marks of the codes, and for printed codes also `claimOfKey`. */
	values: readonly string[];
	since: Instant;
}

/** Returns the claim of a cell that has a printed code with these first letters. Several cells can have such codes. */
export const claimOfKey = (key: string, cell: string): string => `${key} ${cell}`;

/** Attaches to a statement the codes that it stores. */
export const claiming = <S extends Statement>(statement: S, claimed: Claimed): S =>
	Object.assign(statement, { claimed });

export const claimsOf = (statements: readonly Statement[]): Claimed[] =>
	statements.flatMap((statement) => ('claimed' in statement ? [statement.claimed as Claimed] : []));
