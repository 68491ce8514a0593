import { aboutEmployee } from '../../core/history.ts';
import type { Call } from '../../db/call.ts';
import { batch } from '../../db/database.ts';
import type { Outcome } from '../../db/write.ts';
import { changesOfEmployee } from '../../employees/rules.ts';
import { tellEmployee } from '../../employees/table.ts';
import { MAX_SET_SIZE } from '../../http/limits.ts';
import { changeEmployees } from '../../onboarding/people/store.ts';
import { ScimError } from '../answer.ts';
import { membersOf, peopleById } from '../store.ts';

export interface Group {
	name: string;
	memberIds: string[];
}

export async function readGroup({ db }: Call, companyId: string, name: string): Promise<Group> {
	const [members] = await batch(db, [membersOf(db, companyId, name)]);
	return { name, memberIds: members.map(({ id }) => id) };
}

/**
 * A group is only a name that its members share. New members must be among `mentioned`, so that one round
 * trip reads everybody.
 */
export async function changeGroup(
	{ db, now }: Call,
	companyId: string,
	name: string,
	mentioned: readonly string[],
	membersFor: (memberIds: string[]) => string[],
): Promise<Outcome<Group>> {
	const [members, known] = await batch(db, [
		membersOf(db, companyId, name),
		peopleById(
			db,
			companyId,
			mentioned.map((id) => id.toLowerCase()),
		),
	]);
	const before = { name, memberIds: members.map(({ id }) => id) };
	const wanted = new Set(membersFor(before.memberIds).map((id) => id.toLowerCase()));
	const present = new Set(before.memberIds);
	const newcomers = known.filter(({ id }) => wanted.has(id) && !present.has(id));
	const staying = members.filter(({ id }) => wanted.has(id));
	if (staying.length + newcomers.length < wanted.size)
		throw new ScimError(400, 'A member is not a user of the company.', 'invalidValue');
	const edited = [
		...members
			.filter(({ id }) => !wanted.has(id))
			.map((one) => ({ one, groups: one.groups.filter((group) => group !== name) })),
		...newcomers.map((one) => ({ one, groups: [...one.groups, name] })),
	];
	if (edited.some(({ groups }) => groups.length > MAX_SET_SIZE)) {
		throw new ScimError(400, `A user may have at most ${MAX_SET_SIZE} groups.`, 'invalidValue');
	}
	return {
		before,
		after: { name, memberIds: [...wanted].sort() },
		statements: changeEmployees(
			db,
			edited.map(({ one, groups }) => ({ ...one, groups, dateModified: now, revision: one.revision + 1 })),
		),
		changes: edited.flatMap(({ one, groups }) =>
			changesOfEmployee(aboutEmployee(one), tellEmployee(one), tellEmployee({ ...one, groups })),
		),
	};
}
