import { dueByCompany, dueJobs } from '../../administration/overview/due/actions.ts';
import { addRuns } from '../../administration/overview/jobs/actions.ts';
import { recordExpiries } from '../../benefits/balances/expiries/actions.ts';
import { recordMoments } from '../../benefits/employment/moments/actions.ts';
import { closeLeavers, settlePassedTerminations } from '../../benefits/employment/terminations/actions.ts';
import { applyApprovalRules } from '../../benefits/expenses/approvals-by-rule/actions.ts';
import { rejectUnmended } from '../../benefits/expenses/decisions/actions.ts';
import { submitStandingExpenses } from '../../benefits/expenses/standing-months/actions.ts';
import { issueDueVouchers } from '../../benefits/goodies/vouchers/actions.ts';
import { splitAwaited } from '../../benefits/payroll/awaited/actions.ts';
import { closeDueRuns } from '../../benefits/payroll/runs/actions.ts';
import { databaseOf } from '../../foundation/cells/places.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { COMPANY_JOBS, type CompanyMessage, type Job } from '../../foundation/core/jobs.ts';
import { vaultOf } from '../../foundation/core/vault.ts';
import type { Db } from '../../foundation/db/database.ts';
import { type CompanyJob, interruptible, type MayGoOn } from '../../foundation/db/steps.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { logError, logInfo } from '../../foundation/http/log.ts';
import { wakeSender } from '../../foundation/http/mail.ts';
import { wakeWebhooks } from '../../foundation/http/webhooks.ts';
import { FilesMissing } from '../../tenants/hosting/backups/actions.ts';
import { backUpCompany } from '../../tenants/hosting/nightly-backups/actions.ts';

export const OF_COMPANIES: Record<(typeof COMPANY_JOBS)[number], CompanyJob> = {
	settlePassedTerminations,
	closeLeavers,
	recordMoments,
	recordExpiries,
	issueDueVouchers,
	submitStandingExpenses,
	splitAwaited,
	closeDueRuns,
	rejectUnmended,
	applyApprovalRules,
};

export const isOfCompanies = (job: Job): job is keyof typeof OF_COMPANIES => job in OF_COMPANIES;

/** How many messages a queue takes at once. */
const MESSAGES_AT_ONCE = 100;

/**
 * Sends a message for each company with due records, if there are at least `fewest` of them. Returns false if the
 * cron has to do the jobs of all companies itself. Messages that were sent already then find nothing left to do.
 */
export const sendCompanies = (env: Bindings, db: Db, now: Instant, fewest: number): Promise<boolean> =>
	sendTo(env, now, async () => {
		const due = await dueByCompany(db, now);
		const records = [...due.values()].reduce((sum, count) => sum + count, 0);
		return { companies: records < fewest ? [] : [...due.keys()], records };
	});

/** Sends each of these companies a message that asks for one job. Returns false if the cron has to do the job itself. */
export const sendForJob = (
	env: Bindings,
	job: NonNullable<CompanyMessage['job']>,
	companies: readonly string[],
	now: Instant,
): Promise<boolean> => sendTo(env, now, async () => ({ companies }), { job });

async function sendTo(
	env: Bindings,
	scheduledTime: Instant,
	find: () => Promise<{ companies: readonly string[]; records?: number }>,
	wanted: Pick<CompanyMessage, 'job'> = {},
): Promise<boolean> {
	if (env.JOBS_QUEUE === undefined) return false;
	const told = { scheduledTime, ...wanted };
	try {
		const { companies, records } = await find();
		for (let sent = 0; sent < companies.length; sent += MESSAGES_AT_ONCE) {
			const some = companies.slice(sent, sent + MESSAGES_AT_ONCE);
			await env.JOBS_QUEUE.sendBatch(some.map((companyId) => ({ body: { companyId, ...told } })));
		}
		if (companies.length > 0) logInfo('companies_sent', { ...told, companies: companies.length, records });
		return companies.length > 0;
	} catch (error) {
		logError('companies_not_sent', error, told);
		return false;
	}
}

/** A message that still fails then is given up. The cron of the next hour sends one again. */
const ATTEMPTS = 4;
/** Each further delay is four times as long: the attempts take less than 11 minutes together. */
const FIRST_DELAY_S = 30;

/** Runs the jobs of the company that a message names. Returns false for other messages. */
export async function takeCompany(
	message: Message<unknown>,
	env: Bindings,
	mayGoOn: MayGoOn,
	mayBackUp = mayGoOn,
): Promise<boolean> {
	const { body, attempts } = message;
	if (!isMessage(body)) return false;
	const isLast = attempts >= ATTEMPTS;
	const done =
		body.job === undefined ? runCompany(env, body, mayGoOn, isLast) : save(env, body, mayBackUp, isLast);
	const { failed, isContinued } = await done.catch((error: unknown) => ({
		failed: { [body.job ?? 'company']: error },
		isContinued: false,
	}));
	for (const [job, error] of Object.entries(failed)) logError('job_failed', error, { ...body, job });
	if (isLast || isContinued || Object.keys(failed).length === 0) message.ack();
	else message.retry({ delaySeconds: FIRST_DELAY_S * 4 ** (attempts - 1) });
	return true;
}

const isMessage = (body: unknown): body is CompanyMessage =>
	typeof body === 'object' && body !== null && 'companyId' in body && 'scheduledTime' in body;

interface Done {
	/** The errors by job. If this is the last attempt, these jobs have failed. */
	failed: Record<string, unknown>;
	/** True if another message was sent, because the company has more to do. */
	isContinued: boolean;
}

/**
 * Does the work that was due in one company. The message only names the company, so a second, late or reordered one
 * finds nothing more to do. After a while, a company with much to do goes back to the end of the queue.
 */
async function runCompany(
	env: Bindings,
	message: CompanyMessage,
	mayGoOn: MayGoOn,
	isLast: boolean,
): Promise<Done> {
	const { companyId, scheduledTime } = message;
	const db = databaseOf(env, null);
	const due = await dueJobs(db, scheduledTime, companyId);
	if (due === null) return { failed: {}, isContinued: false };
	const { mayStep, wasInterrupted } = interruptible(mayGoOn);
	const handled: Record<string, number> = {};
	const failed: Record<string, unknown> = {};
	let isIdle = true;
	for (const job of COMPANY_JOBS) {
		handled[job] = 0;
		// A job that handled records may have made work for later ones.
		if (isIdle && !due.has(job)) continue;
		try {
			handled[job] = await OF_COMPANIES[job](db, scheduledTime, mayStep, companyId, vaultOf(env));
			if (handled[job] > 0) isIdle = false;
		} catch (error) {
			isIdle = false;
			delete handled[job];
			failed[job] = error;
		}
	}
	const hasHandled = await note(db, message, handled, isLast ? Object.keys(failed) : []);
	if (hasHandled) {
		// `wakeSender` takes any id of a database, and checks all mails there.
		await wakeSender(env, companyId, 0);
		await wakeWebhooks(env, { webhooksOf: null, due: scheduledTime }, scheduledTime);
	}
	const isContinued = hasHandled && wasInterrupted();
	if (isContinued) await env.JOBS_QUEUE?.send(message);
	return { failed, isContinued };
}

/** Backs up one company, unless another message has done so. If time runs out, the message of the next hour starts again. */
async function save(
	env: Bindings,
	message: CompanyMessage,
	mayGoOn: MayGoOn,
	isLast: boolean,
): Promise<Done> {
	const { companyId, scheduledTime } = message;
	const db = databaseOf(env, null);
	try {
		const saved = await backUpCompany(db, env, scheduledTime, mayGoOn, companyId);
		if (saved > 0) await note(db, message, { backUpCompanies: saved }, []);
		return { failed: {}, isContinued: false };
	} catch (error) {
		if (isLast || error instanceof FilesMissing) await note(db, message, {}, ['backUpCompanies']);
		return { failed: { backUpCompanies: error }, isContinued: false };
	}
}

/** Records how many records each job handled in a company, and which jobs finally failed. Returns whether any record was handled. */
async function note(
	db: Db,
	message: CompanyMessage,
	handled: Readonly<Record<string, number>>,
	failed: readonly string[],
): Promise<boolean> {
	const givenUp = Object.fromEntries(failed.map((job) => [job, null]));
	await addRuns(db, message.scheduledTime, { ...handled, ...givenUp });
	const hasHandled = Object.values(handled).some((count) => count > 0);
	if (hasHandled) logInfo('jobs_done', { ...message, handled });
	return hasHandled;
}
