/** Stable codes of refusals; `http/problem-catalogue.ts` gives each its HTTP status. */
export type RefusalCode =
	| 'malformed_json'
	| 'validation_failed'
	| 'date_out_of_window'
	| 'unknown_company'
	| 'unknown_tax_rule_template'
	| 'unauthenticated'
	| 'invalid_credentials'
	| 'forbidden'
	| 'not_found'
	| 'method_not_allowed'
	| 'email_taken'
	| 'personnel_number_taken'
	| 'employee_terminated'
	| 'employee_paused'
	| 'too_many_periods'
	| 'no_flex_access'
	| 'module_not_allowed'
	| 'public_transport_only'
	| 'max_days_exceeded'
	| 'tax_budget_exceeded'
	| 'currency_mismatch'
	| 'budget_exceeded'
	| 'period_closed'
	| 'already_decided'
	| 'not_committed'
	| 'correction_exceeds_transaction'
	| 'too_many_receipts'
	| 'export_incomplete'
	| 'employee_erased'
	| 'erasure_not_due'
	| 'user_has_other_roles'
	| 'idempotency_conflict'
	| 'request_in_progress'
	| 'precondition_failed'
	| 'body_too_large'
	| 'unsupported_media_type'
	| 'too_many_attempts'
	| 'too_many_requests'
	| 'misconfigured'
	| 'internal_error'
	| 'unavailable';

/** One fault of a request: a JSON pointer such as `#/budget/value` or `#/query/limit`, and what would be right. */
export interface Fault {
	pointer: string;
	code: string;
	detail: string;
}

export interface RefusalExtras {
	errors?: Fault[];
	/** Plain name of the refused date field, with `earliestAllowed` as ISO 8601. */
	field?: string;
	earliestAllowed?: string;
	/** Of a refused amount or number of days: what the rule permits, what is used of it, and what is left. */
	limit?: number;
	used?: number;
	left?: number;
	/** Seconds after which the same request may succeed. */
	retryAfter?: number;
	allow?: string[];
}

/** A refusal that the caller may see: `detail` helps to mend the request and never holds stored or foreign data. */
export class DomainError extends Error {
	readonly code: RefusalCode;
	readonly extras: RefusalExtras;

	constructor(code: RefusalCode, detail: string, extras: RefusalExtras = {}) {
		super(detail);
		this.name = 'DomainError';
		this.code = code;
		this.extras = extras;
	}
}

/** Unknown, of a foreign company, or no id at all: one and the same answer. */
export const notFound = (what: string): DomainError =>
	new DomainError('not_found', `There is no such ${what}, or you may not see it.`);

/** A fault of one body field that only the stored record reveals. */
export const invalidField = (field: string, code: string, detail: string): DomainError =>
	new DomainError('validation_failed', detail, { errors: [{ pointer: `#/${field}`, code, detail }] });
