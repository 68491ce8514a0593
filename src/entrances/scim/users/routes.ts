import type { Hono } from 'hono';
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
import { fieldsOf } from '../body.ts';
import { conditionsOf } from '../filter.ts';
import { patchedResource } from '../patch.ts';
import { userToWire } from '../resource.ts';
import { type Person, peopleCount, peoplePage } from '../store.ts';
import { changePerson, deletePerson, readPerson } from './actions.ts';
import { createPerson } from './creation.ts';

export function serveUsers(app: Hono<ScimEnv>): void {
	app.get('/Users', async (c) => {
		const { call, companyId } = c.var;
		const { filter, skip, count } = pageOf(c);
		const conditions = conditionsOf(filter, 'users');
		const [people, [counted]] = await batch(call.db, [
			peoplePage(call.db, companyId, conditions, skip, count),
			peopleCount(call.db, companyId, conditions),
		]);
		return answerList(c, people.map(wireOf(c)), counted?.total ?? 0, skip);
	});
	app.get('/Users/:id', async (c) => {
		const { call, companyId } = c.var;
		return answerVersion(c, wireOf(c)(await readPerson(call, companyId, c.req.param('id'))));
	});
	app.post('/Users', async (c) => {
		const fields = fieldsOf(await bodyOf(c));
		return answerWrite(c, (call) => createPerson(call, c.var.companyId, fields), wireOf(c), 201);
	});
	app.put('/Users/:id', async (c) => {
		const fields = fieldsOf(await bodyOf(c));
		const change = changing(c, () => fields);
		return answerWrite(c, change, wireOf(c));
	});
	app.patch('/Users/:id', async (c) => {
		const body = await bodyOf(c);
		const change = changing(c, (person) => fieldsOf(patchedResource(wireOf(c)(person), body)));
		return answerWrite(c, change, wireOf(c));
	});
	app.delete('/Users/:id', async (c) =>
		answerRemoval(c, (call) => deletePerson(call, c.var.companyId, c.req.param('id')), wireOf(c)),
	);
}

type FieldsFor = Parameters<typeof changePerson>[3];

const changing = (c: ScimContext, fieldsFor: FieldsFor) => (call: ScimContext['var']['call']) =>
	changePerson(call, c.var.companyId, c.req.param('id') ?? '', fieldsFor);

const wireOf = (c: ScimContext) => (person: Person) => userToWire(person, c.var.now);
