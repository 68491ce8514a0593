import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { REST_MS } from '../../users/identity/rules.ts';
import { users } from '../../users/table.ts';
import type { ReleaseKind } from '../identity-changes/rules.ts';
import { identityChanges } from '../identity-changes/table.ts';
import { apiKeys } from '../keys/table.ts';
import { oneTimeTokens } from '../one-time/table.ts';
import { companyDomains, identityProviders } from '../providers/table.ts';

/** The release of one provider, domain or key, or for one person, as a request describes it. */
export interface Release {
	kind: ReleaseKind;
	aboutId: string;
	/** The issuer and client, the domain or the name of the key; null for a person. */
	about: string | null;
}

type Released = Release & { id: string };

/** Notes the release. Fails with `identity_changes.gone` when its subject was changed, lost or removed meanwhile. */
export function release(db: Db, { kind, aboutId, about }: Release, now: Instant): Statement[] {
	const set = { dateReleased: now };
	const isDone = (table: SQL, id: SQL) =>
		requireThat(
			db,
			sql`EXISTS (SELECT 1 FROM ${table} WHERE ${id} = ${aboutId} AND date_released = ${now})`,
			'identity_changes.gone',
		);
	if (kind === 'PROVIDER') {
		const isSame = sql`${identityProviders.issuer} || ' (' || ${identityProviders.clientId} || ')' = ${about}`;
		const which = and(eq(identityProviders.companyId, aboutId), isSame);
		return [
			db
				.update(identityProviders)
				.set({ ...set, dateModified: now })
				.where(which),
			isDone(sql`identity_providers`, sql`company_id`),
		];
	}
	if (kind === 'DOMAIN') {
		const which = and(eq(companyDomains.id, aboutId), isNotNull(companyDomains.dateVerified));
		return [
			db
				.update(companyDomains)
				.set({ ...set, dateModified: now })
				.where(which),
			isDone(sql`company_domains`, sql`id`),
		];
	}
	if (kind === 'DIRECTORY') {
		const which = and(eq(apiKeys.id, aboutId), isNull(apiKeys.dateRevoked));
		return [db.update(apiKeys).set(set).where(which), isDone(sql`api_keys`, sql`id`)];
	}
	// A printed code is stored with the decision, by the one who prints it.
	return kind === 'CODE' ? [] : [setRest(db, aboutId, now)];
}

/** Resets by mail rest until then. A trigger permits an earlier end only for a decision at that time. */
const setRest = (db: Db, userId: string, until: Instant): Statement =>
	db
		.update(users)
		.set({ restUntil: until, revision: sql`${users.revision} + 1` })
		.where(and(eq(users.id, userId), isNotNull(users.restUntil)));

/** Takes a release back, if it is still the one of that time. Fails with `identity_changes.gone` when its code was used. */
export function withdraw(
	db: Db,
	{ id, kind, aboutId }: Released,
	dateReleased: Instant,
	now: Instant,
): Statement[] {
	if (kind === 'REST') return [setRest(db, aboutId, now + REST_MS)];
	if (kind === 'CODE') {
		const isUnused = sql`EXISTS (SELECT 1 FROM one_time_tokens WHERE user_id = ${aboutId} AND release_id = ${id})`;
		const which = and(eq(oneTimeTokens.userId, aboutId), eq(oneTimeTokens.releaseId, id));
		return [requireThat(db, isUnused, 'identity_changes.gone'), db.delete(oneTimeTokens).where(which)];
	}
	return [unreleased(db, kind, aboutId, dateReleased, now)];
}

function unreleased(
	db: Db,
	kind: Exclude<ReleaseKind, 'REST' | 'CODE'>,
	aboutId: string,
	dateReleased: Instant,
	now: Instant,
): Statement {
	const none = { dateReleased: null };
	if (kind === 'PROVIDER') {
		return db
			.update(identityProviders)
			.set({ ...none, dateModified: now })
			.where(and(eq(identityProviders.companyId, aboutId), eq(identityProviders.dateReleased, dateReleased)));
	}
	if (kind === 'DOMAIN') {
		return db
			.update(companyDomains)
			.set({ ...none, dateModified: now })
			.where(and(eq(companyDomains.id, aboutId), eq(companyDomains.dateReleased, dateReleased)));
	}
	return db
		.update(apiKeys)
		.set(none)
		.where(and(eq(apiKeys.id, aboutId), eq(apiKeys.dateReleased, dateReleased)));
}

/** Reads the open requests for releases in a company. */
export const openReleases = (db: Db, companyId: SQL, now: Instant) =>
	db
		.select({ kind: identityChanges.kind, aboutId: identityChanges.aboutId })
		.from(identityChanges)
		.where(
			sql`${identityChanges.companyId} = ${companyId} AND ${identityChanges.state} = 'OPEN'
				AND ${identityChanges.kind} <> 'ADDRESS' AND ${identityChanges.dateExpires} > ${now}`,
		);
