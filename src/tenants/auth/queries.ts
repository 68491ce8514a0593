import { and, gt, isNull, sql } from 'drizzle-orm';
import type { Instant } from '../../foundation/core/instant.ts';
import { isBoundToSso, isOpen } from '../users/queries.ts';
import { sessions } from './table.ts';

/** True when the session has not ended and its user may sign in. */
export const isLive = (now: Instant) =>
	and(isNull(sessions.dateRevoked), gt(sessions.dateExpires, now), isOpen);

export const hasSecondFactor = sql`EXISTS (SELECT 1 FROM second_factors f
	WHERE f.user_id = users.id AND f.date_confirmed IS NOT NULL)`.mapWith(Boolean);

/** True when a company demands a second factor of an administrator or verifier who need not sign in through a provider. */
export const isSecondFactorDemanded =
	sql`((instr(users.roles, '"COMPANY_ADMIN"') OR instr(users.roles, '"FLEX_DOCUMENT_VERIFIER"'))
	AND EXISTS (SELECT 1 FROM user_companies m JOIN companies c ON c.id = m.company_id
		WHERE m.user_id = users.id AND c.second_factor_required) AND NOT ${isBoundToSso})`.mapWith(Boolean);
