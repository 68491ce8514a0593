import { balancesOfYear } from '../../../foundation/core/balance.ts';
import { whileEmployed } from '../../../foundation/core/employment.ts';
import { aboutEmployee, type Change, creation } from '../../../foundation/core/history.ts';
import { addMonths, type Instant, startOfYear, toIso } from '../../../foundation/core/instant.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { type CompanyJob, inSteps } from '../../../foundation/db/steps.ts';
import { spendingsOf } from '../../expenses/rules.ts';
import { byEmployee } from '../rules.ts';
import { type Expiry, expiriesOf, nextExpiry } from './rules.ts';
import { type DueExpiry, dueExpiries, type Examined, groundsOf, saveExpiries } from './store.ts';

/** The number of employees in one step, which takes three round trips. */
const STEP_SIZE = 500;

/** Records expired budgets in the history. Returns the number of examined employees. */
export const recordExpiries: CompanyJob = (db, now, mayGoOn, companyId) =>
	inSteps(mayGoOn, STEP_SIZE, async (size) => {
		const [due] = await batch(db, [dueExpiries(db, now, size, companyId)]);
		const examined = await Promise.all(
			[...Map.groupBy(due, ({ dateExamined }) => startOfYear(dateExamined))].map(([year, ofYear]) =>
				examine(db, ofYear, year, now),
			),
		);
		const [first, ...others] = examined.flat();
		if (first !== undefined) await commit(db, saveExpiries(db, [first, ...others], now));
		return due.length;
	});

/** Examines each employee until the end of the year of the last examination, or until now. */
async function examine(db: Db, due: readonly DueExpiry[], year: Instant, now: Instant): Promise<Examined[]> {
	const ids = due.map(({ employeeId }) => employeeId);
	const [accesses, taken, corrected] = await batch(db, groundsOf(db, ids, year));
	const [accessesOf, takenOf, correctedOf] = [byEmployee(accesses), byEmployee(taken), byEmployee(corrected)];
	const until = Math.min(now, addMonths(year, 12));
	return due.map(({ employeeId, companyId, dateExamined, revision, ...employment }) => {
		const spendings = spendingsOf(takenOf(employeeId), correctedOf(employeeId));
		const timeline = accessesOf(employeeId);
		const expired = expiriesOf(year, balancesOfYear(year, timeline, employment, spendings)).filter(
			({ at }) => at > dateExamined && at <= until,
		);
		return {
			employeeId,
			revision,
			dateExamined: until,
			dateDue: until < now ? until : nextExpiry(whileEmployed(timeline, employment), now),
			changes: expired.map((expiry) => changeOf({ id: employeeId, companyId }, expiry)),
		};
	});
}

const changeOf = (
	employee: { id: string; companyId: string },
	{ at, month, amount, carryOver }: Expiry,
): Change =>
	creation('budget.expired', aboutEmployee(employee), {
		month: toIso(month),
		amount,
		carryOver,
		dateExpired: toIso(at),
	});
