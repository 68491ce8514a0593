import { changesOfEmployee } from '../../../benefits/employees/rules.ts';
import { tellEmployee } from '../../../benefits/employees/table.ts';
import { changeEmployees } from '../../../benefits/onboarding/people/store.ts';
import { aboutEmployee } from '../../../foundation/core/history.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { MAX_SET_SIZE } from '../../../foundation/http/limits.ts';
import { ScimError } from '../answer.ts';
import type { Person } from '../store.ts';

/** False for people that the directory has deleted. */
export const isShown = ({ dateDeprovisioned }: Person): boolean => dateDeprovisioned === null;

/** Returns the statements and changes for people whose groups differ from those that they have. */
export function regrouped({ db, now }: Call, people: readonly { one: Person; groups: string[] }[]) {
	const edited = people.filter(({ one, groups }) => groups.join('\0') !== one.groups.join('\0'));
	if (edited.some(({ one, groups }) => groups.length > Math.max(MAX_SET_SIZE, one.groups.length))) {
		throw new ScimError(400, `A user may have at most ${MAX_SET_SIZE} groups.`, 'invalidValue');
	}
	return {
		statements: changeEmployees(
			db,
			edited.map(({ one, groups }) => ({ ...one, groups, dateModified: now, revision: one.revision + 1 })),
		),
		changes: edited.flatMap(({ one, groups }) =>
			changesOfEmployee(aboutEmployee(one), tellEmployee(one), tellEmployee({ ...one, groups })),
		),
	};
}
