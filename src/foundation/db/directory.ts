import type { Country } from '../core/countries.ts';
import type { Author } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import type { Db, Statement } from './database.ts';

/**
 * A statement gives a user an address, or frees the one that the user has. A verified domain is like an address: the record of
 * the company's domain is then the user.
 */
export interface Move {
	userId: string;
	/** The address that the user has afterwards, as `emailKey` returns it, or the domain; null for none. */
	address: string | null;
	/** True for a user that the statement inserts, who had no address before. */
	isNew?: boolean;
	now: Instant;
	takeOver?: TakeOver | undefined;
}

/**
 * Returns which of these addresses other people may have, although somebody in this database has them, and the statements that
 * free them.
 */
export type TakeOver = (
	db: Db,
	addresses: readonly string[],
) => Promise<{ freed: readonly string[]; statements: Statement[] }>;

/** Knows what all databases hold, because no unique index spans several of them. */
export interface Directory {
	/** Runs a batch with statements that take or free what only one database may hold. A dry run ends with one that fails. */
	commit(db: Db, statements: readonly [Statement, ...Statement[]], isDryRun: boolean): Promise<unknown[]>;
	/** Decides what interrupted attempts have left behind, and returns their number. */
	settle(db: Db, now: Instant): Promise<number>;
	/** Lets other databases know what companies there a user manages who signs in in this one, and returns their number. */
	settleUser(home: Db, userId: string, now: Instant, author: Author): Promise<number>;
	/** Stores the copies of a new template of this database in others, and returns their number. */
	copyTemplate(home: Db, templateId: string, now: Instant, author: Author): Promise<number>;
	/** Returns those of some companies that there are in any database, in the order of their ids. */
	companies(ids: readonly string[]): Promise<KnownCompany[]>;
}

/** A company as the directory knows it. */
export interface KnownCompany {
	id: string;
	name: string;
	color: string | null;
	logo: string | null;
	taxAffiliation: Country;
	dateModified: Instant;
}

/** Notes on a statement what it does to addresses, for `commit`. */
export const moving = <S extends Statement>(statement: S, moves: readonly Move[]): S =>
	Object.assign(statement, { moves });

export const movesOf = (statements: readonly Statement[]): Move[] =>
	statements.flatMap((statement) => ('moves' in statement ? (statement.moves as Move[]) : []));

const isDomain = (address: string): boolean => !address.includes('@');

/** Thrown when other databases have these addresses or domains. It reads as the violation of the index of one database. */
export class AddressesTaken extends Error {
	readonly addresses: readonly string[];

	constructor(addresses: readonly string[]) {
		super(addresses.every(isDomain) ? 'company_domains.domain' : 'users.email_key');
		this.name = 'AddressesTaken';
		this.addresses = addresses;
	}
}
