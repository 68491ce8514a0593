import { type DirectoryGroup, tellGroup } from '../../../benefits/employees/directory/table.ts';
import { aboutCompany, alteration, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { ScimError } from '../answer.ts';
import type { GroupFields } from '../body.ts';
import { type Person, peopleById } from '../store.ts';
import { isShown, regrouped } from './members.ts';
import {
	GROUP_TAKEN,
	groupKnown,
	insertGroup,
	keyTaken,
	membersOf,
	removeGroup,
	requireFreeGroup,
	type StoredGroup,
	saveGroup,
} from './store.ts';

export interface Group extends StoredGroup {
	memberIds: string[];
}

export async function readGroup({ db }: Call, companyId: string, key: string): Promise<Group> {
	const known = { key };
	const [[group], members] = await batch(db, [
		groupKnown(db, companyId, known),
		membersOf(db, companyId, known),
	]);
	return withMembers(requireFound(group, 'group'), members);
}

/** Creates a group. A name that so far occurred only in groups of employees becomes a stored group. */
export async function createGroup(
	call: Call,
	companyId: string,
	fields: GroupFields,
): Promise<Outcome<Group>> {
	const { db, now } = call;
	const { name, memberIds = [] } = fields;
	const [[found], members, mentioned, [taken]] = await batch(db, [
		groupKnown(db, companyId, { name }),
		membersOf(db, companyId, { name }),
		peopleById(db, companyId, memberIds),
		keyTaken(db, companyId, name),
	]);
	if (found && found.id !== null) throw groupTaken();
	// A group that was renamed keeps the id that its first name encodes.
	const key = found?.key ?? (taken === undefined ? name : newId(now));
	const nameless = {
		id: null,
		key,
		name,
		externalId: null,
		dateCreated: null,
		dateModified: null,
		revision: 0,
	};
	const before = withMembers(found ?? nameless, members);
	const all = [...before.memberIds, ...memberIds];
	const outcome = changed(call, companyId, before, { members, mentioned }, { ...fields, memberIds: all });
	const statements = [requireFreeGroup(db, companyId, { key, name }), ...outcome.statements];
	return { ...outcome, before: null, statements };
}

/** Changes a group and its members. New members must be among `mentioned`, so that one round trip reads everybody. */
export async function changeGroup(
	call: Call,
	companyId: string,
	key: string,
	mentioned: readonly string[],
	fieldsFor: (group: Group) => GroupFields,
): Promise<Outcome<Group>> {
	const { group, ...people } = await loadGroup(call, companyId, key, mentioned);
	return changed(call, companyId, group, people, fieldsFor(group));
}

/** Removes a group, also from the people that the directory has deleted. */
export async function deleteGroup(call: Call, companyId: string, key: string): Promise<Outcome<Group>> {
	const { group, members } = await loadGroup(call, companyId, key, []);
	const { id, name } = group;
	const left = members.map((one) => ({ one, groups: one.groups.filter((other) => other !== name) }));
	const { statements, changes } = regrouped(call, left);
	const removed = { name: null, externalId: null };
	return {
		before: group,
		after: { ...group, memberIds: [] },
		statements: [...statements, ...(id === null ? [] : [removeGroup(call.db, id)])],
		changes: [
			...alteration('group.removed', aboutCompany(companyId, id ?? companyId), tellGroup(group), removed),
			...changes,
		],
	};
}

async function loadGroup({ db }: Call, companyId: string, key: string, ids: readonly string[]) {
	const known = { key };
	const [[group], members, mentioned] = await batch(db, [
		groupKnown(db, companyId, known),
		membersOf(db, companyId, known),
		peopleById(db, companyId, ids),
	]);
	return { group: withMembers(requireFound(group, 'group'), members), members, mentioned };
}

/** People that the directory has deleted stay in the group, but SCIM does not show them. */
const withMembers = (group: StoredGroup, members: readonly Person[]): Group => ({
	...group,
	memberIds: members.filter(isShown).map(({ id }) => id),
});

function changed(
	call: Call,
	companyId: string,
	before: Group,
	{ members, mentioned }: { members: readonly Person[]; mentioned: readonly Person[] },
	{ name, externalId = before.externalId, memberIds = before.memberIds }: GroupFields,
): Outcome<Group> {
	const wanted = new Set(memberIds);
	const present = new Set(before.memberIds);
	const newcomers = mentioned.filter((one) => isShown(one) && wanted.has(one.id) && !present.has(one.id));
	const isStaying = (one: Person) => !isShown(one) || wanted.has(one.id);
	if (members.filter((one) => present.has(one.id) && isStaying(one)).length + newcomers.length < wanted.size)
		throw new ScimError(400, 'A member is not a user of the company.', 'invalidValue');
	const renamed = (groups: string[]) => groups.map((one) => (one === before.name ? name : one));
	const people = regrouped(call, [
		...members.map((one) => ({
			one,
			groups: isStaying(one) ? renamed(one.groups) : one.groups.filter((other) => other !== before.name),
		})),
		...newcomers.map((one) => ({ one, groups: [...one.groups, name] })),
	]);
	const row = stored(call, companyId, before, { name, externalId });
	return {
		before,
		after: { ...row.after, memberIds: [...wanted].sort() },
		statements: [...row.statements, ...people.statements],
		changes: [...row.changes, ...people.changes],
		violations: {
			[GROUP_TAKEN]: groupTaken,
			'directory_groups.key': groupTaken,
			'directory_groups.name': groupTaken,
		},
	};
}

/** Returns the statements and changes that store the group itself, so that it also exists without members. */
function stored(
	{ db, now }: Call,
	companyId: string,
	{ memberIds: _, ...before }: Group,
	fields: Pick<DirectoryGroup, 'name' | 'externalId'>,
) {
	const { id, key, dateCreated, revision } = before;
	const changes = alteration(
		'group.updated',
		aboutCompany(companyId, id ?? companyId),
		tellGroup(before),
		fields,
	);
	if (id !== null && changes.length === 0) return { after: before, statements: [], changes };
	const dates = { dateCreated: dateCreated ?? now, dateModified: now };
	const after = { id: id ?? newId(now), companyId, key, ...dates, revision, ...fields };
	const isRenamed = fields.name !== before.name;
	return {
		after,
		statements: [
			...(isRenamed ? [requireFreeGroup(db, companyId, after)] : []),
			id === null ? insertGroup(db, after) : saveGroup(db, { ...after, revision: revision + 1 }),
		],
		changes:
			id === null
				? [creation('group.created', aboutCompany(companyId, after.id), tellGroup(after))]
				: changes,
	};
}

const groupTaken = (): ScimError =>
	new ScimError(409, 'Another group of the company has this name.', 'uniqueness');
