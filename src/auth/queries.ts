import { and, gt, isNull, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import { soleCompanyOf } from '../db/scope.ts';
import { isOpen } from '../users/queries.ts';
import { sessions } from './table.ts';

/** The condition that a session has not ended, and that its user may sign in. */
export const isLive = (now: Instant) =>
	and(isNull(sessions.dateRevoked), gt(sessions.dateExpires, now), isOpen);

/** Whether the selected user may sign in by the provider of its only company alone. */
export const isBoundToSso = sql<boolean>`EXISTS (SELECT 1 FROM company_domains d JOIN identity_providers p ON p.company_id = d.company_id
	WHERE d.domain = substr(users.email_key, instr(users.email_key, '@') + 1) AND d.date_verified IS NOT NULL AND p.only_sso
		AND d.company_id = ${soleCompanyOf(sql`users.id`)})`;

/** Whether the selected user has a second factor. */
export const hasSecondFactor = sql`EXISTS (SELECT 1 FROM second_factors f
	WHERE f.user_id = users.id AND f.date_confirmed IS NOT NULL)`.mapWith(Boolean);

/**
 * Whether a company demands a second factor of the selected user: it does of its administrators and verifiers, but not where its provider is
 * the only way in.
 */
export const isSecondFactorDemanded =
	sql`((instr(users.roles, '"COMPANY_ADMIN"') OR instr(users.roles, '"FLEX_DOCUMENT_VERIFIER"'))
	AND EXISTS (SELECT 1 FROM user_companies m JOIN companies c ON c.id = m.company_id
		WHERE m.user_id = users.id AND c.second_factor_required) AND NOT ${isBoundToSso})`.mapWith(Boolean);
