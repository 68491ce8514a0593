import type { Hono } from 'hono';
import { notFound } from '../../../foundation/core/refusals.ts';
import { batch } from '../../../foundation/db/database.ts';
import {
	answerList,
	answerRemoval,
	answerVersion,
	answerWrite,
	bodyOf,
	pageOf,
	type ScimContext,
	type ScimEnv,
} from '../answer.ts';
import { groupOf } from '../body.ts';
import { type Condition, conditionsOf } from '../filter.ts';
import { patchedResource } from '../patch.ts';
import { groupId, groupKey, groupToWire } from '../resource.ts';
import { changeGroup, createGroup, deleteGroup, type Group, readGroup } from './actions.ts';
import { groupsCount, groupsPage } from './store.ts';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export function serveGroups(app: Hono<ScimEnv>): void {
	app.get('/Groups', async (c) => {
		const { call, companyId } = c.var;
		const { filter, skip, count } = pageOf(c);
		const conditions = conditionsOf(filter, 'groups').map(byKey);
		const [groups, [counted]] = await batch(call.db, [
			groupsPage(call.db, companyId, conditions, skip, count),
			groupsCount(call.db, companyId, conditions),
		]);
		const withoutMembers = groups.map((group) => ({ ...groupToWire(group, []), members: undefined }));
		return answerList(c, withoutMembers, counted?.total ?? 0, skip);
	});
	app.get('/Groups/:id', async (c) => {
		const { call, companyId } = c.var;
		return answerVersion(c, toWire(await readGroup(call, companyId, keyIn(c))));
	});
	app.post('/Groups', async (c) => {
		const fields = groupOf(await bodyOf(c));
		return answerWrite(c, (call) => createGroup(call, c.var.companyId, fields), toWire, 201);
	});
	app.put('/Groups/:id', async (c) => {
		const fields = groupOf(await bodyOf(c));
		const change = changing(c, fields.memberIds ?? [], () => fields);
		return answerWrite(c, change, toWire);
	});
	app.patch('/Groups/:id', async (c) => {
		const body = await bodyOf(c);
		const mentioned = JSON.stringify(body).toLowerCase().match(UUID) ?? [];
		const change = changing(c, mentioned, (group) => groupOf(patchedResource(resourceOf(group), body)));
		return answerWrite(c, change, toWire);
	});
	app.delete('/Groups/:id', async (c) =>
		answerRemoval(c, (call) => deleteGroup(call, c.var.companyId, keyIn(c)), toWire),
	);
}

/** In a PATCH, members are only ids. */
const resourceOf = ({ name, externalId, memberIds }: Group) => ({
	displayName: name,
	...(externalId !== null && { externalId }),
	members: memberIds.map((value) => ({ value })),
});

const toWire = (group: Group) => groupToWire(group, group.memberIds);

const changing =
	(c: ScimContext, mentioned: readonly string[], fieldsFor: Parameters<typeof changeGroup>[4]) =>
	(call: ScimContext['var']['call']) =>
		changeGroup(call, c.var.companyId, keyIn(c), mentioned, fieldsFor);

/** A filter names the id of a group, which is its encoded key. */
const byKey = (condition: Condition): Condition =>
	condition.attribute === 'groupKey' ? { ...condition, value: groupKey(String(condition.value)) } : condition;

/** Refuses ids that do not decode to a key. */
function keyIn(c: ScimContext): string {
	const id = c.req.param('id') ?? '';
	const key = groupKey(id);
	if (key === '' || groupId(key) !== id) throw notFound('group');
	return key;
}
