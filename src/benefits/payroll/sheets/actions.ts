import { type Instant, startOfMonth } from '../../../foundation/core/instant.ts';
import { monthOfCutOff, nextCutOff } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { companyIdInScope, loadCompany } from '../../../tenants/companies/store.ts';
import { filesOfRun } from '../export/store.ts';
import { warningOf } from '../open-run/rules.ts';
import { firstCutOff, latestRun, runOfCompany } from '../runs/store.ts';
import { settingsOf } from '../settings/store.ts';
import { MONTHS_SHOWN, monthsOf } from './rules.ts';
import {
	leaversOfRun,
	linesByIds,
	linesOfSame,
	linesPage,
	managersOf,
	runsUntil,
	sumsOfRun,
} from './store.ts';

export type PayrollMonths = Awaited<ReturnType<typeof readPayrollMonths>>;

/** Returns twelve months with their status. The last one is `until`, or else the later of the present month and the one that closes next. */
export async function readPayrollMonths(call: Call, companyId: string, until: Instant | null) {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listPayrollRuns');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [company, [latest], [first], runs, managers] = await loadCompany(call, scope, companyId, [
		latestRun(db, ownerId),
		firstCutOff(db, ownerId),
		runsUntil(db, ownerId, until ?? now, MONTHS_SHOWN),
		managersOf(db, ownerId),
	]);
	const open = monthOfCutOff(nextCutOff(now, company.payrollReferenceDay, latest?.month ?? null));
	const last = until ?? Math.max(startOfMonth(now), open);
	const months = monthsOf(last, runs, { open, firstCutOff: first?.reference ?? null });
	return { months, managers };
}

export type RunSheet = Awaited<ReturnType<typeof readRunSheet>>;

/** Reads a run with up to `limit` of its lines, its files that were given out, and the format of the payroll office. */
export async function readRunSheet(
	call: Call,
	companyId: string,
	runId: string,
	after: string,
	limit: number,
) {
	const { db } = call;
	const ownerId = companyIdInScope(db, authorize(call.actor, 'readPayrollRun'), companyId);
	const [[run], files, lines, [settings], managers, leavers] = await load(call, [
		runOfCompany(db, ownerId, runId),
		filesOfRun(db, ownerId, runId),
		linesPage(db, ownerId, runId, after, limit, call.statusAt),
		settingsOf(db, ownerId),
		managersOf(db, ownerId),
		leaversOfRun(db, ownerId, runId, call.statusAt),
	]);
	const format = settings?.format ?? null;
	return {
		run: requireFound(run, 'payroll run'),
		files,
		lines,
		format,
		managers,
		leavers: leavers.map(warningOf),
	};
}

export async function readRunSums(call: Call, companyId: string, runId: string) {
	const scope = authorize(call.actor, 'readPayrollRun');
	const [sums] = await load(call, [sumsOfRun(call.db, companyIdInScope(call.db, scope, companyId), runId)]);
	return sums;
}

export type LineSheet = Awaited<ReturnType<typeof readPayrollLine>>;

/** Reads a line, and all lines of the same expense or voucher in the order of creation. */
export async function readPayrollLine(call: Call, companyId: string, transactionId: string) {
	const { db } = call;
	const ownerId = companyIdInScope(db, authorize(call.actor, 'listPayrollTransactions'), companyId);
	const [found, managers] = await load(call, [
		linesOfSame(db, ownerId, transactionId, call.statusAt),
		managersOf(db, ownerId),
	]);
	const lines = found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
	const line = requireFound(
		lines.find(({ id }) => id === transactionId),
		'payroll transaction',
	);
	return { line, lines, managers };
}

/** Reads the lines of a company with these ids, with the names of their people. */
export async function readPayrollLines(call: Call, companyId: string, ids: readonly string[]) {
	const scope = authorize(call.actor, 'listPayrollTransactions');
	const [lines] = await load(call, [
		linesByIds(call.db, companyIdInScope(call.db, scope, companyId), ids, call.statusAt),
	]);
	return lines;
}
