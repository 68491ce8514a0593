import type { Role } from './actor.ts';
import type { Instant } from './instant.ts';

/** The kinds of records that events are about. The history can be filtered by their ids. */
export const SUBJECT_TYPES = ['COMPANY', 'USER', 'EMPLOYEE'] as const;
type SubjectType = (typeof SUBJECT_TYPES)[number];

export const EVENT_TYPES = [
	'company.created',
	'company.updated',
	'company.move_started',
	'company.restored',
	'sandbox.advanced',
	'sandbox.reset',
	'sandbox.populated',
	'directory.repaired',
	'api_key.created',
	'api_key.revoked',
	'compromise.ended',
	'webhook_endpoint.created',
	'webhook_endpoint.updated',
	'webhook_endpoint.secret_rotated',
	'webhook_endpoint.disabled',
	'webhook_endpoint.removed',
	'calendar_address.created',
	'calendar_address.revoked',
	'single_sign_on.set',
	'single_sign_on.removed',
	'domain.added',
	'domain.verified',
	'domain.missing',
	'domain.lost',
	'domain.removed',
	'release.asked',
	'release.given',
	'release.cancelled',
	'payroll_settings.updated',
	'tax_rule_template.created',
	'group.created',
	'group.updated',
	'group.removed',
	'user.created',
	'user.updated',
	'user.address_requested',
	'user.address_released',
	'user.address_cancelled',
	'user.proof_requested',
	'user.rights_lapsed',
	'user.address_lost',
	'user.invited',
	'user.closed',
	'user.opened',
	'user.erased',
	'user.viewed',
	'second_factor.added',
	'second_factor.removed',
	'second_factor.reset',
	'second_factor.codes_renewed',
	'notices.updated',
	'employee.created',
	'employee.updated',
	'employee.pause_began',
	'employee.pause_ended',
	'employee.terminated',
	'employee.termination_cleared',
	'employee.left',
	'employee.erased',
	'pause.set',
	'pause.cut',
	'pause.continued',
	'pause.removed',
	'flex_access.set',
	'flex_access.cut',
	'flex_access.continued',
	'flex_access.removed',
	'flex_access.began',
	'flex_access.ended',
	'budget.expired',
	'planned_voucher.set',
	'planned_voucher.cut',
	'planned_voucher.continued',
	'planned_voucher.removed',
	'default_access.set',
	'default_access.cut',
	'default_access.continued',
	'default_access.removed',
	'voucher.issued',
	'voucher.skipped',
	'expense.submitted',
	'expense.approved',
	'expense.rejected',
	'expense.returned',
	'expense.mended',
	'expense.withdrawn',
	'expense.reopened',
	'expense.sampled',
	'approval_rule.set',
	'approval_rule.removed',
	'approval_seed.committed',
	'approval_seed.revealed',
	'standing_expense.submitted',
	'standing_expense.proof_added',
	'standing_expense.proof_removed',
	'standing_expense.approved',
	'standing_expense.rejected',
	'standing_expense.skipped',
	'standing_expense.ended',
	'expense.facts_changed',
	'receipt.added',
	'receipt.removed',
	'known_till.imported',
	'known_till.removed',
	'receipt_draft.added',
	'receipt_draft.removed',
	'receipt_address.created',
	'receipt_address.removed',
	'payroll_file.issued',
	'payroll_transaction.created',
	'payroll_transaction.split',
	'payroll_transaction.withdrawn',
	'payroll_transaction.settled',
	'payroll_correction.created',
	'month.cut_off',
	'proposal.created',
	'proposal.released',
	'proposal.declined',
	'payroll_run.closing',
	'payroll_run.closed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export type TimelineName = 'pause' | 'flex_access' | 'planned_voucher' | 'default_access';

export type Author =
	| {
			/** For API_KEY, the user is the key's own user, and the session is the key. */
			type: 'USER' | 'API_KEY';
			userId: string;
			sessionId: string;
			roles: readonly Role[];
			requestId: string;
	  }
	| { type: 'CRON' | 'COMMAND_LINE' };

export const CRON: Author = { type: 'CRON' };
/** Somebody with direct access to the database who uses one of our command-line tools. */
export const COMMAND_LINE: Author = { type: 'COMMAND_LINE' };

/** The fields of a record by name, in JSON: instants as ISO 8601, amounts as `{value, currency}`. */
export type Fields = Record<string, unknown>;

/** The changed record and its subject. Managers of `companyId` may read the event. If it is null, only platform administrators may. */
export interface About {
	companyId: string | null;
	subjectType: SubjectType;
	subjectId: string;
	recordId: string;
}

/** A change of one record, with only the changed fields. `before` is null for a new record. */
export interface Change extends About {
	type: EventType;
	before: Fields | null;
	after: Fields;
}

/** A stored event, together with the values that its row only refers to. */
export interface StoredEvent extends Change {
	/** Events are numbered in the order of the commits. */
	position: number;
	id: string;
	date: Instant;
	/** Null when no request made the change, or its id is unknown. */
	requestId: string | null;
	author: { type: Author['type']; userId: string | null; sessionId: string | null; roles: readonly Role[] };
}

export const aboutCompany = (companyId: string, recordId = companyId): About => ({
	companyId,
	subjectType: 'COMPANY',
	subjectId: companyId,
	recordId,
});

export const aboutUser = (userId: string, companyId: string | null): About => ({
	companyId,
	subjectType: 'USER',
	subjectId: userId,
	recordId: userId,
});

export const aboutEmployee = (
	{ id, companyId }: { id: string; companyId: string },
	recordId: string = id,
): About => ({ companyId, subjectType: 'EMPLOYEE', subjectId: id, recordId });

export const creation = (type: EventType, about: About, after: Fields): Change => ({
	...about,
	type,
	before: null,
	after,
});

/** Returns a list with the change from `before` to `after`, or an empty list when they are equal. `which` identifies the record. */
export function alteration(
	type: EventType,
	about: About,
	before: Fields,
	after: Fields,
	which: Fields = {},
): Change[] {
	const changed = Object.keys(after).filter(
		(name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
	);
	const only = (fields: Fields): Fields => ({
		...which,
		...Object.fromEntries(changed.map((name) => [name, fields[name] ?? null])),
	});
	return changed.length === 0 ? [] : [{ ...about, type, before: only(before), after: only(after) }];
}

export const ACCESS_EVENT_TYPES = [
	'session.opened',
	'session.refused',
	'session.ended',
	'identity.linked',
	'access.refused',
	'payroll_file.read',
	'list.read',
	'export.read',
	'query.read',
] as const;
export type AccessEventType = (typeof ACCESS_EVENT_TYPES)[number];

export const ACCESS_REASONS = [
	'wrong_password',
	'wrong_code',
	'sso_required',
	'provider_refused',
	'provider_unreleased',
	'email_not_verified',
	'user_unknown',
	'account_changed',
	'logged_out',
	'ended_by_user',
	'ended_by_administrator',
	'password_changed',
	'address_changed',
	'second_factor_changed',
	'rights_changed',
	'user_closed',
	'user_erased',
	'refresh_token_reused',
	'key_revoked',
] as const;
export type AccessReason = (typeof ACCESS_REASONS)[number];
