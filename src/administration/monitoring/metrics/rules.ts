import type { Instant } from '../../../foundation/core/instant.ts';
import { hasFailed, type Status, type Trouble } from '../rules.ts';

/** The sums of all requests of one operation with one status. The key is that of `Counts`. */
interface Sum {
	key: string;
	requests: number;
	slow: number;
	ms: number;
	trips: number;
	rowsRead: number;
	rowsWritten: number;
}

export interface Exposed {
	sums: readonly Sum[];
	status: Status;
	/** The number of companies in D1. */
	companies: number;
	people: number;
	unsent: readonly { kind: 'mail' | 'delivery'; status: string; count: number }[];
	troubles: readonly Trouble[];
	now: Instant;
}

type Sample = readonly [labels: Record<string, string>, value: number];

/** Returns the text of the OpenMetrics format, version 1.0.0. */
export const expose = (exposed: Exposed): string =>
	`${[...countersOf(exposed.sums), ...gaugesOf(exposed)].join('')}# EOF\n`;

/** The operations by which people sign in. Their refusals count as refused sign-ins. */
const SIGN_INS =
	/^(login|finishLogin|exchangeCode|issueToken|POST \/console\/sign-in(\/password|\/code)?|GET \/console\/sign-in\/provider)$/;
const REFUSED = /^(401|429)$/;

/** Attempts at messages are counted like requests, as operations of these names. */
const MESSAGES: readonly string[] = ['mail', 'webhook'];

function countersOf(sums: readonly Sum[]): string[] {
	const counted = sums.map(({ key, ...sum }) => {
		const space = key.lastIndexOf(' ');
		return { ...sum, operation: key.slice(0, space), status: key.slice(space + 1) };
	});
	const [attempts = [], parts = []] = [true, false].map((wanted) =>
		counted.filter(({ operation }) => MESSAGES.includes(operation) === wanted),
	);
	const byOperation = (figure: Exclude<keyof Sum, 'key'>, unit = 1): Sample[] =>
		[...Map.groupBy(parts, ({ operation }) => operation)].map(([operation, some]) => [
			{ operation },
			some.reduce((sum, one) => sum + one[figure], 0) / unit,
		]);
	const refused = parts.filter(({ operation, status }) => SIGN_INS.test(operation) && REFUSED.test(status));
	return [
		counter(
			'requests',
			'Requests by operation and status.',
			parts.map(({ operation, status, requests }) => [{ operation, status }, requests]),
		),
		counter('slow_requests', 'Requests that took a second or longer.', byOperation('slow')),
		counter('request_seconds', 'The time of all requests.', byOperation('ms', 1000)),
		counter('database_round_trips', 'Round trips to databases.', byOperation('trips')),
		counter('database_rows_read', 'Rows that databases read.', byOperation('rowsRead')),
		counter('database_rows_written', 'Rows that databases wrote.', byOperation('rowsWritten')),
		counter('refused_sign_ins', 'Refused sign-ins.', [
			[{}, refused.reduce((sum, { requests }) => sum + requests, 0)],
		]),
		counter(
			'message_attempts',
			'Attempts at mails and webhooks of all databases, by the status of the message after it.',
			attempts.map(({ operation, status, requests }) => [
				{ kind: operation, status: status.toLowerCase() },
				requests,
			]),
		),
	];
}

function gaugesOf({ status, companies, people, unsent, troubles, now }: Exposed): string[] {
	const ofStatus = (kind: 'mail' | 'delivery'): Sample[] =>
		unsent.filter((one) => one.kind === kind).map((one) => [{ status: one.status.toLowerCase() }, one.count]);
	return [
		gauge('ready', '1 if nothing is wrong, as /ready judges it.', [[{}, troubles.length === 0 ? 1 : 0]]),
		gauge(
			'troubles',
			'How often each problem of /ready is there.',
			[...Map.groupBy(troubles, ({ code }) => code)].map(([code, some]) => [{ code }, some.length]),
		),
		gauge('cron_last_run_timestamp_seconds', 'The last run of the cron.', [
			[{}, seconds(status.dateRun ?? 0)],
		]),
		...gaugesOfJobs(status.jobs, now),
		gauge('mails', 'Mails in D1 that have not arrived, counted up to 10,000.', ofStatus('mail')),
		gauge('mail_age_seconds', 'How long the first mail in D1 has been due.', [
			[{ kind: 'security' }, age(status.securityMailSince, now)],
			[{ kind: 'other' }, age(status.otherMailSince, now)],
		]),
		gauge(
			'webhook_deliveries',
			'Webhooks in D1 that have not arrived, counted up to 10,000.',
			ofStatus('delivery'),
		),
		gauge('webhook_delivery_age_seconds', 'How long the first webhook in D1 has been due.', [
			[{}, age(status.deliverySince, now)],
		]),
		gauge('archives_due', 'People in archives that may still hold their erased values.', [
			[{}, status.archivesDue],
		]),
		gauge('database_bytes', 'Bytes of D1, of the largest cell and of all cells.', [
			[{ database: 'd1' }, status.bytes],
			[{ database: 'largest_cell' }, status.largestCellBytes],
			[{ database: 'cells' }, status.cellBytes],
		]),
		gauge('companies', 'Companies in D1 and in cells.', [
			[{ database: 'd1' }, companies],
			[{ database: 'cells' }, status.cells],
		]),
		gauge('people', 'Employees in D1 and in cells.', [
			[{ database: 'd1' }, people],
			[{ database: 'cells' }, status.peopleInCells],
		]),
		gauge('late_cells', 'Cells whose jobs are hours late.', [[{}, status.lateCells]]),
	];
}

function gaugesOfJobs(jobs: Status['jobs'], now: Instant): string[] {
	const ofJobs = (value: (job: Status['jobs'][number]) => number | null): Sample[] =>
		jobs.flatMap((job): Sample[] => {
			const found = value(job);
			return found === null ? [] : [[{ cron_job: job.job }, found]];
		});
	return [
		gauge(
			'job_last_success_timestamp_seconds',
			'The last success of each job in D1.',
			ofJobs(({ dateSucceeded }) => dateSucceeded && seconds(dateSucceeded)),
		),
		gauge(
			'job_failed',
			'1 if the last run of a job failed anywhere.',
			ofJobs((job) => (hasFailed(job) ? 1 : 0)),
		),
		gauge(
			'job_handled',
			'Records that the last run handled.',
			ofJobs(({ handled }) => handled),
		),
		gauge(
			'queue_length',
			'Records that wait for a job, counted up to 10,000.',
			ofJobs(({ waiting }) => waiting),
		),
		gauge(
			'queue_age_seconds',
			'How long the first of them has been due.',
			ofJobs(({ waiting, waitingSince }) => (waiting === null ? null : age(waitingSince, now))),
		),
	];
}

const seconds = (date: Instant): number => date / 1000;

const age = (since: Instant | null, now: Instant): number => Math.max(0, seconds(now - (since ?? now)));

const counter = (name: string, help: string, samples: readonly Sample[]): string =>
	family(name, 'counter', help, '_total', samples);

const gauge = (name: string, help: string, samples: readonly Sample[]): string =>
	family(name, 'gauge', help, '', samples);

function family(
	name: string,
	type: string,
	help: string,
	suffix: string,
	samples: readonly Sample[],
): string {
	const lines = samples.map(([labels, value]) => `zubrot_${name}${suffix}${labelsOf(labels)} ${value}\n`);
	return `# TYPE zubrot_${name} ${type}\n# HELP zubrot_${name} ${help}\n${lines.join('')}`;
}

function labelsOf(labels: Record<string, string>): string {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
	return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string => value.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
