import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Role, Scope } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf, uuidOf } from '../../../foundation/db/columns.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { isCompanyReached, soleCompanyOf } from '../../../foundation/db/scope.ts';
import { companies } from '../../companies/table.ts';
import { isBoundToSso, isOpen } from '../../users/queries.ts';
import { users } from '../../users/table.ts';
import { askedFor, isNewSinceAsked } from '../addresses/queries.ts';
import type { GivenLink } from '../addresses/rules.ts';
import { hasSecondFactor } from '../queries.ts';
import { recoveryCodes, secondFactors } from './table.ts';

/** Reads a user with the second factor, if any. Also reads whether `hash` is an unused recovery code. */
export const secondFactorOf = (db: Db, userId: string, hash = '') =>
	db
		.select({
			userId: users.id,
			email: users.email,
			emailKey: users.emailKey,
			restUntil: users.restUntil,
			passwordHash: users.passwordHash,
			companyId: soleCompanyOf(sql`users.id`).as('sole_company'),
			secret: secondFactors.secret,
			dateConfirmed: secondFactors.dateConfirmed,
			lastStep: secondFactors.lastStep,
			codesLeft:
				sql<number>`(SELECT count(*) FROM recovery_codes r WHERE r.user_id = users.id AND r.date_used IS NULL)`.as(
					'codes_left',
				),
			isRecovery: sql`EXISTS (SELECT 1 FROM recovery_codes r
				WHERE r.user_id = users.id AND r.hash = ${hash} AND r.date_used IS NULL)`
				.mapWith(Boolean)
				.as('is_recovery'),
		})
		.from(users)
		.leftJoin(secondFactors, eq(secondFactors.userId, users.id))
		.where(and(eq(users.id, userId), sql`users.date_deleted IS NULL`));

export type SecondFactor = Awaited<ReturnType<typeof secondFactorOf>>[number];

/**
 * Reads whether the second factor and the recovery codes of a link's person were added since a change of address was asked for. An addition
 * by the session that asked counts too. `position` is that of the newest event.
 */
export const addedSinceAsked = (db: Db, link: GivenLink) =>
	db
		.select({
			isFactorNew: sql`(f.date_confirmed IS NOT NULL AND ${isNewSinceAsked('second_factor.added')})`
				.mapWith(Boolean)
				.as('is_factor_new'),
			areCodesNew: sql`(EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = u.id AND date_used IS NULL)
				AND ${isNewSinceAsked('second_factor.added', 'second_factor.codes_renewed')})`
				.mapWith(Boolean)
				.as('are_codes_new'),
			devices: sql<number>`(SELECT count(*) FROM push_subscriptions WHERE user_id = u.id)`.as('devices'),
			position: sql<number>`(SELECT max(position) FROM events)`.as('newest_position'),
		})
		.from(sql`${askedFor(link)} asked CROSS JOIN users u ON u.id = ${uuidOf(sql`asked.person`)}
			LEFT JOIN second_factors f ON f.user_id = u.id`);

export type AddedSinceAsked = Awaited<ReturnType<typeof addedSinceAsked>>[number];

/** Starts a new set-up. Fails with `second_factors.changed` when one was confirmed meanwhile. */
export const beginSecondFactor = (db: Db, userId: string, secret: string, now: Instant): Statement[] => [
	db
		.insert(secondFactors)
		.values({ userId, secret, dateCreated: now })
		.onConflictDoUpdate({
			target: secondFactors.userId,
			set: { secret, dateCreated: now, lastStep: null },
			setWhere: sql`${secondFactors.dateConfirmed} IS NULL`,
		}),
	requireSecret(db, { userId, secret }),
];

/** Fails with `second_factors.changed` when the secret has changed or is gone. */
export const requireSecret = (
	db: Db,
	{ userId, secret }: Pick<SecondFactor, 'userId' | 'secret'>,
): Statement =>
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${userId} AND secret = ${secret})`,
		'second_factors.changed',
	);

/** Fails with `code_used` if a code of this or a later step was used, and with `second_factors.changed` if the secret has changed. */
export const spendStep = (
	db: Db,
	{ userId, secret }: Pick<SecondFactor, 'userId' | 'secret'>,
	step: number,
): Statement[] => [
	db.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, userId)),
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${userId} AND secret = ${secret} AND last_step = ${step})`,
		'second_factors.changed',
	),
];

/** Fails with `code_used` if the code was used, and with `second_factors.changed` if it was replaced. */
export const spendRecoveryCode = (db: Db, userId: string, hash: string, now: Instant): Statement[] => [
	db
		.update(recoveryCodes)
		.set({ dateUsed: now })
		.where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash))),
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = ${userId} AND hash = ${hash})`,
		'second_factors.changed',
	),
];

export const confirmSecondFactor = (db: Db, userId: string, now: Instant): Statement =>
	db.update(secondFactors).set({ dateConfirmed: now }).where(eq(secondFactors.userId, userId));

export const replaceRecoveryCodes = (db: Db, userId: string, hashes: readonly string[]): Statement[] => [
	db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
	insertSelect(
		db,
		recoveryCodes,
		{ userId, hash: sql`value` },
		sql`FROM json_each(${JSON.stringify(hashes)}) WHERE TRUE`,
	).onConflictDoNothing(),
];

export const removeSecondFactor = (db: Db, userId: string): Statement[] => [
	db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
	db.delete(secondFactors).where(eq(secondFactors.userId, userId)),
];

/** True when the user could not sign in if a second factor were demanded. */
const lacksFactor = sql`(NOT ${hasSecondFactor} AND NOT ${isBoundToSso})`;

export type FactorDemand = Awaited<ReturnType<typeof factorDemandOf>>[number];

/** Counts the other administrators and verifiers of companies in the scope, and how many of them lack a second factor. */
export function factorDemandOf(db: Db, scope: Scope, companyIds: readonly string[], userId: string) {
	const others = (role: Role, onlyIf: SQL = sql`TRUE`) =>
		sql<number>`(SELECT count(*) FROM user_companies m CROSS JOIN users ON users.id = m.user_id
			WHERE m.company_id = companies.id AND instr(users.roles, ${`"${role}"`}) AND ${isOpen}
				AND users.id <> ${userId} AND ${onlyIf})`;
	return db
		.select({
			id: companies.id,
			name: companies.name,
			isFactorDemanded: companies.secondFactorRequired,
			administrators: others('COMPANY_ADMIN').as('administrators'),
			administratorsWithout: others('COMPANY_ADMIN', lacksFactor).as('administrators_without'),
			verifiers: others('FLEX_DOCUMENT_VERIFIER').as('verifiers'),
			verifiersWithout: others('FLEX_DOCUMENT_VERIFIER', lacksFactor).as('verifiers_without'),
		})
		.from(companies)
		.where(and(sql`${companies.id} IN ${oneOf(companyIds)}`, isCompanyReached(scope, companies.id)))
		.orderBy(asc(companies.id));
}

export const factorOf = (db: Db, userId: string) =>
	db
		.select({ isLacking: lacksFactor.mapWith(Boolean).as('is_lacking') })
		.from(users)
		.where(eq(users.id, userId));
