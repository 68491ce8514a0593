import { type Instant, startOfMonth } from '../../../foundation/core/instant.ts';
import { lacksMealValues } from '../../../foundation/core/meals.ts';
import { closesUntil, monthOfCutOff, nextCutOff } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { companyIdInScope, loadCompany } from '../../../tenants/companies/store.ts';
import { exceedingBenefits } from '../../expenses/limits/store.ts';
import { isDatev } from '../export/rules.ts';
import { obstacleOfOffice } from '../obstacles/rules.ts';
import { requireMeant } from '../runs/rules.ts';
import { firstCutOff, latestRun } from '../runs/store.ts';
import { noSettings, settingsOf } from '../settings/store.ts';
import {
	type ClosingPreview,
	MAX_NAMED,
	type OpenRun,
	previewOf,
	type WaitingFilter,
	type WaitingKey,
} from './rules.ts';
import {
	openMonth,
	thisMonth,
	undecided,
	waitingFaults,
	waitingLeavers,
	waitingPage,
	waitingSums,
} from './store.ts';

/** Returns what the next run would commit now, and the obstacles that can still be removed before it closes. */
export async function readOpenPayrollRun(call: Call, companyId: string): Promise<OpenRun> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'readOpenPayrollRun');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [company, [latest], [settings = noSettings(companyId)], waiting, faulty, open, exceeding, leavers] =
		await loadCompany(call, scope, companyId, [
			latestRun(db, ownerId),
			settingsOf(db, ownerId),
			waitingSums(db, ownerId),
			waitingFaults(db, ownerId, MAX_NAMED, call.statusAt),
			undecided(db, ownerId),
			exceedingBenefits(db, ownerId, openMonth(now), call.statusAt),
			waitingLeavers(db, ownerId, openMonth(now), call.statusAt),
		]);
	const closes = nextCutOff(now, company.payrollReferenceDay, latest?.month ?? null);
	const month = monthOfCutOff(closes);
	const { format } = settings;
	return {
		...previewOf(month, waiting, open, { exceeding, leavers }),
		closes,
		format,
		officeObstacle: format !== null && isDatev(format) ? obstacleOfOffice(settings) : null,
		faulty: faulty.filter(({ reference }) => reference <= closesUntil(month)),
		monthsWithoutMealValue: settings.splitsMeals
			? [...new Set([month, startOfMonth(now)])].filter((one) => lacksMealValues(company.taxAffiliation, one))
			: [],
	};
}

/** Returns a page of the lines that wait for the open month, each with its obstacles. */
export async function readWaitingLines(
	call: Call,
	companyId: string,
	filter: WaitingFilter,
	after: WaitingKey,
	limit: number,
) {
	const { db, now } = call;
	const scope = authorize(call.actor, 'readOpenPayrollRun');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [company, [latest], lines] = await loadCompany(call, scope, companyId, [
		latestRun(db, ownerId),
		waitingPage(db, ownerId, filter, after, limit, call.statusAt),
	]);
	const month = monthOfCutOff(nextCutOff(now, company.payrollReferenceDay, latest?.month ?? null));
	return { month, lines: lines.filter(({ reference }) => reference <= closesUntil(month)) };
}

/** Returns what closing a month now would commit, and the months that it would close. Refuses in the same cases as closing. */
export async function previewPayrollRun(
	call: Call,
	companyId: string,
	month: Instant,
	isEarlyMeant: boolean,
): Promise<ClosingPreview> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'closePayrollRun');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [company, [latest], [first], waiting, open, exceeding, leavers] = await loadCompany(
		call,
		scope,
		companyId,
		[
			latestRun(db, ownerId),
			firstCutOff(db, ownerId),
			waitingSums(db, ownerId),
			undecided(db, ownerId),
			exceedingBenefits(db, ownerId, thisMonth(month), call.statusAt),
			waitingLeavers(db, ownerId, thisMonth(month), call.statusAt),
		],
	);
	const shuts = requireMeant(month, now, isEarlyMeant, { company, latest, first });
	return { ...previewOf(month, waiting, open, { exceeding, leavers }), shuts };
}
