import { adviceForCell, adviceForD1, isAlmostFull } from '../../foundation/core/database-size.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { Refusal } from '../../foundation/core/refusals.ts';

/** Refuses a key in the address, because it would appear in logs. */
export const keyInAddress = (): Refusal =>
	new Refusal('validation_failed', 'This address takes no query.', {
		errors: [
			{
				pointer: '#/query',
				code: 'key_in_query',
				detail:
					'Send the operator’s key in the header "Authorization: Bearer <key>". If the query held a key, replace it, because addresses stand in logs.',
			},
		],
	});

/** Figures of one operation with one status: requests, slow ones, milliseconds, round trips, rows read and written. */
export type Figures = [
	requests: number,
	slow: number,
	ms: number,
	trips: number,
	rowsRead: number,
	rowsWritten: number,
];

/** By operation and status, such as `readCompany 200`. */
export type Counts = Record<string, Figures>;

export function add(counts: Counts, key: string, figures: Figures): void {
	const known = counts[key] ?? [0, 0, 0, 0, 0, 0];
	for (let place = 0; place < figures.length; place++)
		known[place] = (known[place] ?? 0) + (figures[place] ?? 0);
	counts[key] = known;
}

const HOUR_MS = 3_600_000;
/** The cron runs each hour, and one run may be late. */
const LATE_MS = 2 * HOUR_MS;
/** A failed job is repeated in the next hours, so it may fail for this long. */
const FAILING_MS = 3 * HOUR_MS;
/** Mails may wait for the next day's limit, so they may wait this long. */
const HELD_MS = 26 * HOUR_MS;

export interface JobStatus {
	job: string;
	dateRun: Instant | null;
	dateSucceeded: Instant | null;
	/** The number of records that the last runs handled, in all databases. */
	handled: number;
	/** The last success in the cells where the job failed; 0 if there was none. Null when it failed in none. */
	dateSucceededInCells: Instant | null;
	/** The number of waiting records; null for a job without a queue. */
	waiting: number | null;
	waitingSince: Instant | null;
}

export interface Status {
	/** The last migration, and when the first migration was applied. */
	schema: string;
	dateMigrated: Instant;
	dateRun: Instant | null;
	jobs: JobStatus[];
	/** When the first waiting security mail, the first other mail and the first webhook were due. */
	securityMailSince: Instant | null;
	otherMailSince: Instant | null;
	deliverySince: Instant | null;
	/** The number of archives that may still contain erased values. */
	archivesDue: number;
	/** The sizes of D1, of the largest cell, and of all cells. */
	bytes: number;
	largestCellBytes: number;
	cellBytes: number;
	/** The numbers of companies in cells, and of their employees. */
	cells: number;
	peopleInCells: number;
	lateCells: number;
	platformAdmins: number;
	platformAdminsWithoutSecondFactor: number;
}

/** Returns when the first waiting mail in D1 was or is due. */
export function mailSince({ securityMailSince, otherMailSince }: Status): Instant | null {
	const dates = [securityMailSince, otherMailSince].filter((date) => date !== null);
	return dates.length === 0 ? null : Math.min(...dates);
}

export interface Trouble {
	code: string;
	detail: string;
	remedy: string;
}

export function troublesOf(status: Status, schema: string, now: Instant): Trouble[] {
	const { jobs, bytes, largestCellBytes, lateCells } = status;
	const lastRun = status.dateRun ?? status.dateMigrated;
	return [
		...(status.schema < schema ? [olderSchema(`The database has the schema ${status.schema}.`)] : []),
		...when(now - lastRun > LATE_MS, {
			code: 'cron_late',
			detail: `The cron last ran ${hours(now - lastRun)} hours ago.`,
			remedy:
				'Check the cron trigger of the Worker in the dashboard, and look for jobs_done and errors in the log.',
		}),
		...jobs.flatMap((job) => failureOf(job, now)),
		...when(
			now - (status.securityMailSince ?? now) > LATE_MS || now - (status.otherMailSince ?? now) > HELD_MS,
			{
				code: 'mails_late',
				detail: 'A mail should have left hours ago.',
				remedy:
					'Check the carrier, the queue zubrot-mail and MAIL_PER_DAY. The reason of each mail is in GET /api/v2/companies/{companyId}/mails.',
			},
		),
		...when(now - (status.deliverySince ?? now) > LATE_MS, {
			code: 'deliveries_late',
			detail: 'A webhook should have left hours ago.',
			remedy: 'Check the queue zubrot-webhooks and its consumer, and look for webhooks_not_woken in the log.',
		}),
		...when(isAlmostFull(bytes), {
			code: 'database_full',
			detail: 'The D1 database is almost full.',
			remedy: adviceForD1(bytes),
		}),
		...when(isAlmostFull(largestCellBytes), {
			code: 'cell_full',
			detail: 'The database of a company is almost full. GET /api/v2/cells says which one.',
			remedy: adviceForCell(largestCellBytes),
		}),
		...when(lateCells > 0, {
			code: 'cells_late',
			detail: `${lateCells} databases of companies are late with their jobs.`,
			remedy: 'GET /api/v2/cells says which. Look for cell_run_failed and cell_not_woken in the log.',
		}),
	];
}

/** The time after which a run of a cell is late. The cron wakes cells that are two hours late. */
export const CELL_LATE_MS = 4 * HOUR_MS;

const when = (isSo: boolean, trouble: Trouble): Trouble[] => (isSo ? [trouble] : []);

const hours = (ms: number): number => Math.floor(ms / HOUR_MS);

/** True if the last run failed, in D1 or in a cell. */
export const hasFailed = ({ dateRun, dateSucceeded, dateSucceededInCells }: JobStatus): boolean =>
	dateSucceeded !== dateRun || dateSucceededInCells !== null;

function failureOf(status: JobStatus, now: Instant): Trouble[] {
	const { job, dateSucceeded, dateSucceededInCells } = status;
	const last = Math.min(dateSucceeded ?? 0, dateSucceededInCells ?? Number.POSITIVE_INFINITY);
	if (!hasFailed(status) || now - last <= FAILING_MS) return [];
	const since = last === 0 ? 'It has never succeeded.' : `It last succeeded ${hours(now - last)} hours ago.`;
	return [
		{
			code: job === 'archiveHistory' ? 'archives_failed' : 'job_failed',
			detail: `The job ${job} fails. ${since}`,
			remedy: REMEDIES[job] ?? 'Look for job_failed with this job in the log. The next hour tries again.',
		},
	];
}

const REMEDIES: Partial<Record<string, string>> = {
	archiveHistory:
		'Look for job_failed and archive_damaged in the log. Check the bucket HISTORY, and put the named object back from a copy.',
	backUpCompanies: 'Look for job_failed with the id of the company in the log, and check the bucket BACKUPS.',
};

export const wrongSetting = (detail: string): Trouble => ({
	code: 'setting_wrong',
	detail,
	remedy:
		'Correct it in wrangler.toml, or by npx wrangler secret put. docs/operating.md explains all settings.',
});

export const olderSchema = (detail: string): Trouble => ({
	code: 'schema_older',
	detail,
	remedy: 'Apply the migrations: npm run deploy.',
});

export const unreachable = (): Trouble => ({
	code: 'database_unreachable',
	detail: 'The database does not answer, or its answer was an error.',
	remedy: 'Look for ready_failed in the log, and for an incident at https://www.cloudflarestatus.com.',
});
