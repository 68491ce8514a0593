import { type Instant, toYearMonth } from '../../core/instant.ts';
import { notFound, Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { previewPayrollRun } from '../../payroll/open-run/actions.ts';
import { previewToWire } from '../../payroll/open-run/contract.ts';
import type { ClosingPreview } from '../../payroll/open-run/rules.ts';
import { closePayrollRun } from '../../payroll/runs/actions.ts';
import { closePayrollRunRoute } from '../../payroll/runs/contract.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { changed, checked, tagOf } from '../submit.ts';
import { isTicked, textIn } from '../typed.ts';
import { addressOf, monthIn } from './place.ts';

/** Closes a month, if it would still be what the reader has seen. */
export function close(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'closePayrollRun');
	const wish = { month: toYearMonth(monthToClose(c)), early: isTicked(typed, 'early') };
	const { month, early } = checked(closePayrollRunRoute, wish);
	return changed(c, {
		attempt: async (call) => {
			await requireSeen(call, companyId, month, early, textIn(typed, 'seen'));
			return closePayrollRun(call, companyId, month, early);
		},
		to: ({ id }) => addressOf(companyId, `/runs/${id}`, { closed: '' }),
	});
}

/** Refuses when something else would be closed by now. A month that is closed already is left to the closing, which may have done it. */
async function requireSeen(call: Call, companyId: string, month: Instant, early: boolean, seen: string) {
	try {
		if (tagOfPreview(await previewPayrollRun(call, companyId, month, early)) === seen) return;
	} catch (error) {
		if (error instanceof Refusal && error.code === 'period_closed') return;
		throw error;
	}
	throw new Refusal('precondition_failed', 'What the month would pay has changed meanwhile.');
}

/** What a reader has agreed to. Receipts that come or are rejected meanwhile change nothing of what is paid. */
export const tagOfPreview = ({ shuts, ...preview }: ClosingPreview): string =>
	tagOf({ ...previewToWire({ ...preview, toVerify: 0 }), shuts });

export function monthToClose(c: Context): Instant {
	const month = monthIn(c, 'month');
	if (month === null) throw notFound('month');
	return month;
}
