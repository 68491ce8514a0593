import type { Country } from '../core/countries.ts';
import type { Author } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import type { Db, Statement } from './database.ts';

/** A change of a user's address by a statement. A verified domain counts as an address, whose user is the record of the company's domain. */
export interface Move {
	userId: string;
	/** The user's address after the statement, as `emailKey` returns it, or the domain; null for none. */
	address: string | null;
	/** True for a user that the statement inserts. Such a user had no address before. */
	isNew?: boolean;
	now: Instant;
	takeOver?: TakeOver | undefined;
	/** True when the statement proves the address, so that people of the same database can lose it too. */
	wins?: boolean;
}

/** Returns which of these addresses other people may take from users of this database, and the statements that free them. */
export type TakeOver = (
	db: Db,
	addresses: readonly string[],
) => Promise<{ freed: readonly string[]; statements: Statement[] }>;

/** Knows the values of all databases, because a unique index covers only one. */
export interface Directory {
	/** Runs a batch whose statements take or free values that must be unique across databases. In a dry run, the batch is rolled back. */
	commit(db: Db, statements: readonly [Statement, ...Statement[]], isDryRun: boolean): Promise<unknown[]>;
	/** Decides what interrupted attempts have left open, and returns the number of decisions. */
	settle(db: Db, now: Instant): Promise<number>;
	/** Tells other databases which of their companies a user of this database manages, and returns their number. */
	settleUser(home: Db, userId: string, now: Instant, author: Author): Promise<number>;
	/** Copies a new template of this database to others, and returns their number. */
	copyTemplate(home: Db, templateId: string, now: Instant, author: Author): Promise<number>;
	/** Returns the companies of these ids that exist in any database, ordered by id. */
	companies(ids: readonly string[]): Promise<KnownCompany[]>;
}

export interface KnownCompany {
	id: string;
	name: string;
	color: string | null;
	logo: string | null;
	taxAffiliation: Country;
	dateModified: Instant;
}

/** Attaches to a statement its changes of addresses, for `commit`. */
export const moving = <S extends Statement>(statement: S, moves: readonly Move[]): S =>
	Object.assign(statement, { moves });

export const movesOf = (statements: readonly Statement[]): Move[] =>
	statements.flatMap((statement) => ('moves' in statement ? (statement.moves as Move[]) : []));

const isDomain = (address: string): boolean => !address.includes('@');

/** Thrown when other databases have these addresses or domains. Its message equals that of a violated unique index. */
export class AddressesTaken extends Error {
	readonly addresses: readonly string[];

	constructor(addresses: readonly string[]) {
		super(addresses.every(isDomain) ? 'company_domains.domain' : 'users.email_key');
		this.name = 'AddressesTaken';
		this.addresses = addresses;
	}
}
