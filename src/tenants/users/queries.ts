import { type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../foundation/core/actor.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { jsonColumn } from '../../foundation/db/columns.ts';
import { soleCompanyOf } from '../../foundation/db/scope.ts';
import { waitingKey } from './rules.ts';

/** The columns and conditions in this file are about the user that a query selects as `users`. */
export const managedCompanyIds = jsonColumn<string[]>(
	sql`(SELECT json_group_array(company_id) FROM (SELECT company_id FROM user_companies WHERE user_id = users.id
		UNION ALL SELECT company_id FROM grants WHERE user_id = users.id AND is_wanted ORDER BY 1))`,
	'company_ids',
);

export const grantedCompanyIds = jsonColumn<string[]>(
	sql`(SELECT json_group_array(company_id) FROM grants WHERE user_id = users.id AND is_wanted)`,
	'granted_ids',
);

export const sharedCompanyIds = (otherId: string | null) =>
	jsonColumn<string[]>(
		sql`(SELECT json_group_array(company_id) FROM (SELECT his.company_id FROM user_companies his
			WHERE his.user_id = users.id
			AND EXISTS (SELECT 1 FROM user_companies WHERE user_id = ${otherId} AND company_id = his.company_id) ORDER BY 1))`,
		'company_ids',
	);

/** The roles that begin when the address is proven. */
export const pendingRoles = jsonColumn<Role[]>(
	sql`coalesce((SELECT roles FROM address_proofs WHERE user_id = users.id), '[]')`,
	'pending_roles',
);

/** The companies that begin when the address is proven, as far as the reader manages them. Null stands for a reader who knows all. */
export const pendingCompanyIds = (managerId: string | null) =>
	jsonColumn<string[]>(
		sql`(SELECT json_group_array(value) FROM (SELECT c.value FROM address_proofs p, json_each(p.company_ids) c
			WHERE p.user_id = users.id AND (${managerId} IS NULL OR EXISTS (
				SELECT 1 FROM user_companies WHERE user_id = ${managerId} AND company_id = c.value)) ORDER BY 1))`,
		'pending_company_ids',
	);

/** The address as it is compared, also of users who wait for it. */
export const addressKey = sql`iif(substr(users.email_key, -37) = '#' || users.id,
	substr(users.email_key, 1, length(users.email_key) - 37), users.email_key)`;

/** True for all users of an address, also for those who wait for it. The condition uses the index of the keys. */
export const isNamed = (address: string | SQL): SQL =>
	sql`(users.email_key >= ${address} AND users.email_key < ${address} || '$')`;

/**
 * The key with which a user who has not registered gets an address. The user waits if somebody has registered with it who may lose it. If
 * somebody has proven it and not left, the unique index refuses the plain key.
 */
export const freeKey = (address: string, userId: string, now: Instant): SQL =>
	sql`iif(EXISTS (SELECT 1 FROM users h WHERE h.email_key = ${address} AND h.id <> ${userId} AND h.date_registered IS NOT NULL
		AND (h.date_proven IS NULL OR (EXISTS (SELECT 1 FROM employees WHERE user_id = h.id AND date_terminated <= ${now})
			AND NOT EXISTS (SELECT 1 FROM json_each(h.roles) WHERE value <> 'EMPLOYEE')
			AND NOT EXISTS (SELECT 1 FROM user_companies WHERE user_id = h.id)
			AND NOT EXISTS (SELECT 1 FROM grants WHERE user_id = h.id AND is_wanted)))),
		${waitingKey(address, userId)}, ${address})`;

/** True after `releaseAddresses`. Somebody else has proven the address, and the user cannot sign in. */
export const isReleased = sql`users.email_key = users.id`;

/** True when the user must sign in through the identity provider of the user's only company. */
export const isBoundToSso =
	sql`EXISTS (SELECT 1 FROM company_domains d JOIN identity_providers p ON p.company_id = d.company_id
	WHERE d.domain = substr(${addressKey}, instr(users.email_key, '@') + 1) AND d.date_verified IS NOT NULL AND p.only_sso
		AND d.date_released IS NOT NULL AND p.date_released IS NOT NULL
		AND d.company_id = ${soleCompanyOf(sql`users.id`)})`.mapWith(Boolean);

export const isOpen = sql`(users.date_closed IS NULL AND users.date_deleted IS NULL)`;

/** The ids that limit the user's reach, besides the roles. */
export const idsOfUser = {
	employeeId: sql<string | null>`(SELECT id FROM employees WHERE user_id = users.id)`.as('employee_id'),
	soleCompanyId: sql<string | null>`(SELECT iif(count(*) = 1, min(company_id), NULL)
		FROM (SELECT company_id FROM user_companies WHERE user_id = users.id LIMIT 2))`.as('sole_company_id'),
	/** The other databases that may have companies for the user (see `Actor`). */
	databases: sql<
		'GRANTED' | 'CELLS' | null
	>`CASE WHEN EXISTS (SELECT 1 FROM grants WHERE user_id = users.id AND is_wanted) THEN 'GRANTED'
		WHEN EXISTS (SELECT 1 FROM places WHERE company_id > '') THEN 'CELLS' END`.as('databases'),
};

export const employerId = sql<string | null>`(SELECT company_id FROM employees WHERE user_id = users.id)`.as(
	'employer_id',
);
