import type { Hono } from 'hono';
import { notFound } from '../../core/refusals.ts';
import { batch } from '../../db/database.ts';
import {
	answerList,
	answerRemoval,
	answerVersion,
	answerWrite,
	bodyOf,
	pageOf,
	type ScimContext,
	type ScimEnv,
	ScimError,
} from '../answer.ts';
import { groupOf } from '../body.ts';
import { type Condition, conditionsOf } from '../filter.ts';
import { patchedResource } from '../patch.ts';
import { groupId, groupName, groupToWire } from '../resource.ts';
import { groupsCount, groupsPage } from '../store.ts';
import { changeGroup, type Group, readGroup } from './actions.ts';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export function serveGroups(app: Hono<ScimEnv>): void {
	app.get('/Groups', async (c) => {
		const { call, companyId } = c.var;
		const { filter, skip, count } = pageOf(c);
		const conditions = conditionsOf(filter, ['id', 'name', 'member']).map(byName);
		const [groups, [counted]] = await batch(call.db, [
			groupsPage(call.db, companyId, conditions, skip, count),
			groupsCount(call.db, companyId, conditions),
		]);
		const withoutMembers = groups.map(({ name }) => ({ ...groupToWire(name, []), members: undefined }));
		return answerList(c, withoutMembers, counted?.total ?? 0, skip);
	});
	app.get('/Groups/:id', async (c) => {
		const { call, companyId } = c.var;
		return answerVersion(c, toWire(await readGroup(call, companyId, nameIn(c))));
	});
	app.post('/Groups', async (c) => {
		const { name, memberIds } = groupOf(await bodyOf(c));
		const all = (present: string[]) => [...present, ...memberIds];
		return answerWrite(c, (call) => changeGroup(call, c.var.companyId, name, memberIds, all), toWire, 201);
	});
	app.put('/Groups/:id', async (c) => {
		const { memberIds } = ownGroup(c, await bodyOf(c));
		const change = changing(c, memberIds, () => memberIds);
		return answerWrite(c, change, toWire);
	});
	app.patch('/Groups/:id', async (c) => {
		const body = await bodyOf(c);
		const mentioned = JSON.stringify(body).match(UUID) ?? [];
		const membersFor = (present: string[]) =>
			ownGroup(c, patchedResource(resourceOf(nameIn(c), present), body)).memberIds;
		return answerWrite(c, changing(c, mentioned, membersFor), toWire);
	});
	app.delete('/Groups/:id', async (c) => {
		const removal = changing(c, [], () => []);
		return answerRemoval(c, removal, toWire);
	});
}

/** In a PATCH, members are only ids. */
const resourceOf = (displayName: string, memberIds: string[]) => ({
	displayName,
	members: memberIds.map((value) => ({ value })),
});

const toWire = ({ name, memberIds }: Group) => groupToWire(name, memberIds);

const changing =
	(c: ScimContext, mentioned: readonly string[], membersFor: (present: string[]) => string[]) =>
	(call: ScimContext['var']['call']) =>
		changeGroup(call, c.var.companyId, nameIn(c), mentioned, membersFor);

/** A group's id is its encoded name. */
const byName = (condition: Condition): Condition =>
	condition.attribute === 'id'
		? { ...condition, attribute: 'name', value: groupName(String(condition.value)) }
		: condition;

/** Refuses ids that do not decode to a name. */
function nameIn(c: ScimContext): string {
	const id = c.req.param('id') ?? '';
	const name = groupName(id);
	if (name === '' || groupId(name) !== id) throw notFound('group');
	return name;
}

function ownGroup(c: ScimContext, resource: unknown) {
	const group = groupOf(resource);
	if (group.name === nameIn(c)) return group;
	throw new ScimError(400, 'The name of a group cannot be changed.', 'mutability');
}
