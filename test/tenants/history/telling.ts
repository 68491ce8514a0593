import type { RowChange } from '../../harness/changes.ts';
import type { Row } from '../../harness/snapshot.ts';

/** Tables that the history leaves aside, and why. */
const ASIDE: Record<string, string> = {
	sessions: 'who is logged in is no record of a company',
	refresh_tokens: 'as above',
	login_attempts: 'as above',
	known_places: 'as above',
	external_identities: 'as above',
	sso_sign_ins: 'as above',
	one_time_tokens: 'as above',
	known_devices: 'as above',
	push_subscriptions: 'as above',
	second_factors: 'a secret, recorded without its value',
	recovery_codes: 'as above',
	access_events: 'the access log, which is kept for a year',
	mails: 'the outbox, which `GET /mails` of the company tells',
	webhook_deliveries: 'the outbox of webhooks, which the deliveries of an endpoint tell',
	mail_days: 'counts of what is sent',
	mail_turns: 'counts of what is sent, by company',
	invitation_days: 'counts of what is sent, by address',
	reminder_turns: 'until when people have been reminded by mail',
	idempotency_keys: 'answers that are kept for a day',
	people: 'what somebody is found by, made of what other records tell',
	people_index: 'as above',
	employee_groups: 'as above, of the groups and the cost center of an employee',
	proposals: 'requests of others, which events of their own tell',
	identity_changes: 'as above',
	influences: 'creations and promotions, which events tell',
	address_changes: 'links in mails',
	proposal_subjects: 'as above',
	standing_proofs: 'files, which events of their standing expense tell',
	backups: 'when a company was last saved, which is no record of it',
	job_runs: 'when the cron last ran, which is no record of a company',
	cut_offs: 'the next cut-off, which follows the reference day and the events',
	places: 'what cells report to the directory',
	announcements: 'as above',
	budget_expiries: 'when budget can expire next, which follows the accesses',
	quota_usage: 'counts of what other records tell',
	event_files: 'files of the history that no archive refers to',
	event_archives: 'where the history itself is',
	event_archive_subjects: 'as above',
};

/** Tables that are part of a record, with the column of its id and the field under which its history tells of them. */
const PARTS: Record<string, [id: string, field: string]> = {
	user_companies: ['user_id', 'manageableCompanyIds'],
	tax_rule_template_companies: ['template_id', 'rules'],
	company_logos: ['company_id', 'logo'],
};

/**
 * Columns that no event names: bookkeeping, secrets, and what an id in SCIM encodes. The author of the event is who makes
 * a key or closes a user.
 */
const UNTOLD = new Set([
	'date_created',
	'date_modified',
	'revision',
	'next_occurrence',
	'next_date',
	'waiting_since',
	'skipped',
	'date_termination_settled',
	'date_sign_in_settled',
	'date_kept_open',
	'date_began_recorded',
	'date_ended_recorded',
	'date_unneeded',
	'date_ruled',
	'sealed',
	'date_left',
	'email_key',
	'date_checked',
	'client_secret',
	'secret',
	'previous_secret',
	'party',
	'date_deleted',
	'lease',
	'lease_until',
	'date_woken',
	'password_hash',
	'hash',
	'issuer_mark',
	'mail_day',
	'mails_taken',
	'notice_day',
	'sha256',
	'invoice_mark',
	'maker_id',
	'closer',
	'key',
]);

/** Values that an erasure blanks besides employee and user. One event records the names of the fields. */
const ERASED = new Set([
	'pauses',
	'expenses',
	'receipts',
	'standing_expenses',
	'receipt_drafts',
	'receipt_addresses',
	'payroll_corrections',
	'payroll_settlements',
]);

export interface StoredEvent extends Row {
	type: string;
	date: number;
	author: string;
	company_id: string | null;
	subject_id: string;
	record_id: string;
	before: string | null;
	after: string;
}

export const eventsOf = (batch: readonly RowChange[]): StoredEvent[] =>
	batch
		.filter(({ table, before }) => table === 'events' && before === null)
		.map(({ after }) => after as StoredEvent);

/** The changes of a batch that its own events do not record, in words. Empty if the history is complete. */
export function untold(batch: readonly RowChange[]): string[] {
	const events = eventsOf(batch);
	const records = batch.filter(({ table }) => table !== 'events');
	const isErasure = events.some(({ type }) => type === 'employee.erased');
	const isMeant = (change: RowChange) => isErasure || isArchived(change, batch);
	const altered = batch.filter((change) => change.table === 'events' && change.before && !isMeant(change));
	const idle = events.filter(({ record_id }) => !records.some((change) => idsOf(change).includes(record_id)));
	return [
		...records.filter(isTold).flatMap((change) => untoldOf(change, events)),
		...altered.map(() => 'an event was altered'),
		...idle.map(({ type }) => `${type} tells of nothing that changed`),
	];
}

/** Whether the event leaves the database for a file that the same batch notes. */
const isArchived = ({ before, after }: RowChange, batch: readonly RowChange[]): boolean =>
	after === null &&
	batch.some(({ table, before: earlier, after: archive }) => {
		const position = Number(before?.position);
		const isNew = table === 'event_archives' && earlier === null;
		return isNew && position >= Number(archive?.first_position) && position <= Number(archive?.last_position);
	});

/** Whether the history has to tell of the change at all. A receipt is one from when its file is stored until it is discarded. */
function isTold({ table, before, after, columns }: RowChange): boolean {
	if (table in ASIDE || columns.every((column) => UNTOLD.has(column))) return false;
	return (
		!['receipts', 'receipt_drafts'].includes(table) ||
		[before, after].some((row) => row !== null && row.date_stored !== null && row.date_discarded === null)
	);
}

/** The ids under which the history finds a record. Settings belong to their company, and a line also to its run. */
function idsOf({ table, before, after }: RowChange): unknown[] {
	const { id, company_id, user_id, employee_id, transaction_id, run_id } = { ...before, ...after };
	if (table === 'second_factors' || table === 'one_time_tokens') return [user_id];
	if (['payroll_settings', 'identity_providers', 'calendar_addresses', 'cut_offs'].includes(table))
		return [company_id];
	if (table === 'budget_expiries') return [employee_id];
	return [id, transaction_id, run_id].filter((given) => typeof given === 'string');
}

function untoldOf(change: RowChange, events: readonly StoredEvent[]): string[] {
	const { table, after, columns } = change;
	const part = PARTS[table];
	if (part !== undefined) return isPartTold(part, change, events) ? [] : [`a row of ${table}`];
	const ids = idsOf(change);
	const own = events.filter(
		({ record_id, type }) => ids.includes(record_id) || (type === 'employee.erased' && ERASED.has(table)),
	);
	if (own.length === 0) return [`a row of ${table}`];
	if (after === null) {
		const isTold =
			['pauses', 'receipt_addresses'].includes(table) ||
			own.some(({ type }) => /\.(removed|revoked)$/.test(type));
		return isTold ? [] : [`the deletion from ${table}`];
	}
	// Lines committed by a run, and receipts removed by an erasure, are recorded only as a number.
	if (own.every((event) => isOfMany(event, change))) return [];
	return columns
		.filter((column) => !UNTOLD.has(column))
		.filter((column) => !own.some((event) => tells(event, column, change)))
		.map((column) => `${table}.${column}`);
}

function isPartTold(
	[id, field]: [string, string],
	change: RowChange,
	events: readonly StoredEvent[],
): boolean {
	const row = { ...change.before, ...change.after };
	return events.some(({ record_id, after }) => record_id === row[id] && field in JSON.parse(after));
}

const isOfMany = ({ type, record_id }: StoredEvent, { table, after }: RowChange): boolean =>
	record_id === after?.run_id ||
	(type === 'employee.erased' && ['receipts', 'receipt_drafts'].includes(table));

/** Whether the event names the column with its value as it became and, unless that is erased, as it was. */
function tells(event: StoredEvent, column: string, { table, before, after }: RowChange): boolean {
	const now = after?.[column] ?? null;
	if ([event.record_id, event.company_id, event.subject_id].includes(String(now))) return true;
	if (before === null && now === null) return true;
	if (!means(told(event.after, table, column), now)) return false;
	if (before === null) return true;
	const was = before[column] ?? null;
	if (event.before === null) return was === null;
	const old = told(event.before, table, column);
	return means(old, was) || (old === null && event.type.endsWith('.erased'));
}

/** Fields that the interface, and so the history, calls otherwise than the columns. */
const CALLED: Record<string, string> = {
	'companies.is_sandbox': 'sandbox',
	'employees.id': 'employeeId',
	'flex_accesses.tax_rule_template_id': 'flexTaxRuleTemplateId',
	'pauses.valid_from': 'datePausedStart',
	'planned_vouchers.valid_from': 'startDate',
	'planned_vouchers.valid_until': 'endDate',
	'default_accesses.valid_until': 'validTo',
};

function told(fields: string, table: string, column: string): unknown {
	if (`${table}.${column}` === 'pauses.valid_until') {
		// The end of the interface is the return, one millisecond after the last instant of the pause.
		const { datePausedEnd } = JSON.parse(fields);
		return datePausedEnd === null ? null : Date.parse(datePausedEnd) - 1;
	}
	const called = CALLED[`${table}.${column}`];
	if (called !== undefined) return JSON.parse(fields)[called];
	const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	const values = JSON.parse(fields);
	const [, amount, part] =
		/^(amount|budget|maxAmount|requestedAmount|approvedAmount|mealPrice)(Value|Currency)$/.exec(name) ?? [];
	return amount === undefined || part === undefined
		? values[name]
		: (values[amount]?.[part.toLowerCase()] ?? null);
}

/** Whether the history spells the stored value so: instants as ISO 8601, JSON as itself. */
function means(value: unknown, stored: string | number | null): boolean {
	if (typeof value === 'boolean') return Number(value) === stored;
	if (typeof value === 'string' && typeof stored === 'number') return Date.parse(value) === stored;
	return value === stored || (value instanceof Object && JSON.stringify(value) === stored);
}
