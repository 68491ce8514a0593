import { changesOfEmployee } from '../../../benefits/employees/rules.ts';
import type { EmployeeRow } from '../../../benefits/employees/store.ts';
import type { Ask } from '../../../foundation/cells/interface.ts';
import { askAll, asksOf, structureOf, withoutTriggers } from '../../../foundation/cells/move/pages.ts';
import { aboutEmployee } from '../../../foundation/core/history.ts';
import { type Instant, toIsoOrNull } from '../../../foundation/core/instant.ts';
import { isStale } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { databaseMessage, jitter } from '../../../foundation/db/retry.ts';
import type { EraseAgain } from '../../../tenants/hosting/moves/actions.ts';
import { erasingEmployee, erasingUser } from '../erasure/actions.ts';
import { returnedEmployees, returnedUsers } from '../erasure/store.ts';

const PAGE = 500;

/**
 * Erases people again after a restore of an older state, each in a batch of its own. It refuses nobody. The restored state may lack the
 * termination or closure before the erasure, but erased data must not be readable.
 */
export const eraseAgain: EraseAgain = async (db, ids, how) => {
	for (let from = 0; from < ids.length; from += PAGE) {
		const some = ids.slice(from, from + PAGE);
		for (let attempt = 1; ; attempt++) {
			try {
				await eraseSome(db, some, how);
				break;
			} catch (error) {
				// In a running service, people may change the records at the same time, so this is repeated.
				if (!isStale(error) || attempt === MAX_ATTEMPTS) throw error;
				await jitter(attempt);
			}
		}
	}
};

const MAX_ATTEMPTS = 20;

async function eraseSome(db: Db, ids: readonly string[], how: Parameters<EraseAgain>[2]): Promise<void> {
	const { author, now, around = (asked) => asked } = how;
	const circumstances = { db, now, requestId: null, client: null };
	const [employees, users] = await batch(db, [returnedEmployees(db, ids), returnedUsers(db, ids)]);
	const erasures = [
		...employees.map(({ userRevision, ...found }) => {
			const left = asLeft(found, now);
			const { statements, changes } = erasingEmployee(circumstances, left, userRevision);
			return { statements, changes: [...terminationOf(found, left), ...changes] };
		}),
		...users.map((user) => erasingUser(circumstances, user)),
	];
	for (const { statements, changes } of erasures) {
		const recorded = recordEvents(db, author, now, identified(changes, now));
		await storing(db, around(asksOf([...statements, ...recorded])));
	}
}

/**
 * Returns the employee as terminated now. Erased people cannot be employed, because their benefits would continue. Jobs then end these as
 * after any termination.
 */
function asLeft(found: EmployeeRow, now: Instant): EmployeeRow {
	const { dateTerminated } = found;
	if (dateTerminated !== null && dateTerminated <= now) return found;
	return { ...found, dateTerminated: now, dateTerminationSettled: null };
}

const terminationOf = (found: EmployeeRow, left: EmployeeRow) =>
	changesOfEmployee(
		aboutEmployee(found),
		{ dateTerminated: toIsoOrNull(found.dateTerminated) },
		{ dateTerminated: toIsoOrNull(left.dateTerminated) },
	);

/** Although the database refuses to erase the last platform administrator, this does. `npm run admin:create` creates another. */
async function storing({ $client }: Db, asked: readonly Ask[]): Promise<void> {
	try {
		await askAll($client, asked);
	} catch (error) {
		if (!databaseMessage(error).includes('last_platform_admin')) throw error;
		const structure = await structureOf($client);
		const all = structure.triggers.get('users') ?? [];
		const triggers = new Map([['users', all.filter(({ name }) => name === 'users_race_last_admin')]]);
		await askAll($client, withoutTriggers({ ...structure, triggers }, ['users'], asked, false));
	}
}
