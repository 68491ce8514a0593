import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { type Instant, realTime } from '../../../foundation/core/instant.ts';
import { claiming, claimOfKey } from '../../../foundation/db/claims.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { prepared } from '../../../foundation/db/prepared.ts';
import { inParts, insertSelect } from '../../../foundation/db/records.ts';
import { soleCompanyOf } from '../../../foundation/db/scope.ts';
import { isSandbox } from '../../users/identity/queries.ts';
import type { Way } from '../../users/identity/rules.ts';
import { isBoundToSso } from '../../users/queries.ts';
import { nameColumns, users } from '../../users/table.ts';
import { KEPT_MS, type Presented, type Purpose, type StoredToken } from './rules.ts';
import { oneTimeTokens } from './table.ts';

/** Replaces older links or codes. Fails with `stale_revision` when an invited person has registered meanwhile. */
export const saveTokens = (db: Db, tokens: readonly StoredToken[]): Statement[] =>
	inParts(tokens).map((part) =>
		claiming(upsertTokens(db, { tokens: JSON.stringify(part) }), {
			values: part.flatMap((token) => codesOf(db, token)),
			since: part[0]?.dateCreated ?? 0,
		}),
	);

const codesOf = ({ cell = '' }: Db, { key, codeMark, printedMark }: StoredToken): string[] =>
	printedMark !== undefined ? [printedMark, claimOfKey(key, cell)] : codeMark === null ? [] : [codeMark];

const wayHere = (way: SQL) => sql<Way>`iif(${isSandbox}, 'SANDBOX', ${way})`;

const upsertTokens = prepared<{ tokens: string }, Statement>((db) =>
	insertSelect(
		db,
		oneTimeTokens,
		{
			userId: sql`t.value ->> 'userId'`,
			purpose: sql`t.value ->> 'purpose'`,
			key: sql`t.value ->> 'key'`,
			codeHash: sql`t.value ->> 'codeHash'`,
			codeMark: sql`t.value ->> 'codeMark'`,
			tries: sql`0`,
			way: wayHere(sql`t.value ->> 'way'`),
			releaseId: sql`t.value ->> 'releaseId'`,
			authorId: sql`t.value ->> 'authorId'`,
			dateCreated: sql`t.value ->> 'dateCreated'`,
			dateExpires: sql`t.value ->> 'dateExpires'`,
		},
		sql`FROM json_each(${sql.placeholder('tokens')}) t WHERE TRUE`,
	).onConflictDoUpdate({
		target: [oneTimeTokens.userId, oneTimeTokens.purpose],
		set: {
			key: sql`excluded.key`,
			codeHash: sql`excluded.code_hash`,
			codeMark: sql`excluded.code_mark`,
			tries: 0,
			way: sql`excluded.way`,
			releaseId: sql`excluded.release_id`,
			authorId: sql`excluded.author_id`,
			dateCreated: sql`excluded.date_created`,
			dateExpires: sql`excluded.date_expires`,
		},
	}),
);

/** Replaces the link with this key, if it still exists. */
export const replaceToken = (
	db: Db,
	key: string,
	{ key: newKey, codeMark, way, authorId, dateCreated, dateExpires }: StoredToken,
): Statement =>
	claiming(
		db
			.update(oneTimeTokens)
			.set({ key: newKey, codeMark, way: wayHere(sql`${way}`), authorId, dateCreated, dateExpires })
			.where(eq(oneTimeTokens.key, key)),
		{ values: codeMark === null ? [] : [codeMark], since: dateCreated },
	);

/** SQL that is true while the link was neither used nor replaced. */
export const isUnspent = (key: string): SQL => sql`EXISTS (SELECT 1 FROM one_time_tokens WHERE key = ${key})`;

export const countTry = (db: Db, { key }: Presented) =>
	db
		.update(oneTimeTokens)
		.set({ tries: sql`${oneTimeTokens.tries} + 1` })
		.where(and(eq(oneTimeTokens.key, key), sql`${oneTimeTokens.codeHash} IS NOT NULL`));

/** Reads a link or printed code of a user who may sign in, even when it has expired. */
export const tokenOf = (db: Db, purpose: Purpose, { key, code }: Presented) =>
	tokenWhere(
		db,
		purpose,
		sql`${eq(oneTimeTokens.key, key)} AND (${oneTimeTokens.codeHash} IS NULL) = ${code === null ? 1 : 0}`,
	);

/** Reads the link whose mail contained a code with one of these marks. */
export const tokenMarked = (db: Db, purpose: Purpose, marks: readonly string[]) =>
	tokenWhere(db, purpose, sql`${oneTimeTokens.codeMark} IN ${oneOf(marks)}`);

const tokenWhere = (db: Db, purpose: Purpose, which: SQL) =>
	db
		.select({
			userId: oneTimeTokens.userId,
			key: oneTimeTokens.key,
			codeHash: oneTimeTokens.codeHash,
			tries: oneTimeTokens.tries,
			dateExpires: oneTimeTokens.dateExpires,
			way: oneTimeTokens.way,
			email: users.email,
			emailKey: users.emailKey,
			firstName: users.firstName,
			lastName: users.lastName,
			roles: users.roles,
			dateRegistered: users.dateRegistered,
			dateProven: users.dateProven,
			restUntil: users.restUntil,
			companyId: soleCompanyOf(sql`users.id`).as('sole_company'),
			companyName: sql<
				string | null
			>`(SELECT name FROM companies WHERE id = ${soleCompanyOf(sql`users.id`)})`.as('company_name'),
			isBoundToSso: isBoundToSso.as('is_bound'),
		})
		.from(oneTimeTokens)
		.innerJoin(users, eq(users.id, oneTimeTokens.userId))
		.where(
			and(which, eq(oneTimeTokens.purpose, purpose), isNull(users.dateClosed), isNull(users.dateDeleted)),
		);

export type FoundToken = Awaited<ReturnType<typeof tokenOf>>[number];

/**
 * Sets the password. Fails with `one_time_tokens.spent` when another use came first, when resets rest, or when the address of a
 * registered user is not proven. A released code opens no account that is proven or has a second factor. Does nothing when repeated after a lost response.
 */
export const spendToken = (
	db: Db,
	{ userId, key }: FoundToken,
	passwordHash: string,
	now: Instant,
): Statement[] => [
	db
		.update(users)
		.set({
			passwordHash,
			dateRegistered: sql`coalesce(${users.dateRegistered}, ${now})`,
			dateModified: now,
			revision: sql`${users.revision} + 1`,
		})
		.where(
			sql`${users.id} = (SELECT user_id FROM one_time_tokens WHERE key = ${key} AND user_id = ${userId}
					AND (purpose <> 'PASSWORD_RESET' OR (coalesce(${users.restUntil}, 0) <= ${realTime(db, now)}
						AND (${users.dateRegistered} IS NULL OR ${users.dateProven} IS NOT NULL OR way = 'SANDBOX')))
					AND (release_id IS NULL OR (${users.dateProven} IS NULL AND NOT EXISTS (SELECT 1 FROM second_factors f
						WHERE f.user_id = ${users.id} AND f.date_confirmed IS NOT NULL))))
				AND ${users.dateClosed} IS NULL`,
		),
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND password_hash = ${passwordHash})`,
		'one_time_tokens.spent',
	),
];

/** Ends the links with which the user could set another password. */
export const endResetLinks = (db: Db, userId: string): Statement =>
	db
		.delete(oneTimeTokens)
		.where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, 'PASSWORD_RESET')));

export const mailedInvitationOf = (db: Db, userId: string | SQL, now: Instant) =>
	db
		.select({ dateExpires: oneTimeTokens.dateExpires })
		.from(oneTimeTokens)
		.where(
			and(
				sql`${oneTimeTokens.userId} = ${userId}`,
				eq(oneTimeTokens.purpose, 'REGISTRATION'),
				isNull(oneTimeTokens.codeHash),
				gt(oneTimeTokens.dateExpires, realTime(db, now)),
			),
		);

/** Reads the users of valid links or codes that the API key caused. */
export const invitedByKey = (db: Db, keyId: string, now: Instant) =>
	db
		.select({
			userId: users.id,
			employeeId: sql<string | null>`(SELECT id FROM employees WHERE user_id = ${users.id})`.as(
				'employee_id',
			),
			...nameColumns,
			dateExpires: oneTimeTokens.dateExpires,
		})
		.from(oneTimeTokens)
		.innerJoin(users, eq(users.id, oneTimeTokens.userId))
		.where(and(eq(oneTimeTokens.authorId, authorOf(keyId)), gt(oneTimeTokens.dateExpires, realTime(db, now))))
		.orderBy(asc(users.id));

export type InvitedByKey = Awaited<ReturnType<typeof invitedByKey>>[number];

export const endLinksOfKey = (db: Db, keyId: string): Statement =>
	db.delete(oneTimeTokens).where(eq(oneTimeTokens.authorId, authorOf(keyId)));

const authorOf = (keyId: string): SQL => sql`(SELECT user_id FROM api_keys WHERE id = ${keyId})`;

/** SQL of the time at which `clearExpiredSessions` has a link or code to delete. */
export const tokensDueAt = sql`SELECT min(date_expires) + ${KEPT_MS} FROM one_time_tokens`;

export const clearTokens = (db: Db, now: Instant): Statement =>
	db.delete(oneTimeTokens).where(lte(oneTimeTokens.dateExpires, now - KEPT_MS));
