import type { Currency, Money } from './money.ts';

/** Every reason to refuse a request: its stable code, HTTP status and the problem document's title. */
export const REFUSALS = {
	malformed_json: { status: 400, title: 'The body is not JSON' },
	incomplete_body: { status: 400, title: 'The body is incomplete' },
	validation_failed: { status: 400, title: 'The request is not valid' },
	date_out_of_window: { status: 400, title: 'The date is outside the allowed range' },
	unknown_company: { status: 400, title: 'Unknown company' },
	unknown_tax_rule_template: { status: 400, title: 'Unknown tax rule template' },
	invalid_bookmark: { status: 400, title: 'The bookmark is not valid' },
	link_not_valid: { status: 400, title: 'The link or code is not valid' },
	unauthenticated: { status: 401, title: 'Authentication is required' },
	invalid_credentials: { status: 401, title: 'Authentication failed' },
	sso_required: { status: 401, title: 'Sign in with your company’s identity provider' },
	second_factor_required: { status: 401, title: 'A second factor is required' },
	invalid_code: { status: 401, title: 'The code is not valid' },
	second_factor_setup_required: { status: 403, title: 'Set up a second factor first' },
	forbidden: { status: 403, title: 'Your role does not permit this' },
	not_found: { status: 404, title: 'Not found' },
	method_not_allowed: { status: 405, title: 'Method not allowed' },
	email_taken: { status: 409, title: 'E-mail address is already in use' },
	address_registered: { status: 409, title: 'Somebody else has this address' },
	address_reassigned: { status: 409, title: 'The earlier address belongs to another account' },
	company_account_required: { status: 409, title: 'Sign in with your company account' },
	mail_not_configured: { status: 409, title: 'This service sends no mail' },
	already_registered: { status: 409, title: 'The user has already registered' },
	personnel_number_taken: { status: 409, title: 'Personnel number is already in use' },
	employee_terminated: { status: 409, title: 'Employee is terminated' },
	employee_paused: { status: 409, title: 'Employee is paused' },
	periods_overlap: { status: 409, title: 'Periods overlap' },
	too_many_periods: { status: 409, title: 'Too many periods' },
	no_flex_access: { status: 409, title: 'No flex access on this day' },
	module_not_allowed: { status: 409, title: 'Module is not permitted' },
	public_transport_only: { status: 409, title: 'Public transport only' },
	max_days_exceeded: { status: 409, title: 'Too many days in the month' },
	tax_budget_exceeded: { status: 409, title: 'Tax rules exceeded' },
	currency_mismatch: { status: 409, title: 'Currency differs from the budget' },
	budget_exceeded: { status: 409, title: 'Budget exceeded' },
	period_closed: { status: 409, title: 'The month is closed' },
	already_decided: { status: 409, title: 'Already decided' },
	needs_correction: { status: 409, title: 'Returned for correction' },
	not_decided: { status: 409, title: 'Not decided' },
	line_committed: { status: 409, title: 'Payroll has committed the payment' },
	line_settled: { status: 409, title: 'The payment is settled' },
	receipts_removed: { status: 409, title: 'The receipts were removed' },
	not_returned: { status: 409, title: 'Not returned for correction' },
	not_committed: { status: 409, title: 'Not committed yet' },
	correction_exceeds_transaction: { status: 409, title: 'Correction exceeds the transaction' },
	code_unusable: { status: 409, title: 'The code of the receipt proves no purchase' },
	facts_differ: { status: 409, title: 'Difference from the receipt needs confirmation' },
	receipt_missing: { status: 409, title: 'The receipt is missing' },
	too_many_receipts: { status: 409, title: 'Too many receipts' },
	standing_expense_ended: { status: 409, title: 'The standing expense has ended' },
	too_many_drafts: { status: 409, title: 'Too many drafts' },
	draft_waiting: { status: 409, title: 'The file waits already' },
	draft_used: { status: 409, title: 'The draft was used' },
	receipts_by_mail_off: { status: 409, title: 'No receipts by mail' },
	too_many_invitations: { status: 409, title: 'Too many invitations today' },
	too_many_api_keys: { status: 409, title: 'Too many API keys' },
	too_many_webhook_endpoints: { status: 409, title: 'Too many webhook endpoints' },
	endpoint_disabled: { status: 409, title: 'The endpoint is disabled' },
	quota_reached: { status: 409, title: 'Quota reached' },
	export_incomplete: { status: 409, title: 'Lines cannot be exported' },
	export_empty: { status: 409, title: 'Nothing to export' },
	early_closing: { status: 409, title: 'Early closing needs confirmation' },
	rows_refused: { status: 409, title: 'Rows cannot be imported' },
	employee_erased: { status: 409, title: 'Employee was erased' },
	erasure_not_due: { status: 409, title: 'Erasure is not due yet' },
	not_a_sandbox: { status: 409, title: 'The company is not a sandbox' },
	sandbox_busy: { status: 409, title: 'The sandbox is busy' },
	sandbox_not_empty: { status: 409, title: 'The sandbox is not empty' },
	user_closed: { status: 409, title: 'The user is closed' },
	domain_not_proven: { status: 409, title: 'Domain is not verified' },
	domain_taken: { status: 409, title: 'Domain is already in use' },
	last_company_admin: { status: 409, title: 'This is the last administrator of the company' },
	last_platform_admin: { status: 409, title: 'This is the last platform administrator' },
	second_factor_exists: { status: 409, title: 'A second factor is already set up' },
	second_factor_missing: { status: 409, title: 'No second factor is set up' },
	registered_before: { status: 409, title: 'The user had registered before' },
	resets_rest: { status: 409, title: 'The second factor cannot be reset yet' },
	link_too_early: { status: 409, title: 'The link does not work yet' },
	user_is_employee: { status: 409, title: 'The user is an employee' },
	user_not_closed: { status: 409, title: 'The user is not closed' },
	user_has_other_roles: { status: 409, title: 'The user has other roles' },
	calendar_too_wide: { status: 409, title: 'Too many calendar entries' },
	history_too_wide: { status: 409, title: 'Too many archived files' },
	several_databases: { status: 409, title: 'The companies are in several databases' },
	backup_damaged: { status: 409, title: 'The backup is damaged' },
	backup_unfit: { status: 409, title: 'The backup does not fit the service' },
	backup_newer: { status: 409, title: 'The backup is newer than the service' },
	point_in_time_unavailable: { status: 409, title: 'No return to a point in time' },
	shared_database: { status: 409, title: 'The company shares its database' },
	assistants_off: { status: 409, title: 'Proposals are switched off' },
	too_many_proposals: { status: 409, title: 'Too many open proposals' },
	change_closed: { status: 409, title: 'The request is no longer open' },
	change_open: { status: 409, title: 'Another request is open' },
	nothing_to_release: { status: 409, title: 'There is nothing to release' },
	proposal_frozen: { status: 409, title: 'The proposal cannot be released at present' },
	proposal_closed: { status: 409, title: 'The proposal is no longer open' },
	proposal_outdated: { status: 409, title: 'The record has changed since the proposal' },
	second_person_required: { status: 409, title: 'Another person must release this' },
	idempotency_conflict: { status: 409, title: 'Idempotency key was used for another request' },
	request_in_progress: { status: 409, title: 'The request is still in progress' },
	precondition_failed: { status: 412, title: 'The record has changed' },
	body_too_large: { status: 413, title: 'The body is too large' },
	unsupported_media_type: { status: 415, title: 'Unsupported media type' },
	too_many_attempts: { status: 429, title: 'Too many attempts' },
	too_many_requests: { status: 429, title: 'Too many requests' },
	archive_damaged: { status: 500, title: 'Archived history is damaged' },
	misconfigured: { status: 500, title: 'The service is not configured' },
	internal_error: { status: 500, title: 'Internal error' },
	identity_provider_failed: { status: 502, title: 'The identity provider failed' },
	company_moving: { status: 503, title: 'The company is moving' },
	unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** One fault of a request: a JSON pointer such as `#/budget/value` or `#/query/limit`, and how to fix it. */
export interface Fault {
	pointer: string;
	code: string;
	detail: string;
	/** The limit that the value breaks, so that pages can write it in the reader's language. The API has it in `detail`. */
	limit?: FieldLimit | undefined;
}

/** The lowest or highest value that a field accepts. `of` tells what is counted. For `place`, the value is the place of a wrong entry. */
export interface FieldLimit {
	of: 'text' | 'list' | 'number' | 'amount' | 'asked' | 'askedDays' | 'kilobytes' | 'contrast' | 'place';
	value: number;
	/** A value that would be accepted. */
	instead?: string;
	currency?: Currency;
}

/** A limit with its used and remaining parts, in minor units or days. */
interface Usage {
	limit: number;
	used: number;
	left: number;
}

/** The number of seconds after which the same request may succeed. */
interface Later {
	retryAfter: number;
}

interface ExtrasByCode {
	validation_failed: { errors: Fault[] };
	export_incomplete: { errors: Fault[] };
	/** The months (yyyy-MM) that the run would close. */
	early_closing: { months: string[] };
	rows_refused: { errors: Fault[] };
	/** Explains why the code of a receipt cannot be used. */
	code_unusable: { fault: string };
	/** The day (yyyy-MM-dd) and amount on the receipt, and whether it corrects an earlier receipt. */
	facts_differ: { facts: { date: string; amount: Money; isCorrection: boolean } };
	/** The draft that already has this file. */
	draft_waiting: { draftId: string };
	/** The name of the refused date field, and the earliest allowed date as ISO 8601. */
	date_out_of_window: { field: string; earliestAllowed: string };
	erasure_not_due: { earliestAllowed?: string };
	resets_rest: { earliestAllowed: string };
	link_too_early: { earliestAllowed: string };
	/** The month (yyyy-MM) that sets the limit. */
	budget_exceeded: Usage & { month: string };
	tax_budget_exceeded: Usage;
	max_days_exceeded: Usage;
	quota_reached: Usage;
	correction_exceeds_transaction: Pick<Usage, 'limit'>;
	second_factor_required: { challenge: string };
	method_not_allowed: { allow: string[] };
	request_in_progress: Later;
	too_many_attempts: Later;
	too_many_invitations: Later;
	too_many_requests: Later;
	company_moving: Later;
	sandbox_busy: Later;
	unavailable: Later;
}

type Extras<C extends RefusalCode> = C extends keyof ExtrasByCode ? [extras: ExtrasByCode[C]] : [];

export interface RefusalExtras extends Partial<Usage & Later> {
	errors?: Fault[];
	field?: string;
	month?: string;
	earliestAllowed?: string;
	challenge?: string;
	allow?: string[];
	months?: string[];
	fault?: string;
	draftId?: string;
	facts?: { date: string; amount: Money; isCorrection: boolean };
}

/** A refusal for the caller. `detail` explains how to correct the request. It never reveals what the caller may not read. */
export class Refusal<C extends RefusalCode = RefusalCode> extends Error {
	readonly code: C;
	readonly extras: RefusalExtras;

	constructor(code: C, detail: string, ...[extras = {}]: Extras<C>) {
		super(detail);
		this.name = 'Refusal';
		this.code = code;
		this.extras = extras;
	}
}

export const setUpRequired = (): Refusal =>
	new Refusal(
		'second_factor_setup_required',
		'Set up a second factor first: POST /api/v2/auth/me/second-factor.',
	);

/** Returns one refusal for an unknown record, a record that the caller may not see, and a malformed id. */
export const notFound = (what: string): Refusal =>
	new Refusal('not_found', `There is no such ${what}, or you have no access to it.`);

export const isRefusal = (error: unknown, code: RefusalCode): error is Refusal =>
	error instanceof Refusal && (error as Refusal).code === code;

/** Returns a function for `catch` that turns a refusal with this code into null. */
export const nullIf =
	(code: RefusalCode) =>
	(error: unknown): null => {
		if (isRefusal(error, code)) return null;
		throw error;
	};

export function requireFound<T>(found: T | undefined, what: string): T {
	if (found === undefined) throw notFound(what);
	return found;
}

export const tooManyAttempts = (retryAfter: number): Refusal =>
	new Refusal('too_many_attempts', `Too many attempts. Try again in ${retryAfter} seconds.`, {
		retryAfter,
	});

/** Returns a fault of one body field that its schema cannot detect. */
export const invalidField = (field: string, code: string, detail: string, limit?: FieldLimit): Refusal =>
	new Refusal('validation_failed', detail, { errors: [{ pointer: `#/${field}`, code, detail, limit }] });
