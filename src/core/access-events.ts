/** What the access log tells beside the history of changes. */
export const ACCESS_EVENT_TYPES = [
	'session.opened',
	'session.refused',
	'session.ended',
	'identity.linked',
	'access.refused',
	'payroll_file.read',
	'list.read',
	'export.read',
] as const;
export type AccessEventType = (typeof ACCESS_EVENT_TYPES)[number];

/** Why a session was refused or ended. */
export const ACCESS_REASONS = [
	'wrong_password',
	'wrong_code',
	'sso_required',
	'provider_refused',
	'email_not_verified',
	'user_unknown',
	'account_changed',
	'logged_out',
	'ended_by_user',
	'ended_by_administrator',
	'password_changed',
	'second_factor_changed',
	'user_closed',
	'user_erased',
	'refresh_token_reused',
	'key_revoked',
] as const;
export type AccessReason = (typeof ACCESS_REASONS)[number];
