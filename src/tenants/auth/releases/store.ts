import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import type { ReleaseKind } from '../identity-changes/rules.ts';
import { identityChanges } from '../identity-changes/table.ts';
import { apiKeys } from '../keys/table.ts';
import { companyDomains, identityProviders } from '../providers/table.ts';

/** The release of one provider, domain or key, as a request describes it. */
export interface Release {
	kind: ReleaseKind;
	aboutId: string;
	/** The issuer and client, the domain or the name of the key. */
	about: string | null;
}

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
	return [
		db
			.update(apiKeys)
			.set(set)
			.where(and(eq(apiKeys.id, aboutId), isNull(apiKeys.dateRevoked))),
		isDone(sql`api_keys`, sql`id`),
	];
}

/** Takes a release back, if it is still the one of that time. */
export function withdraw(db: Db, { kind, aboutId }: Release, dateReleased: Instant, now: Instant): Statement {
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
