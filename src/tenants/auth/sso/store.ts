import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { soleCompanyOf } from '../../../foundation/db/scope.ts';
import { isSandbox } from '../../users/identity/queries.ts';
import { isNamed } from '../../users/queries.ts';
import { users } from '../../users/table.ts';
import { oneTimeTokens } from '../one-time/table.ts';
import { domainOfUser, isReleasedFor } from '../providers/queries.ts';
import { companyDomains, identityProviders } from '../providers/table.ts';
import { SIGN_IN_MS } from './rules.ts';
import { externalIdentities, ssoSignIns } from './table.ts';

const provider = {
	companyId: identityProviders.companyId,
	issuer: identityProviders.issuer,
	clientId: identityProviders.clientId,
	clientSecret: identityProviders.clientSecret,
};

/** Reads the provider of the company that has verified a domain. */
export const providerOfDomain = (db: Db, domain: string) =>
	db
		.select(provider)
		.from(companyDomains)
		.innerJoin(identityProviders, eq(identityProviders.companyId, companyDomains.companyId))
		.where(and(eq(companyDomains.domain, domain), sql`${companyDomains.dateVerified} IS NOT NULL`));

/** Fails with `identity_providers.changed` unless the company still has this provider. */
export const requireProvider = (
	db: Db,
	{ companyId, issuer, clientId }: { companyId: string; issuer: string; clientId: string },
): Statement =>
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM identity_providers WHERE company_id = ${companyId} AND issuer = ${issuer} AND client_id = ${clientId})`,
		'identity_providers.changed',
	);

export const providerOfCompany = (db: Db, companyId: string) =>
	db.select(provider).from(identityProviders).where(eq(identityProviders.companyId, companyId));

/** Reads the open user of an address in a verified domain of the company, who is in no other company. `subject` is the linked account. */
export const userNamed = (db: Db, companyId: string, issuer: string, emailKey: string, domain: string) =>
	db
		.select({
			userId: users.id,
			subject: externalIdentities.subject,
			maySignIn: maySignIn(companyId).mapWith(Boolean).as('may_sign_in'),
		})
		.from(users)
		.leftJoin(
			externalIdentities,
			and(
				eq(externalIdentities.userId, users.id),
				eq(externalIdentities.companyId, companyId),
				eq(externalIdentities.issuer, issuer),
			),
		)
		.where(
			and(
				isNamed(emailKey),
				isOf(companyId),
				sql`EXISTS (SELECT 1 FROM company_domains WHERE company_id = ${companyId} AND domain = ${domain}
					AND date_verified IS NOT NULL)`,
			),
		);

/**
 * True in SQL when the provider may sign the user in. An unreleased provider or domain registers newcomers who are only employees, and signs in
 * nobody who has ever registered.
 */
const maySignIn = (companyId: string): SQL =>
	sql`(${isReleasedFor(sql`${companyId}`, domainOfUser)} OR (users.date_first_registered IS NULL
		AND NOT EXISTS (SELECT 1 FROM json_each(users.roles) WHERE value <> 'EMPLOYEE')
		AND NOT EXISTS (SELECT 1 FROM user_companies WHERE user_id = users.id)
		AND NOT EXISTS (SELECT 1 FROM grants WHERE user_id = users.id)))`;

const isOf = (companyId: string) =>
	sql`${users.dateClosed} IS NULL AND ${users.dateDeleted} IS NULL AND ${soleCompanyOf(sql`users.id`)} = ${companyId}`;

/** Reads the user who is linked to an account, even if the user may no longer sign in with it. */
export const userLinked = (db: Db, companyId: string, issuer: string, subject: string, domain: string) =>
	db
		.select({
			userId: externalIdentities.userId,
			email: users.email,
			roles: users.roles,
			dateRegistered: users.dateRegistered,
			dateProven: users.dateProven,
			mayMove: isOf(companyId).mapWith(Boolean).as('may_move'),
			/** Whether the provider may move the user to the domain of the account's address. */
			isReleased: isReleasedFor(sql`${companyId}`, sql`${domain}`).mapWith(Boolean).as('is_released'),
		})
		.from(externalIdentities)
		.innerJoin(users, eq(users.id, externalIdentities.userId))
		.where(
			and(
				eq(externalIdentities.companyId, companyId),
				eq(externalIdentities.issuer, issuer),
				eq(externalIdentities.subject, subject),
			),
		);

export type LinkedUser = Awaited<ReturnType<typeof userLinked>>[number];

/** Fails when the account or the user was linked differently meanwhile. */
export const insertIdentity = (db: Db, row: typeof externalIdentities.$inferInsert): Statement =>
	insertSelect(
		db,
		externalIdentities,
		row,
		sql`WHERE NOT EXISTS (SELECT 1 FROM external_identities WHERE company_id = ${row.companyId} AND issuer = ${row.issuer}
			AND subject = ${row.subject} AND user_id = ${row.userId})`,
	);

/** Fails with `sso_sign_ins.state_hash` when the state was already used. */
export const insertSignIn = (db: Db, row: Omit<typeof ssoSignIns.$inferInsert, 'exchange'>): Statement =>
	insertSelect(
		db,
		ssoSignIns,
		row,
		sql`WHERE NOT EXISTS (SELECT 1 FROM sso_sign_ins WHERE code_hash = ${row.codeHash})`,
	);

export const signInOfCode = (db: Db, codeHash: string) =>
	db
		.select({
			companyId: ssoSignIns.companyId,
			userId: ssoSignIns.userId,
			transactionHash: ssoSignIns.transactionHash,
			dateCreated: ssoSignIns.dateCreated,
			emailKey: users.emailKey,
			roles: users.roles,
			employerId: sql<string | null>`(SELECT company_id FROM employees WHERE user_id = users.id)`.as(
				'employer_id',
			),
			dateRegistered: users.dateRegistered,
			/** True when this sign-in proves the address of the user. */
			proves:
				sql`users.date_proven IS NULL AND NOT ${isSandbox} AND ${isReleasedFor(sql`sso_sign_ins.company_id`, domainOfUser)}`
					.mapWith(Boolean)
					.as('proves'),
		})
		.from(ssoSignIns)
		.innerJoin(users, eq(users.id, ssoSignIns.userId))
		.where(and(eq(ssoSignIns.codeHash, codeHash), sql`${ssoSignIns.exchange} IS NULL`));

/** SQL of the user of a code that was not exchanged. */
export const userOfCode = (codeHash: string): SQL =>
	sql`(SELECT user_id FROM sso_sign_ins WHERE code_hash = ${codeHash} AND exchange IS NULL)`;

export type FoundSignIn = Awaited<ReturnType<typeof signInOfCode>>[number];

/** Marks a code as used. Fails with `sso_sign_ins.exchange` after another exchange, or when the user may no longer sign in this way. */
export const spendCode = (
	db: Db,
	codeHash: string,
	{ userId, companyId, proves }: Pick<FoundSignIn, 'userId' | 'companyId' | 'proves'>,
	exchange: string,
): Statement[] => [
	db
		.update(ssoSignIns)
		.set({ exchange })
		.where(and(eq(ssoSignIns.codeHash, codeHash), sql`${ssoSignIns.exchange} IS NULL`)),
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM sso_sign_ins WHERE code_hash = ${codeHash} AND exchange = ${exchange})
			AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND ${isOf(companyId)}
				AND ${proves ? isReleasedFor(sql`${companyId}`, domainOfUser) : maySignIn(companyId)})`,
		'sso_sign_ins.exchange',
	),
];

export const isUnregistered = (userId: string) =>
	sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND date_registered IS NULL)`;

export const isUnproven = (userId: string) =>
	sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND date_proven IS NULL)`;

/** True when the statements before have proven the address. */
export const isProvenAt = (userId: string, now: Instant) =>
	sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND date_proven = ${now})`;

export const noteRegistration = (db: Db, userId: string, now: Instant): Statement[] => [
	db
		.delete(oneTimeTokens)
		.where(
			and(
				eq(oneTimeTokens.userId, userId),
				eq(oneTimeTokens.purpose, 'REGISTRATION'),
				isUnregistered(userId),
			),
		),
	db
		.update(users)
		.set({ dateRegistered: now, dateModified: now, revision: sql`${users.revision} + 1` })
		.where(and(eq(users.id, userId), isNull(users.dateRegistered))),
];

/** SQL of the time at which `clearExpiredSessions` has a single sign-on to delete. */
export const signInsDueAt = sql`SELECT min(date_created) + ${SIGN_IN_MS} FROM sso_sign_ins`;

/** Deletes old sign-ins. Their states are too old to be accepted anyway. */
export const clearSignIns = (db: Db, until: Instant): Statement =>
	db.delete(ssoSignIns).where(lte(ssoSignIns.dateCreated, until));

/** Deletes the links between users and accounts, and unfinished sign-ins. */
export const forgetIdentities = (db: Db, companyId: string): Statement[] => [
	db.delete(externalIdentities).where(eq(externalIdentities.companyId, companyId)),
	db.delete(ssoSignIns).where(eq(ssoSignIns.companyId, companyId)),
];
