import { env } from 'cloudflare:workers';
import { type Schema, Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { createApp } from '../src/app.ts';
import { POLICY } from '../src/auth/policy.ts';
import type { Role } from '../src/core/actor.ts';
import { newId } from '../src/core/id.ts';
import { payrollTransactions } from '../src/payroll/table.ts';
import {
	type Answer,
	as,
	call,
	db,
	newCompany,
	newEmployee,
	newUser,
	now,
	runCron,
	uniqueEmail,
	userOf,
} from './harness.ts';

interface Operation {
	operationId: string;
	parameters?: { name: string }[];
	requestBody?: object;
	responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

const response = await createApp(now).request('/openapi.json', {}, env);
const document: { paths: Record<string, Record<string, Operation>>; components: Schema } =
	await response.json();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, rest]) => ({ ...rest, path, method: method.toUpperCase() })),
);
const guarded = operations.filter(({ operationId }) => !['login', 'refresh'].includes(operationId));

const START = '2023-04-01T00:00:00.000Z';
const budget = { value: 5000, currency: 'EUR_CENT' };
const ending = () => ({ endDate: '2023-12-31T23:59:59.999Z' });
const bare = () => undefined;

/** Query or body of a call that succeeds for whoever may make it. Path ids are those of a `World`, by their names. */
const CALLS: Record<string, (ids: World) => string | object | undefined> = {
	login: () => ({ email: 'nobody@test.example', password: 'a password' }),
	refresh: () => ({ refreshToken: 'unknown' }),
	logout: bare,
	readMe: bare,
	listCompanies: bare,
	createCompany: () => ({ name: 'Neue GmbH', taxAffiliation: 'DE' }),
	readCompany: bare,
	updateCompany: () => ({ name: 'Neue GmbH' }),
	listUsers: bare,
	createUser: ({ companyId }) => ({
		email: uniqueEmail(),
		roles: ['EMPLOYEE'],
		manageableCompanyIds: [companyId],
	}),
	readUser: bare,
	updateUser: () => ({ language: 'de-AT' }),
	listEmployees: bare,
	createEmployee: ({ companyId }) => ({ email: uniqueEmail(), companyId }),
	readEmployee: bare,
	updateEmployee: () => ({ costCentre: '4711' }),
	readDateWindows: bare,
	setAccess: () => ({ budget, accumulateBudget: false, startDate: START }),
	readAccess: () => 'date=2023-03-07',
	revokeAccess: ending,
	setMonthlyBudget: () => ({ budget, startDate: START }),
	listPlannedVouchers: bare,
	revokePlannedVouchers: ending,
	revokePlannedVoucher: ending,
	listIssuedVouchers: bare,
	setDefaultAccess: () => ({ startDate: START }),
	listDefaultAccess: bare,
	listTaxRuleTemplates: bare,
	createTaxRuleTemplate: ({ companyId }) => ({ name: 'Meals', companyIds: [companyId] }),
	readTaxRuleTemplate: bare,
	listPayrollTransactions: () => 'module=MEALS',
};

type Reach = 'all' | 'own' | 'oneself' | 'no';

/** Section 3 of the design: how far PLATFORM_ADMIN, the two managing roles, FLEX_DOCUMENT_VERIFIER and EMPLOYEE reach. */
const RIGHTS: [operations: string, ...reaches: [Reach, Reach, Reach, Reach]][] = [
	['readMe logout', 'oneself', 'oneself', 'oneself', 'oneself'],
	['listCompanies createCompany readCompany updateCompany', 'all', 'no', 'no', 'no'],
	['listUsers createUser readUser updateUser', 'all', 'no', 'no', 'no'],
	['listEmployees createEmployee updateEmployee readEmployee readDateWindows', 'all', 'own', 'no', 'no'],
	['setAccess revokeAccess setMonthlyBudget setDefaultAccess', 'all', 'own', 'no', 'no'],
	['revokePlannedVouchers revokePlannedVoucher', 'all', 'own', 'no', 'no'],
	['readAccess listPlannedVouchers listDefaultAccess listIssuedVouchers', 'all', 'own', 'own', 'oneself'],
	['listTaxRuleTemplates readTaxRuleTemplate', 'all', 'own', 'own', 'no'],
	['createTaxRuleTemplate', 'all', 'own', 'no', 'no'],
	['listPayrollTransactions', 'all', 'own', 'own', 'no'],
];
const column = {
	PLATFORM_ADMIN: 0,
	COMPANY_ADMIN: 1,
	TECHNICAL_USER: 1,
	FLEX_DOCUMENT_VERIFIER: 2,
	EMPLOYEE: 3,
};
const rights = RIGHTS.flatMap(([ids, ...reaches]) => ids.split(' ').map((id) => ({ id, reaches })));
const cases = (Object.keys(column) as Role[]).flatMap((role) =>
	rights.map(({ id, reaches }) => ({ role, id, reach: reaches[column[role]] ?? 'no' })),
);

/** The record by which a list over all companies shows one of them. */
const LISTED: Record<string, keyof World> = {
	listCompanies: 'companyId',
	listUsers: 'userId',
	listEmployees: 'employeeId',
	listTaxRuleTemplates: 'templateId',
};

test('every operation has its call, its rights and its policy, and nothing else has', () => {
	const behindBearer = guarded.map(({ operationId }) => operationId).sort();

	expect(Object.keys(CALLS).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
	expect(rights.map(({ id }) => id).sort()).toEqual(behindBearer);
	expect(Object.keys(POLICY).sort()).toEqual(behindBearer);
});

test.each(cases)('$role reaches $reach with $id', async ({ role, id, reach }) => {
	const [own, foreign] = [await newWorld(), await newWorld()];
	const companyIds = role === 'PLATFORM_ADMIN' ? [] : [own.companyId];
	const caller = role === 'EMPLOYEE' ? await userOf(own.employeeId) : await newUser([role], companyIds);
	const success = id.startsWith('create') ? 201 : 200;

	const answer = await perform(as(caller).send, id, own);
	expect(answer.status).toBe(reach === 'no' ? 403 : success);
	if (Array.isArray(answer.body)) expect(answer.body).not.toEqual([]);
	if (id === 'readMe' || id === 'logout') return;

	const colleague = await perform(as(caller).send, id, { ...own, employeeId: own.colleagueId });
	expect(colleague.status).toBe({ all: success, own: success, oneself: 404, no: 403 }[reach]);

	const elsewhere = await perform(as(caller).send, id, foreign);
	const listed = LISTED[id];
	const unreached = listed ? 200 : ['createEmployee', 'createTaxRuleTemplate'].includes(id) ? 400 : 404;
	expect(elsewhere.status).toBe({ all: success, own: unreached, oneself: 404, no: 403 }[reach]);
	if (elsewhere.status === 400) expect(elsewhere.body.code).toBe('unknown_company');
	if (listed && reach !== 'no') {
		const shown = [own, foreign].map((world) => JSON.stringify(answer.body).includes(world[listed]));
		expect(shown).toEqual([true, reach === 'all']);
	}
});

test.each(guarded)(
	'$operationId without a valid token answers 401, whatever the request',
	async (operation) => {
		const { path, body } = requestOf(operation, await newWorld());
		for (const headers of [{}, { Authorization: 'Bearer not.a.token' }]) {
			for (const content of operation.method === 'GET' ? [undefined] : [body, '{']) {
				const answer = await call(operation.method, path, content, headers);
				expect(answer.status).toBe(401);
				expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
				expectDeclared(operation, answer);
			}
		}
	},
);

test('login and refresh need no token', async () => {
	const world = await newWorld();
	const credentials = { email: uniqueEmail(), password: 'a long enough password' };
	await as(await newUser(['PLATFORM_ADMIN'])).post('/users', { ...credentials, roles: ['EMPLOYEE'] });

	const login = await perform(call, 'login', world, credentials);
	const { refreshToken } = login.body;
	const renewed = await perform(call, 'refresh', world, { refreshToken });
	const refused = [await perform(call, 'login', world), await perform(call, 'refresh', world)];
	expect([login, renewed, ...refused].map(({ status }) => status)).toEqual([200, 200, 401, 401]);
});

const json = { 'Content-Type': 'application/json' };
const withBody = operations.filter(({ requestBody }) => requestBody !== undefined);
test.each(withBody)(
	'$operationId refuses a malformed body before it looks at the role',
	async (operation) => {
		const { path, body } = requestOf(operation, await newWorld());
		const stranger = as(await newUser(['EMPLOYEE']));
		for (const [content, headers, status, code] of [
			['{', json, 400, 'malformed_json'],
			[JSON.stringify({ ...body, endDat: null }), json, 400, 'validation_failed'],
			[JSON.stringify({ endDat: 'a'.repeat(65_536) }), json, 413, 'body_too_large'],
			[JSON.stringify(body), { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
		] as const) {
			const answer = await stranger.send(operation.method, path, content, headers);
			expect(answer).toMatchObject({ status, body: { code } });
			expectDeclared(operation, answer);
		}
	},
);

const paged = operations.filter(({ parameters }) => parameters?.some(({ name }) => name === 'limit'));
test.each(paged)('$operationId refuses limit=0 before it looks at the role', async (operation) => {
	const { path } = requestOf(operation, await newWorld());
	const stranger = as(await newUser(['EMPLOYEE']));
	const answer = await stranger.get(`${path}${path.includes('?') ? '&' : '?'}limit=0`);
	expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/query/limit' }] } });
	expectDeclared(operation, answer);
});

const withId = guarded.filter(({ path }) => path.includes('{'));
test.each(withId)('$operationId answers 404 to an id that is unknown, or none', async (operation) => {
	const { body } = requestOf(operation, await newWorld());
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	for (const id of [newId(now()), 'no-uuid', "'", '%00']) {
		const answer = await platform.send(operation.method, operation.path.replace(/\{\w+\}/, id), body);
		expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
		expectDeclared(operation, answer);
	}
});

test('a field too many or too few would be noticed', async () => {
	const answer = await as(await newUser(['COMPANY_ADMIN'])).get('/auth/me');
	const { language: _, ...tooFew } = answer.body;
	for (const body of [tooFew, { ...answer.body, nickname: 'Ada' }]) {
		expect(() => expectDeclared(operationOf('readMe'), { ...answer, body })).toThrow();
	}
});

type World = Awaited<ReturnType<typeof newWorld>>;

/** A company with one record of every kind, under the names of the path ids. The present is 7 March 2023, noon. */
async function newWorld() {
	const company = await newCompany();
	const companyId = company.id;
	const employeeId = await newEmployee(company);
	const admin = as(company.admin);
	const benefits = `/employees/${employeeId}`;
	const startDate = '2023-03-07T00:00:00.000Z';
	const planned = await admin.put(`${benefits}/goodies/budget`, { budget, startDate });
	await admin.put(`${benefits}/goodies/default-access`, { startDate: START });
	await admin.put(`${benefits}/flex/access`, { budget, accumulateBudget: true, startDate });
	const template = await admin.post('/flex/tax-rule-templates', { name: 'Meals', companyIds: [companyId] });
	await db.insert(payrollTransactions).values(transactionOf(companyId));
	await runCron(startDate);
	return {
		companyId,
		userId: company.admin.userId,
		employeeId,
		id: employeeId,
		colleagueId: await newEmployee(company),
		plannedVoucherId: planned.body[0].id as string,
		templateId: template.body.id as string,
	};
}

const transactionOf = (companyId: string): typeof payrollTransactions.$inferInsert => ({
	id: newId(now()),
	dateCreated: now(),
	dateModified: now(),
	flexDataId: newId(now()),
	companyId,
	module: 'MEALS',
	amountValue: 1500,
	amountCurrency: 'EUR_CENT',
	state: 'PENDING',
	payrollReferenceDate: now(),
	submittedDate: now(),
});

async function perform(send: typeof call, id: string, world: World, given?: object): Promise<Answer> {
	const operation = operationOf(id);
	const { path, body } = requestOf(operation, world);
	const answer = await send(operation.method, path, given ?? body);
	expectDeclared(operation, answer);
	return answer;
}

function operationOf(id: string) {
	const found = operations.find(({ operationId }) => operationId === id);
	if (found === undefined) throw new Error(`The document has no operation ${id}`);
	return found;
}

function requestOf({ operationId, path }: Operation & { path: string }, world: World) {
	const given = CALLS[operationId]?.(world);
	const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof World) => world[name]);
	return typeof given === 'string'
		? { path: `${filled}?${given}`, body: undefined }
		: { path: filled, body: given };
}

/** Holds an answer against the schema that the document declares for its status. */
function expectDeclared({ operationId, responses }: Operation, { status, headers, body }: Answer): void {
	const type = status < 400 ? 'application/json' : 'application/problem+json';
	const schema = responses[status]?.content[type]?.schema;
	expect(headers.get('Content-Type')).toBe(type);
	expect(schema, `${operationId} declares ${status}`).toBeDefined();
	const validator = new Validator({ ...schema, components: document.components }, '2020-12', false);
	expect(validator.validate(body).errors).toEqual([]);
}
