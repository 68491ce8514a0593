import { and, gt, isNull, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import { soleCompanyOf } from '../db/scope.ts';
import { isOpen } from '../users/queries.ts';
import { sessions } from './table.ts';

/** True when the session has not ended and its user may sign in. */
export const isLive = (now: Instant) =>
	and(isNull(sessions.dateRevoked), gt(sessions.dateExpires, now), isOpen);

/** True when the user must sign in through the provider of its only company. */
export const isBoundToSso = sql<boolean>`EXISTS (SELECT 1 FROM company_domains d JOIN identity_providers p ON p.company_id = d.company_id
	WHERE d.domain = substr(users.email_key, instr(users.email_key, '@') + 1) AND d.date_verified IS NOT NULL AND p.only_sso
		AND d.company_id = ${soleCompanyOf(sql`users.id`)})`;

export const hasSecondFactor = sql`EXISTS (SELECT 1 FROM second_factors f
	WHERE f.user_id = users.id AND f.date_confirmed IS NOT NULL)`.mapWith(Boolean);

/**
 * True when a company demands a second factor of the user. This concerns administrators and verifiers,
 * unless they must sign in through a provider.
 */
export const isSecondFactorDemanded =
	sql`((instr(users.roles, '"COMPANY_ADMIN"') OR instr(users.roles, '"FLEX_DOCUMENT_VERIFIER"'))
	AND EXISTS (SELECT 1 FROM user_companies m JOIN companies c ON c.id = m.company_id
		WHERE m.user_id = users.id AND c.second_factor_required) AND NOT ${isBoundToSso})`.mapWith(Boolean);
