import { type SQL, sql } from 'drizzle-orm';
import { claimsOf } from './claims.ts';
import { batch, type Db, type Statement } from './database.ts';
import { AddressesTaken, movesOf } from './directory.ts';
import { hasWebhooks } from './record-events.ts';
import { databaseMessage, unavailable } from './retry.ts';

/** The error for a decision whose reads contradict each other, because another writer came in between. */
export const stale = (): Error => new Error('stale_revision');

export function isStale(error: unknown): boolean {
	const message = databaseMessage(error);
	return RAISED_WHEN_STALE.some((word) => message.includes(word));
}

/** The error of a `requireThat` when an attempt's assumption was wrong. */
export const REFUTED = 'attempt.refuted';

export const isRefuted = (error: unknown): boolean => databaseMessage(error).includes(REFUTED);

/** The errors for a failed write, by the trigger's word or the constraint's column. They get the addresses of people elsewhere. */
export type Violations = Partial<
	Record<Raised | `${string}.${string}`, (elsewhere: readonly string[]) => Error | Promise<Error>>
>;

/**
 * Runs the statements as one atomic batch and returns their results. If the response is lost, the batch is sent again. Inserts therefore use
 * ids that we choose, and ignore a conflict on them.
 */
export const commit = (
	db: Db,
	statements: readonly Statement[],
	violations: Violations = {},
): Promise<unknown[]> => run(db, statements, violations, false);

async function run(
	db: Db,
	statements: readonly Statement[],
	violations: Violations,
	isDryRun: boolean,
): Promise<unknown[]> {
	const [first, ...rest] = statements;
	if (first === undefined) return [];
	const guest = db.guest?.(db);
	const ahead = db.ahead === undefined ? undefined : requireClock(db, db.ahead);
	const before = [guest, ahead].flatMap((statement) => statement ?? []);
	const all = [...before, first, ...rest] as unknown as readonly [Statement, ...Statement[]];
	try {
		const isShared = movesOf(all).length > 0 || (db.cell !== undefined && claimsOf(all).length > 0);
		const directory = isShared ? db.directory : undefined;
		const results: unknown[] = await (directory?.commit(db, all, isDryRun) ?? batch(db, all));
		if (db.sendWebhooks && hasWebhooks(all, results)) db.sendWebhooks();
		return before.length === 0 ? results : results.slice(before.length);
	} catch (error) {
		const message = databaseMessage(error);
		if (message.includes(CLOCK_MOVED)) throw unavailable(error);
		const [, refusal] = Object.entries(violations).find(([name]) => message.includes(name)) ?? [];
		throw (await refusal?.(error instanceof AddressesTaken ? error.addresses : [])) ?? error;
	}
}

/** Fails with the error `otherwise` unless the condition holds, so that nothing of its batch is stored. */
export const requireThat = (db: Db, condition: SQL, otherwise: `${string}.${string}`): Statement =>
	db.run(sql`SELECT json_extract('{}', iif(${condition}, '$', ${otherwise}))`);

/** The error of a write that was decided before the clock of its sandbox moved. */
const CLOCK_MOVED = 'sandbox.clock';

const requireClock = (db: Db, ahead: number): Statement =>
	requireThat(db, sql`(SELECT ahead FROM sandboxes) = ${ahead}`, CLOCK_MOVED);

/** Always fails with this error, so that nothing of its batch is stored. */
export const fail = (db: Db, word: string): Statement =>
	db.run(sql.raw(`SELECT json_extract('{}', '${word}')`));

/** A part of the error with which the last statement of a dry run fails. */
const TAKEN_BACK = 'end_of_dry_run';

/** Runs the statements like `commit`, and then one that fails, so that the database rolls them all back. */
export async function commitAndTakeBack(
	db: Db,
	statements: readonly Statement[],
	violations: Violations = {},
): Promise<void> {
	if (statements.length === 0) return;
	try {
		await run(db, [...statements, fail(db, TAKEN_BACK)], violations, true);
	} catch (error) {
		if (!databaseMessage(error).includes(TAKEN_BACK)) throw error;
	}
}

/** The errors with which database triggers abort a batch (see migrations). */
export const RAISED = [
	'stale_revision',
	'period_closed',
	'overlap',
	'pause_over',
	'decided',
	'committed',
	'settled',
	'receipt_missing',
	'too_many_receipts',
	'too_many_drafts',
	'employee_erased',
	'receipt_discarded',
	'attempt_expired',
	'append_only',
	'too_many_api_keys',
	'too_many_webhook_endpoints',
	'last_platform_admin',
	'last_company_admin',
	'code_used',
	'quota_expenses',
	'quota_receipt_bytes',
	'quota_employees',
	'quota_templates',
	'quota_stored_bytes',
	'not_viewable',
	'rest_shortened',
	'consent_missing',
	'registered_before',
	'mail_limit_reached',
	'too_many_invitations',
	'address_elsewhere',
	'address_contested',
	'company_moving',
] as const;
type Raised = (typeof RAISED)[number];

/** The errors after which the decision must be made again, because another writer came first. */
const RAISED_WHEN_STALE: readonly Raised[] = [
	'stale_revision',
	'period_closed',
	'pause_over',
	'receipt_missing',
];
