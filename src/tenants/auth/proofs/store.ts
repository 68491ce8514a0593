import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { claiming } from '../../../foundation/db/claims.ts';
import { jsonColumn, oneOf } from '../../../foundation/db/columns.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { soleCompanyOf } from '../../../foundation/db/scope.ts';
import { employerId, grantedCompanyIds, managedCompanyIds } from '../../users/queries.ts';
import { users } from '../../users/table.ts';
import { addressProofs } from './table.ts';

type Proof = typeof addressProofs.$inferSelect;

/**
 * Stores a link with what begins when it is used, in place of an earlier one. With `keepsRights`, what waits stays as it is. Fails with
 * `stale_revision` when the address is proven.
 */
export function saveProof(db: Db, proof: Proof, keepsRights: boolean): Statement {
	const { key, codeMark, dateCreated, dateExpires } = proof;
	const set = keepsRights ? { key, codeMark, dateCreated, dateExpires } : proof;
	const statement = db
		.insert(addressProofs)
		.values(proof)
		.onConflictDoUpdate({ target: addressProofs.userId, set });
	return claiming(statement, { values: codeMark === null ? [] : [codeMark], since: dateCreated });
}

export const dropProof = (db: Db, userId: string): Statement =>
	db.delete(addressProofs).where(eq(addressProofs.userId, userId));

const COMPANIES = sql`SELECT company_id FROM user_companies WHERE user_id = address_proofs.user_id
	UNION ALL SELECT company_id FROM employees WHERE user_id = address_proofs.user_id
	UNION ALL SELECT value FROM json_each(address_proofs.company_ids)`;

/** True while the author is the operator, or an administrator of every company that is concerned. */
const mayStillGive = sql`EXISTS (SELECT 1 FROM users a WHERE a.id = address_proofs.author_id
	AND a.date_closed IS NULL AND a.date_deleted IS NULL
	AND (instr(a.roles, '"PLATFORM_ADMIN"') OR (instr(a.roles, '"COMPANY_ADMIN"')
		AND NOT EXISTS (SELECT 1 FROM (${COMPANIES}) c WHERE NOT EXISTS (
			SELECT 1 FROM user_companies WHERE user_id = a.id AND company_id = c.company_id)))))`;

const columns = {
	userId: addressProofs.userId,
	dateCreated: addressProofs.dateCreated,
	dateExpires: addressProofs.dateExpires,
	authorId: addressProofs.authorId,
	roles: jsonColumn<Role[]>(sql`${addressProofs.roles}`, 'waiting_roles'),
	companyIds: jsonColumn<string[]>(sql`${addressProofs.companyIds}`, 'waiting_company_ids'),
	grantedIds: jsonColumn<string[]>(sql`${addressProofs.grantedIds}`, 'waiting_granted_ids'),
	key: addressProofs.key,
	mayBegin: mayStillGive.mapWith(Boolean).as('may_begin'),
	email: users.email,
	emailKey: users.emailKey,
	dateProven: users.dateProven,
	revision: users.revision,
	presentRoles: jsonColumn<Role[]>(sql`${users.roles}`, 'present_roles'),
	presentCompanyIds: managedCompanyIds,
	presentGrantedIds: grantedCompanyIds,
	employerId,
	soleCompanyId: soleCompanyOf(sql`users.id`).as('sole_company'),
};

/** Reads a link, by its key or by the code beside it, with its user if the user may sign in. */
export const proofOf = (db: Db, key: string, marks: readonly string[]) =>
	db
		.select(columns)
		.from(addressProofs)
		.innerJoin(users, eq(users.id, addressProofs.userId))
		.where(
			and(
				or(eq(addressProofs.key, key), sql`${addressProofs.codeMark} IN ${oneOf(marks)}`),
				isNull(users.dateClosed),
				isNull(users.dateDeleted),
			),
		);

/** Reads what begins when the address of a user is proven in another way. */
export const proofOfUser = (db: Db, userId: string | SQL) =>
	db
		.select(columns)
		.from(addressProofs)
		.innerJoin(users, eq(users.id, addressProofs.userId))
		.where(sql`${addressProofs.userId} = ${userId}`);

export type FoundProof = Awaited<ReturnType<typeof proofOf>>[number];

/** Fails with `address_proofs.changed` unless the row is still the one that was read, and its author may still give the rights. */
export const requireProof = (db: Db, userId: string, found: FoundProof | undefined): Statement =>
	requireThat(
		db,
		found === undefined
			? sql`NOT EXISTS (SELECT 1 FROM address_proofs WHERE user_id = ${userId})`
			: sql`EXISTS (SELECT 1 FROM address_proofs WHERE user_id = ${userId} AND date_created = ${found.dateCreated}
				AND author_id = ${found.authorId} AND key IS ${found.key} AND ${mayStillGive} = ${found.mayBegin ? 1 : 0})`,
		'address_proofs.changed',
	);

/** Gives a user these roles. Fails with `stale_revision` when the user has changed. */
export const setRoles = (
	db: Db,
	{ userId, revision }: Pick<FoundProof, 'userId' | 'revision'>,
	roles: Role[],
	now: Instant,
): Statement =>
	db
		.update(users)
		.set({ roles, dateModified: now, revision: revision + 1 })
		.where(eq(users.id, userId));

/** A condition on the administrator `u` who gets a mail: neither the person nor the author. */
export const isOther = (userId: string, authorId: string): SQL => sql`u.id NOT IN (${userId}, ${authorId})`;

/** True until the mailbox of a user has read within a day why no mail sets a password. */
export const isUntold = (userId: string, since: Instant): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM mails WHERE user_id = ${userId} AND kind = 'password_reset_unproven' AND date_created > ${since})`;
