import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newStage, programOf, type Stage } from '../../harness/program.ts';
import { isTried } from '../../harness/sampling.ts';
import {
	as,
	call,
	newEmployee,
	newUser,
	restart,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';
import { requestOf } from '../../whole/contract/calls.ts';
import { operationOf } from '../../whole/contract/document.ts';
import { cases, OF_SANDBOXES, SCIM, successOf } from '../../whole/contract/rights.ts';
import { newWorld, prepare } from '../../whole/contract/world.ts';

let stage: Stage;

beforeEach(async () => {
	stage = await newStage();
});

describe('a read', () => {
	test('without a bookmark goes to the primary, and gets none', async () => {
		restart();
		const first = await programOf(stage.database, stage.company.admin, stage.path).get();
		const second = await programOf(stage.database, stage.company.admin, stage.path).get();
		expect([first.asked, second.asked]).toEqual([['primary', 'primary'], ['primary']]);
		expect(second.headers.has('Zubrot-Bookmark')).toBe(false);
	});

	test('with a bookmark goes to the copy, with the rights from there, and asks the primary for the rights beside it', async () => {
		const one = await stage.newProgram();
		const first = await one.get();
		expect(first.status).toBe(200);
		expect(first.asked.toSorted()).toEqual(['copy', 'copy', 'primary']);
		expect((await one.get()).asked).toEqual(['copy']);
		expect((await one.get('/employees')).asked).toEqual(['copy']);
	});

	test('by HEAD goes there too', async () => {
		const one = await stage.newProgram();
		await one.get();
		const { status, asked } = await one.send('HEAD', stage.path);
		expect([status, asked]).toEqual([200, ['copy']]);
	});

	test('sees the write whose bookmark it carries, although the copy has not got it yet', async () => {
		const one = await stage.newProgram();
		await one.get();
		await one.put({ costCentre: 'new' });
		const read = await one.get();
		expect([read.body.costCenter, read.asked]).toEqual(['new', ['caught up']]);
		await stage.database.replicate();
		expect((await one.get()).asked).toEqual(['copy']);
	});

	test('may show an earlier state than the primary, but never one before its bookmark', async () => {
		const one = await stage.newProgram();
		await stage.change('by another program');
		expect((await one.get()).body.costCenter).toBe('own');
		await stage.database.replicate();
		expect((await one.get()).body.costCenter).toBe('by another program');
	});

	test('renews the bookmark, so that a copy that lags behind cannot show less than the last one', async () => {
		const one = await stage.newProgram();
		const before = (await one.get()).headers.get('Zubrot-Bookmark') ?? '';
		await stage.change('later');
		await stage.database.replicate();
		const renewed = (await one.get()).headers.get('Zubrot-Bookmark') ?? '';
		expect(renewed > before).toBe(true);
	});

	test('finds at the primary what the copy does not have yet', async () => {
		const one = await stage.newProgram();
		const added = await newEmployee(stage.company);
		const read = await one.get(`/employees/${added}`);
		expect([read.status, read.asked.at(-1)]).toEqual([200, 'first-primary']);
		expect(read.headers.get('X-Request-Id')).not.toBe(null);
	});

	test('is refused only by the primary, with a bookmark', async () => {
		const one = await stage.newProgram();
		const { status, asked, headers } = await one.get(`/employees/${stage.company.id}`);
		expect([status, asked.at(-1)]).toEqual([404, 'first-primary']);
		expect(headers.has('Zubrot-Bookmark')).toBe(true);
	});

	test('that answers 304 keeps its tag, and renews the bookmark', async () => {
		const one = await stage.newProgram();
		const bookmark = (await one.get()).headers.get('Zubrot-Bookmark') ?? '';
		const { headers } = await one.get();
		const known = { 'If-None-Match': headers.get('ETag') ?? '', 'Zubrot-Bookmark': bookmark };
		const again = await as(stage.company.admin, stage.database.bindings).send(
			'GET',
			stage.path,
			undefined,
			known,
		);
		expect([again.status, again.headers.get('ETag')]).toEqual([304, headers.get('ETag')]);
		expect(again.headers.has('Zubrot-Bookmark')).toBe(true);
	});

	test('that records itself is answered by the primary, and recorded once', async () => {
		const one = await stage.newProgram();
		const { status, asked } = await one.get(`/companies/${stage.company.id}/export`);
		expect([status, asked.includes('first-primary')]).toEqual([200, true]);
		const { body } = await as(stage.company.admin).get(
			`/companies/${stage.company.id}/access-events?type=export.read`,
		);
		expect(body).toHaveLength(1);
	});

	test('that is forbidden is recorded once', async () => {
		const one = await stage.newProgram();
		expect((await one.get('/jobs')).status).toBe(403);
		const { body } = await as(stage.company.admin).get(
			`/companies/${stage.company.id}/access-events?type=access.refused`,
		);
		expect(body).toMatchObject([{ request: 'GET /api/v2/jobs', count: 1 }]);
	});
});

describe('writes', () => {
	test('stay on the primary with every read that decides them', async () => {
		const one = await stage.newProgram();
		await one.get();
		const { asked } = await one.put({ costCentre: 'z' });
		expect(new Set(asked)).toEqual(new Set(['first-primary']));
	});

	test('that are refused give the bookmark of the state that refused them', async () => {
		const { headers, status } = await as(stage.company.admin).send(
			'PUT',
			stage.path,
			{},
			{ 'If-Match': '"x"' },
		);
		expect([status, headers.has('Zubrot-Bookmark')]).toEqual([412, true]);
	});

	test('without a valid token give none', async () => {
		const { headers } = await call('POST', '/auth', { email: uniqueEmail(), password: 'a password' });
		expect(headers.has('Zubrot-Bookmark')).toBe(false);
	});
});

const onCopy = { ...env, DB: env.COPY };
/** They record that they were read, or make a file. */
const RECORDING = ['exportEmployee', 'exportCompany', 'exportPayrollRun'];
/** The primary answers these. It also refuses what is for sandboxes alone. */
const OF_PRIMARY = [...RECORDING, ...OF_SANDBOXES];
const isRead = (id: string) => id !== SCIM && operationOf(id).method === 'GET';
const operations = [...new Set(cases.map(({ id }) => id))].filter(isRead);
/** Every operation, each as some of the roles that it is for, in turns. */
const reads = operations.flatMap((operation, number) =>
	cases
		.filter(({ id, reach }) => id === operation && reach !== 'no')
		.filter((_, role) => isTried(number + role, 4)),
);

test('every operation that reads gives the same answer from a copy', async () => {
	const world = await newWorld();
	const callers: [id: string, caller: TestUser, path: string][] = [];
	for (const { role, id } of reads) {
		const companyIds = role === 'PLATFORM_ADMIN' ? [] : [world.companyId];
		const caller = role === 'EMPLOYEE' ? await userOf(world.employeeId) : await newUser([role], companyIds);
		await prepare(id, caller.userId, world);
		callers.push([id, caller, requestOf(operationOf(id), world).path]);
	}
	const { headers } = await as(stage.company.admin).send('PUT', stage.path, { costCentre: 'x' });
	const bookmark = { 'Zubrot-Bookmark': headers.get('Zubrot-Bookmark') ?? '' };
	await stage.database.replicate();
	for (const [id, caller, path] of callers) {
		const { send } = as(caller, stage.database.bindings);
		const isOfPrimary = OF_PRIMARY.includes(id);
		stage.database.asked.length = 0;
		const near = await send('GET', path, undefined, bookmark);
		expect([id, near.status, near.headers.has('Zubrot-Bookmark')]).toEqual([id, successOf(id), true]);
		expect([id, stage.database.asked.includes('first-primary')]).toEqual([id, isOfPrimary]);
		if (!isOfPrimary) expect(near.body).toEqual((await as(caller, onCopy).send('GET', path)).body);
	}
});
