import type { Context, MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { notFound } from '../core/refusals.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { type Outcome, perform } from '../db/write.ts';
import type { AppEnv } from '../http/env.ts';
import { answerFailure } from '../http/failure.ts';
import {
	changeGroup,
	changePerson,
	createPerson,
	ownCompany,
	personOf,
	provisioning,
	readGroup,
} from './actions.ts';
import { fieldsOf, groupOf, patchedResource } from './body.ts';
import { MAX_COUNT, resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { asScimError, ScimError } from './error.ts';
import { type Attribute, conditionsOf } from './filter.ts';
import { groupId, groupName, groupToWire, userToWire } from './resource.ts';
import { groupsCount, groupsPage, type Person, peopleCount, peoplePage } from './store.ts';

const MEDIA_TYPE = 'application/scim+json';
const DEFAULT_COUNT = 100;
const USER_ATTRIBUTES: Attribute[] = [
	'id',
	'email',
	'firstName',
	'lastName',
	'isActive',
	'personnelNumber',
	'costCenter',
];

/** SCIM 2.0 (RFC 7643 and 7644) for one company, behind the guards of the API. */
export function scimRoutes(...guards: MiddlewareHandler<AppEnv>[]) {
	const app = new Hono<AppEnv>();
	app.onError(answerError);
	for (const guard of guards) app.use(guard);
	app.use(async (c, next) => {
		c.set('call', provisioning(c.var.call));
		await next();
	});
	app.get('/ServiceProviderConfig', (c) => answer(c, serviceProviderConfig));
	app.get('/ResourceTypes', (c) => answer(c, listOf(resourceTypes, resourceTypes.length, 1)));
	app.get('/ResourceTypes/:name', (c) => answer(c, oneOf(resourceTypes, c.req.param('name'))));
	app.get('/Schemas', (c) => answer(c, listOf(schemas, schemas.length, 1)));
	app.get('/Schemas/:id', (c) => answer(c, oneOf(schemas, c.req.param('id'))));
	serveUsers(app);
	serveGroups(app);
	app.all('*', () => {
		throw notFound('resource');
	});
	return app;
}

function serveUsers(app: Hono<AppEnv>): void {
	app.get('/Users', async (c) => {
		const { db, actor, now } = c.var.call;
		const { filter, skip, count } = pageOf(c);
		const conditions = conditionsOf(filter, USER_ATTRIBUTES);
		const [people, [counted]] = await batch(db, [
			peoplePage(db, actor.userId, conditions, skip, count),
			peopleCount(db, actor.userId, conditions),
		]);
		return answerList(
			c,
			people.map((person) => userToWire(person, now)),
			counted?.total ?? 0,
			skip,
		);
	});
	app.get('/Users/:id', async (c) => {
		const { call } = c.var;
		return answerVersion(c, userToWire(await personOf(call, c.req.param('id')), call.now));
	});
	app.post('/Users', async (c) => {
		const fields = fieldsOf(await bodyOf(c));
		return answerWrite(c, (call) => createPerson(call, fields), userOf(c), 201);
	});
	app.put('/Users/:id', async (c) => {
		const fields = fieldsOf(await bodyOf(c));
		return answerWrite(c, (call) => changePerson(call, c.req.param('id'), () => fields), userOf(c));
	});
	app.patch('/Users/:id', async (c) => {
		const body = await bodyOf(c);
		const fieldsFor = (person: Person) => fieldsOf(patchedResource(userOf(c)(person), body));
		return answerWrite(c, (call) => changePerson(call, c.req.param('id'), fieldsFor), userOf(c));
	});
	app.delete('/Users/:id', async (c) => {
		const closed = (person: Person) => fieldsOf({ userName: person.email, active: false });
		await answerWrite(c, (call) => changePerson(call, c.req.param('id'), closed), userOf(c));
		return new Response(null, { status: 204 });
	});
}

function serveGroups(app: Hono<AppEnv>): void {
	const toWire = ({ name, memberIds }: { name: string; memberIds: string[] }) => groupToWire(name, memberIds);
	app.get('/Groups', async (c) => {
		const { db } = c.var.call;
		const { filter, skip, count } = pageOf(c);
		const conditions = conditionsOf(filter, ['name']);
		const companyId = await ownCompany(c.var.call);
		const [groups, [counted]] = await batch(db, [
			groupsPage(db, companyId, conditions, skip, count),
			groupsCount(db, companyId, conditions),
		]);
		const withoutMembers = groups.map(({ name }) => ({ ...groupToWire(name, []), members: undefined }));
		return answerList(c, withoutMembers, counted?.total ?? 0, skip);
	});
	app.get('/Groups/:id', async (c) => answerVersion(c, toWire(await readGroup(c.var.call, nameIn(c)))));
	app.post('/Groups', async (c) => {
		const { name, memberIds } = groupOf(await bodyOf(c));
		return answerWrite(
			c,
			(call) => changeGroup(call, name, (present) => [...present, ...memberIds]),
			toWire,
			201,
		);
	});
	app.put('/Groups/:id', async (c) => {
		const { memberIds } = ownGroup(c, await bodyOf(c));
		return answerWrite(c, (call) => changeGroup(call, nameIn(c), () => memberIds), toWire);
	});
	app.patch('/Groups/:id', async (c) => {
		const body = await bodyOf(c);
		const membersFor = (present: string[]) =>
			ownGroup(c, patchedResource(groupToWire(nameIn(c), present), body)).memberIds;
		return answerWrite(c, (call) => changeGroup(call, nameIn(c), membersFor), toWire);
	});
	app.delete('/Groups/:id', async (c) => {
		await answerWrite(c, (call) => changeGroup(call, nameIn(c), () => []), toWire);
		return new Response(null, { status: 204 });
	});
}

/** An id that spells no text is no group. */
function nameIn(c: Context<AppEnv>): string {
	const id = c.req.param('id') ?? '';
	const name = groupName(id);
	if (name === '' || groupId(name) !== id) throw notFound('group');
	return name;
}

function ownGroup(c: Context<AppEnv>, resource: unknown) {
	const group = groupOf(resource);
	if (group.name === nameIn(c)) return group;
	throw new ScimError(400, 'The name of a group cannot be changed.', 'mutability');
}

const userOf = (c: Context<AppEnv>) => (person: Person) => userToWire(person, c.var.now);

interface Versioned {
	meta: { version: string; location: string };
}

/** Stores what an attempt decides, unless `If-Match` names another version than the present one. */
async function answerWrite<T>(
	c: Context<AppEnv>,
	attempt: (call: Call) => Promise<Outcome<T>>,
	toWire: (state: T) => Versioned,
	status: 200 | 201 = 200,
): Promise<Response> {
	const { call } = c.var;
	const { body, headers } = await perform(
		call,
		() => attempt(call),
		({ before, after }) => {
			if (before !== null) requireVersion(c, toWire(before));
			const wire = toWire(after);
			const { location, version } = wire.meta;
			return { status, headers: { Location: location, ETag: version }, body: JSON.stringify(wire) };
		},
	);
	return c.body(body, status, { ...headers, 'Content-Type': MEDIA_TYPE });
}

function requireVersion(c: Context<AppEnv>, { meta }: Versioned): void {
	const wanted = c.req.header('If-Match');
	if (wanted === undefined || wanted === '*' || wanted.includes(meta.version)) return;
	throw new ScimError(412, 'The resource has changed since you read it.');
}

function answerVersion(c: Context<AppEnv>, wire: Versioned): Response {
	const { version } = wire.meta;
	if (c.req.header('If-None-Match')?.includes(version)) return c.body(null, 304, { ETag: version });
	return answer(c, wire, { ETag: version });
}

const answer = (c: Context<AppEnv>, wire: object, headers: Record<string, string> = {}): Response =>
	c.body(JSON.stringify(withoutExcluded(c, wire)), 200, { ...headers, 'Content-Type': MEDIA_TYPE });

function withoutExcluded(c: Context<AppEnv>, wire: object): object {
	const excluded =
		c.req
			.query('excludedAttributes')
			?.split(',')
			.map((name) => name.trim()) ?? [];
	const kept = Object.entries(wire).filter(([name]) => name === 'id' || !excluded.includes(name));
	return Object.fromEntries(kept);
}

const listOf = (resources: readonly object[], totalResults: number, startIndex: number) => ({
	schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
	totalResults,
	startIndex,
	itemsPerPage: resources.length,
	Resources: resources,
});

const answerList = (
	c: Context<AppEnv>,
	resources: readonly object[],
	total: number,
	skip: number,
): Response =>
	answer(
		c,
		listOf(
			resources.map((one) => withoutExcluded(c, one)),
			total,
			skip + 1,
		),
	);

function pageOf(c: Context<AppEnv>): { filter: string | undefined; skip: number; count: number } {
	const number = (name: string, unlessSet: number) => {
		const given = c.req.query(name);
		if (given === undefined) return unlessSet;
		if (!/^-?\d{1,9}$/.test(given)) throw new ScimError(400, `${name} must be a number.`, 'invalidValue');
		return Number(given);
	};
	const count = Math.min(MAX_COUNT, Math.max(0, number('count', DEFAULT_COUNT)));
	return { filter: c.req.query('filter'), skip: Math.max(1, number('startIndex', 1)) - 1, count };
}

async function bodyOf(c: Context<AppEnv>): Promise<unknown> {
	try {
		return await c.req.json();
	} catch {
		throw new ScimError(400, 'The body is not well-formed JSON.', 'invalidSyntax');
	}
}

function oneOf<T extends { id: string }>(list: readonly T[], id: string): T {
	const found = list.find((one) => one.id === id);
	if (found === undefined) throw notFound('resource');
	return found;
}

/** As `answerFailure`, which logs and sets headers, in the shape that SCIM clients read. */
async function answerError(error: Error, c: Context<AppEnv>): Promise<Response> {
	const known = asScimError(error);
	const isOurs = error instanceof ScimError;
	const response = isOurs
		? new Response(null, { status: error.status })
		: await answerFailure(error, c as never);
	const { status } = response;
	const detail = known?.message ?? 'Something went wrong on our side.';
	const body = {
		schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
		status: String(status),
		...(known?.scimType && { scimType: known.scimType }),
		detail,
	};
	const headers = new Headers(response.headers);
	headers.set('Content-Type', MEDIA_TYPE);
	return new Response(JSON.stringify(body), { status, headers });
}
