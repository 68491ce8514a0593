/** The words with which database triggers abort a batch (see migrations). */
export const RAISED = [
	'stale_revision',
	'period_closed',
	'overlap',
	'pause_over',
	'decided',
	'approved_amount',
	'committed',
	'receipt_missing',
	'line_kind',
	'too_many_receipts',
	'employee_erased',
	'receipt_discarded',
	'attempt_expired',
	'append_only',
	'too_many_api_keys',
	'last_platform_admin',
	'last_company_admin',
	'code_used',
	'submission_day',
	'quota_expenses',
	'quota_receipt_bytes',
	'quota_employees',
	'quota_templates',
	'quota_stored_bytes',
	'mail_ended',
	'not_viewable',
] as const;
export type Raised = (typeof RAISED)[number];

/** The words that mean: somebody else came first, so read and decide again. */
export const RAISED_WHEN_STALE: readonly Raised[] = [
	'stale_revision',
	'period_closed',
	'pause_over',
	'receipt_missing',
];
