import { aboutEmployee, alteration, CRON, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { mealsOf } from '../../../foundation/core/meals.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { type CompanyJob, inSteps } from '../../../foundation/db/steps.ts';
import { advanceRevisions } from '../../employees/store.ts';
import { lawfulParts } from '../../ledger/rules.ts';
import { insertTransactions } from '../../ledger/store.ts';
import { tellTransaction } from '../../ledger/table.ts';
import { insertCorrection } from '../corrections/store.ts';
import { type AwaitedLine, awaitedLines, shrinkLines } from './store.ts';

const LINES_PER_STEP = 500;

/** Splits lines for meals whose official value is now known, so that the next run commits them. */
export const splitAwaited: CompanyJob = (db, now, mayGoOn, companyId) =>
	inSteps(mayGoOn, LINES_PER_STEP, async (size) => {
		const [awaited] = await batch(db, [awaitedLines(db, size, companyId)]);
		if (awaited.length === 0) return 0;
		const split = awaited.map((one) => splitOf(one, now));
		const owners = new Map(awaited.map(({ employeeId: id, revision }) => [id, { id, revision }]));
		const changes = split.flatMap((one) => one.changes);
		await commit(db, [
			advanceRevisions(db, [...owners.values()]),
			shrinkLines(
				db,
				split.map(({ first }) => first),
				now,
			),
			insertTransactions(
				db,
				split.flatMap(({ rest }) => rest),
			),
			...split.flatMap(({ links }) => links.map((link) => insertCorrection(db, link))),
			...recordEvents(db, CRON, now, identified(changes, now)),
		]);
		return awaited.length;
	});

/** The line becomes its first part. A second part is a new line, which corrects the same transaction. */
function splitOf(line: AwaitedLine, now: Instant) {
	const { employeeId, companyId, correctsId, authorId, reason } = line;
	const expense = {
		date: line.date,
		meals: mealsOf({ ...line, amountValue: line.requestedValue }),
		amount: { value: line.amountValue, currency: line.amountCurrency },
	};
	const [first = line, ...rest] = lawfulParts(expense, line.country).map(({ kind, value }, index) => ({
		...line,
		id: index === 0 ? line.id : newId(now),
		kind,
		amountValue: value,
		awaitsMealValue: false,
	}));
	const isCorrection = correctsId !== null && authorId !== null && reason !== null;
	const link = isCorrection ? { companyId, correctsId, authorId, reason } : null;
	const about = (id: string) => aboutEmployee({ id: employeeId, companyId }, id);
	return {
		first,
		rest,
		links: link === null ? [] : rest.map(({ id }) => ({ ...link, transactionId: id })),
		changes: [
			...alteration(
				'payroll_transaction.split',
				about(line.id),
				tellTransaction(line),
				tellTransaction(first),
			),
			...rest.map((row) =>
				creation(
					link === null ? 'payroll_transaction.created' : 'payroll_correction.created',
					about(row.id),
					{ ...tellTransaction(row), ...link },
				),
			),
		],
	};
}
