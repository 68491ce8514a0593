import { aboutCompany, alteration } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch } from '../../../foundation/db/database.ts';
import { authorOf, type Outcome } from '../../../foundation/db/write.ts';
import { companyIdInScope, loadCompany } from '../../../tenants/companies/store.ts';
import { holdOver } from '../obstacles/store.ts';
import { previewOf } from '../open-run/rules.ts';
import { waitingSums } from '../open-run/store.ts';
import { figuresOf, newRun } from '../runs/actions.ts';
import { addToSums, requireMeant, type Sums, sumsOf } from '../runs/rules.ts';
import {
	closingOf,
	commitLines,
	finishRuns,
	firstCutOff,
	insertRuns,
	latestRun,
	requireCommitted,
	runsByIds,
} from '../runs/store.ts';
import { noSettings, settingsOf } from '../settings/store.ts';

/**
 * Starts to close a month early, in one batch that can also release a proposal. It commits exactly the lines that it has read. They are
 * counted afterwards, by the request or else by the cron.
 */
export async function beginClosing(
	call: Call,
	companyId: string,
	month: Instant,
	isEarlyMeant: boolean,
): Promise<Outcome<null>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'closePayrollRun');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [company, [latest], [first], [{ bookingMonth } = noSettings(companyId)], waiting] = await loadCompany(
		call,
		scope,
		companyId,
		[latestRun(db, ownerId), firstCutOff(db, ownerId), settingsOf(db, ownerId), waitingSums(db, ownerId)],
	);
	requireMeant(month, now, isEarlyMeant, { company, latest, first });
	const run = newRun({ id: newId(now), companyId, month, closedBy: actor.userId, bookingMonth });
	const preview = previewOf(month, waiting, [], { exceeding: [], leavers: [] });
	const { lineCount, heldOverCount } = preview;
	const sums: Sums = new Map();
	addToSums(
		sums,
		preview.sums.map(({ module, value, currency }) => ({
			module,
			amountValue: value,
			amountCurrency: currency,
		})),
	);
	const total = preview.sums.reduce((sum, { value }) => sum + value, 0);
	const closing = closingOf(run);
	// The count is left out, because a proposal would show its 0 beside the number of carried lines.
	const { heldOverCount: _, ...after } = closing.after;
	return {
		before: null,
		after: null,
		statements: [
			insertRuns(db, [run], now),
			...holdOver(db, [run.id], now),
			commitLines(db, [run.id], now),
			requireCommitted(db, run.id, lineCount, total),
		],
		changes: [{ ...closing, after }],
		foreseen: alteration(
			'payroll_run.closed',
			aboutCompany(companyId, run.id),
			{ state: 'CLOSING' },
			{ state: 'CLOSED', lineCount, sums: sumsOf(sums), heldOverCount },
			{ month: toIso(month) },
		),
		follow: () => finish(call, run.id),
	};
}

async function finish(call: Call, runId: string): Promise<void> {
	const { db, now } = call;
	const [runs] = await batch(db, [runsByIds(db, [runId])]);
	await commit(db, finishRuns(db, authorOf(call), await figuresOf(db, runs), now));
}
