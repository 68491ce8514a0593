import { databaseOf } from '../cells/places.ts';
import type { Instant } from '../core/instant.ts';
import { COMPANY_JOBS, type CompanyMessage, type Job } from '../core/jobs.ts';
import type { Db } from '../db/database.ts';
import type { CompanyJob, MayGoOn } from '../db/steps.ts';
import { recordPauses } from '../employees/pauses/actions.ts';
import { closeLeavers, settlePassedTerminations } from '../employment/terminations/actions.ts';
import { rejectUnmended } from '../expenses/decisions/actions.ts';
import { issueDueVouchers } from '../goodies/vouchers/actions.ts';
import { mayHandle } from '../hosting/moves/actions.ts';
import type { Bindings } from '../http/env.ts';
import { logError, logInfo } from '../http/log.ts';
import { wakeSender } from '../http/mail.ts';
import { dueByCompany } from '../overview/due/actions.ts';
import { addRuns } from '../overview/jobs/actions.ts';
import { splitAwaited } from '../payroll/awaited/actions.ts';
import { closeDueRuns } from '../payroll/runs/actions.ts';

export const OF_COMPANIES: Record<(typeof COMPANY_JOBS)[number], CompanyJob> = {
	settlePassedTerminations,
	closeLeavers,
	recordPauses,
	issueDueVouchers,
	splitAwaited,
	closeDueRuns,
	rejectUnmended,
};

export const isOfCompanies = (job: Job): job is keyof typeof OF_COMPANIES => job in OF_COMPANIES;

/** How many messages a queue takes at once. */
const MESSAGES_AT_ONCE = 100;

/**
 * Sends a message for each company with due records, if there are at least `fewest` of them. Returns false if the cron has to do the
 * jobs of all companies itself. Companies whose message was sent do not mind that.
 */
export async function sendCompanies(env: Bindings, db: Db, now: Instant, fewest: number): Promise<boolean> {
	if (env.JOBS_QUEUE === undefined) return false;
	try {
		const due = await dueByCompany(db, now);
		const records = [...due.values()].reduce((sum, count) => sum + count, 0);
		if (records < fewest) return false;
		const companies = [...due.keys()];
		for (let sent = 0; sent < companies.length; sent += MESSAGES_AT_ONCE) {
			const some = companies.slice(sent, sent + MESSAGES_AT_ONCE);
			await env.JOBS_QUEUE.sendBatch(some.map((companyId) => ({ body: { companyId, scheduledTime: now } })));
		}
		logInfo('companies_sent', { scheduledTime: now, companies: companies.length, records });
		return companies.length > 0;
	} catch (error) {
		logError('companies_not_sent', error, { scheduledTime: now });
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
): Promise<boolean> {
	const { body, attempts } = message;
	if (!isMessage(body)) return false;
	const isLast = attempts >= ATTEMPTS;
	const { failed, isContinued } = await runCompany(env, body, mayGoOn, isLast).catch((error: unknown) => ({
		failed: { company: error },
		isContinued: false,
	}));
	for (const [job, error] of Object.entries(failed)) logError('job_failed', error, { ...body, job });
	if (isLast || isContinued || Object.keys(failed).length === 0) message.ack();
	else message.retry({ delaySeconds: FIRST_DELAY_S * 4 ** (attempts - 1) });
	return true;
}

const isMessage = (body: unknown): body is CompanyMessage =>
	typeof body === 'object' && body !== null && 'companyId' in body && 'scheduledTime' in body;

/**
 * Does what was due in one company. The message only names the company, so a second, late or reordered one finds nothing more to do.
 * A company with much to do goes to the end of the queue now and then, and is continued there. Returns the errors by job. If this is
 * the last attempt, these jobs have failed.
 */
async function runCompany(
	env: Bindings,
	message: CompanyMessage,
	mayGoOn: MayGoOn,
	isLast: boolean,
): Promise<{ failed: Record<string, unknown>; isContinued: boolean }> {
	const { companyId, scheduledTime } = message;
	const db = databaseOf(env, null);
	if (!(await mayHandle(db, companyId))) return { failed: {}, isContinued: false };
	let isInterrupted = false;
	const mayStep = () => {
		const may = mayGoOn();
		isInterrupted ||= !may;
		return may;
	};
	const handled: Record<string, number> = {};
	const failed: Record<string, unknown> = {};
	for (const job of COMPANY_JOBS) {
		try {
			handled[job] = await OF_COMPANIES[job](db, scheduledTime, mayStep, companyId);
		} catch (error) {
			failed[job] = error;
		}
	}
	const given = isLast ? Object.keys(failed).map((job) => [job, null]) : [];
	await addRuns(db, scheduledTime, { ...handled, ...Object.fromEntries(given) });
	const hasHandled = Object.values(handled).some((count) => count > 0);
	if (hasHandled) {
		logInfo('jobs_done', { ...message, handled });
		// Any id of D1 means that mails may be due there.
		await wakeSender(env, companyId, 0);
	}
	const isContinued = hasHandled && isInterrupted;
	if (isContinued) await env.JOBS_QUEUE?.send(message);
	return { failed, isContinued };
}
