import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch } from '../../../foundation/db/database.ts';
import type { EmployeeKey, NumberKey } from '../../../foundation/db/scope.ts';
import { type CompanyJob, inSteps } from '../../../foundation/db/steps.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { insertNotices } from '../../../tenants/mail/notices/store.ts';
import { idInScope, loadEmployee } from '../../employees/store.ts';
import { bookVouchers } from '../../ledger/store.ts';
import { passOccurrence } from '../plans/rules.ts';
import { voucherNotice, vouchersOf } from './rules.ts';
import {
	duePlans,
	type IssuedVoucher,
	issuedOfCompany,
	issuedPage,
	type NamedVoucher,
	savePassed,
} from './store.ts';

/** The number of plans in one step, which takes two round trips. */
const STEP_SIZE = 5000;

export async function listIssuedVouchers(
	call: Call,
	employeeId: string,
	after: string,
	limit: number,
): Promise<IssuedVoucher[]> {
	const scope = authorize(call.actor, 'listIssuedVouchers');
	const [, vouchers] = await loadEmployee(call, scope, employeeId, [
		issuedPage(call.db, idInScope(call.db, scope, employeeId), after, limit),
	]);
	return vouchers;
}

export async function listVouchersOfCompany(
	call: Call,
	companyId: string,
	month: Instant,
	after: EmployeeKey | NumberKey,
	limit: number,
): Promise<NamedVoucher[]> {
	const scope = authorize(call.actor, 'listVouchersOfCompany');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [vouchers] = await loadInCompany(call, scope, companyId, [
		issuedOfCompany(call.db, ownerId, month, after, limit, call.statusAt),
	]);
	return vouchers;
}

/** Issues or skips due occurrences. Returns their number. A step takes one of each employee, so late runs equal timely runs. */
export const issueDueVouchers: CompanyJob = (db, now, mayGoOn, companyId) =>
	inSteps(mayGoOn, STEP_SIZE, async (size) => {
		const [due] = await batch(db, [duePlans(db, now, size, companyId)]);
		const passed = earliestOfEachEmployee(due).map((plan) => {
			const { isIssued, nextOccurrence } = passOccurrence(plan, plan);
			return { plan, voucherId: isIssued && !plan.isTaken ? newId(now) : null, nextOccurrence };
		});
		const told = passed.filter(({ plan, voucherId }) => voucherId !== null && plan.isTold);
		const notices = told.map(({ plan }) => voucherNotice(plan, newId(now), now));
		await commit(db, [
			...savePassed(db, passed, now),
			...bookVouchers(db, vouchersOf(passed), now),
			...insertNotices(db, notices),
		]);
		return passed.length;
	});

function earliestOfEachEmployee<P extends { employeeId: string }>(due: readonly P[]): P[] {
	const seen = new Set<string>();
	return due.filter(({ employeeId }) => !seen.has(employeeId) && seen.add(employeeId));
}
